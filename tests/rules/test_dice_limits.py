"""The engine's budgets: before the throw and during it; and nothing but its own refusals ever comes out."""

import time
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.dice import Budget, DiceError, Expression, Roll, SystemDice, format_roll, maximised, parse, roll
from rules.dice.limits import (
    DEEPEST,
    HIGHEST_TOTAL,
    LONGEST,
    MOST_EXPLOSIONS,
    MOST_THROWS,
    TooManyThrows,
    TotalTooGreat,
)
from rules.dice.words import VALUES
from rules.rolls import TooManyDice, TooManyTotals, free_roll

HERO = dict.fromkeys(VALUES, 12)
SYMBOLS = "0123456789dDkhlxromia×*/+-−;()!<>=%Ff# .,"
WORDS = ("garde", "retire", "les", "le", "meilleur", "pires", "relance", "explose", "min", "max", *VALUES)

HOSTILE = (
    "(" * 200,
    "-" * 199 + "1",
    "(" * 99 + "1" + ")" * 99,
    "1" * 200,
    "1000d1000000",
    "x".join(["1000000"] * 25),
    "1000d1000000" + "x1000000" * 20,
    "999d2!",
    "999d2!!>=1",
    "500d2rr2",
    "1000d1000000rr<1000000",
    "1000d1000000!!!",
    "1000d2rr1!!mi1ma2k500>=1",
    "+".join(["1d2!"] * 40),
    "1d" * 100,
    "k" * 200,
    "1d6" + "k1" * 98,
    "1d6r" + "<" * 190,
    "1" + " " * 198 + "!",
    "0" * 199 + "d",
    "mod" + " " * 190 + ".for",
    "1/0",
    "1/" * 99 + "0",
    ";".join("1" * 100),
    "#" * 200,
    "\u0130" * 200,
    "\ud800",
)


class Always:
    """A source whose dice all show the same face, as near as they can."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.thrown = 0

    def roll(self, sides: int) -> int:
        self.thrown += 1
        return min(self.face, sides)


def thrown(text: str) -> Roll | DiceError:
    """A throw, or the engine's own refusal of it; anything else escapes."""
    try:
        return roll(text, SystemDice(), HERO)
    except DiceError as refusal:
        return refusal


def check_bounds(text: str) -> None:
    """What comes out of a text keeps every promise."""
    found = thrown(text)
    if isinstance(found, DiceError):
        assert len(str(found)) < 400
        return
    assert sum(len(term.dice) for term in found.terms) <= MOST_THROWS
    assert all(abs(total) <= HIGHEST_TOTAL for total in (*found.totals, found.total))
    assert len(format_roll(found)) < 2_500
    assert len(found.terms) == len(parse(found.expression).pools)
    with suppress(DiceError):
        maximised(text, HERO)


@given(
    st.text(max_size=LONGEST + 50)
    | st.text(SYMBOLS, max_size=LONGEST + 10)
    | st.lists(st.sampled_from([*SYMBOLS, *WORDS, "1000000", "100d6"]), max_size=40).map("".join)
)
@example("1000d1000000x1000000")
@example("9" * 5000)
@example("٣d٦")
def test_any_text_is_thrown_within_bounds_or_refused(text: str) -> None:
    check_bounds(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_formula_is_answered_at_once(text: str) -> None:
    """A few milliseconds; the bound of the test is loose, for a busy machine."""
    check_bounds(text)
    times = []
    for _ in range(3):
        parse.cache_clear()
        start = time.perf_counter()
        thrown(text)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.05


def test_a_formula_nests_to_the_limit_from_deep_within_other_code() -> None:
    def deeper(left: int) -> Expression:
        return deeper(left - 1) if left else parse("(" * DEEPEST + "1+1" + ")" * DEEPEST)

    assert roll(deeper(600)).total == 2


def test_rerolls_and_explosions_are_paid_from_the_same_thousand() -> None:
    dice = Always(1)
    with pytest.raises(TooManyThrows, match="1000 dés"):
        roll("2d6rr1", dice)
    assert dice.thrown == MOST_THROWS
    with pytest.raises(TooManyThrows):
        roll("10d6!", Always(6))
    assert len(roll("9d6!", Always(6)).terms[0].dice) == 9 * (MOST_EXPLOSIONS + 1)


def test_several_throws_share_the_thousand() -> None:
    assert len(free_roll("50d6", Always(1), 20).rolls) == 20
    with pytest.raises(TooManyDice):
        free_roll("51d6", Always(1), 20)
    with pytest.raises(TooManyThrows):
        free_roll("50d6r1", Always(1), 11)
    assert len(free_roll("50d6r1", Always(1), 10).rolls) == 10


def test_a_budget_is_spent_to_the_last_die() -> None:
    budget = Budget(3)
    roll("2d6", Always(1), budget=budget)
    roll("1d6", Always(1), budget=budget)
    with pytest.raises(TooManyThrows):
        roll("1d6", Always(1), budget=budget)


@pytest.mark.parametrize("kind", ["!", "!!"])
def test_the_hundredth_explosion_of_a_die_is_its_last(kind: str) -> None:
    dice = roll(f"1d6{kind}", Always(6)).terms[0].dice
    assert [die.exploded for die in dice] == [True] * MOST_EXPLOSIONS + [False]


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_total_past_64_bits_is_refused(sign: str) -> None:
    with pytest.raises(TotalTooGreat):
        roll(f"{sign}1000000x1000000x1000000x10")
    assert abs(roll(f"{sign}1000000x1000000x1000000x9").total) == 9 * 10**18


def test_the_sum_of_several_totals_is_bounded_too() -> None:
    with pytest.raises(TotalTooGreat):
        roll("1000000x1000000x1000000x9;1000000x1000000x1000000x9")


def test_what_is_great_on_the_way_may_be_small_at_the_end() -> None:
    assert roll("1000000x1000000x1000000x1000000/1000000/1000000/1000000/1000000").total == 1


def test_an_answer_has_room_for_every_total() -> None:
    assert len(free_roll("1;2;3;4;5", Always(1), 10).rolls) == 10
    with pytest.raises(TooManyTotals, match="11 × 5"):
        free_roll("1;2;3;4;5", Always(1), 11)
