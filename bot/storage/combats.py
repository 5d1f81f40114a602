"""What was done in the open combat, read back from the journal."""

from collections.abc import Sequence

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.storage import journal
from bot.storage.tables import ActRow, CharacterRow
from rules.campaign import Campaign
from rules.heroism import Use

_undo = aliased(ActRow)
_SPENDS = (
    select(CharacterRow.name, ActRow.spend)
    .join(CharacterRow, CharacterRow.id == ActRow.character_id)
    .where(
        CharacterRow.guild_id == bindparam("guild"),
        ActRow.combat == bindparam("combat"),
        ActRow.round == bindparam("round"),
        ActRow.spend.is_not(None),
        ~exists().where(_undo.follows_id == ActRow.id, _undo.relation == journal.UNDOES),
    )
    .order_by(ActRow.id)
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
