"""Where faces come from: chance is an argument, passed all the way down."""

import os
import struct
from typing import Protocol

WORD = 2**32


class Dice(Protocol):
    """A source of die faces."""

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        ...


class SystemDice:
    """Faces from the operating system's randomness, for dice of at most 2³² sides, without modulo bias.

    A word of 32 random bits is equally likely to be each of 2³² numbers. Those from the greatest multiple of
    ``sides`` up are thrown away; under it each remainder is given by exactly ``multiple / sides`` words, so
    that each face is exactly as likely as another. Nothing is kept from one call to the next.
    """

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        usable = WORD - WORD % sides
        while (word := int.from_bytes(os.urandom(4), "little")) >= usable:
            pass
        return word % sides + 1

    def faces(self, count: int, sides: int) -> list[int]:
        """``count`` faces at once: one call to the operating system where ``count`` would be made."""
        usable = WORD - WORD % sides
        words = struct.unpack(f"<{count}I", os.urandom(4 * count))
        found = [word % sides + 1 for word in words if word < usable]
        while len(found) < count:
            found.append(self.roll(sides))
        return found


SYSTEM = SystemDice()


def throw(dice: Dice, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of a die of ``sides`` sides, in the order thrown."""
    if count > 1 and isinstance(dice, SystemDice):
        return tuple(dice.faces(count, sides))
    return tuple([dice.roll(sides) for _ in range(count)])
