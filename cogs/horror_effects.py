"""The end of what a horror put on somebody, which the game master may say before its time (SAN-4)."""

from bot import buttons, group_buttons, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, send
from bot.screens import horror as screens
from bot.storage import journal, past
from bot.storage.engine import Connection
from rules import horror, madness
from rules.horror import EffectOver


async def end_effect(connection: Connection, interaction: Interaction, act_id: int) -> Reply:
    """Lifts the effect of a horror, for the button of one character and the menu of several."""
    assert interaction.guild_id is not None
    entry = await past.entry(connection, interaction.guild_id, act_id)
    if entry is None or entry.act.character_id is None:
        raise buttons.Stale
    scene = await selection.mastered(connection, interaction, selection.option_value(entry.act.character_id))
    element = horror.standing_effect(scene.character, entry.act, scene.campaign.clock)
    if element is None:
        raise EffectOver(scene.character)
    act = madness.remove(scene.character, element)
    await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
    return screens.element_changed(act, "Effet", secret=entry.hidden)


class EndEffectPress(Press, template=rf"{buttons.END_EFFECT}:(?P<act>\d+)"):
    """« Fin de l’effet »."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            reply = await end_effect(connection, interaction, int(self.parts["act"]))
        await retire(interaction, f"{buttons.END_EFFECT}:{self.parts['act']}")
        await send(interaction, reply)


class EndOneEffectPick(Press, template=rf"{group_buttons.END_EFFECTS}:(?P<group>\d+)"):
    """« Fin d’un effet… »: each choice is what the button of that effect would be."""

    async def press(self, interaction: Interaction) -> None:
        chosen = self.values[0]
        async with interaction.client.database.writing() as connection:
            reply = await end_effect(connection, interaction, int(chosen.split(":")[1]))
        await retire(interaction, chosen)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(EndEffectPress, EndOneEffectPick)
