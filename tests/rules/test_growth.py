"""Experience in play: shared, adjusted, capped; levels gained and taken back (CLA-4, CLA-6)."""

import pytest

from rules import growth
from rules.changes import apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.growth import ExperienceAct, NobodyPlays, NoExperience
from rules.madness import NothingChanges
from rules.roster import Archived
from tests.characters import black_magician, monster, thief, warrior
from tests.dice import ScriptedDice

TWO = (ClassTrack("guerrier", 0, (8,)), ClassTrack("voleur", 0, (4,)))
# FOR 16 (+10 %), DEX 15 (+5 %): the book's example.
FIGHTER_THIEF = warrior(classes=TWO, scores=(16, 15, 12, 10, 9, 13))


def after(one: Character, gain: int, *faces: int) -> tuple[Character, ExperienceAct]:
    dice = ScriptedDice(*faces)
    act = growth.give([one], gain, dice)
    assert dice.left == 0
    return apply(one, act.change_of(one.id)), act


def test_a_gain_is_shared_then_adjusted_class_by_class() -> None:
    """CLA-6: 1 000 PX, FOR 16, DEX 15 → 550 and 525."""
    one, act = after(FIGHTER_THIEF, 1_000)
    assert [track.experience for track in one.classes] == [550, 525]
    assert [grown.adjustment for grown in act.growths[0].classes] == [10, 5]


def test_a_gain_is_cut_once_a_class() -> None:
    """20 000 ÷ 3, +5 % → 7 000, where cutting the third first would give 6 999."""
    three = tuple(ClassTrack(key, 0, (die,)) for key, die in (("guerrier", 8), ("voleur", 4), ("barbare", 6)))
    one = warrior(classes=three, scores=(15, 15, 15, 10, 9, 13))
    grown, _ = after(one, 20_000, 8, 8, 1, 1, 1, 6, 6)
    assert [track.experience for track in grown.classes] == [7_000] * 3


def test_hit_dice_are_divided_and_fractions_kept() -> None:
    """Guerrier 2 with a 5, voleur 2 with a 2: 12 ÷ 2, then + 7 ÷ 2 = 9 ½, read 9."""
    one, act = after(FIGHTER_THIEF, 3_800, 5, 2)
    assert [track.level for track in one.classes] == [2, 2]
    assert one.max_hit_points == 9
    more, _ = after(one, 3_800, 1, 1)
    assert more.max_hit_points == 10, "9 ½ + 1, not 9 + 1"
    assert act.growths[0].hit_points == ((6, 6), (9, 9))


def test_a_level_shows_saves_and_attack() -> None:
    one, act = after(warrior(classes=(ClassTrack("guerrier", 8_000, (8, 5, 5)),)), 1_000, 7)
    (growth_,) = act.growths
    assert growth_.classes[0].level == (3, 4)
    assert growth_.attack == (1, 2)
    assert growth_.saves == ((15, 12, 14, 13, 16), (13, 10, 12, 11, 14))
    assert one.classes[0].hit_dice == (8, 5, 5, 7)


def test_a_magician_gains_slots_and_stops_at_20_001() -> None:
    one, act = after(black_magician(classes=(ClassTrack("magicien_noir", 19_000, (4, 2, 3, 2)),)), 5_000, 3)
    (grown,) = act.growths[0].classes
    assert one.classes[0].experience == 20_001
    assert grown.level == (4, 5)
    assert grown.slots == ((2, 2), (2, 2, 1))
    assert grown.lost == 19_000 + 5_250 - 20_001
    with pytest.raises(NothingChanges):
        growth.give([one], 100, ScriptedDice())


def test_a_magicians_other_class_goes_on() -> None:
    tracks = (
        ClassTrack("magicien_noir", 20_001, (4, 2, 3, 2, 1)),
        ClassTrack("guerrier", 10_000, (8, 1, 1, 1)),
    )
    one, _ = after(black_magician(classes=tracks, scores=(10, 12, 10, 10, 8, 9)), 2_000)
    assert [track.experience for track in one.classes] == [20_001, 11_000]


def test_an_npc_magician_is_not_stopped() -> None:
    one, _ = after(
        black_magician(npc=True, classes=(ClassTrack("magicien_noir", 20_001, (4, 2, 3, 2, 1)),)), 20_000, 4
    )
    assert one.level == 6


def test_experience_taken_back_lowers_all_that_it_had_raised() -> None:
    start = warrior(classes=(ClassTrack("guerrier", 8_000, (8, 5, 5)),), wounds=4)
    high, _ = after(start, 10_000, 7, 6)
    assert (high.level, high.hit_points) == (5, start.hit_points + 7 + 6 + 2)
    low, act = after(high, -10_000)
    assert (low.level, low.hit_points, low.max_hit_points) == (3, start.hit_points, start.max_hit_points)
    assert act.growths[0].attack == (3, 1)


def test_a_level_found_again_keeps_the_dice_first_thrown() -> None:
    """Nobody loses experience to throw a better die."""
    start = warrior(classes=(ClassTrack("guerrier", 8_000, (8, 5, 5)),))
    high, _ = after(start, 1_000, 1)
    low, _ = after(high, -1_000)
    again, act = after(low, 1_000)
    assert again == high
    assert act.growths[0].classes[0].known == (1,)
    assert act.growths[0].classes[0].thrown == ()


def test_experience_does_not_fall_under_zero() -> None:
    one, _ = after(FIGHTER_THIEF, 1_000)
    gone, _ = after(one, -50_000)
    assert [track.experience for track in gone.classes] == [0, 0]
    with pytest.raises(NothingChanges):
        growth.give([gone], -1, ScriptedDice())


def test_a_level_lost_never_fells_who_stands() -> None:
    start = warrior(wounds=32)
    assert start.hit_points > 0
    low, _ = after(start, -15_000)
    assert low.hit_points == 1


@pytest.mark.parametrize("gain", [15_000, -15_000])
def test_a_level_neither_heals_nor_worsens_who_is_down(gain: int) -> None:
    out = Element("1", ElementKind.STATE, State.UNCONSCIOUS)
    start = warrior(wounds=warrior().max_hit_points, elements=(out,))
    assert after(start, gain, *([8] if gain > 0 else []))[0].hit_points == 0


def test_levels_after_the_ninth_add_a_fixed_number() -> None:
    nine = warrior(classes=(ClassTrack("guerrier", 240_001, (8,) * 9),), scores=(10, 12, 14, 10, 9, 13))
    ten, act = after(nine, 120_000)
    assert (ten.level, ten.max_hit_points) == (10, nine.max_hit_points + 2)
    assert act.growths[0].classes[0].fixed == 2


def test_a_thief_sees_its_skills_grow() -> None:
    _, act = after(thief(classes=(ClassTrack("voleur", 10_001, (4, 3, 2, 3, 2)),)), 10_000, 4)
    assert ("crochetage", 35, 45) in act.growths[0].skills
    assert all(key != "ecoute" or (old, new) == (3, 4) for key, old, new in act.growths[0].skills)


def test_an_inverse_gives_everything_back() -> None:
    down = warrior(wounds=warrior().max_hit_points + 9)
    for start, gain, faces in (
        (warrior(wounds=32), -15_000, ()),
        (FIGHTER_THIEF, 3_800, (5, 2)),
        (down, 15_000, (8,)),
        (down, -15_000, ()),
    ):
        one, act = after(start, gain, *faces)
        assert apply(one, inverse(act.change_of(start.id))) == start


def test_all_means_each_active_player_character() -> None:
    everyone = [
        warrior(),
        thief(active=False),
        black_magician(),
        monster(),
        warrior(id=9, npc=True),
        warrior(id=10, elements=(Element("1", ElementKind.STATE, State.DEAD),)),
        warrior(id=11, archived=True),
    ]
    assert [one.id for one in growth.players(everyone)] == [1, 3]


def test_one_act_for_all_where_a_capped_one_does_not_stop_the_others() -> None:
    capped = black_magician(classes=(ClassTrack("magicien_noir", 20_001, (4, 2, 3, 2, 1)),))
    act = growth.give([warrior(), capped], 100, ScriptedDice(), everyone=True)
    assert [change.character_id for change in act.changes] == [1]
    assert act.growths[1].classes[0].lost == 105
    assert act.character_id is None


def test_what_is_refused() -> None:
    for refusal, who, gain in (
        (NobodyPlays, [], 100),
        (NoExperience, [monster()], 100),
        (Archived, [warrior(archived=True)], 100),
        (NothingChanges, [warrior()], 0),
    ):
        with pytest.raises(refusal):
            growth.give(who, gain, ScriptedDice())
