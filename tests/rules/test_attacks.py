"""Attacks and damage (JET-3, JET-5), and what HER-4 and HER-5 allow of them."""

from dataclasses import replace
from typing import Any

import pytest

from rules import attacks, destiny, heroism
from rules.acts import Act
from rules.alteration_table import ALTERATIONS
from rules.attacks import (
    AlreadyMasterful,
    AttackAct,
    AttackReplaced,
    DamageRolled,
    Followed,
    Manner,
    Missed,
    NoArmourClass,
    StrokeSpent,
)
from rules.campaign import Combat
from rules.changes import Add, Counter, apply
from rules.character import Character, Element, ElementKind, State
from rules.corruption import alteration_element
from rules.damage import Damage, land
from rules.destiny import AlreadyRerolled, FightOver, LastRoll, SessionOver
from rules.dice import roll
from rules.items import Bonus, Item
from rules.readiness import CannotAttack
from rules.refusals import Refusal
from rules.rolls import OutOfPlay
from tests.characters import campaign, monster, scene, thief, warrior
from tests.dice import ScriptedDice


def state(key: State, uid: str = "1.x") -> Element:
    return Element(uid, ElementKind.STATE, key, key)


def attack(
    die: int = 12, attacker: Character | None = None, target: Character | None = None, **manner: Any
) -> AttackAct:
    """Fafhrd (attack +3, FOR +2, 1d8) at the rat."""
    who = scene(attacker or warrior(damage="1d8"))
    return attacks.attack(who, target or monster(id=9), ScriptedDice(die), Manner(**manner))


def followed(act: AttackAct, answer: Act | None = None, *, standing: bool = True) -> Followed:
    return Followed(7, act, standing, answer)


@pytest.mark.parametrize("die", range(1, 21))
@pytest.mark.parametrize("armour_class", [-10, 10, 15, 40])
def test_every_face_against_every_armour_class(die: int, armour_class: int) -> None:
    act = attack(die, armour_class=armour_class)
    assert act.check.total == die + 5
    assert act.hit is (die == 20 or (die != 1 and die + 5 >= armour_class))
    assert act.masterful is (die == 20)


def test_the_armour_class_is_the_target_s_as_it_wears_it() -> None:
    assert attack(target=monster()).check.target == 10
    assert attack(target=monster(fixed_armour_class=13)).check.target == 13
    assert attack(target=thief(armour="cuir")).check.target == 13
    assert attack(target=monster(fixed_armour_class=13), armour_class=4).check.target == 4


def test_a_monster_s_armour_class_is_known_only_when_told() -> None:
    assert not attack(target=monster()).known_armour_class
    assert attack(target=thief()).known_armour_class
    assert attack(target=monster(), armour_class=12).known_armour_class


@pytest.mark.parametrize(
    ("weapon", "distance", "reasons"),
    [
        ("épée longue", None, ["attaque", "FOR"]),
        ("Arc long de Mingol", None, ["attaque", "DEX"]),
        ("fronde", None, ["attaque", "DEX"]),
        ("arc", False, ["attaque", "FOR"]),
        ("dague", True, ["attaque", "DEX"]),
        ("", None, ["attaque", "FOR"]),
    ],
)
def test_strength_near_and_dexterity_afar(weapon: str, distance: bool | None, reasons: list[str]) -> None:
    act = attack(attacker=warrior(weapon=weapon, scores=(16, 13, 14, 10, 9, 13)), distance=distance)
    assert [one.reason for one in act.check.modifiers] == reasons
    assert [one.reason for one in act.damage_modifiers] == (["FOR"] if "FOR" in reasons else [])


def test_exhaustion_weighs_once_whatever_its_causes() -> None:
    tired = warrior(elements=(state(State.EXHAUSTED), state(State.EXHAUSTED, "2.x")))
    act = attack(attacker=tired)
    assert [(one.value, one.reason) for one in act.check.modifiers if one.reason == "épuisé"] == [
        (-2, "épuisé")
    ]
    assert sum(one.value for one in act.damage_modifiers) == 0


def test_the_sun_and_an_alteration_weigh_on_both_rolls() -> None:
    """JET-5, COR-6."""
    sun_enemy = alteration_element(ALTERATIONS[12], "4.palier1")
    clumsy = Element(
        "5.x", ElementKind.ALTERATION, "gauche", "Gauche.", maluses=(("attaque", -1), ("dommages", -3))
    )
    act = attacks.attack(
        scene(warrior(elements=(sun_enemy, clumsy)), sunlight=True), monster(), ScriptedDice(9)
    )
    weighing = [(one.value, one.reason) for one in act.check.modifiers]
    assert weighing == [(3, "attaque"), (2, "FOR"), (-1, "Gauche."), (-2, "épuisé")]
    assert [(one.value, one.reason) for one in act.damage_modifiers] == [
        (2, "FOR"),
        (-3, "Gauche."),
        (-2, "épuisé"),
    ]


@pytest.mark.parametrize(
    ("character", "formula"),
    [
        (warrior(damage="1d8"), "1d8"),
        (warrior(), "1d2"),
        (monster(), "1d6"),
        (monster(damage="2d4"), "2d4"),
    ],
)
def test_what_it_strikes_with(character: Character, formula: str) -> None:
    assert attack(attacker=character).formula == formula
    assert attack(attacker=character, damage="1d12").formula == "1d12"


@pytest.mark.parametrize("key", [State.UNCONSCIOUS, State.FAINTED, State.PARALYSED])
def test_the_helpless_do_not_attack(key: State) -> None:
    with pytest.raises(CannotAttack):
        attack(attacker=warrior(elements=(state(key),)))


def test_neither_the_dying_nor_the_dead_attack_and_the_dead_are_left_alone() -> None:
    with pytest.raises(CannotAttack, match="mourant"):
        attack(attacker=warrior(wounds=40))
    with pytest.raises(OutOfPlay):
        attack(attacker=warrior(elements=(state(State.DEAD),)))
    with pytest.raises(OutOfPlay):
        attack(target=monster(elements=(state(State.DEAD),)))


def test_something_must_be_reached() -> None:
    with pytest.raises(NoArmourClass):
        attacks.attack(scene(warrior()), None, ScriptedDice(9))


def test_damage_is_the_target_s_loss_and_the_attacker_s_act() -> None:
    act = attacks.damage(followed(attack()), monster(), campaign(), ScriptedDice(4))
    assert (act.character_id, act.attack_id, act.damage.total) == (1, 7, 6)
    assert act.change_of(1) == ()
    assert act.change_of(4) == (Add(Counter.WOUNDS, 6),)
    struck = act.damage.struck
    assert struck is not None
    assert (struck.before, struck.after, struck.dying) == (9, 3, False)


def test_a_natural_20_throws_no_damage_die() -> None:
    act = attacks.damage(followed(attack(20)), monster(), campaign(), ScriptedDice())
    assert (act.damage.total, act.damage.maximised) == (10, True)


@pytest.mark.parametrize(("face", "malus", "total"), [(1, -3, 1), (2, -3, 1), (4, -3, 1), (5, -3, 2)])
def test_a_hit_does_one_at_least(face: int, malus: int, total: int) -> None:
    weak = warrior(damage="1d8", scores=(3, 12, 14, 10, 9, 13))
    assert (
        attacks.damage(followed(attack(15, weak)), None, campaign(), ScriptedDice(face)).damage.total == total
    )


@pytest.mark.parametrize(
    ("hit_points", "after", "dying"), [(9, 3, False), (6, 0, True), (1, -5, True), (-8, -10, True)]
)
def test_a_blow_may_make_dying(hit_points: int, after: int, dying: bool) -> None:
    target = monster(wounds=9 - hit_points)
    damage, changes = land(Damage(roll("6", ScriptedDice())), target, campaign())
    assert damage.struck is not None
    assert (damage.struck.after, damage.struck.dying) == (after, dying)
    assert apply(target, changes[0].change).hit_points == after


def test_at_the_lowest_a_blow_takes_nothing_more() -> None:
    damage, changes = land(Damage(roll("6", ScriptedDice())), monster(wounds=19), campaign())
    assert damage.struck is not None
    assert (damage.struck.before, damage.struck.after, changes) == (-10, -10, ())


DAMAGE = attacks.damage(followed(attack()), None, campaign(), ScriptedDice(4))
STROKE = heroism.master_stroke(scene(warrior(damage="1d8")), "", followed(attack()), monster())


@pytest.mark.parametrize(
    ("attack_followed", "refusal"),
    [
        (followed(attack(2)), Missed),
        (followed(attack(15), DAMAGE), DamageRolled),
        (followed(attack(15), STROKE), StrokeSpent),
        (followed(attack(15), standing=False), AttackReplaced),
    ],
)
def test_what_forbids_damage_forbids_a_stroke(attack_followed: Followed, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        attacks.damage(attack_followed, monster(), campaign(), ScriptedDice())
    with pytest.raises(refusal):
        heroism.master_stroke(scene(warrior()), "", attack_followed, monster())


def test_a_natural_20_takes_no_stroke() -> None:
    with pytest.raises(AlreadyMasterful):
        heroism.master_stroke(scene(warrior()), "", followed(attack(20)), monster())


def test_a_stroke_spends_the_point_and_takes_the_greatest_damage() -> None:
    assert STROKE.damage is not None
    assert (STROKE.attack_id, STROKE.maximum, STROKE.damage.total) == (7, 10, 10)
    assert STROKE.change_of(1) == (Add(Counter.HEROISM, -1),)
    assert STROKE.change_of(4) == (Add(Counter.WOUNDS, 10),)


def test_a_formula_given_to_a_stroke_is_whole_but_for_exhaustion() -> None:
    tired = warrior(damage="1d8", elements=(state(State.EXHAUSTED),))
    act = heroism.master_stroke(scene(tired), "2d6+1", followed(attack(15, tired)), monster())
    assert act.maximum == 11


# --- HER-5 ----------------------------------------------------------------------------------------------


def last(act: Act, **facts: Any) -> LastRoll:
    return LastRoll(7, act, None, **facts)


def test_an_attack_is_thrown_again_at_the_same_target() -> None:
    act = attack(3)
    again = destiny.reroll(scene(warrior()), last(act), ScriptedDice(17), "9")
    assert again.second == replace(act, check=act.check.with_die(17))
    assert again.change_of(1) == (Add(Counter.HEROISM, -1),)


@pytest.mark.parametrize(
    ("facts", "fighting", "refusal"),
    [
        ({"answer": DAMAGE}, 1, DamageRolled),
        ({"answer": STROKE}, 1, StrokeSpent),
        ({"combat": 1}, None, FightOver),
        ({"combat": 2}, 1, FightOver),
        ({"rerolled": True}, 1, AlreadyRerolled),
    ],
)
def test_it_may_come_too_late(facts: dict[str, Any], fighting: int | None, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        destiny.reroll(scene(warrior(), fighting=fighting), last(attack(), **facts), ScriptedDice(), "9")


def test_an_attack_out_of_any_combat_has_none_to_be_closed() -> None:
    destiny.verify_roll(scene(warrior(), fighting=2), last(attack()))
    destiny.verify_roll(replace(scene(warrior()), campaign=campaign(fighting=3)), last(attack(), combat=1))
    assert campaign(fighting=3).combat == Combat(1, 3)
    with pytest.raises(SessionOver):
        destiny.verify_roll(scene(warrior()), LastRoll(7, attack(), session_id=3))


def test_an_item_in_hand_lends_its_bonus() -> None:
    """OBJ-2: the quality of a weapon acts while it is the one wielded."""
    sword = Item(id=1, name="Épée de Ludda", magic=False, bonuses=((Bonus.ATTACK, 1), (Bonus.DAMAGE, 2)))
    armed = warrior(weapon="épée de ludda", damage="1d8")
    act = attacks.attack(scene(armed), monster(), ScriptedDice(9), items=(sword,))
    assert (1, "Épée de Ludda") in [(one.value, one.reason) for one in act.check.modifiers]
    assert (2, "Épée de Ludda") in [(one.value, one.reason) for one in act.damage_modifiers]
    other = attacks.attack(scene(warrior()), monster(), ScriptedDice(9), items=(sword,))
    assert "Épée de Ludda" not in [one.reason for one in (*other.check.modifiers, *other.damage_modifiers)]
