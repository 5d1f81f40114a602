"""An evening's acts folded into what a table tells of it."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from rules import attacks, combat, corruption, destiny, growth, health, heroism, horror, intuition, rolls
from rules.abilities import Ability
from rules.acts import Act, CharacterChange
from rules.attacks import Followed, Manner
from rules.campaign import Campaign, Combat
from rules.changes import Put, Take, apply
from rules.character import Character, Element, ElementKind, State
from rules.corruption import CorruptionAct, Occasion
from rules.destiny import LastRoll
from rules.heroism import Use
from rules.horror import HorrorAct, Ordeal, Situation
from rules.recap import Blow, Faced, Learnt, Luck, Recap, Spent, Tainted, Told, length, recap
from rules.sessions import Session, SessionClosing, SessionResuming
from rules.spell_book import SpellRef
from rules.spellcraft import SpellCast
from tests.characters import black_magician, campaign, monster, scene, thief, warrior
from tests.dice import ScriptedDice

FAFHRD, MOUSER, AHRIMAN, RAT = warrior(), thief(), black_magician(), monster()
HEROES = {one.id: one.name for one in (FAFHRD, MOUSER, AHRIMAN)}


def told(*acts: Act) -> Recap:
    return recap(map(Told, acts), HEROES)


def check(character: Character, *faces: int) -> list[Act]:
    """Strength checks."""
    return [
        rolls.ability_check(character, Ability.STRENGTH, campaign(), ScriptedDice(face)) for face in faces
    ]


def feared(character: Character, *faces: int, situation: Situation = Situation.HORRIBLE) -> HorrorAct:
    return horror.face(character, Ordeal(situation), campaign(), ScriptedDice(*faces), "1")


def threatened(character: Character, *faces: int) -> CorruptionAct:
    return corruption.threaten(character, 3, Occasion.CASTING, campaign(), ScriptedDice(*faces), "1")


def struck(character: Character, target: Character, *faces: int) -> Act:
    """Damage done: the d20, then the damage dice."""
    dice = ScriptedDice(*faces)
    attack = attacks.attack(scene(character), target, dice, Manner(damage="1d8"))
    return attacks.damage(Followed(1, attack), target, campaign(), dice)


def marked(character: Character, *operations: Put | Take) -> Act:
    """An act that touches a character, somebody else's or the table's own."""
    return Act(changes=(CharacterChange(character.id, operations),))


HOUR = 3_600
EVENING = Session(1, "", None, 10 * HOUR, 14 * HOUR)


def test_an_evening_lasts_from_its_opening_to_its_close() -> None:
    assert length([], replace(EVENING, closed_at=None), 12 * HOUR) == 2 * HOUR
    assert length([Told(SessionClosing(title=""), at=14 * HOUR)], EVENING, 99 * HOUR) == 4 * HOUR


def test_what_was_closed_and_resumed_lasts_only_while_it_was_open() -> None:
    closed, resumed = SessionClosing(title=""), SessionResuming(title="")
    acts = [Told(closed, at=13 * HOUR), Told(resumed, at=40 * HOUR)]
    assert length(acts, replace(EVENING, closed_at=None), 41 * HOUR) == 4 * HOUR
    acts.append(Told(closed, at=42 * HOUR))
    assert length(acts, replace(EVENING, closed_at=42 * HOUR), 99 * HOUR) == 5 * HOUR
    assert length(acts[:1], replace(EVENING, closed_at=50 * HOUR), 99 * HOUR) == 3 * HOUR, (
        "resumed, then undone"
    )


def test_what_was_left_open_lasts_until_somebody_last_played() -> None:
    acts = [Told(Act(), at=13 * HOUR), Told(SessionClosing(title=""), at=40 * HOUR)]
    assert length(acts, replace(EVENING, closed_at=40 * HOUR), 99 * HOUR) == 3 * HOUR
    assert length(acts[:1], replace(EVENING, closed_at=None), 40 * HOUR) == 3 * HOUR


def test_a_quiet_evening_tells_nothing() -> None:
    assert told() == Recap()


def test_experience_is_summed_for_each_with_the_levels() -> None:
    first = growth.give([FAFHRD, MOUSER, RAT_OF_CLASS], 1_000, ScriptedDice(*[1] * 9), everyone=True)
    grown = apply(FAFHRD, first.change_of(FAFHRD.id))
    second = growth.give([grown], 25_000, ScriptedDice(4, 4))
    found = told(first, second).experience
    fafhrd = next(one for one in found if one.name == "Fafhrd")
    before, after = FAFHRD.classes[0], apply(grown, second.change_of(FAFHRD.id)).classes[0]
    assert fafhrd == Learnt("Fafhrd", after.experience - before.experience, (5, after.level))
    assert after.level > 5
    assert {one.name for one in found} == {"Fafhrd", "Souricier Gris"}


RAT_OF_CLASS = warrior(id=9, name="Sbire", npc=True)


def test_a_gain_taken_back_leaves_nothing() -> None:
    given = growth.give([FAFHRD], 500, ScriptedDice())
    taken = growth.give(
        [apply(FAFHRD, given.change_of(1))], -500, ScriptedDice(), raised={1: given.growths[0]}
    )
    assert told(given, taken).experience == ()


def test_heroism_is_told_by_use_and_by_whom() -> None:
    fafhrd = [heroism.master_stroke(scene(FAFHRD)), heroism.master_stroke(scene(FAFHRD))]
    mouser = heroism.master_stroke(scene(MOUSER))
    wind = heroism.second_wind(scene(replace(MOUSER, wounds=5)), ScriptedDice(4))
    monstrous = heroism.master_stroke(scene(monster(heroism=3)))
    assert told(mouser, *fafhrd, wind, monstrous).heroism == (
        Spent(Use.MASTER_STROKE, (("Fafhrd", 2), ("Souricier Gris", 1))),
        Spent(Use.SECOND_WIND, (("Souricier Gris", 1),)),
    )


def test_an_intuition_given_back_was_not_spent() -> None:
    asked = intuition.intuition(scene(FAFHRD), "Qui ?")
    back = intuition.IntuitionAnswer(
        character_id=1, name="Fafhrd", question="Qui ?", hint=False, before=1, after=2
    )
    assert told(asked).heroism == (Spent(Use.INTUITION, (("Fafhrd", 1),)),)
    assert told(asked, back).heroism == ()
    assert told(asked, replace(back, hint=True)).heroism == told(asked).heroism


def test_horrors_say_who_how_and_what_madness() -> None:
    failed = feared(replace(FAFHRD, madness=1), 2, 1, 2, 3, situation=Situation.UNBEARABLE)
    passed = feared(MOUSER, 20)
    assert failed.madness is not None
    assert told(failed, passed).horrors == (
        Faced("Fafhrd", Situation.UNBEARABLE, False, (1, failed.madness.after)),
        Faced("Souricier Gris", Situation.HORRIBLE, True, None),
    )


def test_a_roll_that_destiny_replaces_counts_by_its_second_die() -> None:
    first = feared(FAFHRD, 2, 1, 2, 3)
    now = apply(FAFHRD, first.change_of(1))
    second = destiny.reroll(scene(now), LastRoll(7, first, None), ScriptedDice(20), "2")
    found = told(second)  # the first does not stand: nobody tells it
    assert found.horrors == (Faced("Fafhrd", Situation.HORRIBLE, True, None),)
    assert found.heroism == (Spent(Use.DESTINY, (("Fafhrd", 1),)),)


def test_corruption_is_summed_with_its_stages_even_inside_a_spell() -> None:
    act = threatened(AHRIMAN, 20, 7)
    spell = SpellCast(
        character_id=act.character_id,
        name=act.name,
        changes=act.changes,
        spell=SpellRef("x", "Sort", 3),
        corruption=act,
    )
    assert act.corruption is not None
    (stage,) = act.corruption.stages
    expected = Tainted("Ahriman", act.corruption.after - 9, ((1, stage.alteration.text),))
    assert told(act).corruption == (expected,)
    assert told(spell).corruption == (expected,)
    less = corruption.adjust(AHRIMAN, -9, ScriptedDice(), "3")
    assert told(less).corruption == (Tainted("Ahriman", -9, ()),)
    assert told(threatened(AHRIMAN, 1)).corruption == ()


def test_natural_faces_are_of_the_d20s_that_the_table_saw() -> None:
    (act,) = check(FAFHRD, 12)
    (other,) = check(MOUSER, 12)
    monstrous = replace(act, character_id=RAT.id)
    found = recap(
        [
            Told(act, ((20, 20), (6, 1))),
            Told(act, ((20, 20), (20, 1))),
            Told(other, ((20, 1), (100, 20))),
            Told(other),  # secret dice are not known
            Told(monstrous, ((20, 20), (20, 1))),
            Told(replace(act, character_id=None), ((20, 20),)),
        ],
        HEROES,
    )
    assert found.twenties == (("Fafhrd", 2),)
    assert found.ones == (("Fafhrd", 1), ("Souricier Gris", 1))


def test_the_greatest_blow_is_a_player_character_s() -> None:
    small, great = struck(FAFHRD, RAT, 15, 2), struck(FAFHRD, RAT, 15, 8)
    assert told(small, great, small).blow == Blow("Fafhrd", 10, "Rat géant")
    assert told(struck(RAT, FAFHRD, 19, 8)).blow is None
    assert told(small, heroism.master_stroke(scene(MOUSER), "2d10")).blow == Blow("Souricier Gris", 20, "")


def test_luck_compares_what_passed_with_what_chance_would_have_it() -> None:
    lucky, unlucky = check(FAFHRD, 1, 2, 3, 4, 5, 6, 7), check(MOUSER, 20, 19, 18, 17)
    found = told(*lucky, *unlucky)
    assert found.lucky == Luck("Fafhrd", 7, 7, 7 * Fraction(16, 20))
    assert found.unlucky == Luck("Souricier Gris", 0, 4, 4 * Fraction(10, 20))


def test_nobody_is_lucky_for_a_die_or_two_nor_for_a_hair() -> None:
    assert told(*check(MOUSER, 1, 1)).lucky is None  # a whole success more than chance, but two dice
    assert told(*check(FAFHRD, 1, 2, 3)).lucky is None  # three successes where 2.4 were due


def test_a_monster_s_armour_class_is_not_given_away_by_luck() -> None:
    hidden = [attacks.attack(scene(FAFHRD), RAT, ScriptedDice(19)) for _ in range(9)]
    said = [attacks.attack(scene(FAFHRD), RAT, ScriptedDice(19), Manner(armour_class=18)) for _ in range(9)]
    assert told(*hidden).lucky is None
    assert told(*said).lucky is not None


def test_the_fallen_are_those_who_did_not_come_back() -> None:
    def state(kind: State) -> Element:
        return Element(f"1.{kind}", ElementKind.STATE, kind, kind.label)

    died, gone = Put(state(State.DEAD)), Put(state(State.CONSUMED))
    acts = [marked(FAFHRD, died), marked(MOUSER, died), marked(AHRIMAN, gone), marked(RAT, died)]
    assert (told(*acts).dead, told(*acts).consumed) == (("Fafhrd", "Souricier Gris"), ("Ahriman",))
    assert told(*acts, marked(FAFHRD, Take(died.element))).dead == ("Souricier Gris",)
    dying = replace(FAFHRD, wounds=FAFHRD.max_hit_points)
    assert told(health.death_save(dying, campaign(), ScriptedDice(1), "4")).dead == ("Fafhrd",)


def fought(number: int, rounds: int, *, opened: bool = True) -> Iterable[Act]:
    """A combat of so many rounds, closed; ``opened``: in this session."""
    if opened:
        yield combat.open_combat(campaign(combats=number - 1))
    for round_ in range(1, rounds):
        yield combat.next_round(Campaign(guild_id=1, combat=Combat(number, round_)), [], "1")
    yield combat.close_combat(Campaign(guild_id=1, combat=Combat(number, rounds)))


def test_combats_and_their_rounds_are_counted() -> None:
    found = told(*fought(1, 3), *fought(2, 1))
    assert (found.combats, found.rounds) == (2, 4)
    left = told(*fought(1, 3, opened=False))
    assert (left.combats, left.rounds) == (1, 2)
