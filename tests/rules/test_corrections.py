"""The game master's corrections: CLA-4, FOL-2, SAN-3, CAR-5."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.abilities import Ability
from rules.changes import apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.corrections import Correction, Field, NotForThisOne, correct
from rules.madness import NothingChanges
from rules.npcs import BadNumber
from rules.roster import Archived
from tests.dice import ScriptedDice

WARRIOR = Character(
    id=1,
    name="Fafhrd",
    player_id=42,
    classes=(ClassTrack("guerrier", 4_065, (8, 5, 6)),),
    scores=(16, 10, 10, 10, 12, 10),
    wounds=4,
)
MAGICIAN = replace(WARRIOR, classes=(ClassTrack("magicien_noir", 20_001, (4, 1, 1, 1, 1)),), wounds=0)
RAT = Character(id=2, name="Rat", npc=True, hit_dice=1, fixed_hit_points=5)


def done(character: Character, field: Field, value: int, *faces: int) -> tuple[Character, Correction]:
    """The character corrected, whose inverse gives it back; every face thrown."""
    dice = ScriptedDice(*faces)
    act = correct(character, field, value, dice, "k")
    assert dice.left == 0
    change = act.change_of(character.id)
    after = apply(character, change)
    back = apply(after, inverse(change))
    assert set(back.elements) == set(character.elements)
    assert replace(back, elements=character.elements) == character
    return after, act


def test_a_higher_level_throws_the_missing_hit_dice() -> None:
    after, act = done(WARRIOR, Field.LEVEL, 5, 2, 7)
    assert after.classes == (ClassTrack("guerrier", 16_251, (8, 5, 6, 2, 7)),)
    assert (act.before, act.after, act.levels[0].thrown) == (3, 5, (2, 7))
    assert act.hit_points == ((15, 19), (24, 28))


def test_a_lower_level_cuts_hit_dice_and_never_wounds() -> None:
    wounded = replace(WARRIOR, wounds=12)
    after, act = done(wounded, Field.LEVEL, 1)
    assert after.classes == (ClassTrack("guerrier", 0, (8,)),)
    assert act.hit_points == ((7, 19), (7, 8))


def test_levels_past_the_ninth_throw_no_die() -> None:
    after, _ = done(WARRIOR, Field.LEVEL, 12, *[1] * 6)
    assert (after.level, len(after.classes[0].hit_dice)) == (12, 9)


def test_a_players_magician_stops_at_level_five() -> None:
    """CLA-4: alone it is refused; beside another class, it stays at its cap; an NPC is free."""
    with pytest.raises(BadNumber, match="de 1 à 5"):
        done(MAGICIAN, Field.LEVEL, 6)
    both = replace(MAGICIAN, classes=(*WARRIOR.classes, ClassTrack("magicien_noir", 0, (4,))))
    after, act = done(both, Field.LEVEL, 6, 1, 1, 1, 2, 2, 2, 2)
    assert [track.level for track in after.classes] == [6, 5]
    assert [(level.before, level.after) for level in act.levels] == [(3, 6), (1, 5)]
    npc, _ = done(replace(MAGICIAN, npc=True), Field.LEVEL, 6, 3)
    assert npc.level == 6


def test_a_score_is_what_the_sheet_shows() -> None:
    """CAR-5: losses in play stay; the base moves under them."""
    thin = Element("c.1", ElementKind.ALTERATION, "maigreur", losses=((Ability.STRENGTH, -2),))
    bearer = replace(WARRIOR, elements=(thin,))
    after, act = done(bearer, Field.STRENGTH, 9)
    assert (act.before, after.score(Ability.STRENGTH), after.scores[0]) == (14, 9, 11)
    after, _ = done(bearer, Field.STRENGTH, 0)
    assert after.score(Ability.STRENGTH) == 0


def test_an_unknown_score_is_given() -> None:
    after, act = done(RAT, Field.WISDOM, 7)
    assert (act.before, after.wisdom, act.dues) == (None, 7, 0)


def test_a_lower_wisdom_owes_folie_rolls() -> None:
    """FOL-2: 12 points, wisdom 12 → 4: from 1 multiple to 3, two rolls owed; a rise owes none."""
    mad = replace(WARRIOR, madness=12)
    after, act = done(mad, Field.WISDOM, 4)
    assert act.dues == len(list(after.of_kind(ElementKind.MADNESS_DUE))) == 2
    assert done(mad, Field.WISDOM, 15)[1].dues == 0


def test_a_lower_constitution_never_wounds() -> None:
    tough = replace(WARRIOR, scores=(16, 10, 18, 10, 12, 10), wounds=20)
    after, act = done(tough, Field.CONSTITUTION, 10)
    assert act.hit_points == ((8, 28), (8, 19))
    assert after.wounds == 11


@pytest.mark.parametrize("value", [-10, 0, 1, 19])
def test_hit_points_are_set(value: int) -> None:
    """SAN-3: from −10 to the maximum; above 0, no longer dead or unconscious."""
    states = (State.DEAD, State.UNCONSCIOUS, State.CONSUMED)
    fallen = replace(
        WARRIOR,
        wounds=22,
        elements=tuple(Element(f"x.{state}", ElementKind.STATE, state, state) for state in states),
    )
    after, act = done(fallen, Field.HIT_POINTS, value)
    assert after.hit_points == value
    assert act.lifted == (("mort", "inconscient") if value > 0 else ())
    assert (after.dead, after.consumed) == (value <= 0, True)


def test_the_maximum_is_set() -> None:
    after, _ = done(WARRIOR, Field.MAX_HIT_POINTS, 30)
    assert (after.hit_points, after.max_hit_points) == (26, 30)
    after, _ = done(WARRIOR, Field.MAX_HIT_POINTS, 3)
    assert (after.hit_points, after.max_hit_points) == (3, 3)
    after, _ = done(replace(RAT, hit_point_correction=-50), Field.MAX_HIT_POINTS, 2)
    assert after.max_hit_points == 2


def test_gold_hit_dice_and_armour_class_are_set() -> None:
    assert done(WARRIOR, Field.GOLD, 1_000)[0].gold == 1_000
    assert done(RAT, Field.HIT_DICE, 0)[0].level == 0
    assert done(RAT, Field.ARMOUR_CLASS, 14)[0].fixed_armour_class == 14


@pytest.mark.parametrize(
    ("character", "field", "value", "refusal"),
    [
        (RAT, Field.LEVEL, 2, NotForThisOne),
        (WARRIOR, Field.HIT_DICE, 2, NotForThisOne),
        (WARRIOR, Field.ARMOUR_CLASS, 15, NotForThisOne),
        (WARRIOR, Field.LEVEL, 0, BadNumber),
        (WARRIOR, Field.LEVEL, 16, BadNumber),
        (WARRIOR, Field.STRENGTH, 26, BadNumber),
        (WARRIOR, Field.STRENGTH, -1, BadNumber),
        (WARRIOR, Field.HIT_POINTS, 20, BadNumber),
        (WARRIOR, Field.HIT_POINTS, -11, BadNumber),
        (WARRIOR, Field.MAX_HIT_POINTS, 0, BadNumber),
        (WARRIOR, Field.GOLD, -1, BadNumber),
        (WARRIOR, Field.GOLD, 0, NothingChanges),
        (WARRIOR, Field.LEVEL, 3, NothingChanges),
        (WARRIOR, Field.HIT_POINTS, 15, NothingChanges),
        (replace(WARRIOR, archived=True), Field.GOLD, 1, Archived),
    ],
)
def test_refusals(character: Character, field: Field, value: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        correct(character, field, value, ScriptedDice(), "k")


def shown(character: Character, field: Field) -> int | None:
    if field.ability:
        return character.score(field.ability)
    return {
        Field.LEVEL: character.level,
        Field.HIT_POINTS: character.hit_points,
        Field.MAX_HIT_POINTS: character.max_hit_points,
        Field.GOLD: character.gold,
    }[field]


class HighestDice:
    """A source whose dice all show their highest face."""

    def roll(self, sides: int) -> int:
        return sides


@given(
    st.sampled_from([field for field in Field if field not in (Field.HIT_DICE, Field.ARMOUR_CLASS)]),
    st.integers(-15, 40),
    st.integers(0, 40),
    st.integers(-3, 3),
    st.integers(0, 30),
)
def test_the_sheet_shows_what_was_asked(
    field: Field, value: int, wounds: int, correction: int, madness: int
) -> None:
    """Whatever the character was, and undoing gives it back."""
    character = replace(
        WARRIOR, wounds=wounds, hit_point_correction=correction, madness=madness, wisdom_lost=2
    )
    try:
        act = correct(character, field, value, HighestDice(), "k")
    except (BadNumber, NothingChanges):
        return
    after = apply(character, act.change_of(1))
    assert shown(after, field) == value
    assert after.hit_points >= min(character.hit_points, after.max_hit_points) or field is Field.HIT_POINTS
    assert apply(after, inverse(act.change_of(1))) == character
