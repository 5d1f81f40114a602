"""The combats of a campaign: who fights, where the card is, and what was spent, read back from the journal."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import past, upserts
from bot.storage.mapping import CONVERTER
from bot.storage.tables import ActRow, CampaignRow, CharacterRow, CombatRow
from rules.campaign import Campaign
from rules.fight import Fight
from rules.heroism import Use

_SPENDS = (
    select(CharacterRow.name, ActRow.spend)
    .join(CharacterRow, CharacterRow.id == ActRow.character_id)
    .where(
        CharacterRow.guild_id == bindparam("guild"),
        ActRow.combat == bindparam("combat"),
        ActRow.round == bindparam("round"),
        ActRow.spend.is_not(None),
        ~past.UNDONE,
    )
    .order_by(ActRow.id)
)
_FIGHT = select(CombatRow.facts).where(
    CombatRow.guild_id == bindparam("guild"), CombatRow.number == bindparam("number")
)
_CARD = (
    select(
        CampaignRow.combat_round,
        CampaignRow.combats,
        CombatRow.number,
        CombatRow.channel_id,
        CombatRow.message_id,
    )
    .join(CampaignRow, CampaignRow.guild_id == CombatRow.guild_id)
    .where(
        CombatRow.guild_id == bindparam("guild"),
        or_(CombatRow.number == CampaignRow.combats, CombatRow.message_id.is_not(None)),
    )
    .order_by(CombatRow.number.desc())
    .limit(1)
)
_LAST = select(func.max(CombatRow.number)).where(CombatRow.guild_id == bindparam("guild"))
_PLACE = update(CombatRow).where(
    CombatRow.guild_id == bindparam("of_guild"), CombatRow.number == bindparam("of_number")
)


async def spends(connection: AsyncConnection, campaign: Campaign) -> Sequence[tuple[str, Use]]:
    """Who has spent a heroism point in the current round, and on what; spends undone do not count (HER-3)."""
    if campaign.combat is None:
        return ()
    parameters = {
        "guild": campaign.guild_id,
        "combat": campaign.combat.number,
        "round": campaign.combat.round,
    }
    rows = await connection.execute(_SPENDS, parameters)
    return [(name, Use(spend)) for name, spend in rows if spend]


async def fight(connection: AsyncConnection, campaign: Campaign, number: int | None = None) -> Fight:
    """Who fights in the open combat, or in the one of this number."""
    if number is None:
        if campaign.combat is None:
            return Fight()
        number = campaign.combat.number
    parameters = {"guild": campaign.guild_id, "number": number}
    facts = (await connection.execute(_FIGHT, parameters)).scalar_one_or_none()
    return CONVERTER.structure(facts, Fight) if facts else Fight()


async def keep(connection: AsyncConnection, campaign: Campaign, number: int, fought: Fight) -> None:
    """Writes who fights in a combat."""
    statement = upserts.replacing(connection, CombatRow, "guild_id", "number")
    facts = CONVERTER.unstructure(fought, Fight)
    await connection.execute(statement, {"guild_id": campaign.guild_id, "number": number, "facts": facts})


async def next_number(connection: AsyncConnection, campaign: Campaign) -> int:
    """The number of a combat that opens: one that none ever had, an undone one included."""
    last = (await connection.execute(_LAST, {"guild": campaign.guild_id})).scalar()
    return max(last or 0, campaign.combats) + 1


@dataclass(frozen=True, slots=True)
class Card:
    """Where the card of a campaign's last combat is; ``open``: that combat still goes on."""

    number: int
    open: bool
    channel_id: int | None
    message_id: int | None


async def card(connection: AsyncConnection, guild_id: int) -> Card | None:
    """The card of the last combat, if there was any; first the one left by a combat whose opening was undone."""
    row = (await connection.execute(_CARD, {"guild": guild_id})).one_or_none()
    if row is None:
        return None
    going_on = row.combat_round is not None and row.number == row.combats
    return Card(row.number, going_on, row.channel_id, row.message_id)


async def place(
    connection: AsyncConnection, guild_id: int, number: int, channel_id: int | None, message_id: int | None
) -> None:
    """Writes where a card is, or that it is no more."""
    where = {"of_guild": guild_id, "of_number": number}
    await connection.execute(_PLACE.values(channel_id=channel_id, message_id=message_id), where)
