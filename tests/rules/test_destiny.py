"""*Destin héroïque*: the whole of HER-5, on every kind of roll that it throws again."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules import corruption, destiny, health, heroism, intuition, madness, rolls
from rules.abilities import Ability
from rules.acts import Act
from rules.changes import Add, Change, Counter, Overtaken, Put, Set, Take, apply
from rules.character import Character, Element, ElementKind, State
from rules.classes import SaveCategory
from rules.corruption import CorruptionAct
from rules.destiny import AlreadyRerolled, LastRoll, SessionOver
from rules.dice import roll
from rules.health import DeathSaveAct
from rules.heroism import NoHeroism, RoundSpent, Use, can
from rules.horror import HorrorAct
from rules.rolls import CheckAct, OutOfPlay, RollAct
from tests.characters import black_magician, campaign, scene
from tests.dice import ScriptedDice
from tests.rules.story import (
    DYING,
    FAILURES,
    FRAGILE,
    ON_THE_EDGE,
    Story,
    corrupted,
    horrified,
    same,
    saved,
    spent,
)

PANIC = (1, 4, 1, 8)  # a failure, Horreur 4, 1 + 1 points that cross a multiple of SAG 3, Folie 8


class TestReplacement:
    @pytest.mark.parametrize("kind", FAILURES)
    def test_a_success_withdraws_everything_and_keeps_both_dice(self, kind: str) -> None:
        story = FAILURES[kind]()
        assert story.character != story.start
        after, act = story.rerolls(1 if kind == "corruption" else 20)
        expected = spent(story.start)
        if kind == "death":
            expected = apply(expected, health.stabilising(story.start, "9"))
        assert same(after, expected)
        assert (act.first, act.replaced_id, act.bare) == (story.first, 100, None)
        assert isinstance(act.first, HorrorAct | CorruptionAct | DeathSaveAct)
        assert isinstance(act.second, type(act.first))
        assert (act.first.check.success, act.second.check.success) == (False, True)
        assert (act.before, act.after) == (story.start.heroism, story.start.heroism - 1)

    def test_every_second_face_of_a_horror(self) -> None:
        """Warrior of level 5: 10 or more after −2, so 12 passes."""
        for face in range(1, 21):
            story = horrified(11, 4, 4, 2, 7)
            after, act = story.rerolls(face, *[] if face >= 12 else [6, 1, 3])
            assert isinstance(act.second, HorrorAct)
            assert act.second.check.success is (face >= 12)
            if face < 12:  # 1 + 1 points: folie 2 → 4, one trouble, another state
                assert (after.madness, len(after.elements)) == (4, 2)
                assert after.has(State.INCOHERENT)
                assert [one.key for one in after.of_kind(ElementKind.TROUBLE)] == ["obsession"]

    def test_every_second_face_of_a_corruption(self) -> None:
        """INT 15, spell 3, stage 2 (−1): 11 or less passes, on the malus of the first throw."""
        for face in range(1, 21):
            after, act = corrupted(20, 4).rerolls(face, *[] if face <= 11 else [4])
            assert isinstance(act.second, CorruptionAct)
            assert act.second.check.success is (face <= 11)
            assert (after.corruption, after.wisdom) == ((29, 8) if face <= 11 else (30, 7))
            assert len(list(after.of_kind(ElementKind.ALTERATION))) == (face > 11)
            assert len(list(after.of_kind(ElementKind.MADNESS_DUE))) == (face > 11)

    def test_every_second_face_of_a_death_save(self) -> None:
        """Thief of level 5: 12, and +1 of its people: 11 passes."""
        for face in range(1, 21):
            after, _ = saved(1).rerolls(face)
            assert (after.dead, after.has(State.UNCONSCIOUS)) == (face < 11, face >= 11)
            assert after.hit_points == (0 if face >= 11 else DYING.hit_points)

    def test_a_worse_result_replaces_a_good_one(self) -> None:
        """« Le nouveau résultat remplace l’ancien, bon ou mauvais. »"""
        assert saved(20).rerolls(1)[0].dead
        assert horrified(20).rerolls(*PANIC)[0].madness == 4
        assert corrupted(1).rerolls(20, 9)[0].corruption == 30

    def test_a_withdrawn_alteration_may_be_thrown_again(self) -> None:
        """COR-4: it is no longer suffered when the second throw is made."""
        after, act = corrupted(20, 4).rerolls(20, 4)
        assert isinstance(act.second, CorruptionAct)
        assert act.second.corruption is not None
        assert act.second.corruption.stages[0].alteration.repeated == ()
        assert [one.key for one in after.of_kind(ElementKind.ALTERATION)] == ["yeux_injectes"]

    def test_strength_and_wisdom_lost_come_back(self) -> None:
        story = corrupted(20, 14)
        assert (story.character.score(Ability.STRENGTH), story.character.wisdom) == (7, 7)
        after, _ = story.rerolls(1)
        assert (after.score(Ability.STRENGTH), after.wisdom, after.stages_suffered) == (9, 8, 2)

    def test_checks_and_free_rolls(self) -> None:
        table = campaign()
        check = rolls.ability_check(FRAGILE, Ability.DEXTERITY, table, ScriptedDice(19), 2)
        save = rolls.saving_throw(FRAGILE, SaveCategory.SPELLS, table, ScriptedDice(2), magical=True)
        for act in (check, save):
            after, again = Story(FRAGILE).throws(act).rerolls(10)
            assert isinstance(again.second, CheckAct)
            assert again.second.check == act.check.with_die(10)
            assert after == spent(FRAGILE)
        free = RollAct(
            character_id=1, name="Fafhrd", rolls=(roll("2d20k1+3", ScriptedDice(2, 5)),), comment="saut"
        )
        _, again = Story(FRAGILE).throws(free).rerolls(18, 4)
        assert isinstance(again.second, RollAct)
        assert (again.second.rolls[0].total, again.second.comment) == (21, "saut")

    @pytest.mark.parametrize(
        ("expressions", "faces", "followed"),
        [
            (("1d20",), (5,), True),
            (("1d20+5-2",), (5,), True),
            (("2d20k1",), (5, 9), True),
            (("2d20",), (5, 9), False),
            (("1d20+1d4",), (5, 1), False),
            (("1d10",), (5,), False),
            (("7",), (), False),
            (("1d20", "1d20"), (5, 9), False),
        ],
    )
    def test_a_free_roll_is_followed_when_it_is_one_d20(
        self, expressions: tuple[str, ...], faces: tuple[int, ...], followed: bool
    ) -> None:
        """« `/lancer` fait d’un seul d20 gardé et de constantes »."""
        dice = ScriptedDice(*faces)
        act = RollAct(character_id=1, rolls=tuple(roll(one, dice) for one in expressions))
        assert destiny.can_reroll(act) is followed

    def test_a_roll_on_a_table_is_never_thrown_again(self) -> None:
        one = apply(FRAGILE, madness.dues_after(replace(FRAGILE, madness=12), 6, 3, "5"))
        for act in (
            madness.settle_dues(one, ScriptedDice(1, 2), "7", throw=True),
            madness.adjust(FRAGILE, 1, ScriptedDice(5), "7"),
            corruption.adjust(ON_THE_EDGE, 1, ScriptedDice(6), "7"),
            heroism.second_wind(scene(FRAGILE), ScriptedDice(8)),
        ):
            assert not destiny.can_reroll(act)
            with pytest.raises(TypeError):
                destiny.reroll(scene(one), LastRoll(1, replace(act, changes=()), None), ScriptedDice(), "9")


BETWEEN: dict[str, Callable[[Character], Act | Change]] = {
    "care": lambda one: health.heal(one, 4),
    "a wound": lambda one: health.wound(one, 3),
    "madness": lambda one: madness.adjust(one, 3, ScriptedDice(9), "20"),
    "a trouble": lambda one: madness.add_trouble(one, 5, "", "21"),
    "corruption": lambda one: corruption.adjust(one, 12, ScriptedDice(17, 18), "22"),
    "a point spent": lambda one: intuition.intuition(scene(one), "Qui ?"),
    "another state": lambda one: (Put(Element("23", ElementKind.STATE, State.EXHAUSTED)),),
    "another name": lambda one: (Set("name", one.name, "Autre"),),
}


class TestMeanwhile:
    @pytest.mark.parametrize("other", BETWEEN)
    @pytest.mark.parametrize("kind", ["horror", "temporary madness"])
    def test_nothing_else_is_touched(self, kind: str, other: str) -> None:
        """The character is what it would be had the first throw never been, whatever came in between."""
        story = FAILURES[kind]()
        story.then(BETWEEN[other](story.character))
        after, _ = story.rerolls(20)
        assert same(after, apply(spent(story.start), story.later[0].change))

    def test_all_of_it_together(self) -> None:
        story = horrified(1, 1, 6, 4, 2, 7)
        for other in BETWEEN.values():
            story.then(other(story.character))
        expected = spent(replace(story.start, heroism=3))
        for act in story.later:
            expected = apply(expected, act.change)
        assert same(apply(story.rerolls(20)[0], (Add(Counter.HEROISM, 1),)), expected)

    def test_a_corruption_under_other_stages(self) -> None:
        """The stage that the game master gave stays; the one of the roll goes."""
        story = corrupted(20, 14)
        story.then(corruption.adjust(story.character, 10, ScriptedDice(8), "22"))
        after, _ = story.rerolls(1)
        assert (after.corruption, after.wisdom, after.stages_suffered) == (39, 7, 3)
        assert [one.key for one in after.of_kind(ElementKind.ALTERATION)] == ["bave"]

    def test_an_expired_effect_goes_without_a_word(self) -> None:
        """Still listed, or swept away by nobody in particular."""
        story = horrified(1, 1, 6, 4, 2, 7)
        listed, _ = story.rerolls(20, clock=10_000)
        (effect,) = story.character.of_kind(ElementKind.STATE)
        story.character = apply(story.character, (Take(effect),))
        swept, _ = story.rerolls(20)
        assert same(listed, spent(story.start))
        assert same(swept, spent(story.start))

    def test_an_altered_consequence_names_the_act(self) -> None:
        """« Conséquence modifiée depuis (montrée au MdT) »."""
        first = horrified(1, 1, 6, 4, 2, 7)
        effect, trouble, _ = first.character.elements
        cured: list[Act | Change] = [
            madness.remove(first.character, effect),
            madness.remove(first.character, trouble),
            madness.adjust(first.character, -7, ScriptedDice(), "8"),
        ]
        for act in cured:
            story = horrified(1, 1, 6, 4, 2, 7).then((Add(Counter.GOLD, 1),)).then(act)
            refusal = story.refuses(Overtaken)
            assert isinstance(refusal, Overtaken)
            assert refusal.act_id == 102
            assert "action nº 102" in str(refusal)

    def test_what_answered_the_loss_of_wisdom_names_the_act(self) -> None:
        """FOL-2: the owed roll was thrown, or the game master set the score again."""
        thrown = corrupted(20, 4)
        thrown.then(madness.settle_dues(thrown.character, ScriptedDice(3), "8", throw=True))
        scores = ON_THE_EDGE.scores
        restored = corrupted(20, 4).then((Set("scores", scores, (*scores[:4], 9, scores[5])),))
        for story in (thrown, restored):
            refusal = story.refuses(Overtaken)
            assert isinstance(refusal, Overtaken)
            assert refusal.act_id == 101

    def test_hit_points_set_since_name_the_act(self) -> None:
        story = saved(20)
        story.then((Set("wounds", story.character.wounds, 2),))
        assert isinstance(refusal := story.refuses(Overtaken), Overtaken)
        assert refusal.act_id == 101


class TestRefusals:
    """The point is kept: nothing is returned, and no die is thrown."""

    @pytest.mark.parametrize("kind", FAILURES)
    def test_each(self, kind: str) -> None:
        story = FAILURES[kind]()
        assert "qu’une fois" in str(story.refuses(AlreadyRerolled, story.last(rerolled=True)))
        assert "séance" in str(story.refuses(SessionOver, story.last(session_id=4), session_id=5))
        story.refuses(SessionOver, story.last(session_id=4))
        story.refuses(RoundSpent, fighting=2, spent_in_round=True)
        story.then((Add(Counter.HEROISM, -2),)).refuses(NoHeroism)

    def test_the_session_of_the_roll_is_still_open(self) -> None:
        story = horrified(*PANIC)
        dice = ScriptedDice(20)
        assert destiny.reroll(scene(story.character, session_id=4), story.last(session_id=4), dice, "9")

    def test_a_roll_outside_any_session_is_not_closed_by_one(self) -> None:
        assert horrified(*PANIC).rerolls(20, session_id=4)

    def test_the_one_whom_this_roll_consumed_may(self) -> None:
        """COR-5: « ses boutons refusent (sauf HER-5 du jet fatal) »."""
        weak = black_magician(scores=(9, 12, 10, 15, 1, 9), corruption=29, stages_suffered=2)
        story = corrupted(20, 4, one=weak)
        assert story.character.consumed
        assert can(scene(story.character), Use.DESTINY)
        after, _ = story.rerolls(1)
        assert after == spent(weak)
        again, _ = story.rerolls(20, 5)
        assert (again.consumed, again.wisdom) == (True, 0)

    @pytest.mark.parametrize("key", [State.DEAD, State.CONSUMED])
    def test_no_other_fallen_may(self, key: State) -> None:
        """Dead or consumed by something else, before or since."""
        fallen = (Put(Element("50", ElementKind.STATE, key)),)
        horrified(*PANIC).then(fallen).refuses(OutOfPlay)
        corrupted(20, 4).then(fallen).refuses(OutOfPlay)
        saved(1).then(fallen).refuses(OutOfPlay)
        with pytest.raises(OutOfPlay):
            destiny.bare(scene(apply(FRAGILE, fallen)), ScriptedDice())

    def test_the_archived_may_not(self) -> None:
        horrified(*PANIC).then((Set("archived", False, True),)).refuses(OutOfPlay)


def test_a_bare_d20_where_no_roll_is_followed() -> None:
    act = destiny.bare(scene(FRAGILE), ScriptedDice(17))
    assert (act.bare, act.first, act.second, act.replaced_id) == (17, None, None, None)
    assert apply(FRAGILE, act.change_of(1)) == spent(FRAGILE)
