"""Throws a group of dice, and judges it: which count, and for how much."""

from collections.abc import Iterator, Sequence
from itertools import chain

from rules.dice.limits import MOST_EXPLOSIONS, MOST_THROWS, TooManyThrows
from rules.dice.pool import Choice, Explosion, Pool, Treatment
from rules.dice.rolled import Die, Fate, TermRoll
from rules.dice.source import Dice, throw

NEVER = range(0)
MOST_COMMON = 100
_KEPT = tuple([Die(face) for face in range(MOST_COMMON + 1)])  # made once: most dice thrown are these
_LATER_FIRST = (Choice.KEEP_HIGHEST, Choice.DROP_LOWEST)
_DROPPED = {Fate.KEPT: Fate.DROPPED, Fate.EXPLODED: Fate.EXPLODED_DROPPED}


class Budget:
    """How many dice may still be thrown for one answer."""

    __slots__ = ("left",)

    def __init__(self, throws: int = MOST_THROWS) -> None:
        self.left = throws

    def spend(self, dice: int) -> None:
        """Raises :class:`TooManyThrows` rather than go under zero."""
        if dice > self.left:
            raise TooManyThrows
        self.left -= dice


def throw_pool(pool: Pool, dice: Dice, budget: Budget) -> TermRoll:
    """The group thrown; ``budget`` pays what it throws more than its ``count``. Raises :class:`TooManyThrows`."""
    faces = throw(dice, pool.count, pool.sides)
    if pool.fudge:
        faces = tuple([face - 2 for face in faces])
    treatment = pool.treatment
    if treatment is None:
        return TermRoll(tuple(_shown(pool, faces)), sum(faces))
    if treatment.reroll or treatment.explode:
        return judged(treatment, _followed(pool, treatment, faces, dice, budget))
    return judged(treatment, _shown(pool, faces))


def _shown(pool: Pool, faces: Sequence[int]) -> list[Die]:
    """Dice that are kept, until a choice drops them."""
    if pool.sides <= MOST_COMMON and not pool.fudge:
        return list(map(_KEPT.__getitem__, faces))
    return list(map(Die, faces))


def _more(pool: Pool, dice: Dice, budget: Budget) -> Iterator[int]:
    """Faces one by one, as long as the budget lasts."""
    while True:
        budget.spend(1)
        yield dice.roll(pool.sides) - (2 if pool.fudge else 0)


def _followed(
    pool: Pool, treatment: Treatment, faces: Sequence[int], dice: Dice, budget: Budget
) -> list[Die]:
    """The dice with their rerolls and explosions, each die to its end before the next.

    The faces already thrown come first, in their order: a die thrown again takes the next one.
    """
    draw = chain(faces, _more(pool, dice, budget)).__next__
    reroll, explode = treatment.reroll, treatment.explode
    again = reroll.when.among(pool.faces) if reroll else NEVER
    until = reroll is not None and reroll.until
    bursting = explode.when.among(pool.faces) if explode else NEVER
    most = 1 if explode and explode.kind is Explosion.ONCE else MOST_EXPLOSIONS
    made: list[Die] = []
    for _ in faces:
        explosions = 0
        while True:
            face = draw()
            while face in again:
                made.append(Die(face, Fate.REROLLED))
                face = draw()
                if not until:
                    break
            if face not in bursting or explosions == most:
                break
            made.append(Die(face, Fate.EXPLODED))
            explosions += 1
        made.append(_KEPT[face] if 0 <= face <= MOST_COMMON else Die(face))
    return made


def highest_pool(pool: Pool) -> TermRoll:
    """The group with every die at its highest face and no explosion (HER-4).

    A face that is rerolled until another comes cannot stay: the highest that can is shown.
    """
    treatment = pool.treatment or Treatment()
    reroll, face = treatment.reroll, pool.faces[-1]
    if reroll and reroll.until and reroll.when.holds(face):
        face = reroll.when.among(pool.faces)[0] - 1
    return judged(treatment, [Die(face)] * pool.count)


def judged(treatment: Treatment, dice: list[Die]) -> TermRoll:
    """The dice, those not chosen marked as dropped; and what the others are worth."""
    units: Sequence[Sequence[int]] = ()
    if treatment.compound:
        units = units_of(treatment, dice)
        values = [sum([dice[place].face for place in unit]) for unit in units]
    else:
        values = [die.face for die in dice if die.fate is not Fate.REROLLED]
    if treatment.lowest is not None or treatment.highest is not None:
        values = [treatment.worth(value) for value in values]
    if treatment.choices:
        out, chosen = _chosen(treatment.choices, values)
        if not units and len(values) < len(dice):
            units = units_of(treatment, dice)
        for place in chain.from_iterable([units[unit] for unit in out]) if units else out:
            dice[place] = Die(dice[place].face, _DROPPED[dice[place].fate])
        values = [values[unit] for unit in chosen]
    if treatment.success is not None:
        values = [treatment.success.holds(value) for value in values]
    return TermRoll(tuple(dice), sum(values))


def _chosen(choices: Sequence[tuple[Choice, int]], values: list[int]) -> tuple[list[int], list[int]]:
    """The places of the values that do not count, and of those that do. Of two equal ones the first thrown stays."""
    order = list(range(len(values)))
    if choices[0][0] in _LATER_FIRST:
        order.reverse()
    order.sort(key=values.__getitem__)
    low, high = 0, len(order)
    for choice, count in choices:
        if choice is Choice.KEEP_HIGHEST:
            low = high - count
        elif choice is Choice.KEEP_LOWEST:
            high = count
        elif choice is Choice.DROP_HIGHEST:
            high -= count
        else:
            low = count
    return order[:low] + order[high:], order[low:high]


def units_of(treatment: Treatment, dice: Sequence[Die]) -> list[list[int]]:
    """Where the dice are that count together: each by itself, but a compounding die with its explosions."""
    if not treatment.compound:
        return [[place] for place, die in enumerate(dice) if die.fate is not Fate.REROLLED]
    units: list[list[int]] = []
    going_on = False
    for place, die in enumerate(dice):
        if die.rerolled:
            continue
        if going_on:
            units[-1].append(place)
        else:
            units.append([place])
        going_on = die.exploded
    return units
