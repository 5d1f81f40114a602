"""Items as stored: found by identity or holder, created and updated (OBJ)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, insert, select
from sqlalchemy import update as update_statement
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import journal
from bot.storage.journal import Author
from bot.storage.mapping import CONVERTER
from bot.storage.tables import ItemRow
from rules.campaign import Campaign
from rules.item_acts import Changed, ItemEvent, stored
from rules.items import Item
from rules.names import name_key

COLUMNS = ("id", "holder_id", "name", "charges")

_ALL = select(ItemRow.__table__).where(ItemRow.guild_id == bindparam("guild"))
_OF_GUILD = _ALL.order_by(ItemRow.name_key, ItemRow.id)
_HELD = select(ItemRow.__table__).where(ItemRow.holder_id == bindparam("holder")).order_by(ItemRow.name_key)
_BY_ID = _ALL.where(ItemRow.id == bindparam("item"))
_LOCK = _BY_ID.with_for_update()
_INSERT = insert(ItemRow).returning(ItemRow.id)
_UPDATE = update_statement(ItemRow).where(ItemRow.id == bindparam("row_id"))


def _columns(item: Item) -> dict[str, Any]:
    """An item as its row keeps it, identity apart."""
    document: dict[str, Any] = CONVERTER.unstructure(item, Item)
    return {
        "holder_id": item.holder_id,
        "name": item.name,
        "name_key": name_key(item.name),
        "charges": item.charges,
        "facts": {key: value for key, value in document.items() if key not in COLUMNS},
    }


def _value(row: Any) -> Item:
    return CONVERTER.structure({**row.facts, **{name: getattr(row, name) for name in COLUMNS}}, Item)


def _made(rows: Iterable[Any]) -> Sequence[Item]:
    """Those whose making was not undone."""
    return [item for item in map(_value, rows) if not item.unmade]


async def of_guild(connection: AsyncConnection, guild_id: int) -> Sequence[Item]:
    """Every item of a guild, by name."""
    return _made(await connection.execute(_OF_GUILD, {"guild": guild_id}))


async def held_by(connection: AsyncConnection, character_id: int) -> Sequence[Item]:
    """What a character has, by name."""
    return _made(await connection.execute(_HELD, {"holder": character_id}))


async def by_id(
    connection: AsyncConnection, guild_id: int, item_id: int, *, lock: bool = False
) -> Item | None:
    """An item of this guild."""
    query = _LOCK if lock else _BY_ID
    row = (await connection.execute(query, {"guild": guild_id, "item": item_id})).one_or_none()
    return _value(row) if row else None


async def create(connection: AsyncConnection, guild_id: int, item: Item) -> Item:
    """Stores a new item; the same with its identity."""
    identity = (await connection.execute(_INSERT, {"guild_id": guild_id, **_columns(item)})).scalar_one()
    return replace(item, id=identity)


async def update(connection: AsyncConnection, item: Item) -> None:
    """Stores an item as it now is."""
    await connection.execute(_UPDATE, {"row_id": item.id, **_columns(item)})


async def accept(
    connection: AsyncConnection, campaign: Campaign, changed: Changed, author: Author
) -> Changed:
    """Stores the item as the act leaves it, new or known, and writes the act down. Raises ``AlreadyDone``.

    The birth of an item is secret: its powers are in it.
    """
    item, act = changed
    birth = act.event is ItemEvent.CREATED
    if birth:
        item = await create(connection, campaign.guild_id, item)
        act = stored(act, item)
    else:
        await update(connection, item)
    await journal.write(connection, campaign, act, author, secret=birth)
    return item, act
