"""What chance made of a formula: every die in the order thrown, with what happened to it, and the totals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.dice.reading import parse


class Fate(StrEnum):
    """What happened to a die. Value: the journal's letter, which stays."""

    KEPT = "k"
    EXPLODED = "e"  # kept, and the next die is its explosion
    DROPPED = "d"
    EXPLODED_DROPPED = "x"  # dropped after it had exploded
    REROLLED = "r"  # the next die takes its place


class Die(NamedTuple):
    """A face as thrown, and what happened to it."""

    face: int
    fate: Fate = Fate.KEPT

    @property
    def kept(self) -> bool:
        """It counts."""
        return self.fate in (Fate.KEPT, Fate.EXPLODED)

    @property
    def exploded(self) -> bool:
        return self.fate in (Fate.EXPLODED, Fate.EXPLODED_DROPPED)

    @property
    def rerolled(self) -> bool:
        return self.fate is Fate.REROLLED


@dataclass(frozen=True, slots=True)
class TermRoll:
    """The dice of one group (``4d6k3``) in the order thrown, and what they are worth."""

    dice: tuple[Die, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A formula thrown once. ``expression`` is its text, which :func:`rules.dice.parse` reads again.

    ``terms``: its groups of dice in reading order. ``totals``: one for each expression between « ; ».
    ``values``: those of a character that it names, as they were.
    """

    expression: str
    terms: tuple[TermRoll, ...]
    totals: tuple[int, ...]
    values: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """All that it is worth."""
        return sum(self.totals)

    @property
    def single_d20(self) -> int | None:
        """The face of the only kept die, when it is a d20 and the rest is constants (HER-5); else None."""
        if len(self.terms) != 1 or not parse(self.expression).lone_d20:
            return None
        kept = [die.face for die in self.terms[0].dice if die.kept]
        return kept[0] if len(kept) == 1 else None


def single_d20(rolled: Roll) -> int | None:
    """The face of the one kept d20 of a throw (HER-5): :attr:`Roll.single_d20`."""
    return rolled.single_d20
