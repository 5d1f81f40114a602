"""Several classes at once: what is best of each, and what may not be followed together (CLA-2, CLA-6)."""

from collections.abc import Iterable
from itertools import combinations

from rules.classes import CharacterClass
from rules.saves import SaveTargets, best_targets

ClassLevel = tuple[CharacterClass, int]


def best_save_targets(levels: Iterable[ClassLevel]) -> SaveTargets:
    """The best target of several classes, column by column. CLA-6 (PMT)."""
    return best_targets(cls.save_targets(level) for cls, level in levels)


def best_attack_bonus(levels: Iterable[ClassLevel]) -> int:
    """The best attack bonus of several classes. CLA-6 (PMT)."""
    return max(cls.attack_bonus(level) for cls, level in levels)


def best_skill_values(levels: Iterable[ClassLevel]) -> dict[str, int]:
    """The best value of each skill that one of the classes has, by key. CLA-6 (PMT)."""
    best: dict[str, int] = {}
    for cls, level in levels:
        for key, value in cls.skill_values(level).items():
            best[key] = max(value, best.get(key, 0))
    return best


def incompatible(classes: Iterable[CharacterClass]) -> tuple[CharacterClass, CharacterClass] | None:
    """Two of the classes that may not be followed together, or None. CLA-2 (doc)."""
    pairs = combinations(tuple(classes), 2)
    return next((pair for pair in pairs if _excluded(*pair)), None)


def _excluded(one: CharacterClass, other: CharacterClass) -> bool:
    return other.key in one.forbidden_with or one.key in other.forbidden_with
