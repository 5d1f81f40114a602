"""Attack bonuses: CLA, CLA-6, HOR-5, JET-3."""

import pytest

from rules.attack import attack_bonus, thac0
from rules.character import ClassTrack
from tests.characters import monster, thief, warrior


def test_the_best_class_attacks() -> None:
    """A warrior of level 5: +3; a thief of level 5: +1."""
    both = warrior(classes=(*thief().classes, *warrior().classes))
    assert [attack_bonus(one) for one in (warrior(), thief(), both)] == [3, 1, 3]
    assert attack_bonus(warrior(classes=(ClassTrack("guerrier", 0, (8,)),))) == 0


@pytest.mark.parametrize(("hit_dice", "bonus"), [(0, 0), (1, 0), (2, 0), (3, 1), (7, 5), (15, 11), (40, 11)])
def test_a_creature_attacks_as_a_warrior_of_its_hit_dice(hit_dice: int, bonus: int) -> None:
    assert attack_bonus(monster(hit_dice=hit_dice)) == bonus


def test_both_conventions_say_the_same() -> None:
    assert [thac0(bonus) for bonus in (0, 3, 11)] == [19, 16, 8]
