"""The past, as the journal tells it: acts read back, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.journal import ANSWERS, REVEALS, UNDOES
from bot.storage.mapping import act_value
from bot.storage.tables import ActRow, TouchRow
from rules.acts import Act
from rules.attacks import AttackAct
from rules.changes import LaterChange
from rules.destiny import Destiny, LastRoll
from rules.growth import ExperienceAct

_later = ActRow.__table__.alias("later")
UNDONE = exists().where(
    _later.c.follows_id == ActRow.id, _later.c.relation == UNDOES, _later.c.standing.is_(True)
)
# What an undone act did, and what undoing it did, are as if neither had been.
EFFECTIVE = and_(ActRow.relation.is_distinct_from(UNDOES), ~UNDONE)


@dataclass(frozen=True, slots=True)
class Entry:
    """An act read back from the journal."""

    id: int
    guild_id: int
    act: Act
    actor_id: int | None
    at: int
    command: str
    secret: bool
    session_id: int | None
    combat: int | None
    round: int | None
    standing: bool
    clock: int = 0
    blind: bool = False
    revealed: bool = False
    follows_id: int | None = None
    relation: str | None = None
    group_id: int | None = None

    @property
    def hidden(self) -> bool:
        """The table is not to see it."""
        return self.secret and not self.revealed


_ENTRY = select(ActRow.__table__)
_BY_ID = _ENTRY.where(ActRow.id == bindparam("act_id"), ActRow.guild_id == bindparam("guild"))
_LAST_D20 = (  # by the character alone: the guild's whole journal would be a longer way
    _ENTRY.where(
        ActRow.character_id == bindparam("character"),
        ActRow.d20,
        ~ActRow.secret,
        ~UNDONE,
    )
    .order_by(ActRow.id.desc())
    .limit(1)
)
_LATER = (
    select(ActRow.id, ActRow.record)
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.id > bindparam("act_id"),
        EFFECTIVE,
        or_(
            ActRow.character_id == bindparam("character"),
            ActRow.character_id.is_(None),
            ActRow.id.in_(select(TouchRow.act_id).where(TouchRow.character_id == bindparam("character"))),
        ),
    )
    .order_by(ActRow.id)
)
_GAINS = _LATER.where(ActRow.command == "personnage px", ActRow.standing)
_THROUGH = (
    select(ActRow.id)
    .where(ActRow.character_id == bindparam("character"), ActRow.command == bindparam("command"))
    .limit(1)
)
# An answer thrown again remains an answer; undone, it is one no more.
_ANSWERED = (
    select(ActRow.id)
    .where(ActRow.follows_id == bindparam("act_id"), ActRow.relation == ANSWERS, ~UNDONE)
    .limit(1)
)
_GROUP = _ENTRY.where(
    ActRow.group_id == bindparam("group"), ActRow.guild_id == bindparam("guild"), ActRow.standing
).order_by(ActRow.id)
_FOLLOWERS = _ENTRY.where(
    ActRow.follows_id == bindparam("act_id"), ActRow.relation != REVEALS, ActRow.standing
).order_by(ActRow.id.desc())
_RECENT = (
    _ENTRY.where(ActRow.guild_id == bindparam("guild")).order_by(ActRow.id.desc()).limit(bindparam("count"))
)


def entry_of(row: Any) -> Entry:
    """An act read back from its row."""
    return Entry(
        row.id,
        row.guild_id,
        act_value(row.record),
        row.actor_id,
        row.at,
        row.command,
        row.secret,
        row.session_id,
        row.combat,
        row.round,
        row.standing,
        row.clock,
        row.blind,
        row.revealed,
        row.follows_id,
        row.relation,
        row.group_id,
    )


async def entry(connection: AsyncConnection, guild_id: int, act_id: int) -> Entry | None:
    """One act of this guild."""
    row = (await connection.execute(_BY_ID, {"guild": guild_id, "act_id": act_id})).one_or_none()
    return entry_of(row) if row else None


async def recent(connection: AsyncConnection, guild_id: int, count: int) -> Sequence[Entry]:
    """The latest acts of a guild, newest first."""
    rows = await connection.execute(_RECENT, {"guild": guild_id, "count": count})
    return [entry_of(row) for row in rows]


async def came_through(connection: AsyncConnection, character_id: int, command: str) -> bool:
    """True when an act of this character, standing or not, came through this command or very button."""
    found = await connection.execute(_THROUGH, {"character": character_id, "command": command})
    return found.first() is not None


async def answered(connection: AsyncConnection, act_id: int) -> bool:
    """True when an act answers this one, or did until it was itself thrown again."""
    return (await connection.execute(_ANSWERED, {"act_id": act_id})).first() is not None


async def followers(connection: AsyncConnection, act_id: int) -> Sequence[Entry]:
    """The standing acts that answer, replace or undo this one, newest first; what shows it is none of them."""
    return [entry_of(row) for row in await connection.execute(_FOLLOWERS, {"act_id": act_id})]


async def of_group(connection: AsyncConnection, guild_id: int, group: int) -> Sequence[Entry]:
    """The acts that one gesture made and that stand, oldest first."""
    rows = await connection.execute(_GROUP, {"guild": guild_id, "group": group})
    return [entry_of(row) for row in rows]


async def later_acts(
    connection: AsyncConnection, guild_id: int, act_id: int, character_id: int
) -> Sequence[tuple[int, Act]]:
    """What came after an act for a character, oldest first, without what is undone nor what undid it."""
    rows = await connection.execute(_LATER, {"guild": guild_id, "character": character_id, "act_id": act_id})
    return [(row.id, act_value(row.record)) for row in rows]


async def gains(connection: AsyncConnection, guild_id: int, character_id: int) -> Sequence[ExperienceAct]:
    """The experience given to a character or taken from it, alone or with the others, oldest first (CLA-4)."""
    rows = await connection.execute(_GAINS, {"guild": guild_id, "character": character_id, "act_id": 0})
    acts = (act_value(row.record) for row in rows)
    return [act for act in acts if isinstance(act, ExperienceAct)]


async def last_roll(connection: AsyncConnection, guild_id: int, character_id: int) -> LastRoll | None:
    """The last public d20 of a character, with what came after (HER-5)."""
    found = (await connection.execute(_LAST_D20, {"character": character_id})).one_or_none()
    if found is None or found.guild_id != guild_id:
        return None
    act = act_value(found.record)
    later = await later_acts(connection, guild_id, found.id, character_id)
    came = await answer(connection, found.id) if isinstance(act, AttackAct) else None
    return LastRoll(
        found.id,
        act,
        found.session_id,
        rerolled=isinstance(act, Destiny) or not found.standing,
        later=tuple(LaterChange(number, one.change_of(character_id)) for number, one in later),
        combat=found.combat,
        answer=came,
    )


async def answer(connection: AsyncConnection, act_id: int) -> Act | None:
    """What answers an act and stands."""
    found = await followers(connection, act_id)
    return next((one.act for one in found if one.relation == ANSWERS), None)
