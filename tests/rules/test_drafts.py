"""A character being made: its scores, what is typed of it, what it would be (CAR-1, CAR-5, CRE-1)."""

from dataclasses import replace

import pytest

from rules.abilities import Ability
from rules.campaign import Campaign
from rules.creation import CreationRequest, create
from rules.drafts import (
    Draft,
    UnreadScores,
    abandon,
    outlook,
    read_scores,
    reopen,
    throw_first,
    write,
)
from rules.names import BadName
from rules.scores import BadScore
from rules.settings import Settings
from tests.dice import ScriptedDice

CAMPAIGN = Campaign(guild_id=1)
FACES = (6, 5, 4, 5, 5, 2, 5, 4, 4, 3, 3, 3, 2, 3, 4, 6, 6, 1)
BASES = (15, 12, 13, 9, 9, 13)


def thrown() -> Draft:
    act = throw_first("Fafhrd", CAMPAIGN, ScriptedDice(*FACES))
    return Draft(thrown=act.rolls, number=7, name="Fafhrd")


NORDIC = replace(
    thrown(), people_key="nordique", class_key="guerrier", alignment="neutre", armour="mailles", shield=True
)


@pytest.mark.parametrize("method", ["3d6", "4d6"])
def test_six_scores_are_thrown_in_order_with_the_method_of_the_campaign(method: str) -> None:
    """CAR-1."""
    campaign = replace(CAMPAIGN, settings=Settings(methode=method))
    dice = ScriptedDice(*[1, 2, 3, 4][: int(method[0])] * 6)
    act = throw_first("  Fafhrd ", campaign, dice)
    assert act.name == "Fafhrd"
    assert [roll.total for roll in act.rolls] == [6 if method == "3d6" else 9] * 6
    assert dice.left == 0


def test_a_bad_name_throws_nothing() -> None:
    dice = ScriptedDice(1)
    with pytest.raises(BadName):
        throw_first("a\u202eb", CAMPAIGN, dice)
    assert dice.left == 1


def test_scores_are_adjusted_once_there_is_a_people() -> None:
    """CAR-5."""
    assert tuple(thrown().values.values()) == BASES
    assert tuple(NORDIC.values.values()) == (16, 12, 13, 9, 8, 13)


def test_the_birth_keeps_the_dice_thrown_first_and_throws_the_rest() -> None:
    dice = ScriptedDice(5, 5, 5, 5, 3)
    act = create(NORDIC.request, CAMPAIGN, dice, player_id=1)
    assert act.scores == NORDIC.scores
    assert [origin.thrown for origin in act.scores] == list(NORDIC.thrown)
    assert dice.left == 0


def test_what_it_would_be_is_what_it_is_born() -> None:
    """CRE-1: experience, armour class, gold."""
    ahead = outlook(NORDIC, CAMPAIGN.settings)
    born = create(NORDIC.request, CAMPAIGN, ScriptedDice(5, 5, 5, 5, 3), player_id=1)
    assert ahead.experience == born.experience
    assert (ahead.gold, ahead.armour_class) == (born.gold.expression, 15)
    assert ahead.warnings == born.warnings


def test_a_beginner_s_gold_is_told_too() -> None:
    ahead = outlook(NORDIC, Settings(depart_experimente=False))
    assert (ahead.gold, ahead.experience[0].kept) == ("3d8x10", 0)


def test_abandoning_keeps_the_scores_and_nothing_else() -> None:
    left = abandon(NORDIC)
    assert (left.thrown, left.number, left.name, left.people_key) == (NORDIC.thrown, 7, "", "")
    again = reopen(left, "Ourph", None)
    assert (again.thrown, again.name, again.revision) == (NORDIC.thrown, "Ourph", left.revision + 1)


def test_given_scores_take_the_place_of_the_thrown_ones_until_they_are_withdrawn() -> None:
    """CAR-1."""
    given = write(NORDIC, "Fafhrd", "15, 12 14/10;9 13", "épée longue")
    assert given.given == (15, 12, 14, 10, 9, 13)
    assert given.scores[0].thrown is None
    assert given.weapon == "épée longue"
    assert write(given, "Fafhrd", "  ", "").scores == NORDIC.scores


@pytest.mark.parametrize(
    "text", ["12", "1 2 3 4 5", "12 12 12 12 12 12 12", "a b c d e f", "12 12 12 12 12 1٢", "-3 9 9 9 9 9"]
)
def test_what_is_not_six_numbers_is_asked_again(text: str) -> None:
    with pytest.raises(UnreadScores):
        read_scores(text)


@pytest.mark.parametrize("text", ["2 9 9 9 9 9", "9 9 9 9 9 19"])
def test_a_score_that_no_dice_could_throw_is_refused(text: str) -> None:
    with pytest.raises(BadScore):
        read_scores(text)


def test_bare_hands_are_no_weapon() -> None:
    assert write(NORDIC, "Fafhrd", "", "mains nues").weapon == ""


@pytest.mark.parametrize(
    ("typed", "only"),
    [
        ({}, True),
        ({"classes": ("", "", "")}, True),
        ({"scores": dict.fromkeys(Ability)}, True),
        ({"people": "nordique"}, False),
        ({"classes": ("", "voleur", "")}, False),
        ({"scores": {Ability.STRENGTH: 12}}, False),
        ({"method": "4d6"}, False),
        ({"shield": True}, False),
        ({"weapon": "hache"}, False),
        ({"waived": True}, False),
    ],
)
def test_only_a_name_alone_opens_the_path(typed: dict[str, object], only: bool) -> None:
    request = replace(CreationRequest(name="Fafhrd"), **typed)  # type: ignore[arg-type]
    assert request.only_named is only
