"""What an act does to one character: a change, which has an inverse and applies to the character as it is now.

Undoing an act and *Destin héroïque* (HER-5) are the same mechanism: the inverse of the old change, then the
new one, never a snapshot put back over newer facts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.abilities import Ability
from rules.character import Character, Element, ElementKind
from rules.refusals import Refusal


class Counter(StrEnum):
    """A number that acts add to; each has bounds that :func:`apply` holds."""

    HEROISM = "heroism"
    MADNESS = "madness"
    CORRUPTION = "corruption"
    WOUNDS = "wounds"
    WISDOM_LOST = "wisdom_lost"
    STAGES_SUFFERED = "stages_suffered"
    COMBAT_LOSSES = "combat_losses"
    BANDAGES = "bandages"
    KIT_USES = "kit_uses"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Add:
    """``amount`` more of a counter, as really applied (after any cap)."""

    counter: Counter
    amount: int


@dataclass(frozen=True, slots=True)
class Set:
    """A fact replaced: a reset or a correction, as the JSON-like values before and after."""

    fact: str
    old: object
    new: object


@dataclass(frozen=True, slots=True)
class Put:
    """An element that appears."""

    element: Element


@dataclass(frozen=True, slots=True)
class Take:
    """An element that goes away; kept whole, so that it can come back."""

    element: Element


Operation = Add | Set | Put | Take
Change = tuple[Operation, ...]

_COUNTERS = frozenset(Counter)
# Suffered once at a time (FOL-1, COR-4), or known once (MAG).
UNIQUE = (ElementKind.TROUBLE, ElementKind.ALTERATION, ElementKind.SPELL)


class OutOfBounds(Refusal):
    """A counter would leave its bounds."""

    def __init__(self, counter: Counter, value: int) -> None:
        self.counter = counter
        self.value = value
        super().__init__(f"La valeur {value} est impossible ici.")


class Overtaken(Refusal):
    """A later act changed what this one did, so it cannot be withdrawn any more. ``act_id`` names it.

    ``command``: what was then asked for, where that is known.
    """

    def __init__(self, act_id: int | None, command: str = "") -> None:
        self.act_id = act_id
        act = f"action nº {act_id}" if act_id is not None else ""
        asked = f"`/{command}`" if command and ":" not in command else ""
        named = ", ".join(part for part in (act, asked) if part)
        super().__init__(
            f"Une conséquence de ce jet a été modifiée depuis{f' ({named})' if named else ''} : elle ne se retire "
            "plus d’elle-même. Voyez avec le MdT, puis relancez avec l’option `libre` (un d20 nu)."
        )


def apply(character: Character, change: Change) -> Character:
    """``character`` after ``change``. Raises :class:`OutOfBounds`, and :class:`Overtaken` when a fact differs."""
    for operation in change:
        match operation:
            case Add(counter, amount):
                value = getattr(character, counter) + amount
                low, high = character.bounds(counter)
                if value < low or (high is not None and value > high):
                    raise OutOfBounds(counter, value)
                character = replace(character, **{counter.value: value})
            case Set(fact, old, new):
                if getattr(character, fact) != old:
                    raise Overtaken(None)
                if fact in _COUNTERS and isinstance(new, int) and new < character.bounds(fact)[0]:
                    raise OutOfBounds(Counter(fact), new)
                fresh: dict[str, Any] = {fact: new}
                character = replace(character, **fresh)
            case Put(element):
                character = replace(character, elements=(*character.elements, element))
            case Take(element):
                kept = tuple(other for other in character.elements if other.uid != element.uid)
                character = replace(character, elements=kept)
    return character


def inverse(change: Change) -> Change:
    """What undoes ``change``, in reverse order."""
    undone: list[Operation] = []
    for operation in reversed(change):
        match operation:
            case Add(counter, amount):
                undone.append(Add(counter, -amount))
            case Set(fact, old, new):
                undone.append(Set(fact, new, old))
            case Put(element):
                undone.append(Take(element))
            case Take(element):
                undone.append(Put(element))
    return tuple(undone)


@dataclass(frozen=True, slots=True)
class LaterChange:
    """What a standing act did to the same character afterwards."""

    act_id: int
    change: Change


def withdraw(character: Character, change: Change, later: Sequence[LaterChange]) -> Change:
    """What takes ``change`` back from ``character`` as it is now, after the ``later`` acts (oldest first).

    An element that merely expired is passed over; one put in other words since goes as it now is, and its former
    words do not outlive it. Raises :class:`Overtaken`, naming the act, when a later
    act took an element, set what this change bears on, spent what it gave, or brought again what it took:
    the later acts must remain possible without this one, or they could never be undone in their turn.
    """
    withdrawn: list[Operation] = []
    gone = reworded(change) - {element.uid for element in character.elements}
    for operation in netted(inverse(change)):
        match operation:
            case Put(Element(uid=uid)) if uid in gone:
                continue
            case Take(Element(uid=uid)) if all(element.uid != uid for element in character.elements):
                if (taker := _last(later, Take, uid)) is not None:
                    raise Overtaken(taker)
                continue
            case Set(fact, old, _) if getattr(character, fact) != old and not setter(later, operation):
                raise Overtaken(_last(later, Add, fact))
            case Put(element) if (bringer := _bringer(later, element)) is not None:
                raise Overtaken(bringer)
        if (found := setter(later, operation)) is not None:
            raise Overtaken(found)
        taken = [one for one in character.elements if one.uid == subject(operation)]
        now = Take(taken[0]) if isinstance(operation, Take) and taken else operation
        try:
            character = apply(character, (now,))
        except OutOfBounds as bound:
            raise Overtaken(_last(later, Add, bound.counter)) from bound
        if subject(operation) in _COUNTERS:
            _require_possible(character, Counter(subject(operation)), later)
        withdrawn.append(now)
    return tuple(withdrawn)


def reworded(change: Change) -> set[str]:
    """The elements that ``change`` only put in other words, by identity."""
    taken = {operation.element.uid for operation in change if isinstance(operation, Take)}
    return {op.element.uid for op in change if isinstance(op, Put) and op.element.uid in taken}


def verify_untouched(change: Change, later: Sequence[LaterChange]) -> None:
    """Raises :class:`Overtaken` where a later act lifted what ``change`` brought, or put it in other words."""
    for operation in change:
        if isinstance(operation, Put) and (by := _last(later, Take, operation.element.uid)) is not None:
            raise Overtaken(by)


def netted(change: Change) -> Change:
    """``change`` with one addition a counter: on the way, its value need not stay within bounds."""
    resets = {operation.fact for operation in change if isinstance(operation, Set)}
    sums: dict[str | int, Operation] = {}
    for position, operation in enumerate(change):
        if not isinstance(operation, Add) or operation.counter in resets:
            sums[position] = operation
            continue
        earlier = sums.get(operation.counter)
        amount = operation.amount + (earlier.amount if isinstance(earlier, Add) else 0)
        sums[operation.counter] = Add(operation.counter, amount)
    return tuple(sums.values())


def _require_possible(character: Character, counter: Counter, later: Sequence[LaterChange]) -> None:
    """Raises :class:`Overtaken` where a later act would have left ``counter`` out of bounds."""
    low, high = character.bounds(counter)
    value = getattr(character, counter)
    for act in reversed(later):
        if value < low or (high is not None and value > high):
            raise Overtaken(act.act_id)
        value -= sum(
            operation.amount
            for operation in act.change
            if isinstance(operation, Add) and operation.counter is counter
        )


def _last(later: Sequence[LaterChange], kind: type[Operation], of: str) -> int | None:
    """The last later act with an operation of this kind on this counter, fact or element."""
    for act in reversed(later):
        for operation in act.change:
            if isinstance(operation, kind) and subject(operation) == of:
                return act.act_id
    return None


def setter(later: Sequence[LaterChange], operation: Operation) -> int | None:
    """The last later act that set what this operation bears on: its fact, or a score that it changes."""
    abilities = _abilities(operation)
    for act in reversed(later):
        for other in act.change:
            if isinstance(other, Set) and (other.fact == subject(operation) or _scores(other) & abilities):
                return act.act_id
    return None


def _abilities(operation: Operation) -> frozenset[Ability]:
    """The abilities whose score an operation changes beside the base scores."""
    match operation:
        case Add(Counter.WISDOM_LOST, _):
            return frozenset({Ability.WISDOM})
        case Put(element) | Take(element):
            return frozenset(ability for ability, _ in element.losses)
    return frozenset()


def _scores(operation: Set) -> frozenset[Ability]:
    """The abilities whose base score is set."""
    old, new = operation.old, operation.new
    if operation.fact != "scores" or not isinstance(old, tuple) or not isinstance(new, tuple):
        return frozenset()
    pairs = zip(Ability, old, new, strict=True)
    return frozenset(ability for ability, before, after in pairs if before != after)


def _bringer(later: Sequence[LaterChange], element: Element) -> int | None:
    """The last later act that brought the same trouble, alteration or spell again."""
    for act in reversed(later):
        for operation in act.change:
            if isinstance(operation, Put) and element.kind in UNIQUE:
                other = operation.element
                if (other.kind, other.key) == (element.kind, element.key):
                    return act.act_id
    return None


def subject(operation: Operation) -> str:
    """What an operation bears on."""
    match operation:
        case Add(counter, _):
            return counter
        case Set(fact, _, _):
            return fact
        case Put(element) | Take(element):
            return element.uid
