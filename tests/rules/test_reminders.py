"""What a table is told to watch, by enumeration: every distance to a threshold, every age of a reserve."""

import pytest

from rules import reminders
from rules.campaign import DAY, HOUR
from rules.changes import Add, Counter, apply
from rules.character import Character, Element, ElementKind, State
from rules.magic import RESERVE
from rules.reminders import CLOSE, Held, Near, Threshold, Watched
from tests.characters import black_magician, monster, ready, warrior

MADNESS, CORRUPTION = Threshold.MADNESS, Threshold.CORRUPTION
DEAD, CONSUMED = (Element("1", ElementKind.STATE, state) for state in (State.DEAD, State.CONSUMED))


def warned(character: Character) -> list[tuple[Threshold, int, int]]:
    return [(one.threshold, one.left, one.at) for one in reminders.near(character)]


@pytest.mark.parametrize("wisdom", range(1, 19))
@pytest.mark.parametrize("madness", range(40))
def test_madness_is_near_one_or_two_points_before_each_multiple_of_wisdom(wisdom: int, madness: int) -> None:
    character = warrior(scores=tuple(wisdom for _ in range(6)), madness=madness)
    left = wisdom - madness % wisdom
    assert warned(character) == ([(MADNESS, left, madness + left)] if left <= 2 else [])


@pytest.mark.parametrize("corruption", range(50))
def test_corruption_is_near_one_or_two_points_before_each_stage(corruption: int) -> None:
    character = warrior(scores=(None,) * 6, corruption=corruption)
    left, stage = 10 - corruption % 10, corruption // 10 + 1
    assert warned(character) == ([(CORRUPTION, left, stage)] if left <= 2 else [])


@pytest.mark.parametrize("wisdom", [None, 0])
def test_without_wisdom_no_madness_is_near(wisdom: int | None) -> None:
    assert warned(warrior(scores=(wisdom,) * 6, madness=8)) == []


@pytest.mark.parametrize(
    "aside",
    [{"npc": True}, {"archived": True}, {"elements": (DEAD,)}, {"elements": (CONSUMED,)}],
    ids=["npc", "archived", "dead", "consumed"],
)
def test_only_player_characters_in_play_are_watched(aside: dict[str, object]) -> None:
    elements = (*aside.get("elements", ()), *ready("sommeil"))  # type: ignore[misc]
    character = black_magician(madness=7, **{**aside, "elements": elements})
    assert reminders.watched([character, monster()], 22 * HOUR) == Watched()


@pytest.mark.parametrize("before", range(25))
@pytest.mark.parametrize("after", range(25))
def test_an_act_is_told_of_when_it_comes_near_or_nearer_to_a_threshold(before: int, after: int) -> None:
    """Against SAG 8."""
    start = black_magician(corruption=0, madness=before)
    end = apply(start, (Add(Counter.MADNESS, after - before),))
    left = 8 - after % 8
    same = before // 8 == after // 8
    told = left <= CLOSE and (not same or after > before)
    expected = (Near(3, "Ahriman", MADNESS, left, after + left),) if told else ()
    assert reminders.brought_near(start, end) == expected


def test_wisdom_that_falls_brings_a_threshold_near() -> None:
    before = black_magician(corruption=0, madness=5)
    after = apply(before, (Add(Counter.WISDOM_LOST, 1),))
    assert reminders.brought_near(before, after) == (Near(3, "Ahriman", MADNESS, 2, 7),)


def test_an_act_that_changes_neither_is_not_told_of() -> None:
    before = black_magician(madness=7)
    assert reminders.near(before)
    assert reminders.brought_near(before, apply(before, (Add(Counter.WOUNDS, 3),))) == ()


@pytest.mark.parametrize("hours", range(30))
def test_a_reserve_is_told_of_from_twenty_hours_to_a_day(hours: int) -> None:
    character = black_magician(elements=ready("sommeil", since=100))
    held = reminders.held_long([character], 100 + hours * HOUR)
    assert held == ((Held(3, "Ahriman", DAY - hours * HOUR),) if 20 <= hours <= 24 else ())


def test_a_day_to_the_second_is_still_without_fatigue() -> None:
    character = black_magician(elements=ready("sommeil"))
    assert [one.left for one in reminders.held_long([character], DAY)] == [0]
    assert reminders.held_long([character], DAY + 1) == ()


def test_the_oldest_spell_counts_and_an_exhausted_magician_knows() -> None:
    both = ready("sommeil", since=0) + ready("saut", since=10 * HOUR)
    assert [one.left for one in reminders.held_long([black_magician(elements=both)], 21 * HOUR)] == [3 * HOUR]
    tired = Element(f"9{RESERVE}", ElementKind.STATE, State.EXHAUSTED)
    again = black_magician(elements=(*ready("saut"), tired))
    assert reminders.held_long([again], 21 * HOUR) == ()


@pytest.mark.parametrize("step", [60, HOUR, 3 * HOUR, 7 * HOUR])
def test_whatever_the_steps_of_the_clock_it_is_told_once(step: int) -> None:
    character = black_magician(elements=ready("sommeil"))
    moments = range(0, 3 * DAY, step)
    told = [one for clock in moments for one in reminders.held_since([character], clock, clock + step)]
    assert len(told) == 1


def test_a_leap_beyond_the_day_is_told_as_exhaustion_alone() -> None:
    character = black_magician(elements=ready("sommeil"))
    assert reminders.held_since([character], 0, 30 * HOUR) == ()
