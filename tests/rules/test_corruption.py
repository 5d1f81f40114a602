"""Corruption: every check, every stage, the alterations (COR-1 to COR-5, FOL-2)."""

from collections import Counter as Tally
from itertools import product
from typing import Any

import pytest

from rules import corruption
from rules.abilities import Ability
from rules.alteration_table import ALTERATIONS
from rules.changes import apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.corruption import (
    CorruptionAct,
    CorruptionCorrection,
    HarmlessSpell,
    NotBlackMagician,
    Occasion,
    alteration_element,
    stage_malus,
    threaten,
)
from rules.madness import NothingChanges
from rules.refusals import Refusal
from rules.rolls import OutOfPlay, UnknownScore
from tests.characters import black_magician, campaign, monster, warrior
from tests.dice import ScriptedDice

CASTING = Occasion.CASTING
# COR-2: by stage, the malus of the stage reached, and the reading that adds them up.
MALUS = [0, 0, 1, 1, 2, 2, 2, 2, 2, 2]
ADDED = [0, 0, 1, 2, 4, 6, 8, 10, 12, 14]


def bearing(*numbers: int) -> tuple[Element, ...]:
    """The alterations of these faces, already suffered."""
    return tuple(alteration_element(ALTERATIONS[number], f"1.palier{number}") for number in numbers)


def magician(intelligence: int = 15, wisdom: int = 8, **facts: Any) -> Character:
    return black_magician(scores=(9, 12, 10, intelligence, wisdom, 9), **facts)


def given(one: Character, points: int, *faces: int) -> tuple[Character, CorruptionCorrection]:
    """The game master gives points: every face is thrown, and the change can be taken back."""
    dice = ScriptedDice(*faces)
    act = corruption.adjust(one, points, dice, "7")
    assert dice.left == 0
    change = act.change_of(one.id)
    after = apply(one, change)
    assert apply(after, inverse(change)) == one
    return after, act


def alterations(one: Character) -> list[str]:
    return [element.key for element in one.of_kind(ElementKind.ALTERATION)]


class TestCheck:
    @pytest.mark.parametrize("added", [False, True])
    def test_every_face_spell_stage_and_intelligence(self, added: bool) -> None:
        """COR-1, COR-2: passes if d20 + spell level + malus ≤ INT; a failure is one point."""
        for stage, intelligence in product(range(10), (0, 3, 9, 13, 15, 18)):
            one = magician(intelligence, corruption=10 * stage, stages_suffered=stage)
            malus = ADDED[stage] if added else MALUS[stage]
            for level, die in product((2, 3, 5, 9), range(1, 21)):
                act = threaten(one, level, CASTING, campaign(malus_cumule=added), ScriptedDice(die), "7")
                passed = die + level + malus <= intelligence
                assert act.check.success is passed, (stage, intelligence, level, die)
                after = apply(one, act.change_of(3))
                assert after.corruption == 10 * stage + (not passed)
                assert (act.corruption is None) is passed
                assert after.elements == one.elements

    def test_the_malus_of_a_stage(self) -> None:
        """COR-2: « palier 1 : 0 ; 2 et 3 : 1 ; 4 et plus : 2 », or added up « 0, 1, 2, 4, 6… »."""
        assert [stage_malus(stage) for stage in range(10)] == MALUS
        assert [stage_malus(stage, cumulative=True) for stage in range(10)] == ADDED

    def test_a_fall_lowers_the_malus(self) -> None:
        """COR-3: « une baisse change le malus »."""
        fallen = magician(corruption=19, stages_suffered=4)
        act = threaten(fallen, 2, CASTING, campaign(), ScriptedDice(13), "7")
        assert act.check.success
        assert [one.reason for one in act.check.modifiers] == ["niveau du sort"]

    def test_each_modifier_is_named(self) -> None:
        one = magician(corruption=40, stages_suffered=4)
        act = threaten(one, 3, Occasion.LEARNING, campaign(), ScriptedDice(1), "7")
        assert [(mod.value, mod.reason) for mod in act.check.modifiers] == [
            (-3, "niveau du sort"),
            (-2, "palier 4"),
        ]
        assert (act.spell_level, act.occasion, act.check.target) == (3, Occasion.LEARNING, 15)

    def test_natural_faces_where_the_table_plays_them(self) -> None:
        """JET-4: on an ability check, 1 passes and 20 fails."""
        naturals = campaign(naturels=True)
        assert threaten(magician(3), 9, CASTING, naturals, ScriptedDice(1), "7").check.success
        assert not threaten(
            magician(30, corruption=5), 2, CASTING, naturals, ScriptedDice(20), "7"
        ).check.success

    def test_a_success_changes_nothing(self) -> None:
        assert threaten(magician(), 2, CASTING, campaign(), ScriptedDice(13), "7").changes == ()

    @pytest.mark.parametrize(
        ("one", "level", "refusal"),
        [
            (warrior(), 3, NotBlackMagician),
            (warrior(classes=(ClassTrack("magicien_blanc", 0, (4,)),)), 3, NotBlackMagician),
            (monster(), 3, NotBlackMagician),
            (black_magician(), 1, HarmlessSpell),
            (black_magician(), 0, HarmlessSpell),
            (black_magician(scores=(None,) * 6), 3, UnknownScore),
            (black_magician(archived=True), 3, OutOfPlay),
            (black_magician(elements=(Element("1", ElementKind.STATE, State.DEAD),)), 3, OutOfPlay),
            (black_magician(elements=(Element("1", ElementKind.STATE, State.CONSUMED),)), 3, OutOfPlay),
        ],
    )
    def test_refusals_throw_no_die(self, one: Character, level: int, refusal: type[Refusal]) -> None:
        """COR-1: a black magician, and a spell of level 2 or more."""
        with pytest.raises(refusal):
            threaten(one, level, CASTING, campaign(), ScriptedDice(), "7")

    @pytest.mark.parametrize("facts", [{"npc": True, "player_id": None}, {"active": False}])
    def test_a_black_magician_of_several_classes_or_of_the_game_master(self, facts: dict[str, Any]) -> None:
        both = (ClassTrack("guerrier", 0, (8,)), ClassTrack("magicien_noir", 0, (4,)))
        act = threaten(magician(classes=both, **facts), 2, CASTING, campaign(), ScriptedDice(2), "7")
        assert isinstance(act, CorruptionAct)


class TestStages:
    def test_every_point_from_0_to_99(self) -> None:
        """COR-3: an alteration at 10, 20, 30…; from stage 3 on, a point of wisdom."""
        for points in range(100):
            one = magician(wisdom=18, corruption=points, stages_suffered=points // 10)
            stage = (points + 1) // 10 if (points + 1) % 10 == 0 else None
            after, act = given(one, 1, *[6] * (stage is not None))
            assert [reached.stage for reached in act.corruption.stages] == ([stage] if stage else [])
            assert alterations(after) == (["autre_voix"] if stage else [])
            assert after.wisdom == 18 - (stage is not None and stage >= 3)
            assert after.stages_suffered == (points + 1) // 10

    def test_several_stages_are_resolved_in_order(self) -> None:
        after, act = given(magician(corruption=5), 40, 20, 2, 7, 11)
        assert [one.stage for one in act.corruption.stages] == [1, 2, 3, 4]
        assert [one.alteration.number for one in act.corruption.stages] == [20, 2, 7, 11]
        assert [one.wisdom for one in act.corruption.stages] == [None, None, (8, 7), (7, 6)]
        assert alterations(after) == ["doigts_pus", "langue_noire", "appetit", "phobie"]
        assert (after.corruption, after.wisdom, after.stage) == (45, 6, 4)

    def test_a_failed_check_at_the_edge_strikes(self) -> None:
        act = threaten(black_magician(), 2, CASTING, campaign(), ScriptedDice(20, 4), "7")
        assert act.corruption is not None
        assert (act.corruption.before, act.corruption.after) == (9, 10)
        assert alterations(apply(black_magician(), act.change_of(3))) == ["yeux_injectes"]

    def test_a_fall_gives_nothing_back_and_a_stage_strikes_once(self) -> None:
        """COR-3: over every fall, and the rise after it."""
        start = magician(corruption=39, stages_suffered=3, wisdom_lost=1, elements=bearing(1, 2, 3))
        for fall in range(1, 45):
            low, _ = given(start, -fall)
            assert low.corruption == max(0, 39 - fall)
            assert (low.stages_suffered, low.wisdom, low.elements) == (3, 7, start.elements)
            back, act = given(low, 39 - low.corruption)
            assert act.corruption.stages == ()
            assert back == start
            assert [one.stage for one in given(back, 1, 4)[1].corruption.stages] == [4]

    def test_only_stages_crossed_now_strike(self) -> None:
        """A character given as corrupt by the game master has not crossed its old stages in play."""
        after, act = given(magician(corruption=38), 2, 9)
        assert [one.stage for one in act.corruption.stages] == [4]
        assert after.stages_suffered == 4
        assert given(magician(corruption=38), -1)[1].corruption.stages == ()
        assert given(magician(corruption=38), 1)[1].corruption.stages == ()

    @pytest.mark.parametrize("points", [0, -4])
    def test_nothing_to_change_is_refused(self, points: int) -> None:
        with pytest.raises(NothingChanges):
            corruption.adjust(magician(corruption=0), points, ScriptedDice(), "7")


class TestAlterations:
    def test_one_already_suffered_is_thrown_again(self) -> None:
        """COR-4; both faces stay visible."""
        after, act = given(magician(corruption=9, elements=bearing(4, 17)), 1, 4, 17, 4, 15)
        (reached,) = act.corruption.stages
        assert (reached.alteration.repeated, reached.alteration.number) == ((4, 17, 4), 15)
        assert alterations(after) == ["yeux_injectes", "effroi_animaux", "peau_cireuse"]

    def test_twenty_stages_bring_all_twenty_then_the_game_master_chooses(self) -> None:
        """COR-4: « table épuisée : le MdT choisit »."""
        faces = [face for number in range(1, 21) for face in (*range(1, number), number)]
        after, act = given(magician(wisdom=30, corruption=0), 210, *faces)
        assert [one.alteration.number for one in act.corruption.stages] == [*range(1, 21), None]
        assert act.corruption.stages[-1].alteration.text == ""
        assert len(alterations(after)) == len(set(alterations(after))) == 20
        assert after.wisdom == 30 - 19

    @pytest.mark.parametrize(
        "suffered", [(), (20,), (1, 2, 3, 4, 5), tuple(range(1, 20)), tuple(range(2, 20))]
    )
    def test_each_alteration_left_is_as_likely(self, suffered: tuple[int, ...]) -> None:
        """Over all the ways two dice may fall, whatever was suffered: the same share for each one left."""
        one = magician(corruption=9, elements=bearing(*suffered))
        tally: Tally[int | None] = Tally()
        for faces in product(range(1, 21), repeat=2):
            if all(face in suffered for face in faces):
                continue
            dice = ScriptedDice(*faces)
            (reached,) = corruption.adjust(one, 1, dice, "7").corruption.stages
            tally[reached.alteration.number] += 1
            assert reached.alteration.repeated == faces[: len(faces) - dice.left - 1]
        assert set(tally) == set(range(1, 21)) - set(suffered)
        assert len(set(tally.values())) == 1

    def test_a_die_that_never_settles_ends_with_the_same_chances(self) -> None:
        """A hundred repeats, then one throw among those left."""
        one = magician(corruption=9, elements=bearing(*range(3, 21)))
        kept = [given(one, 1, *[3] * 100, face)[1].corruption.stages[0].alteration.number for face in (1, 2)]
        assert kept == [1, 2]

    @pytest.mark.parametrize("strength", [0, 1, 2, 9, 18])
    def test_fourteen_takes_two_of_strength(self, strength: int) -> None:
        """Alteration 14: FOR −2 in the score; COR-3: not under 0."""
        one = black_magician(scores=(strength, 12, 10, 15, 8, 9))
        after, _ = given(one, 1, 14)
        assert after.score(Ability.STRENGTH) == max(0, strength - 2)
        assert [after.score(ability) for ability in list(Ability)[1:]] == [12, 10, 15, 8, 9]


class TestWisdom:
    @pytest.mark.parametrize("wisdom", range(1, 6))
    def test_consumed_when_it_reaches_zero(self, wisdom: int) -> None:
        """COR-5, and floor 0 (COR-3): the other stages crossed still strike."""
        after, act = given(magician(wisdom=wisdom, corruption=0), 79, *range(1, 8))
        losses = [one.wisdom for one in act.corruption.stages]
        expected = [None, None, *((left, left - 1) for left in range(wisdom, 0, -1)), *[None] * 5]
        assert losses == expected[:7]
        assert [one.stage for one in act.corruption.stages if one.consumed] == [2 + wisdom]
        assert (after.wisdom, after.consumed, len(alterations(after))) == (0, True, 7)
        assert len(list(after.of_kind(ElementKind.STATE))) == 1

    def test_a_last_point_kept_is_not_consumed(self) -> None:
        after, _ = given(magician(wisdom=2, corruption=29, stages_suffered=2), 1, 5)
        assert (after.wisdom, after.consumed, after.playable) == (1, False, True)

    def test_an_unknown_wisdom_loses_nothing(self) -> None:
        """HOR-5: without SAG there is nothing to lose."""
        one = black_magician(scores=(9, 12, 10, 15, None, 9), corruption=29, stages_suffered=2, npc=True)
        after, act = given(one, 1, 5)
        assert (after.wisdom, after.consumed, act.corruption.stages[0].wisdom) == (None, False, None)

    def test_folie_rolls_fall_due_and_none_is_thrown(self) -> None:
        """FOL-2: SAG 8 → 7 with 14 points: 1 multiple becomes 2."""
        after, act = given(magician(corruption=29, stages_suffered=2, madness=14), 1, 5)
        assert act.corruption.stages[0].rolls_due == 1
        assert len(list(after.of_kind(ElementKind.MADNESS_DUE))) == 1
        assert list(after.of_kind(ElementKind.TROUBLE)) == []

    def test_every_fall_owes_what_the_multiples_say(self) -> None:
        """FOL-2, over one to four stages at once: the sum is the whole fall's."""
        for wisdom, madness, stages in product(range(1, 10), range(0, 25, 3), range(1, 5)):
            one = magician(wisdom=wisdom, corruption=29, stages_suffered=2, madness=madness)
            after, act = given(one, 10 * stages, *range(1, stages + 1))
            lowest = max(1, wisdom - stages)  # at 0 there is no multiple any more
            due = madness // lowest - madness // wisdom
            assert len(list(after.of_kind(ElementKind.MADNESS_DUE))) == due
            assert sum(reached.rolls_due for reached in act.corruption.stages) == due
            assert len({element.uid for element in after.elements}) == len(after.elements)
