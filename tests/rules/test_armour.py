"""CLA, JET-3: armours, and how an armour class is written."""

import pytest

from rules.armour import ARMOURS, armour_class, class_allows, format_armour_class, hindered, read_armours
from rules.classes import CLASSES
from rules.data import DataError, parse

WARRIOR = CLASSES["guerrier"]
BARBARIAN = CLASSES["barbare"]
THIEF = CLASSES["voleur"]
MAGICIAN = CLASSES["magicien_blanc"]


@pytest.mark.parametrize(
    ("key", "descending", "ascending", "source"),
    [
        ("aucune", 9, 10, "PMT"),
        ("cuir", 8, 11, "PMT"),
        ("brigandine", 7, 12, "PMT"),
        ("mailles", 5, 14, "défaut"),
        ("plates", 3, 16, "défaut"),
    ],
)
def test_each_armour(key: str, descending: int, ascending: int, source: str) -> None:
    armour = ARMOURS[key]
    assert (armour.descending, armour.ascending, armour.source) == (descending, ascending, source)
    assert armour_class(key, False, 0) == ascending
    assert armour_class(key, True, 0) == ascending + 1


def test_there_is_no_other_armour() -> None:
    assert list(ARMOURS) == ["aucune", "cuir", "brigandine", "mailles", "plates"]


@pytest.mark.parametrize(
    ("key", "shield", "dexterity", "bonus", "ascending"),
    [
        ("aucune", False, -3, 0, 7),
        ("cuir", True, 2, 0, 14),
        ("plates", True, 3, 0, 20),
        ("aucune", False, 1, 2, 13),
    ],
)
def test_everything_adds_up(key: str, shield: bool, dexterity: int, bonus: int, ascending: int) -> None:
    """The last one is a ghoul (PEU-2)."""
    assert armour_class(key, shield, dexterity, bonus) == ascending


@pytest.mark.parametrize(
    ("ascending", "text"), [(10, "9 [10]"), (16, "3 [16]"), (19, "0 [19]"), (21, "−2 [21]"), (7, "12 [7]")]
)
def test_how_it_is_written(ascending: int, text: str) -> None:
    assert format_armour_class(ascending) == text


def test_what_each_class_wears() -> None:
    assert all(class_allows([WARRIOR], key, shield=True) for key in ARMOURS)
    assert [key for key in ARMOURS if not class_allows([BARBARIAN], key)] == ["plates"]
    assert [key for key in ARMOURS if class_allows([THIEF], key)] == ["aucune", "cuir"]
    assert not class_allows([THIEF], "cuir", shield=True)
    assert [key for key in ARMOURS if class_allows([MAGICIAN], key)] == ["aucune"]


def test_several_classes() -> None:
    """CLA-6: worn thanks to one, it forbids the others' skills and spells."""
    both = [WARRIOR, THIEF, MAGICIAN]
    assert class_allows(both, "plates", shield=True)
    assert hindered(both, "plates") == (THIEF, MAGICIAN)
    assert hindered(both, "cuir") == (MAGICIAN,)
    assert hindered(both, "aucune", shield=True) == (THIEF, MAGICIAN)
    assert hindered(both, "aucune") == ()
    assert not class_allows([THIEF, MAGICIAN], "brigandine")


def test_going_without_armour_cannot_be_removed() -> None:
    text = '[cuir]\nname = "Cuir"\ndescending = 8\nsource = "PMT"\n'
    with pytest.raises(DataError, match="aucune"):
        read_armours(parse(text, "armours.toml"))
