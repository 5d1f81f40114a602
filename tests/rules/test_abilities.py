"""CAR-2, CAR-3, CAR-4: what a score is worth."""

import pytest

from rules.abilities import Ability, extra_languages, modifier, xp_adjustment

# score: modifier, languages, experience in percent
TABLE = {
    3: (-3, 0, -10),
    4: (-2, 0, -10),
    5: (-2, 0, -10),
    6: (-1, 0, -5),
    7: (-1, 0, -5),
    8: (-1, 0, -5),
    9: (0, 0, 0),
    10: (0, 0, 0),
    11: (0, 0, 0),
    12: (0, 0, 0),
    13: (1, 1, 5),
    14: (1, 1, 5),
    15: (1, 1, 5),
    16: (2, 2, 10),
    17: (2, 2, 10),
    18: (3, 3, 10),
}


@pytest.mark.parametrize("score", TABLE)
def test_each_score(score: int) -> None:
    assert (modifier(score), extra_languages(score), xp_adjustment(score)) == TABLE[score]


@pytest.mark.parametrize("score", [-2, 0, 1, 2])
def test_a_score_fallen_under_3_is_worth_3(score: int) -> None:
    assert (modifier(score), extra_languages(score), xp_adjustment(score)) == (-3, 0, -10)


@pytest.mark.parametrize("score", [19, 25])
def test_a_score_over_18_is_worth_18(score: int) -> None:
    assert (modifier(score), extra_languages(score), xp_adjustment(score)) == (3, 3, 10)


def test_the_order_in_which_scores_are_thrown() -> None:
    assert [ability.label for ability in Ability] == ["FOR", "DEX", "CON", "INT", "SAG", "CHA"]
