"""A player's character and its numbers: CRE-1, CRE-2, CAR-1, CAR-5, CLA-2 to CLA-6, PEU-1, HER-1."""

from dataclasses import replace

import pytest

from rules.abilities import Ability
from rules.campaign import Campaign
from rules.choices import (
    ClosedPeople,
    ForbiddenAlignment,
    ForbiddenClasses,
    MissingChoice,
    RepeatedClass,
)
from rules.classes import CLASSES
from rules.creation import Creation, CreationRequest, MinimaMissed, WaiverReserved, create, share_start
from rules.equipment import ForbiddenArmour, ForbiddenWeapon
from rules.names import BadName
from rules.scores import BadScore, UnknownMethod
from rules.settings import Settings
from tests.dice import ScriptedDice

FOR, DEX, CON, INT, SAG, CHA = Ability
PLAYER = 42
AVERAGE: dict[Ability, int | None] = dict.fromkeys(Ability, 10)
FAFHRD = CreationRequest(
    name="Fafhrd", people="nordique", classes=("guerrier",), alignment="neutre bon", scores=AVERAGE
)
CAMPAIGN = Campaign(guild_id=1)


def made(request: CreationRequest, *faces: int, campaign: Campaign = CAMPAIGN, gm: bool = False) -> Creation:
    """The character of a request, every scripted face thrown."""
    dice = ScriptedDice(*faces)
    creation = create(request, campaign, dice, player_id=PLAYER, is_game_master=gm)
    assert dice.left == 0
    return creation


def test_a_warrior_from_given_scores() -> None:
    """CRE-1: 20,000 XP and 1d6 × 100 gold; the first hit die at its maximum."""
    creation = made(FAFHRD, 3, 5, 8, 1, 4)
    character = creation.character
    assert (character.id, character.name, character.player_id, character.npc) == (0, "Fafhrd", PLAYER, False)
    assert character.scores == (11, 10, 10, 10, 9, 10)
    assert (character.level, character.classes[0].experience) == (5, 20_000)
    assert character.classes[0].hit_dice == (8, 3, 5, 8, 1)
    assert (character.max_hit_points, character.gold, creation.gold.total) == (25, 400, 400)
    assert [origin.adjustment for origin in creation.scores] == [1, 0, 0, 0, -1, 0]
    assert creation.changes == ()


def test_missing_scores_are_thrown_in_order() -> None:
    """CAR-1: FOR DEX CON INT SAG CHA, 3d6 each; those given are kept."""
    request = replace(FAFHRD, scores={DEX: 18, SAG: None})
    creation = made(request, 1, 2, 3, 6, 6, 6, 2, 2, 2, 4, 4, 4, 5, 5, 5, *[8] * 4, 6)
    assert [origin.base for origin in creation.scores] == [6, 18, 18, 6, 12, 15]
    assert [origin.thrown is None for origin in creation.scores] == [False, True, *[False] * 4]


@pytest.mark.parametrize("by_setting", [True, False])
def test_the_other_method_keeps_three_dice_of_four(by_setting: bool) -> None:
    """CAR-1: 4d6, the lowest dropped but kept as evidence."""
    settings = Settings(methode="4d6" if by_setting else "3d6")
    request = replace(FAFHRD, scores={}, method="" if by_setting else "4d6")
    creation = made(request, *[6, 1, 5, 4] * 6, *[1] * 5, campaign=replace(CAMPAIGN, settings=settings))
    thrown = creation.scores[0].thrown
    assert thrown is not None
    assert [(die.face, die.kept) for die in thrown.terms[0].dice] == [
        (6, True),
        (1, False),
        (5, True),
        (4, True),
    ]
    assert {origin.base for origin in creation.scores} == {15}


def test_the_people_adjusts_within_three_and_eighteen() -> None:
    """CAR-5: FOR 18 +1 stays 18, SAG 3 −1 stays 3."""
    creation = made(replace(FAFHRD, scores=AVERAGE | {FOR: 18, SAG: 3}), *[4] * 5)
    assert (creation.character.score(FOR), creation.character.score(SAG)) == (18, 3)


# CRE-2: the levels at −10, −5, 0, +5 and +10 %.
WARRIORS = {"guerrier": (5,) * 5, "rodeur": (5,) * 5, "barbare": (5,) * 5, "assassin": (5,) * 5}
ALONE = WARRIORS | {
    "voleur": (5, 5, 5, 6, 6),
    "magicien_noir": (4, 4, 4, 5, 5),
    "magicien_blanc": (4, 4, 4, 5, 5),
}
MAGES = ("magicien_noir", "magicien_blanc")
IN_TWO = (
    dict.fromkeys(WARRIORS, (4,) * 5) | {"voleur": (4, 4, 4, 5, 5)} | dict.fromkeys(MAGES, (3, 3, 3, 4, 4))
)
IN_THREE = (
    dict.fromkeys(("guerrier", "rodeur", "barbare", *MAGES), (3,) * 5)
    | {"voleur": (4,) * 5}
    | {"assassin": (3, 4, 4, 4, 4)}
)


@pytest.mark.parametrize(("count", "expected"), [(1, ALONE), (2, IN_TWO), (3, IN_THREE)])
@pytest.mark.parametrize("key", CLASSES)
def test_the_experienced_start_gives_the_levels_of_the_table(
    key: str, count: int, expected: dict[str, tuple[int, ...]]
) -> None:
    """CRE-2 with CAR-4, CLA-4 and CLA-6."""
    others = [one for one in CLASSES.values() if one.key != key][: count - 1]
    for level, score in zip(expected[key], (5, 8, 10, 14, 17), strict=True):
        share = share_start((CLASSES[key], *others), dict.fromkeys(Ability, score), 20_000)[0]
        assert CLASSES[key].level_at(share.kept) == level


def test_a_magician_stops_at_his_cap() -> None:
    """CLA-4: 22,000 XP become 20,001; the rest is lost and said."""
    request = replace(FAFHRD, classes=("magicien noir",), alignment="neutre", scores=AVERAGE | {INT: 18})
    creation = made(request, 1, 2, 3, 4, 1)
    (share,) = creation.experience
    assert (share.adjustment, share.kept, share.lost) == (10, 20_001, 1_999)
    assert creation.character.level == 5


def test_classes_share_experience_and_hit_points() -> None:
    """CLA-6: each its own adjustment and dice; hit points add up before the cut."""
    request = replace(FAFHRD, classes=("guerrier", "voleur"), scores=AVERAGE | {FOR: 15, DEX: 13})
    creation = made(request, 5, 5, 6, 3, 1, 1, 4, 6)
    assert [(share.adjustment, share.kept) for share in creation.experience] == [(10, 11_000), (5, 10_500)]
    assert [track.level for track in creation.character.classes] == [4, 5]
    assert [track.hit_dice for track in creation.character.classes] == [(8, 5, 5, 6), (4, 3, 1, 1, 4)]
    assert creation.character.max_hit_points == (24 + 13) // 2


def test_the_beginner_start() -> None:
    """CRE-1: level 1 and 3d8 × 10 gold."""
    creation = made(FAFHRD, 1, 2, 8, campaign=replace(CAMPAIGN, settings=Settings(depart_experimente=False)))
    assert (creation.character.level, creation.character.gold) == (1, 110)
    assert creation.character.max_hit_points == 8


@pytest.mark.parametrize(("session", "points"), [(None, 0), (7, 2)])
def test_heroism_comes_at_once_during_a_session(session: int | None, points: int) -> None:
    """HER-1: level 5 gives 2; out of a session, 0."""
    creation = made(FAFHRD, *[1] * 5, campaign=replace(CAMPAIGN, session_id=session))
    assert creation.character.heroism == points


def test_what_is_missing_is_asked_at_once_with_its_choices() -> None:
    with pytest.raises(MissingChoice) as refused:
        made(CreationRequest(name="X"))
    people, character_class, alignment = refused.value.missing
    assert people.choices[:2] == ("Eevanmarenseeien", "Ilthmartien")
    assert "Goule de Nehwon" not in people.choices
    assert len(character_class.choices) == 7
    assert len(alignment.choices) == 9
    assert all(f"`{option}`" in str(refused.value) for option in ("peuple", "classe", "alignement"))


def test_only_choices_still_possible_are_listed() -> None:
    """CLA-2, CLA-3, PEU-1."""
    opened = replace(CAMPAIGN, settings=Settings(goules=True))
    with pytest.raises(MissingChoice) as refused:
        made(replace(FAFHRD, people="elfe", classes=("voleur", "moine"), alignment="neutre"), campaign=opened)
    people, character_class = refused.value.missing
    assert "Goule de Nehwon" in people.choices
    assert (character_class.option, character_class.given) == ("classe2", "moine")
    assert character_class.choices == ("Guerrier", "Barbare", "Rôdeur", "Magicien noir")
    assert "« elfe » n’existe pas" in str(refused.value)
    with pytest.raises(MissingChoice) as refused:
        made(replace(FAFHRD, classes=("magicien blanc", "barbare"), alignment=""))
    assert refused.value.missing[0].choices == ("Neutre Bon", "Chaotique Bon")


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"classes": ("voleur", "assassin"), "alignment": "neutre"}, ForbiddenClasses),
        ({"classes": ("magicien noir", "magicien blanc")}, ForbiddenClasses),
        ({"classes": ("guerrier", "Guerrière")}, RepeatedClass),
        ({"classes": ("guerrier", "voleur", "rodeur", "barbare")}, RepeatedClass),
        ({"classes": ("assassin",), "alignment": "loyal bon"}, ForbiddenAlignment),
        ({"people": "goule"}, ClosedPeople),
        ({"name": "#1"}, BadName),
        ({"scores": AVERAGE | {FOR: 19}}, BadScore),
        ({"scores": AVERAGE | {FOR: 2}}, BadScore),
        ({"method": "5d6"}, UnknownMethod),
        ({"waived": True}, WaiverReserved),
        ({"classes": ("voleur",), "armour": "plates"}, ForbiddenArmour),
        ({"classes": ("magicien blanc",), "weapon": "épée"}, ForbiddenWeapon),
    ],
)
def test_refusals_throw_no_die(changed: dict[str, object], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        made(replace(FAFHRD, **changed))  # type: ignore[arg-type]


BARBARIAN = replace(FAFHRD, classes=("barbare",), alignment="neutre", scores=AVERAGE | {FOR: 14, DEX: 12})


def test_missed_minima_are_named_and_no_score_is_lost() -> None:
    """CLA-5, on scores adjusted by the people: FOR 14 + 1 is enough, CON 10 is not."""
    with pytest.raises(MinimaMissed) as refused:
        made(BARBARIAN)
    (missed,) = refused.value.shortfalls
    assert (missed.ability, missed.minimum, missed.score) == (CON, 12, 10)
    assert "FOR 14, DEX 12, CON 10" in str(refused.value)
    with pytest.raises(MinimaMissed):
        made(BARBARIAN, gm=True)


def test_the_game_master_waives_minima_and_it_is_recorded() -> None:
    """CLA-5."""
    creation = made(replace(BARBARIAN, waived=True), *[1] * 5, gm=True)
    assert [(one.class_key, one.ability) for one in creation.waived] == [("barbare", CON)]


def test_a_ghoul_needs_the_setting() -> None:
    """PEU-1, PEU-2."""
    opened = replace(CAMPAIGN, settings=Settings(goules=True))
    request = replace(FAFHRD, people="Goule de Nehwon")
    assert made(request, *[1] * 5, campaign=opened).character.score(CHA) == 9
    with pytest.raises(ForbiddenArmour):
        made(replace(request, armour="cuir"), campaign=opened)


def test_a_hindered_class_is_said() -> None:
    """CLA-6: plates suit the warrior, and the thief's skills rest."""
    creation = made(replace(FAFHRD, classes=("guerrier", "voleur"), armour="plates"), *[1] * 7)
    assert creation.character.armour == "plates"
    assert creation.warnings == ("Voleur : ni talent ni sort ainsi équipé.",)


def test_weapon_and_usual_damage() -> None:
    character = made(replace(FAFHRD, weapon="l’épée Graywand"), *[1] * 5).character
    assert (character.weapon, character.damage) == ("l’épée Graywand", "1d8")
