"""The chances told before a throw are those of the throw: every face is thrown, and counted."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules import corruption_preview, destiny, health, heroism, horror_preview, rolls, spellcraft, stroke_odds
from rules.abilities import Ability
from rules.acts import Act
from rules.attacks import Manner, attack, greatest_damage
from rules.changes import apply
from rules.character import Character
from rules.classes import SaveCategory
from rules.corruption import HarmlessSpell, NotBlackMagician, Occasion, threaten
from rules.damage import Damage
from rules.destiny import LastRoll
from rules.dice import roll
from rules.horror import BadModifier, Ordeal, Situation, face
from rules.rolls import OutOfPlay
from rules.spell_book import Unable
from rules.spells import SPELLS
from tests.characters import (
    black_magician,
    campaign,
    known,
    monster,
    ready,
    scene,
    thief,
    warrior,
    white_magician,
)
from tests.dice import ScriptedDice

FACES = range(1, 21)
HORRIBLE, UNBEARABLE = Situation.HORRIBLE, Situation.UNBEARABLE
MORE = (1,) * 30  # faces for whatever a failure brings


def share(passed: list[bool]) -> Fraction:
    return Fraction(sum(passed), len(passed))


def acts(face_thrown: int, *, naturals: bool = False) -> dict[str, tuple[Character, Act]]:
    """A roll of each kind that HER-5 throws again, made with this face."""
    dice = ScriptedDice(face_thrown, *MORE)
    table = campaign(naturels=naturals)
    dying = thief(wounds=30)
    mage = black_magician(corruption=20, stages_suffered=2)
    on = scene(warrior(), naturels=naturals)
    match_up = attack(on, monster(fixed_armour_class=15), dice, Manner(bonus=-1))
    thrown = {
        "horreur": (warrior(), face(warrior(), Ordeal(UNBEARABLE, -3, 1), table, d(face_thrown), "1")),
        "corruption": (mage, threaten(mage, 3, Occasion.CASTING, table, d(face_thrown), "1")),
        "mort": (dying, health.death_save(dying, table, d(face_thrown), "1", -2)),
        "caractéristique": (
            thief(),
            rolls.ability_check(thief(), Ability.DEXTERITY, table, d(face_thrown), -4),
        ),
        "sauvegarde": (thief(), rolls.saving_throw(thief(), SaveCategory.SPELLS, table, d(face_thrown), 2)),
    }
    return {**thrown, "attaque": (warrior(), match_up)}


def d(face_thrown: int) -> ScriptedDice:
    return ScriptedDice(face_thrown, *MORE)


class TestReroll:
    @pytest.mark.parametrize("naturals", [False, True])
    @pytest.mark.parametrize(
        "kind", ["horreur", "corruption", "mort", "caractéristique", "sauvegarde", "attaque"]
    )
    def test_the_chance_counts_the_faces_that_pass(self, kind: str, naturals: bool) -> None:
        """The first throw has failed, with all that it brings; each face is then thrown again, and judged."""
        worst = 20 if kind in ("corruption", "caractéristique") else 1
        before, first = acts(worst, naturals=naturals)[kind]
        after = apply(before, first.change_of(before.id))
        passed = []
        for one in FACES:
            on = scene(after, naturels=naturals)
            act = destiny.reroll(on, LastRoll(1, first, None), d(one), "2")
            second: Any = act.second
            passed.append(second.check.success)
        assert destiny.chance(first) == share(passed)
        assert 0 < share(passed) < 1

    def test_a_free_roll_has_no_target_and_no_chance(self) -> None:
        act = rolls.thrown_for(warrior(), rolls.free_roll("1d20+3", ScriptedDice(4)))
        assert destiny.can_reroll(act)
        assert destiny.chance(act) is None

    def test_a_spell_s_chance_is_its_corruption_s(self) -> None:
        mage = black_magician(elements=(*known("invisibilite"), *ready("invisibilite")))
        act = spellcraft.cast(mage, SPELLS["invisibilite"], campaign(), d(20), "1")
        assert destiny.chance(act) == Fraction(13, 20)

    def test_what_betrays_an_npc_is_not_public(self) -> None:
        hero, blow = acts(5)["attaque"]
        assert destiny.chance(blow) is not None
        assert destiny.public_chance(hero, blow) is None, "the monster's armour class (JET-3)"
        told = attack(scene(hero), monster(), ScriptedDice(5), Manner(armour_class=14))
        assert destiny.public_chance(hero, told) == told.check.chance, "a class told by the attacker"
        rat = monster(major=True, heroism=1)
        horror = face(rat, Ordeal(HORRIBLE), campaign(), d(20), "1")
        assert destiny.public_chance(rat, horror) is None
        assert destiny.public_chance(warrior(), acts(5)["horreur"][1]) == Fraction(9, 20)


class TestDeathSave:
    @pytest.mark.parametrize("naturals", [False, True])
    @pytest.mark.parametrize("dying", [thief(wounds=30), warrior(wounds=40), monster(wounds=9, major=True)])
    def test_the_chance_counts_the_faces_that_save(self, dying: Character, naturals: bool) -> None:
        table = campaign(naturels=naturals)
        passed = [health.death_save(dying, table, d(one), "1").check.success for one in FACES]
        assert health.death_check(dying, table).chance == share(passed)


class TestHorror:
    @pytest.mark.parametrize("naturals", [False, True])
    @pytest.mark.parametrize("extra", [0, 3])
    @pytest.mark.parametrize("madness", [0, 5, 7, 8, 17])
    @pytest.mark.parametrize("ordeal", [Ordeal(HORRIBLE, 1), Ordeal(UNBEARABLE), Ordeal(UNBEARABLE, -4, 3)])
    def test_every_face_of_both_dice_is_counted(
        self, ordeal: Ordeal, madness: int, extra: int, naturals: bool
    ) -> None:
        """Horreur 4 throws nothing more; then the die of madness; then Folie 1 for each multiple crossed."""
        one, table = warrior(madness=madness), campaign(naturels=naturals)  # SAG 9
        ordeal = replace(ordeal, extra=extra)
        told = horror_preview.preview(one, ordeal, table)
        sides = 3 if ordeal.situation is HORRIBLE else 4
        failed, crossed, points = [], [], set()
        for first in FACES:
            for second in range(1, sides + 1):
                act = face(one, ordeal, table, ScriptedDice(first, 4, second, *MORE), "1")
                failed.append(not act.check.success)
                crossed.append(bool(act.madness and act.madness.rolls))
                if act.madness:
                    points.add(act.madness.after - act.madness.before)
        assert told.failure == share(failed)
        assert told.crossing == share(crossed)
        assert told.points == (min(points), max(points))

    def test_it_names_what_the_save_is_made_of(self) -> None:
        told = horror_preview.preview(thief(), Ordeal(UNBEARABLE, -4, 2), campaign())
        thrown = face(thief(), Ordeal(UNBEARABLE, -4, 2), campaign(), d(20), "1")
        assert (told.check.target, told.check.modifiers) == (thrown.check.target, thrown.check.modifiers)
        assert (told.madness, told.wisdom, told.threshold) == (0, 10, 10)

    def test_madness_is_not_counted_without_wisdom(self) -> None:
        told = horror_preview.preview(monster(), Ordeal(HORRIBLE), campaign())
        assert (told.points, told.threshold, told.crossing) == (None, None, Fraction(0))
        assert told.failure == Fraction(11, 20)

    def test_what_would_be_refused_is_refused_at_once(self) -> None:
        with pytest.raises(BadModifier):
            horror_preview.preview(warrior(), Ordeal(HORRIBLE, -4), campaign())
        with pytest.raises(OutOfPlay):
            horror_preview.preview(warrior(archived=True), Ordeal(HORRIBLE), campaign())


class TestCorruption:
    @pytest.mark.parametrize("naturals", [False, True])
    @pytest.mark.parametrize("cumulative", [False, True])
    @pytest.mark.parametrize("points", [0, 9, 20, 39])
    @pytest.mark.parametrize("level", [2, 3, 8])
    def test_every_face_is_counted(self, level: int, points: int, cumulative: bool, naturals: bool) -> None:
        mage = black_magician(corruption=points, stages_suffered=points // 10)
        table = campaign(naturels=naturals, malus_cumule=cumulative)
        told = corruption_preview.preview(mage, level, Occasion.CASTING, table)
        thrown = [threaten(mage, level, Occasion.CASTING, table, d(one), "1") for one in FACES]
        assert told.corruption == share([act.corruption is not None for act in thrown])
        assert spellcraft.corruption_chance(mage, level, table) == told.corruption
        assert told.check.modifiers == thrown[0].check.modifiers

    @pytest.mark.parametrize(
        ("points", "suffered", "stage", "left"),
        [(0, 0, 1, 10), (9, 0, 1, 1), (10, 1, 2, 10), (29, 2, 3, 1), (12, 3, 4, 28), (20, 0, 3, 10)],
    )
    def test_the_next_stage_is_the_one_that_strikes(
        self, points: int, suffered: int, stage: int, left: int
    ) -> None:
        mage = black_magician(corruption=points, stages_suffered=suffered)
        told = corruption_preview.preview(mage, 2, Occasion.LEARNING, campaign())
        assert (told.stage, told.points_left) == (stage, left)
        before = replace(mage, corruption=points + left - 1)
        act = threaten(before, 2, Occasion.LEARNING, campaign(), d(20), "1")
        assert act.corruption is not None
        assert [one.stage for one in act.corruption.stages] == [stage]

    @pytest.mark.parametrize(
        ("wisdom", "stage", "consumed"), [(0, 3, True), (1, 3, True), (2, 3, False), (1, 2, False)]
    )
    def test_the_last_point_of_wisdom_is_seen_coming(self, wisdom: int, stage: int, consumed: bool) -> None:
        mage = black_magician(
            corruption=stage * 10 - 1, stages_suffered=stage - 1, scores=(9, 12, 10, 15, wisdom, 9)
        )
        told = corruption_preview.preview(mage, 2, Occasion.CASTING, campaign())
        act = threaten(mage, 2, Occasion.CASTING, campaign(), d(20), "1")
        after = apply(mage, act.change_of(mage.id))
        assert told.consuming is after.consumed is consumed

    def test_casting_is_foreseen_as_it_would_be_cast(self) -> None:
        held = (*known("invisibilite", "sommeil"), *ready("invisibilite", "sommeil"))
        mage = black_magician(elements=held)
        told = spellcraft.foresee(mage, SPELLS["invisibilite"], campaign())
        thrown = [spellcraft.cast(mage, SPELLS["invisibilite"], campaign(), d(one), "1") for one in FACES]
        failed = [act.corruption is not None and not act.corruption.check.success for act in thrown]
        assert told.corruption == share(failed)
        with pytest.raises(HarmlessSpell):
            spellcraft.foresee(mage, SPELLS["sommeil"], campaign())
        with pytest.raises(Unable):
            spellcraft.foresee(replace(mage, wounds=30), SPELLS["invisibilite"], campaign())
        white = white_magician(elements=(*known("augure"), *ready("augure")))
        with pytest.raises(NotBlackMagician):
            spellcraft.foresee(white, SPELLS["augure"], campaign())
        assert spellcraft.corruption_chance(white, 2, campaign()) is None
        assert spellcraft.corruption_chance(mage, 1, campaign()) is None


class TestStroke:
    @pytest.mark.parametrize("formula", ["1d8", "2d6+1", "1d4-3", "1d2"])
    @pytest.mark.parametrize("strength", [16, 3])
    def test_the_mean_is_over_every_throw_of_the_damage(self, formula: str, strength: int) -> None:
        hero = warrior(damage=formula, scores=(strength, 12, 14, 10, 9, 13))
        act = attack(scene(hero), None, ScriptedDice(15), Manner(armour_class=10))
        sides = int(formula.split("d")[1][0])
        count = int(formula[0])
        throws = [(first, second) for first in range(1, sides + 1) for second in range(1, sides + 1)]
        totals = [
            Damage(roll(formula, ScriptedDice(*faces[:count])), act.damage_modifiers).total
            for faces in throws
        ]
        told = stroke_odds.stroke(act)
        assert told == (greatest_damage(act).total, Fraction(sum(totals), len(totals)))

    def test_an_unusual_formula_is_not_counted(self) -> None:
        for formula in ("4d6kh3", "1d6!", "2d6×2", "30d6"):
            act = attack(scene(warrior(damage=formula)), None, ScriptedDice(15), Manner(armour_class=10))
            assert stroke_odds.stroke(act) is None


def test_a_second_wind_gives_what_is_told() -> None:
    for one in (
        warrior(wounds=30),
        thief(wounds=1, scores=(10, 17, 3, 13, 10, 12)),
        monster(wounds=5, heroism=1),
    ):
        wind = heroism.wind(one)
        for die in range(1, wind.sides + 1):
            assert heroism.second_wind(scene(one), ScriptedDice(die)).healed == wind.healed(die)
        assert wind.healed(1) >= 1
