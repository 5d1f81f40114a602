"""The exact chances of a formula: its law in fractions, or a refusal; never a sample.

    >>> from rules.dice.odds import law_of
    >>> law_of("1d20+5").at_least(15)
    Fraction(11, 20)

It is the law of the throws of :mod:`rules.dice.rolling`, rerolls to their end and the hundredth explosion of a die
being its last; but for the ceiling of a throw, 1,000 dice: those that would pass it count here as if they did not.
"""

import sys
from collections.abc import Mapping

from rules.dice.chains import bursting, chosen_among_explosions, unit_law
from rules.dice.expression import Expression, Node, Number, Product, Sum, Value
from rules.dice.law import Law, added, certain, combined, repeated
from rules.dice.limits import DiceError, UnknownValue
from rules.dice.pool import Choice, Pool, Treatment
from rules.dice.reading import parse
from rules.dice.rolling import NO_VALUES, quotient
from rules.dice.work import Work

DEPTH = 3  # of icepool's recursion, for each value


class SeveralTotals(DiceError):
    """The formula has several totals; a law is that of one."""

    def __init__(self) -> None:
        super().__init__("Une seule expression à la fois, sans « ; » : chaque total a ses probabilités.")


def checked(expression: Expression | str, values: Mapping[str, int] = NO_VALUES) -> Expression:
    """A formula whose law may be computed, found out without computing it. Raises a ``DiceError``."""
    if isinstance(expression, str):
        expression = parse(expression)
    if len(expression.parts) > 1:
        raise SeveralTotals
    for name in expression.names:
        if name not in values:
            raise UnknownValue(Value(name).label)
    Work().measure(expression.parts[0], values)
    return expression


def law_of(expression: Expression | str, values: Mapping[str, int] = NO_VALUES) -> Law:
    """The law of a formula's total. Raises a ``DiceError``, before any work."""
    return _law(checked(expression, values).parts[0], values)


def _law(node: Node, values: Mapping[str, int]) -> Law:
    if isinstance(node, Pool):
        return _pool_law(node)
    if isinstance(node, Number):
        return certain(node.value)
    if isinstance(node, Sum):
        total = certain(0)
        for sign, term in node.terms:
            total = added(total, _law(term, values), sign)
        return total
    if isinstance(node, Product):
        total = _law(node.first, values)
        for divided, factor in node.rest:
            total = combined(total, _law(factor, values), quotient if divided else int.__mul__)
        return total
    return certain(values[node.name])


def _pool_law(pool: Pool) -> Law:
    treatment = pool.treatment
    if treatment is None or not treatment.choices:
        return repeated(unit_law(pool), pool.count)
    if bursting(pool, treatment)[0] and not treatment.compound:
        return chosen_among_explosions(pool, treatment)
    return _chosen(pool, treatment)


def _chosen(pool: Pool, treatment: Treatment) -> Law:
    """Some of the dice, by their rank: what icepool counts best."""
    import icepool  # only here, and only where a law is wanted: the bot itself never loads it

    unit = unit_law(pool, counting=False)
    low, high = 0, pool.count
    for choice, number in treatment.choices:
        match choice:
            case Choice.KEEP_HIGHEST:
                low = high - number
            case Choice.KEEP_LOWEST:
                high = number
            case Choice.DROP_HIGHEST:
                high -= number
            case Choice.DROP_LOWEST:
                low = number
    # It recurses once for each value, a few calls deep.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEPTH * len(unit.weights) + 1_000))
    kept = icepool.Die(dict(unit.weights)).pool(pool.count)[low:high]
    if treatment.success is None:
        found = kept.sum()
    else:
        found = kept.keep_outcomes([value for value in unit.weights if treatment.success.holds(value)]).size()
    return Law(dict(found.items()), found.denominator())
