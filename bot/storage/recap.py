"""What the journal tells of an evening: the acts that count, and the marks from one session to the next."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import characters, journal
from bot.storage.mapping import act_value, kind_of
from bot.storage.sessions import STANDS
from bot.storage.tables import ActRow, SessionRow
from rules.acts import Act
from rules.curves import MOST_SESSIONS, Curve, Evening, curves, last_evening
from rules.recap import Recap, Told, length, recap
from rules.sessions import Mark, Session, SessionClosing, SessionOpening, marks

PAGE = 200  # acts read between two turns of the event loop

_TOLD = (
    select(ActRow.id, ActRow.at, ActRow.record, ActRow.dice)
    .where(
        ActRow.session_id == bindparam("session"),
        ActRow.id > bindparam("after"),
        ActRow.standing,
        ActRow.relation.is_distinct_from(journal.UNDOES),
        or_(~ActRow.secret, ActRow.revealed),
    )
    .order_by(ActRow.id)
    .limit(PAGE)
)
_numbered = select(
    SessionRow.id,
    SessionRow.closed_at,
    func.row_number().over(order_by=SessionRow.id).label("number"),
).where(
    SessionRow.guild_id == bindparam("guild"),
    SessionRow.id <= bindparam("session"),
    or_(SessionRow.id == bindparam("session"), STANDS),
)
_LATEST = _numbered.order_by(SessionRow.id.desc()).limit(MOST_SESSIONS).subquery()


def _record(act: type[Act]) -> Any:
    """The last standing act of this kind of a session."""
    return (
        select(ActRow.record)
        .where(
            ActRow.session_id == _LATEST.c.id,
            ActRow.standing,
            ActRow.record["kind"].as_string() == kind_of(act),
        )
        .order_by(ActRow.id.desc())
        .limit(1)
        .scalar_subquery()
    )


_EVENINGS = select(
    _LATEST,
    _record(SessionOpening).label("opening"),
    _record(SessionClosing).label("closing"),
).order_by(_LATEST.c.id)


@dataclass(frozen=True, slots=True)
class Account:
    """A session as it may be told: what it was, its length so far in seconds, the curves up to it."""

    session: Session
    length: int
    recap: Recap
    curves: tuple[Curve, ...]
    evening: Evening


async def account(connection: AsyncConnection, guild_id: int, session: Session, now: int) -> Account:
    """The account of a session, open or closed, at ``now`` (Unix seconds)."""
    everyone = await characters.of_guild(connection, guild_id)
    heroes = {one.id: one.name for one in everyone if not one.npc}
    told = await _told(connection, session.id)
    evenings = await _evenings(connection, guild_id, session, marks(everyone))
    return Account(
        session,
        length(told, session, now),
        await asyncio.to_thread(recap, told, heroes),  # thousands of acts would keep everybody waiting
        curves(evenings),
        last_evening(evenings),
    )


async def _told(connection: AsyncConnection, session_id: int) -> list[Told]:
    """The acts of a session that count and that the table may know, oldest first."""
    told: list[Told] = []
    place = {"session": session_id, "after": 0}
    while rows := (await connection.execute(_TOLD, place)).all():
        told += [Told(act_value(row.record), tuple(map(tuple, row.dice or ())), row.at) for row in rows]
        place["after"] = rows[-1].id
        await asyncio.sleep(0)  # a long evening keeps nobody waiting
    return told


async def _evenings(
    connection: AsyncConnection, guild_id: int, session: Session, now: tuple[Mark, ...]
) -> Sequence[Evening]:
    """The latest sessions up to this one, oldest first. ``now``: where everybody is, for a session still open."""
    rows = await connection.execute(_EVENINGS, {"guild": guild_id, "session": session.id})
    return [
        Evening(
            row.number,
            _marks(row.opening),
            _marks(row.closing) if row.closed_at is not None else now,
        )
        for row in rows
    ]


def _marks(record: dict[str, Any] | None) -> tuple[Mark, ...]:
    act = act_value(record) if record else None
    return act.marks if isinstance(act, SessionOpening | SessionClosing) else ()
