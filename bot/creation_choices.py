"""What the options of a creation propose as they are typed, each according to the others."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from discord.app_commands import Choice

from bot.client import Interaction
from bot.french import shortened, signed
from bot.replies import MOST_CHOICES
from bot.storage import campaigns
from rules.alignment import allowed
from rules.alignment import find as find_alignment
from rules.armour import ARMOURS, Armour, class_allows, format_armour_class
from rules.choices import class_choices, people_choices
from rules.classes import CLASSES, CharacterClass
from rules.classes import find as find_class
from rules.data import fold
from rules.peoples import PEOPLES, People
from rules.peoples import find as find_people

CLASS_OPTIONS = ("classe", "classe2", "classe3")
LONGEST_LABEL = 100  # Discord's limit

Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
Entry = tuple[str, str, tuple[str, ...]]
"""A choice: its label, its value, the other words that find it."""


async def peoples(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The peoples open in this campaign, with what each changes (PEU-1)."""
    if interaction.guild_id is None:
        return []
    async with interaction.client.database.reading() as connection:
        campaign = await campaigns.load(connection, interaction.guild_id)
    open_ones = people_choices(campaign.settings)
    return _matching(
        ((people_label(one), one.key, one.aliases) for one in PEOPLES.values() if one.name in open_ones),
        current,
    )


def people_label(people: People) -> str:
    """« Nordique — FOR +1, SAG −1 »."""
    words = [f"{ability.label} {signed(value)}" for ability, value in people.adjustments.items()]
    words += [f"JS contre la mort {signed(people.death_save_bonus)}"] if people.death_save_bonus else []
    return f"{people.name} — {', '.join(words)}"


def classes(option: str) -> Completion:
    """The classes that go with the others already chosen and with the alignment (CLA-2, CLA-3)."""

    async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
        suitable = class_choices(
            _chosen(interaction, but=option), find_alignment(_typed(interaction, "alignement"))
        )
        return _matching(
            ((class_label(one), one.key, one.aliases) for one in CLASSES.values() if one.name in suitable),
            current,
        )

    return complete


def class_label(one: CharacterClass) -> str:
    """« Assassin — d4, minima FOR 12, DEX 12, INT 11 »."""
    minima = ", ".join(f"{ability.label} {value}" for ability, value in one.minima.items())
    return f"{one.name} — d{one.hit_die}{f', minima {minima}' if minima else ''}"


async def npc_classes(interaction: Interaction, current: str) -> list[Choice[str]]:
    """Every class, for an NPC."""
    return _matching(((one.name, one.key, one.aliases) for one in CLASSES.values()), current)


async def alignments(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The alignments that the classes chosen accept (CLA-3)."""
    return _matching(((one.label, one.value, ()) for one in allowed(_chosen(interaction))), current)


async def armours(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The armours that the classes and the people chosen may wear, with what each gives (CLA, PEU-2)."""
    chosen, people = _chosen(interaction), find_people(_typed(interaction, "peuple"))
    bare = people is not None and not people.allows_armour
    suitable = (
        one
        for one in ARMOURS.values()
        if (not chosen or class_allows(chosen, one.key)) and not (bare and one.key != "aucune")
    )
    return _matching(((armour_label(one), one.key, ()) for one in suitable), current)


def armour_label(one: Armour) -> str:
    """« Cotte de mailles — CA 5 [14] »."""
    return f"{one.name} — CA {format_armour_class(one.ascending)}"


def _typed(interaction: Interaction, option: str) -> str:
    """What another option already holds."""
    return str(getattr(interaction.namespace, option, None) or "")


def _chosen(interaction: Interaction, but: str = "") -> tuple[CharacterClass, ...]:
    """The classes that the other options hold."""
    found = (find_class(_typed(interaction, option)) for option in CLASS_OPTIONS if option != but)
    return tuple(one for one in found if one)


def _matching(entries: Iterable[Entry], current: str) -> list[Choice[str]]:
    """The entries that what is typed finds, in any case and with or without accents."""
    wanted = fold(current)
    found = [
        Choice(name=shortened(label, LONGEST_LABEL), value=value)
        for label, value, others in entries
        if any(wanted in fold(words) for words in (label, value, *others))
    ]
    return found[:MOST_CHOICES]
