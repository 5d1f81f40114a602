"""The data files: mistakes are named, and every sentence keeps to French typography."""

import re
import tomllib
from collections.abc import Iterator

import pytest

from rules.armour import read_armours
from rules.classes import read_classes
from rules.data import DIRECTORY, DataError, fold, load, parse
from rules.peoples import read_peoples
from rules.thief_skills import read_skills

FILES = sorted(path.stem for path in DIRECTORY.glob("*.toml"))

PEOPLE = """
[essai]
name = "Essai"
adjustments = { for = 1 }
death_save_bonus = 1
languages = ["bas lankhmarien"]
note = "Pour voir."
source = "doc"
"""


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        ('name = "Essai"', "", "essai", "name"),
        ('name = "Essai"', "name = 3", "essai", "name"),
        ('name = "Essai"', 'name = " "', "essai", "name"),
        ('"doc"', '"livre"', "essai", "source"),
        ('source = "doc"', "", "essai", "source"),
        ("{ for = 1 }", "{ force = 1 }", "essai", "adjustments"),
        ("{ for = 1 }", "{ for = true }", "essai", "adjustments"),
        ("{ for = 1 }", "{ for = 9 }", "essai", "adjustments"),
        ("{ for = 1 }", "4", "essai", "adjustments"),
        ("death_save_bonus = 1", "death_save_bonus = 1.5", "essai", "death_save_bonus"),
        ("death_save_bonus", "death_save_bonsu", "essai", "death_save_bonsu"),
        ('["bas lankhmarien"]', '"bas lankhmarien"', "essai", "languages"),
        ('["bas lankhmarien"]', "[1]", "essai", "languages"),
        ('source = "doc"', 'source = "doc"\nallows_armour = "non"', "essai", "allows_armour"),
        ('source = "doc"', 'source = "doc"\nskills = ["vol"]', "essai", "skills"),
        ('source = "doc"', 'source = "doc"\nsources = { nom = "PMT" }', "essai", "sources"),
        ('source = "doc"', 'source = "doc"\nsources = { name = "oui" }', "essai", "sources"),
        ('source = "doc"', 'source = "doc"\nsources = { name = 3 }', "essai", "sources"),
    ],
)
def test_a_mistake_names_file_entry_and_field(old: str, new: str, entry: str, field: str) -> None:
    assert old in PEOPLE
    with pytest.raises(DataError) as caught:
        read_peoples(parse(PEOPLE.replace(old, new), "campagne.toml"))
    error = caught.value
    assert (error.file, error.entry, error.field) == ("campagne.toml", entry, field)
    assert str(error).startswith(f"campagne.toml, entrée « {entry} », champ « {field} » : ")


def test_the_model_has_no_mistake() -> None:
    assert list(read_peoples(parse(PEOPLE, "campagne.toml"))) == ["essai"]


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        ("0, 2035,", "1, 2035,", "experience.guerrier", "thresholds"),
        ("0, 2035,", "0, 5000,", "experience.guerrier", "thresholds"),
        ("0, 2035,", "2035,", "experience.guerrier", "thresholds"),
        ("targets = [15, 12, 14, 13, 16]", "targets = [15, 12, 14, 13]", "saves.guerrier", "rows"),
        ("targets = [15, 12, 14, 13, 16]", "targets = [15, 12, 14, 13, 1]", "saves.guerrier", "rows"),
        ("{ from = 4,", "{ from = 1,", "saves.guerrier", "rows"),
        ("{ from = 1, targets = [16, 14", "{ from = 2, targets = [16, 14", "saves.voleur", "rows"),
        ("{ from = 4,", "{ niveau = 4,", "saves.guerrier", "rows"),
        ("bonuses = [0, 0, 1,", 'bonuses = ["0", 0, 1,', "attack.guerrier", "bonuses"),
        ("    [2, 2, 1],", "    [],", "slots.magicien", "rows"),
        ("hit_die = 8", "hit_die = 0", "classes.guerrier", "hit_die"),
        ('prime = ["for"]', "prime = []", "classes.guerrier", "prime"),
        ('prime = ["for"]', 'prime = ["force"]', "classes.guerrier", "prime"),
        ('experience = "guerrier"', 'experience = "clerc"', "classes.guerrier", "experience"),
        ("armours_except = []", "", "classes.guerrier", "armours"),
        ('armours_except = ["plates"]', 'armours_except = ["plaques"]', "classes.barbare", "armours_except"),
        ('forbidden_with = ["assassin"]', 'forbidden_with = ["moine"]', "classes.voleur", "forbidden_with"),
        ('caster = "black"', 'caster = "noir"', "classes.magicien_noir", "caster"),
        ('morals = ["bon"]', 'morals = ["gentil"]', "classes.magicien_blanc", "morals"),
        ("pc_level_cap = 5", "pc_level_cap = 16", "classes.magicien_noir", "pc_level_cap"),
        ("shield = true", "bouclier = true", "classes.guerrier", "shield"),
        ("[classes.guerrier]", "[divers.clé]\n[classes.guerrier]", "divers", None),
    ],
)
def test_a_mistake_in_a_class_says_where(old: str, new: str, entry: str, field: str | None) -> None:
    text = (DIRECTORY / "classes.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError) as caught:
        read_classes(parse(text.replace(old, new, 1).replace("[divers.clé]", "[divers.cle]"), "classes.toml"))
    assert (caught.value.file, caught.value.entry, caught.value.field) == ("classes.toml", entry, field)


def test_a_file_that_is_not_toml() -> None:
    with pytest.raises(DataError, match=r"essai\.toml : TOML illisible"):
        parse("[essai", "essai.toml")


@pytest.mark.parametrize("text", ["", "essai = 3"])
def test_a_file_without_entries(text: str) -> None:
    with pytest.raises(DataError, match=r"essai\.toml"):
        read_peoples(parse(text, "essai.toml"))


def test_a_skill_cannot_exceed_its_die() -> None:
    text = '[ecoute]\nname = "Écoute"\ndie = 6\nvalues = [7]\nsource = "défaut"\n'
    with pytest.raises(DataError, match="« ecoute », champ « values »"):
        read_skills(parse(text, "skills.toml"))


def test_an_armour_field_that_does_not_exist() -> None:
    text = '[aucune]\nname = "Sans armure"\ndescending = 9\nascending = 10\nsource = "PMT"\n'
    with pytest.raises(DataError, match="« aucune », champ « ascending »"):
        read_armours(parse(text, "armours.toml"))


def test_a_folded_name() -> None:
    assert fold("  Rôdeur_d’Élite ") == "rodeur d elite"
    assert fold("LANKHMARIEN") == fold("lankhmarien")


@pytest.mark.parametrize("name", FILES)
def test_each_file_loads_under_its_name(name: str) -> None:
    assert load(name).file == f"{name}.toml"


@pytest.mark.parametrize("name", FILES)
def test_every_sentence_keeps_to_french_typography(name: str) -> None:
    """Typographic apostrophe; a no-break space before : ; ! ? » and after «."""
    tables = tomllib.loads((DIRECTORY / f"{name}.toml").read_text(encoding="utf-8"))
    found = list(strings(tables))
    assert found
    for text in found:
        assert "'" not in text
        assert not re.search(r"(?<! )[:;!?»]|«(?! )", text), text
