"""Faces that a secret seed settles, so that anybody may recompute them once it is told (:mod:`rules.dice.verify`)."""

from rules.dice.verify import draw


class SeededDice:
    """Faces drawn from a seed, one counter after another; ``counter`` is the next one."""

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        self._seed = seed
        self.counter = counter

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        face, self.counter = draw(self._seed, self.counter, sides)
        return face
