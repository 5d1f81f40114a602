"""« Pourquoi ? » on a message, and the menu of `/journal voir`: an act explained to whoever may know of it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.access import is_game_master
from bot.buttons import Press, Stale
from bot.client import Bot, Interaction
from bot.history_buttons import EXPLAIN, WHY_PRESS
from bot.replies import send
from bot.screens.history import explain_menu
from bot.screens.why import explanation
from bot.storage import campaigns, characters, history, past
from bot.storage.engine import Connection
from bot.storage.history import Told
from bot.storage.past import Entry
from rules.refusals import Refusal


class NotTold(Refusal):
    """The act is a secret of the game master's, or of who threw it."""

    def __init__(self) -> None:
        super().__init__("C’est un secret : seul le MdT l’explique, et un jet secret, celui qui l’a lancé.")


async def explain(interaction: Interaction, act_id: int, together: Sequence[Entry] = ()) -> None:
    """Explains an act of this server in private, from what the journal keeps of it; ``together``: those to offer beside."""
    assert interaction.guild_id is not None
    async with interaction.client.database.reading() as connection:
        told = await history.told(connection, interaction.guild_id, act_id)
        campaign = await campaigns.load(connection, interaction.guild_id)
    if told is None:
        raise Stale
    mastered = is_game_master(interaction, campaign)
    if not mastered and not may_know(told, interaction.user.id):
        raise NotTold
    offered = (explain_menu(together),) if len(together) > 1 else ()
    await send(interaction, replace(explanation(told, campaign, mastered=mastered), buttons=offered))


def may_know(told: Told, user_id: int) -> bool:
    """True for what the table was told, and for one's own secret throw, unless it was thrown blind."""
    entry = told.entry
    return told.public or (entry.secret and not entry.blind and entry.actor_id == user_id)


async def explain_gesture(interaction: Interaction, act_id: int) -> None:
    """Explains an act; of one gesture that made several, the reader's own, with a menu of them all."""
    assert interaction.guild_id is not None
    async with interaction.client.database.reading() as connection:
        together = await gesture(connection, interaction, act_id)
        own = await own_act(connection, interaction, together)
    await explain(interaction, own or act_id, together)


async def gesture(connection: Connection, interaction: Interaction, act_id: int) -> Sequence[Entry]:
    """The acts made with this one, that the reader may know of."""
    assert interaction.guild_id is not None
    entry = await past.entry(connection, interaction.guild_id, act_id)
    if entry is None or entry.group_id is None:
        return ()
    campaign = await campaigns.load(connection, interaction.guild_id)
    mastered = is_game_master(interaction, campaign)
    return await history.of_gesture(connection, interaction.guild_id, entry.group_id, mastered=mastered)


async def own_act(connection: Connection, interaction: Interaction, together: Sequence[Entry]) -> int | None:
    """The act, among several, that is about a character of the reader's."""
    assert interaction.guild_id is not None
    about = {entry.act.character_id: entry.id for entry in together if entry.act.character_id is not None}
    found = await characters.several(connection, interaction.guild_id, {*about})
    return next((about[key] for key, one in found.items() if one.player_id == interaction.user.id), None)


class WhyPress(Press, template=WHY_PRESS):
    """« Pourquoi ? »."""

    async def press(self, interaction: Interaction) -> None:
        await explain_gesture(interaction, int(self.parts["act"]))


class EntryPick(Press, template=EXPLAIN):
    """« Expliquer une entrée… »."""

    async def press(self, interaction: Interaction) -> None:
        await explain(interaction, int(self.values[0]))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(WhyPress, EntryPick)
