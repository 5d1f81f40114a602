"""Which character a command is about: the one named, or else the player's active one."""

import re
import unicodedata
from collections.abc import Iterable

from discord.app_commands import Choice
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.access import GameMasterOnly, require_game_master, require_player
from bot.client import Interaction
from bot.replies import CHOICE_LIMIT, MOST_CHOICES
from bot.storage import campaigns, characters
from bot.storage.characters import Candidate
from rules.campaign import Campaign, Scene
from rules.character import Character, Element, ElementKind
from rules.refusals import Refusal

WHO = "Le personnage ; sans ce choix, votre personnage actif"  # told of a `personnage` option
_IDENTITY = re.compile(r"#(\d{1,18})")


class NoActiveCharacter(Refusal):
    """The player has no active character."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(
            "Vous n’avez pas de personnage actif : `/personnage creer` en crée un, `/personnage activer` en choisit un."
            if own
            else "Ce joueur n’a pas de personnage actif : il en crée un avec `/personnage creer`, "
            "ou en choisit un avec `/personnage activer`."
        )


class UnknownCharacter(Refusal):
    """Nobody bears that name here."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"Aucun personnage « {text[:64]} » sur ce serveur : choisissez un nom dans la liste proposée."
            if identity(text) is None
            else "Aucun personnage de ce numéro sur ce serveur : il a été effacé."
        )


def option_value(character_id: int) -> str:
    """What an option carries for a character; no name may look like it (:mod:`rules.names`)."""
    return f"#{character_id}"


def identity(text: str) -> int | None:
    """The identity that an option carries, if it is one."""
    match = _IDENTITY.fullmatch(text.strip())
    return int(match[1]) if match else None


async def find(connection: AsyncConnection, guild_id: int, text: str, *, lock: bool = False) -> Scene:
    """The character chosen in the list, or named by hand. Raises :class:`UnknownCharacter`."""
    character_id = identity(text)
    scene = (
        await characters.by_id(connection, guild_id, character_id, lock=lock)
        if character_id is not None
        else await characters.by_name(connection, guild_id, text, lock=lock)
    )
    if scene is None:
        raise UnknownCharacter(text)
    return scene


async def find_id(connection: AsyncConnection, guild_id: int, character_id: int) -> Scene:
    """The character that a button is about, locked for writing. Raises :class:`UnknownCharacter`."""
    return await find(connection, guild_id, option_value(character_id), lock=True)


async def of_player(
    connection: AsyncConnection, guild_id: int, player_id: int, *, own: bool = False, lock: bool = False
) -> Scene:
    """A player's active character, if corruption has not taken it. Raises :class:`NoActiveCharacter`."""
    scene = await characters.active(connection, guild_id, player_id, lock=lock)
    if scene is None or (scene.character.consumed and not own):
        raise NoActiveCharacter(own=own)
    return scene


async def seen(connection: AsyncConnection, interaction: Interaction, text: str | None) -> Scene:
    """The character that anybody may look at; an NPC, whose figures are secret, the game master alone."""
    assert interaction.guild_id is not None
    if text:
        scene = await find(connection, interaction.guild_id, text)
        if scene.character.npc:
            require_game_master(interaction, scene.campaign)
        return scene
    return await of_player(connection, interaction.guild_id, interaction.user.id, own=True)


async def played(
    connection: AsyncConnection, interaction: Interaction, text: str | None, *, fallen: bool = False
) -> Scene:
    """The character for whom the user may act, locked for writing. Raises :class:`bot.access.NotYours`.

    ``fallen``: also one's own character that corruption has taken, for the reroll of that very roll (HER-5).
    """
    assert interaction.guild_id is not None
    if text:
        scene = await find(connection, interaction.guild_id, text, lock=True)
    else:
        scene = await of_player(connection, interaction.guild_id, interaction.user.id, own=True, lock=True)
    require_player(interaction, scene.campaign, scene.character, fallen=fallen)
    return scene


async def mastered(
    connection: AsyncConnection,
    interaction: Interaction,
    text: str | None,
    player_id: int | None = None,
    *,
    lock: bool = True,
) -> Scene:
    """The character that the game master handles: the one named, or else the player's active one.

    Raises :class:`bot.access.GameMasterOnly` before anything else.
    """
    assert interaction.guild_id is not None
    require_game_master(interaction, await campaigns.load(connection, interaction.guild_id))
    if text is None and player_id is not None:
        return await of_player(connection, interaction.guild_id, player_id, lock=lock)
    return await find(connection, interaction.guild_id, text or "", lock=lock)


class UnknownElement(Refusal):
    """The character has no such trouble, alteration or state."""

    def __init__(self, character: Character, text: str) -> None:
        super().__init__(
            f"{character.name} n’a rien de tel : « {text[:64]} ». Choisissez dans la liste proposée."
        )


def element(character: Character, kind: ElementKind, text: str) -> Element:
    """The element chosen in the list (by its identity), or named by hand. Raises :class:`UnknownElement`."""
    wanted = folded(text.strip())
    own = list(character.of_kind(kind))
    for one in own:
        if one.uid == text:
            return one
    named = [one for one in own if wanted and wanted in folded(one.text)]
    if len(named) != 1:
        raise UnknownElement(character, text)
    return named[0]


async def complete_element(interaction: Interaction, kind: ElementKind, current: str) -> list[Choice[str]]:
    """Completion of a trouble, alteration or state of the character already chosen in the command."""
    scene = await completing(interaction)
    if scene is None:
        return []
    wanted = folded(current)
    found = [one for one in scene.character.of_kind(kind) if wanted in folded(one.text)]
    return [Choice(name=one.text[:CHOICE_LIMIT], value=one.uid) for one in found[:MOST_CHOICES]]


async def completing(interaction: Interaction) -> Scene | None:
    """The character already chosen in a command of the game master's; a completion tells others nothing of it."""
    chosen = getattr(interaction.namespace, "personnage", None)
    if interaction.guild_id is None or not chosen:
        return None
    async with interaction.client.database.reading() as connection:
        try:
            return await mastered(connection, interaction, chosen, lock=False)
        except (GameMasterOnly, UnknownCharacter):
            return None


async def led(connection: AsyncConnection, interaction: Interaction) -> Campaign:
    """The campaign, locked for its game master. Raises :class:`bot.access.GameMasterOnly`."""
    assert interaction.guild_id is not None
    campaign = await campaigns.begin(connection, interaction.guild_id)
    require_game_master(interaction, campaign)
    return campaign


def folded(text: str) -> str:
    """``text`` without case or accents, for searching."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def matching(candidates: Iterable[Candidate], typed: str, user_id: int) -> list[Choice[str]]:
    """The choices for what was typed: one's own first, then players', then NPCs, each by name."""
    wanted = folded(typed.strip())
    found = [candidate for candidate in candidates if wanted in folded(candidate.name)]
    found.sort(key=lambda one: (one.player_id != user_id, one.npc, folded(one.name)))
    return [Choice(name=_label(one), value=option_value(one.id)) for one in found[:MOST_CHOICES]]


def listing(earlier: Iterable[str], names: Iterable[str]) -> list[Choice[str]]:
    """The choices that add one of these names to a list, begun with the ``earlier`` ones."""
    start = "".join(f"{name.strip()}, " for name in earlier if name.strip())
    texts = [f"{start}{name}" for name in names]
    return [Choice(name=text, value=text) for text in texts if len(text) <= CHOICE_LIMIT][:MOST_CHOICES]


def _label(candidate: Candidate) -> str:
    marks = [mark for mark, on in (("PNJ", candidate.npc), ("archivé", candidate.archived)) if on]
    return f"{candidate.name} ({', '.join(marks)})" if marks else candidate.name


async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a character option: every character in play of the server."""
    return await _complete(interaction, current, archived=False)


async def complete_npc(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of an option that names NPCs in play."""
    return await _complete(interaction, current, archived=False, npc=True)


async def complete_archived(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of a character option that brings back an archived one."""
    return await _complete(interaction, current, archived=True)


async def _complete(
    interaction: Interaction, current: str, *, archived: bool, npc: bool = False
) -> list[Choice[str]]:
    if interaction.guild_id is None:
        return []
    async with interaction.client.database.reading() as connection:
        everyone = await characters.candidates(connection, interaction.guild_id)
    found = [one for one in everyone if one.archived is archived and (one.npc or not npc)]
    return matching(found, current, interaction.user.id)
