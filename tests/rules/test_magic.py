"""The spell book, rituals, the reserve and what it costs (MAG-1 to MAG-3, MAG-6, CLA-4)."""

from dataclasses import replace

import pytest

from rules import clock, magic, spell_book, spell_rulings, spellcraft
from rules.campaign import DAY, HOUR
from rules.changes import apply, inverse
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.magic import NoSlotLeft, NothingPrepared, NotPrepared, RitualsWait
from rules.refusals import Refusal
from rules.rolls import OutOfPlay
from rules.spell_book import (
    AlreadyKnown,
    BeyondReach,
    ForbiddenSpell,
    NotInBook,
    NotInLists,
    NotMagician,
    StartBookFull,
    Unable,
    UnknownSpell,
    named,
)
from rules.spell_rulings import SpellBookRules
from rules.spells import SPELLS
from tests.characters import black_magician, campaign, known, monster, ready, warrior, white_magician
from tests.dice import ScriptedDice

SLEEP, SHIELD, UNSEEN, FIREBALL = (
    SPELLS[key] for key in ("sommeil", "bouclier", "invisibilite", "boule_de_feu")
)
BOOK = known("sommeil", "bouclier", "invisibilite")
READER = black_magician(elements=BOOK)
SHOCK = Element("9.horreur", ElementKind.STATE, State.EXHAUSTED, "Choc : épuisé", ends_at=10**9)


def after(character: Character, act: object) -> Character:
    """The character once the act is done; which can be undone."""
    change = act.change_of(character.id)  # type: ignore[attr-defined]
    done = apply(character, change)
    back = apply(done, inverse(change))
    assert set(back.elements) == set(character.elements)
    assert replace(back, elements=()) == replace(character, elements=())
    return done


def of_level(level: int, *, npc: bool = False, key: str = "magicien_noir") -> Character:
    track = ClassTrack(key, 0, (4,) * min(level, 9))
    experience = track.character_class.threshold(level)
    return black_magician(npc=npc, classes=(replace(track, experience=experience),), elements=BOOK)


class TestWho:
    def test_black_and_white_have_their_lists(self) -> None:
        assert spell_book.casting(black_magician()).caster == "black"
        assert spell_book.casting(white_magician()).caster == "white"
        with pytest.raises(NotInLists, match="sorts divins"):
            spell_book.usable(black_magician(), SPELLS["benediction"], SpellBookRules())
        with pytest.raises(NotInLists):
            spell_book.usable(white_magician(), SLEEP, SpellBookRules())

    @pytest.mark.parametrize("one", [warrior(), monster()])
    def test_nobody_else_has_a_book(self, one: Character) -> None:
        with pytest.raises(NotMagician):
            spell_book.casting(one)

    @pytest.mark.parametrize(("level", "slots"), [(1, (1,)), (4, (2, 2)), (5, (2, 2, 1))])
    def test_slots_are_those_of_the_level(self, level: int, slots: tuple[int, ...]) -> None:
        assert spell_book.casting(of_level(level)).slots == slots

    def test_an_npc_goes_past_level_five(self) -> None:
        """CLA-4."""
        assert spell_book.casting(of_level(15, npc=True)).slots == (5, 4, 4, 4, 4, 3, 2, 1)

    def test_of_two_classes_the_magicians_own_slots_count(self) -> None:
        both = replace(READER, classes=(*warrior().classes, *READER.classes))
        assert spell_book.casting(both).slots == (2, 2)


class TestLearning:
    def refused(self, one: Character, key: str, refusal: type[Refusal], *, start: bool = False) -> Refusal:
        with pytest.raises(refusal) as caught:
            spell_book.verify_learning(one, SPELLS[key], campaign(), start=start)
        return caught.value

    def test_a_forbidden_spell_says_its_reason(self) -> None:
        assert "inflige des dommages directs" in str(
            self.refused(black_magician(), "projectile_magique", ForbiddenSpell)
        )
        assert "soigne des points de vie" in str(
            self.refused(white_magician(), "soins_legers", ForbiddenSpell)
        )

    def test_a_reversed_form_is_forbidden_with_its_spell(self) -> None:
        """MAG-6."""
        assert named("blessures legeres", SPELLS) is SPELLS["soins_legers"]

    def test_a_spell_is_learnt_once(self) -> None:
        self.refused(READER, "sommeil", AlreadyKnown)

    def test_only_levels_with_a_slot_are_learnt_unless_the_table_says_so(self) -> None:
        assert "jusqu’au niveau 2" in str(self.refused(READER, "vol", BeyondReach))
        free = campaign(apprentissage_libre=True)
        assert spell_book.verify_learning(READER, SPELLS["vol"], free, start=False) == 3

    def test_the_first_spells_are_two_of_level_1_and_one_of_level_2(self) -> None:
        """MAG-6, even for a beginner without a slot of level 2."""
        beginner = of_level(1)
        empty = replace(beginner, elements=())
        for key, level in (("sommeil", 1), ("invisibilite", 2)):
            assert spell_book.verify_learning(empty, SPELLS[key], campaign(), start=True) == level
        assert "déjà ses sorts de niveau 1" in str(self.refused(beginner, "saut", StartBookFull, start=True))
        self.refused(beginner, "levitation", StartBookFull, start=True)
        self.refused(empty, "vol", StartBookFull, start=True)
        self.refused(empty, "boule_de_feu", ForbiddenSpell, start=True)

    @pytest.mark.parametrize(
        "one",
        [
            replace(READER, wounds=50),
            *(
                replace(READER, elements=(*BOOK, Element("1", ElementKind.STATE, state, "…")))
                for state in (State.UNCONSCIOUS, State.FAINTED, State.PARALYSED)
            ),
        ],
    )
    def test_nobody_does_magic_in_such_a_state(self, one: Character) -> None:
        self.refused(one, "saut", Unable)
        with pytest.raises(Unable):
            magic.prepare(one, [SLEEP], campaign(), "7")

    def test_the_dead_learn_nothing(self) -> None:
        dead = replace(READER, elements=(Element("1", ElementKind.STATE, State.DEAD, "mort"),))
        self.refused(dead, "saut", OutOfPlay)


class TestNames:
    @pytest.mark.parametrize("text", ["Invisibilité", "INVISIBILITE", "invisibility", "invisibilite"])
    def test_a_spell_is_found_without_accents_and_in_english(self, text: str) -> None:
        assert named(text, SPELLS) is UNSEEN

    def test_the_beginning_is_enough_where_it_means_one(self) -> None:
        assert named("somm", SPELLS) is SLEEP
        assert named("lum", SPELLS, ["lumiere"]) is SPELLS["lumiere"]
        with pytest.raises(UnknownSpell, match="Lumière"):
            named("lum", SPELLS)

    @pytest.mark.parametrize("text", ["abracadabra", "", "…"])
    def test_what_is_no_spell_is_refused(self, text: str) -> None:
        with pytest.raises(UnknownSpell):
            named(text, SPELLS)


class TestRituals:
    """MAG-2."""

    def test_two_of_level_1_and_one_of_level_2_take_two_hours(self) -> None:
        act = magic.prepare(READER, [SLEEP, SHIELD, UNSEEN], campaign(clock=500), "7")
        assert act.seconds == 2 * HOUR
        assert (act.held, act.slots) == ((2, 1), (2, 2))
        held = magic.reserve(after(READER, act))
        assert [(one.key, one.since) for one in held] == [
            ("sommeil", 500),
            ("bouclier", 500),
            ("invisibilite", 500),
        ]

    def test_the_table_chooses_how_long_a_level_takes(self) -> None:
        act = magic.prepare(READER, [SLEEP, UNSEEN], campaign(rituel_minutes=10), "7")
        assert act.seconds == 30 * 60

    def test_the_same_spell_twice_takes_two_slots(self) -> None:
        twice = after(READER, magic.prepare(READER, [SLEEP, SLEEP], campaign(), "7"))
        assert len(magic.reserve(twice)) == 2
        with pytest.raises(NoSlotLeft) as refused:
            magic.prepare(twice, [SHIELD], campaign(), "8")
        assert str(refused.value) == (
            "Niveau 1 : Ahriman a 2 emplacements, 2 déjà en réserve ; 1 de plus n’y tient pas."
        )
        magic.prepare(twice, [UNSEEN], campaign(), "8")

    def test_no_slot_of_that_level_no_ritual(self) -> None:
        with pytest.raises(NoSlotLeft, match="aucun emplacement"):
            magic.prepare(of_level(2), [UNSEEN], campaign(), "7")

    def test_only_the_book_is_prepared_and_nothing_forbidden_since(self) -> None:
        with pytest.raises(NotInBook):
            magic.prepare(READER, [SPELLS["saut"]], campaign(), "7")
        ruled = SpellBookRules()
        ruled = spell_rulings.after(ruled, spell_rulings.forbid(ruled, SLEEP, "pas ici"))
        with pytest.raises(ForbiddenSpell, match="pas ici"):
            magic.prepare(READER, [SLEEP], campaign(spells=ruled), "7")

    def test_no_ritual_while_a_combat_is_open(self) -> None:
        with pytest.raises(RitualsWait, match="combat fermer"):
            magic.prepare(READER, [SLEEP], campaign(fighting=1), "7")
        magic.prepare(READER, [SLEEP], campaign(), "7")

    def test_all_or_nothing(self) -> None:
        with pytest.raises(NoSlotLeft):
            magic.prepare(READER, [UNSEEN, SLEEP, SLEEP, SLEEP], campaign(), "7")


class TestCancelling:
    def test_all_go(self) -> None:
        one = replace(READER, elements=(*BOOK, *ready("sommeil", "sommeil", "invisibilite")))
        act = magic.cancel(one)
        assert act.spells == ("Sommeil", "Sommeil", "Invisibilité")
        assert after(one, act).elements == BOOK

    def test_or_the_oldest_copy_of_one(self) -> None:
        one = replace(READER, elements=(*ready("sommeil", since=60), *ready("sommeil", since=0)))
        assert [held.since for held in magic.reserve(after(one, magic.cancel(one, SLEEP)))] == [60]
        with pytest.raises(NotPrepared):
            magic.cancel(one, UNSEEN)

    def test_nothing_to_cancel(self) -> None:
        with pytest.raises(NothingPrepared):
            magic.cancel(READER)


class TestFatigue:
    """MAG-3, JET-5."""

    HELD = replace(
        READER, elements=(*BOOK, SHOCK, *ready("sommeil", since=100), *ready("invisibilite", since=200))
    )

    def tired(self) -> Character:
        return apply(self.HELD, magic.reserve_fatigue(self.HELD, 101 + DAY, "8"))

    def exhaustions(self, one: Character) -> list[str]:
        return [state.uid for state in one.of_kind(ElementKind.STATE) if state.key == State.EXHAUSTED]

    @pytest.mark.parametrize(("now", "expected"), [(100 + DAY, False), (101 + DAY, True), (9 * DAY, True)])
    def test_more_than_a_day_exhausts(self, now: int, expected: bool) -> None:
        assert bool(magic.reserve_fatigue(self.HELD, now, "8")) is expected

    def test_once(self) -> None:
        assert magic.reserve_fatigue(self.tired(), 5 * DAY, "9") == ()
        assert magic.reserve_fatigue(READER, 5 * DAY, "9") == ()

    def test_the_dead_tire_no_more(self) -> None:
        dead = replace(self.HELD, archived=True)
        assert magic.reserve_fatigue(dead, 5 * DAY, "9") == ()

    def test_cancelling_all_lifts_that_cause_alone(self) -> None:
        act = magic.cancel(self.tired())
        assert act.rested
        assert self.exhaustions(after(self.tired(), act)) == [SHOCK.uid]

    def test_cancelling_one_lifts_nothing(self) -> None:
        act = magic.cancel(self.tired(), SLEEP)
        assert not act.rested
        assert self.exhaustions(after(self.tired(), act)) == [SHOCK.uid, "8.reserve"]

    def test_casting_the_last_lifts_it_though_the_last_is_not_a_day_old(self) -> None:
        now = campaign(clock=150 + DAY)
        first = spellcraft.cast(self.tired(), SLEEP, now, ScriptedDice(), "10")
        one = after(self.tired(), first)
        assert not first.rested
        assert self.exhaustions(one) == [SHOCK.uid, "8.reserve"]
        last = spellcraft.cast(one, UNSEEN, now, ScriptedDice(1), "11")
        assert last.rested
        assert self.exhaustions(after(one, last)) == [SHOCK.uid]

    def test_a_clock_that_nobody_watched_is_caught_up_with_by_the_next_act(self) -> None:
        late = campaign(clock=2 * DAY)
        act = spellcraft.cast(self.HELD, SLEEP, late, ScriptedDice(), "10")
        assert act.tired
        assert self.exhaustions(after(self.HELD, act)) == [SHOCK.uid, "10.reserve"]
        ritual = magic.prepare(self.HELD, [SHIELD], late, "10")
        assert "10.reserve" in self.exhaustions(after(self.HELD, ritual))

    def test_exhaustion_left_by_an_undone_ritual_can_still_be_lifted(self) -> None:
        orphan = replace(
            self.tired(),
            elements=tuple(e for e in self.tired().elements if e.kind is not ElementKind.PREPARED),
        )
        assert magic.cancel(orphan).rested

    def test_the_clock_itself_brings_it_once(self) -> None:
        act = clock.advance(campaign(clock=100), [self.HELD, READER], DAY + 1, "8")
        assert [(one.name, one.text) for one in act.begun] == [
            ("Ahriman", "Épuisé : sorts gardés en réserve plus d’un jour")
        ]
        assert self.exhaustions(apply(self.HELD, act.change_of(self.HELD.id))) == [SHOCK.uid, "8.reserve"]
