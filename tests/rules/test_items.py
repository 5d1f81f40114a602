"""Magic items and fine ones (OBJ)."""

from typing import Any

import pytest

from rules import items
from rules.changes import Overtaken
from rules.character import Element, ElementKind, State
from rules.items import (
    BadBonus,
    BadPowers,
    Bonus,
    FineItem,
    Inert,
    Item,
    ItemAct,
    ItemRequest,
    NoHiddenPower,
    NotEnoughCharges,
    NotLent,
    NotMagic,
    OnlyABonus,
    Power,
    TooManyCharges,
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
    item, act = items.create(ItemRequest(name="Anneau", **request), warrior(), dice)
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
        items.create(ItemRequest(name=" "), None, ScriptedDice())
    with pytest.raises(Archived):
        items.create(ItemRequest(name="Anneau"), warrior(archived=True), ScriptedDice())
    item, act = items.create(ItemRequest(name="Anneau"), None, ScriptedDice(1))
    assert (item.holder_id, act.character_id) == (None, None)


def test_each_use_consumes_until_it_is_inert() -> None:
    one, act = items.use(RING, warrior())
    assert (one.charges, act.charges, act.name) == (1, (2, 1), "Fafhrd")
    last, _ = items.use(one, warrior())
    assert last.inert
    with pytest.raises(Inert):
        items.use(last, warrior())
    more, _ = items.recharge(last, warrior(), 4)
    assert (more.charges, more.inert) == (4, False)


def test_several_charges_at_once_and_never_under_zero() -> None:
    assert items.use(RING, None, 2)[0].charges == 0
    with pytest.raises(NotEnoughCharges, match="plus que 2"):
        items.use(RING, None, 3)


def test_the_dead_use_nothing() -> None:
    with pytest.raises(OutOfPlay):
        items.use(RING, warrior(elements=(Element("1", ElementKind.STATE, State.DEAD),)))


def test_a_fine_item_has_no_charge_to_use_or_give_back() -> None:
    with pytest.raises(NotMagic):
        items.use(BLADE, warrior())
    with pytest.raises(NotMagic):
        items.recharge(BLADE, warrior(), 1)
    with pytest.raises(TooManyCharges):
        items.recharge(RING, warrior(), 999)


def test_powers_are_revealed_one_by_one() -> None:
    one, act = items.reveal(RING, warrior())
    assert (one.known, one.hidden, act.revealed) == (("Vol",), ((2, "Lumière"),), (1, "Vol"))
    both, _ = items.reveal(one, warrior())
    assert both.known == ("Vol", "Lumière")
    with pytest.raises(NoHiddenPower):
        items.reveal(both, warrior())


@pytest.mark.parametrize("which", ["2", "lumi", "Lumière"])
def test_the_power_to_reveal_may_be_chosen(which: str) -> None:
    assert items.reveal(RING, None, which)[0].known == ("Lumière",)


def test_only_hidden_powers_are_revealed() -> None:
    for which in ("3", "0", "invisibilité"):
        with pytest.raises(NoHiddenPower):
            items.reveal(RING, None, which)


def test_a_loan_goes_back_and_may_be_lent_again() -> None:
    loan, _ = made(1, lender="Sheelba")
    assert loan.lent
    back, act = items.take_back(loan, warrior())
    assert (back.lent, back.returned, back.holder_id, act.name) == (False, True, None, "Fafhrd")
    with pytest.raises(NotLent, match="déjà été rendu à Sheelba"):
        items.take_back(back, None)
    again, act = items.give(back, thief())
    assert (again.lent, again.holder_id, act.name) == (True, 2, "Souricier Gris")
    with pytest.raises(NotLent, match="n’est pas un prêt"):
        items.take_back(RING, warrior())


def test_giving_is_to_another_who_is_there() -> None:
    assert items.give(RING, thief())[0].holder_id == 2
    with pytest.raises(NothingChanges):
        items.give(RING, warrior())
    with pytest.raises(Archived):
        items.give(RING, thief(archived=True))


def test_every_act_but_birth_can_be_taken_back() -> None:
    loan = Item(id=3, name="Prêt", holder_id=1, charges=5, lender="Sheelba", powers=(Power("Vol"),))
    for item, act in (
        items.use(loan, warrior(), 3),
        items.recharge(loan, warrior(), 3),
        items.reveal(loan, warrior()),
        items.give(loan, thief()),
        items.take_back(loan, warrior()),
    ):
        assert items.undone(item, act) == loan


def test_what_came_later_stops_taking_back() -> None:
    more, act = items.recharge(RING, None, 3)
    spent, _ = items.use(more, None, 4)
    with pytest.raises(Overtaken):
        items.undone(spent, act)
    moved, first = items.give(RING, thief())
    with pytest.raises(Overtaken):
        items.undone(items.give(moved, warrior())[0], first)


def test_the_record_tells_no_hidden_power_but_at_birth() -> None:
    for _, act in (items.use(RING, None), items.recharge(RING, None, 1), items.give(RING, thief())):
        assert "Vol" not in repr(act)
        assert "Lumière" not in repr(act)
    assert "Lumière" not in repr(items.reveal(RING, None)[1])


def test_the_bonus_of_the_weapon_in_hand() -> None:
    assert items.in_hand([RING, BLADE], "lame FINE") == ((Bonus.ATTACK, 1, "Lame fine"),)
    assert items.in_hand([RING, BLADE], "épée") == ()
    assert items.in_hand([BLADE], "") == ()
