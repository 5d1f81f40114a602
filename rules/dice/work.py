"""How much work an exact law takes, known from the formula alone: so that too much is refused, never begun."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

from rules.dice.chains import bursting
from rules.dice.expression import Node, Number, Product, Sum
from rules.dice.law import SPARSE
from rules.dice.limits import HIGHEST_TOTAL, DiceError, TotalTooGreat
from rules.dice.pool import Choice, Pool, Reroll, Treatment
from rules.dice.rolling import quotient

MOST_WORK = 3_000_000  # operations: about three seconds
MEASURED = 5  # operations on each value, once its weight is known: mean, deviation, thresholds, chart
WORD = 64  # bits
LONG = 16  # words of a weight that double what an operation costs
CHOICE_SPEED = 12  # operations of icepool that cost one of ours


class TooMuchWork(DiceError):
    """The exact law takes more work than is given to one answer."""

    def __init__(self) -> None:
        super().__init__(
            f"Le calcul exact de cette formule prendrait plus de {MOST_WORK // 1_000_000} millions d’opérations "
            "(issues possibles × dés × longueur des nombres), et rien ici n’est estimé au hasard : "
            "moins de dés, de faces ou d’explosions."
        )


class DivisorMayBeZero(DiceError):
    """A divisor is worth 0, or goes from under zero to over it: the throw might be refused."""

    def __init__(self) -> None:
        super().__init__(
            "Un diviseur de cette formule passe par zéro, où aucun jet n’a de total : changez-le."
        )


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of a law: between ``low`` and ``high``, at most ``count`` values, weights of ``bits``."""

    low: int
    high: int
    count: int
    bits: float = 0.0

    @property
    def cost(self) -> float:
        """How many plain operations one on such a weight is worth."""
        return 1 + self.bits / WORD / LONG


class Work:
    """Adds up operations. Raises :class:`TooMuchWork` as soon as they pass the bound."""

    def __init__(self) -> None:
        self.done = 0.0

    def take(self, operations: float) -> None:
        self.done += operations
        if self.done > MOST_WORK:
            raise TooMuchWork

    def pack(self, places: int, bits: float) -> None:
        """Big integers of so many places, multiplied."""
        if places > MOST_WORK or bits > MOST_WORK:
            raise TooMuchWork
        self.take((places * (bits / WORD + 1)) ** 1.5 / 60)

    def measure(self, node: Node, values: Mapping[str, int]) -> None:
        """Raises a ``DiceError`` for a law that may not be computed."""
        size = self.of(node, values)
        if max(abs(size.low), abs(size.high)) > HIGHEST_TOTAL:
            raise TotalTooGreat
        self.take(MEASURED * size.count * size.cost)

    def of(self, node: Node, values: Mapping[str, int]) -> Size:
        """The size of a node's law, its work taken."""
        if isinstance(node, Pool):
            return self.pool(node)
        if isinstance(node, Sum):
            total = Size(0, 0, 1)
            for sign, term in node.terms:
                total = self.sum(total, self.of(term, values), sign)
            return total
        if isinstance(node, Product):
            total = self.of(node.first, values)
            for divided, factor in node.rest:
                total = self.product(total, self.of(factor, values), divided=divided)
            return total
        value = node.value if isinstance(node, Number) else values[node.name]
        return Size(value, value, 1)

    def sum(self, one: Size, other: Size, sign: int) -> Size:
        low, high = sorted((sign * other.low, sign * other.high))
        low, high, bits = one.low + low, one.high + high, one.bits + other.bits
        pairs, places = one.count * other.count, high - low + 1
        size = Size(low, high, min(pairs, places), bits)
        if pairs <= SPARSE * places:
            self.take(pairs * size.cost)
        else:
            # What is guessed here is never less than the pairs one by one, if there prove to be fewer.
            self.pack(places, bits)
            self.take(SPARSE * places * size.cost)
        return size

    def product(self, one: Size, other: Size, *, divided: bool) -> Size:
        if divided and other.low <= 0 <= other.high:
            raise DivisorMayBeZero
        ends = [
            quotient(left, right) if divided else left * right
            for left in (one.low, one.high)
            for right in (other.low, other.high)
        ]
        low, high = min(ends), max(ends)
        if divided and one.low <= 0 <= one.high:
            low, high = min(low, 0), max(high, 0)
        pairs = one.count * other.count
        size = Size(low, high, min(pairs, high - low + 1), one.bits + other.bits)
        self.take(pairs * size.cost)
        return size

    def pool(self, pool: Pool) -> Size:
        """A group of dice: one die and its chain, then the choice, or the sum."""
        treatment = pool.treatment or Treatment()
        sides, count = len(pool.faces), pool.count
        burst, most = bursting(pool, treatment)
        most = most if burst else 0
        bits = float(sides.bit_length() * (2 if _once(treatment.reroll) else 1) * (most + 1))
        if treatment.choices and most and not treatment.compound:
            return self.explosions_chosen(pool, treatment, most, bits * count)
        least, best = pool.faces[0], pool.faces[-1]
        low = min(least, least * (most + 1))
        high = best + most * max(burst[-1], 0) if burst else best
        places = high - low + 1
        # A link of the chain adds up each face that explodes with all that may follow it.
        links = (most + 1) * (len(burst) * places / 2 + sides) if most else sides
        self.take(links * (1 + bits / WORD / LONG))
        low, high = _worth(treatment, low, high, most)
        places = high - low + 1
        if treatment.choices:
            return self.chosen(pool, treatment, Size(low, high, places, bits))
        if count > 1:
            self.pack((high - low) * count + 1, bits * count)
        size = Size(low * count, high * count, (high - low) * count + 1, bits * count)
        self.take(size.count * size.cost)
        return size

    def chosen(self, pool: Pool, treatment: Treatment, unit: Size) -> Size:
        """Some of a known number of dice, by icepool: for each value, how many show it, and the sum so far."""
        kept = _kept(pool, treatment)
        bits = unit.bits * pool.count
        low, high = (0, kept) if treatment.success else (unit.low * kept, unit.high * kept)
        size = Size(low, high, high - low + 1, bits)
        # It makes a smaller die of what is left after each value, hence the square.
        self.take(unit.count**2 * pool.count)
        self.take(unit.count * pool.count**2 / 2 * size.count * size.cost / CHOICE_SPEED)
        return size

    def explosions_chosen(self, pool: Pool, treatment: Treatment, most: int, bits: float) -> Size:
        """Some of an unknown number of dice: the values remembered, in all the ways that they may be."""
        low, high = treatment.worth(pool.faces[0]), treatment.worth(pool.faces[-1])
        counts = [number for _, number in treatment.choices]
        dropping = treatment.choices[0][0] in (Choice.DROP_HIGHEST, Choice.DROP_LOWEST)
        dice = pool.count * (most + 1) if dropping else sum(counts)
        values = high - low + 1
        least, best = (0, 1) if treatment.success else (min(low, 0), max(high, 0))
        size = Size(least * dice, best * dice, (best - least) * dice + 1, bits)
        states = size.count if dropping else 1
        for number in counts:
            states *= comb(values + number, number)
        self.take(min(states, 10**12) * len(pool.faces) * (most + 1) * pool.count * size.cost)
        return size


def _once(reroll: Reroll | None) -> bool:
    return reroll is not None and not reroll.until


def _kept(pool: Pool, treatment: Treatment) -> int:
    """How many dice a choice leaves."""
    numbers = sum(number for _, number in treatment.choices)
    dropping = treatment.choices[0][0] in (Choice.DROP_HIGHEST, Choice.DROP_LOWEST)
    return pool.count - numbers if dropping else numbers


def _worth(treatment: Treatment, low: int, high: int, most: int) -> tuple[int, int]:
    """Between what and what a die is worth, that adds up from ``low`` to ``high`` before its bounds."""
    links = 1 if treatment.compound else most + 1
    if treatment.success and not treatment.choices:
        return 0, links
    if treatment.lowest is not None:
        low, high = max(low, treatment.lowest), max(high, treatment.lowest * links)
    if treatment.highest is not None:
        low, high = min(low, treatment.highest), min(high, treatment.highest * links)
    return low, high
