"""The campaign clock: durations, time that passes, what it ends and brings (SEA-5)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import clock, fatigue
from rules.campaign import DAY, HOUR, MINUTE
from rules.changes import Operation, Put
from rules.character import Character, Element, ElementKind, State
from rules.clock import AlreadyPassed, BadDuration, Duration, advance, advance_to, after, lasting, moment
from tests.characters import campaign, thief, warrior


def exhausted(ends_at: int | None, uid: str = "1.etat") -> Element:
    return Element(uid, ElementKind.STATE, State.EXHAUSTED, "épuisé", ends_at)


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("8 h", 8 * HOUR),
        ("8h", 8 * HOUR),
        ("8 HEURES", 8 * HOUR),
        ("1 h 30", 90 * MINUTE),
        ("1h30", 90 * MINUTE),
        ("1 h 30 min", 90 * MINUTE),
        ("1\u00a0h\u00a030", 90 * MINUTE),
        ("3 tours", 30 * MINUTE),
        ("1 tour", 10 * MINUTE),
        ("10 min", 10 * MINUTE),
        ("10\u202fminutes", 10 * MINUTE),
        ("2 jours", 2 * DAY),
        ("2 jours et 4 h", 2 * DAY + 4 * HOUR),
        ("1 jour, 2 heures, 3 min", DAY + 2 * HOUR + 3 * MINUTE),
        ("５ rounds", 50),
        ("90 s", 90),
        ("1000 jours", 1_000 * DAY),
    ],
)
def test_a_duration_is_understood_as_it_is_typed(typed: str, seconds: int) -> None:
    assert clock.parse_duration(typed).seconds == seconds


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "8", "h", "huit heures", "-8 h", "0 min", "1 h 75", "3 jours 6", "1,5 h", "8 h de"),
        *("1001 jours", "9" * 40 + " h", "8 lieues", "٨ h", "8 h\u0000"),
    ],
)
def test_what_is_not_a_duration_is_refused_with_examples(typed: str) -> None:
    with pytest.raises(BadDuration, match="8 h, 1 h 30, 10 min"):
        clock.parse_duration(typed)


@given(st.text(max_size=30))
def test_any_text_is_a_duration_within_bounds_or_is_refused(typed: str) -> None:
    try:
        found = clock.parse_duration(typed)
    except BadDuration:
        return
    assert 0 < found.seconds <= clock.LONGEST


@given(st.integers(1, clock.LONGEST))
def test_a_duration_written_is_read_back(seconds: int) -> None:
    assert clock.parse_duration(lasting(seconds)).seconds == seconds


def test_rounds_alone_are_counted_in_rounds() -> None:
    assert clock.parse_duration("5 rounds") == Duration(50, in_rounds=True)
    assert clock.parse_duration("1 min 5 rounds") == Duration(110)


def test_the_clock_reads_as_a_day_and_an_hour() -> None:
    read = [moment(at).replace("\u00a0", " ") for at in (0, 2 * DAY + 14 * HOUR + 20 * MINUTE + 59, DAY - 1)]
    assert read == ["jour 1, 0 h 00", "jour 3, 14 h 20", "jour 1, 23 h 59"]


@pytest.mark.parametrize(("ends_at", "announced"), [(101, False), (160, True), (161, False), (100, False)])
def test_a_state_is_announced_by_the_act_that_passes_its_end(ends_at: int, announced: bool) -> None:
    """From 100 (excluded) to 160 (included): 101 is passed too, but by somebody dead."""
    dead = Element("2.mort", ElementKind.STATE, State.DEAD, "mort")
    one = (
        warrior(elements=(exhausted(ends_at),))
        if ends_at != 101
        else warrior(elements=(exhausted(101), dead))
    )
    act = advance(campaign(clock=100), [one, thief()], 60, "k")
    assert act.clock == (100, 160)
    assert [ended.name for ended in act.ended] == ["Fafhrd"] * announced


def test_what_is_announced_is_never_announced_again() -> None:
    """However time is cut, each state ends once; the facts keep it, so that its act can be undone."""
    one = warrior(elements=(exhausted(30), exhausted(70, "2.etat"), exhausted(None, "3.etat")))
    now, told = campaign(), list[int]()
    for seconds in (10, 20, 40, 1, 5_000):
        act = advance(now, [one], seconds, "k")
        assert act.changes == ()
        told += [now.clock] * len(act.ended)
        now = after(now, act)
    assert (told, now.clock) == ([10, 30], 5_071)


def test_acts_done_together_take_the_longest_of_their_times() -> None:
    """A care of 5 min and a ritual of 30 proposed at the same moment: 30 in all, in either order."""
    start = campaign(clock=1_000)
    for order in ((300, 1_800), (1_800, 300)):
        now = start
        for seconds in order:
            with suppress(AlreadyPassed):
                now = after(now, advance_to(now, [], start.clock + seconds, "k"))
        assert now.clock == 2_800
    with pytest.raises(AlreadyPassed, match="jour"):
        advance_to(start, [], 1_000, "k")


def test_time_brings_what_fatigues(monkeypatch: pytest.MonkeyPatch) -> None:
    """MAG-3's place: in play only, with the clock once time has passed, and the act's key."""

    def weary(character: Character, now: int, key: str) -> tuple[Operation, ...]:
        return (Put(exhausted(None, f"{key}.{now}")),) if character.name == "Fafhrd" else ()

    monkeypatch.setattr(fatigue, "FATIGUES", [weary])
    act = advance(campaign(clock=100), [warrior(), thief()], 60, "7")
    assert act.change_of(1) == (Put(exhausted(None, "7.160")),)
    assert [(one.name, one.text) for one in act.begun] == [("Fafhrd", "épuisé")]
    assert advance(campaign(), [warrior(archived=True)], 60, "7").changes == ()
