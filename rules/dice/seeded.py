"""Faces that a secret seed settles, so that anybody may recompute them once it is told (:mod:`rules.dice.verify`)."""

from rules.dice.verify import draw


class SeededDice:
    """Faces drawn from a seed for a request, one counter after another; ``counter`` is the next one."""

    def __init__(self, seed: bytes, counter: int, request: int) -> None:
        self._seed = seed
        self._request = request
        self.counter = counter

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        face, self.counter = draw(self._seed, self.counter, self._request, sides)
        return face
