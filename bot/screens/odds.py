"""`/probabilite`: the chances of a formula, in words beside the chart."""

from fractions import Fraction

from bot.french import decimal, number, percent, shortened
from bot.odds import Odds
from bot.replies import Image, Reply
from rules.dice import Expression

TITLE_FORMULA = 120
MOST_DIGITS = (
    1_000_000  # of a denominator that is written; a chance whose own is greater is one « in so many »
)


def odds(expression: Expression, found: Odds, values: tuple[tuple[str, int], ...] = ()) -> Reply:
    """Mean, deviation, the chance of the threshold, where most throws fall; and the chart."""
    formula = shortened(expression.notation, TITLE_FORMULA)
    return Reply(
        title=f"Probabilités : {formula}",
        lines=(
            f"Avec {', '.join(f'{name} = {number(value)}' for name, value in values)}" if values else "",
            *threshold_lines(found),
            f"📊 **{decimal(found.mean)}** ± {decimal(Fraction(found.deviation))} en moyenne, "
            f"de {number(found.lowest)} à {number(found.highest)}",
            *spread(found),
        ),
        footer="Calcul exact, sans tirage.",
        image=Image(found.chart, "probabilites.png", f"Chances de chaque total de {formula}"),
    )


def threshold_lines(found: Odds) -> tuple[str, ...]:
    """« 🎯 15 ou plus : 30 % (3/10) », and the other side."""
    if found.threshold is None:
        return ()
    seuil = number(found.threshold)
    return (
        f"🎯 **{seuil} ou plus : {percent(found.at_least)}**{in_full(found.at_least)}",
        f"{seuil} ou moins : {percent(found.at_most)}{in_full(found.at_most)}",
    )


def spread(found: Odds) -> tuple[str, ...]:
    """Where half of the throws fall, and nine in ten."""
    low, first, middle, third, high = map(number, found.quantiles)
    return (f"Médiane : {middle} ; la moitié des jets de {first} à {third}, neuf sur dix de {low} à {high}.",)


def in_full(chance: Fraction) -> str:
    """« (3/10) », « (une fois sur 7 776) », or nothing for a certainty and for a fraction too long to read."""
    if chance in (0, 1):
        return ""
    if chance.denominator <= MOST_DIGITS:
        return f" ({number(chance.numerator)}/{number(chance.denominator)})"
    if chance < Fraction(1, 100) and 1 / chance < 10**12:
        return f" (environ une fois sur {number(round(1 / chance))})"
    return ""
