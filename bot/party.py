"""The players' active characters, and those left out by name."""

from collections.abc import Collection, Iterable

from discord.app_commands import Choice

from bot.client import Interaction
from bot.selection import folded, listing
from bot.storage import characters
from bot.storage.engine import Connection
from rules.campaign import Scene
from rules.names import name_key
from rules.refusals import Refusal


class NobodyThere(Refusal):
    """No active character is left."""

    def __init__(self) -> None:
        super().__init__(
            "Personne à éprouver : aucun personnage actif en jeu, une fois retirés ceux de `sauf`. "
            "Un joueur choisit le sien avec `/personnage activer`."
        )


class NotInParty(Refusal):
    """A name of the list is no active character's."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"« {text[:64]} » n’est le personnage actif de personne : choisissez dans la liste proposée, "
            "les noms séparés par des virgules."
        )


async def present(
    connection: Connection, guild_id: int, left_out: str = "", *, lock: bool = False
) -> list[Scene]:
    """The active characters, without those of a list parted by commas.

    Raises :class:`NotInParty`, and :class:`NobodyThere` where none of them can act.
    """
    party = await characters.party(connection, guild_id, lock=lock)
    known = {name_key(scene.character.name) for scene in party}
    out = names(left_out, known)
    return _playing(scene for scene in party if name_key(scene.character.name) not in out)


async def without(connection: Connection, guild_id: int, left_out: Collection[int]) -> list[Scene]:
    """The active characters but these, locked for writing. Raises :class:`NobodyThere`."""
    party = await characters.party(connection, guild_id, lock=True)
    return _playing(scene for scene in party if scene.character.id not in left_out)


async def absent(connection: Connection, guild_id: int, there: Iterable[Scene]) -> list[int]:
    """The active characters who are not among these, by identity."""
    known = {scene.character.id for scene in there}
    party = await characters.party(connection, guild_id)
    return [scene.character.id for scene in party if scene.character.id not in known]


def _playing(scenes: Iterable[Scene]) -> list[Scene]:
    """These, where one of them at least can act. Raises :class:`NobodyThere`."""
    there = list(scenes)
    if not any(scene.character.playable for scene in there):
        raise NobodyThere
    return there


def names(text: str, known: set[str]) -> set[str]:
    """The keys named in a list parted by commas; a name may hold one. Raises :class:`NotInParty`."""
    parts = text.split(",")
    found: set[str] = set()
    start = 0
    while start < len(parts):
        if not parts[start].strip():
            start += 1
            continue
        ends = range(len(parts), start, -1)  # the longest name first
        spans = {end: name_key(",".join(parts[start:end])) for end in ends}
        end = next((end for end in ends if spans[end] in known), None)
        if end is None:
            raise NotInParty(parts[start].strip())
        found.add(spans[end])
        start = end
    return found


async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of the last name of a list parted by commas, among those not there yet."""
    if interaction.guild_id is None:
        return []
    async with interaction.client.database.reading() as connection:
        party = await characters.party(connection, interaction.guild_id)
    *earlier, typed = current.split(",")
    given = {name_key(name) for name in earlier}
    everyone = [scene.character.name for scene in party if name_key(scene.character.name) not in given]
    return listing(earlier, [name for name in everyone if folded(typed.strip()) in folded(name)])
