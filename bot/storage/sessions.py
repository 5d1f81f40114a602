"""Sessions as stored: opened, closed, resumed, each with its act and its effects in the same transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import bindparam, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import campaigns, characters, fairness, journal
from bot.storage.journal import Author, Link
from bot.storage.mapping import act_value, kind_of
from bot.storage.tables import ActRow, SessionRow
from rules import sessions
from rules.campaign import Campaign
from rules.dice.verify import commitment
from rules.sessions import NoSession, Proof, Session, SessionClosing, SessionOpening, SessionResuming

_COLUMNS = select(
    SessionRow.id, SessionRow.title, SessionRow.event_id, SessionRow.opened_at, SessionRow.closed_at
)
_BY_ID = _COLUMNS.where(SessionRow.id == bindparam("session"), SessionRow.guild_id == bindparam("guild"))
_CLOSED_OF_ANY = (
    _COLUMNS.where(SessionRow.guild_id == bindparam("guild"), SessionRow.closed_at.is_not(None))
    .order_by(SessionRow.closed_at.desc(), SessionRow.id.desc())
    .limit(1)
)
# A session whose opening was undone never was, for who looks back.
STANDS = exists().where(
    ActRow.session_id == SessionRow.id,
    ActRow.standing,
    ActRow.record["kind"].as_string() == kind_of(SessionOpening),
)
_CLOSED = _CLOSED_OF_ANY.where(STANDS)
_CLOSED_OF_EVENT = _CLOSED_OF_ANY.where(SessionRow.event_id == bindparam("event"))
_INSERT = insert(SessionRow).returning(SessionRow.id)
_UPDATE = update(SessionRow).where(SessionRow.id == bindparam("session"))
_UNANNOUNCED = select(SessionRow.id, SessionRow.opened_at).where(
    SessionRow.guild_id == bindparam("guild"), SessionRow.closed_at.is_(None), ~SessionRow.announced
)
_FIRST_ACT = (
    select(ActRow.id, ActRow.record)
    .where(ActRow.guild_id == bindparam("guild"), ActRow.session_id == bindparam("session"))
    .order_by(ActRow.id)
    .limit(1)
)
_CLOSINGS = (
    select(ActRow.session_id, ActRow.record)
    .where(
        ActRow.guild_id == bindparam("guild"), ActRow.record["kind"].as_string() == kind_of(SessionClosing)
    )
    .order_by(ActRow.id.desc())
    .limit(100)
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A session just opened: its number, when, what that did, and the number of the act."""

    session_id: int
    at: int
    act: SessionOpening
    act_id: int


async def _one(connection: AsyncConnection, query: Any, **parameters: int) -> Session | None:
    row = (await connection.execute(query, parameters)).one_or_none()
    return Session(*row) if row else None


async def find(connection: AsyncConnection, guild_id: int, session_id: int) -> Session | None:
    """A session of this guild."""
    return await _one(connection, _BY_ID, guild=guild_id, session=session_id)


async def current(connection: AsyncConnection, campaign: Campaign) -> Session | None:
    """The open session."""
    if campaign.session_id is None:
        return None
    return await find(connection, campaign.guild_id, campaign.session_id)


async def last_closed(
    connection: AsyncConnection, guild_id: int, event_id: int | None = None
) -> Session | None:
    """The session closed last, of those that were not undone; of this event, undone or not, if one is given."""
    if event_id is None:
        return await _one(connection, _CLOSED, guild=guild_id)
    return await _one(connection, _CLOSED_OF_EVENT, guild=guild_id, event=event_id)


async def last_proved(connection: AsyncConnection, guild_id: int) -> tuple[int, SessionClosing, Proof] | None:
    """The last close that told a seed: the session's number, the act, what it told."""
    for session_id, record in (await connection.execute(_CLOSINGS, {"guild": guild_id})).all():
        act = act_value(record)
        if isinstance(act, SessionClosing) and act.proof is not None:
            return session_id, act, act.proof
    return None


async def begin(
    connection: AsyncConnection,
    campaign: Campaign,
    title: str,
    author: Author,
    *,
    event_id: int | None = None,
    link: Link | None = None,
) -> Opened:
    """Opens a session (HER-1), and first closes the one that is open. ``campaign`` is locked by the caller."""
    closing = None
    if campaign.session_id is not None:
        closing = await end(connection, campaign, replace(author, interaction_id=None))
    everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
    seed = fairness.new_seed()
    columns = {
        "guild_id": campaign.guild_id,
        "title": title,
        "event_id": event_id,
        "opened_at": author.at,
        "announced": False,
        "seed": seed,
    }
    session_id = (await connection.execute(_INSERT, columns)).scalar_one()
    period = campaign.period
    campaign = sessions.in_session(campaign, session_id)
    await campaigns.save_course(connection, campaign)
    act = sessions.open_session(
        title,
        everyone,
        closing,
        commitment=commitment(bytes.fromhex(seed)),
        seeded=campaign.settings.graine_publique,
        clock=campaign.clock,
        period=(period, campaign.period),
    )
    act_id = await journal.accept(connection, campaign, act, author, everyone, link=link)
    return Opened(session_id, author.at, act, act_id)


async def end(connection: AsyncConnection, campaign: Campaign, author: Author) -> SessionClosing:
    """Closes the open session (SAN-4). Raises :class:`NoSession`."""
    session = await current(connection, campaign)
    if session is None:
        raise NoSession
    everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
    told = await fairness.proof(connection, session.id)
    act = sessions.close_session(session.title, everyone, campaign, told)
    await journal.accept(connection, campaign, act, author, everyone)
    await connection.execute(_UPDATE.values(closed_at=author.at), {"session": session.id})
    await campaigns.save_course(connection, replace(campaign, session_id=None))
    return act


async def resume(
    connection: AsyncConnection, campaign: Campaign, session_id: int, author: Author, link: Link
) -> SessionResuming:
    """Opens a closed session again; nothing is given out. Raises :class:`NoSession`."""
    session = await find(connection, campaign.guild_id, session_id)
    if session is None:
        raise NoSession
    campaign = replace(campaign, session_id=session.id)
    await connection.execute(_UPDATE.values(closed_at=None), {"session": session.id})
    await campaigns.save_course(connection, campaign)
    fresh = await fairness.reseed(connection, session.id)
    act = SessionResuming(
        title=session.title, commitment=fresh.commitment, seeded=campaign.settings.graine_publique
    )
    await journal.write(connection, campaign, act, author, link=link)
    return act


async def turn(connection: AsyncConnection, before: Campaign, after: Campaign, at: int) -> None:
    """One session closes, or opens again, because an act of it was undone: nothing is given nor lifted by that."""
    if before.session_id == after.session_id:
        return
    if before.session_id is not None:
        await connection.execute(_UPDATE.values(closed_at=at), {"session": before.session_id})
    if after.session_id is not None:
        await connection.execute(_UPDATE.values(closed_at=None), {"session": after.session_id})


async def unannounced(connection: AsyncConnection, guild_id: int) -> Sequence[Opened]:
    """The open session whose opening the table was not told: a crash between the commit and the message."""
    found: list[Opened] = []
    for session_id, opened_at in (await connection.execute(_UNANNOUNCED, {"guild": guild_id})).all():
        # The first act of a session is its opening.
        first = (await connection.execute(_FIRST_ACT, {"guild": guild_id, "session": session_id})).one()
        act = act_value(first.record)
        assert isinstance(act, SessionOpening)
        found.append(Opened(session_id, opened_at, act, first.id))
    return found


async def announced(connection: AsyncConnection, session_id: int) -> None:
    """The table was told that this session opened."""
    await connection.execute(_UPDATE.values(announced=True), {"session": session_id})
