"""Effects in a game master's words, and where they weigh (COR-6)."""

from typing import Any

import pytest

from rules import corruption, horror, maluses, rolls
from rules.abilities import Ability
from rules.character import Character, Element, ElementKind
from rules.corruption import Occasion
from rules.horror import Ordeal, Situation
from rules.maluses import BadEffect
from rules.saves import SaveCategory
from tests.characters import black_magician, campaign, warrior
from tests.dice import ScriptedDice


@pytest.mark.parametrize(
    ("typed", "losses", "rolls_"),
    [
        ("FOR −2", {"for": -2}, {}),
        ("for -2", {"for": -2}, {}),
        ("Force − 2", {"for": -2}, {}),
        ("−2 FOR", {"for": -2}, {}),
        ("attaque −1", {}, {"attaque": -1}),
        ("-1 à l’attaque", {}, {"attaque": -1}),
        ("dégâts −1", {}, {"dommages": -1}),
        ("sauvegarde −1", {}, {"sauvegarde": -1}),
        ("sauvegarde mort −2", {}, {"sauvegarde.mort": -2}),
        ("JS contre la mort −2", {}, {"sauvegarde.mort": -2}),
        ("sauvegarde sorts -1", {}, {"sauvegarde.sorts": -1}),
        ("jet CHA −2", {}, {"jet.cha": -2}),
        ("jet de charisme −2", {}, {"jet.cha": -2}),
        ("jets −1", {}, {"jet": -1}),
        ("talent −10", {}, {"talent": -10}),
        ("FOR −2, attaque −1 et jet CHA −2", {"for": -2}, {"attaque": -1, "jet.cha": -2}),
        ("CHA +1", {"cha": 1}, {}),
        ("", {}, {}),
    ],
)
def test_an_effect_is_read(typed: str, losses: dict[str, int], rolls_: dict[str, int]) -> None:
    effect = maluses.read(typed)
    assert (dict(effect.losses), dict(effect.maluses)) == (losses, rolls_)


@pytest.mark.parametrize(
    "typed", ["beau", "FOR", "−2", "FOR −0", "FOR −21", "natation −2", "jet de dés −2", "FOR --2", "FOR 2"]
)
def test_what_cannot_be_read_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(BadEffect, match="FOR −2"):
        maluses.read(typed)


def suffering(base: Character, **effects: int) -> Character:
    bad = Element(
        "1", ElementKind.ALTERATION, "x", "Regard vide",
        maluses=tuple((key.replace("__", "."), value) for key, value in effects.items()),
    )  # fmt: skip
    return Character(**{**{name: getattr(base, name) for name in base.__slots__}, "elements": (bad,)})


def reasons(check: Any) -> list[tuple[int, str]]:
    return [(one.value, one.reason) for one in check.modifiers if one.reason == "Regard vide"]


def test_a_named_ability_check_alone_is_hindered() -> None:
    one = suffering(warrior(), jet__cha=-2)
    charisma = rolls.ability_check(one, Ability.CHARISMA, campaign(), ScriptedDice(12))
    assert reasons(charisma.check) == [(-2, "Regard vide")]
    assert not charisma.check.success, "12 + 2 against 13"
    assert not reasons(rolls.ability_check(one, Ability.STRENGTH, campaign(), ScriptedDice(12)).check)


def test_every_check_or_every_save() -> None:
    one = suffering(warrior(), jet=-1, sauvegarde=-1)
    for ability in Ability:
        assert reasons(rolls.ability_check(one, ability, campaign(), ScriptedDice(1)).check)
    for category in SaveCategory:
        assert reasons(rolls.saving_throw(one, category, campaign(), ScriptedDice(1)).check)


def test_a_save_against_death_weighs_on_horror_too() -> None:
    one = suffering(warrior(), sauvegarde__mort=-2)
    act = horror.face(one, Ordeal(Situation.HORRIBLE), campaign(), ScriptedDice(11, 1, 1, 1), "7")
    assert reasons(act.check) == [(-2, "Regard vide")]
    assert not act.check.success, "11 − 2 against 10"
    assert not reasons(rolls.saving_throw(one, SaveCategory.WANDS, campaign(), ScriptedDice(1)).check)


def test_a_check_of_intelligence_weighs_on_corruption() -> None:
    one = suffering(black_magician(), jet__int=-1)
    act = corruption.threaten(one, 2, Occasion.CASTING, campaign(), ScriptedDice(12), "7")
    assert reasons(act.check) == [(-1, "Regard vide")]
    assert act.check.total == 15


def test_attack_and_damage_are_there_for_who_throws_them() -> None:
    one = suffering(warrior(), attaque=-1, dommages=-2)
    assert maluses.on_attack(one) == ((-1, "Regard vide"),)
    assert maluses.on_damage(one) == ((-2, "Regard vide"),)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("attaque", "attaque"),
        ("jet", "jets de caractéristique"),
        ("jet.cha", "jet CHA"),
        ("sauvegarde", "sauvegardes"),
        ("sauvegarde.mort", "sauvegarde (poison, mort)"),
    ],
)
def test_a_named_roll_reads_well(key: str, words: str) -> None:
    assert maluses.label(key) == words


def test_the_same_effect_named_twice_is_summed() -> None:
    effect = maluses.read("attaque −1, attaques −3, FOR −2, force −1, talent −60, talents −30")
    assert dict(effect.maluses) == {"attaque": -4, "talent": -90}
    assert dict(effect.losses) == {Ability.STRENGTH: -3}


def test_what_comes_to_nothing_is_no_effect() -> None:
    effect = maluses.read("attaque −1, attaque +1, FOR −1, FOR +1")
    assert not effect.maluses
    assert not effect.losses


@pytest.mark.parametrize("typed", ["attaque −15, attaque −15", "FOR −15, FOR −15", "talent −60, talent −60"])
def test_the_sum_keeps_within_the_bounds_of_one(typed: str) -> None:
    with pytest.raises(BadEffect):
        maluses.read(typed)
