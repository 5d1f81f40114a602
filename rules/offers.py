"""What may be chosen for a character being made, and why the rest may not (PEU, CLA-2, CLA-3, CLA-5)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Any

from rules.abilities import Ability
from rules.alignment import Alignment, allowed, demand
from rules.armour import ARMOURS, NO_ARMOUR
from rules.choices import (
    MOST_CLASSES,
    ClosedPeople,
    ForbiddenAlignment,
    ForbiddenClasses,
    verify_classes,
    verify_people,
)
from rules.classes import CLASSES, CharacterClass
from rules.creation import missed_minima
from rules.drafts import Draft
from rules.equipment import Equipment, ForbiddenArmour, ForbiddenShield, ForbiddenWeapon, verify
from rules.peoples import PEOPLES, People
from rules.refusals import Refusal
from rules.settings import Settings
from rules.weapons import WEAPONS

TOGETHER = "+"  # between the classes of one choice
WITH, WITHOUT = "avec", "sans"  # a shield


class Choice(StrEnum):
    """What is chosen, in the order in which one choice bears on the next. Value: its word in a button."""

    PEOPLE = "peuple"
    CLASS = "classe"
    OTHERS = "autres"
    ALIGNMENT = "alignement"
    ARMOUR = "armure"
    SHIELD = "bouclier"
    WEAPON = "arme"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to choose; ``why`` it is not offered, empty when it is."""

    value: str
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Revision:
    """A draft where all that is chosen is lawful, and what had to be dropped for that."""

    draft: Draft
    dropped: tuple[Candidate, ...] = ()


class NotOffered(Refusal):
    """A choice that is not, or no longer, offered."""

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        super().__init__(f"{candidate.name} ne se choisit pas ({candidate.why}).")


def candidates(draft: Draft, choice: Choice, settings: Settings) -> tuple[Candidate, ...]:
    """All there is to choose, offered or not, what comes before it in the draft being lawful."""
    return tuple(_CANDIDATES[choice](draft, settings))


def offered(draft: Draft, choice: Choice, settings: Settings) -> tuple[Candidate, ...]:
    """What may be chosen."""
    return tuple(one for one in candidates(draft, choice, settings) if not one.why)


def withheld(draft: Draft, choice: Choice, settings: Settings) -> tuple[Candidate, ...]:
    """What may not be chosen, each with why."""
    return tuple(one for one in candidates(draft, choice, settings) if one.why)


def choose(draft: Draft, choice: Choice, value: str, settings: Settings) -> Revision:
    """The draft with this choice made; later ones stay while they are lawful. Raises :class:`NotOffered`."""
    if refused := _refused(draft, choice, value, settings):
        raise NotOffered(refused)
    return keep_lawful(_with(draft, choice, value), settings)


def keep_lawful(draft: Draft, settings: Settings) -> Revision:
    """The draft without what its earlier choices, its scores or the settings do not allow (any more)."""
    dropped: list[Candidate] = []
    for choice in Choice:
        while (value := chosen(draft, choice)) and (refused := _refused(draft, choice, value, settings)):
            draft = _without(draft, choice, refused.value)
            dropped.append(refused)
    return Revision(replace(draft, settled=draft.settled and draft.complete), tuple(dropped))


def _refused(draft: Draft, choice: Choice, value: str, settings: Settings) -> Candidate | None:
    """Why a value may not be chosen: of classes together, the first that may not."""
    known = {one.value: one for one in candidates(draft, choice, settings)}
    parts = value.split(TOGETHER) if choice is Choice.OTHERS else ()
    for part in (*parts, value):
        if part in known and known[part].why:
            return known[part]
    return None if value in known else Candidate(value, value, "n’existe pas ici")


# How a draft keeps each choice.

_FACT = {
    Choice.PEOPLE: "people_key",
    Choice.CLASS: "class_key",
    Choice.ALIGNMENT: "alignment",
    Choice.ARMOUR: "armour",
    Choice.WEAPON: "weapon",
}


def chosen(draft: Draft, choice: Choice) -> str:
    """The value chosen; empty while there is none."""
    if choice is Choice.OTHERS:
        return TOGETHER.join(draft.others)
    if choice is Choice.SHIELD:
        return WITH if draft.shield else ""
    value: str = getattr(draft, _FACT[choice])
    return value


def _with(draft: Draft, choice: Choice, value: str) -> Draft:
    if choice is Choice.OTHERS:
        return replace(draft, others=tuple(value.split(TOGETHER)) if value else ())
    if choice is Choice.SHIELD:
        return replace(draft, shield=value == WITH)
    if choice is Choice.CLASS:
        return replace(draft, class_key=value, others=tuple(key for key in draft.others if key != value))
    fact: dict[str, Any] = {_FACT[choice]: value}
    return replace(draft, **fact)


def _without(draft: Draft, choice: Choice, value: str) -> Draft:
    """The draft once a value is dropped: the next class then comes first; of two that clash, the last goes."""
    if choice is Choice.CLASS:
        return replace(draft, class_key="".join(draft.others[:1]), others=draft.others[1:])
    if choice is Choice.OTHERS:
        left = tuple(key for key in draft.others if key != value)
        return replace(draft, others=left if left != draft.others else left[:-1])
    return _with(draft, choice, NO_ARMOUR if choice is Choice.ARMOUR else "")


# What there is to choose.


def _peoples(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    for one in PEOPLES.values():
        yield Candidate(one.key, one.name, _closed(one, settings))


def _closed(people: People, settings: Settings) -> str:
    try:
        verify_people(people, settings)
    except ClosedPeople as refused:
        return f"réglage `{refused.setting}`"
    return ""


def _classes(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    scores = draft.values
    for one in CLASSES.values():
        yield Candidate(one.key, one.name, _shortage(scores, one))


def _shortage(scores: Mapping[Ability, int], one: CharacterClass) -> str:
    """« FOR 12, vous avez 10 » (CLA-5)."""
    return " ; ".join(
        f"{missed.ability.label} {missed.minimum}, vous avez {missed.score}"
        for missed in missed_minima((one,), scores)
    )


def _others(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    """No other class, one, or several together: every set that goes with the first class."""
    if not draft.classes:
        return
    first, scores = draft.classes[0], draft.values
    yield Candidate("", "Aucune autre classe")
    joining = []
    for one in CLASSES.values():
        if one is first:
            continue
        why = _shortage(scores, one) or _clash(first, one)
        yield Candidate(one.key, one.name, why)
        if not why:
            joining.append(one)
    for size in range(2, MOST_CLASSES):
        for group in combinations(joining, size):
            names = " et ".join(one.name for one in group)
            yield Candidate(TOGETHER.join(one.key for one in group), names, _clash(first, *group))


def _clash(first: CharacterClass, *others: CharacterClass) -> str:
    """Why classes do not go together (CLA-2, CLA-3); empty when they do."""
    try:
        verify_classes((first, *others))
    except ForbiddenClasses:
        return f"pas avec {first.name}" if len(others) == 1 else "pas ensemble"
    except ForbiddenAlignment:
        return f"aucun alignement commun avec {first.name}" if len(others) == 1 else "aucun alignement commun"
    return ""


def _alignments(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    accepted = allowed(draft.classes)
    for one in Alignment:
        against = [cls for cls in draft.classes if not cls.allows_alignment(one.law, one.good)]
        why = "" if one in accepted else f"{against[0].name} : {demand(against[0])}"
        yield Candidate(one.value, one.label, why)


def _armours(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    for one in ARMOURS.values():
        yield Candidate(one.key, one.name, _barred(draft, Equipment(one.key), settings))


def _shields(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    yield Candidate(WITHOUT, "Sans bouclier")
    yield Candidate(WITH, "Bouclier", _barred(draft, Equipment(draft.armour, shield=True), settings))


def _weapons(draft: Draft, settings: Settings) -> Iterator[Candidate]:
    """The weapons known, and the one typed."""
    yield Candidate("", "Sans arme")
    names = {one.name.lower(): one.name for one in WEAPONS.values()}
    if draft.weapon:
        names.setdefault(draft.weapon, draft.weapon)
    for value, name in names.items():
        yield Candidate(value, name, _barred(draft, Equipment(weapon=value), settings))


def _barred(draft: Draft, equipment: Equipment, settings: Settings) -> str:
    """Why this may not be worn or wielded (PEU-2, CLA); empty when it may."""
    try:
        verify(equipment, draft.people, draft.classes, settings)
    except (ForbiddenArmour, ForbiddenShield) as refused:
        setting = refused.setting if isinstance(refused, ForbiddenShield) else None
        return f"réglage `{setting}`" if setting else f"pas pour {refused.whose}"
    except ForbiddenWeapon:
        return "pas pour un magicien"
    return ""


_CANDIDATES: Mapping[Choice, Callable[[Draft, Settings], Iterator[Candidate]]] = {
    Choice.PEOPLE: _peoples,
    Choice.CLASS: _classes,
    Choice.OTHERS: _others,
    Choice.ALIGNMENT: _alignments,
    Choice.ARMOUR: _armours,
    Choice.SHIELD: _shields,
    Choice.WEAPON: _weapons,
}
