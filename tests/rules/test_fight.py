"""Who fights, in what order, and whom (SEA-4)."""

import pytest

from rules import fight
from rules.character import Character, Element, ElementKind, State
from rules.fight import Fight, NobodyEnters, NobodyLeft, Side
from rules.rolls import OutOfPlay
from tests.characters import black_magician, campaign, monster, thief, warrior
from tests.dice import ScriptedDice

FAFHRD, MOUSER = warrior(), thief()  # DEX 12 and 17
RAT, WOLF = monster(), monster(id=5, name="Loup")
DEAD = Element("1.mort", ElementKind.STATE, State.DEAD, "mort")


def known(*characters: Character) -> dict[int, Character]:
    return {one.id: one for one in characters or (FAFHRD, MOUSER, RAT, WOLF)}


def fought(*faces: int, individual: bool = False) -> Fight:
    order = (FAFHRD, MOUSER, RAT, WOLF)
    return fight.roll_initiative(order, ScriptedDice(*faces), individual=individual)


def test_the_active_in_play_gather_with_the_foes_named() -> None:
    others = [
        black_magician(active=False),
        warrior(id=9, name="Mort", elements=(DEAD,)),
        monster(id=8, active=True),
    ]
    assert fight.gather([MOUSER, FAFHRD, *others], [RAT]) == (FAFHRD, MOUSER, RAT)


@pytest.mark.parametrize("heroes", range(1, 7))
@pytest.mark.parametrize("foes", range(1, 7))
def test_a_side_shares_its_die(heroes: int, foes: int) -> None:
    now = fought(heroes, foes)
    first = now.fighters[0].side
    assert first is (Side.FOES if foes > heroes else Side.HEROES)
    assert {one.initiative for one in now.side(Side.HEROES)} == {heroes}
    assert {one.initiative for one in now.side(Side.FOES)} == {foes}


def test_alone_the_die_takes_dexterity_which_also_breaks_ties() -> None:
    now = fought(4, 2, 4, 4, individual=True)
    assert [(one.character_id, one.initiative) for one in now.fighters] == [(2, 4), (1, 4), (4, 4), (5, 4)]


def test_one_side_alone_throws_nothing() -> None:
    now = fight.roll_initiative((FAFHRD, MOUSER), ScriptedDice(), individual=False)
    assert [one.die for one in now.fighters] == [0, 0]


def test_who_enters_shares_its_side_s_die_or_throws_its_own() -> None:
    base = fight.roll_initiative((FAFHRD, RAT), ScriptedDice(3, 5), individual=False)
    now = fight.enter(base, (RAT, FAFHRD), (WOLF,), ScriptedDice())
    assert [(one.character_id, one.die) for one in now.fighters] == [(4, 5), (5, 5), (1, 3)]
    base = fight.roll_initiative((FAFHRD, RAT), ScriptedDice(3, 5), individual=True)
    now = fight.enter(base, (RAT, FAFHRD), (MOUSER,), ScriptedDice(6))
    assert [(one.character_id, one.initiative) for one in now.fighters] == [(2, 8), (4, 5), (1, 3)]


def test_the_second_side_makes_everybody_throw_and_keeps_the_blows() -> None:
    base = fight.roll_initiative((FAFHRD,), ScriptedDice(), individual=False).struck(FAFHRD, None, 2)
    now = fight.enter(base, (FAFHRD,), (RAT,), ScriptedDice(2, 6))
    assert [(one.character_id, one.die) for one in now.fighters] == [(4, 6), (1, 2)]
    assert now.blows(FAFHRD.id, 2) == 1


def test_nobody_enters_twice_nor_dead() -> None:
    now = fought(1, 2)
    with pytest.raises(NobodyEnters):
        fight.newcomers(now, [FAFHRD])
    with pytest.raises(OutOfPlay):
        fight.newcomers(now, [monster(id=9, elements=(DEAD,))])


def test_the_choice_is_open_then_the_last_target_is_kept_while_it_stands() -> None:
    now = fought(5, 3)
    assert fight.target(now, FAFHRD, known()) is None
    now = now.struck(FAFHRD, WOLF, 1)
    assert fight.target(now, FAFHRD, known()) == WOLF
    assert fight.target(now, MOUSER, known()) is None
    down = monster(id=5, name="Loup", wounds=9)
    assert fight.target(now, FAFHRD, known(FAFHRD, MOUSER, RAT, down)) == RAT


def test_without_an_opponent_it_is_refused_unless_an_armour_class_was_given() -> None:
    down = known(FAFHRD, MOUSER, monster(wounds=9), monster(id=5, elements=(DEAD,)))
    with pytest.raises(NobodyLeft):
        fight.target(fought(5, 3), FAFHRD, down)
    assert fight.target(fought(5, 3), FAFHRD, down, lenient=True) is None


def test_foes_strike_heroes() -> None:
    assert fight.targets(fought(5, 3), RAT, known()) == (FAFHRD, MOUSER)


def test_blows_are_counted_in_their_round() -> None:
    now = fought(5, 3).struck(RAT, FAFHRD, 1).struck(RAT, MOUSER, 1)
    assert (now.blows(RAT.id, 1), now.blows(RAT.id, 2), now.blows(WOLF.id, 1)) == (2, 0, 0)
    assert now.struck(RAT, None, 2).blows(RAT.id, 2) == 1
    assert fight.target(now.struck(RAT, None, 2), RAT, known()) == MOUSER


def test_the_next_attacker_is_the_first_in_order_who_has_not_struck() -> None:
    now, npcs = fought(5, 3), (WOLF, RAT)
    assert fight.next_attacker(now, npcs, campaign(fighting=1)) == RAT
    now = now.struck(RAT, FAFHRD, 1)
    assert fight.next_attacker(now, npcs, campaign(fighting=1)) == WOLF
    assert fight.next_attacker(now, (monster(id=5, wounds=9), RAT), campaign(fighting=1)) is None
    assert fight.next_attacker(now.struck(WOLF, FAFHRD, 1), npcs, campaign(fighting=1)) is None
    assert fight.next_attacker(now, npcs, campaign(fighting=2)) == RAT


def test_who_comes_to_blows_is_in_the_fight() -> None:
    now = Fight().struck(FAFHRD, RAT, 1)
    assert [(one.character_id, one.side) for one in now.fighters] == [(1, Side.HEROES), (4, Side.FOES)]
    assert fought(5, 3).joined(black_magician()).fighter(3) == fight.Fighter(3, Side.HEROES, 5)


@pytest.mark.parametrize("state", [State.PARALYSED, State.FAINTED, State.UNCONSCIOUS])
def test_the_next_attacker_is_one_who_can_act(state: State) -> None:
    now, still = fought(1, 6), Element("1.x", ElementKind.STATE, state, "effet", 100)
    mine = (monster(elements=(still,)), WOLF)
    assert fight.next_attacker(now, mine, campaign(fighting=1)) == WOLF
    assert fight.next_attacker(now, mine, campaign(fighting=1, clock=100)) == mine[0], "the effect is over"
