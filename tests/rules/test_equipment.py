"""What peoples and classes let a character wear and wield (PEU-2, CLA, CLA-6), against the printed table."""

from itertools import combinations

import pytest

from rules.armour import ARMOURS
from rules.character import Character
from rules.classes import CLASSES
from rules.data import DataError, parse
from rules.equipment import (
    Equipment,
    ForbiddenArmour,
    ForbiddenShield,
    ForbiddenWeapon,
    UnknownArmour,
    arm,
    find_armour,
    verify,
    worn_armour_class,
)
from rules.names import BadName
from rules.peoples import PEOPLES
from rules.settings import Settings
from rules.weapons import WEAPONS, named_in, read_weapons, suits_magicians, usual_damage

FIGHTERS = ("guerrier", "rodeur")
ROGUES = ("voleur", "assassin")
MAGICIANS = ("magicien_noir", "magicien_blanc")


def worn(key: str, armour: str, shield: bool) -> bool:
    """The table of classes, written apart."""
    if key in FIGHTERS:
        return True
    if key == "barbare":
        return armour != "plates"
    return not shield and armour in (("aucune", "cuir") if key in ROGUES else ("aucune",))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_armour_is_worn_when_one_class_allows_it(size: int) -> None:
    """CLA-6: every set of classes, armour and shield; the hindered classes are those that forbid it."""
    for keys in combinations(CLASSES, size):
        classes = [CLASSES[key] for key in keys]
        for armour in ARMOURS:
            for shield in (False, True):
                hindered = [key for key in keys if not worn(key, armour, shield)]
                try:
                    warnings = verify(Equipment(armour, shield), PEOPLES["nordique"], classes, Settings())
                except (ForbiddenArmour, ForbiddenShield):
                    assert len(hindered) == size
                else:
                    assert len(warnings) == len(hindered) < size


def test_a_ghoul_wears_nothing_and_a_shield_by_setting_only() -> None:
    """PEU-2."""
    ghoul, classes = PEOPLES["goule"], [CLASSES["guerrier"]]
    with pytest.raises(ForbiddenArmour) as armour:
        verify(Equipment("cuir"), ghoul, classes, Settings())
    assert [one.key for one in armour.value.allowed] == ["aucune"]
    with pytest.raises(ForbiddenShield) as shield:
        verify(Equipment(shield=True), ghoul, classes, Settings())
    assert shield.value.setting == "goule_bouclier"
    assert verify(Equipment(shield=True), ghoul, classes, Settings(goule_bouclier=True)) == ()


def test_a_creature_without_class_wears_anything() -> None:
    assert verify(Equipment("plates", True, "épée"), None, [], Settings()) == ()


@pytest.mark.parametrize("weapon", ["Dague", "bâton ferré", "trois fléchettes", "dague de Sheelba", ""])
def test_a_magician_wields_dagger_staff_and_darts(weapon: str) -> None:
    """CLA (PMT)."""
    verify(Equipment(weapon=weapon), None, [CLASSES["magicien_noir"]], Settings())


@pytest.mark.parametrize("weapon", ["épée", "arbalète", "dague et épée", "Graywand"])
def test_a_magician_wields_nothing_else_unless_another_class_does(weapon: str) -> None:
    """CLA (PMT)."""
    with pytest.raises(ForbiddenWeapon) as refused:
        verify(Equipment(weapon=weapon), None, [CLASSES["magicien_noir"]], Settings())
    assert refused.value.allowed == ("dague", "bâton", "fléchette")
    verify(Equipment(weapon=weapon), None, [CLASSES["magicien_noir"], CLASSES["voleur"]], Settings())


def test_the_weapons_of_magicians_are_those_their_class_prints() -> None:
    printed = ", ".join(weapon.name.lower() for weapon in WEAPONS.values() if weapon.magician)
    for key in MAGICIANS:
        assert CLASSES[key].weapons.lower() == f"{printed}."


@pytest.mark.parametrize(
    ("text", "damage"),
    [
        ("dague", "1d4"),
        ("Épée", "1d8"),
        ("vieille épée courte", "1d6"),
        ("epee a deux mains", "1d10"),
        ("HACHE D'ARMES", "1d8"),
        ("Scalpel", ""),
        ("épéiste", ""),
        ("", ""),
    ],
)
def test_usual_damage(text: str, damage: str) -> None:
    assert usual_damage(text) == damage


def test_the_most_precise_weapon_comes_first() -> None:
    assert [weapon.key for weapon in named_in("épée courte")] == ["epee_courte", "epee"]
    assert not suits_magicians("épée courte")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("aucune", "aucune"),
        ("Sans armure", "aucune"),
        ("CUIR", "cuir"),
        ("gambison", "cuir"),
        ("cuir ou gambison", "cuir"),
        ("cotte de mailles", "mailles"),
        ("armure de plates", "plates"),
    ],
)
def test_an_armour_is_found_by_its_words(text: str, key: str) -> None:
    assert find_armour(text).key == key


@pytest.mark.parametrize("text", ["", "mithril", "armure"])
def test_an_unknown_armour_lists_them_all(text: str) -> None:
    with pytest.raises(UnknownArmour) as refused:
        find_armour(text)
    assert all(armour.name in str(refused.value) for armour in ARMOURS.values())


@pytest.mark.parametrize("text", ["", "  ", "Aucune", "mains nues"])
def test_bare_hands(text: str) -> None:
    assert arm(text, None) == ("", "")


def test_given_damage_wins_and_long_names_are_refused() -> None:
    assert arm("épée", " 1d8+1 ") == ("épée", "1d8+1")
    assert arm("x" * 60, None) == ("x" * 60, "")
    with pytest.raises(BadName):
        arm("x" * 61, None)


def test_worn_armour_class() -> None:
    """CLA and PEU-2: a ghoul of DEX 16 with a shield; a creature's own."""
    ghoul = Character(
        id=1, name="Kreeshkra", people_key="goule", scores=(10, 16, 10, 10, 10, 10), shield=True
    )
    assert worn_armour_class(ghoul) == 10 + 2 + 2 + 1
    assert worn_armour_class(Character(id=1, name="Ours", npc=True, fixed_armour_class=13)) == 13


@pytest.mark.parametrize("field", ['damage = "fort"', 'damage = "1d4"\nmagicien = true'])
def test_a_mistake_in_the_data_is_named(field: str) -> None:
    with pytest.raises(DataError, match="dague"):
        read_weapons(parse(f'[dague]\nname = "Dague"\nsource = "défaut"\n{field}', "weapons.toml"))
