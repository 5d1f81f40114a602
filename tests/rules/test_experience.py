"""CLA-4, CLA-6, CAR-4, CRE-2: experience shared, adjusted, capped."""

import pytest

from rules.abilities import Ability
from rules.classes import CLASSES
from rules.experience import adjusted_share, adjustment, retained

SCORE_FOR = {-10: 4, -5: 7, 0: 10, 5: 14, 10: 17}

# CRE-2. (classes followed, key): level at 20 000 PX for −10, −5, 0, +5, +10 %
START = {
    (1, "guerrier"): (5, 5, 5, 5, 5),
    (1, "barbare"): (5, 5, 5, 5, 5),
    (1, "rodeur"): (5, 5, 5, 5, 5),
    (1, "assassin"): (5, 5, 5, 5, 5),
    (1, "voleur"): (5, 5, 5, 6, 6),
    (1, "magicien_noir"): (4, 4, 4, 5, 5),
    (1, "magicien_blanc"): (4, 4, 4, 5, 5),
    (2, "guerrier"): (4, 4, 4, 4, 4),
    (2, "barbare"): (4, 4, 4, 4, 4),
    (2, "rodeur"): (4, 4, 4, 4, 4),
    (2, "assassin"): (4, 4, 4, 4, 4),
    (2, "voleur"): (4, 4, 4, 5, 5),
    (2, "magicien_noir"): (3, 3, 3, 4, 4),
    (2, "magicien_blanc"): (3, 3, 3, 4, 4),
    (3, "guerrier"): (3, 3, 3, 3, 3),
    (3, "barbare"): (3, 3, 3, 3, 3),
    (3, "rodeur"): (3, 3, 3, 3, 3),
    (3, "assassin"): (3, 4, 4, 4, 4),
    (3, "voleur"): (4, 4, 4, 4, 4),
    (3, "magicien_noir"): (3, 3, 3, 3, 3),
    (3, "magicien_blanc"): (3, 3, 3, 3, 3),
}


def scores(value: int = 10, **others: int) -> dict[Ability, int]:
    given = dict.fromkeys(Ability, value)
    return given | {Ability[name.upper()]: score for name, score in others.items()}


@pytest.mark.parametrize(("share_of", "key"), START)
def test_the_experienced_start(share_of: int, key: str) -> None:
    cls = CLASSES[key]
    gains = (
        adjusted_share(cls, 20_000, share_of, scores(SCORE_FOR[percent])) for percent in (-10, -5, 0, 5, 10)
    )
    assert tuple(cls.level_at(retained(cls, gain)) for gain in gains) == START[share_of, key]


def test_the_book_s_example() -> None:
    """1 000 PX, guerrier/voleur, FOR 16 DEX 15."""
    given = scores(strength=16, dexterity=15)
    assert adjusted_share(CLASSES["guerrier"], 1_000, 2, given) == 550
    assert adjusted_share(CLASSES["voleur"], 1_000, 2, given) == 525


def test_one_cut_only() -> None:
    """20 000 ÷ 3, +5 %: 7 000, where cutting twice would give 6 999."""
    assert adjusted_share(CLASSES["guerrier"], 20_000, 3, scores(strength=13)) == 7_000


@pytest.mark.parametrize(
    ("gain", "share_of", "strength", "share"),
    [
        (0, 1, 10, 0),
        (1, 1, 10, 1),
        (1, 2, 18, 0),
        (1, 1, 3, 0),
        (10, 3, 10, 3),
        (100, 3, 16, 36),
        (101, 2, 6, 47),
        (19, 1, 13, 19),
        (20, 1, 13, 21),
    ],
)
def test_shares_are_cut(gain: int, share_of: int, strength: int, share: int) -> None:
    assert adjusted_share(CLASSES["guerrier"], gain, share_of, scores(strength=strength)) == share
    assert adjusted_share(CLASSES["guerrier"], -gain, share_of, scores(strength=strength)) == -share


def test_the_lowest_prime_ability_counts() -> None:
    """CAR-4."""
    ranger = CLASSES["rodeur"]
    assert adjustment(ranger, scores(strength=18, intelligence=13, wisdom=8)) == -5
    assert adjustment(ranger, scores(strength=18, intelligence=13, wisdom=16)) == 5
    assert adjustment(CLASSES["barbare"], scores(strength=16, constitution=18, wisdom=3)) == 10


def test_an_unknown_prime_ability_adjusts_nothing() -> None:
    assert adjustment(CLASSES["voleur"], {Ability.STRENGTH: 18}) == 0


def test_a_gain_needs_a_class() -> None:
    with pytest.raises(ValueError, match="shared"):
        adjusted_share(CLASSES["voleur"], 10, 0, scores())


def test_a_player_s_magician_stops_at_20_001() -> None:
    """CLA-4."""
    magician = CLASSES["magicien_noir"]
    assert retained(magician, 20_000) == 20_000
    assert retained(magician, 20_001) == 20_001
    assert retained(magician, 50_000) == 20_001
    assert magician.level_at(retained(magician, 50_000)) == 5
    assert magician.level_at(retained(magician, 50_000, npc=True)) == 6
    assert retained(CLASSES["voleur"], 50_000) == 50_000
