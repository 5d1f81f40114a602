"""« Pourquoi ? » on a message, and the menu of `/journal voir`: an act explained to whoever may know of it."""

from bot.access import is_game_master
from bot.buttons import Press, Stale
from bot.client import Bot, Interaction
from bot.history_buttons import EXPLAIN, WHY_PRESS
from bot.replies import send
from bot.screens.why import explanation
from bot.storage import campaigns, history
from bot.storage.history import Told
from rules.refusals import Refusal


class NotTold(Refusal):
    """The act is a secret of the game master's, or of who threw it."""

    def __init__(self) -> None:
        super().__init__("C’est un secret : seul le MdT l’explique, et un jet secret, celui qui l’a lancé.")


async def explain(interaction: Interaction, act_id: int) -> None:
    """Explains an act of this server in private, from what the journal keeps of it."""
    assert interaction.guild_id is not None
    async with interaction.client.database.reading() as connection:
        told = await history.told(connection, interaction.guild_id, act_id)
        campaign = await campaigns.load(connection, interaction.guild_id)
    if told is None:
        raise Stale
    mastered = is_game_master(interaction, campaign)
    if not mastered and not may_know(told, interaction.user.id):
        raise NotTold
    await send(interaction, explanation(told, campaign, mastered=mastered))


def may_know(told: Told, user_id: int) -> bool:
    """True for what the table was told, and for one's own secret throw, unless it was thrown blind."""
    entry = told.entry
    return told.public or (entry.secret and not entry.blind and entry.actor_id == user_id)


class WhyPress(Press, template=WHY_PRESS):
    """« Pourquoi ? »."""

    async def press(self, interaction: Interaction) -> None:
        await explain(interaction, int(self.parts["act"]))


class EntryPick(Press, template=EXPLAIN):
    """« Expliquer une entrée… »."""

    async def press(self, interaction: Interaction) -> None:
        await explain(interaction, int(self.values[0]))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(WhyPress, EntryPick)
