"""Madness points, troubles, owed rolls (FOL-1 to FOL-3)."""

from itertools import product

import pytest

from rules import madness
from rules.alteration_table import ALTERATIONS
from rules.changes import Put, apply, inverse
from rules.character import Character, Element, ElementKind
from rules.corruption import alteration_element
from rules.horror_tables import TROUBLES
from rules.madness import AlreadyThere, MadnessAct, NoRollDue, NothingChanges, NoWisdom, dues_after
from tests.characters import monster, warrior
from tests.dice import ScriptedDice


def wise(wisdom: int | None, points: int = 0, *elements: Element) -> Character:
    return warrior(scores=(16, 12, 14, 10, wisdom, 13), madness=points, elements=elements)


def trouble(die: int, text: str = "") -> Element:
    row = TROUBLES[die]
    return Element(f"3.folie{die}", ElementKind.TROUBLE, row.key, text or row.name)


def adjusted(one: Character, points: int, *faces: int) -> tuple[Character, MadnessAct]:
    dice = ScriptedDice(*faces)
    act = madness.adjust(one, points, dice, "7")
    assert dice.left == 0
    return apply(one, act.change_of(1)), act


class TestPoints:
    def test_every_gain_throws_one_roll_a_multiple(self) -> None:
        """FOL-1: ⌊after / SAG⌋ − ⌊before / SAG⌋, over all values."""
        for wisdom, before, points in product(range(1, 19), range(20), range(1, 9)):
            due = (before + points) // wisdom - before // wisdom
            faces = [number % 10 + 1 for number in range(due)]
            after, act = adjusted(wise(wisdom, before), points, *faces)
            assert after.madness == before + points
            assert [roll.die for roll in act.gain.rolls] == faces
            assert len(list(after.of_kind(ElementKind.TROUBLE))) == len(set(faces))

    def test_no_fall_throws_anything_and_none_goes_under_zero(self) -> None:
        """FOL-1, FOL-3."""
        for wisdom, before, points in product((1, 3, 9), range(1, 20), range(1, 25)):
            after, act = adjusted(wise(wisdom, before), -points)
            assert after.madness == act.gain.after == max(0, before - points)
            assert act.gain.rolls == ()
            assert apply(after, inverse(act.change_of(1))) == wise(wisdom, before)

    def test_a_multiple_crossed_again_is_due_again(self) -> None:
        """FOL-1: SAG 3, 2 → 3, down to 2, then 3 again."""
        once, _ = adjusted(wise(3, 2), 1, 2)
        down, _ = adjusted(once, -1)
        again, act = adjusted(down, 1, 2)
        assert [roll.repeated for roll in act.gain.rolls] == [True]
        assert len(list(again.of_kind(ElementKind.TROUBLE))) == 1

    def test_wisdom_at_zero_throws_nothing(self) -> None:
        assert adjusted(wise(0, 3), 5)[0].madness == 8

    @pytest.mark.parametrize(("before", "points"), [(0, -3), (0, 0), (4, 0)])
    def test_nothing_to_change_is_refused(self, before: int, points: int) -> None:
        with pytest.raises(NothingChanges):
            madness.adjust(wise(9, before), points, ScriptedDice(), "7")

    def test_without_wisdom_it_is_refused(self) -> None:
        """HOR-5."""
        with pytest.raises(NoWisdom, match="SAG"):
            madness.adjust(monster(), 3, ScriptedDice(), "7")

    @pytest.mark.parametrize(
        ("wisdom", "points", "threshold"),
        [(3, 0, 3), (3, 2, 3), (3, 3, 6), (9, 8, 9), (9, 9, 18), (1, 4, 5), (0, 4, None), (None, 4, None)],
    )
    def test_the_next_threshold(self, wisdom: int | None, points: int, threshold: int | None) -> None:
        assert madness.next_threshold(wise(wisdom, points)) == threshold


class TestSurplus:
    """FOL-1: « une baisse de points propose au MdT de retirer le trouble qui n’est plus dû »."""

    def test_the_latest_trouble_is_offered(self) -> None:
        _, act = adjusted(wise(3, 7, trouble(1), trouble(2)), -2)
        assert act.surplus == (trouble(2),)

    def test_all_that_the_points_no_longer_explain(self) -> None:
        _, act = adjusted(wise(3, 7, trouble(1), trouble(2)), -7)
        assert act.surplus == (trouble(1), trouble(2))

    def test_a_fall_that_crosses_no_multiple_offers_nothing(self) -> None:
        """Even with a trouble that the game master gave on top (FOL-3)."""
        _, act = adjusted(wise(3, 7, trouble(1), trouble(2), trouble(3)), -1)
        assert act.surplus == ()

    def test_a_trouble_met_twice_is_still_due_once(self) -> None:
        """Two rolls, one trouble: one multiple is still reached."""
        _, act = adjusted(wise(3, 6, trouble(1)), -1)
        assert act.surplus == ()

    def test_a_gain_offers_nothing(self) -> None:
        _, act = adjusted(wise(9, 0, trouble(1)), 3)
        assert act.surplus == ()


class TestDues:
    def test_every_fall_of_wisdom(self) -> None:
        """FOL-2: max(0, ⌊folie / new⌋ − ⌊folie / old⌋), and a rise makes none."""
        for points, old, new in product(range(30), range(19), range(19)):
            puts = dues_after(wise(old, points), old, new, "7")
            expected = points // new - points // old if 0 < new < old else 0
            assert len(puts) == max(0, expected), (points, old, new)
            assert all(put.element.kind is ElementKind.MADNESS_DUE for put in puts)
            assert len({put.element.uid for put in puts}) == len(puts)

    @pytest.mark.parametrize(("old", "new"), [(None, 5), (5, None), (None, None)])
    def test_an_unknown_wisdom_makes_none(self, old: int | None, new: int | None) -> None:
        assert dues_after(wise(5, 20), old, new, "7") == ()

    @staticmethod
    def owing(count: int, *elements: Element) -> Character:
        puts = dues_after(wise(10, 10 * count), 10, 5, "6")
        assert len(puts) == count
        return apply(wise(5, 10 * count, *elements), puts)

    def test_all_are_thrown_at_once(self) -> None:
        owing = self.owing(3, trouble(4))
        dice = ScriptedDice(4, 8, 8)
        act = madness.settle_dues(owing, dice, "7", throw=True)
        after = apply(owing, act.change_of(1))
        assert [(roll.die, roll.repeated) for roll in act.rolls] == [(4, True), (8, False), (8, True)]
        assert (act.dropped, dice.left, madness.dues(after)) == (0, 0, ())
        assert [element.key for element in after.elements] == ["personnalite", "catatonie"]
        assert set(apply(after, inverse(act.change_of(1))).elements) == set(owing.elements)

    def test_all_are_given_up_without_a_die(self) -> None:
        owing = self.owing(2, trouble(4))
        act = madness.settle_dues(owing, ScriptedDice(), "7", throw=False)
        assert (act.dropped, act.rolls) == (2, ())
        assert apply(owing, act.change_of(1)).elements == (trouble(4),)

    @pytest.mark.parametrize("throw", [True, False])
    def test_nothing_owed_is_refused(self, throw: bool) -> None:
        with pytest.raises(NoRollDue):
            madness.settle_dues(wise(5, 20, trouble(1)), ScriptedDice(), "7", throw=throw)


class TestTroubles:
    """FOL-3."""

    @pytest.mark.parametrize("die", range(1, 11))
    def test_each_is_added_once_and_removed(self, die: int) -> None:
        act = madness.add_trouble(wise(9), die, "", "7")
        ill = apply(wise(9), act.change_of(1))
        (element,) = ill.elements
        assert (element.kind, element.key, element.text) == (
            ElementKind.TROUBLE,
            TROUBLES[die].key,
            TROUBLES[die].name,
        )
        with pytest.raises(AlreadyThere, match=TROUBLES[die].name):
            madness.add_trouble(ill, die, "", "8")
        removal = madness.remove(ill, element)
        assert removal.removed
        assert apply(ill, removal.change_of(1)) == wise(9)

    def test_a_trouble_may_be_precise_from_the_start(self) -> None:
        act = madness.add_trouble(wise(9), 1, "les rats", "7")
        assert act.element.text == "Phobie grave : les rats"

    def test_a_precision_replaces_the_one_before(self) -> None:
        ill = wise(9, 0, trouble(1))
        for text in ("les rats", "le sang : le sien", "la mer"):
            act = madness.precise(ill, ill.elements[0], text)
            ill = apply(ill, act.change_of(1))
            assert [element.text for element in ill.elements] == [f"Phobie grave : {text}"]
            assert ill.elements[0].key == "phobie_grave"

    def test_a_precise_trouble_is_still_the_same_trouble(self) -> None:
        """FOL-1: thrown again, it is noted as already suffered."""
        ill = wise(1, 0, trouble(1, "Phobie grave : les rats"))
        _, act = adjusted(ill, 1, 1)
        assert [roll.repeated for roll in act.gain.rolls] == [True]

    @pytest.mark.parametrize("number", ALTERATIONS)
    def test_an_alteration_made_precise_keeps_all_its_words(self, number: int) -> None:
        """COR-4: several printed sentences hold a colon of their own."""
        element = alteration_element(ALTERATIONS[number], "5.palier1")
        one = wise(9, 0, element)
        first = madness.precise(one, element, "les chats")
        assert first.element.text == f"{ALTERATIONS[number].text} : les chats"
        second = madness.precise(apply(one, first.change_of(1)), first.element, "les chiens")
        assert second.element.text == f"{ALTERATIONS[number].text} : les chiens"
        assert (second.element.losses, second.element.key) == (element.losses, element.key)


def test_a_put_of_the_game_master_is_one_operation() -> None:
    act = madness.add_trouble(wise(9), 3, "", "7")
    assert act.change_of(1) == (Put(act.element),)
