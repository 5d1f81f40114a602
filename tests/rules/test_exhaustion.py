"""Exhaustion weighs once, whatever its causes; each goes out on its own (JET-5)."""

from itertools import product

import pytest

from rules.alteration_table import ALTERATIONS
from rules.character import Element, ElementKind, State
from rules.checks import Modifier
from rules.corruption import alteration_element
from rules.exhaustion import causes, exhaustion_malus, shine
from rules.madness import NothingChanges
from tests.characters import black_magician, campaign, warrior

SHOCK = Element("1.horreur", ElementKind.STATE, State.EXHAUSTED, "choc", ends_at=100)
SPELLS = Element("2.sorts", ElementKind.STATE, State.EXHAUSTED, "sorts en réserve")
RAGE = Element("3.rage", ElementKind.STATE, State.ENRAGED, "rage")
SUN_ENEMY = alteration_element(ALTERATIONS[12], "4.palier1")
OTHERS = tuple(alteration_element(row, f"5.{n}") for n, row in ALTERATIONS.items() if n != 12)


@pytest.mark.parametrize("sunlight", [False, True])
@pytest.mark.parametrize("clock", [99, 100])
def test_every_set_of_causes_weighs_two_once(clock: int, sunlight: bool) -> None:
    for shock, spells, sun in product((False, True), repeat=3):
        borne = (RAGE, *OTHERS, *[SHOCK] * shock, *[SPELLS] * spells, *[SUN_ENEMY] * sun)
        expected = ["choc"] * (shock and clock < 100) + ["sorts en réserve"] * spells
        expected += ["soleil"] * (sun and sunlight)
        one, where = black_magician(elements=borne), campaign(clock=clock, sunlight=sunlight)
        assert list(causes(one, where)) == expected
        assert exhaustion_malus(one, where) == (Modifier(-2, "épuisé") if expected else None)


def test_the_game_master_says_when_the_sun_shines() -> None:
    ahriman, dead = (
        black_magician(elements=(SUN_ENEMY,)),
        black_magician(elements=(SUN_ENEMY,), archived=True),
    )
    act = shine(campaign(), [ahriman, dead, warrior()], sunlight=True)
    assert (act.before, act.after, act.hurt) == (False, True, ("Ahriman",))
    for sunlight in (False, True):
        with pytest.raises(NothingChanges):
            shine(campaign(sunlight=sunlight), [], sunlight=sunlight)
