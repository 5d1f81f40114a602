"""Campaigns as stored: one row a server."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.mapping import campaign_value
from bot.storage.tables import CampaignRow
from rules.campaign import Campaign

_SELECT = select(CampaignRow.__table__).where(CampaignRow.guild_id == bindparam("guild"))
_UPDATE = update(CampaignRow).where(CampaignRow.guild_id == bindparam("guild"))


async def load(connection: AsyncConnection, guild_id: int) -> Campaign:
    """The campaign of a guild, as it is or as it starts."""
    row = (await connection.execute(_SELECT, {"guild": guild_id})).one_or_none()
    return campaign_value(row) if row else Campaign(guild_id=guild_id)


async def begin(connection: AsyncConnection, guild_id: int) -> Campaign:
    """The campaign of a guild in a writing transaction, its row made and locked."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    await connection.execute(dialect.insert(CampaignRow).values(guild_id=guild_id).on_conflict_do_nothing())
    row = (await connection.execute(_SELECT.with_for_update(), {"guild": guild_id})).one()
    return campaign_value(row)


async def change(connection: AsyncConnection, guild_id: int, **columns: Any) -> None:
    """Writes some columns of a campaign."""
    await connection.execute(_UPDATE.values(**columns), {"guild": guild_id})


async def change_settings(connection: AsyncConnection, guild_id: int, settings: Mapping[str, Any]) -> None:
    """Writes the settings document."""
    await change(connection, guild_id, settings=dict(settings))
