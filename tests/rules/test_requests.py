"""A save asked of a player, before and after its throw."""

import pytest

from rules import requests
from rules.character import Element, ElementKind, State
from rules.checks import Check
from rules.horror import BadModifier, HorrorAct, Ordeal, Situation
from rules.rolls import CheckAct, OutOfPlay, save_check
from rules.saves import SaveCategory
from tests.characters import campaign, monster, thief, warrior
from tests.dice import ScriptedDice

WANTED = campaign(jets_joueurs=True)
UNBEARABLE = Ordeal(Situation.UNBEARABLE, -3, 1, 2)
DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")
GAME_MASTER = 999


def test_only_a_save_asked_openly_of_somebody_elses_character_waits() -> None:
    fafhrd = warrior()
    assert requests.awaits_player(fafhrd, WANTED, GAME_MASTER)
    assert not requests.awaits_player(fafhrd, campaign(), GAME_MASTER), "the setting is off by default"
    assert not requests.awaits_player(fafhrd, WANTED, 100), "one's own"
    assert not requests.awaits_player(fafhrd, WANTED, GAME_MASTER, secret=True)
    assert not requests.awaits_player(warrior(player_id=None), WANTED, GAME_MASTER)
    assert not requests.awaits_player(monster(), WANTED, GAME_MASTER)
    assert not requests.awaits_player(warrior(npc=True), WANTED, GAME_MASTER)


def test_a_request_changes_nothing() -> None:
    request = requests.of_horror(warrior(), UNBEARABLE, WANTED)
    assert request.changes == ()
    assert (request.character_id, request.name) == (1, "Fafhrd")


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(BadModifier):
        requests.of_horror(warrior(), Ordeal(Situation.HORRIBLE, -4), WANTED)
    dead = warrior(elements=(DEAD,))
    with pytest.raises(OutOfPlay):
        requests.of_horror(dead, UNBEARABLE, WANTED)
    with pytest.raises(OutOfPlay):
        requests.of_save(dead, SaveCategory.DEATH, WANTED, 0, magical=None)


def test_a_horror_thrown_later_is_the_one_that_was_asked() -> None:
    request = requests.of_horror(thief(), UNBEARABLE, WANTED)
    act = requests.answer(request, thief(), WANTED, ScriptedDice(5, 1, 4, 2), "k")
    assert isinstance(act, HorrorAct)
    assert [modifier.value for modifier in act.check.modifiers] == [1, -3, 1]
    assert act.madness is not None
    assert act.madness.after == 2 + 1 + 2


def test_a_save_thrown_later_is_the_one_that_was_asked() -> None:
    request = requests.of_save(warrior(), SaveCategory.PARALYSIS, WANTED, -2, magical=True)
    act = requests.answer(request, warrior(), WANTED, ScriptedDice(12), "k")
    assert isinstance(act, CheckAct)
    assert act.check == requests.check_of(request, warrior(), WANTED).with_die(12)
    assert act.check == save_check(warrior(), SaveCategory.PARALYSIS, WANTED, -2, magical=True).with_die(12)


def test_the_throw_is_judged_on_the_character_as_it_is_then() -> None:
    request = requests.of_save(warrior(), SaveCategory.DEATH, WANTED, 0, magical=None)
    tougher = requests.check_of(request, warrior(classes=thief().classes), WANTED)
    now: Check = requests.check_of(request, warrior(), WANTED)
    assert (now.target, tougher.target) == (10, 12)
    with pytest.raises(OutOfPlay):
        requests.answer(request, warrior(elements=(DEAD,)), WANTED, ScriptedDice(), "k")
