"""Horror: every save, every effect, every madness die (HOR-1 to HOR-5, FOL-1)."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from rules.abilities import Ability
from rules.changes import Change, apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.classes import CLASSES
from rules.horror import BadModifier, HorrorAct, Ordeal, Situation, face, save_check, standing_effect
from rules.horror_tables import DurationUnit
from rules.madness import TroubleRoll
from rules.rolls import OutOfPlay
from tests.characters import campaign, monster, thief, warrior
from tests.dice import ScriptedDice

HORRIBLE, UNBEARABLE = Situation.HORRIBLE, Situation.UNBEARABLE
MODIFIERS = {HORRIBLE: (-1, 0, 1), UNBEARABLE: (-4, -3, -2)}  # HOR-1

# « Poison, mort » by class, levels 1 to 15 (CLA, PMT).
WARRIOR = [12, 12, 12, 10, 10, 10, 8, 8, 8, 6, 6, 6, 4, 4, 4]
THIEF = [14, 14, 14, 14, 12, 12, 12, 12, 10, 10, 10, 10, 8, 8, 8]
MAGICIAN = [13, 13, 13, 13, 13, 11, 11, 11, 11, 11, 9, 9, 9, 9, 9]
DEATH = {
    "guerrier": WARRIOR,
    "barbare": WARRIOR,
    "rodeur": WARRIOR,
    "voleur": THIEF,
    "assassin": THIEF,
    "magicien_noir": MAGICIAN,
    "magicien_blanc": MAGICIAN,
}
PEOPLES = {"nordique": 0, "kvarch": 0, "mingol": 0, "goule": 0, "lankhmarien": 1, "ilthmartien": 1}

# Horreur column: the state, the seconds of a unit, and whether a d6 is thrown for how many.
ROUND, TURN, HOUR = 10, 600, 3600
EFFECTS: dict[int, tuple[State, int | None, bool]] = {
    1: (State.PARALYSED, ROUND, True),
    2: (State.FLEEING, ROUND, True),
    3: (State.FAINTED, ROUND, True),
    4: (State.PANICKED, None, False),
    5: (State.IN_CRISIS, None, False),
    6: (State.INCOHERENT, TURN, False),
    7: (State.EXHAUSTED, HOUR, True),
    8: (State.ENRAGED, None, False),
    9: (State.NAUSEOUS, None, False),
    10: (State.TEMPORARY_MADNESS, ROUND, True),
}
CLOCK = 86_400


def of_class(key: str, level: int, *others: tuple[str, int], people: str = "nordique") -> Character:
    """A character of one class or more, whose wisdom no horror reaches."""
    tracks = tuple(
        ClassTrack(one, CLASSES[one].threshold(at), (1,) * min(at, 9)) for one, at in ((key, level), *others)
    )
    return warrior(classes=tracks, people_key=people, scores=(10, 10, 10, 10, 30, 10))


def suffers(one: Character, *faces: int, ordeal: Ordeal | None = None) -> tuple[Character, HorrorAct]:
    """What these faces bring: every one of them is thrown, and the change can be taken back."""
    dice = ScriptedDice(*faces)
    act = face(one, ordeal or Ordeal(HORRIBLE), campaign(clock=CLOCK), dice, "7")
    assert dice.left == 0
    change = act.change_of(one.id)
    after = apply(one, change)
    assert apply(after, inverse(change)) == one
    return after, act


class TestSave:
    @pytest.mark.parametrize("key", DEATH)
    def test_every_face_level_and_modifier(self, key: str) -> None:
        """HOR-1, JET-2: d20 + situation ≥ the target of class and level."""
        for level, target in enumerate(DEATH[key], start=1):
            one = of_class(key, level)
            for situation, modifiers in MODIFIERS.items():
                for modifier, die in product(modifiers, range(1, 21)):
                    dice = ScriptedDice(die, 4, 1)
                    act = face(one, Ordeal(situation, modifier), campaign(), dice, "7")
                    assert act.check.success is (die + modifier >= target), (level, modifier, die)
                    assert (act.effect is None) is act.check.success

    @pytest.mark.parametrize("people", PEOPLES)
    def test_people_and_the_game_masters_adjustment_add_up(self, people: str) -> None:
        """HOR-1, PEU-3: the target of a warrior of level 1 is 12."""
        one = of_class("guerrier", 1, people=people)
        for adjustment, die in product((-5, -1, 0, 1, 5), range(1, 21)):
            act = face(one, Ordeal(HORRIBLE, 0, adjustment), campaign(), ScriptedDice(die, 4, 1), "7")
            assert act.check.success is (die + PEOPLES[people] + adjustment >= 12)

    def test_several_classes_save_at_their_best(self) -> None:
        """CLA-6."""
        for (one, other), low, high in product(combinations(DEATH, 2), (1, 5, 12), (2, 9, 15)):
            for levels in ((low, high), (high, low)):
                both = of_class(one, levels[0], (other, levels[1]))
                act = face(both, Ordeal(HORRIBLE), campaign(), ScriptedDice(20), "7")
                assert act.check.target == min(DEATH[one][levels[0] - 1], DEATH[other][levels[1] - 1])

    def test_a_creature_saves_as_a_warrior_of_its_hit_dice(self) -> None:
        """HOR-5: less than one hit die is line 0; past the table, the last line."""
        for hit_dice, target in enumerate([14, *WARRIOR, 4, 4, 4]):
            act = face(monster(hit_dice=hit_dice), Ordeal(HORRIBLE), campaign(), ScriptedDice(20), "7")
            assert act.check.target == target

    def test_each_modifier_is_named(self) -> None:
        act = face(thief(), Ordeal(UNBEARABLE, -3, 2), campaign(), ScriptedDice(20), "7")
        named = [(one.value, one.reason) for one in act.check.modifiers]
        assert named == [(1, "Lankhmarien"), (-3, "situation insoutenable"), (2, "ajustement du MdT")]

    @pytest.mark.parametrize(("situation", "default"), [(HORRIBLE, 0), (UNBEARABLE, -2)])
    def test_the_modifier_said_by_nobody(self, situation: Situation, default: int) -> None:
        """HOR-1: 0 and −2; wisdom never counts (CAR-3), horror is no magic."""
        wise = warrior(scores=(3, 3, 3, 3, 18, 3))
        assert face(wise, Ordeal(situation), campaign(), ScriptedDice(20), "7").check.total == 20 + default

    @pytest.mark.parametrize("situation", Situation)
    def test_a_modifier_outside_its_range_is_refused_before_any_die(self, situation: Situation) -> None:
        for modifier in set(range(-8, 6)) - set(MODIFIERS[situation]):
            with pytest.raises(BadModifier, match="−"):
                face(warrior(), Ordeal(situation, modifier), campaign(), ScriptedDice(), "7")

    @pytest.mark.parametrize("key", [State.DEAD, State.CONSUMED])
    def test_the_fallen_face_nothing_more(self, key: State) -> None:
        fallen = warrior(elements=(Element("1", ElementKind.STATE, key),))
        with pytest.raises(OutOfPlay):
            face(fallen, Ordeal(HORRIBLE), campaign(), ScriptedDice(), "7")

    def test_natural_faces_where_the_table_plays_them(self) -> None:
        """JET-4: on a save, 1 fails and 20 passes."""
        strong, weak = of_class("guerrier", 13), of_class("voleur", 1)
        naturals = campaign(naturels=True)
        assert face(strong, Ordeal(HORRIBLE, 1, 20), naturals, ScriptedDice(1, 4, 1), "7").effect is not None
        assert face(weak, Ordeal(HORRIBLE, -1, -20), naturals, ScriptedDice(20), "7").effect is None

    def test_a_success_changes_nothing(self) -> None:
        """HOR-3."""
        after, act = suffers(warrior(), 20)
        assert after == warrior()
        assert (act.changes, act.effect, act.points_die, act.points, act.madness) == ((), None, None, 0, None)


class TestEffect:
    @pytest.mark.parametrize("row", EFFECTS)
    @pytest.mark.parametrize("situation", Situation)
    def test_every_effect_duration_and_madness_die(self, row: int, situation: Situation) -> None:
        """HOR-2: 1d10, and 1d3 (horrible) or 1d4 + 1 (insoutenable) madness points."""
        state, unit, thrown = EFFECTS[row]
        one = of_class("guerrier", 1)
        points_dice = range(1, 4) if situation is HORRIBLE else range(1, 5)
        for amount, points_die, extra in product(range(1, 7) if thrown else (1,), points_dice, (0, 3)):
            faces = [1, row, *[amount] * thrown, *[5] * (row == 10), points_die]
            after, act = suffers(one, *faces, ordeal=Ordeal(situation, extra=extra))
            expected = points_die + extra if situation is HORRIBLE else points_die + 1 + extra
            assert after.madness == expected
            assert act.madness is not None
            assert (act.points_die, act.madness.before, act.madness.after) == (points_die, 0, expected)
            assert act.effect is not None
            (element,) = after.elements
            assert (element.kind, element.key) == (ElementKind.STATE, state)
            ends_at = None if unit is None else CLOCK + amount * unit
            assert element.ends_at == act.effect.ends_at == ends_at
            assert element.in_rounds is (unit == ROUND)
            assert act.effect.amount == (None if unit is None else amount)
            assert standing_effect(after, act, CLOCK) == element
            assert ends_at is None or standing_effect(after, act, ends_at) is None

    @pytest.mark.parametrize(("situation", "madness_die"), [(HORRIBLE, 3), (UNBEARABLE, 4)])
    def test_the_dice_are_those_of_the_book(self, situation: Situation, madness_die: int) -> None:
        """HOR-2: d20, d10 Horreur, d6 of duration, d10 Folie for row 10, d3 or d4, and a d10 a multiple."""
        thrown: list[int] = []

        class Ones:
            def roll(self, sides: int) -> int:
                thrown.append(sides)
                return 10 if thrown == [20, 10] else 1

        one = warrior(scores=(16, 12, 14, 10, 1, 13))
        face(one, Ordeal(situation), campaign(), Ones(), "7")
        assert thrown == [20, 10, 6, 10, madness_die, *[10] * (1 if situation is HORRIBLE else 2)]

    def test_units_are_those_of_the_book(self) -> None:
        units = {
            row: suffers(warrior(), 1, row, *[1] * EFFECTS[row][2], *[5] * (row == 10), 1)[1]
            for row in EFFECTS
        }
        said = {row: act.effect.unit for row, act in units.items() if act.effect}
        assert said == {
            **dict.fromkeys((1, 2, 3, 10), DurationUnit.ROUND),
            **dict.fromkeys((4, 5, 8, 9)),
            6: DurationUnit.TURN,
            7: DurationUnit.HOUR,
        }

    @pytest.mark.parametrize("trouble", range(1, 11))
    def test_temporary_madness_joins_no_lasting_trouble(self, trouble: int) -> None:
        """HOR-4: Horreur 10 throws the Folie column, for the time of the effect."""
        after, act = suffers(of_class("guerrier", 1), 1, 10, 3, trouble, 2)
        assert list(after.of_kind(ElementKind.TROUBLE)) == []
        (state,) = after.elements
        assert act.effect is not None
        assert act.effect.temporary_trouble == (trouble, state.text)
        assert state.ends_at == CLOCK + 30

    def test_a_temporary_trouble_is_not_already_suffered(self) -> None:
        """HOR-4: the same face on the lasting roll of the same horror is a new trouble. SAG 2, 2 points."""
        fragile = warrior(scores=(16, 12, 14, 10, 2, 13))
        after, act = suffers(fragile, 1, 10, 6, 5, 2, 5)
        assert act.madness is not None
        assert [roll.repeated for roll in act.madness.rolls] == [False]
        assert [element.key for element in after.of_kind(ElementKind.TROUBLE)] == ["amnesie"]

    def test_an_effect_lifted_is_no_longer_standing(self) -> None:
        after, act = suffers(warrior(), 1, 4, 1)
        assert standing_effect(after, act, CLOCK) is not None
        assert standing_effect(warrior(), act, CLOCK) is None


class TestMadness:
    def test_the_book_example_throws_twice(self) -> None:
        """FOL-1: « SAG 3, folie 2 → 7 : deux jets (3 et 6) »."""
        fragile = warrior(scores=(16, 12, 14, 10, 3, 13), madness=2)
        after, act = suffers(fragile, 1, 4, 4, 2, 7, ordeal=Ordeal(UNBEARABLE))
        assert act.madness is not None
        assert (act.madness.before, act.madness.after, act.madness.wisdom) == (2, 7, 3)
        assert act.madness.rolls == (TroubleRoll(2, "Délire"), TroubleRoll(7, "Paranoïa aiguë"))
        assert [element.key for element in after.of_kind(ElementKind.TROUBLE)] == ["delire", "paranoia"]

    def test_every_gain_throws_one_roll_a_multiple(self) -> None:
        """FOL-1, over every wisdom, madness, situation, die and extra: counted point by point."""
        for wisdom, before in product(range(1, 19), range(13)):
            one = warrior(scores=(16, 12, 14, 10, wisdom, 13), madness=before)
            for situation, extra in product(Situation, (0, 4)):
                die = 3 if situation is HORRIBLE else 4
                after = before + die + extra + (situation is UNBEARABLE)
                crossed = sum(1 for point in range(before + 1, after + 1) if point % wisdom == 0)
                faces = [number % 10 + 1 for number in range(crossed)]
                _, act = suffers(one, 1, 4, die, *faces, ordeal=Ordeal(situation, extra=extra))
                assert act.madness is not None
                assert [roll.die for roll in act.madness.rolls] == faces

    def test_a_trouble_already_suffered_is_noted_without_another_roll(self) -> None:
        """FOL-1: known before, or thrown twice in the same gain."""
        phobia = Element("3.folie0", ElementKind.TROUBLE, "phobie_grave", "Phobie grave : les rats")
        fragile = warrior(scores=(16, 12, 14, 10, 2, 13), madness=2, elements=(phobia,))
        after, act = suffers(fragile, 1, 4, 4, 1, 9, ordeal=Ordeal(UNBEARABLE))
        assert act.madness is not None
        assert [(roll.die, roll.repeated) for roll in act.madness.rolls] == [(1, True), (9, False)]
        troubles = [element.key for element in after.of_kind(ElementKind.TROUBLE)]
        assert troubles == ["phobie_grave", "personnalites_multiples"]
        _, twice = suffers(
            warrior(scores=(16, 12, 14, 10, 2, 13)), 1, 4, 4, 6, 6, ordeal=Ordeal(UNBEARABLE, extra=-1)
        )
        assert twice.madness is not None
        assert [roll.repeated for roll in twice.madness.rolls] == [False, True]

    def test_without_wisdom_the_effect_strikes_and_no_madness_is_counted(self) -> None:
        """HOR-5: no madness die is even thrown."""
        after, act = suffers(monster(), 1, 2, 4, ordeal=Ordeal(UNBEARABLE, extra=5))
        assert (after.madness, act.madness, act.points_die) == (0, None, None)
        assert after.has(State.FLEEING, CLOCK)

    def test_wisdom_at_zero_counts_points_without_a_roll(self) -> None:
        """FOL-1: « SAG inconnue ou ≤ 0 : aucun jet »."""
        after, act = suffers(warrior(wisdom_lost=9, madness=40), 1, 4, 3)
        assert after.wisdom == 0
        assert (after.madness, act.madness and act.madness.rolls) == (43, ())

    def test_the_wisdom_of_the_moment_counts(self) -> None:
        """FOL-1: « avec la SAG actuelle »: 9, of which 6 are lost."""
        lost = Element("2.palier3", ElementKind.ALTERATION, "a", losses=((Ability.WISDOM, -2),))
        after, _ = suffers(warrior(wisdom_lost=4, elements=(lost,), madness=2), 1, 4, 1, 10)
        assert [element.key for element in after.of_kind(ElementKind.TROUBLE)] == ["sautes_humeur"]


def test_elements_carry_the_identity_of_their_act() -> None:
    """Two elements of an act never share an identity."""
    fragile = warrior(scores=(16, 12, 14, 10, 1, 13))
    after, act = suffers(fragile, 1, 10, 1, 8, 4, 1, 2, 3, 4, 5, ordeal=Ordeal(UNBEARABLE))
    change: Change = act.change_of(1)
    assert len({element.uid for element in after.elements}) == len(after.elements) == 6
    assert all(element.uid.startswith("7.") for element in after.elements)
    assert len(change) == 7


def test_the_save_of_an_ordeal_is_known_before_its_throw() -> None:
    ordeal = Ordeal(Situation.UNBEARABLE, -4, 1)
    foreseen = save_check(warrior(), ordeal, campaign())
    thrown = face(warrior(), ordeal, campaign(), ScriptedDice(19), "k").check
    assert foreseen.with_die(19) == thrown
    assert foreseen.chance == Fraction(8, 20), "13 to 20"


def test_an_ordeal_that_cannot_be_throws_no_die() -> None:
    dice = ScriptedDice(19)
    with pytest.raises(BadModifier):
        face(warrior(), Ordeal(Situation.HORRIBLE, -4), campaign(), dice, "k")
    assert dice.left == 1
