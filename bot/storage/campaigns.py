"""Campaigns as stored: one row a server."""

from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import fairness
from bot.storage.mapping import alterations_document, campaign_value, settings_document, spells_document
from bot.storage.tables import CampaignRow
from rules.campaign import Campaign

_SELECT = select(CampaignRow.__table__).where(CampaignRow.guild_id == bindparam("guild"))
_LOCK = _SELECT.with_for_update()
_MAKE = {
    "sqlite": sqlite.insert(CampaignRow).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(CampaignRow).on_conflict_do_nothing(),
}
_UPDATE = update(CampaignRow).where(CampaignRow.guild_id == bindparam("guild"))


async def load(connection: AsyncConnection, guild_id: int) -> Campaign:
    """The campaign of a guild, as it is or as it starts."""
    row = (await connection.execute(_SELECT, {"guild": guild_id})).one_or_none()
    return campaign_value(row) if row else Campaign(guild_id=guild_id)


async def begin(connection: AsyncConnection, guild_id: int) -> Campaign:
    """The campaign of a guild in a writing transaction, its row made and locked."""
    await connection.execute(_MAKE[connection.dialect.name], {"guild_id": guild_id})
    row = (await connection.execute(_LOCK, {"guild": guild_id})).one()
    return campaign_value(row)


async def change(connection: AsyncConnection, guild_id: int, **columns: Any) -> None:
    """Writes some columns of a campaign."""
    await connection.execute(_UPDATE.values(**columns), {"guild": guild_id})


async def save_settings(connection: AsyncConnection, campaign: Campaign) -> None:
    """Writes what `/reglages` changes: the readings of the rules, the game master's role, the channels."""
    fairness.forget_setting(connection, campaign.guild_id)
    await change(
        connection,
        campaign.guild_id,
        settings=settings_document(campaign.settings),
        gm_role_id=campaign.gm_role_id,
        channel_id=campaign.channel_id,
        gm_channel_id=campaign.gm_channel_id,
    )


async def save_spells(connection: AsyncConnection, campaign: Campaign) -> None:
    """Writes what the game master forbids, allows and adds (MAG-1)."""
    await change(connection, campaign.guild_id, spells=spells_document(campaign.spells))


async def save_alterations(connection: AsyncConnection, campaign: Campaign) -> None:
    """Writes what `/corruption table` changes (COR-6)."""
    await change(connection, campaign.guild_id, alterations=alterations_document(campaign.alterations))


async def save_course(connection: AsyncConnection, campaign: Campaign) -> None:
    """Writes what play moves on: the clock, the open session and combat, the period."""
    await change(
        connection,
        campaign.guild_id,
        clock=campaign.clock,
        session_id=campaign.session_id,
        combats=campaign.combats,
        combat_round=campaign.combat.round if campaign.combat else None,
        period=campaign.period,
    )
