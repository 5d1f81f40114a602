"""Scheduled events as seen: each start opens its session exactly once (SEA-1 to SEA-3, SEA-6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import and_, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import campaigns, journal, sessions, upserts
from bot.storage.journal import Author
from bot.storage.mapping import act_value
from bot.storage.tables import ActRow, OccurrenceRow
from rules.campaign import Campaign
from rules.sessions import Session, SessionClosing
from rules.starts import Precedent, Reason, SessionQuestion, ask, decide, follows, same_start


@dataclass(frozen=True, slots=True)
class Sighting:
    """A scheduled event as it is now. ``starts_at``: its planned start, in Unix seconds."""

    guild_id: int
    event_id: int
    starts_at: int
    title: str
    active: bool


@dataclass(frozen=True, slots=True)
class Untold:
    """A question that the game master was not told yet; its act's number, and when it arose."""

    act_id: int
    at: int
    question: SessionQuestion


_KEY = and_(OccurrenceRow.event_id == bindparam("event"), OccurrenceRow.starts_at == bindparam("starts"))
_RUNNING = (
    select(OccurrenceRow.starts_at, OccurrenceRow.session_id)
    .where(OccurrenceRow.event_id == bindparam("event"), OccurrenceRow.active)
    .order_by(OccurrenceRow.starts_at.desc())
    .limit(1)
)
_KNOWN = select(OccurrenceRow.active, OccurrenceRow.session_id).where(_KEY)
_CHANGE = update(OccurrenceRow).where(_KEY)
_STOP = (
    update(OccurrenceRow)
    .where(OccurrenceRow.event_id == bindparam("event"), OccurrenceRow.active)
    .values(active=False, untold_id=None)
)
_ACTIVE_OF_GUILD = (
    select(OccurrenceRow.event_id)
    .where(OccurrenceRow.guild_id == bindparam("guild"), OccurrenceRow.active)
    .distinct()
)
_UNTOLD = (
    select(ActRow.id, ActRow.at, ActRow.record)
    .join(OccurrenceRow, OccurrenceRow.untold_id == ActRow.id)
    .where(OccurrenceRow.guild_id == bindparam("guild"), OccurrenceRow.active)
    .order_by(ActRow.id)
)


async def see(connection: AsyncConnection, sighting: Sighting, author: Author) -> SessionClosing | None:
    """Takes note of an event: opens its session, or puts a question, once an occurrence; closes it at its end.

    Seen again, and again, it does nothing more. What opens and what is asked are then to be told
    (:func:`bot.storage.sessions.unannounced`, :func:`untold`); a close is returned, unless an opening tells it.
    """
    running = (await connection.execute(_RUNNING, {"event": sighting.event_id})).one_or_none()
    if running is None and not sighting.active:
        return None
    campaign = await campaigns.begin(connection, sighting.guild_id)  # from here, this guild's writers queue
    if not sighting.active:
        return await _over(connection, campaign, sighting, author)
    if follows(campaign.events, sighting.title) and await _starts(connection, campaign, sighting, author.at):
        return await _start(connection, campaign, sighting, author)
    return None


async def _starts(connection: AsyncConnection, campaign: Campaign, sighting: Sighting, now: int) -> bool:
    """True for a start that was not seen yet; what was seen of an earlier occurrence is then over."""
    running = (await connection.execute(_RUNNING, {"event": sighting.event_id})).one_or_none()
    if running is None:
        return True
    session = None
    if running.session_id is not None:
        session = await sessions.find(connection, sighting.guild_id, running.session_id)
    if sighting.starts_at <= running.starts_at or same_start(session, campaign.settings, now):
        return False
    await connection.execute(_STOP, {"event": sighting.event_id})
    return True


async def _start(
    connection: AsyncConnection, campaign: Campaign, sighting: Sighting, author: Author
) -> SessionClosing | None:
    """An occurrence becomes active: its session opens, or the game master is asked; a forgotten one may close."""
    precedent = Precedent(
        open=await sessions.current(connection, campaign),
        played=await _enter(connection, sighting),
        last=await sessions.last_closed(connection, sighting.guild_id, sighting.event_id),
    )
    start = decide(precedent, campaign.settings, author.at)
    if start.question is None:
        opened = await sessions.begin(
            connection, campaign, sighting.title, author, event_id=sighting.event_id
        )
        await attach(connection, sighting.event_id, sighting.starts_at, opened.session_id)
        return None
    closing = None
    if start.forgotten is not None:
        closing = await sessions.end(connection, campaign, author)
        campaign = replace(campaign, session_id=None)
    reason, session = start.question
    question = ask(
        reason,
        session,
        sighting.title,
        author.at,
        event_id=sighting.event_id,
        starts_at=sighting.starts_at,
    )
    act_id = await journal.write(connection, campaign, question, author)
    changes: dict[str, Any] = {"untold_id": act_id}
    if reason is Reason.ALREADY_OPEN:  # SEA-6: it is part of the evening already under way
        changes["session_id"] = session.id
    await _change(connection, sighting.event_id, sighting.starts_at, **changes)
    return closing


async def _enter(connection: AsyncConnection, sighting: Sighting) -> Session | None:
    """Writes the occurrence down as active; the session that it already had, if it is not new."""
    values = {
        "event_id": sighting.event_id,
        "starts_at": sighting.starts_at,
        "guild_id": sighting.guild_id,
        "active": True,
        "title": sighting.title,
    }
    inserted = await connection.execute(
        upserts.insert(connection, OccurrenceRow)
        .values(values)
        .on_conflict_do_nothing()
        .returning(OccurrenceRow.event_id)
    )
    if inserted.first() is not None:
        return None
    key = {"event": sighting.event_id, "starts": sighting.starts_at}
    known = (await connection.execute(_KNOWN, key)).one()
    await connection.execute(_CHANGE.values(active=True, title=sighting.title), key)
    if known.session_id is None:
        return None
    return await sessions.find(connection, sighting.guild_id, known.session_id)


async def _over(
    connection: AsyncConnection, campaign: Campaign, sighting: Sighting, author: Author
) -> SessionClosing | None:
    """The event is no longer active: the session that it opened closes, if it is still open."""
    await connection.execute(_STOP, {"event": sighting.event_id})
    session = await sessions.current(connection, campaign)
    if session is None or session.event_id != sighting.event_id:
        return None
    return await sessions.end(connection, campaign, author)


async def _change(connection: AsyncConnection, event_id: int, starts_at: int, **columns: Any) -> None:
    await connection.execute(_CHANGE.values(**columns), {"event": event_id, "starts": starts_at})


async def attach(connection: AsyncConnection, event_id: int, starts_at: int, session_id: int) -> None:
    """This occurrence is played in this session."""
    await _change(connection, event_id, starts_at, session_id=session_id)


async def active(connection: AsyncConnection, event_id: int, starts_at: int) -> bool:
    """True when this occurrence was last seen active."""
    known = (await connection.execute(_KNOWN, {"event": event_id, "starts": starts_at})).one_or_none()
    return known is not None and known.active


async def active_events(connection: AsyncConnection, guild_id: int) -> set[int]:
    """The events of a guild that were last seen active."""
    return set((await connection.execute(_ACTIVE_OF_GUILD, {"guild": guild_id})).scalars())


async def untold(connection: AsyncConnection, guild_id: int) -> Sequence[Untold]:
    """The questions still to be put to the game master."""
    rows = await connection.execute(_UNTOLD, {"guild": guild_id})
    acts = ((row, act_value(row.record)) for row in rows)
    return [Untold(row.id, row.at, act) for row, act in acts if isinstance(act, SessionQuestion)]


async def told(connection: AsyncConnection, question: SessionQuestion) -> None:
    """The game master was asked."""
    assert question.event_id is not None
    assert question.starts_at is not None
    await _change(connection, question.event_id, question.starts_at, untold_id=None)
