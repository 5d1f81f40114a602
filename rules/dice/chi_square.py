"""Do dice thrown look like fair ones? Pearson's chi-square test, with the standard library alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log

EXPECTED = 5  # of each face: under it, the test says nothing
PRECISION = 1e-15
TINY = 1e-300
MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """The test of some counts. ``probability``: that fair dice stray at least as far as these."""

    statistic: float
    degrees: int
    probability: float


def verdict(counts: Sequence[int]) -> Verdict | None:
    """The test of equally likely outcomes; None under :data:`EXPECTED` of each expected, or with one outcome."""
    total, outcomes = sum(counts), len(counts)
    if outcomes < 2 or total < EXPECTED * outcomes:
        return None
    expected = total / outcomes
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return Verdict(statistic, outcomes - 1, survival(statistic, outcomes - 1))


def survival(statistic: float, degrees: int) -> float:
    """The probability that a chi-square variable of ``degrees`` degrees of freedom is at least ``statistic``.

    It is Q(degrees / 2, statistic / 2), the upper regularized incomplete gamma function.
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """Σ xⁿ / (a (a + 1) … (a + n)), which converges fast where x < a + 1."""
    term = total = 1 / a
    for step in range(1, MOST_STEPS):
        term *= x / (a + step)
        total += term
        if term < total * PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Its continued fraction, by Lentz's method, which converges fast where x ≥ a + 1."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    value = d
    for step in range(1, MOST_STEPS):
        factor = -step * (step - a)
        b += 2
        d = factor * d + b
        d = 1 / (d if abs(d) > TINY else TINY)
        c = b + factor / c
        c = c if abs(c) > TINY else TINY
        value *= c * d
        if abs(c * d - 1) < PRECISION:
            break
    return value
