"""Sums of dice: what is read, what is refused and where, what a throw gives (HER-4, HER-5)."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.dice import (
    DiceError,
    Die,
    Expression,
    SystemDice,
    format_roll,
    maximised,
    maximum,
    parse,
    roll,
    single_d20,
)
from rules.dice.expression import HIGHEST, LONGEST, MOST_DICE
from tests.dice import ScriptedDice


class LowestDice:
    """A source whose dice all show 1."""

    def roll(self, sides: int) -> int:
        return 1


@pytest.mark.parametrize(
    ("text", "faces", "total", "shown"),
    [
        ("2d6+1", (4, 1), 6, "2d6 [4, 1] + 1"),
        ("1d6x100", (4,), 400, "1d6 [4] × 100"),
        ("1D6 × 100", (4,), 400, "1d6 [4] × 100"),
        ("1d6*100", (4,), 400, "1d6 [4] × 100"),
        ("4d6k3", (3, 1, 6, 1), 10, "4d6k3 [3, 1, 6, ~~1~~]"),
        ("4d6dl1", (3, 1, 6, 1), 10, "4d6k3 [3, 1, 6, ~~1~~]"),
        ("2d20kl1", (14, 3), 3, "2d20kl1 [~~14~~, 3]"),
        ("3d6dh1", (2, 6, 4), 6, "3d6kl2 [2, ~~6~~, 4]"),
        ("2d20 KH 1 + 5", (3, 14), 19, "2d20k1 [~~3~~, 14] + 5"),
        ("d20", (20,), 20, "1d20 [20]"),
        ("d6-1d4−2", (1, 4), -5, "1d6 [1] − 1d4 [4] − 2"),
        ("-d6+2x3", (5,), 1, "−1d6 [5] + 2 × 3"),
        ("7", (), 7, "7"),
        ("  2 d 6\n", (2, 2), 4, "2d6 [2, 2]"),
        ("\uff12\uff24\uff16\uff0b\uff11", (4, 1), 6, "2d6 [4, 1] + 1"),
        ("007d01", (1,) * 7, 7, "7d1 [1, 1, 1, 1, 1, 1, 1]"),
        ("1d6x0", (6,), 0, "1d6 [6] × 0"),
    ],
)
def test_a_sum_is_thrown_and_shown(text: str, faces: tuple[int, ...], total: int, shown: str) -> None:
    dice = ScriptedDice(*faces)
    thrown = roll(text, dice)
    assert (thrown.total, format_roll(thrown), dice.left) == (total, shown, 0)


def test_every_die_is_kept_as_evidence_in_its_order() -> None:
    thrown = roll("3d6k2+1d4", ScriptedDice(2, 5, 2, 4))
    assert [item.dice for item in thrown.terms] == [(Die(2), Die(5), Die(2, kept=False)), (Die(4),)]
    assert [item.total for item in thrown.terms] == [7, 4]


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "des dés"),
        ("   ", 3, "des dés"),
        ("abc", 0, "des dés"),
        ("2d6+", 4, "des dés"),
        ("2d6 plus 1", 4, "la fin de la formule"),
        ("2d", 2, "un nombre de faces"),
        ("2d0", 2, "un nombre de faces, de 1"),
        ("0d6", 0, "au moins un dé"),
        ("2d1000001", 2, "un nombre de faces, de 1 à 1000000"),
        ("1001d6", 0, "1000 dés au plus"),
        ("600d6 + 600d6", 8, "1000 dés au plus"),
        ("4d6k", 4, "combien de dés garder, de 1 à 4"),
        ("4d6k5", 4, "combien de dés garder, de 1 à 4"),
        ("4d6k0", 4, "combien de dés garder, de 1 à 4"),
        ("4d6dl4", 5, "combien de dés retirer, de 0 à 3"),
        ("1d6x", 4, "un nombre qui multiplie"),
        ("1d6x100x2", 7, "la fin"),
        ("1 2", 2, "la fin"),
        ("1d6²", 3, "la fin"),
        ("²d6", 0, "des dés"),
        ("٣d6", 0, "des dés"),
        ("9" * 150, 0, "des dés"),
        ("1d" + "9" * 190, 2, "un nombre de faces"),
        ("1" + "+1" * 100, LONGEST, "200 caractères"),
        ("(" * 150, 0, "des dés"),
        ("2d6!", 3, "la fin"),
    ],
)
def test_a_fault_is_refused_at_its_place(text: str, position: int, expected: str) -> None:
    with pytest.raises(DiceError) as refused:
        parse(text)
    assert (refused.value.position, refused.value.text) == (position, text)
    assert expected in refused.value.expected
    assert f"au caractère {position + 1}" in str(refused.value)


def read(text: str) -> Expression | DiceError:
    """What a text means, or why it means nothing."""
    try:
        return parse(text)
    except DiceError as fault:
        return fault


@given(st.text(max_size=LONGEST + 50) | st.text("0123456789dDkhlx×*+-− 26", max_size=LONGEST + 10))
@example("1000d1000000x1000000")
@example("9" * 5000)
@example("٣d٦")
def test_any_text_is_a_bounded_sum_or_is_refused(text: str) -> None:
    expression = read(text)
    if isinstance(expression, DiceError):
        assert 0 <= expression.position <= len(text)
        return
    thrown = roll(expression, SystemDice())
    assert len([die for item in thrown.terms for die in item.dice]) <= MOST_DICE
    assert abs(thrown.total) < 2**63
    assert len(format_roll(thrown)) < 1_900
    assert parse(thrown.expression).terms == tuple(item.term for item in thrown.terms)
    if len(expression.notation) <= LONGEST:
        assert parse(expression.notation).terms == expression.terms


@pytest.mark.parametrize("text", ["2d4", "3d4k2", "3d4kl1", "3d4dh2", "2d4-1d3+2", "2d3k1x5"])
def test_keeping_agrees_with_sorting_over_all_faces(text: str) -> None:
    """Every face enumerated, against sorting written apart; HER-4's maximum is never passed."""
    expression = parse(text)
    ranges = [range(1, term.sides + 1) for term in expression.terms for _ in range(term.count)]
    for faces in product(*ranges):
        left = list(faces)
        total = 0
        for term in expression.terms:
            mine, left = sorted(left[: term.count], reverse=term.highest), left[term.count :]
            total += term.sign * term.times * (sum(mine[: term.kept]) if term.count else term.constant)
        assert roll(expression, ScriptedDice(*faces)).total == total


@pytest.mark.parametrize(
    ("text", "highest"),
    [("1d8+2", 10), ("4d6k3", 18), ("1d6x100", 600), ("2d20kl1", 20), ("5", 5), ("1d8-1d4", 4), ("1d6-1", 5)],
)
def test_maximum_puts_every_die_at_its_highest_face(text: str, highest: int) -> None:
    """HER-4: the dice at their maximum, plus the modifiers."""
    assert maximum(text) == maximised(parse(text)).total == highest


@pytest.mark.parametrize(
    ("text", "faces", "face"),
    [
        ("1d20", (7,), 7),
        ("1d20+5", (7,), 7),
        ("2d20kh1", (7, 12), 12),
        ("2d20kl1-2", (7, 12), 7),
        ("3+d20", (7,), 7),
        ("2d20", (7, 12), None),
        ("1d20+1d4", (7, 2), None),
        ("1d12", (7,), None),
        ("20", (), None),
    ],
)
def test_a_single_kept_d20_is_recognised(text: str, faces: tuple[int, ...], face: int | None) -> None:
    """HER-5: one d20 kept, and constants."""
    thrown = roll(text, ScriptedDice(*faces))
    assert single_d20(thrown) == thrown.single_d20 == face


def test_a_long_throw_stays_short_to_read() -> None:
    shown = format_roll(roll("1000d6", LowestDice()))
    assert shown.endswith("… 940 de plus]")
    assert len(shown) < 300


def test_the_highest_numbers_are_accepted() -> None:
    assert maximum(f"1000d{HIGHEST}x{HIGHEST}") == 1000 * HIGHEST**2
