"""Hit points from the dice kept for each class (CLA-6, « PV »)."""

from collections.abc import Sequence
from fractions import Fraction

from rules.classes import CharacterClass

LAST_HIT_DIE_LEVEL = 9

HitDice = tuple[CharacterClass, tuple[int, ...], int]
"""A class, the dice kept (one a level up to the 9th, the first at its maximum) and the level."""


def missing_hit_dice(level: int, kept: Sequence[int]) -> int:
    """How many more dice a level needs than were kept. PV (défaut): one a level up to the 9th."""
    return max(0, min(level, LAST_HIT_DIE_LEVEL) - len(kept))


def max_hit_points(classes: Sequence[HitDice], constitution_modifier: int) -> Fraction:
    """The exact maximum; a sheet shows its whole part. CLA-6 (PMT): fractions are kept and add up.

    (défaut) A level gives (die + CON, at least 1) ÷ number of classes up to the 9th; then a fixed number
    a level, without CON, divided likewise. Dice kept beyond the level do not count.
    """
    total = sum(_undivided(*hit_dice, constitution_modifier) for hit_dice in classes)
    return Fraction(total, len(classes)) if classes else Fraction(0)


def _undivided(cls: CharacterClass, kept: tuple[int, ...], level: int, constitution_modifier: int) -> int:
    """What a class would give alone."""
    if missing_hit_dice(level, kept):
        raise ValueError(f"{cls.key}: {len(kept)} hit dice kept for level {level}")
    rolled = sum(max(1, die + constitution_modifier) for die in kept[: min(level, LAST_HIT_DIE_LEVEL)])
    return rolled + cls.fixed_hp_after_9 * max(0, level - LAST_HIT_DIE_LEVEL)
