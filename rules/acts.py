"""An act: what was accepted, with its evidence. Screens, journal, undo and rerolls are all made from it."""

from dataclasses import dataclass

from rules.changes import Change, Operation
from rules.character import Character


@dataclass(frozen=True, slots=True)
class CharacterChange:
    """A change, and the character that it touches."""

    character_id: int
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What every act says: for whom, and what it changed.

    ``name`` is the character's as it was then; ``character_id`` is None for an act of the whole table.
    """

    character_id: int | None = None
    name: str = ""
    changes: tuple[CharacterChange, ...] = ()

    @property
    def rolled(self) -> "Act":
        """The part that the act's d20 owns, and that a reroll takes back alone (HER-5): all of it, unless said."""
        return self

    def change_of(self, character_id: int) -> Change:
        """What the act did to one character."""
        return tuple(
            operation
            for entry in self.changes
            if entry.character_id == character_id
            for operation in entry.change
        )


def changing(character: Character, *operations: Operation) -> tuple[CharacterChange, ...]:
    """The changes of an act that touches one character; none when nothing changes."""
    return (CharacterChange(character.id, operations),) if operations else ()
