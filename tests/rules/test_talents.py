"""Skills thrown: whose, in what armour, with what modifiers (CLA-6, PEU-2)."""

import pytest

from rules import talents
from rules.character import Character, ClassTrack, Element, ElementKind
from rules.rolls import OutOfPlay
from rules.talents import HinderedSkill, UnknownSkill
from tests.characters import campaign, thief, warrior
from tests.dice import ScriptedDice

GHOUL = warrior(people_key="goule")
RANGER = warrior(classes=(ClassTrack("rodeur", 20_000, (6, 1, 1, 1, 1)),))
BARBARIAN = warrior(classes=(ClassTrack("barbare", 20_000, (6, 1, 1, 1, 1)),))
ASSASSIN = warrior(classes=(ClassTrack("assassin", 20_000, (4, 1, 1, 1, 1)),))
BOTH = warrior(
    classes=(ClassTrack("barbare", 5_000, (6, 1, 1)), ClassTrack("voleur", 20_000, (4, 1, 1, 1, 1)))
)


def thrown(one: Character, skill: str, face: int, bonus: int = 0, **settings: bool) -> talents.SkillAct:
    return talents.throw(one, skill, campaign(**settings), ScriptedDice(face), bonus)


@pytest.mark.parametrize(
    ("who", "skill", "value"),
    [
        (GHOUL, "se_cacher_tenebres", 80),
        (RANGER, "Pister", 90),
        (BARBARIAN, "escalade", 91),
        (BARBARIAN, "déplacement silencieux", 40),
        (ASSASSIN, "crochetage", 27),
        (thief(), "vol a la tire", 40),
    ],
)
def test_the_value_is_reached_or_passed(who: Character, skill: str, value: int) -> None:
    assert thrown(who, skill, value).check.success
    assert not thrown(who, skill, value + 1).check.success


def test_hearing_is_thrown_on_a_d6() -> None:
    act = thrown(thief(), "écoute", 3)
    assert (act.sides, act.check.target, act.check.success) == (6, 3, True)
    assert not thrown(thief(), "écoute", 4).check.success


def test_a_malus_weighs_and_a_bonus_helps() -> None:
    assert not thrown(RANGER, "pister", 80, -20).check.success
    assert thrown(RANGER, "pister", 100, 10).check.success


def test_armour_stops_the_class_that_forbids_it() -> None:
    """CLA-6: the class whose skill is used sets its limit."""
    with pytest.raises(HinderedSkill, match="de voleur"):
        thrown(thief(armour="mailles"), "crochetage", 1)
    with pytest.raises(HinderedSkill, match="Cuir ou gambison, bouclier"):
        thrown(thief(armour="cuir", shield=True), "crochetage", 1)
    assert thrown(thief(armour="cuir"), "crochetage", 1).check.success


def test_another_class_that_allows_the_armour_lends_its_own_value() -> None:
    free = thrown(BOTH, "escalade", 1).check.target
    mailed = thrown(warrior(classes=BOTH.classes, armour="mailles"), "escalade", 1).check.target
    assert free > mailed, "the thief of level 5, then the barbarian of level 3"
    with pytest.raises(HinderedSkill):
        thrown(warrior(classes=BOTH.classes, armour="mailles"), "crochetage", 1)


def test_the_setting_lets_it_pass_and_says_so() -> None:
    act = thrown(thief(armour="mailles"), "crochetage", 35, talents_en_armure=True)
    assert act.check.success
    assert act.hindered == "Cotte de mailles"


def test_an_alterations_malus_is_named() -> None:
    tremor = Element("1", ElementKind.ALTERATION, "x", "Mains tremblantes", maluses=(("talent", -10),))
    act = thrown(thief(elements=(tremor,)), "crochetage", 26)
    assert (act.check.total, act.check.success) == (36, False)
    assert act.check.modifiers[0].reason == "Mains tremblantes"
    assert thrown(thief(elements=(tremor,)), "écoute", 3).check.success, (
        "points of d100 are not those of a d6"
    )


def test_a_skill_that_is_not_ones_own_is_refused() -> None:
    with pytest.raises(UnknownSkill, match="crochetage"):
        thrown(thief(), "pister", 1)
    with pytest.raises(UnknownSkill, match="ni sa classe ni son peuple"):
        thrown(warrior(), "pister", 1)


def test_the_dead_use_no_skill() -> None:
    with pytest.raises(OutOfPlay):
        thrown(thief(elements=(Element("1", ElementKind.STATE, "mort"),)), "crochetage", 1)
