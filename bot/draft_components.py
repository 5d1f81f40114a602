"""The menus and buttons of a character in the making; each carries which draft it shows, and at what revision."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import discord

from bot.creation_choices import LONGEST_LABEL, armour_label, class_label, people_label
from bot.french import shortened
from bot.replies import MOST_CHOICES, Button, why
from rules import offers
from rules.armour import ARMOURS
from rules.classes import CLASSES
from rules.drafts import Draft
from rules.offers import Candidate, Choice, chosen, offered
from rules.peoples import PEOPLES
from rules.settings import Settings

DRAFT = "brouillon"
NOTHING = "-"  # what stands in a menu for no value: Discord wants one


class Gesture(StrEnum):
    """What a button of the path does. Value: its word in the button."""

    ON = "suite"
    BACK = "retour"
    WRITE = "ecrire"
    ABANDON = "abandonner"
    CREATE = "creer"


_PLACEHOLDERS = {
    Choice.PEOPLE: "Peuple",
    Choice.CLASS: "Classe",
    Choice.OTHERS: "Autres classes (PX partagés)",
    Choice.ALIGNMENT: "Alignement",
    Choice.ARMOUR: "Armure",
    Choice.WEAPON: "Arme",
}


def of(draft: Draft, settings: Settings) -> tuple[Button, ...]:
    """What may be done with a draft where it stands."""
    return _equipment(draft, settings) if draft.settled else _choices(draft, settings)


def _choices(draft: Draft, settings: Settings) -> tuple[Button, ...]:
    """People, classes, alignment: what the character is."""
    return (
        *_menus(draft, settings, Choice.PEOPLE, Choice.CLASS, Choice.OTHERS, Choice.ALIGNMENT),
        _button(draft, "Suite", Gesture.ON, "▶️", discord.ButtonStyle.primary, disabled=not draft.complete),
        *_always(draft),
    )


def _equipment(draft: Draft, settings: Settings) -> tuple[Button, ...]:
    """Armour, shield, weapon: what is left before the birth."""
    return (
        *_menus(draft, settings, Choice.ARMOUR, Choice.WEAPON),
        _button(draft, "Créer", Gesture.CREATE, "📜", discord.ButtonStyle.success),
        *_shield(draft, settings),
        _button(draft, "Revenir", Gesture.BACK, "◀️"),
        *_always(draft),
    )


def _always(draft: Draft) -> tuple[Button, ...]:
    return (
        _button(draft, "Nom, valeurs, arme", Gesture.WRITE, "✏️"),
        _button(draft, "Abandonner", Gesture.ABANDON, "🗑️"),
        why(draft.number),
    )


def _shield(draft: Draft, settings: Settings) -> tuple[Button, ...]:
    """What takes a shield, or puts it down, where one may be borne."""
    if all(one.value != offers.WITH for one in offered(draft, Choice.SHIELD, settings)):
        return ()
    label, value = ("Sans bouclier", offers.WITHOUT) if draft.shield else ("Avec un bouclier", offers.WITH)
    return (_button(draft, label, f"{Choice.SHIELD}:{value}", "🛡️"),)


def _menus(draft: Draft, settings: Settings, *choices: Choice) -> Iterator[Button]:
    """A menu for each choice that there really is."""
    for choice in choices:
        candidates = offered(draft, choice, settings)
        if len(candidates) > 1:
            yield _menu(draft, choice, candidates)


def _menu(draft: Draft, choice: Choice, candidates: Iterable[Candidate]) -> Button:
    now = chosen(draft, choice)
    options = [
        discord.SelectOption(
            label=shortened(_label(choice, one), LONGEST_LABEL),
            value=one.value or NOTHING,
            default=one.value == now,
        )
        for one in candidates
    ]
    return discord.ui.Select(
        custom_id=_identifier(draft, choice),
        placeholder=_PLACEHOLDERS[choice],
        options=options[:MOST_CHOICES],
    )


def _label(choice: Choice, one: Candidate) -> str:
    """A candidate with what it gives: « Assassin — d4, minima FOR 12… »."""
    match choice:
        case Choice.PEOPLE:
            return people_label(PEOPLES[one.value])
        case Choice.CLASS:
            return class_label(CLASSES[one.value])
        case Choice.ARMOUR:
            return armour_label(ARMOURS[one.value])
        case _:
            return one.name


def _button(
    draft: Draft,
    label: str,
    word: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> Button:
    return discord.ui.Button(
        label=label, custom_id=_identifier(draft, word), style=style, emoji=emoji, disabled=disabled
    )


def _identifier(draft: Draft, word: str) -> str:
    return f"{DRAFT}:{draft.number}:{draft.revision}:{word}"
