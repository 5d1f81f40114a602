"""Where faces come from: chance is an argument, passed all the way down."""

import os
import struct
from itertools import repeat
from typing import Protocol

WORD = 2**32
DRAWN = 256  # words asked of the operating system at a time

# Random words not yet used; each is taken once (list.pop), whatever the thread. A child process draws its own.
_words: list[int] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_words.clear)


class Dice(Protocol):
    """A source of die faces."""

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        ...


class SystemDice:
    """Faces from the operating system's randomness, for dice of at most 2³² sides, without modulo bias.

    A word of 32 random bits is equally likely to be each of 2³² numbers. Those from the greatest multiple of
    ``sides`` up are thrown away; under it each remainder is given by exactly ``multiple / sides`` words, so
    that each face is exactly as likely as another.
    """

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        usable = WORD - WORD % sides
        while True:
            try:
                word = _words.pop()
            except IndexError:
                _words.extend(struct.unpack(f"<{DRAWN}I", os.urandom(4 * DRAWN)))
                continue
            if word < usable:
                return word % sides + 1


SYSTEM = SystemDice()


def throw(dice: Dice, count: int, sides: int) -> tuple[int, ...]:
    """``count`` faces of a die of ``sides`` sides, in the order thrown."""
    return tuple(map(dice.roll, repeat(sides, count)))
