"""The journal looked back on: pages kept by the number of an act, and all that explains one act."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    false,
    func,
    not_,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import characters
from bot.storage.journal import OVERTAKING
from bot.storage.past import Entry, entry_of
from bot.storage.tables import ActRow, CharacterRow, TouchRow
from rules.acts import Act
from rules.character import Character
from rules.combat import CombatAct
from rules.fight import InitiativeAct


def _withheld(*inside: str) -> ColumnElement[bool]:
    """What the game master alone is told, though no die was secret: NPCs and items at their birth, secret states.

    ``inside``: where the act is, in the record of another.
    """
    record = ActRow.record
    kind = record[(*inside, "kind")].as_string()
    secret = record[(*inside, "element", "secret")].as_boolean()
    return or_(
        kind == "npc_creation",
        and_(kind == "item", record[(*inside, "event")].as_string() == "created"),
        and_(kind == "element", secret),
    )


_TOLD = and_(
    or_(ActRow.secret.is_(False), ActRow.revealed.is_(True)),
    # What undid such an act tells as much as it did.
    *(not_(func.coalesce(_withheld(*inside), false())) for inside in ((), ("undone",))),
)
_who, _touch = CharacterRow.__table__.alias("who"), TouchRow.__table__.alias("touch")
_touched_one = exists().where(_touch.c.act_id == ActRow.id, _touch.c.character_id == _who.c.id)
_TOUCHES_PLAYERS = _touched_one.where(_who.c.npc.is_(False))
# Their figures are the game master's, and what they do too, unless a player's sheet bears it.
_OF_NPCS = or_(
    exists().where(_who.c.id == ActRow.character_id, _who.c.npc.is_(True)),
    and_(ActRow.character_id.is_(None), _touched_one.where(_who.c.npc.is_(True)), not_(_TOUCHES_PLAYERS)),
)
_PUBLIC = and_(_TOLD, or_(not_(_OF_NPCS), _TOUCHES_PLAYERS))


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What is looked at: a guild's journal, perhaps one character's; ``mastered``: with what players may not see."""

    guild_id: int
    count: int
    character_id: int | None = None
    mastered: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a page begins: right after (``newer``) or right before an act."""

    act_id: int
    newer: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Acts, newest first, and whether there are others on each side."""

    entries: Sequence[Entry]
    newer: bool = False
    older: bool = False


async def page(connection: AsyncConnection, view: View, edge: Edge | None = None) -> Page:
    """A page of the journal: the newest, or the one on a side of ``edge``. Never the whole journal is read."""
    newer = edge is not None and edge.newer
    parameters = {"guild": view.guild_id, "character": view.character_id, "edge": edge.act_id if edge else 0}
    rows = (await connection.execute(_statement(view, edge), parameters)).all()
    more = len(rows) > view.count
    if newer and not more:  # nothing newer than these: a whole page, rather than what remained
        return await page(connection, view)
    entries = [entry_of(row) for row in rows[: view.count]]
    if newer:
        return Page(entries[::-1], newer=True, older=True)
    return Page(entries, newer=edge is not None, older=more)


def _statement(view: View, edge: Edge | None) -> Select[Any]:
    """One more act than the page holds tells whether others follow."""
    if view.character_id is None:
        query = _side(select(ActRow.__table__).where(ActRow.guild_id == bindparam("guild")), view, edge)
        return query.limit(view.count + 1)
    own = select(ActRow.id).where(ActRow.character_id == bindparam("character"))
    others = (
        select(ActRow.id)
        .join(TouchRow, TouchRow.act_id == ActRow.id)
        .where(TouchRow.character_id == bindparam("character"))
    )
    # Each way has its own index; together they would have none.
    sides = [_side(one, view, edge).limit(view.count + 1).subquery() for one in (own, others)]
    found = union_all(*(select(one.c.id) for one in sides)).subquery()
    query = select(ActRow.__table__).where(
        ActRow.guild_id == bindparam("guild"), ActRow.id.in_(select(found.c.id))
    )
    return query.order_by(_order(edge)).limit(view.count + 1)


def _side(query: Select[Any], view: View, edge: Edge | None) -> Select[Any]:
    """What of a query is on this side of the edge, and for these eyes, nearest first."""
    if edge is not None:
        beyond = ActRow.id > bindparam("edge") if edge.newer else ActRow.id < bindparam("edge")
        query = query.where(beyond)
    return (query if view.mastered else query.where(_PUBLIC)).order_by(_order(edge))


def _order(edge: Edge | None) -> Any:
    return ActRow.id.asc() if edge is not None and edge.newer else ActRow.id.desc()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An act, and what its explanation needs: whether the table may know of it, whom it touched, what became of it.

    ``npc``: it is an NPC's, whose figures are the game master's. ``overtaken``: what undid or replaced it, if
    that stands: its number and how.
    """

    entry: Entry
    public: bool
    npc: bool
    touched: Mapping[int, Character]
    overtaken: tuple[int, str] | None = None


_TOLD_ACT = select(ActRow.__table__, _TOLD.label("told"), _OF_NPCS.label("npc")).where(
    ActRow.guild_id == bindparam("guild"), ActRow.id == bindparam("act_id")
)
_OVERTAKER = (
    select(ActRow.id, ActRow.relation)
    .where(
        ActRow.follows_id == bindparam("act_id"),
        ActRow.relation.in_(OVERTAKING),
        ActRow.standing.is_(True),
    )
    .order_by(ActRow.id.desc())
    .limit(1)
)


async def of_gesture(
    connection: AsyncConnection, guild_id: int, group: int, *, mastered: bool
) -> Sequence[Entry]:
    """The acts that one gesture made, oldest first, for these eyes."""
    query = select(ActRow.__table__).where(ActRow.guild_id == guild_id, ActRow.group_id == group)
    rows = await connection.execute((query if mastered else query.where(_PUBLIC)).order_by(ActRow.id))
    return [entry_of(row) for row in rows]


async def told(connection: AsyncConnection, guild_id: int, act_id: int) -> Told | None:
    """One act of this guild, with what explains it."""
    row = (await connection.execute(_TOLD_ACT, {"guild": guild_id, "act_id": act_id})).one_or_none()
    if row is None:
        return None
    entry = entry_of(row)
    overtaker = (await connection.execute(_OVERTAKER, {"act_id": act_id})).one_or_none()
    return Told(
        entry=entry,
        public=bool(row.told),
        npc=bool(row.npc),
        touched=await characters.several(connection, guild_id, _touched(entry.act)),
        overtaken=(overtaker.id, overtaker.relation) if overtaker else None,
    )


def _touched(act: Act) -> set[int]:
    """Those that the act changed, and those whom it put in the order of a combat."""
    fighters = act.fight.identities if isinstance(act, CombatAct | InitiativeAct) else ()
    return {*(one.character_id for one in act.changes), *fighters}
