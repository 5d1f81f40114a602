"""Formulas of dice: what a throw gives and how it reads, what is refused and where (HER-4, HER-5)."""

import multiprocessing
from itertools import product
from multiprocessing.connection import Connection

import pytest

from rules.dice import (
    DiceError,
    Die,
    Fate,
    FormulaError,
    SystemDice,
    again,
    format_roll,
    maximised,
    maximum,
    parse,
    parse_single,
    roll,
    single_d20,
)
from rules.dice import source as sources
from rules.dice.limits import HIGHEST, LONGEST, DivisionByZero, UnknownValue
from rules.dice.pool import Comparison, Sign
from rules.dice.rolling import quotient
from tests.dice import ScriptedDice

FAFHRD = {"for": 16, "mod.for": 2, "con": 8, "mod.con": -1, "niveau": 5}


class LowestDice:
    """A source whose dice all show 1."""

    def roll(self, sides: int) -> int:
        return 1


@pytest.mark.parametrize(
    ("text", "faces", "total", "shown"),
    [
        # Sums and products.
        ("2d6+1", (4, 1), 6, "2d6 [4, 1] + 1"),
        ("1d6x100", (4,), 400, "1d6 [4] × 100"),
        ("1D6 × 100", (4,), 400, "1d6 [4] × 100"),
        ("1d6*100", (4,), 400, "1d6 [4] × 100"),
        ("d20", (20,), 20, "1d20 [20]"),
        ("d6-1d4−2", (1, 4), -5, "1d6 [1] − 1d4 [4] − 2"),
        ("-d6+2x3", (5,), 1, "−1d6 [5] + 2 × 3"),
        ("2x-3", (), -6, "−2 × 3"),
        ("1--1", (), 2, "1 + 1"),
        ("7", (), 7, "7"),
        ("  2 d 6\n", (2, 2), 4, "2d6 [2, 2]"),
        ("\uff12\uff24\uff16\uff0b\uff11", (4, 1), 6, "2d6 [4, 1] + 1"),
        ("007d01", (1,) * 7, 7, "7d1 [1, 1, 1, 1, 1, 1, 1]"),
        ("1d6x0", (6,), 0, "1d6 [6] × 0"),
        ("(1d6+2)x3", (4,), 18, "(1d6 [4] + 2) × 3"),
        ("((1d6))+(2-1)", (4,), 5, "1d6 [4] + (2 − 1)"),
        ("10-(3-(2-1))", (), 8, "10 − (3 − (2 − 1))"),
        # Division: towards zero, each in its turn.
        ("7/2", (), 3, "7 / 2"),
        ("-7/2", (), -3, "−7 / 2"),
        ("7/-2", (), -3, "−7 / 2"),
        ("(1d6-6)/2", (1,), -2, "(1d6 [1] − 6) / 2"),
        ("7/2x2", (), 6, "7 / 2 × 2"),
        ("2x7/2", (), 7, "2 × 7 / 2"),
        ("7÷2", (), 3, "7 / 2"),
        # Other dice.
        ("d%", (42,), 42, "1d100 [42]"),
        ("4dF", (1, 2, 3, 3), 1, "4dF [−1, 0, 1, 1]"),
        # Keep and drop: of two equal dice, the first stays.
        ("4d6k3", (3, 1, 6, 1), 10, "4d6k3 [3, 1, 6, ~~1~~]"),
        ("2d20 KH 1 + 5", (3, 14), 19, "2d20k1 [~~3~~, 14] + 5"),
        ("2d20kl1", (14, 3), 3, "2d20kl1 [~~14~~, 3]"),
        ("2d20kl1", (5, 5), 5, "2d20kl1 [5, ~~5~~]"),
        ("4d6dl1", (3, 1, 6, 1), 10, "4d6dl1 [3, 1, 6, ~~1~~]"),
        ("3d6dh1", (2, 6, 4), 6, "3d6dh1 [2, ~~6~~, 4]"),
        ("5d6dl1dh1", (1, 2, 3, 4, 5), 9, "5d6dh1dl1 [~~1~~, 2, 3, 4, ~~5~~]"),
        ("2d6dl0", (1, 2), 3, "2d6dl0 [1, 2]"),
        # French.
        ("2d6 garde 1", (2, 5), 5, "2d6k1 [~~2~~, 5]"),
        ("4d6 Garde les 2 meilleurs", (2, 5, 6, 1), 11, "4d6k2 [~~2~~, 5, 6, ~~1~~]"),
        ("4d6 garde les 2 pires", (2, 5, 6, 1), 3, "4d6kl2 [2, ~~5~~, ~~6~~, 1]"),
        ("2d20 garde le pire", (2, 5), 2, "2d20kl1 [2, ~~5~~]"),
        ("4d6 retire le pire", (2, 5, 6, 1), 13, "4d6dl1 [2, 5, 6, ~~1~~]"),
        ("4d6 retire les 2 meilleurs", (2, 5, 6, 1), 3, "4d6dh2 [2, ~~5~~, ~~6~~, 1]"),
        ("2d6 relance les 1", (1, 4, 5), 9, "2d6r1 [~~1~~↻, 4, 5]"),
        ("1d6 explose", (6, 2), 8, "1d6! [6!, 2]"),
        # Rerolls: once, whatever comes; or until another face comes.
        ("2d6r1", (1, 1, 3), 4, "2d6r1 [~~1~~↻, 1, 3]"),
        ("2d6ro<3", (2, 1, 3), 4, "2d6r<3 [~~2~~↻, 1, 3]"),
        ("2d6rr<3", (2, 1, 3, 4), 7, "2d6rr<3 [~~2~~↻, ~~1~~↻, 3, 4]"),
        ("1d6rr>=3", (5, 3, 2), 2, "1d6rr>=3 [~~5~~↻, ~~3~~↻, 2]"),
        ("1d6r<=1", (1, 6), 6, "1d6r<=1 [~~1~~↻, 6]"),
        # Explosions: always, once, compounding.
        ("2d6!", (6, 6, 2, 3), 17, "2d6! [6!, 6!, 2, 3]"),
        ("2d6!o", (6, 6, 3), 15, "2d6!o [6!, 6, 3]"),
        ("2d6!!", (6, 6, 2, 3), 17, "2d6!! [6!+6!+2, 3]"),
        ("2d6!>4", (5, 2, 3), 10, "2d6!>4 [5!, 2, 3]"),
        ("1d6!2", (2, 2, 6), 10, "1d6!2 [2!, 2!, 6]"),
        ("2d6!k1", (6, 1, 3), 6, "2d6!k1 [6!, ~~1~~, ~~3~~]"),
        ("2d6!kl1", (6, 1, 3), 1, "2d6!kl1 [~~6!~~, 1, ~~3~~]"),
        ("2d6!!k1", (6, 2, 5), 8, "2d6!!k1 [6!+2, ~~5~~]"),
        ("2d6!!kl1", (6, 2, 5), 5, "2d6!!kl1 [~~6!+2~~, 5]"),
        ("1d6!r1", (6, 1, 1), 7, "1d6r1! [6!, ~~1~~↻, 1]"),
        ("1d6!!r1", (6, 1, 4), 10, "1d6r1!! [6!+4, ~~1~~↻]"),
        # A die's bounds.
        ("3d6mi2", (1, 2, 6), 10, "3d6mi2 [1→2, 2, 6]"),
        ("3d6max5", (1, 2, 6), 8, "3d6ma5 [1, 2, 6→5]"),
        ("2d6min3ma4kl1", (1, 6), 3, "2d6mi3ma4kl1 [1→3, ~~6→4~~]"),
        # Successes, in any order with the rest.
        ("4d6>=5", (5, 1, 6, 4), 2, "4d6>=5 [5✓, 1, 6✓, 4]"),
        ("4d6≤2", (5, 1, 6, 2), 2, "4d6<=2 [5, 1✓, 6, 2✓]"),
        ("3d6=6x2", (6, 6, 1), 4, "3d6=6 [6✓, 6✓, 1] × 2"),
        ("2d6>=5!", (6, 6, 1, 2), 2, "2d6!6>=5 [6!✓, 6!✓, 1, 2]"),
        ("4dF=-1", (1, 1, 2, 3), 2, "4dF=-1 [−1✓, −1✓, 0, 1]"),
        ("4d6k2>3", (4, 5, 6, 1), 2, "4d6k2>3 [~~4~~, 5✓, 6✓, ~~1~~]"),
        # A character's values.
        ("1d20 + FOR", (3,), 19, "1d20 [3] + FOR (16)"),
        ("1d20+mod.CON+Niveau", (3,), 7, "1d20 [3] + mod.CON (−1) + niveau (5)"),
        ("forx2", (), 32, "FOR (16) × 2"),
        ("1d6xFOR", (2,), 32, "1d6 [2] × FOR (16)"),
    ],
)
def test_a_formula_is_thrown_and_shown(text: str, faces: tuple[int, ...], total: int, shown: str) -> None:
    dice = ScriptedDice(*faces)
    thrown = roll(text, dice, FAFHRD)
    assert (thrown.total, format_roll(thrown), dice.left) == (total, shown, 0)


def test_every_die_is_kept_as_evidence_in_its_order() -> None:
    thrown = roll("3d6r1!k2+1d4", ScriptedDice(6, 1, 5, 2, 4, 3))
    assert [item.dice for item in thrown.terms] == [
        (Die(6, Fate.EXPLODED), Die(1, Fate.REROLLED), Die(5), Die(2, Fate.DROPPED), Die(4, Fate.DROPPED)),
        (Die(3),),
    ]
    assert [item.total for item in thrown.terms] == [11, 3]
    assert [(die.kept, die.exploded, die.rerolled) for die in thrown.terms[0].dice] == [
        (True, True, False),
        (False, False, True),
        (True, False, False),
        (False, False, False),
        (False, False, False),
    ]


def test_several_expressions_have_each_their_total() -> None:
    thrown = roll("1d20+2 ; 2d6 ;7", ScriptedDice(9, 3, 4))
    assert (thrown.totals, thrown.total) == ((11, 7, 7), 25)
    assert format_roll(thrown) == "1d20 [9] + 2 ; 2d6 [3, 4] ; 7"
    assert parse("1d20+2;2d6").notation == "1d20 + 2 ; 2d6"


def test_a_comment_is_kept_apart_from_the_formula() -> None:
    expression = parse("2d6  +1 #  La porte # de  Bois")
    assert (expression.text, expression.comment) == ("2d6 +1", "La porte # de Bois")
    assert parse("2d6＃x").comment == "x"
    assert roll("2d6#x", ScriptedDice(1, 1)).expression == "2d6"


def test_a_formula_is_read_once_and_never_changes() -> None:
    expression = parse("4d6r1!k3+FOR")
    assert parse("4d6r1!k3+FOR") is expression
    assert hash(expression) == hash(parse("4d6r1!k3  +  FOR")) or expression.text != "4d6r1!k3  +  FOR"
    with pytest.raises(AttributeError):
        expression.parts[0].terms = ()  # type: ignore[misc, union-attr]
    first, second = (
        roll(expression, ScriptedDice(2, 2, 2, 2), FAFHRD),
        roll(expression, ScriptedDice(5, 5, 5, 5), FAFHRD),
    )
    assert (first.total, second.total) == (22, 31)


def test_without_a_source_the_system_s_randomness_throws() -> None:
    assert {roll("1d2").total for _ in range(200)} == {1, 2}


def test_a_throw_made_anew_has_the_values_of_the_first() -> None:
    first = roll("1d20+FOR", ScriptedDice(3), FAFHRD)
    assert first.values == (("for", 16),)
    assert again(first, ScriptedDice(11)).total == 27


@pytest.mark.parametrize("values", [{}, {"con": 3}])
def test_a_value_that_nobody_gives_is_named(values: dict[str, int]) -> None:
    with pytest.raises(UnknownValue, match=r"mod\.FOR") as refused:
        roll("1d20+con-con+mod.for" if values else "mod.for", SystemDice(), values)
    assert refused.value.name == "mod.FOR"


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "des dés"),
        ("   ", 3, "des dés"),
        ("abc", 0, "des dés"),
        ("fort", 0, "des dés"),
        ("2d6+", 4, "des dés"),
        ("2d6 plus 1", 4, "la fin de la formule"),
        ("2d", 2, "un nombre de faces"),
        ("2d x", 3, "un nombre de faces"),
        ("2d0", 2, "un nombre de faces, de 1"),
        ("0d6", 0, "un nombre de dés, de 1"),
        ("2d1000001", 2, "un nombre de faces, de 1 à 1000000"),
        ("1000001", 0, "un nombre, de 0 à 1000000"),
        ("1001d6", 0, "1000 dés au plus"),
        ("600d6 + 600d6", 8, "1000 dés au plus"),
        ("600d6 ; 600d6", 8, "1000 dés au plus"),
        ("4d6k", 4, "combien de dés garder"),
        ("4d6k5", 4, "combien de dés garder, de 1 à 4"),
        ("4d6k0", 4, "combien de dés garder, de 1 à 4"),
        ("4d6dl4", 5, "au moins un dé sur 4"),
        ("4d6dl2dh2", 8, "au moins un dé sur 4"),
        ("4d6k3kl1", 5, "une autre consigne"),
        ("4d6k3dl1", 5, "une autre consigne"),
        ("4d6dl1dl1", 6, "une autre consigne"),
        ("4d6r1 r2", 6, "une autre consigne"),
        ("4d6!!o", 4, "une autre consigne"),
        ("4d6>1<3", 5, "une autre consigne"),
        ("4d6mi2mi3", 6, "une autre consigne"),
        ("4d6mi3ma2", 6, "un minimum qui ne passe pas le maximum"),
        ("4d6 retire 2", 12, "« meilleurs » ou « pires »"),
        ("4d6r", 4, "une comparaison"),
        ("4d6r<", 5, "une comparaison"),
        ("4d6r-1", 4, "une comparaison"),
        ("1d6rr<7", 3, "au moins une face"),
        ("1d6rr>=1", 3, "au moins une face"),
        ("1d1!", 3, "toutes les faces"),
        ("4dF!!>-2", 3, "toutes les faces"),
        ("1d6x", 4, "des dés"),
        ("1 2", 2, "la fin"),
        ("1d6²", 3, "la fin"),
        ("²d6", 0, "des dés"),
        ("٣d6", 0, "des dés"),
        ("1,5", 1, "sans virgule"),
        ("1d6+1.5", 5, "sans virgule"),
        ("1d6+ ,5", 5, "sans virgule"),
        ("1d20+5>=15", 6, "aussitôt après des dés"),
        ("(1d6", 4, "« ) »"),
        ("(1d6;2", 4, "« ) »"),
        ("1d6)", 3, "la fin"),
        ("()", 1, "des dés"),
        ("(1d6)k1", 5, "la fin"),
        ("(1)d6", 3, "la fin"),
        ("1;;2", 2, "des dés"),
        ("1;", 2, "des dés"),
        ("# rien", 0, "des dés"),
        (";".join("1" * 11), 19, "10 expressions"),
        ("9" * 150, 0, "un nombre, de 0"),
        ("1d" + "9" * 190, 2, "un nombre de faces"),
        ("1" + "+1" * 100, LONGEST, "200 caractères"),
        ("(" * 150, 32, "32 parenthèses"),
    ],
)
def test_a_fault_is_refused_at_its_place(text: str, position: int, expected: str) -> None:
    with pytest.raises(FormulaError) as refused:
        parse(text)
    assert (refused.value.position, refused.value.text) == (position, text)
    assert expected in refused.value.expected
    assert f"au caractère {position + 1}" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "position"), [("1d6;1d6", 3), ("1d8 # épée", 4), ("1d8+FOR", 4), ("niveau+for", 0), ("1d", 2)]
)
def test_a_weapon_s_damage_stands_by_itself(text: str, position: int) -> None:
    with pytest.raises(FormulaError) as refused:
        parse_single(text)
    assert refused.value.position == position
    assert parse_single("1d8+1") == parse("1d8+1")


@pytest.mark.parametrize("text", ["1/0", "1d6/(1-1)", "1/(0/5)"])
def test_a_division_by_zero_is_refused(text: str) -> None:
    with pytest.raises(DivisionByZero):
        roll(text)


def test_a_quotient_loses_its_fraction_whatever_the_signs() -> None:
    for dividend in range(-30, 31):
        for divisor in (*range(-7, 0), *range(1, 8)):
            assert quotient(dividend, divisor) == int(dividend / divisor)


@pytest.mark.parametrize("sign", Sign)
def test_a_comparison_holds_for_faces_that_follow_one_another(sign: Sign) -> None:
    judge = {">=": int.__ge__, "<=": int.__le__, ">": int.__gt__, "<": int.__lt__, "=": int.__eq__}[sign]
    for number in range(-3, 10):
        for faces in (range(-1, 2), range(1, 7)):
            comparison = Comparison(sign, number)
            wanted = [face for face in faces if judge(face, number)]
            assert list(comparison.among(faces)) == wanted
            assert [face for face in faces if comparison.holds(face)] == wanted


@pytest.mark.parametrize(
    "text", ["2d4", "3d4k2", "3d4kl1", "3d4dh2", "4d3dl1dh2", "2d4-1d3+2", "2d3k1x5", "3d4mi2k1>2"]
)
def test_keeping_agrees_with_sorting_over_all_faces(text: str) -> None:
    """Every face enumerated, against sorting written apart; HER-4's maximum is one of them."""
    pools = parse(text).pools
    totals = set()
    for faces in product(*[range(1, pool.sides + 1) for pool in pools for _ in range(pool.count)]):
        thrown = roll(text, ScriptedDice(*faces))
        totals.add(thrown.total)
        left = list(faces)
        for pool, term in zip(pools, thrown.terms, strict=True):
            mine, left = left[: pool.count], left[pool.count :]
            assert [die.face for die in term.dice] == mine
            values = sorted(max(face, 2) if "mi2" in text else face for face in mine)
            keep = {"3d4k2": values[1:], "3d4kl1": values[:1], "3d4dh2": values[:1], "4d3dl1dh2": values[1:2]}
            keep |= {"2d3k1x5": values[1:], "3d4mi2k1>2": [int(value > 2) for value in values[2:]]}
            assert term.total == sum(keep.get(text, values))
    assert maximum(text) in totals


@pytest.mark.parametrize(
    ("text", "highest"),
    [
        ("1d8+2", 10),
        ("4d6k3", 18),
        ("1d6x100", 600),
        ("2d20kl1", 20),
        ("5", 5),
        ("1d8-1d4", 4),
        ("1d6-1", 5),
        ("2d6!", 12),
        ("2d6!!", 12),
        ("1d6!o>2", 6),
        ("1d6r6", 6),
        ("1d6rr6", 5),
        ("1d6rr>=3", 2),
        ("1d6ma4", 4),
        ("1d6mi9", 9),
        ("4d6>=5", 4),
        ("4d6<=2", 0),
        ("4dF", 4),
        ("d%/3", 33),
        ("1d6;1d8", 14),
    ],
)
def test_maximum_puts_every_die_at_its_highest_face(text: str, highest: int) -> None:
    """HER-4: the dice at their maximum, plus the modifiers; no explosion, which is a die of chance."""
    assert maximum(text) == maximised(parse(text)).total == highest


@pytest.mark.parametrize(
    ("text", "faces", "face"),
    [
        ("1d20", (7,), 7),
        ("1d20+5", (7,), 7),
        ("1d20+FOR", (7,), 7),
        ("2d20kh1", (7, 12), 12),
        ("2d20kl1-2", (7, 12), 7),
        ("3+d20", (7,), 7),
        ("1d20r1", (1, 12), 12),
        ("1d20!", (20, 3), None),
        ("2d20", (7, 12), None),
        ("1d20+1d4", (7, 2), None),
        ("1d20;1", (7,), None),
        ("1d12", (7,), None),
        ("20", (), None),
    ],
)
def test_a_single_kept_d20_is_recognised(text: str, faces: tuple[int, ...], face: int | None) -> None:
    """HER-5: one d20 kept, and constants."""
    thrown = roll(text, ScriptedDice(*faces), FAFHRD)
    assert single_d20(thrown) == thrown.single_d20 == face
    assert face is None or parse(text).lone_d20


def test_a_long_throw_stays_short_to_read() -> None:
    shown = format_roll(roll("1000d6", LowestDice()))
    assert shown.endswith("… 940 de plus]")
    assert len(shown) < 300


def test_the_highest_numbers_are_accepted() -> None:
    assert maximum(f"1000d{HIGHEST}x{HIGHEST}") == 1000 * HIGHEST**2


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 20, 100, 65_537, HIGHEST])
def test_no_face_is_favoured_by_the_system_s_words(sides: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words kept are a whole number of times the sides, from 0 up; the first one thrown away is the next."""
    usable = sources.WORD - sources.WORD % sides
    assert usable % sides == 0
    assert sources.WORD - usable < sides
    drawn = [usable - 1, 0, min(usable, sources.WORD - 1), sides - 1]
    monkeypatch.setattr(sources, "_words", drawn[::-1])
    faces = sources.throw(SystemDice(), 3, sides)
    if usable < sources.WORD:
        assert faces == (sides, 1, sides)
    else:
        assert faces == (sides, 1, (sources.WORD - 1) % sides + 1)


def test_words_come_from_the_operating_system_each_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def urandom(size: int) -> bytes:
        asked.append(size)
        return b"".join(word.to_bytes(4, "little") for word in range(size // 4))

    monkeypatch.setattr(sources, "_words", [])
    monkeypatch.setattr("os.urandom", urandom)
    faces = sources.throw(SystemDice(), sources.DRAWN + 1, HIGHEST)
    assert sorted(faces[:-1]) == list(range(1, sources.DRAWN + 1))
    assert asked == [4 * sources.DRAWN] * 2


def test_a_child_process_does_not_throw_its_parent_s_dice() -> None:
    context = multiprocessing.get_context("fork")
    roll("1d6")  # words are waiting

    def child(pipe: Connection) -> None:
        pipe.send([SystemDice().roll(HIGHEST) for _ in range(20)])

    mine, theirs = context.Pipe()
    process = context.Process(target=child, args=(theirs,))
    process.start()
    faces = mine.recv()
    process.join()
    assert faces != [SystemDice().roll(HIGHEST) for _ in range(20)]


def test_a_refusal_of_the_engine_is_always_a_refusal() -> None:
    assert all(issubclass(one, DiceError) for one in (FormulaError, DivisionByZero, UnknownValue))
