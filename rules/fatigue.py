"""What time brings to those in play, whatever moves the campaign clock (MAG-3, SEA-5)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules import magic
from rules.acts import CharacterChange, changing
from rules.changes import Operation, Put
from rules.character import Character

Fatigue = Callable[[Character, int, str], tuple[Operation, ...]]
# What time brings to a character in play: (character, clock once time has passed, key of the act) → operations.
FATIGUES: list[Fatigue] = [magic.reserve_fatigue]  # MAG-3


@dataclass(frozen=True, slots=True)
class Begun:
    """A state that time has just brought."""

    character_id: int
    name: str
    text: str


def fatigues(
    characters: Iterable[Character], clock: int, key: str
) -> tuple[tuple[Begun, ...], tuple[CharacterChange, ...]]:
    """What :data:`FATIGUES` bring to those in play at ``clock``."""
    begun: list[Begun] = []
    changes: list[CharacterChange] = []
    for character in characters:
        if not character.playable:
            continue
        operations = tuple(operation for fatigue in FATIGUES for operation in fatigue(character, clock, key))
        changes += changing(character, *operations)
        begun += [
            Begun(character.id, character.name, operation.element.text)
            for operation in operations
            if isinstance(operation, Put)
        ]
    return tuple(begun), tuple(changes)
