"""Where faces come from: chance is an argument, passed all the way down."""

import secrets
from typing import Protocol


class Dice(Protocol):
    """A source of die faces."""

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        ...


class SystemDice:
    """Faces from the operating system's randomness, without modulo bias (:func:`secrets.randbelow`)."""

    def roll(self, sides: int) -> int:
        return secrets.randbelow(sides) + 1


def throw(dice: Dice, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of a die of ``sides`` sides, in the order thrown."""
    return tuple(dice.roll(sides) for _ in range(count))
