"""Wounds, care, the save against death, over all their values (SAN-3, HER-6)."""

from collections.abc import Callable
from itertools import product

import pytest

from rules.changes import Add, Counter, apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.classes import CLASSES
from rules.health import AtTheLowest, NotDying, Unhurt, death_save, heal, wound
from rules.heroism import cheat_death
from rules.refusals import Refusal
from rules.rolls import OutOfPlay
from tests.characters import campaign, monster, scene, thief, warrior
from tests.dice import ScriptedDice

MAXIMUM = 33  # Fafhrd's
UNCONSCIOUS = Element("9.inconscient", ElementKind.STATE, State.UNCONSCIOUS, "inconscient")
DEAD = Element("9.mort", ElementKind.STATE, State.DEAD, "mort")
CONSUMED = Element("9.consume", ElementKind.STATE, State.CONSUMED, "consumé")

ALL_HIT_POINTS = range(-10, MAXIMUM + 1)


def at(hit_points: int, *elements: Element) -> Character:
    return warrior(wounds=MAXIMUM - hit_points, elements=elements)


def refused(character: Character, act: Callable[[Character], object], refusal: type[Refusal]) -> str:
    before = character
    with pytest.raises(refusal) as caught:
        act(character)
    assert character == before
    return str(caught.value)


class TestWound:
    @pytest.mark.parametrize("asleep", [False, True])
    def test_every_wound_from_every_hit_points(self, asleep: bool) -> None:
        """« Une perte qui mène à 0 PV ou moins (ou subie à 0) rend mourant », « entre −10 et le maximum »."""
        for hit_points, points in product(ALL_HIT_POINTS, range(1, 50)):
            one = at(hit_points, *[UNCONSCIOUS] * asleep)
            if hit_points == -10 and not asleep:
                assert "−10" in refused(one, lambda one: wound(one, 3, campaign()), AtTheLowest)
                continue
            act = wound(one, points, campaign())
            after = apply(one, act.change_of(1))
            expected = max(-10, hit_points - points)
            assert (act.before, act.after, act.maximum, act.asked) == (hit_points, expected, MAXIMUM, -points)
            assert after.hit_points == expected
            assert after.dying is act.dying is (expected <= 0)
            assert after.has(State.UNCONSCIOUS) is (asleep and expected > 0)
            assert apply(after, inverse(act.change_of(1))) == one

    def test_a_blow_to_somebody_stabilised_at_zero_makes_them_dying_again(self) -> None:
        assert apply(at(0, UNCONSCIOUS), wound(at(0, UNCONSCIOUS), 1, campaign()).change_of(1)).dying

    @pytest.mark.parametrize("elements", [(DEAD,), (CONSUMED,)])
    def test_the_fallen_are_left_alone(self, elements: tuple[Element, ...]) -> None:
        refused(at(0, *elements), lambda one: wound(one, 1, campaign()), OutOfPlay)
        refused(at(0, *elements), lambda one: heal(one, 1), OutOfPlay)

    def test_the_archived_are_left_alone(self) -> None:
        assert "restaurer" in refused(warrior(archived=True, wounds=1), lambda one: heal(one, 1), OutOfPlay)


class TestHeal:
    @pytest.mark.parametrize("asleep", [False, True])
    def test_every_care_from_every_hit_points(self, asleep: bool) -> None:
        """« Tout soin ramenant au-dessus de 0 lève mourant et inconscient », never beyond the maximum."""
        for hit_points, points in product(ALL_HIT_POINTS, range(1, 50)):
            one = at(hit_points, *[UNCONSCIOUS] * asleep)
            if hit_points == MAXIMUM:
                refused(one, lambda one: heal(one, 3), Unhurt)
                continue
            act = heal(one, points)
            after = apply(one, act.change_of(1))
            expected = min(MAXIMUM, hit_points + points)
            assert (act.before, act.after, after.hit_points) == (hit_points, expected, expected)
            assert after.dying is act.dying is (expected <= 0 and not asleep)
            assert after.has(State.UNCONSCIOUS) is (asleep and expected <= 0)
            assert act.awake is (hit_points <= 0 < expected)
            assert apply(after, inverse(act.change_of(1))) == one

    def test_the_change_is_what_was_really_healed(self) -> None:
        """Undoing a care that the maximum cut gives back no more than it healed."""
        assert heal(at(30), 10).change_of(1) == (Add(Counter.WOUNDS, -3),)

    @pytest.mark.parametrize("points", [1, 9, 10, 11, 30])
    def test_from_minus_ten_where_the_maximum_fell_below_the_wounds(self, points: int) -> None:
        """Hit points shown at −10 rise from −10, whatever the wounds say."""
        fallen = warrior(wounds=43, hit_point_correction=-20)
        assert (fallen.max_hit_points, fallen.hit_points) == (13, -10)
        act = heal(fallen, points)
        assert apply(fallen, act.change_of(1)).hit_points == act.after == min(13, points - 10)
        stabilised = apply(fallen, cheat_death(scene(fallen), "k").change_of(1))
        assert (stabilised.hit_points, stabilised.dying) == (0, False)


# « Sauvegarde contre la mort » = deuxième valeur, by the levels at which it changes (CLA, PMT).
DEATH = {
    "guerrier": {1: 12, 4: 10, 7: 8, 10: 6, 13: 4},
    "voleur": {1: 14, 5: 12, 9: 10, 13: 8},
    "magicien_blanc": {1: 13, 6: 11, 11: 9},
}


class TestDeathSave:
    @pytest.mark.parametrize("key", DEATH)
    @pytest.mark.parametrize(("people", "bonus"), [("nordique", 0), ("lankhmarien", 1), ("ilthmartien", 1)])
    def test_all_faces(self, key: str, people: str, bonus: int) -> None:
        """SAN-3: d20 + people (PEU-3) + situation, against the class's target; a tie passes (JET-2)."""
        for level in range(1, 16):
            target = max((start, value) for start, value in DEATH[key].items() if start <= level)[1]
            tracks = (ClassTrack(key, CLASSES[key].threshold(level), (1,) * min(level, 9)),)
            one = warrior(classes=tracks, people_key=people, scores=(10,) * 6)
            one = apply(one, (Add(Counter.WOUNDS, one.max_hit_points + 3),))
            for situation, face in product((-4, 0, 2), range(1, 21)):
                self.verify(one, face, situation, passed=face + bonus + situation >= target)

    @staticmethod
    def verify(one: Character, face: int, situation: int, *, passed: bool) -> None:
        act = death_save(one, campaign(), ScriptedDice(face), "k", situation)
        after = apply(one, act.change_of(1))
        assert act.check.success is passed
        assert after.has(State.UNCONSCIOUS) is passed
        assert after.dead is not passed
        assert after.hit_points == (0 if passed else -3)
        assert not after.dying
        assert apply(after, inverse(act.change_of(1))) == one

    @pytest.mark.parametrize(("face", "bonus", "passed"), [(1, 20, False), (20, -20, True), (2, 20, True)])
    def test_natural_faces_where_the_table_plays_them(self, face: int, bonus: int, passed: bool) -> None:
        """JET-4."""
        dying = at(-1)
        assert (
            death_save(dying, campaign(naturels=True), ScriptedDice(face), "k", bonus).check.success is passed
        )
        assert death_save(dying, campaign(), ScriptedDice(face), "k", bonus).check.success is (bonus > 0)

    def test_each_modifier_is_named(self) -> None:
        dying = thief(wounds=100)
        act = death_save(dying, campaign(), ScriptedDice(10), "k", -2)
        assert [(one.value, one.reason) for one in act.check.modifiers] == [
            (1, "Lankhmarien"),
            (-2, "situation"),
        ]

    def test_a_creature_saves_as_a_warrior_of_its_hit_dice(self) -> None:
        """HOR-5: less than one hit die is line 0 (14)."""
        for hit_dice, target in ((0, 14), (1, 12), (3, 12), (4, 10), (9, 8), (12, 6), (15, 4), (40, 4)):
            rat = monster(hit_dice=hit_dice, wounds=9)
            assert death_save(rat, campaign(), ScriptedDice(1), "k").check.target == target

    @pytest.mark.parametrize("one", [at(1), at(MAXIMUM), at(0, UNCONSCIOUS), at(-5, UNCONSCIOUS)])
    def test_only_the_dying_save_and_no_die_is_thrown(self, one: Character) -> None:
        refused(one, lambda one: death_save(one, campaign(), ScriptedDice(), "k"), NotDying)
        refused(one, lambda one: cheat_death(scene(one), "k"), NotDying)

    def test_the_dead_do_not_save_again(self) -> None:
        refused(at(-3, DEAD), lambda one: death_save(one, campaign(), ScriptedDice(), "k"), OutOfPlay)

    @pytest.mark.parametrize("hit_points", range(-10, 1))
    def test_cheating_death_is_a_save_that_passes(self, hit_points: int) -> None:
        """HER-6: « réussie d’office »: 0 hit points, unconscious, stabilised."""
        dying = at(hit_points)
        saved = apply(dying, death_save(dying, campaign(), ScriptedDice(20), "k").change_of(1))
        act = cheat_death(scene(dying), "k")
        cheated = apply(dying, act.change_of(1))
        assert act.hit_points == hit_points
        assert (
            (cheated.hit_points, cheated.elements)
            == (saved.hit_points, saved.elements)
            == (0, saved.elements)
        )
        assert cheated.heroism == dying.heroism - 1
