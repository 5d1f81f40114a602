"""Throws of one d20 against a target, judged apart from the throw (JET-1, JET-2, JET-4)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Modifier:
    """A bonus (positive) or malus (negative) and the reason a player reads."""

    value: int
    reason: str


UNTHROWN = 1
"""The face of a check whose die is not thrown yet: it is asked its chance, never its success."""


class Direction(StrEnum):
    """How the die meets its target."""

    UNDER = "under"  # ability: the total must not exceed the score (JET-1)
    OVER = "over"  # save: the total must reach the target (JET-2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A d20 thrown for something: the face, each modifier, the target, and so the outcome.

    A malus weighs against the character either way: it is added to an ability check's die (JET-1) and
    taken from a save's (JET-2). ``naturals`` is the campaign's setting of that name (JET-4).
    """

    label: str
    direction: Direction
    die: int
    target: int
    modifiers: tuple[Modifier, ...] = ()
    naturals: bool = False

    @property
    def total(self) -> int:
        bonus = sum(modifier.value for modifier in self.modifiers)
        return self.die - bonus if self.direction is Direction.UNDER else self.die + bonus

    @property
    def success(self) -> bool:
        """True when the check passes; a tie does."""
        if self.naturals and self.die in (1, 20):
            return (self.die == 1) is (self.direction is Direction.UNDER)
        if self.direction is Direction.UNDER:
            return self.total <= self.target
        return self.total >= self.target

    @property
    def chance(self) -> Fraction:
        """The exact chance that a throw of its d20 passes."""
        return Fraction(sum(self.with_die(die).success for die in range(1, 21)), 20)

    def with_die(self, die: int) -> "Check":
        """The same check with another face: what HER-5 throws again."""
        return replace(self, die=die)


def modifiers(*given: tuple[int, str]) -> tuple[Modifier, ...]:
    """The modifiers that are not zero, in the order given."""
    return tuple(Modifier(value, reason) for value, reason in given if value)
