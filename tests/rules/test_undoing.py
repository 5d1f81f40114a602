"""Any acts, undone in any order that is accepted, give the character back (the model of undo and of HER-5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import bandage, combat, corruption, health, horror, madness, magic, rest, spellcraft, states
from rules.abilities import Ability
from rules.campaign import DAY, Campaign
from rules.changes import (
    Add,
    Change,
    Counter,
    LaterChange,
    Operation,
    Overtaken,
    Put,
    Set,
    Take,
    apply,
    inverse,
    withdraw,
)
from rules.character import Character, Element, ElementKind, State
from rules.heroism import cheat_death, second_wind
from rules.heroism_points import correct, restore
from rules.horror import Ordeal, Situation
from rules.refusals import Refusal
from rules.reinstating import reinstate
from rules.spells import SPELLS, Spell
from tests.characters import black_magician, campaign, known, scene, warrior

PHOBIA = Element("10.folie0", ElementKind.TROUBLE, "phobie_grave", "Phobie grave")
FLEEING = Element("10.horreur", ElementKind.STATE, State.FLEEING, "Fuite", ends_at=60, in_rounds=True)


def same(one: Character, other: Character) -> bool:
    """The same character, whatever the order in which elements came back."""
    return (
        set(one.elements) == set(other.elements)
        and len(one.elements) == len(other.elements)
        and replace(one, elements=()) == replace(other, elements=())
    )


class Bytes:
    """Choices, and faces, read from bytes: Hypothesis shrinks them, and they are fast to draw."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.position = 0

    def below(self, limit: int) -> int:
        if self.position >= len(self.data):
            return 0
        self.position += 1
        return self.data[self.position - 1] % limit

    def roll(self, sides: int) -> int:
        # Past the end, faces go round, so that a table thrown again until it is new comes to its end.
        self.position += 1
        byte = self.data[self.position % len(self.data)] if self.data else 0
        return (byte + self.position) % sides + 1


@dataclass(frozen=True, slots=True)
class Done:
    """An accepted act and its change."""

    number: int
    change: Change


def undo_all(
    character: Character, done: Sequence[Done], choices: Bytes, holds: Callable[[Character], None]
) -> Character:
    """Undoes every act in an order drawn at random among those accepted; each state on the way ``holds``."""
    standing = list(done)
    named: list[tuple[int | None, list[LaterChange]]] = []
    while standing:
        start = choices.below(len(standing))
        for index in [*range(start, len(standing)), *range(start)]:
            later = [LaterChange(act.number, act.change) for act in standing[index + 1 :]]
            try:
                character = apply(character, withdraw(character, standing[index].change, later))
            except Overtaken as refusal:
                named.append((refusal.act_id, later))
                continue
            holds(character)
            del standing[index]
            break
        else:
            raise AssertionError(f"nothing can be undone any more: {standing}")
    assert all(act_id in {act.act_id for act in later} for act_id, later in named)
    return character


def within_bounds(character: Character) -> None:
    for counter in Counter:
        low, high = character.bounds(counter)
        value = getattr(character, counter)
        assert low <= value
        assert high is None or value <= high
    assert -10 <= character.hit_points <= character.max_hit_points
    for kind in (ElementKind.TROUBLE, ElementKind.ALTERATION, ElementKind.SPELL):
        keys = [element.key for element in character.of_kind(kind)]
        assert len(keys) == len(set(keys))
    uids = [element.uid for element in character.elements]
    assert len(uids) == len(set(uids))


def hesitate(
    character: Character, done: Sequence[Done], choices: Bytes, holds: Callable[[Character], None]
) -> tuple[Character, list[Done]]:
    """Undoes acts and does them again, as drawn among those accepted; the character, and the acts that count."""
    counting = {act.number for act in done}
    for _ in range(12):
        act = done[choices.below(len(done))]
        later = [
            LaterChange(one.number, one.change)
            for one in done
            if one.number > act.number and one.number in counting
        ]
        again = act.number not in counting
        try:
            change = (reinstate if again else withdraw)(character, act.change, later)
        except Overtaken:
            continue
        character = apply(character, change)
        counting ^= {act.number}
        holds(character)
    return character, [act for act in done if act.number in counting]


COUNTERS = tuple(Counter)
KEYS = ("phobie_grave", "delire", "amnesie")
SCORES = ((16, 12, 14, 10, 9, 13), (16, 12, 14, 10, 8, 13), (14, 12, 14, 10, 9, 13))


def _operation(character: Character, choices: Bytes, number: int) -> Operation | None:
    """Any operation that a rule could make now: additions are capped before they are written down."""
    kind = choices.below(8)
    if kind < 4:
        counter = COUNTERS[choices.below(len(COUNTERS))]
        value = getattr(character, counter)
        low, high = character.bounds(counter)
        wanted = max(low, value + choices.below(15) - 7)
        applied = (wanted if high is None else min(high, wanted)) - value
        return Add(counter, applied) if applied else None
    if kind == 4:
        fact = ("heroism", "gold", "name", "scores", "wounds")[choices.below(5)]
        old = getattr(character, fact)
        news: dict[str, object] = {"name": f"Nom {number % 3}", "scores": SCORES[choices.below(3)]}
        new = news.get(fact, choices.below(5))
        return Set(fact, old, new) if new != old else None
    if kind < 7 or not character.elements:
        key = KEYS[choices.below(3)]
        trouble = choices.below(2) == 0
        if trouble and any(element.key == key for element in character.of_kind(ElementKind.TROUBLE)):
            return None
        sort = ElementKind.TROUBLE if trouble else ElementKind.STATE
        losses = ((Ability.STRENGTH, -2),) if choices.below(4) == 0 else ()
        return Put(Element(f"{number}.{len(character.elements)}", sort, key, losses=losses))
    return Take(character.elements[choices.below(len(character.elements))])


@settings(max_examples=4_000, deadline=None, database=None)
@given(data=st.binary(min_size=8, max_size=90))
def test_any_acts_undone_in_any_accepted_order_give_the_character_back(data: bytes) -> None:
    """Bounds always hold, and nothing remains of what was undone, even undone and done again before."""
    choices = Bytes(data)
    original = character = warrior(elements=(PHOBIA, FLEEING), wounds=3)
    done: list[Done] = []
    for number in range(100, 102 + choices.below(9)):
        change: list[Operation] = []
        for _ in range(1 + choices.below(3)):
            operation = _operation(character, choices, number * 10 + len(change))
            if operation is not None:
                after = apply(character, (operation,))
                assert same(apply(after, inverse((operation,))), character)
                character = after
                change.append(operation)
        done.append(Done(number, tuple(change)))
        within_bounds(character)
    character, counting = hesitate(character, done, choices, within_bounds)
    assert same(undo_all(character, counting, choices, within_bounds), original)


Play = Callable[[Character, Bytes, str], Change]
TABLE: Campaign = campaign()
SPELL_KEYS = ("sommeil", "invisibilite")


def _spell(dice: Bytes) -> Spell:
    return SPELLS[SPELL_KEYS[dice.below(2)]]


PLAYS: tuple[Play, ...] = (
    lambda one, dice, key: health.wound(one, 1 + dice.below(30), campaign(fighting=dice.below(2))).change_of(
        one.id
    ),
    lambda one, dice, key: health.heal(one, 1 + dice.below(12)).change_of(one.id),
    lambda one, dice, key: health.death_save(one, TABLE, dice, key).change_of(one.id),
    lambda one, dice, key: cheat_death(scene(one), key).change_of(one.id),
    lambda one, dice, key: second_wind(scene(one), dice).change_of(one.id),
    lambda one, dice, key: horror.face(one, Ordeal(Situation.UNBEARABLE), TABLE, dice, key).change_of(one.id),
    lambda one, dice, key: corruption.threaten(
        one, 5, corruption.Occasion.CASTING, TABLE, dice, key
    ).change_of(one.id),
    lambda one, dice, key: corruption.adjust(one, dice.below(40) - 12, dice, key).change_of(one.id),
    lambda one, dice, key: madness.adjust(one, dice.below(9) - 4, dice, key).change_of(one.id),
    lambda one, dice, key: madness.settle_dues(one, dice, key, throw=dice.below(2) == 0).change_of(one.id),
    lambda one, dice, key: madness.add_trouble(one, dice.roll(10), "", key).change_of(one.id),
    lambda one, dice, key: (
        madness.remove(one, one.elements[dice.below(len(one.elements))]).change_of(one.id)
        if one.elements
        else ()
    ),
    lambda one, dice, key: correct(one, dice.below(4)).change_of(one.id),
    lambda one, dice, key: combat.open_combat(TABLE, [one]).change_of(one.id),
    lambda one, dice, key: bandage.bandage(one, TABLE, kit=dice.below(2) == 0).change_of(one.id),
    lambda one, dice, key: bandage.give_kit(one, dice.below(3)).change_of(one.id),
    lambda one, dice, key: rest.rest(one, TABLE, dice, 8, 1 + dice.below(9)).change_of(one.id),
    lambda one, dice, key: states.add(scene(one), states.ADDABLE[dice.below(13)], key).change_of(one.id),
    lambda one, dice, key: restore([one])[1][0].change if restore([one])[1] else (),
    lambda one, dice, key: spellcraft.learn(one, _spell(dice), TABLE, dice, key).change_of(one.id),
    lambda one, dice, key: magic.prepare(one, [_spell(dice)], TABLE, key).change_of(one.id),
    lambda one, dice, key: spellcraft.cast(one, _spell(dice), TABLE, dice, key).change_of(one.id),
    lambda one, dice, key: magic.cancel(one).change_of(one.id),
    lambda one, dice, key: magic.reserve_fatigue(one, 2 * DAY, key),
)


@settings(max_examples=1_500, deadline=None, database=None)
@given(data=st.binary(min_size=8, max_size=90))
def test_an_evening_undone_in_any_accepted_order_gives_the_character_back(data: bytes) -> None:
    """The same, with the rules' own acts on a black magician at the edge of a stage."""
    choices = Bytes(data)
    book = known("sommeil", "invisibilite")
    original = character = black_magician(madness=6, corruption=28, stages_suffered=2, elements=book)
    done: list[Done] = []
    for number in range(100, 102 + choices.below(9)):
        try:
            change = PLAYS[choices.below(len(PLAYS))](character, choices, str(number))
        except Refusal:
            continue
        after = apply(character, change)
        assert same(apply(after, inverse(change)), character)
        character = after
        within_bounds(character)
        done.append(Done(number, change))
    if done:
        character, done = hesitate(character, done, choices, within_bounds)
    assert same(undo_all(character, done, choices, within_bounds), original)
