"""The law of a total: each value with its weight, in whole numbers, so that every chance is exact."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

SPARSE = 4  # so many pairs for each place of the result, at most, are added one by one rather than packed


@dataclass(frozen=True)
class Law:
    """``weights`` by value, none of them 0; they add up to ``whole``."""

    weights: Mapping[int, int]
    whole: int

    @cached_property
    def values(self) -> list[int]:
        """The values that can come, lowest first."""
        return sorted(self.weights)

    @property
    def lowest(self) -> int:
        return self.values[0]

    @property
    def highest(self) -> int:
        return self.values[-1]

    @cached_property
    def mean(self) -> Fraction:
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.whole)

    @cached_property
    def variance(self) -> Fraction:
        squares = sum(value * value * weight for value, weight in self.weights.items())
        return Fraction(squares, self.whole) - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation: the one number here that is not exact."""
        return sqrt(self.variance)

    def chance(self, value: int) -> Fraction:
        return Fraction(self.weights.get(value, 0), self.whole)

    def at_least(self, threshold: int) -> Fraction:
        weights = self.weights
        return Fraction(sum(weights[value] for value in weights if value >= threshold), self.whole)

    def at_most(self, threshold: int) -> Fraction:
        weights = self.weights
        return Fraction(sum(weights[value] for value in weights if value <= threshold), self.whole)

    def quantile(self, part: Fraction) -> int:
        """The least value that, with all those under it, has at least this chance."""
        wanted = part * self.whole
        reached = 0
        for value in self.values:
            reached += self.weights[value]
            if reached >= wanted:
                return value
        return self.highest


def certain(value: int) -> Law:
    return Law({value: 1}, 1)


def mapped(law: Law, worth: Callable[[int], int]) -> Law:
    """The law of ``worth`` of a value."""
    weights: dict[int, int] = {}
    for value, weight in law.weights.items():
        other = worth(value)
        weights[other] = weights.get(other, 0) + weight
    return Law(weights, law.whole)


def combined(one: Law, other: Law, how: Callable[[int, int], int]) -> Law:
    """The law of ``how`` of two values, neither of which says anything of the other."""
    weights: dict[int, int] = {}
    for left, weight in one.weights.items():
        for right, factor in other.weights.items():
            value = how(left, right)
            weights[value] = weights.get(value, 0) + weight * factor
    return Law(weights, one.whole * other.whole)


def added(one: Law, other: Law, sign: int = 1) -> Law:
    """The law of a sum, or of a difference."""
    if sign < 0:
        other = mapped(other, int.__neg__)
    pairs = len(one.weights) * len(other.weights)
    places = one.highest - one.lowest + other.highest - other.lowest + 1
    if pairs <= SPARSE * places:
        return combined(one, other, int.__add__)
    whole = one.whole * other.whole
    size = _size(whole)
    return _unpacked(
        _packed(one, size) * _packed(other, size), size, places, one.lowest + other.lowest, whole
    )


def repeated(law: Law, count: int) -> Law:
    """The law of the sum of ``count`` values, each independent of the others."""
    if count == 1:
        return law
    whole = law.whole**count
    size = _size(whole)
    places = (law.highest - law.lowest) * count + 1
    return _unpacked(_packed(law, size) ** count, size, places, law.lowest * count, whole)


# A law is a polynomial, whose value at 2^(8 × size) is one big integer: Python multiplies these far faster than
# term by term. A place never overflows into the next, since weights add up to ``whole``, which fits in one.


def _size(whole: int) -> int:
    return (whole.bit_length() + 7) // 8


def _packed(law: Law, size: int) -> int:
    places = bytearray(size * (law.highest - law.lowest + 1))
    for value, weight in law.weights.items():
        start = (value - law.lowest) * size
        places[start : start + size] = weight.to_bytes(size, "little")
    return int.from_bytes(places, "little")


def _unpacked(packed: int, size: int, places: int, lowest: int, whole: int) -> Law:
    data = packed.to_bytes(size * places, "little")
    weights = (
        (lowest + place, int.from_bytes(data[place * size : (place + 1) * size], "little"))
        for place in range(places)
    )
    return Law({value: weight for value, weight in weights if weight}, whole)
