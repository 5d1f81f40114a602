"""Spells learnt and cast, the black magician's corruption in the same act, and its reroll (MAG-4, COR-1, HER-5)."""

from dataclasses import replace
from typing import Any

import pytest

from rules import destiny, magic, spell_rulings, spellcraft
from rules.changes import Add, Counter, LaterChange, Overtaken, Put, Take, apply, withdraw
from rules.character import Character, ElementKind
from rules.corruption import CorruptionAct, Occasion
from rules.destiny import LastRoll, can_reroll
from rules.magic import NotPrepared
from rules.rolls import UnknownScore
from rules.spell_book import ForbiddenSpell
from rules.spell_rulings import SpellBookRules
from rules.spellcraft import Encumbered, SpellAct
from rules.spells import SPELLS
from tests.characters import black_magician, campaign, known, ready, scene, warrior, white_magician
from tests.dice import ScriptedDice

SLEEP, UNSEEN, BLESS = SPELLS["sommeil"], SPELLS["invisibilite"], SPELLS["benediction"]
BOOK = known("sommeil", "invisibilite")
READY = (*BOOK, *ready("sommeil", "invisibilite"))
EDGE = black_magician(corruption=29, stages_suffered=2, madness=14, elements=READY)  # SAG 8, INT 15


def keys(one: Character, kind: ElementKind) -> list[str]:
    return [element.key for element in one.of_kind(kind)]


def cast(one: Character, *faces: int, key: str = "invisibilite", **facts: Any) -> SpellAct:
    dice = ScriptedDice(*faces)
    act = spellcraft.cast(one, SPELLS[key], campaign(**facts), dice, "7")
    assert dice.left == 0
    return act


class TestCasting:
    def test_it_spends_the_spell_and_checks_in_the_same_act(self) -> None:
        act = cast(EDGE, 20, 14)
        assert act.corruption is not None
        assert act.corruption.occasion is Occasion.CASTING
        assert [(one.value, one.reason) for one in act.corruption.check.modifiers] == [
            (-2, "niveau du sort"),
            (-1, "palier 2"),
        ]
        one = apply(EDGE, act.change_of(EDGE.id))
        assert keys(one, ElementKind.PREPARED) == ["sommeil"]
        assert (one.corruption, one.stages_suffered, one.wisdom) == (30, 3, 7)

    def test_a_success_costs_the_spell_alone(self) -> None:
        act = cast(EDGE, 12)
        assert act.change_of(EDGE.id) == (Take(READY[-1]),)

    def test_level_one_and_white_magic_corrupt_nobody(self) -> None:
        assert cast(EDGE, key="sommeil").corruption is None
        white = white_magician(elements=(*known("augure"), *ready("augure")))
        assert cast(white, key="augure").corruption is None

    def test_the_level_is_the_spells_for_the_black_magician(self) -> None:
        """Ventriloquie: profane 1, fantasmatique 2."""
        one = replace(EDGE, elements=ready("ventriloquie"))
        assert cast(one, key="ventriloquie").corruption is None

    def test_an_unprepared_spell_is_refused_though_known(self) -> None:
        with pytest.raises(NotPrepared):
            cast(replace(EDGE, elements=BOOK))

    def test_a_spell_forbidden_since_is_refused_and_stays_in_reserve(self) -> None:
        rules = SpellBookRules()
        rules = spell_rulings.after(rules, spell_rulings.forbid(rules, UNSEEN, "trop commode"))
        with pytest.raises(ForbiddenSpell, match="trop commode"):
            cast(EDGE, spells=rules)

    def test_the_oldest_copy_goes_first(self) -> None:
        one = replace(EDGE, elements=(*ready("sommeil", since=90), *ready("sommeil", since=10)))
        act = cast(one, key="sommeil")
        assert [held.since for held in magic.reserve(apply(one, act.change_of(one.id)))] == [90]

    def test_the_class_of_the_spell_imposes_its_armour(self) -> None:
        """CLA-6."""
        both = replace(EDGE, classes=(*warrior().classes, *EDGE.classes), armour="mailles", shield=True)
        with pytest.raises(Encumbered, match="ouclier"):
            cast(both)
        assert cast(replace(both, armour="aucune", shield=False), 1).corruption is not None

    def test_without_intelligence_no_check_and_no_spell(self) -> None:
        unknown = replace(EDGE, scores=(None,) * 6)
        with pytest.raises(UnknownScore):
            cast(unknown)


class TestLearning:
    def learn(self, one: Character, key: str, *faces: int, start: bool = False) -> SpellAct:
        dice = ScriptedDice(*faces)
        act = spellcraft.learn(one, SPELLS[key], campaign(), dice, "7", start=start)
        assert dice.left == 0
        return act

    def test_the_black_magician_checks_from_level_two_and_learns_even_so(self) -> None:
        act = self.learn(EDGE, "levitation", 20, 14)
        assert act.corruption is not None
        assert act.corruption.occasion is Occasion.LEARNING
        one = apply(EDGE, act.change_of(EDGE.id))
        assert keys(one, ElementKind.SPELL) == ["sommeil", "invisibilite", "levitation"]
        assert one.corruption == 30

    def test_level_one_the_start_and_white_magic_ask_for_no_check(self) -> None:
        assert self.learn(EDGE, "saut").corruption is None
        assert self.learn(replace(EDGE, elements=()), "levitation", start=True).corruption is None
        assert self.learn(white_magician(), "augure").corruption is None


class TestDestiny:
    """HER-5: the corruption is replaced, and it alone."""

    def rerolled(self, act: SpellAct, face: int, *more: int) -> tuple[Character, destiny.Destiny]:
        one = apply(EDGE, act.change_of(EDGE.id))
        dice = ScriptedDice(face, *more)
        again = destiny.reroll(scene(one), LastRoll(100, act, None), dice, "9")
        assert dice.left == 0
        return apply(one, again.change_of(one.id)), again

    def test_the_corruption_goes_and_the_spell_stays_cast(self) -> None:
        one, again = self.rerolled(cast(EDGE, 20, 14), 1)
        assert keys(one, ElementKind.PREPARED) == ["sommeil"]
        assert (one.corruption, one.stages_suffered, one.wisdom) == (29, 2, 8)
        assert not list(one.of_kind(ElementKind.ALTERATION))
        assert isinstance(again.second, CorruptionAct)
        assert one.heroism == EDGE.heroism - 1

    def test_a_new_failure_brings_its_own_consequences(self) -> None:
        one, _ = self.rerolled(cast(EDGE, 20, 14), 19, 5)
        assert (one.corruption, one.wisdom) == (30, 7)
        assert keys(one, ElementKind.ALTERATION) == keys(
            apply(EDGE, cast(EDGE, 20, 5).change_of(EDGE.id)), ElementKind.ALTERATION
        )
        assert keys(one, ElementKind.PREPARED) == ["sommeil"]

    def test_the_spell_stays_learnt(self) -> None:
        act = spellcraft.learn(EDGE, SPELLS["levitation"], campaign(), ScriptedDice(20, 14), "7")
        one, _ = self.rerolled(act, 1)
        assert "levitation" in keys(one, ElementKind.SPELL)
        assert one.corruption == 29

    def test_a_success_rerolled_may_corrupt(self) -> None:
        one, _ = self.rerolled(cast(EDGE, 1), 20, 3)
        assert one.corruption == 30

    def test_the_magician_consumed_by_the_spell_may_throw_again(self) -> None:
        last_wisdom = replace(EDGE, wisdom_lost=7)
        act = cast(last_wisdom, 20, 14)
        gone = apply(last_wisdom, act.change_of(EDGE.id))
        assert gone.consumed
        again = destiny.reroll(scene(gone), LastRoll(100, act, None), ScriptedDice(1), "9")
        saved = apply(gone, again.change_of(gone.id))
        assert not saved.consumed
        assert keys(saved, ElementKind.PREPARED) == ["sommeil"]

    def test_a_later_ritual_does_not_stand_in_the_way(self) -> None:
        act = cast(EDGE, 20, 14)
        one = apply(EDGE, act.change_of(EDGE.id))
        ritual = magic.prepare(one, [UNSEEN], campaign(), "8").change_of(one.id)
        one = apply(one, ritual)
        last = LastRoll(100, act, None, later=(LaterChange(101, ritual),))
        again = destiny.reroll(scene(one), last, ScriptedDice(1), "9")
        assert keys(apply(one, again.change_of(one.id)), ElementKind.PREPARED) == ["sommeil", "invisibilite"]

    def test_only_what_threw_a_die_is_thrown_again(self) -> None:
        assert can_reroll(cast(EDGE, 1))
        assert not can_reroll(cast(EDGE, key="sommeil"))
        assert not can_reroll(magic.prepare(replace(EDGE, elements=BOOK), [SLEEP], campaign(), "7"))


def test_the_whole_act_can_be_undone() -> None:
    act = cast(EDGE, 20, 14)
    one = apply(EDGE, act.change_of(EDGE.id))
    back = apply(one, withdraw(one, act.change_of(one.id), ()))
    assert set(back.elements) == set(EDGE.elements)
    assert (back.corruption, back.wisdom) == (EDGE.corruption, EDGE.wisdom)


def test_a_spell_learnt_again_since_does_not_come_back_twice() -> None:
    (spell,) = known("sommeil")
    twin = replace(spell, uid="2.sort")
    again = LaterChange(101, (Put(twin),))
    with pytest.raises(Overtaken):
        withdraw(black_magician(elements=(twin,)), (Take(spell), Add(Counter.GOLD, 0)), (again,))
