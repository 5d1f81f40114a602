"""Facts computed from a character: level, scores, hit points, stage, states (CAR-5, COR-2, HOR-5, SAN-3)."""

from itertools import product

import pytest

from rules.abilities import Ability
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.classes import CLASSES
from tests.characters import black_magician, monster, thief, warrior

DEAD = Element("9.mort", ElementKind.STATE, State.DEAD, "mort")
CONSUMED = Element("9.consume", ElementKind.STATE, State.CONSUMED, "consumé")
UNCONSCIOUS = Element("9.inconscient", ElementKind.STATE, State.UNCONSCIOUS, "inconscient")
FAINTED = Element("9.horreur", ElementKind.STATE, State.FAINTED, "Évanouissement", ends_at=60)


def loss(*losses: tuple[Ability, int], number: int = 1) -> Element:
    return Element(f"9.palier{number}", ElementKind.ALTERATION, f"alteration{number}", losses=losses)


class TestLevel:
    def test_of_one_class(self) -> None:
        assert warrior().level == 5

    def test_of_several_classes_is_the_highest(self) -> None:
        """HER-1: « multiclassé : le plus haut niveau de classe »."""
        both = (ClassTrack("guerrier", 4_065, (8, 1, 1)), ClassTrack("voleur", 10_001, (4,) * 5))
        assert [track.level for track in both] == [3, 5]
        assert warrior(classes=both).level == 5
        assert warrior(classes=both[::-1]).level == 5

    @pytest.mark.parametrize(("hit_dice", "level"), [(None, 0), (0, 0), (1, 1), (7, 7), (20, 20)])
    def test_without_class_is_the_hit_dice(self, hit_dice: int | None, level: int) -> None:
        """HOR-5."""
        assert monster(hit_dice=hit_dice).level == level

    def test_of_an_npc_with_a_class_ignores_hit_dice(self) -> None:
        assert warrior(npc=True, hit_dice=12).level == 5


class TestScores:
    @pytest.mark.parametrize("ability", Ability)
    def test_losses_stop_at_zero(self, ability: Ability) -> None:
        """CAR-5, COR-3."""
        for base, lost in product(range(19), (0, 1, 2, 5, 18)):
            scores = tuple(base if one is ability else 10 for one in Ability)
            one = warrior(scores=scores, elements=(loss((ability, -lost)),))
            assert one.score(ability) == max(0, base - lost)
            assert all(one.score(other) == 10 for other in Ability if other is not ability)

    def test_wisdom_lost_to_the_stages(self) -> None:
        """COR-3: Ahriman has SAG 8."""
        assert [black_magician(wisdom_lost=lost).wisdom for lost in range(11)] == [
            8,
            7,
            6,
            5,
            4,
            3,
            2,
            1,
            0,
            0,
            0,
        ]

    def test_losses_add_up(self) -> None:
        both = (loss((Ability.STRENGTH, -2)), loss((Ability.STRENGTH, -3), (Ability.WISDOM, -1), number=2))
        one = warrior(elements=both, wisdom_lost=2)
        assert (one.score(Ability.STRENGTH), one.wisdom) == (11, 6)

    def test_an_unknown_score_stays_unknown_and_weighs_nothing(self) -> None:
        rat = monster(wisdom_lost=3)
        assert [rat.score(ability) for ability in Ability] == [None] * 6
        assert [rat.modifier(ability) for ability in Ability] == [0] * 6

    def test_the_modifier_follows_the_score_of_the_moment(self) -> None:
        """CAR-2: under 3 it stays −3, over 18 it stays +3."""
        modifiers = [-3, -3, -3, -3, -2, -2, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3]
        for score, modifier in enumerate(modifiers):
            lower = warrior(scores=(score + 2,) * 6, elements=(loss((Ability.CHARISMA, -2)),))
            assert lower.modifier(Ability.CHARISMA) == modifier


class TestHitPoints:
    def test_the_maximum_counts_constitution_at_each_level(self) -> None:
        """PV: d8s of 8, 5, 5, 5, 5 and CON 14 (+1)."""
        assert warrior().max_hit_points == 33
        assert warrior(scores=(16, 12, 9, 10, 9, 13)).max_hit_points == 28

    def test_each_level_gives_at_least_one(self) -> None:
        """CAR-3: CON 3 (−3) and dice of 4, 1, 1, 2, 3."""
        weak = thief(scores=(10, 17, 3, 13, 10, 12), classes=(ClassTrack("voleur", 10_001, (4, 1, 1, 2, 3)),))
        assert weak.max_hit_points == 5

    def test_fractions_of_two_classes_are_cut_once(self) -> None:
        """CLA-6: (8 + 3 + 4 + 2) / 2 is 8.5, shown as 8."""
        both = (ClassTrack("guerrier", 2_035, (8, 3)), ClassTrack("voleur", 1_251, (4, 2)))
        assert warrior(classes=both, scores=(10,) * 6).max_hit_points == 8

    def test_the_maximum_is_at_least_one(self) -> None:
        assert warrior(hit_point_correction=-500).max_hit_points == 1
        assert monster(fixed_hit_points=None).max_hit_points == 1

    def test_they_stay_between_minus_ten_and_the_maximum(self) -> None:
        """SAN-3."""
        shown = [warrior(wounds=wounds).hit_points for wounds in range(50)]
        assert shown == [*range(33, -10, -1), *[-10] * 7]

    def test_a_creature_has_those_given(self) -> None:
        assert monster(wounds=4).hit_points == 5


def test_a_stage_is_ten_points() -> None:
    """COR-3: « à chaque palier (10, 20, 30… points) »."""
    reached = {
        points: black_magician(corruption=points).stage for points in (0, 9, 10, 19, 20, 29, 30, 99, 100)
    }
    assert reached == {0: 0, 9: 0, 10: 1, 19: 1, 20: 2, 29: 2, 30: 3, 99: 9, 100: 10}


class TestStates:
    @pytest.mark.parametrize(("clock", "there"), [(0, True), (59, True), (60, False), (61, False)])
    def test_a_state_ends_on_the_clock(self, clock: int, there: bool) -> None:
        """SEA-5: « toute durée devient une échéance sur l’horloge »."""
        assert warrior(elements=(FAINTED,)).has(State.FAINTED, clock) is there

    def test_a_state_without_end_lasts(self) -> None:
        assert list(warrior(elements=(FAINTED, UNCONSCIOUS)).states(10**9)) == [UNCONSCIOUS]

    def test_a_trouble_is_no_state(self) -> None:
        trouble = Element("9.folie0", ElementKind.TROUBLE, State.FAINTED)
        assert not warrior(elements=(trouble,)).has(State.FAINTED)

    @pytest.mark.parametrize("elements", [(), (FAINTED,), (UNCONSCIOUS,), (DEAD,)])
    def test_dying_at_zero_or_less_unless_stabilised_or_dead(self, elements: tuple[Element, ...]) -> None:
        """SAN-3."""
        for wounds in range(28, 45):
            expected = wounds >= 33 and elements not in ((UNCONSCIOUS,), (DEAD,))
            assert warrior(wounds=wounds, elements=elements).dying is expected

    def test_a_creature_dies_too(self) -> None:
        assert monster(wounds=9).dying
        assert not monster(wounds=8).dying

    @pytest.mark.parametrize(
        ("one", "playable"),
        [
            (warrior(), True),
            (warrior(active=False), True),
            (warrior(wounds=40), True),
            (warrior(elements=(UNCONSCIOUS, FAINTED)), True),
            (monster(), True),
            (warrior(archived=True), False),
            (warrior(elements=(DEAD,)), False),
            (warrior(elements=(CONSUMED,)), False),
        ],
    )
    def test_in_play_unless_dead_consumed_or_archived(self, one: Character, playable: bool) -> None:
        """HER-1: « ni mort, ni consumé, ni archivé (actif ou non) »."""
        assert one.playable is playable


def test_every_class_is_known_by_its_key() -> None:
    assert {ClassTrack(key, 0, (1,)).character_class.key for key in CLASSES} == set(CLASSES)
    assert warrior().people is not None
    assert monster().people is None
