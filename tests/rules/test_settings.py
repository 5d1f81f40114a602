"""The settings: what each accepts, how it is described, and that it changes the rule it reads."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import equipment, setting_acts
from rules.choices import ClosedPeople, choose
from rules.classes import CLASSES
from rules.corruption import Occasion, threaten
from rules.creation import CreationRequest, create
from rules.madness import NothingChanges
from rules.peoples import PEOPLES
from rules.rest import PointsMissing, rest
from rules.sessions import Session
from rules.settings import DESCRIPTIONS, READINGS, BadSetting, Settings, proposals, shown
from rules.starts import forgotten, recent
from tests.characters import black_magician, campaign
from tests.dice import ScriptedDice

HOUR = 3_600


def test_every_field_is_described_with_its_rule_and_its_default() -> None:
    assert list(READINGS) == [item.name for item in fields(Settings)]
    for key, one in READINGS.items():
        assert getattr(Settings(), key) == one.default
        assert one.title
        assert one.meaning.endswith(".")
        assert one.rule[3] == "-"


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("naturels", "oui", True),
        ("naturels", " OUI ", True),
        ("goules", "Vrai", True),
        ("depart_experimente", "non", False),
        ("methode", "4D6", "4d6"),
        ("seance_max", "1", 1),
        ("seance_max", "168", 168),
        ("seance_max", "24 h", 24),
        ("seance_max", "24H", 24),
        ("seance_reprise", "0", 0),
        ("recuperation", " MANUEL ", "manuel"),
        ("recuperation", "Niveau", "niveau"),
        ("recuperation", "1D8 + con", "1d8+CON"),
        ("recuperation", "2xniveau", "2xniveau"),
        ("recuperation", "(Niveau + 1)/2 − con", "(niveau+1)/2-CON"),
        ("recuperation", "1d6!", "1d6!"),
    ],
)
def test_a_value_is_read(key: str, typed: str, value: object) -> None:
    changed = Settings().with_value(key, typed)
    assert getattr(changed, key) == value
    assert replace(changed, **{key: getattr(Settings(), key)}) == Settings(), "nothing else moves"


@pytest.mark.parametrize(
    ("key", "typed", "expected"),
    [
        ("naturels", "peut-être", "« oui » ou « non »"),
        ("naturels", "", "« oui » ou « non »"),
        ("methode", "5d6", "« 3d6 » ou « 4d6 »"),
        ("seance_max", "0", "un nombre de 1 à 168"),
        ("seance_max", "169", "un nombre de 1 à 168"),
        ("seance_max", "-1", "un nombre de 1 à 168"),
        ("seance_max", "9" * 5_000, "un nombre de 1 à 168"),
        ("seance_max", "²", "un nombre de 1 à 168"),
        ("seance_max", "١٢", "un nombre de 1 à 168"),
        ("recuperation", "beaucoup", "« manuel », ou une formule de dés"),
        ("recuperation", "2dCON", "« manuel », ou une formule de dés"),
        ("recuperation", "", "« manuel », ou une formule de dés"),
        *(
            ("recuperation", formula, "« manuel », ou une formule de dés")
            for formula in (
                "niveau/0",
                "8/(niveau-3)",
                "8/CON",
                "8/(1d4-1)",
                "1d8;1d6",
                "1d8 # nuit",
                "PV",
                "mod.CON",
            )
        ),
        ("inconnu", "oui", "depart_experimente, methode"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_expected(key: str, typed: str, expected: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings().with_value(key, typed)
    assert refused.value.key == key
    assert expected in str(refused.value)


@given(st.sampled_from(sorted(READINGS)), st.text(max_size=20))
def test_any_text_is_a_value_within_bounds_or_is_refused(key: str, typed: str) -> None:
    one = READINGS[key]
    try:
        value = one.read(typed)
    except BadSetting:
        return
    assert type(value) is type(one.default)
    assert one.read(one.written(value)) == value, "what is written can be typed again"
    if isinstance(value, int) and not isinstance(value, bool):
        assert one.low <= value <= one.high


@pytest.mark.parametrize(
    ("key", "typed", "proposed"),
    [
        ("naturels", "", [("oui", "oui"), ("non (défaut)", "non")]),
        ("naturels", "o", [("oui", "oui")]),
        ("naturels", "zut", []),
        ("methode", "", [("3d6 (défaut)", "3d6"), ("4d6", "4d6")]),
        ("methode", "4", [("4d6", "4d6")]),
        ("seance_max", "", [("12 h (défaut)", "12"), ("1 h", "1"), ("168 h", "168")]),
        ("seance_max", "1", [("1 h", "1"), ("12 h (défaut)", "12"), ("168 h", "168")]),
        ("seance_max", "24", [("24 h", "24")]),
        ("seance_max", "500", []),
        ("recuperation", "1d8", [("1d8", "1d8"), ("1d8+CON", "1d8+CON")]),
        ("recuperation", "m", [("manuel (défaut)", "manuel")]),
    ],
)
def test_only_values_that_are_accepted_are_proposed(
    key: str, typed: str, proposed: list[tuple[str, str]]
) -> None:
    assert proposals(READINGS[key], typed) == proposed


def test_a_change_says_old_and_new_and_can_be_typed_back() -> None:
    start = campaign(gm_role_id=7)
    for key, typed in {
        "naturels": "oui",
        "methode": "4d6",
        "seance_max": "24",
        "role_mdt": "12",
        "salon_annonces": "34",
        "salon_mdt": "56",
    }.items():
        changed, act = setting_acts.change(start, key, typed)
        assert changed != start
        assert (act.key, act.after, act.character_id, act.changes) == (key, typed, None, ())
        back, undone = setting_acts.change(changed, key, act.before)
        assert back == start
        assert (undone.before, undone.after) == (act.after, act.before)


def test_a_role_or_a_channel_is_cleared_by_a_word() -> None:
    changed, act = setting_acts.change(campaign(gm_role_id=7), "role_mdt", "Aucun")
    assert changed.gm_role_id is None
    assert (act.before, act.after) == ("7", "aucun")
    with pytest.raises(BadSetting):
        setting_acts.change(campaign(), "role_mdt", "Meneur")


@pytest.mark.parametrize(
    ("key", "typed"), [("naturels", "non"), ("seance_max", "12 h"), ("role_mdt", "aucun")]
)
def test_the_same_value_changes_nothing(key: str, typed: str) -> None:
    with pytest.raises(NothingChanges):
        setting_acts.change(campaign(), key, typed)


def test_an_unknown_setting_is_refused_with_those_that_exist() -> None:
    with pytest.raises(BadSetting) as refused:
        setting_acts.change(campaign(), "couleur", "rouge")
    assert all(key in str(refused.value) for key in DESCRIPTIONS)


def test_values_read_in_french() -> None:
    assert [shown(value) for value in (True, False, 12, "4d6")] == ["oui", "non", "12", "4d6"]
    assert READINGS["seance_max"].label(12) == "12 h"
    assert DESCRIPTIONS["role_mdt"].label(None) == "aucun"


# What each setting changes; `naturels` is enumerated in test_checks.


def test_added_stage_maluses_reach_the_next_corruption_check() -> None:
    """COR-2: stages 1 to 4 add up to 0 + 1 + 1 + 2."""
    ahriman = black_magician(corruption=40, stages_suffered=4)
    alone = threaten(ahriman, 2, Occasion.CASTING, campaign(), ScriptedDice(1), "k")
    added = threaten(ahriman, 2, Occasion.CASTING, campaign(malus_cumule=True), ScriptedDice(1), "k")
    assert (alone.check.total, added.check.total) == (1 + 2 + 2, 1 + 2 + 4)


def test_ghouls_are_open_when_the_table_says_so() -> None:
    """PEU-1."""
    with pytest.raises(ClosedPeople):
        choose("goule", ["guerrier"], "neutre", Settings())
    opened = choose("goule", ["guerrier"], "neutre", Settings().with_value("goules", "oui"))
    assert opened.people.key == "goule"


def test_a_ghoul_s_shield_is_open_when_the_table_says_so() -> None:
    """PEU-2."""
    worn = (equipment.Equipment(shield=True), PEOPLES["goule"], [CLASSES["guerrier"]])
    with pytest.raises(equipment.ForbiddenShield):
        equipment.verify(*worn, Settings())
    equipment.verify(*worn, Settings().with_value("goule_bouclier", "oui"))


def test_the_start_and_the_throws_of_a_new_character_follow_the_table() -> None:
    """CRE-1, CAR-1."""
    asked = CreationRequest(name="Ourph", people="mingol", classes=("guerrier",), alignment="neutre")
    seasoned = create(asked, campaign(), ScriptedDice(*[3] * 18, 5, 5, 5, 5, 2), player_id=1)
    assert (seasoned.character.level, seasoned.character.gold) == (5, 200)
    start = campaign(depart_experimente=False, methode="4d6")
    beginner = create(asked, start, ScriptedDice(*[3] * 24, 1, 2, 3), player_id=1)
    assert (beginner.character.level, beginner.character.gold) == (1, 60)
    assert {origin.thrown.expression for origin in beginner.scores if origin.thrown} == {"4d6k3"}


@pytest.mark.parametrize(("hours", "expected"), [(12, False), (13, True)])
def test_a_session_is_forgotten_after_the_hours_chosen(hours: int, expected: bool) -> None:
    """SEA-1."""
    evening = Session(1, "", None, opened_at=0)
    assert forgotten(evening, Settings(), hours * HOUR) is expected
    assert not forgotten(evening, Settings().with_value("seance_max", "24"), hours * HOUR)


@pytest.mark.parametrize(("hours", "expected"), [(5, True), (6, False)])
def test_a_new_start_is_asked_about_within_the_hours_chosen(hours: int, expected: bool) -> None:
    """SEA-1."""
    evening = Session(1, "", None, opened_at=0, closed_at=0)
    assert recent(evening, Settings(), hours * HOUR) is expected
    assert not recent(evening, Settings().with_value("seance_reprise", "0"), hours * HOUR)


def test_a_night_gives_what_the_table_chose() -> None:
    """SAN-2."""
    hurt = black_magician(wounds=9)
    with pytest.raises(PointsMissing):
        rest(hurt, campaign(), ScriptedDice(), 8)
    chosen = campaign(recuperation=Settings().with_value("recuperation", "1d3").recuperation)
    assert rest(hurt, chosen, ScriptedDice(2), 8).rests[0].points == 2
