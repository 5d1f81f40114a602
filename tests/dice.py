"""Scripted faces: tests say what the dice show, never a seed."""

from collections.abc import Iterable


class ScriptedDice:
    """Gives the faces it was told, in order; fails on a face that the die thrown does not have."""

    def __init__(self, *faces: int) -> None:
        self._faces = list(faces)

    def roll(self, sides: int) -> int:
        assert self._faces, f"no face left for a d{sides}"
        face = self._faces.pop(0)
        assert 1 <= face <= sides, f"{face} is not on a d{sides}"
        return face

    def then(self, faces: Iterable[int]) -> None:
        """Adds faces to come."""
        self._faces.extend(faces)

    @property
    def left(self) -> int:
        """How many scripted faces were not thrown."""
        return len(self._faces)
