"""What an undone act did, done again in its place in the account of acts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.changes import (
    UNIQUE,
    Add,
    Change,
    LaterChange,
    Operation,
    OutOfBounds,
    Overtaken,
    Put,
    Set,
    Take,
    apply,
    inverse,
    netted,
    reworded,
    setter,
    subject,
)
from rules.character import Character


def reinstate(character: Character, change: Change, later: Sequence[LaterChange]) -> Change:
    """What does ``change`` again to ``character`` as it is now, before the ``later`` acts (oldest first).

    The account is read again from that place: all of it must remain possible, so that each act of it can still
    be undone. Raises :class:`Overtaken`, naming the later act that cannot come after it, or none where it rests
    itself on an act that was undone.
    """
    again = netted(change)
    for operation in again:
        if (found := setter(later, operation)) is not None:
            raise Overtaken(found)
    past = before(character, later)
    reached: int | None = None
    try:
        past = _strictly(past, again)
        for act in later:
            reached = act.act_id
            past = _strictly(past, netted(act.change))
    except (OutOfBounds, Overtaken) as refused:
        raise Overtaken(reached) from refused
    try:
        _strictly(character, again)
    except (OutOfBounds, Overtaken) as refused:
        raise Overtaken(_last_on(later, again)) from refused
    return again


def before(character: Character, later: Sequence[LaterChange]) -> Character:
    """The character as it would be without the ``later`` acts (oldest first)."""
    for act in reversed(later):
        character = _rewound(character, act.change)
    return character


def _rewound(character: Character, change: Change) -> Character:
    """The character before ``change``, whatever its bounds on the way.

    An element that ``change`` only put in other words, and that is no longer there, does not come back.
    """
    gone = reworded(change) - {element.uid for element in character.elements}
    for operation in inverse(change):
        match operation:
            case Put(element) if element.uid in gone:
                continue
            case Add(counter, amount):
                moved: dict[str, Any] = {counter.value: getattr(character, counter) + amount}
                character = replace(character, **moved)
            case Set(fact, _, new):
                fresh: dict[str, Any] = {fact: new}
                character = replace(character, **fresh)
            case _:
                character = apply(character, (operation,))
    return character


def _strictly(character: Character, change: Change) -> Character:
    """``character`` after ``change``; what goes away must be there, what comes must not."""
    for operation in change:
        if not _fits(character, operation):
            raise Overtaken(None)
        character = apply(character, (operation,))
    return character


def _fits(character: Character, operation: Operation) -> bool:
    match operation:
        case Take(element):
            return any(other.uid == element.uid for other in character.elements)
        case Put(element):
            return all(
                other.uid != element.uid
                and (element.kind not in UNIQUE or (other.kind, other.key) != (element.kind, element.key))
                for other in character.elements
            )
    return True


def _last_on(later: Sequence[LaterChange], change: Change) -> int | None:
    """The last later act that bears on the same thing."""
    subjects = {subject(operation) for operation in change}
    return next(
        (act.act_id for act in reversed(later) if subjects & {subject(other) for other in act.change}), None
    )
