"""Madness points, the troubles that they bring, and the rolls that are owed (FOL)."""

from dataclasses import dataclass, replace

from rules.acts import Act, changing
from rules.changes import Add, Counter, Operation, Put, Take
from rules.character import Character, Element, ElementKind
from rules.dice import Dice
from rules.horror_tables import TROUBLES
from rules.refusals import Refusal


def multiples(madness: int, wisdom: int | None) -> int:
    """How many multiples of wisdom the points reach; none when wisdom is unknown or gone (FOL-1)."""
    return madness // wisdom if wisdom and wisdom > 0 else 0


def next_threshold(character: Character) -> int | None:
    """The points at which the next Folie roll falls due; None without wisdom."""
    if not character.wisdom:
        return None
    return (multiples(character.madness, character.wisdom) + 1) * character.wisdom


@dataclass(frozen=True, slots=True)
class TroubleRoll:
    """One d10 on the Folie column. ``repeated``: the trouble was already suffered, and is not thrown again."""

    die: int
    name: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class MadnessGain:
    """Madness points gained or lost: old → new, against which wisdom, and the Folie rolls that followed."""

    before: int
    after: int
    wisdom: int
    rolls: tuple[TroubleRoll, ...] = ()


def throw_troubles(
    character: Character, count: int, dice: Dice, key: str
) -> tuple[tuple[TroubleRoll, ...], tuple[Operation, ...]]:
    """``count`` Folie rolls, and the troubles that they put on the character."""
    known = {element.key for element in character.of_kind(ElementKind.TROUBLE)}
    rolls: list[TroubleRoll] = []
    puts: list[Operation] = []
    for number in range(count):
        row = TROUBLES[dice.roll(10)]
        rolls.append(TroubleRoll(row.die, row.name, repeated=row.key in known))
        if row.key not in known:
            known.add(row.key)
            puts.append(Put(Element(f"{key}.folie{number}", ElementKind.TROUBLE, row.key, row.name)))
    return tuple(rolls), tuple(puts)


def gain(
    character: Character, points: int, dice: Dice, key: str
) -> tuple[MadnessGain | None, tuple[Operation, ...]]:
    """``points`` more madness, one Folie roll a multiple crossed (FOL-1). Without wisdom: not counted (HOR-5)."""
    wisdom = character.wisdom
    if wisdom is None:
        return None, ()
    after = max(0, character.madness + points)
    due = max(0, multiples(after, wisdom) - multiples(character.madness, wisdom))
    rolls, puts = throw_troubles(character, due, dice, key)
    counted = MadnessGain(character.madness, after, wisdom, rolls)
    applied = after - character.madness
    return counted, ((Add(Counter.MADNESS, applied), *puts) if applied else puts)


def surplus_troubles(character: Character) -> tuple[Element, ...]:
    """The latest troubles that the points no longer explain: offered to the game master for removal (FOL-1)."""
    troubles = tuple(character.of_kind(ElementKind.TROUBLE))
    return troubles[multiples(character.madness, character.wisdom) :]


def dues_after(
    character: Character, old_wisdom: int | None, new_wisdom: int | None, key: str
) -> tuple[Put, ...]:
    """The Folie rolls that a fall of wisdom makes due: kept for the game master, never thrown alone (FOL-2)."""
    if not old_wisdom or not new_wisdom or new_wisdom >= old_wisdom:
        return ()
    count = multiples(character.madness, new_wisdom) - multiples(character.madness, old_wisdom)
    return tuple(
        Put(Element(f"{key}.du{new_wisdom}-{number}", ElementKind.MADNESS_DUE, str(new_wisdom)))
        for number in range(max(0, count))
    )


def dues(character: Character) -> tuple[Element, ...]:
    """The Folie rolls that wait for the game master (FOL-2)."""
    return tuple(character.of_kind(ElementKind.MADNESS_DUE))


class NothingChanges(Refusal):
    """The act would change nothing."""


class NoRollDue(Refusal):
    """There is no Folie roll to throw or give up."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’a aucun jet de Folie en attente.")


class NoWisdom(Refusal):
    """Madness is not counted for a character without wisdom (HOR-5)."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} n’a pas de SAG : sa folie n’est pas comptée. "
            "Le MdT peut lui en donner une avec `/personnage regler`."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MadnessAct(Act):
    """The game master's own addition or removal of points (FOL-3)."""

    gain: MadnessGain
    surplus: tuple[Element, ...] = ()


def adjust(character: Character, points: int, dice: Dice, key: str) -> MadnessAct:
    """`/horreur folie`: points added, with the rolls that follow, or removed down to 0 (FOL-1, FOL-3)."""
    counted, operations = gain(character, points, dice, key)
    if counted is None:
        raise NoWisdom(character)
    if not operations:
        raise NothingChanges(f"{character.name} a déjà une folie de {character.madness}.")
    after = replace(character, madness=counted.after)
    return MadnessAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        gain=counted,
        surplus=surplus_troubles(after) if _falls_below(character, counted.after) else (),
    )


def _falls_below(character: Character, madness: int) -> bool:
    """True when a multiple that was reached no longer is (FOL-1)."""
    return multiples(madness, character.wisdom) < multiples(character.madness, character.wisdom)


@dataclass(frozen=True, slots=True, kw_only=True)
class DueRollsAct(Act):
    """The owed Folie rolls thrown (``rolls``), or given up (``dropped``) (FOL-2)."""

    rolls: tuple[TroubleRoll, ...] = ()
    dropped: int = 0


def settle_dues(character: Character, dice: Dice, key: str, *, throw: bool) -> DueRollsAct:
    """Throws every owed roll, or gives them all up. Raises :class:`NoRollDue`."""
    owed = dues(character)
    if not owed:
        raise NoRollDue(character)
    rolls, puts = throw_troubles(character, len(owed), dice, key) if throw else ((), ())
    return DueRollsAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *(Take(due) for due in owed), *puts),
        rolls=rolls,
        dropped=0 if throw else len(owed),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementAct(Act):
    """A trouble, alteration or state that the game master adds, removes or makes precise (FOL-3, SAN-4)."""

    element: Element
    before: Element | None = None
    removed: bool = False


class AlreadyThere(Refusal):
    """The character already suffers this trouble."""

    def __init__(self, character: Character, name: str) -> None:
        super().__init__(f"{character.name} souffre déjà de ce trouble : {name}.")


def add_trouble(character: Character, die: int, text: str, key: str) -> ElementAct:
    """Adds row ``die`` of the Folie column, made precise by ``text`` (FOL-3)."""
    row = TROUBLES[die]
    if any(element.key == row.key for element in character.of_kind(ElementKind.TROUBLE)):
        raise AlreadyThere(character, row.name)
    words = f"{row.name} : {text}" if text else row.name
    element = Element(f"{key}.folie", ElementKind.TROUBLE, row.key, words)
    return ElementAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Put(element)),
        element=element,
    )


def remove(character: Character, element: Element) -> ElementAct:
    """Takes an element away (FOL-3, SAN-4, COR-4)."""
    return ElementAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Take(element)),
        element=element,
        removed=True,
    )


def precise(character: Character, element: Element, text: str) -> ElementAct:
    """Names what a phobia or a trouble bears on: it stays the same one, for what may take it back."""
    base = element.text.split(" : ")[0]
    named = replace(element, text=f"{base} : {text}")
    return ElementAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Take(element), Put(named)),
        element=named,
        before=element,
    )
