"""JET-1, JET-2, JET-4 over every face; saves of each character (CLA-6, PEU-3, CAR-3, HOR-5)."""

from dataclasses import replace
from itertools import product

import pytest

from rules.abilities import Ability
from rules.character import Character, ClassTrack, Element, ElementKind
from rules.checks import Check, Direction, Modifier, modifiers
from rules.rolls import (
    OutOfPlay,
    TooManyDice,
    UnknownScore,
    ability_check,
    free_roll,
    save,
    save_target,
    saving_throw,
)
from rules.saves import SaveCategory
from tests.characters import black_magician, campaign, monster, thief, warrior
from tests.dice import ScriptedDice

FACES = range(1, 21)
MODIFIERS = range(-20, 21)


def passes_under(face: int, modifier: int, score: int, naturals: bool) -> bool:
    """JET-1 and JET-4, said the other way round: how high the face may be."""
    if naturals and face == 1:
        return True
    if naturals and face == 20:
        return False
    highest = score + modifier
    return face in range(1, highest + 1)


def passes_over(face: int, modifier: int, target: int, naturals: bool) -> bool:
    """JET-2 and JET-4, said the other way round: how low the face may be."""
    if naturals and face == 20:
        return True
    if naturals and face == 1:
        return False
    lowest = target - modifier
    return face not in range(1, lowest)


@pytest.mark.parametrize("naturals", [False, True])
def test_an_ability_check_on_every_face(naturals: bool) -> None:
    for face, modifier, score in product(FACES, MODIFIERS, range(26)):
        check = Check(
            label="FOR",
            direction=Direction.UNDER,
            die=face,
            target=score,
            modifiers=modifiers((modifier, "situation")),
            naturals=naturals,
        )
        assert check.success is passes_under(face, modifier, score, naturals), check


@pytest.mark.parametrize("naturals", [False, True])
def test_a_save_on_every_face(naturals: bool) -> None:
    for face, modifier, target in product(FACES, MODIFIERS, range(4, 19)):
        check = Check(
            label="souffles",
            direction=Direction.OVER,
            die=face,
            target=target,
            modifiers=modifiers((modifier, "situation")),
            naturals=naturals,
        )
        assert check.success is passes_over(face, modifier, target, naturals), check


def test_modifiers_add_up_and_a_zero_is_not_named() -> None:
    named = modifiers((2, "peuple"), (0, "rien"), (-3, "situation"))
    assert named == (Modifier(2, "peuple"), Modifier(-3, "situation"))
    over = Check(label="", direction=Direction.OVER, die=10, target=10, modifiers=named)
    under = Check(label="", direction=Direction.UNDER, die=10, target=10, modifiers=named)
    assert (over.total, under.total) == (9, 11)


def test_another_face_keeps_all_the_rest() -> None:
    check = Check(label="", direction=Direction.OVER, die=3, target=10, modifiers=modifiers((2, "peuple")))
    assert check.with_die(8) == replace(check, die=8)
    assert check.with_die(8).success


@pytest.mark.parametrize("ability", Ability)
def test_an_ability_check_is_on_the_score_as_it_is_now(ability: Ability) -> None:
    """JET-1: the score, losses taken, and not its modifier."""
    thinness = Element("x", ElementKind.ALTERATION, "14", "maigreur", losses=((Ability.STRENGTH, -2),))
    fafhrd = warrior(elements=(thinness,), wisdom_lost=3)
    expected = {"for": 14, "dex": 12, "con": 14, "int": 10, "sag": 6, "cha": 13}[ability]
    act = ability_check(fafhrd, ability, campaign(), ScriptedDice(7), -1)
    assert (act.check.target, act.check.total) == (expected, 8)
    assert (act.character_id, act.name, act.changes) == (fafhrd.id, "Fafhrd", ())


def test_what_cannot_be_thrown() -> None:
    with pytest.raises(UnknownScore):
        ability_check(monster(), Ability.WISDOM, campaign(), ScriptedDice())
    with pytest.raises(OutOfPlay):
        ability_check(warrior(archived=True), Ability.WISDOM, campaign(), ScriptedDice())
    with pytest.raises(OutOfPlay):
        saving_throw(warrior(archived=True), SaveCategory.DEATH, campaign(), ScriptedDice())


# The rows of regles.md: (first level, last level) → the five columns.
WARRIOR = {
    (1, 3): (15, 12, 14, 13, 16),
    (4, 6): (13, 10, 12, 11, 14),
    (7, 9): (9, 8, 10, 9, 12),
    (10, 12): (7, 6, 8, 7, 10),
    (13, 15): (5, 4, 6, 5, 8),
}
ROGUE = {
    (1, 4): (16, 14, 13, 15, 14),
    (5, 8): (14, 12, 11, 13, 12),
    (9, 12): (12, 10, 9, 11, 10),
    (13, 15): (10, 8, 7, 9, 8),
}
MAGICIAN = {(1, 5): (16, 13, 13, 13, 14), (6, 10): (14, 11, 11, 11, 12), (11, 15): (12, 9, 9, 9, 8)}
TABLES = {"guerrier": WARRIOR, "voleur": ROGUE, "magicien_noir": MAGICIAN}


def row(key: str, level: int) -> tuple[int, ...]:
    return next(targets for (first, last), targets in TABLES[key].items() if first <= level <= last)


def of_classes(*levels: tuple[str, int]) -> Character:
    """A character of these classes, each at its own level."""
    tracks = []
    for key, level in levels:
        track = ClassTrack(key, 0, (1,) * min(level, 9))
        tracks.append(replace(track, experience=track.character_class.threshold(level)))
    return warrior(classes=tuple(tracks))


def targets(character: Character) -> tuple[int, ...]:
    return tuple(save_target(character, category) for category in SaveCategory)


@pytest.mark.parametrize("key", TABLES)
def test_a_class_saves_at_its_row(key: str) -> None:
    for level in range(1, 16):
        assert targets(of_classes((key, level))) == row(key, level), level


def test_several_classes_save_at_the_best_column_by_column() -> None:
    """CLA-6: all pairs of levels, and the three classes together."""
    for first, second in product(range(1, 16), repeat=2):
        for one, other in (
            ("guerrier", "voleur"),
            ("guerrier", "magicien_noir"),
            ("voleur", "magicien_noir"),
        ):
            both = zip(row(one, first), row(other, second), strict=True)
            assert targets(of_classes((one, first), (other, second))) == tuple(map(min, both))
    three = of_classes(("guerrier", 3), ("voleur", 4), ("magicien_noir", 3))
    assert targets(three) == (15, 12, 13, 13, 14)


@pytest.mark.parametrize(("hit_dice", "expected"), [(0, (17, 14, 16, 15, 18)), (1, WARRIOR[1, 3]), (6, WARRIOR[4, 6]), (15, WARRIOR[13, 15]), (40, WARRIOR[13, 15])])  # fmt: skip
def test_a_creature_saves_as_a_warrior_of_its_hit_dice(hit_dice: int, expected: tuple[int, ...]) -> None:
    """HOR-5: under one hit die, line 0; past the table, its last line."""
    assert targets(monster(hit_dice=hit_dice)) == expected


@pytest.mark.parametrize("category", SaveCategory)
@pytest.mark.parametrize("people", ["lankhmarien", "ilthmartien", "nordique", "goule"])
def test_a_people_s_bonus_counts_in_the_column_of_death_alone(category: SaveCategory, people: str) -> None:
    """PEU-3."""
    check = save(thief(people_key=people), category, campaign(), 10)
    gains = people in ("lankhmarien", "ilthmartien") and category is SaveCategory.DEATH
    assert check.total == (11 if gains else 10)
    assert [modifier.reason for modifier in check.modifiers] == ([f"{people.capitalize()}"] if gains else [])


@pytest.mark.parametrize("category", SaveCategory)
@pytest.mark.parametrize("magical", [None, False, True])
def test_wisdom_counts_against_magic(category: SaveCategory, magical: bool | None) -> None:
    """CAR-3: not said, spells and wands are magic, and the other columns are not."""
    act = saving_throw(black_magician(), category, campaign(), ScriptedDice(10), 2, magical=magical)
    counts = category in (SaveCategory.WANDS, SaveCategory.SPELLS) if magical is None else magical
    assert act.check.total == (11 if counts else 12)


def test_the_campaign_s_automatisms_reach_both_throws() -> None:
    played = campaign(naturels=True)
    assert ability_check(warrior(), Ability.STRENGTH, played, ScriptedDice(1), -20).check.success
    assert not saving_throw(warrior(), SaveCategory.DEATH, played, ScriptedDice(1), 20).check.success


def test_free_rolls_share_a_thousand_dice() -> None:
    assert len(free_roll("50d6", ScriptedDice(*[1] * 1000), 20).rolls) == 20
    with pytest.raises(TooManyDice) as refused:
        free_roll("51d6", ScriptedDice(), 20)
    assert (refused.value.dice, refused.value.times) == (51, 20)


@pytest.mark.parametrize("direction", list(Direction))
@pytest.mark.parametrize("naturals", [False, True])
@pytest.mark.parametrize("target", range(-4, 26))
def test_the_chance_counts_the_faces_that_pass(direction: Direction, naturals: bool, target: int) -> None:
    check = Check(label="FOR", direction=direction, die=1, target=target, naturals=naturals)
    wanted = sum(
        (face == 20 if direction is Direction.OVER else face == 1)
        if naturals and face in (1, 20)
        else (face >= target if direction is Direction.OVER else face <= target)
        for face in range(1, 21)
    )
    assert check.chance * 20 == wanted
