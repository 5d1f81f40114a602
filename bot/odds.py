"""The exact chances of a formula, as they are computed beside the bot (:mod:`bot.calculator`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot import charts
from rules.dice.odds import law_of

QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


@dataclass(frozen=True, slots=True)
class Odds:
    """What is told of a law. ``quantiles``: at :data:`QUANTILES`. ``at_least`` and ``at_most``: of the threshold."""

    lowest: int
    highest: int
    mean: Fraction
    deviation: float
    quantiles: tuple[int, ...]
    threshold: int | None
    at_least: Fraction
    at_most: Fraction
    chart: bytes


def compute(formula: str, values: Mapping[str, int], threshold: int | None) -> Odds:
    """The odds of a formula already checked (:func:`rules.dice.odds.checked`). Runs in the other process."""
    law = law_of(formula, values)
    return Odds(
        lowest=law.lowest,
        highest=law.highest,
        mean=law.mean,
        deviation=law.deviation,
        quantiles=tuple(law.quantile(part) for part in QUANTILES),
        threshold=threshold,
        at_least=law.at_least(threshold) if threshold is not None else Fraction(0),
        at_most=law.at_most(threshold) if threshold is not None else Fraction(0),
        chart=charts.chart(law, threshold),
    )
