"""A night's rest (SAN-2)."""

from typing import Any

import pytest

from rules.alteration_table import ALTERATIONS
from rules.bandage import Fighting, TooFarGone
from rules.changes import apply
from rules.character import Character, Element, ElementKind, State
from rules.corruption import alteration_element
from rules.rest import NoRestInTheSun, PointsMissing, rest, rest_all
from tests.characters import black_magician, campaign, monster, thief, warrior
from tests.dice import ScriptedDice

SUN_ENEMY = black_magician(wounds=3, elements=(alteration_element(ALTERATIONS[12], "4.palier1"),))


def night(one: Character, *faces: int, pv: int | None = None, **where: Any) -> int:
    """The hit points that a night gives."""
    dice = ScriptedDice(*faces)
    act = rest(one, campaign(**where), dice, 8, pv)
    assert dice.left == 0
    return apply(one, act.change_of(one.id)).hit_points - one.hit_points


@pytest.mark.parametrize(
    ("formula", "faces", "one", "given"),
    [
        ("niveau", (), warrior(wounds=20), 5),
        ("niveau", (), monster(wounds=5), 2),
        ("1d3", (2,), warrior(wounds=20), 2),
        ("1d8+CON", (7,), warrior(wounds=20), 8),  # CON 14
        ("1d8-CON", (7,), warrior(wounds=20), 6),
        ("1d8+CON", (2,), warrior(wounds=10, scores=(9, 9, 3, 9, 9, 9)), 1),  # 2 − 3, at least 1
        ("niveau+CON", (), warrior(wounds=20), 6),
        ("2xniveau", (), warrior(wounds=20), 10),
        ("niveauxCON", (), warrior(wounds=20), 5),
        ("2d6", (6, 6), warrior(wounds=5), 5),
    ],
)
def test_the_table_s_formula_gives_what_it_says_up_to_the_maximum(
    formula: str, faces: tuple[int, ...], one: Character, given: int
) -> None:
    assert night(one, *faces, recuperation=formula) == given


def test_the_game_master_gives_the_number_in_any_case() -> None:
    assert night(warrior(wounds=20), pv=4) == 4
    assert night(warrior(wounds=20), pv=4, recuperation="1d3") == 4
    with pytest.raises(PointsMissing, match="recuperation"):
        night(warrior(wounds=20))


def test_a_night_wakes_and_counts_as_regained() -> None:
    asleep = warrior(
        wounds=33,
        combat_losses=33,
        elements=(Element("1.i", ElementKind.STATE, State.UNCONSCIOUS, "inconscient"),),
    )
    after = apply(asleep, rest(asleep, campaign(), ScriptedDice(), 8, 3).change_of(1))
    assert (after.hit_points, after.has(State.UNCONSCIOUS), after.combat_losses) == (3, False, 30)


def test_who_cannot_rest_is_told_why() -> None:
    with pytest.raises(TooFarGone):
        night(warrior(wounds=34), pv=2)
    with pytest.raises(Fighting):
        night(warrior(wounds=3), pv=2, fighting=1)
    with pytest.raises(NoRestInTheSun, match="/temps soleil"):
        night(SUN_ENEMY, pv=2, sunlight=True)
    assert night(SUN_ENEMY, pv=2) == 2


def test_all_rest_together_each_with_their_own_dice() -> None:
    everyone = [
        SUN_ENEMY,
        warrior(wounds=9),
        thief(),
        monster(wounds=3),
        thief(id=7, name="Ivrian", wounds=60),
        thief(id=8, name="Vlana", wounds=6),
    ]
    act = rest_all(everyone, campaign(recuperation="1d3", sunlight=True), ScriptedDice(3, 1), 8)
    assert [(one.name, one.after - one.before) for one in act.rests] == [("Fafhrd", 3), ("Vlana", 1)]
    assert act.kept_awake == ("Ahriman",)
    assert {change.character_id for change in act.changes} == {1, 8}
    with pytest.raises(PointsMissing):
        rest_all(everyone, campaign(), ScriptedDice(), 8)
