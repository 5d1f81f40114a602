"""Which acts may be undone: the last one, those proposed, the one chosen; the journal is read newest first."""

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.storage import past
from bot.storage.journal import REPLACES
from bot.storage.mapping import kind_of
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from rules.requests import SaveRequest
from rules.undoing import NOTHING_TO_UNDO, UndoAct, has_effect

PAGE = 50
MOST_READ = 150  # acts in which words are looked for: each is read in full
_PAGE = (
    select(ActRow.__table__)
    .where(ActRow.guild_id == bindparam("guild"), ActRow.id < bindparam("before"), ActRow.standing)
    .order_by(ActRow.id.desc())
    .limit(PAGE)
)
_first = aliased(ActRow)
_THROWN_AGAIN = (
    select(ActRow.__table__)
    .join(_first, _first.id == ActRow.follows_id)
    .where(
        _first.group_id == bindparam("group"),
        _first.guild_id == bindparam("guild"),
        ActRow.relation == REPLACES,
        ActRow.standing,
    )
)
_END = 2**62
_EMPTY = {kind_of(kind) for kind in NOTHING_TO_UNDO}
_UNDOING = kind_of(UndoAct)
_GROUP = re.compile(r"g(\d{1,19})")
_GREATEST = 2**63 - 1  # what a column holds


async def _standing(connection: AsyncConnection, guild_id: int) -> AsyncIterator[Any]:
    """The rows of the acts that stand, newest first, a page at a time."""
    before = _END
    while rows := (await connection.execute(_PAGE, {"guild": guild_id, "before": before})).all():
        for row in rows:
            if row.record["kind"] not in _EMPTY and not row.record.get("redone"):
                yield row
        before = rows[-1].id


async def last(connection: AsyncConnection, guild_id: int) -> Sequence[Entry]:
    """The last act that stands, changed something and undoes nothing; with those of the same gesture."""
    async for row in _standing(connection, guild_id):
        if row.record["kind"] == _UNDOING:
            continue
        entry = past.entry_of(row)
        if has_effect(entry.act, fought=entry.combat is not None) or await _awaited(connection, entry):
            if entry.group_id is None:
                return [entry]
            return await gesture(connection, guild_id, entry.group_id)
    return []


async def _awaited(connection: AsyncConnection, entry: Entry) -> bool:
    """True for a save asked of a player, who has not thrown it yet."""
    return isinstance(entry.act, SaveRequest) and not await past.answered(connection, entry.id)


async def chosen(connection: AsyncConnection, guild_id: int, value: str) -> Sequence[Entry]:
    """The act of this number, or those that stand of a gesture (« g » and its identity)."""
    if (match := _GROUP.fullmatch(value)) is not None and int(match[1]) <= _GREATEST:
        return await gesture(connection, guild_id, int(match[1]))
    if not value.isdecimal() or len(value) > 18:
        return []
    entry = await past.entry(connection, guild_id, int(value))
    return [entry] if entry else []


async def gesture(connection: AsyncConnection, guild_id: int, group: int) -> Sequence[Entry]:
    """The acts of a gesture that stand; and, of those whose die was thrown again, both throws: it goes whole."""
    standing = await past.of_group(connection, guild_id, group)
    rows = await connection.execute(_THROWN_AGAIN, {"guild": guild_id, "group": group})
    again = [past.entry_of(row) for row in rows]
    firsts = [await past.entry(connection, guild_id, one.follows_id) for one in again if one.follows_id]
    return [*standing, *(one for one in firsts if one is not None), *again]


async def candidates(connection: AsyncConnection, guild_id: int, most: int = MOST_READ) -> Sequence[Entry]:
    """The latest acts that may be undone, newest first, ``most`` of them."""
    found: list[Entry] = []
    async for row in _standing(connection, guild_id):
        found.append(past.entry_of(row))
        if len(found) == most:
            break
    return found
