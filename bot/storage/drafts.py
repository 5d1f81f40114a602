"""Characters being made, as stored: one a player and server."""

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import upserts
from bot.storage.mapping import CONVERTER
from bot.storage.tables import DraftRow
from rules.drafts import Draft

_OF = (DraftRow.guild_id == bindparam("guild"), DraftRow.player_id == bindparam("player"))
_SELECT = select(DraftRow.facts).where(*_OF)
_DELETE = delete(DraftRow).where(*_OF)


async def load(connection: AsyncConnection, guild_id: int, player_id: int) -> Draft | None:
    """The draft of who is making a character; perhaps an abandoned one. Writers lock the campaign first."""
    found = await connection.execute(_SELECT, {"guild": guild_id, "player": player_id})
    facts = found.scalar_one_or_none()
    return CONVERTER.structure(facts, Draft) if facts else None


async def save(connection: AsyncConnection, guild_id: int, player_id: int, draft: Draft) -> None:
    """Writes a draft in the place of the one before."""
    statement = upserts.replacing(connection, DraftRow, "guild_id", "player_id")
    facts = CONVERTER.unstructure(draft, Draft)
    await connection.execute(statement, {"guild_id": guild_id, "player_id": player_id, "facts": facts})


async def use_up(connection: AsyncConnection, guild_id: int, player_id: int) -> None:
    """The character is born: its scores are used up."""
    await connection.execute(_DELETE, {"guild": guild_id, "player": player_id})
