"""Dice: where faces come from, and sums of dice written as players write them."""

from rules.dice.source import Dice, SystemDice, throw

__all__ = ["Dice", "SystemDice", "throw"]
