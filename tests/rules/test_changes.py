"""Changes: applied, inverted, withdrawn from under later acts (HER-5, design of undo)."""

from dataclasses import replace

import pytest

from rules import madness
from rules.abilities import Ability
from rules.changes import (
    Add,
    Change,
    Counter,
    LaterChange,
    OutOfBounds,
    Overtaken,
    Put,
    Set,
    Take,
    apply,
    inverse,
    withdraw,
)
from rules.character import Character, Element, ElementKind, State
from rules.reinstating import reinstate
from tests.characters import warrior

PHOBIA = Element("10.folie0", ElementKind.TROUBLE, "phobie_grave", "Phobie grave")
THIN = Element("20.palier1", ElementKind.ALTERATION, "maigreur", losses=((Ability.STRENGTH, -2),))
FLEEING = Element("10.horreur", ElementKind.STATE, State.FLEEING, "Fuite", ends_at=60, in_rounds=True)


class TestApply:
    def test_a_counter_adds_up(self) -> None:
        assert apply(warrior(), (Add(Counter.HEROISM, 3),)).heroism == 5

    def test_what_a_combat_took_may_be_less_than_nothing(self) -> None:
        """SAN-1: a wound undone after a care; that count must refuse nothing."""
        assert apply(warrior(), (Add(Counter.COMBAT_LOSSES, -3),)).combat_losses == -3

    @pytest.mark.parametrize("counter", [one for one in Counter if one is not Counter.COMBAT_LOSSES])
    def test_no_counter_goes_under_zero(self, counter: Counter) -> None:
        """HER-9, SAN-3."""
        low = apply(warrior(heroism=0), (Add(counter, 2),))
        assert getattr(apply(low, (Add(counter, -2),)), counter) == 0
        with pytest.raises(OutOfBounds) as refused:
            apply(low, (Add(counter, -3),))
        assert (refused.value.counter, refused.value.value) == (counter, -1)
        with pytest.raises(OutOfBounds):
            apply(low, (Set(counter.value, 2, -1),))

    def test_wounds_stop_at_ten_under_zero(self) -> None:
        """SAN-3: Fafhrd has 33 hit points, so 43 wounds leave −10."""
        fafhrd = warrior()
        lowest = fafhrd.max_hit_points + 10
        assert apply(fafhrd, (Add(Counter.WOUNDS, lowest),)).hit_points == -10
        with pytest.raises(OutOfBounds):
            apply(fafhrd, (Add(Counter.WOUNDS, lowest + 1),))

    def test_a_set_needs_the_fact_as_it_was(self) -> None:
        assert apply(warrior(), (Set("name", "Fafhrd", "Hrafn"),)).name == "Hrafn"
        with pytest.raises(Overtaken):
            apply(warrior(), (Set("name", "Ozmodar", "Hrafn"),))

    def test_an_element_comes_and_goes_by_its_identity(self) -> None:
        twice = replace(FLEEING, uid="11.horreur")
        both = apply(warrior(), (Put(FLEEING), Put(twice)))
        assert apply(both, (Take(replace(FLEEING, text="autre")),)).elements == (twice,)

    def test_all_or_nothing(self) -> None:
        fafhrd = warrior()
        with pytest.raises(OutOfBounds):
            apply(fafhrd, (Put(PHOBIA), Add(Counter.HEROISM, -9)))
        assert fafhrd == warrior()


class TestWithdraw:
    """``change`` is taken back from the character as the later acts left it; a refusal names the act."""

    @staticmethod
    def taken_back(character: Character, change: Change, *later: Change) -> Character:
        """``change``, then the ``later`` acts (numbered from 101), then ``change`` withdrawn."""
        for one in (change, *later):
            character = apply(character, one)
        acts = [LaterChange(number, one) for number, one in enumerate(later, start=101)]
        return apply(character, withdraw(character, change, acts))

    def refusing_act(self, character: Character, change: Change, *later: Change) -> int | None:
        with pytest.raises(Overtaken) as refused:
            self.taken_back(character, change, *later)
        return refused.value.act_id

    def test_alone_it_is_the_inverse(self) -> None:
        change: Change = (Add(Counter.MADNESS, 4), Put(PHOBIA), Put(FLEEING), Set("name", "Fafhrd", "Hrafn"))
        after = apply(warrior(), change)
        assert withdraw(after, change, ()) == inverse(change)
        assert apply(after, inverse(change)) == warrior()

    def test_additions_do_not_disturb_each_other(self) -> None:
        mad = warrior(madness=2)
        back = self.taken_back(mad, (Add(Counter.MADNESS, 4),), (Add(Counter.MADNESS, -1),), (Put(PHOBIA),))
        assert (back.madness, back.elements) == (1, (PHOBIA,))

    def test_what_was_spent_since_cannot_be_taken_back(self) -> None:
        """HER-9: one point given, then spent: the giving is no longer undone, and the spending is named."""
        spending: Change = (Add(Counter.HEROISM, -1),)
        poor = warrior(heroism=0)
        assert (
            self.refusing_act(poor, (Add(Counter.HEROISM, 1),), (Put(FLEEING),), spending, (Put(PHOBIA),))
            == 102
        )

    def test_wounds_healed_then_taken_again(self) -> None:
        """SAN-3: the undone care would leave less than −10 hit points."""
        hurt = warrior(wounds=40)
        assert self.refusing_act(hurt, (Add(Counter.WOUNDS, -20),), (Add(Counter.WOUNDS, 20),)) == 101

    def test_a_wound_that_a_care_answered_since_names_the_care(self) -> None:
        """SAN-3: nobody is cared for above the maximum, even where another wound came after the care."""
        care: Change = (Add(Counter.WOUNDS, -7),)
        again: Change = (Add(Counter.WOUNDS, 7),)
        assert self.refusing_act(warrior(), (Add(Counter.WOUNDS, 7),), care, again) == 101
        hurt = warrior(wounds=7)
        assert self.taken_back(hurt, (Add(Counter.WOUNDS, 7),), care, again).wounds == 7

    def test_the_additions_of_one_act_count_together(self) -> None:
        """An undone *Destin héroïque*: what it took back and what it brought are one difference."""
        mad = warrior(madness=4)
        rerolled: Change = (Add(Counter.MADNESS, -4), Add(Counter.MADNESS, 2))
        assert self.taken_back(mad, rerolled, (Add(Counter.MADNESS, -1),)).madness == 3

    def test_an_element_taken_by_a_later_act_names_it(self) -> None:
        assert self.refusing_act(warrior(), (Put(PHOBIA),), (Add(Counter.GOLD, 5),), (Take(PHOBIA),)) == 102

    def test_a_trouble_made_precise_is_still_the_same_one(self) -> None:
        act = madness.precise(apply(warrior(), (Put(PHOBIA),)), PHOBIA, "les rats")
        assert self.taken_back(warrior(), (Put(PHOBIA),), act.change_of(1)) == warrior()

    def test_words_made_precise_since_come_back_with_what_is_done_again(self) -> None:
        """« Phobie grave : les rats », undone with its horror, is not « Phobie grave » again."""
        precise = madness.precise(apply(warrior(), (Put(PHOBIA),)), PHOBIA, "les rats")
        after = apply(warrior(), (Put(PHOBIA), *precise.change_of(1)))
        later = [LaterChange(101, precise.change_of(1))]
        undone = withdraw(after, (Put(PHOBIA),), later)
        assert reinstate(apply(after, undone), inverse(undone), later) == (Put(precise.element),)

    def test_the_words_of_what_is_gone_do_not_bring_it_back(self) -> None:
        precise = madness.precise(warrior(elements=(PHOBIA,)), PHOBIA, "les rats")
        assert withdraw(warrior(), precise.change_of(1), ()) == ()

    def test_a_trouble_made_precise_comes_back_in_its_words(self) -> None:
        start = apply(warrior(), (Put(PHOBIA),))
        act = madness.precise(start, PHOBIA, "les rats")
        worded = apply(start, act.change_of(1))
        gone = withdraw(worded, (Put(PHOBIA),), (LaterChange(101, act.change_of(1)),))
        assert apply(apply(worded, gone), inverse(gone)) == worded

    def test_what_merely_expired_is_passed_over(self) -> None:
        """No act took it: it was swept away when its time came."""
        change: Change = (Add(Counter.MADNESS, 2), Put(FLEEING))
        swept = replace(apply(warrior(), change), elements=())
        assert withdraw(swept, change, ()) == (Add(Counter.MADNESS, -2),)

    def test_an_expired_element_still_there_goes_away(self) -> None:
        assert self.taken_back(warrior(), (Put(FLEEING),)) == warrior()

    def test_a_reset_since_names_the_act(self) -> None:
        reset: Change = (Set("heroism", 1, 2),)
        assert self.refusing_act(warrior(), (Add(Counter.HEROISM, -1),), reset) == 101

    def test_a_reset_since_is_named_even_where_the_value_came_back(self) -> None:
        later: tuple[Change, ...] = ((Set("gold", 5, 9),), (Set("gold", 9, 5),))
        assert self.refusing_act(warrior(), (Set("gold", 0, 5),), *later) == 102

    def test_an_addition_since_a_reset_is_named(self) -> None:
        assert self.refusing_act(warrior(), (Set("heroism", 2, 5),), (Add(Counter.HEROISM, -1),)) == 101

    def test_a_score_set_since_a_loss_names_the_act(self) -> None:
        """HER-5: « conséquence modifiée depuis »: the game master's correction already answered the loss."""
        healed: Change = (Set("scores", (16, 12, 14, 10, 9, 13), (16, 12, 14, 10, 10, 13)),)
        assert self.refusing_act(warrior(), (Add(Counter.WISDOM_LOST, 1),), healed) == 101
        assert self.taken_back(warrior(), (Put(THIN),), healed).wisdom == 10
        stronger: Change = (Set("scores", (16, 12, 14, 10, 9, 13), (18, 12, 14, 10, 9, 13)),)
        assert self.refusing_act(warrior(), (Put(THIN),), stronger) == 101
        assert self.taken_back(warrior(), (Add(Counter.WISDOM_LOST, 1),), stronger).wisdom == 9

    def test_a_trouble_removed_then_suffered_again_does_not_come_back_twice(self) -> None:
        """FOL-1, COR-4: nobody suffers the same trouble or alteration twice."""
        for element in (PHOBIA, THIN):
            ill = warrior(elements=(element,))
            again = replace(element, uid="99")
            assert self.refusing_act(ill, (Take(element),), (Put(again),)) == 101
        fleeing = warrior(elements=(FLEEING,))
        both = self.taken_back(fleeing, (Take(FLEEING),), (Put(replace(FLEEING, uid="99")),))
        assert len(both.elements) == 2

    def test_the_refusal_speaks_to_the_player(self) -> None:
        assert "action nº 12" in str(Overtaken(12))
        assert "nº" not in str(Overtaken(None))
