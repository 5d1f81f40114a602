"""Dice: where faces come from, and sums of dice written as players write them."""

from rules.dice.expression import DiceError, Expression, Term, parse
from rules.dice.rolling import Die, Roll, TermRoll, format_roll, maximised, maximum, roll, single_d20
from rules.dice.source import Dice, SystemDice, throw

__all__ = [
    "Dice",
    "DiceError",
    "Die",
    "Expression",
    "Roll",
    "SystemDice",
    "Term",
    "TermRoll",
    "format_roll",
    "maximised",
    "maximum",
    "parse",
    "roll",
    "single_d20",
    "throw",
]
