"""PEU: the peoples of the document, how they are found, what they change."""

import pytest

from rules.abilities import Ability
from rules.data import DataError, parse
from rules.peoples import PEOPLES, adjusted, find, read_peoples
from rules.thief_skills import SKILLS

# key: name, adjustments, bonus of saves against death, languages
TABLE: dict[str, tuple[str, dict[str, int], int, tuple[str, ...]]] = {
    "eevanmarenseeien": (
        "Eevanmarenseeien",
        {"sag": 1, "cha": -1},
        0,
        ("bas lankhmarien", "eevamarenseien"),
    ),
    "ilthmartien": ("Ilthmartien", {}, 1, ("bas lankhmarien", "ilthmarish")),
    "kleshite": ("Kleshite", {"dex": 1, "for": -1}, 0, ("bas lankhmarien",)),
    "kvarch": ("Kvarch", {"con": 1, "cha": -1}, 0, ("bas lankhmarien", "langue des Huit Cités")),
    "lankhmarien": ("Lankhmarien", {}, 1, ("bas lankhmarien", "haut lankhmarien")),
    "mingol": ("Mingol", {"dex": 1, "for": -1}, 0, ("bas lankhmarien", "mingol")),
    "nordique": ("Nordique", {"for": 1, "sag": -1}, 0, ("bas lankhmarien", "langue froide")),
    "goule": ("Goule de Nehwon", {"cha": -1}, 0, ("bas lankhmarien", "haut lankhmarien")),
}

ONE_MORE = """
[quarmallien]
name = "Quarmallien"
adjustments = { int = 1, for = -2 }
languages = ["bas lankhmarien", "quarmallien"]
note = "Du royaume souterrain."
source = "défaut"
"""


def scores(value: int) -> dict[Ability, int]:
    return dict.fromkeys(Ability, value)


def test_the_peoples_are_those_of_the_document() -> None:
    assert list(PEOPLES) == list(TABLE)
    assert {people.source for people in PEOPLES.values()} == {"doc"}


@pytest.mark.parametrize("key", TABLE)
def test_each_people(key: str) -> None:
    people = PEOPLES[key]
    name, adjustments, death_save_bonus, languages = TABLE[key]
    assert people.key == key
    assert people.name == name
    assert dict(people.adjustments) == adjustments
    assert people.death_save_bonus == death_save_bonus
    assert people.languages == languages


def test_only_the_ghoul_needs_the_game_master() -> None:
    """PEU-1, PEU-2."""
    assert {key: people.needs_setting for key, people in PEOPLES.items() if people.needs_setting} == {
        "goule": "goules"
    }
    for key, people in PEOPLES.items():
        human = key != "goule"
        assert people.allows_armour is human
        assert people.allows_shield is human
        assert people.armour_class_bonus == (0 if human else 2)
    ghoul = PEOPLES["goule"]
    assert ghoul.shield_setting == "goule_bouclier"
    assert ghoul.sources == {"allows_shield": "défaut"}


def test_the_ghoul_hides_in_darkness_at_80() -> None:
    """PEU-2."""
    (key,) = PEOPLES["goule"].skills
    assert (SKILLS[key].die, SKILLS[key].value(1), SKILLS[key].value(12)) == (100, 80, 80)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("kvarch", "kvarch"),
        ("Kvarin", "kvarch"),
        ("KVARIN ", "kvarch"),
        ("Ilthmart", "ilthmartien"),
        ("ilthmartienne", "ilthmartien"),
        ("Eevanmarensee", "eevanmarenseeien"),
        ("éevanmarenséeien", "eevanmarenseeien"),
        ("Lankhmarienne", "lankhmarien"),
        ("goule", "goule"),
        ("goule  de nehwon", "goule"),
        ("Goule-de-Nehwon", "goule"),
        ("Mingole", "mingol"),
    ],
)
def test_a_people_is_found_by_any_spelling(text: str, key: str) -> None:
    """PEU-1."""
    assert find(text) is PEOPLES[key]


@pytest.mark.parametrize("text", ["", "elfe", "kvar", "lankhmarien mingol"])
def test_an_unknown_people_is_not_found(text: str) -> None:
    assert find(text) is None


def test_the_adjustment_moves_the_scores_it_names() -> None:
    assert adjusted(PEOPLES["nordique"], scores(10)) == scores(10) | {
        Ability.STRENGTH: 11,
        Ability.WISDOM: 9,
    }


def test_the_adjustment_stops_at_3_and_18() -> None:
    """CAR-5."""
    given = scores(10) | {Ability.STRENGTH: 18, Ability.WISDOM: 3}
    assert adjusted(PEOPLES["nordique"], given) == given


def test_a_score_already_out_of_bounds_is_left_there() -> None:
    given = scores(10) | {Ability.STRENGTH: 19, Ability.WISDOM: 2}
    assert adjusted(PEOPLES["nordique"], given) == given


def test_adjustments_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PEOPLES["kvarch"].adjustments[Ability.STRENGTH] = 5  # type: ignore[index]


def test_a_people_can_be_a_key() -> None:
    assert {PEOPLES["kvarch"]: 1}[PEOPLES["kvarch"]] == 1


def test_a_people_is_added_without_code() -> None:
    peoples = read_peoples(parse(ONE_MORE, "campagne.toml"))
    found = find("quarmallien", peoples)
    assert found is peoples["quarmallien"]
    assert adjusted(found, scores(4))[Ability.STRENGTH] == 3
    assert (found.death_save_bonus, found.allows_armour, found.needs_setting) == (0, True, None)


def test_two_peoples_cannot_share_a_name() -> None:
    text = ONE_MORE + ONE_MORE.replace("[quarmallien]", "[autre]")
    with pytest.raises(DataError, match=r"campagne\.toml, entrée « autre », champ « aliases »"):
        read_peoples(parse(text, "campagne.toml"))
