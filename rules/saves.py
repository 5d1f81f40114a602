"""The five saves: their columns, and the best targets of several classes (CLA)."""

from collections.abc import Iterable
from enum import StrEnum

SaveTargets = tuple[int, int, int, int, int]


class SaveCategory(StrEnum):
    """A column of saves, in the book's order. CLA (PMT)."""

    BREATH = "souffles"
    DEATH = "mort"
    PARALYSIS = "paralysie"
    WANDS = "baguettes"
    SPELLS = "sorts"

    @property
    def label(self) -> str:
        """What a player reads: « poison, mort »."""
        return _LABELS[self]

    def of(self, targets: SaveTargets) -> int:
        """This column's target."""
        return targets[tuple(SaveCategory).index(self)]


_LABELS = {
    SaveCategory.BREATH: "souffles",
    SaveCategory.DEATH: "poison, mort",
    SaveCategory.PARALYSIS: "pétrification, paralysie",
    SaveCategory.WANDS: "bâtons, baguettes",
    SaveCategory.SPELLS: "sorts, objets",
}


def best_targets(several: Iterable[SaveTargets]) -> SaveTargets:
    """The lowest target of each column. CLA-6 (PMT)."""
    breath, death, paralysis, wands, spells = (min(column) for column in zip(*several, strict=True))
    return breath, death, paralysis, wands, spells
