"""Exact chances, against every throw of the engine itself, one by one."""

import time
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import DiceError, parse, roll
from rules.dice import chains as chains_module
from rules.dice import throwing as throwing_module
from rules.dice.limits import TotalTooGreat, UnknownValue
from rules.dice.odds import SeveralTotals, checked, law_of
from rules.dice.work import DivisorMayBeZero, TooMuchWork


class _OneMore(Exception):
    """The throw asks for a face that the story does not have."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Story:
    """Faces told beforehand."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = iter(faces)

    def roll(self, sides: int) -> int:
        face = next(self.faces, None)
        if face is None:
            raise _OneMore(sides)
        return face


def every_throw(formula: str, longest: int = 99) -> Iterator[tuple[int, Fraction]]:
    """Each way the engine's throw may go, of ``longest`` dice at most: its total and its chance."""
    expression = parse(formula)
    stories: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while stories:
        faces, chance = stories.pop()
        try:
            yield roll(expression, _Story(faces)).total, chance
        except _OneMore as asked:
            if len(faces) < longest:
                part = chance / asked.sides
                stories += [((*faces, face), part) for face in range(1, asked.sides + 1)]


def enumerated(formula: str, longest: int = 99) -> dict[int, Fraction]:
    """The law of the throws that end; where some never do, the others share their chance."""
    law: dict[int, Fraction] = {}
    for total, chance in every_throw(formula, longest):
        law[total] = law.get(total, Fraction(0)) + chance
    whole = sum(law.values())
    return {total: chance / whole for total, chance in law.items()}


def computed(formula: str) -> dict[int, Fraction]:
    law = law_of(formula)
    assert sum(law.weights.values()) == law.whole
    return {value: law.chance(value) for value in law.values}


@pytest.fixture
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that explode three times at most, so that every chain can be told."""
    for module in (chains_module, throwing_module):
        monkeypatch.setattr(module, "MOST_EXPLOSIONS", 3)


@pytest.mark.parametrize(
    "formula",
    [
        "1d20", "1d20+5", "1d20-1d4", "2d20kh1", "2d20kl1", "4d6k3", "4d6dl1dh1", "3d6kl2", "4dF", "3dFkh2+1",
        "2d6r1", "2d6r<3", "3d4r2k2", "1d6r<7", "4d6>=5", "4d4=2", "4d4k3>=3", "3d4dl1=2", "3d6mi2ma5", "3d6mi3kl2",
        "1d6*1d4", "1d6x100", "7/2", "-7/2", "1d20/3", "(1d6-4)/2", "1d20/1d4/2", "1d6/2*2", "(1d4+1)*(1d6-3)",
        "10-2d4", "1d1", "3d1k2", "2d6!o", "2d4!o>=3k2", "2d4!o>=3", "1d6!o<7", "1d4r1!o", "2d3!o=1dl1",
    ],
)  # fmt: skip
def test_what_is_computed_is_what_the_engine_throws(formula: str) -> None:
    assert computed(formula) == enumerated(formula)


@pytest.mark.usefixtures("short_chains")
@pytest.mark.parametrize(
    "formula",
    [
        "1d6!", "2d4!", "1d4!>=3", "2d3!=1", "1d4!!", "2d3!!k1", "2d3!!dl1", "2d3!k1", "2d3!kl1", "2d3!=1k2", "2d3!dl1",
        "2d3!dh1", "3d2!dl1dh1", "2d4!>=4>=3", "2d3!!>=4", "2d3!k1>=3", "2d3!dl1>=2", "1d4r1!", "2d3!mi2", "2d3!!ma4",
        "1d3!!mi4", "2dF!", "2dF!kl1",
    ],
)  # fmt: skip
def test_chains_of_explosions_to_their_last_link(formula: str) -> None:
    assert computed(formula) == enumerated(formula)


@pytest.mark.parametrize("formula", ["1d6rr<3", "2d4rr1", "2d4rr=2k1", "3d4rr<3>=4", "2dFrr=0"])
def test_rerolls_until_another_face_comes(formula: str) -> None:
    """Throws of the same number of dice each: the others only go on longer, towards the same law."""
    assert computed(formula) == enumerated(formula, longest=6)


def test_a_hundred_explosions_then_a_last_die() -> None:
    law = law_of("1d6!")
    assert law.highest == 101 * 6
    assert law.chance(606) == Fraction(1, 6**101)
    assert law.chance(600) == 0
    assert law.chance(605) == Fraction(1, 6**101)
    assert law.mean == sum((Fraction(7, 2) / 6**link for link in range(101)), Fraction(0))


def test_a_test_and_a_save() -> None:
    assert law_of("1d20").at_most(14) == Fraction(14, 20)
    assert law_of("1d20+2").at_least(12) == Fraction(11, 20)
    assert law_of("2d20kh1").at_least(11) == Fraction(3, 4)
    assert law_of("1d20+for/2", {"for": 17}).at_least(20) == Fraction(9, 20)


def test_mean_deviation_and_quantiles() -> None:
    law = law_of("2d6")
    assert law.mean == 7
    assert law.variance == Fraction(35, 6)
    assert law.deviation == pytest.approx(2.4152, abs=1e-4)
    assert [law.quantile(Fraction(part, 36)) for part in (0, 1, 2, 18, 21, 22, 36)] == [2, 2, 3, 7, 7, 8, 12]


def test_a_great_law_adds_up() -> None:
    law = law_of("100d6")
    assert law.mean == 350
    assert law.variance == 100 * Fraction(35, 12)
    assert law.chance(100) == Fraction(1, 6**100)
    assert law_of("50d6+50d6").weights == law.weights


@pytest.mark.parametrize(
    ("formula", "refusal"),
    [
        ("d1000000", TooMuchWork),
        ("1000d1000", TooMuchWork),
        ("1000d1000k999", TooMuchWork),
        ("8d1000!", TooMuchWork),
        ("d1000!!>=2", TooMuchWork),
        ("100d6!k99", TooMuchWork),
        ("999d2!dl100dh500", TooMuchWork),
        ("1d1000x1d1000x1d1000", TooMuchWork),
        ("1d1000000-1d1000000", TooMuchWork),
        ("900d6!!mi2ma5k500>=3", TooMuchWork),
        ("990d1000000r<5000", TooMuchWork),
        ("x".join(["1000000"] * 25), TotalTooGreat),
        ("1d6x1000000x1000000x1000000x1000000", TotalTooGreat),
        ("6/(1d6-3)", DivisorMayBeZero),
        ("6/0", DivisorMayBeZero),
        ("1d6;1d8", SeveralTotals),
        ("1d20+for", UnknownValue),
    ],
)
def test_what_is_too_much_is_refused_before_any_work(formula: str, refusal: type[DiceError]) -> None:
    start = time.perf_counter()
    with pytest.raises(refusal):
        checked(formula)
    assert time.perf_counter() - start < 0.5


def test_the_bound_is_named() -> None:
    with pytest.raises(TooMuchWork, match="plus de 3 millions d’opérations"):
        law_of("d1000000")


@pytest.mark.parametrize("formula", ["8d6!", "4d6!k3", "3d6!!k1", "50d20k25", "2d1000k1", "500d6", "3d10000"])
def test_what_is_allowed_is_answered(formula: str) -> None:
    law = law_of(formula)
    assert sum(law.weights.values()) == law.whole


DICE = st.builds(
    "{}d{}{}{}{}{}".format,
    st.integers(1, 3),
    st.integers(2, 4),
    st.sampled_from(["", "r1", "r>=2"]),
    st.sampled_from(["", "!", "!!", "!o", "!=1", "!!=1"]),
    st.sampled_from(["", "k1", "kl1", "mi2", "ma3", "mi2ma3kl1"]),
    st.sampled_from(["", "", ">=3", "=2"]),
)


@settings(max_examples=25, deadline=None)
@given(DICE)
def test_any_group_of_dice(group: str) -> None:
    """Where a whole tree of throws is small enough to be walked."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (chains_module, throwing_module):
            patch.setattr(module, "MOST_EXPLOSIONS", 1)
        try:
            law = computed(group)
        except DiceError:
            return
        assert law == enumerated(group)
