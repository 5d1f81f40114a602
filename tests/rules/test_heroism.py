"""Heroism points: what a session gives, each use, each refusal (HER-1 to HER-9, HER-5 apart)."""

from collections.abc import Callable
from itertools import product

import pytest

from rules import destiny, health, heroism, heroism_points, intuition, rolls, roster, sessions
from rules.acts import Act
from rules.campaign import Scene
from rules.changes import Add, Counter, OutOfBounds, Set, apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.checks import Check
from rules.classes import CLASSES, SaveCategory
from rules.dice import DiceError
from rules.health import NotDying, Unhurt
from rules.heroism import (
    NoHeroism,
    NotFit,
    RoundSpent,
    SecondWindTaken,
    Use,
    can,
)
from rules.heroism_points import restore, session_points
from rules.intuition import Intuition, QuestionClosed
from rules.madness import NothingChanges
from rules.refusals import Refusal
from rules.rolls import OutOfPlay
from tests.characters import black_magician, campaign, monster, scene, thief, warrior
from tests.dice import ScriptedDice

MAXIMUM = 33  # Fafhrd's hit points


def state(key: State, ends_at: int | None = None) -> Element:
    return Element(f"9.{key}", ElementKind.STATE, key, key.value, ends_at)


DEAD, CONSUMED = state(State.DEAD), state(State.CONSUMED)
UNCONSCIOUS, FAINTED = state(State.UNCONSCIOUS), state(State.FAINTED, 60)

SPEND: dict[Use, Callable[[Scene, ScriptedDice], Act]] = {
    Use.MASTER_STROKE: lambda where, dice: heroism.master_stroke(where, "1d8+2"),
    Use.DESTINY: destiny.bare,
    Use.CHEAT_DEATH: lambda where, dice: heroism.cheat_death(where, "7"),
    Use.INTUITION: lambda where, dice: intuition.intuition(where, "Qui ment ?"),
    Use.SECOND_WIND: heroism.second_wind,
}
# Somebody for whom each use is open, but for what a test takes away.
READY: dict[Use, Character] = {
    **dict.fromkeys(Use, warrior(wounds=5)),
    Use.CHEAT_DEATH: warrior(wounds=MAXIMUM + 2),
}


def spend(where: Scene, use: Use) -> Character:
    """The character once the point is spent."""
    return apply(where.character, SPEND[use](where, ScriptedDice(4)).change_of(where.character.id))


def refused(where: Scene, use: Use, refusal: type[Refusal]) -> str:
    """The refusal's words; no die was thrown by then."""
    with pytest.raises(refusal) as caught:
        SPEND[use](where, ScriptedDice())
    assert use is Use.DESTINY or not can(where, use)
    return str(caught.value)


class TestSessions:
    """HER-1: `max(1, niveau // 2)`."""

    @pytest.mark.parametrize("key", CLASSES)
    def test_every_level(self, key: str) -> None:
        expected = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
        points = [
            session_points(warrior(classes=(ClassTrack(key, CLASSES[key].threshold(level), (1,) * 9),)))
            for level in range(1, 16)
        ]
        assert points == expected

    def test_several_classes_count_the_highest(self) -> None:
        tracks = (ClassTrack("guerrier", 2_035, (8, 1)), ClassTrack("voleur", 80_001, (4,) * 8))
        assert [track.level for track in tracks] == [2, 8]
        assert session_points(warrior(classes=tracks)) == session_points(warrior(classes=tracks[::-1])) == 4

    @pytest.mark.parametrize("before", [0, 1, 2, 7])
    def test_the_value_replaces_the_old(self, before: int) -> None:
        told, changes = restore([warrior(heroism=before)])
        assert [(one.name, one.before, one.after) for one in told] == [("Fafhrd", before, 2)]
        after = warrior(heroism=before)
        for entry in changes:
            assert entry.change == (Set("heroism", before, 2),)
            after = apply(after, entry.change)
        assert after == warrior(heroism=2)

    def test_active_or_not_but_neither_dead_nor_consumed_nor_archived_nor_npc(self) -> None:
        """HER-1, HER-2."""
        left_alone = [
            warrior(elements=(DEAD,)),
            warrior(elements=(CONSUMED,)),
            warrior(archived=True),
            warrior(npc=True),
            monster(major=True, heroism=5),
        ]
        asleep = [warrior(active=False), warrior(elements=(UNCONSCIOUS,)), warrior(wounds=40)]
        told, _ = restore([*left_alone, *asleep, thief(), black_magician()])
        assert [one.character_id for one in told] == [1, 1, 1, 2, 3]


class TestConditions:
    @pytest.mark.parametrize("use", Use)
    def test_a_point_goes_and_comes_back_with_the_act_undone(self, use: Use) -> None:
        """HER-3: « annuler une dépense rend point… »."""
        where = scene(READY[use])
        assert can(where, use)
        change = SPEND[use](where, ScriptedDice(4)).change_of(1)
        after = apply(where.character, change)
        assert after.heroism == where.character.heroism - 1
        assert Add(Counter.HEROISM, -1) in change
        assert apply(after, inverse(change)) == where.character

    @pytest.mark.parametrize("use", Use)
    def test_the_last_point_goes_and_then_none(self, use: Use) -> None:
        """HER-9: never under zero."""
        last = apply(READY[use], (Set("heroism", 2, 1),))
        after = spend(scene(last), use)
        assert after.heroism == 0
        assert "plus de point" in refused(scene(apply(last, (Add(Counter.HEROISM, -1),))), use, NoHeroism)
        with pytest.raises(OutOfBounds):
            apply(after, (heroism.spent(),))

    @pytest.mark.parametrize("use", Use)
    def test_one_point_a_round_while_a_combat_is_open(self, use: Use) -> None:
        """HER-3; « sans combat ouvert, pas de limite par round »."""
        where = scene(READY[use], fighting=3, spent_in_round=True)
        assert "round 3" in refused(where, use, RoundSpent)
        assert can(scene(READY[use], fighting=3), use)
        assert can(scene(READY[use], spent_in_round=True), use)

    @pytest.mark.parametrize("use", Use)
    @pytest.mark.parametrize("element", [DEAD, CONSUMED])
    def test_the_fallen_spend_nothing(self, use: Use, element: Element) -> None:
        fallen = apply(READY[use], (Set("elements", (), (element,)),))
        refused(scene(fallen), use, OutOfPlay)

    @pytest.mark.parametrize("use", Use)
    def test_the_archived_spend_nothing(self, use: Use) -> None:
        shelved = apply(READY[use], (Set("archived", False, True),))
        assert "restaurer" in refused(scene(shelved), use, OutOfPlay)

    @pytest.mark.parametrize("use", [Use.MASTER_STROKE, Use.DESTINY, Use.INTUITION, Use.CHEAT_DEATH])
    def test_the_dying_may_still_spend_on_what_needs_no_breath(self, use: Use) -> None:
        assert can(scene(warrior(wounds=MAXIMUM)), use)

    def test_a_major_npc_spends_too(self) -> None:
        """HER-2."""
        assert can(scene(monster(major=True, heroism=1)), Use.MASTER_STROKE)


class TestMasterStroke:
    """HER-4: damage dice at their maximum, plus the modifiers."""

    @pytest.mark.parametrize(
        ("formula", "maximum"),
        [("1d8", 8), ("1d8+2", 10), ("2d6+1", 13), ("4d6k3", 18), ("1d6 - 1", 5), ("1d4-9", 1), ("3", 3)],
    )
    def test_of_a_formula(self, formula: str, maximum: int) -> None:
        act = heroism.master_stroke(scene(warrior()), formula)
        assert (act.formula, act.maximum, act.before, act.after) == (formula, maximum, 2, 1)

    def test_declared(self) -> None:
        act = heroism.master_stroke(scene(warrior()))
        assert (act.formula, act.maximum) == ("", None)

    def test_a_faulty_formula_costs_nothing(self) -> None:
        with pytest.raises(DiceError):
            heroism.master_stroke(scene(warrior()), "épée")


class TestCheatDeath:
    """HER-6; the healing itself is in test_health."""

    @pytest.mark.parametrize(
        "one", [warrior(), warrior(wounds=MAXIMUM - 1), warrior(wounds=MAXIMUM, elements=(UNCONSCIOUS,))]
    )
    def test_needs_somebody_dying(self, one: Character) -> None:
        assert "pas mourant" in refused(scene(one), Use.CHEAT_DEATH, NotDying)


class TestIntuition:
    """HER-7."""

    def asked(self, one: Character) -> tuple[Intuition, Character]:
        act = intuition.intuition(scene(one), "Qui ment ?")
        return act, apply(one, act.change_of(1))

    def test_asking_takes_the_point_at_once(self) -> None:
        act, after = self.asked(warrior())
        assert (act.question, act.before, act.after, after.heroism) == ("Qui ment ?", 2, 1, 1)

    @pytest.mark.parametrize(("hint", "points"), [(True, 1), (False, 2)])
    def test_a_hint_spends_it_and_nothing_to_learn_gives_it_back(self, hint: bool, points: int) -> None:
        question, after = self.asked(warrior())
        act = intuition.answer(after, question, (), hint=hint)
        assert (act.before, act.after, act.question, act.hint) == (1, points, "Qui ment ?", hint)
        assert apply(after, act.change_of(1)).heroism == points

    @pytest.mark.parametrize("facts", [{"archived": True}, {"elements": (DEAD,)}, {"elements": (CONSUMED,)}])
    @pytest.mark.parametrize("hint", [True, False])
    def test_death_consumption_or_archiving_closes_it(self, facts: dict[str, object], hint: bool) -> None:
        question, after = self.asked(warrior())
        gone = apply(after, tuple(Set(fact, getattr(after, fact), new) for fact, new in facts.items()))
        with pytest.raises(QuestionClosed, match="Question close"):
            intuition.answer(gone, question, (), hint=hint)


class TestSecondWind:
    """HER-8."""

    @pytest.mark.parametrize("key", CLASSES)
    def test_every_face_constitution_and_wound(self, key: str) -> None:
        """One hit die + CON, at least 1, up to the maximum; dice of d8, d6 and d4."""
        sides = {"guerrier": 8, "barbare": 6, "rodeur": 6}.get(key, 4)
        modifiers = {3: -3, 5: -2, 8: -1, 12: 0, 15: 1, 17: 2, 18: 3}
        for (constitution, modifier), face in product(modifiers.items(), range(1, sides + 1)):
            one = warrior(
                classes=(ClassTrack(key, 0, (sides,)),),
                scores=(10, 10, constitution, 10, 10, 10),
                hit_point_correction=20,
            )
            maximum = one.max_hit_points
            for wounds in range(1, maximum):
                hurt = apply(one, (Add(Counter.WOUNDS, wounds),))
                dice = ScriptedDice(face)
                act = heroism.second_wind(scene(hurt), dice)
                after = apply(hurt, act.change_of(1))
                healed = max(1, face + modifier)
                assert (act.sides, act.die, act.constitution, act.healed) == (sides, face, modifier, healed)
                assert after.hit_points == act.hit_points[1] == min(maximum, maximum - wounds + healed)
                assert dice.left == 0

    def test_several_classes_throw_the_greatest_die(self) -> None:
        tracks = (ClassTrack("voleur", 0, (4,)), ClassTrack("guerrier", 0, (8,)))
        for both in (tracks, tracks[::-1]):
            assert heroism.second_wind(scene(warrior(classes=both, wounds=1)), ScriptedDice(8)).sides == 8

    def test_a_creature_throws_a_d8(self) -> None:
        """Silent rule: a hit die without class is a d8."""
        assert heroism.second_wind(scene(monster(heroism=1, wounds=3)), ScriptedDice(8)).sides == 8

    @pytest.mark.parametrize(
        ("facts", "word"),
        [
            ({"wounds": MAXIMUM}, "mourant"),
            ({"wounds": MAXIMUM, "elements": (UNCONSCIOUS,)}, "inconscient"),
            ({"wounds": 5, "elements": (UNCONSCIOUS,)}, "inconscient"),
            ({"wounds": 5, "elements": (FAINTED,)}, "évanoui"),
        ],
    )
    def test_needs_somebody_on_their_feet(self, facts: dict[str, object], word: str) -> None:
        one = apply(warrior(), tuple(Set(fact, getattr(warrior(), fact), new) for fact, new in facts.items()))
        assert word in refused(scene(one), Use.SECOND_WIND, NotFit)

    def test_a_faint_that_is_over_no_longer_counts(self) -> None:
        """SEA-5."""
        assert can(scene(warrior(wounds=5, elements=(FAINTED,)), clock=60), Use.SECOND_WIND)
        assert not can(scene(warrior(wounds=5, elements=(FAINTED,)), clock=59), Use.SECOND_WIND)

    def test_at_the_maximum_it_is_refused(self) -> None:
        assert "tous ses PV" in refused(scene(warrior()), Use.SECOND_WIND, Unhurt)

    @pytest.mark.parametrize(
        ("fighting", "words"), [(2, "pendant ce combat"), (None, "depuis le dernier combat")]
    )
    def test_once_a_combat_or_until_the_next(self, fighting: int | None, words: str) -> None:
        where = scene(warrior(wounds=5), fighting=fighting, second_wind_taken=True)
        assert words in refused(where, Use.SECOND_WIND, SecondWindTaken)
        assert can(where, Use.INTUITION)


class TestCorrection:
    @pytest.mark.parametrize("points", [0, 1, 3, 40])
    def test_the_game_master_sets_the_points(self, points: int) -> None:
        act = heroism_points.correct(warrior(), points)
        assert (act.before, act.after) == (2, points)
        assert apply(warrior(), act.change_of(1)).heroism == points

    def test_the_same_value_changes_nothing(self) -> None:
        with pytest.raises(NothingChanges):
            heroism_points.correct(warrior(), 2)

    def test_no_value_under_zero_is_applied(self) -> None:
        """HER-9."""
        with pytest.raises(OutOfBounds):
            apply(warrior(), heroism_points.correct(warrior(), -1).change_of(1))


class TestClosing:
    """HER-7: what closes a question without refund, and what does not."""

    def closed(self, *later: Act) -> bool:
        one = warrior()
        question = intuition.intuition(scene(one), "Qui ment ?")
        after = apply(one, question.change_of(one.id))
        try:
            intuition.answer(after, question, later, hint=False)
        except QuestionClosed:
            return True
        return False

    def test_a_session_that_opens(self) -> None:
        assert self.closed(sessions.open_session("La suite", [warrior()]))

    def test_a_session_that_merely_closes_does_not(self) -> None:
        assert not self.closed(sessions.close_session("Ce soir", [warrior()], campaign()))

    def test_archiving_even_when_the_character_came_back(self) -> None:
        gone = roster.archive(warrior())
        back = roster.restore(apply(warrior(), gone.change_of(1)))
        assert self.closed(gone, back)

    def test_death_even_when_somebody_else_brought_them_back(self) -> None:
        fallen = warrior(wounds=MAXIMUM)
        assert self.closed(health.resolve_death_save(fallen, check=failed_save(fallen), key="9"))

    def test_a_wound_does_not(self) -> None:
        assert not self.closed(health.wound(warrior(), 3, campaign()))


def failed_save(one: Character) -> Check:
    return rolls.save(one, SaveCategory.DEATH, campaign(), 1)
