"""What a player chooses to create a character, understood and checked together (PEU-1, CLA-2, CLA-3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.alignment import Alignment, allowed, demand
from rules.alignment import find as find_alignment
from rules.classes import CLASSES, CharacterClass
from rules.classes import find as find_class
from rules.multiclass import incompatible
from rules.peoples import PEOPLES, People
from rules.peoples import find as find_people
from rules.refusals import Refusal
from rules.settings import Settings, shown

MOST_CLASSES = 3  # CLA-2


@dataclass(frozen=True, slots=True)
class Missing:
    """A choice not made, or not understood: the option, its name, what was typed, and what is possible."""

    option: str
    label: str
    given: str
    choices: tuple[str, ...]


class MissingChoice(Refusal):
    """People, class or alignment is missing or unknown. ``missing`` lists each with its choices."""

    def __init__(self, missing: Sequence[Missing], otherwise: str = "") -> None:
        self.missing = tuple(missing)
        lines = [
            f"{one.label.capitalize()} (option `{one.option}`"
            f"{f', « {one.given[:40]} » n’existe pas' if one.given else ''}) : {', '.join(one.choices)}."
            for one in missing
        ]
        super().__init__("\n".join(["Il reste à choisir :", *lines, *([otherwise] if otherwise else [])]))


class ClosedPeople(Refusal):
    """A people that the campaign has not opened (PEU-1)."""

    def __init__(self, people: People, setting: str) -> None:
        self.people = people
        self.setting = setting
        super().__init__(
            f"Le peuple {people.name} demande l’accord du MdT : réglage « {setting} » sur « {shown(True)} »."
        )


class ForbiddenClasses(Refusal):
    """Two classes that cannot be followed together (CLA-2)."""

    def __init__(self, one: CharacterClass, other: CharacterClass) -> None:
        self.pair = (one, other)
        super().__init__(f"{one.name} et {other.name} ne se combinent pas : gardez l’une des deux classes.")


class RepeatedClass(Refusal):
    """The same class twice, or more than three (CLA-2)."""

    def __init__(self) -> None:
        super().__init__("D’une à trois classes, toutes différentes : corrigez `classe2` ou `classe3`.")


class ForbiddenAlignment(Refusal):
    """An alignment that the classes do not accept; ``allowed`` is empty when none suits (CLA-3)."""

    def __init__(self, alignment: Alignment | None, classes: Sequence[CharacterClass]) -> None:
        self.alignment = alignment
        self.classes = tuple(classes)
        self.allowed = allowed(classes)
        why = " ; ".join(f"{one.name} : {demand(one)}" for one in classes if demand(one))
        if not self.allowed:
            words = f"Aucun alignement ne convient à toutes ces classes ({why}) : changez de classe."
        else:
            labels = ", ".join(choice.label for choice in self.allowed)
            named = alignment.label if alignment else "Cet alignement"
            words = f"{named} ne convient pas ({why}). Possibles : {labels}."
        super().__init__(words)


@dataclass(frozen=True, slots=True)
class Choices:
    """A people, one to three classes and an alignment that go together."""

    people: People
    classes: tuple[CharacterClass, ...]
    alignment: Alignment


def choose(people: str, classes: Sequence[str], alignment: str, settings: Settings) -> Choices:
    """The choices typed, whole and compatible. Raises the refusals of this module.

    What is missing is asked for in one refusal, with only the choices still possible after the others.
    """
    named = tuple(text for text in classes if text.strip())
    found = tuple(one for one in map(find_class, named) if one)
    chosen_people = find_people(people)
    chosen_alignment = find_alignment(alignment)
    verify_classes(found)
    if chosen_alignment and chosen_alignment not in allowed(found):
        raise ForbiddenAlignment(chosen_alignment, found)
    missing: list[Missing] = []
    if chosen_people is None:
        missing.append(Missing("peuple", "peuple", people.strip(), people_choices(settings)))
    if len(found) != max(1, len(named)):
        missing.append(_missing_class(named, found, chosen_alignment))
    if chosen_alignment is None:
        labels = tuple(choice.label for choice in allowed(found))
        missing.append(Missing("alignement", "alignement", alignment.strip(), labels))
    if chosen_people is None or chosen_alignment is None or missing:
        raise MissingChoice(missing, "Ou donnez le nom seul : le bot vous guide pas à pas.")
    verify_people(chosen_people, settings)
    return Choices(chosen_people, found, chosen_alignment)


def people_choices(settings: Settings) -> tuple[str, ...]:
    """The names of the peoples open to players (PEU-1)."""
    return tuple(people.name for people in PEOPLES.values() if _is_open(people, settings))


def class_choices(chosen: Sequence[CharacterClass], alignment: Alignment | None) -> tuple[str, ...]:
    """The names of the classes that go with those chosen and with the alignment (CLA-2, CLA-3)."""
    return tuple(one.name for one in CLASSES.values() if one not in chosen and _joins(one, chosen, alignment))


def verify_people(people: People, settings: Settings) -> None:
    """Raises :class:`ClosedPeople` (PEU-1)."""
    if people.needs_setting and not _is_open(people, settings):
        raise ClosedPeople(people, people.needs_setting)


def verify_classes(classes: Sequence[CharacterClass]) -> None:
    """Whether classes go together (CLA-2, CLA-3).

    Raises :class:`RepeatedClass`, :class:`ForbiddenClasses`, :class:`ForbiddenAlignment`.
    """
    if len({one.key for one in classes}) < len(classes) or len(classes) > MOST_CLASSES:
        raise RepeatedClass
    if pair := incompatible(classes):
        raise ForbiddenClasses(*pair)
    if not allowed(classes):
        raise ForbiddenAlignment(None, classes)


def _is_open(people: People, settings: Settings) -> bool:
    return people.needs_setting is None or bool(getattr(settings, people.needs_setting))


def _joins(one: CharacterClass, chosen: Sequence[CharacterClass], alignment: Alignment | None) -> bool:
    together = (*chosen, one)
    accepted = allowed(together)
    return incompatible(together) is None and (alignment in accepted if alignment else bool(accepted))


def _missing_class(
    named: Sequence[str], found: Sequence[CharacterClass], alignment: Alignment | None
) -> Missing:
    unknown = [(number, text) for number, text in enumerate(named, start=1) if find_class(text) is None]
    number, text = unknown[0] if unknown else (1, "")
    return Missing(
        f"classe{number}" if number > 1 else "classe", "classe", text.strip(), class_choices(found, alignment)
    )
