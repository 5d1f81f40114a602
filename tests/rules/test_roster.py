"""The roster: equipment, names, archiving, who is active, who plays whom (CRE-3, COR-5, CLA-6)."""

from dataclasses import replace

import pytest

from rules.acts import Act
from rules.campaign import Campaign
from rules.changes import Set, apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.dice import DiceError
from rules.equipment import ForbiddenArmour, ForbiddenShield, UnknownArmour
from rules.madness import NothingChanges
from rules.names import BadName
from rules.roster import (
    Archived,
    CannotActivate,
    ConsumedGift,
    NotArchived,
    activate,
    archive,
    equip,
    give,
    rename,
    restore,
)
from rules.settings import Settings

CAMPAIGN = Campaign(guild_id=1)
MOUSER = Character(
    id=1,
    name="Souricier Gris",
    player_id=42,
    active=True,
    people_key="lankhmarien",
    alignment="neutre",
    classes=(ClassTrack("voleur", 1_251, (4, 3)),),
    scores=(10, 16, 10, 10, 10, 10),
    armour="cuir",
    weapon="Scalpel",
    damage="1d6",
)
FAFHRD = replace(MOUSER, id=2, name="Fafhrd", active=False, classes=(ClassTrack("guerrier", 0, (8,)),))
SHELVED = replace(MOUSER, active=False, archived=True)


def stated(character: Character, state: State) -> Character:
    return replace(character, elements=(Element("x.1", ElementKind.STATE, state, state),))


DEAD, CONSUMED = stated(FAFHRD, State.DEAD), stated(FAFHRD, State.CONSUMED)


def after(character: Character, act: Act) -> Character:
    """The character after an act, whose inverse gives it back exactly."""
    change = act.change_of(character.id)
    changed = apply(character, change)
    assert apply(changed, inverse(change)) == character
    return changed


def test_equipment_changes_only_what_is_given() -> None:
    act = equip(MOUSER, CAMPAIGN, armour="aucune")
    assert after(MOUSER, act) == replace(MOUSER, armour="aucune")
    assert (act.before.armour, act.after.armour, act.armour_class) == ("cuir", "aucune", (13, 12))
    assert act.change_of(1) == (Set("armour", "cuir", "aucune"),)


def test_another_weapon_brings_its_usual_damage() -> None:
    assert after(MOUSER, equip(MOUSER, CAMPAIGN, weapon="dague")).damage == "1d4"
    assert after(MOUSER, equip(MOUSER, CAMPAIGN, weapon="Griffe de Chat")).damage == ""
    assert after(MOUSER, equip(MOUSER, CAMPAIGN, weapon="dague", damage="1d4+1")).damage == "1d4+1"
    assert after(MOUSER, equip(MOUSER, CAMPAIGN, damage="2d4")) == replace(MOUSER, damage="2d4")


def test_a_hindered_class_is_said() -> None:
    """CLA-6."""
    both = replace(MOUSER, classes=(*MOUSER.classes, *FAFHRD.classes))
    act = equip(both, CAMPAIGN, armour="plates", shield=True)
    assert act.warnings == ("Voleur : ni talent ni sort ainsi équipé.",)
    assert act.armour_class == (13, 19)


def test_equipment_refusals() -> None:
    with pytest.raises(ForbiddenArmour):
        equip(MOUSER, CAMPAIGN, armour="plates")
    with pytest.raises(ForbiddenShield):
        equip(MOUSER, CAMPAIGN, shield=True)
    with pytest.raises(UnknownArmour):
        equip(MOUSER, CAMPAIGN, armour="mithril")
    with pytest.raises(DiceError):
        equip(MOUSER, CAMPAIGN, damage="beaucoup")
    with pytest.raises(NothingChanges):
        equip(MOUSER, CAMPAIGN, armour="cuir")
    with pytest.raises(NothingChanges):
        equip(MOUSER, CAMPAIGN)
    with pytest.raises(Archived, match="restaurer"):
        equip(SHELVED, CAMPAIGN, armour="aucune")


@pytest.mark.parametrize("opened", [False, True])
def test_a_ghoul_takes_a_shield_by_setting(opened: bool) -> None:
    """PEU-2."""
    ghoul = replace(FAFHRD, people_key="goule", armour="aucune")
    campaign = replace(CAMPAIGN, settings=Settings(goule_bouclier=opened))
    if opened:
        assert after(ghoul, equip(ghoul, campaign, shield=True)).shield
    else:
        with pytest.raises(ForbiddenShield):
            equip(ghoul, campaign, shield=True)


def test_a_name_is_cleaned() -> None:
    act = rename(MOUSER, "  Le   Souricier ")
    assert (act.before, act.after, after(MOUSER, act).name) == (
        "Souricier Gris",
        "Le Souricier",
        "Le Souricier",
    )
    with pytest.raises(NothingChanges):
        rename(MOUSER, " Souricier Gris ")
    with pytest.raises(BadName):
        rename(MOUSER, "\u202e")
    with pytest.raises(Archived):
        rename(SHELVED, "Gris")


def test_archiving_is_reversible_and_leaves_the_player_free() -> None:
    act = archive(MOUSER)
    assert (act.was_active, after(MOUSER, act)) == (True, SHELVED)
    assert after(SHELVED, restore(SHELVED)) == replace(MOUSER, active=False)
    with pytest.raises(Archived):
        archive(SHELVED)
    with pytest.raises(NotArchived):
        restore(MOUSER)


def test_activating_takes_the_previous_one_away_first() -> None:
    """CRE-3: one active character a player, at every moment."""
    act = activate(FAFHRD, MOUSER)
    assert [entry.character_id for entry in act.changes] == [MOUSER.id, FAFHRD.id]
    assert (after(MOUSER, act).active, after(FAFHRD, act).active, act.previous) == (
        False,
        True,
        "Souricier Gris",
    )
    assert [entry.character_id for entry in activate(FAFHRD).changes] == [FAFHRD.id]


@pytest.mark.parametrize(
    ("character", "refusal", "words"),
    [
        (SHELVED, Archived, "restaurer"),
        (DEAD, CannotActivate, "est mort"),
        (CONSUMED, CannotActivate, "consumé"),
        (replace(FAFHRD, player_id=None), CannotActivate, "n’a pas de joueur"),
        (MOUSER, NothingChanges, "déjà"),
    ],
)
def test_who_is_not_activated(character: Character, refusal: type[Exception], words: str) -> None:
    """COR-5, HER-1."""
    with pytest.raises(refusal, match=words):
        activate(character)


def test_a_character_given_is_active_only_where_the_place_is_free() -> None:
    """CRE-3."""
    taken = replace(FAFHRD, player_id=7, active=True)
    act = give(MOUSER, 7, taken)
    assert after(MOUSER, act) == replace(MOUSER, player_id=7, active=False)
    assert (act.before, act.after, act.was_npc, act.active, act.left) == (42, 7, False, False, True)
    assert after(MOUSER, give(MOUSER, 7)) == replace(MOUSER, player_id=7)
    assert not give(DEAD, 7).active


def test_a_character_given_takes_the_place_of_a_consumed_one() -> None:
    """COR-5: the consumed one steps down first."""
    consumed = replace(CONSUMED, player_id=7, active=True)
    act = give(MOUSER, 7, consumed)
    assert [entry.character_id for entry in act.changes] == [consumed.id, MOUSER.id]
    assert (after(consumed, act).active, after(MOUSER, act).active) == (False, True)


def test_an_npc_given_to_a_player_becomes_a_player_character() -> None:
    npc = replace(FAFHRD, npc=True, player_id=None)
    act = give(npc, 7)
    assert (after(npc, act).npc, act.was_npc) == (False, True)


def test_who_is_not_given() -> None:
    with pytest.raises(NothingChanges):
        give(MOUSER, 42)
    with pytest.raises(ConsumedGift):
        give(CONSUMED, 7)
    with pytest.raises(Archived):
        give(SHELVED, 7)
