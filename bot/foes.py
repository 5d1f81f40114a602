"""Those whom the game master brings into a combat: an NPC that exists, its copies, or new ones."""

from bot import fair
from bot.client import Interaction, author
from bot.selection import find, identity
from bot.storage import births, characters
from bot.storage.engine import Connection
from rules import npcs
from rules.campaign import Campaign
from rules.character import Character
from rules.names import name_key
from rules.npcs import NpcRequest
from rules.refusals import Refusal
from rules.rolls import require_in_play


class NotAnNpc(Refusal):
    """A player's character is no foe by itself."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} n’est pas un PNJ : les personnages actifs entrent d’eux-mêmes, "
            "un autre avec `/combat entrer personnage`."
        )


async def entering(
    connection: Connection, interaction: Interaction, campaign: Campaign, text: str, count: int
) -> list[Character]:
    """The foes that ``text`` names, stored: the NPC itself when there is one, else numbered copies or new ones.

    Those that are born and what they come for are one gesture (:func:`gesture`).

    Raises :class:`NotAnNpc`, ``UnknownCharacter``, ``OutOfPlay``, ``BadName``.
    """
    if not text.strip():
        return []
    template = await _known(connection, campaign.guild_id, text)
    if template is not None and count == 1:
        require_in_play(template)
        return [template]
    everyone = await characters.candidates(connection, campaign.guild_id)
    taken = {name_key(one.name) for one in everyone}
    if template is not None:
        act = npcs.copies(template, count, taken)
    else:
        dice = await fair.dice(connection, interaction, campaign, secret=True)
        act = npcs.create_npcs(NpcRequest(name=text, count=count), dice, taken)
    born = await births.several(connection, campaign, act, author(interaction), group=interaction.id)
    return [npc.character for npc in born.npcs]


def gesture(interaction: Interaction) -> int | None:
    """What the act of the combat shares with the births written for it, to be undone together."""
    return interaction.id if author(interaction).written else None


async def _known(connection: Connection, guild_id: int, text: str) -> Character | None:
    """The NPC chosen in the list, or named by hand."""
    if identity(text) is not None:
        found = (await find(connection, guild_id, text)).character
    else:
        scene = await characters.by_name(connection, guild_id, text)
        if scene is None:
            return None
        found = scene.character
    if not found.npc:
        raise NotAnNpc(found)
    return found
