"""Throws a formula: walks the parse tree, with a source of faces and the values that it names."""

from collections.abc import Callable, Mapping
from functools import partial

from rules.dice.expression import Expression, Node, Number, Product, Sum, Value
from rules.dice.limits import HIGHEST_TOTAL, MOST_THROWS, DivisionByZero, TotalTooGreat, UnknownValue
from rules.dice.pool import Pool
from rules.dice.reading import parse
from rules.dice.rolled import Roll, TermRoll
from rules.dice.source import SYSTEM, Dice
from rules.dice.throwing import Budget, highest_pool, throw_pool

NO_VALUES: Mapping[str, int] = {}


def roll(
    expression: Expression | str,
    dice: Dice = SYSTEM,
    values: Mapping[str, int] = NO_VALUES,
    budget: Budget | None = None,
) -> Roll:
    """``expression`` thrown with ``dice``: the operating system's randomness unless another source is given.

    ``values``: what names are worth, by their key (``for``, ``mod.con``). ``budget``: shared by several throws
    of one answer. Raises :class:`rules.dice.DiceError` alone.
    """
    if isinstance(expression, str):
        expression = parse(expression)
    if budget is None:
        budget = Budget(MOST_THROWS - expression.dice)
    else:
        budget.spend(expression.dice)
    return _rolled(expression, values, partial(throw_pool, dice=dice, budget=budget))


def again(rolled: Roll, dice: Dice) -> Roll:
    """The same formula thrown anew, with the values that it had."""
    return roll(rolled.expression, dice, dict(rolled.values))


def maximised(expression: Expression | str, values: Mapping[str, int] = NO_VALUES) -> Roll:
    """``expression`` with all its dice at their highest face, without explosion (HER-4)."""
    if isinstance(expression, str):
        expression = parse(expression)
    return _rolled(expression, values, highest_pool)


def maximum(expression: Expression | str, values: Mapping[str, int] = NO_VALUES) -> int:
    """The total of ``expression`` with all its dice at their highest face, without explosion (HER-4).

    Not always its greatest total: what is subtracted is at its highest face too.
    """
    return maximised(expression, values).total


def _rolled(expression: Expression, values: Mapping[str, int], thrower: Callable[[Pool], TermRoll]) -> Roll:
    named = tuple([(name, _value(name, values)) for name in expression.names]) if expression.names else ()
    terms: list[TermRoll] = []
    totals: list[int] = []
    for part in expression.parts:
        totals.append(_worth(part, values, thrower, terms))
    if abs(sum(totals)) > HIGHEST_TOTAL or max(totals) > HIGHEST_TOTAL or min(totals) < -HIGHEST_TOTAL:
        raise TotalTooGreat
    return Roll(expression.text, tuple(terms), tuple(totals), named)


def _worth(
    node: Node, values: Mapping[str, int], thrower: Callable[[Pool], TermRoll], terms: list[TermRoll]
) -> int:
    """What a node comes to; ``terms`` keeps the dice as they are thrown, from left to right."""
    if isinstance(node, Pool):
        thrown = thrower(node)
        terms.append(thrown)
        return thrown.total
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Sum):
        total = 0
        for sign, term in node.terms:
            total += sign * _worth(term, values, thrower, terms)
        return total
    if isinstance(node, Product):
        total = _worth(node.first, values, thrower, terms)
        for divided, factor in node.rest:
            other = _worth(factor, values, thrower, terms)
            total = quotient(total, other) if divided else total * other
        return total
    return values[node.name]


def _value(name: str, values: Mapping[str, int]) -> int:
    if name not in values:
        raise UnknownValue(Value(name).label)
    return values[name]


def quotient(dividend: int, divisor: int) -> int:
    """The division of whole numbers, its fraction lost: −7 / 2 is −3. Raises :class:`DivisionByZero`."""
    if divisor == 0:
        raise DivisionByZero
    whole = abs(dividend) // abs(divisor)
    return whole if (dividend < 0) is (divisor < 0) else -whole
