"""The account of many dice."""

from collections import Counter

import pytest

from rules.dice_tally import tallies


def test_dice_are_told_by_size_the_most_thrown_first() -> None:
    counts = Counter({(6, 1): 2, (6, 4): 3, (20, 20): 1, (8, 8): 1})
    found = tallies(counts)
    assert [(one.sides, one.count) for one in found] == [(6, 5), (8, 1), (20, 1)]
    assert found[0].mean == pytest.approx(2.8)
    assert found[0].expected == 3.5
    assert [(bar.low, bar.high, bar.count) for bar in found[0].bars] == [
        (1, 1, 2),
        (2, 2, 0),
        (3, 3, 0),
        (4, 4, 3),
        (5, 5, 0),
        (6, 6, 0),
    ]
    assert found[0].verdict is None


def test_percentages_are_counted_by_tens_and_odd_dice_not_at_all() -> None:
    hundred, odd = tallies(Counter({(100, 10): 3, (100, 11): 1, (100, 100): 2, (37, 37): 1}))
    assert [bar.count for bar in hundred.bars] == [3, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    assert (hundred.bars[1].low, hundred.bars[1].high) == (11, 20)
    assert not odd.bars
    assert odd.verdict is None


def test_a_loaded_die_is_judged() -> None:
    (fair,) = tallies(Counter({(6, face): 10 for face in range(1, 7)}))
    (loaded,) = tallies(Counter({(6, face): 10 + 40 * (face == 6) for face in range(1, 7)}))
    assert fair.verdict is not None
    assert fair.verdict.probability == 1
    assert loaded.verdict is not None
    assert loaded.verdict.probability < 1e-6
