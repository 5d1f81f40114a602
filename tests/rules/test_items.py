"""Magic items and fine ones (OBJ)."""

from typing import Any

import pytest

from rules import item_acts, items
from rules.changes import Overtaken
from rules.character import Element, ElementKind, State
from rules.item_acts import Inert, ItemAct, NoHiddenPower, NotEnoughCharges, NotLent, NotMagic
from rules.items import (
    BadBonus,
    BadPowers,
    Bonus,
    FineItem,
    Item,
    ItemRequest,
    OnlyABonus,
    Power,
    TooManyCharges,
    read_bonuses,
)
from rules.madness import NothingChanges
from rules.names import BadName
from rules.rolls import OutOfPlay
from rules.roster import Archived
from tests.characters import thief, warrior
from tests.dice import ScriptedDice

RING = Item(id=1, name="Anneau", holder_id=1, charges=2, powers=(Power("Vol"), Power("Lumière")))
BLADE = Item(id=2, name="Lame fine", holder_id=1, magic=False, bonuses=((Bonus.ATTACK, 1),))


def made(*faces: int, **request: Any) -> tuple[Item, ItemAct]:
    dice = ScriptedDice(*faces)
    item, act = item_acts.create(ItemRequest(name="Anneau", **request), warrior(), dice)
    assert dice.left == 0
    return item, act


@pytest.mark.parametrize("face", range(1, 7))
def test_charges_are_1d6_plus_1_by_default(face: int) -> None:
    item, act = made(face)
    assert item.charges == face + 1
    assert act.roll is not None
    assert act.roll.total == face + 1


def test_charges_given_throw_no_die() -> None:
    item, act = made(charges=0, powers="Vol ; Lumière, la nuit")
    assert (item.charges, item.inert, act.roll) == (0, True, None)
    assert [power.text for power in item.powers] == ["Vol", "Lumière, la nuit"]
    assert item.known == ()


@pytest.mark.parametrize(
    ("typed", "bonuses"),
    [
        ("attaque +1", ((Bonus.ATTACK, 1),)),
        ("+1 à l’attaque, +2 aux dégâts", ((Bonus.ATTACK, 1), (Bonus.DAMAGE, 2))),
        ("CA +1", ((Bonus.ARMOUR_CLASS, 1),)),
        ("dommages −1", ((Bonus.DAMAGE, -1),)),
    ],
)
def test_what_only_has_a_bonus_is_fine_not_magic(typed: str, bonuses: Any) -> None:
    """OBJ-2: no charge, so no die."""
    for request in ({"bonus": typed}, {"bonus": typed, "magic": False}, {"powers": typed, "magic": False}):
        item, _ = made(**request)
        assert (item.magic, item.charges, item.bonuses, item.powers) == (False, None, bonuses, ())


def test_the_same_bonus_named_twice_is_summed_within_its_bound() -> None:
    assert read_bonuses("attaque +1, CA +1, toucher +2") == ((Bonus.ATTACK, 3), (Bonus.ARMOUR_CLASS, 1))
    assert read_bonuses("attaque +1, attaque -1") == ()
    with pytest.raises(BadBonus):
        read_bonuses("attaque +3, attaque +3")


def test_a_magic_item_may_have_a_bonus_with_its_powers() -> None:
    item, _ = made(3, bonus="attaque +1", powers="Flamme")
    assert (item.magic, item.charges, item.bonuses) == (True, 4, ((Bonus.ATTACK, 1),))


@pytest.mark.parametrize(
    ("request_", "refusal"),
    [
        ({"bonus": "attaque +1", "magic": True}, OnlyABonus),
        ({"magic": False}, FineItem),
        ({"magic": False, "bonus": "attaque +1", "charges": 3}, FineItem),
        ({"magic": False, "bonus": "attaque +1", "powers": "Vol"}, FineItem),
        ({"magic": False, "powers": "Vol"}, BadBonus),
        ({"bonus": "beauté +1"}, BadBonus),
        ({"bonus": "attaque +9"}, BadBonus),
        ({"powers": ";".join("abcdefghijk")}, BadPowers),
        ({"powers": "x" * 201}, BadPowers),
        ({"charges": 1001}, TooManyCharges),
    ],
)
def test_what_is_refused_at_birth(request_: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        made(**request_)


def test_names_and_holders_are_checked() -> None:
    with pytest.raises(BadName):
        item_acts.create(ItemRequest(name=" "), None, ScriptedDice())
    with pytest.raises(Archived):
        item_acts.create(ItemRequest(name="Anneau"), warrior(archived=True), ScriptedDice())
    item, act = item_acts.create(ItemRequest(name="Anneau"), None, ScriptedDice(1))
    assert (item.holder_id, act.character_id) == (None, None)


def test_each_use_consumes_until_it_is_inert() -> None:
    one, act = item_acts.use(RING, warrior())
    assert (one.charges, act.charges, act.name) == (1, (2, 1), "Fafhrd")
    last, _ = item_acts.use(one, warrior())
    assert last.inert
    with pytest.raises(Inert):
        item_acts.use(last, warrior())
    more, _ = item_acts.recharge(last, warrior(), 4)
    assert (more.charges, more.inert) == (4, False)


def test_several_charges_at_once_and_never_under_zero() -> None:
    assert item_acts.use(RING, None, 2)[0].charges == 0
    with pytest.raises(NotEnoughCharges, match="plus que 2"):
        item_acts.use(RING, None, 3)


def test_the_dead_use_nothing() -> None:
    with pytest.raises(OutOfPlay):
        item_acts.use(RING, warrior(elements=(Element("1", ElementKind.STATE, State.DEAD),)))


def test_a_fine_item_has_no_charge_to_use_or_give_back() -> None:
    with pytest.raises(NotMagic):
        item_acts.use(BLADE, warrior())
    with pytest.raises(NotMagic):
        item_acts.recharge(BLADE, warrior(), 1)
    with pytest.raises(TooManyCharges):
        item_acts.recharge(RING, warrior(), 999)


def test_powers_are_revealed_one_by_one() -> None:
    one, act = item_acts.reveal(RING, warrior())
    assert (one.known, one.hidden, act.revealed) == (("Vol",), ((2, "Lumière"),), (1, "Vol"))
    both, _ = item_acts.reveal(one, warrior())
    assert both.known == ("Vol", "Lumière")
    with pytest.raises(NoHiddenPower):
        item_acts.reveal(both, warrior())


@pytest.mark.parametrize("which", ["2", "lumi", "Lumière"])
def test_the_power_to_reveal_may_be_chosen(which: str) -> None:
    assert item_acts.reveal(RING, None, which)[0].known == ("Lumière",)


def test_only_hidden_powers_are_revealed() -> None:
    for which in ("3", "0", "invisibilité"):
        with pytest.raises(NoHiddenPower):
            item_acts.reveal(RING, None, which)


def test_a_loan_goes_back_and_may_be_lent_again() -> None:
    loan, _ = made(1, lender="Sheelba")
    assert loan.lent
    back, act = item_acts.take_back(loan, warrior())
    assert (back.lent, back.returned, back.holder_id, act.name) == (False, True, None, "Fafhrd")
    with pytest.raises(NotLent, match="déjà été rendu à Sheelba"):
        item_acts.take_back(back, None)
    again, act = item_acts.give(back, thief())
    assert (again.lent, again.holder_id, act.name) == (True, 2, "Souricier Gris")
    with pytest.raises(NotLent, match="n’est pas un prêt"):
        item_acts.take_back(RING, warrior())


def test_giving_is_to_another_who_is_there() -> None:
    assert item_acts.give(RING, thief())[0].holder_id == 2
    with pytest.raises(NothingChanges):
        item_acts.give(RING, warrior())
    with pytest.raises(Archived):
        item_acts.give(RING, thief(archived=True))


def test_every_act_but_birth_can_be_taken_back() -> None:
    loan = Item(id=3, name="Prêt", holder_id=1, charges=5, lender="Sheelba", powers=(Power("Vol"),))
    for item, act in (
        item_acts.use(loan, warrior(), 3),
        item_acts.recharge(loan, warrior(), 3),
        item_acts.reveal(loan, warrior()),
        item_acts.give(loan, thief()),
        item_acts.take_back(loan, warrior()),
    ):
        assert item_acts.undone(item, act) == loan


def test_what_came_later_stops_taking_back() -> None:
    more, act = item_acts.recharge(RING, None, 3)
    spent, _ = item_acts.use(more, None, 4)
    with pytest.raises(Overtaken):
        item_acts.undone(spent, act)
    moved, first = item_acts.give(RING, thief())
    with pytest.raises(Overtaken):
        item_acts.undone(item_acts.give(moved, warrior())[0], first)


def test_the_record_tells_no_hidden_power_but_at_birth() -> None:
    for _, act in (
        item_acts.use(RING, None),
        item_acts.recharge(RING, None, 1),
        item_acts.give(RING, thief()),
    ):
        assert "Vol" not in repr(act)
        assert "Lumière" not in repr(act)
    assert "Lumière" not in repr(item_acts.reveal(RING, None)[1])


def test_the_bonus_of_the_weapon_in_hand() -> None:
    assert items.in_hand([RING, BLADE], "lame FINE") == ((Bonus.ATTACK, 1, "Lame fine"),)
    assert items.in_hand([RING, BLADE], "épée") == ()
    assert items.in_hand([BLADE], "") == ()
