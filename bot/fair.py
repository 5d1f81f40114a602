"""What every command throws its dice with."""

from bot.client import Interaction
from bot.storage import fairness
from bot.storage.engine import Connection
from rules.campaign import Campaign, Scene
from rules.dice import Dice


async def dice(
    connection: Connection, interaction: Interaction, where: Campaign | int, *, secret: bool = False
) -> Dice:
    """The dice of a command, remembered until its act is written; ``secret``: its answer is not the table's to see.

    ``where``: the campaign, or the guild when nothing else needs it.
    """
    return await fairness.dice(connection, where, interaction.client.dice, interaction.id, secret=secret)


async def told(
    connection: Connection, interaction: Interaction, scene: Scene, *, secret: bool = False
) -> Dice:
    """The dice of a roll whose answer is the table's to see, but for an NPC's: the game master alone reads those.

    An account of dice, or the proof of a seed, would tell what that answer keeps from the table.
    """
    return await dice(connection, interaction, scene.campaign, secret=secret or scene.character.npc)
