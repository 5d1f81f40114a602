"""HOR and COR: the printed tables, written by hand."""

from collections.abc import Callable

import pytest

from rules.abilities import Ability
from rules.alteration_table import ALTERATIONS, read_alterations
from rules.data import DIRECTORY, DataError, Document, parse
from rules.horror_tables import HORROR, TROUBLES, DurationUnit, read_horror, read_troubles

ROUND, TURN, HOUR = DurationUnit.ROUND, DurationUnit.TURN, DurationUnit.HOUR

# face: state, die, fixed amount, unit, what the player reads of the duration
COLUMN: dict[int, tuple[str, int | None, int | None, DurationUnit | None, str]] = {
    1: ("paralyse", 6, None, ROUND, "1d6 rounds"),
    2: ("en_fuite", 6, None, ROUND, "1d6 rounds"),
    3: ("evanoui", 6, None, ROUND, "1d6 rounds"),
    4: ("panique", None, None, None, "au choix du MdT"),
    5: ("en_crise", None, None, None, "au choix du MdT"),
    6: ("incoherent", None, 1, TURN, "1 tour"),
    7: ("epuise", 6, None, HOUR, "1d6 heures"),
    8: ("enrage", None, None, None, "au choix du MdT"),
    9: ("nauseeux", None, None, None, "au choix du MdT"),
    10: ("folie_temporaire", 6, None, ROUND, "1d6 rounds"),
}

FOLIE = {
    1: "Phobie",
    2: "Délire",
    3: "obsessionnel",
    4: "personnalité",
    5: "Amnésie",
    6: "Hallucinations",
    7: "Paranoïa",
    8: "Catatonie",
    9: "Personnalités multiples",
    10: "Sautes d’humeur",
}

# number: a word of its sentence
D20 = {
    1: "troisième personne",
    2: "noire",
    3: "vermine",
    4: "sang",
    5: "bleuâtres",
    6: "celle d’un autre",
    7: "Mange",
    8: "postillonne",
    9: "cadavre",
    10: "strident",
    11: "Effroi",
    12: "soleil",
    13: "croassante",
    14: "demi-ration",
    15: "cire",
    16: "courbé",
    17: "rongeurs",
    18: "Effroi",
    19: "approche",
    20: "pus",
}


def written(name: str) -> str:
    return (DIRECTORY / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("face", COLUMN)
def test_each_horror(face: int) -> None:
    row = HORROR[face]
    assert row.die == face
    assert (row.state, row.die_sides, row.fixed_amount, row.unit, row.duration_text) == COLUMN[face]


@pytest.mark.parametrize("face", FOLIE)
def test_each_trouble(face: int) -> None:
    assert TROUBLES[face].die == face
    assert FOLIE[face] in TROUBLES[face].name


def test_both_columns_are_whole() -> None:
    assert list(HORROR) == list(TROUBLES) == list(range(1, 11))
    assert len({row.key for row in TROUBLES.values()}) == 10
    assert {row.source for row in HORROR.values()} == {row.source for row in TROUBLES.values()} == {"doc"}


@pytest.mark.parametrize("number", D20)
def test_each_alteration(number: int) -> None:
    row = ALTERATIONS[number]
    assert row.number == number
    assert D20[number] in row.text


def test_the_alterations_are_twenty() -> None:
    assert list(ALTERATIONS) == list(range(1, 21))
    assert len({row.key for row in ALTERATIONS.values()}) == 20
    assert {row.source for row in ALTERATIONS.values()} == {"doc"}


def test_what_alterations_do() -> None:
    rows = ALTERATIONS.values()
    assert {row.number: dict(row.losses) for row in rows if row.losses} == {14: {Ability.STRENGTH: -2}}
    assert [row.number for row in rows if row.phobia] == [11, 18]
    assert {row.number: row.exhausted_by for row in rows if row.exhausted_by} == {12: "soleil"}
    assert "18 m" in ALTERATIONS[12].note
    assert "3 m" in ALTERATIONS[19].note
    assert "MdT" in ALTERATIONS[3].note


def test_a_table_grows_without_code() -> None:
    """COR-6."""
    text = (
        written("alterations")
        + """
[ecailles]
number = 21
name = "Écailles"
text = "Des écailles couvrent les mains."
losses = { dex = -1, cha = -1 }
category = "physique"
severity = "mineure"
source = "défaut"
"""
    )
    rows = read_alterations(parse(text, "alterations.toml"))
    assert len(rows) == 21
    assert (rows[21].key, rows[21].category, rows[21].severity) == ("ecailles", "physique", "mineure")
    assert dict(rows[21].losses) == {Ability.DEXTERITY: -1, Ability.CHARISMA: -1}


@pytest.mark.parametrize(
    ("read", "name", "old", "new", "where"),
    [
        (read_horror, "horror", "[horror.4]", "[horror.11]", "« horror.11 »"),
        (read_horror, "horror", "[horror.10]", "[horreur.10]", "« horreur »"),
        (read_horror, "horror", '"1 tour"', '"1 jour"', "« horror.6 », champ « duration »"),
        (read_horror, "horror", '"en_fuite"', '"fuyard"', "« horror.2 », champ « state »"),
        (read_troubles, "horror", '"delire"', '"amnesie"', "« troubles.5 », champ « key »"),
        (read_troubles, "horror", "[troubles.3]", "[autres.3]", "« autres »"),
        (read_alterations, "alterations", "number = 7\n", "number = 8\n", "« bave », champ « number »"),
        (read_alterations, "alterations", "number = 20", "number = 22", "champ « number »"),
        (read_alterations, "alterations", "{ for =", "{ force =", "« maigreur », champ « losses »"),
    ],
)
def test_a_bad_row_says_where(
    read: Callable[[Document], object], name: str, old: str, new: str, where: str
) -> None:
    text = written(name)
    assert text.count(old) >= 1
    with pytest.raises(DataError, match=where) as caught:
        read(parse(text.replace(old, new, 1), f"{name}.toml"))
    assert str(caught.value).startswith(f"{name}.toml")


def test_a_missing_face_is_named() -> None:
    text = written("horror")
    start, end = text.index("[horror.3]"), text.index("[horror.4]")
    with pytest.raises(DataError, match=r"horror\.3"):
        read_horror(parse(text[:start] + text[end:], "horror.toml"))
