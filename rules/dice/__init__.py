"""Dice: formulas as players write them, thrown by an engine that stands alone.

    >>> from rules.dice import roll
    >>> roll("4d6kh3").total in range(3, 19)
    True

Three things follow one another: the parse tree (:mod:`rules.dice.expression`), what chance made of it
(:mod:`rules.dice.rolled`), and the text (:mod:`rules.dice.text`). Chance is an argument (:class:`Dice`).
"""

from rules.dice.expression import Expression
from rules.dice.limits import DiceError, FormulaError, LimitError
from rules.dice.reading import parse, parse_single
from rules.dice.rolled import Die, Fate, Roll, TermRoll, single_d20
from rules.dice.rolling import again, maximised, maximum, roll
from rules.dice.source import Dice, SystemDice, throw
from rules.dice.text import format_roll
from rules.dice.throwing import Budget

__all__ = [
    "Budget",
    "Dice",
    "DiceError",
    "Die",
    "Expression",
    "Fate",
    "FormulaError",
    "LimitError",
    "Roll",
    "SystemDice",
    "TermRoll",
    "again",
    "format_roll",
    "maximised",
    "maximum",
    "parse",
    "parse_single",
    "roll",
    "single_d20",
    "throw",
]
