"""CLA-6 and « PV »: hit points from the dice kept."""

from fractions import Fraction

import pytest

from rules.classes import CLASSES
from rules.hit_points import max_hit_points, missing_hit_dice

WARRIOR = CLASSES["guerrier"]
THIEF = CLASSES["voleur"]
MAGICIAN = CLASSES["magicien_noir"]


@pytest.mark.parametrize(
    ("dice", "level", "constitution", "total"),
    [
        ((8,), 1, 0, 8),
        ((8,), 1, 3, 11),
        ((8,), 1, -3, 5),
        ((8, 1, 5), 3, 0, 14),
        ((8, 1, 5), 3, -2, 6 + 1 + 3),
        ((8, 1, 5), 3, 2, 20),
        ((8, 1, 5), 2, 0, 9),
    ],
)
def test_one_class(dice: tuple[int, ...], level: int, constitution: int, total: int) -> None:
    assert max_hit_points([(WARRIOR, dice, level)], constitution) == total


def test_each_level_gives_at_least_one() -> None:
    assert max_hit_points([(MAGICIAN, (4, 1, 1, 2), 4)], -3) == 4


def test_after_the_9th_level_a_fixed_number_without_constitution() -> None:
    dice = (4,) + (2,) * 8
    assert max_hit_points([(THIEF, dice, 9)], 1) == 5 + 24
    assert max_hit_points([(THIEF, dice, 12)], 1) == 5 + 24 + 6
    assert max_hit_points([(MAGICIAN, dice, 12)], 1) == 5 + 24 + 3
    assert max_hit_points([(WARRIOR, dice, 12)], -3) == 9 + 6


def test_two_classes_keep_fractions_that_add_up() -> None:
    """8½ is shown 8; half a point more makes 9, where dice cut one by one would give 8."""
    tracks = [(WARRIOR, (8, 3), 2), (THIEF, (4, 2), 2)]
    assert max_hit_points(tracks, 0) == Fraction(17, 2)
    assert int(max_hit_points(tracks, 0)) == 8
    more = [(WARRIOR, (8, 3), 2), (THIEF, (4, 2, 1), 3)]
    assert max_hit_points(more, 0) == 9


def test_the_minimum_comes_before_the_division() -> None:
    """(die + CON, at least 1) ÷ number of classes."""
    assert max_hit_points([(WARRIOR, (8, 1), 2), (THIEF, (4,), 1)], -3) == Fraction(5 + 1 + 1, 2)


def test_three_classes() -> None:
    tracks = [(WARRIOR, (8,), 1), (THIEF, (4,), 1), (MAGICIAN, (4,), 1)]
    assert max_hit_points(tracks, 0) == Fraction(16, 3)
    assert max_hit_points(tracks, -3) == Fraction(5 + 1 + 1, 3)


def test_the_fixed_number_is_divided_too() -> None:
    dice = (8,) + (4,) * 8
    assert max_hit_points([(WARRIOR, dice, 11), (THIEF, (4,), 1)], 0) == Fraction(40 + 4 + 4, 2)


def test_without_class() -> None:
    assert max_hit_points([], 2) == 0


def test_a_die_that_was_not_kept_is_an_error() -> None:
    with pytest.raises(ValueError, match="guerrier"):
        max_hit_points([(WARRIOR, (8, 3), 3)], 0)


@pytest.mark.parametrize(
    ("level", "kept", "missing"), [(1, 0, 1), (3, 1, 2), (9, 9, 0), (12, 9, 0), (12, 5, 4), (2, 4, 0)]
)
def test_missing_dice(level: int, kept: int, missing: int) -> None:
    assert missing_hit_dice(level, (1,) * kept) == missing
