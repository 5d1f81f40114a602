"""Reminders as stored: each is given once, whatever restarts in between."""

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import upserts
from bot.storage.tables import CampaignRow, ReminderRow

_GIVEN = select(ReminderRow.key).where(ReminderRow.guild_id == bindparam("guild"))
_GM_CHANNEL = select(CampaignRow.gm_channel_id).where(CampaignRow.guild_id == bindparam("guild"))


async def given(connection: AsyncConnection, guild_id: int) -> frozenset[str]:
    """The keys of the reminders that a guild was given."""
    return frozenset((await connection.execute(_GIVEN, {"guild": guild_id})).scalars())


async def give(connection: AsyncConnection, guild_id: int, key: str, at: int) -> bool:
    """Writes a reminder down, before it is said; False when it already was. The campaign has begun."""
    statement = upserts.insert(connection, ReminderRow).on_conflict_do_nothing().returning(ReminderRow.key)
    row = {"guild_id": guild_id, "key": key, "at": at}
    return (await connection.execute(statement, row)).first() is not None


async def channel(connection: AsyncConnection, guild_id: int) -> int | None:
    """Where the game master alone reads, if that was chosen."""
    return (await connection.execute(_GM_CHANNEL, {"guild": guild_id})).scalar_one_or_none()
