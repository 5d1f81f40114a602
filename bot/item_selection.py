"""Which item a command is about: the game master handles them all, a player those of the characters he plays."""

from collections.abc import Iterable, Sequence

from discord.app_commands import Choice

from bot.access import is_game_master, plays, require_game_master
from bot.client import Interaction
from bot.french import plural
from bot.replies import CHOICE_LIMIT, MOST_CHOICES
from bot.screens.items import Held
from bot.selection import find, folded, identity, option_value
from bot.storage import campaigns, characters, items
from bot.storage.engine import Connection
from rules.campaign import Campaign
from rules.names import name_key
from rules.refusals import Refusal


class UnknownItem(Refusal):
    """No item that the user may handle answers to what was typed; whether another one exists is not said."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"Aucun objet « {text[:64]} » parmi ceux dont vous disposez : choisissez dans la liste proposée."
        )


class Homonyms(Refusal):
    """Several items bear that name."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"Plusieurs objets s’appellent « {text[:64]} » : choisissez dans la liste proposée.")


async def handled(
    connection: Connection, interaction: Interaction, holder_id: int | None = None
) -> tuple[Campaign, Sequence[Held]]:
    """Every item that the user may handle, by name; only those of ``holder_id`` when it is given."""
    assert interaction.guild_id is not None
    campaign = await campaigns.load(connection, interaction.guild_id)
    mastered = is_game_master(interaction, campaign)
    people = {one.id: one for one in await characters.of_guild(connection, interaction.guild_id)}
    found = []
    for item in await items.of_guild(connection, interaction.guild_id):
        holder = people.get(item.holder_id) if item.holder_id is not None else None
        own = holder is not None and plays(interaction, holder)
        if (mastered or own) and holder_id in (None, item.holder_id):
            found.append(Held(campaign, item, holder, mastered))
    return campaign, found


async def chosen(
    connection: Connection,
    interaction: Interaction,
    text: str,
    personnage: str | None = None,
    *,
    lock: bool = True,
) -> Held:
    """The item chosen in the list, or named by hand, locked for writing. Raises :class:`UnknownItem`, :class:`Homonyms`."""
    assert interaction.guild_id is not None
    holder_id = None
    if personnage:
        holder_id = (await find(connection, interaction.guild_id, personnage)).character.id
    _, those = await handled(connection, interaction, holder_id)
    held = _named(those, text)
    if not lock:
        return held
    item = await items.by_id(connection, interaction.guild_id, held.item.id, lock=True)
    if item is None or item.holder_id != held.item.holder_id:
        raise UnknownItem(text)
    return Held(held.campaign, item, held.holder, held.mastered)


async def mastered(connection: Connection, interaction: Interaction, text: str) -> Held:
    """The item that the game master handles, locked. Raises ``GameMasterOnly`` before anything else."""
    assert interaction.guild_id is not None
    require_game_master(interaction, await campaigns.load(connection, interaction.guild_id))
    return await chosen(connection, interaction, text)


def _named(those: Iterable[Held], text: str) -> Held:
    wanted = identity(text)
    found = [
        held
        for held in those
        if held.item.id == wanted
        or (wanted is None and text.strip() and name_key(held.item.name) == name_key(text))
    ]
    if len(found) > 1:
        raise Homonyms(text)
    if not found:
        raise UnknownItem(text)
    return found[0]


async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Completion of an item option: a player finds only those of his own characters."""
    chosen_holder = getattr(interaction.namespace, "personnage", None)
    holder_id = identity(chosen_holder) if isinstance(chosen_holder, str) else None
    command = interaction.command.name if interaction.command else ""
    async with interaction.client.database.reading() as connection:
        _, those = await handled(connection, interaction, None if command == "donner" else holder_id)
    wanted = folded(current.strip())
    found = [
        Choice(name=label(held)[:CHOICE_LIMIT], value=option_value(held.item.id))
        for held in those
        if wanted in folded(held.item.name)
    ]
    return found[:MOST_CHOICES]


def label(held: Held) -> str:
    """« Anneau (Fafhrd, 3 charges) »."""
    item = held.item
    left = "" if item.charges is None else "inerte" if item.inert else plural(item.charges, "charge")
    who = held.holder.name if held.holder else "rendu" if item.returned else "sans porteur"
    return f"{item.name[:60]} ({', '.join(part for part in (who, left) if part)})"
