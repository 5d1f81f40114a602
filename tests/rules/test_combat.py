"""Combats: rounds on the clock, effects that end, periods (SEA-4, SEA-5, HER-8)."""

import pytest

from rules import combat
from rules.campaign import DAY, ROUND, Campaign, Combat
from rules.changes import Put
from rules.character import Element, ElementKind, State
from rules.combat import CombatAlreadyOpen, CombatOver, NoCombat, RoundOver, after
from tests.characters import black_magician, campaign, ready, thief, warrior


def paralysed(ends_at: int | None) -> Element:
    return Element("1.effet", ElementKind.STATE, State.PARALYSED, "paralysie", ends_at, in_rounds=True)


def fought(rounds: int, start: Campaign | None = None) -> Campaign:
    """A campaign whose combat has reached this round."""
    now = start or campaign()
    now = after(now, combat.open_combat(now))
    for _ in range(rounds - 1):
        now = after(now, combat.next_round(now, [], "7"))
    return now


def test_a_combat_opens_at_round_one_with_its_number() -> None:
    now = fought(1, campaign(combats=4, clock=70))
    assert now.combat == Combat(5, 1)
    assert (now.combats, now.clock) == (5, 70)


def test_each_round_takes_ten_seconds() -> None:
    now = fought(4, campaign(clock=1_000))
    assert now.combat == Combat(1, 4)
    assert now.clock == 1_030


def test_closing_leaves_the_clock_and_the_count() -> None:
    now = fought(3)
    closed = after(now, combat.close_combat(now))
    assert closed.combat is None
    assert (closed.clock, closed.combats) == (20, 1)
    assert combat.open_combat(closed).number == 2


def test_opening_and_closing_each_begin_a_period_and_rounds_do_not() -> None:
    assert fought(1).period == 1
    assert fought(5).period == 1
    assert after(fought(5), combat.close_combat(fought(5))).period == 2


def test_one_combat_at_a_time() -> None:
    with pytest.raises(CombatAlreadyOpen, match="round 3"):
        combat.open_combat(fought(3))


def test_without_a_combat_there_is_nothing_to_go_on_with_or_close() -> None:
    with pytest.raises(NoCombat):
        combat.next_round(campaign(), [], "7")
    with pytest.raises(NoCombat):
        combat.close_combat(campaign())


def test_a_button_ends_its_own_round_only() -> None:
    now = fought(2)
    assert combat.next_round(now, [], "7", Combat(1, 2)).round == 3
    with pytest.raises(RoundOver, match="round 1 est déjà passé"):
        combat.next_round(now, [], "7", Combat(1, 1))
    with pytest.raises(CombatOver):
        combat.next_round(fought(2, campaign(combats=1)), [], "7", Combat(1, 2))
    with pytest.raises(CombatOver):
        combat.next_round(campaign(combats=1), [], "7", Combat(1, 2))


def test_a_button_closes_its_own_combat_only() -> None:
    assert combat.close_combat(fought(5), 1).round == 5
    for elsewhere in (campaign(combats=1), fought(1, campaign(combats=1))):
        with pytest.raises(CombatOver):
            combat.close_combat(elsewhere, 1)


@pytest.mark.parametrize(
    ("ends_at", "ended"), [(100, False), (101, True), (110, True), (111, False), (None, False)]
)
def test_a_round_names_what_it_ends(ends_at: int | None, ended: bool) -> None:
    act = combat.next_round(fought(1, campaign(clock=100)), [warrior(elements=(paralysed(ends_at),))], "7")
    assert [(one.name, one.text) for one in act.ended] == [("Fafhrd", "paralysie")] * ended


def test_an_effect_of_three_rounds_ends_with_the_third() -> None:
    fafhrd, now = warrior(elements=(paralysed(30),)), fought(1)
    ended = []
    for _ in range(4):
        act = combat.next_round(now, [fafhrd], "7")
        ended.append(bool(act.ended))
        now = after(now, act)
    assert ended == [False, False, True, False]


def test_nobody_out_of_play_is_named() -> None:
    dead = Element("2.mort", ElementKind.STATE, State.DEAD, "mort")
    out = [thief(archived=True, elements=(paralysed(5),)), warrior(elements=(paralysed(5), dead))]
    assert combat.next_round(fought(1), out, "7").ended == ()


def test_the_round_that_passes_a_day_exhausts_who_holds_a_spell_ready() -> None:
    """MAG-3: whatever moves the clock."""
    ahriman = black_magician(elements=ready("sommeil"))
    now = fought(1, campaign(clock=DAY - ROUND))
    act = combat.next_round(now, [ahriman], "7")
    assert (act.changes, act.begun) == ((), ())
    act = combat.next_round(after(now, act), [ahriman], "8")
    assert [one.name for one in act.begun] == ["Ahriman"]
    (put,) = act.change_of(ahriman.id)
    assert isinstance(put, Put)
    assert put.element.key == State.EXHAUSTED
