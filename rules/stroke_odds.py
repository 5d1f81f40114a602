"""What a point spent on a master stroke buys: the damage at its highest, beside what the dice give on average (HER-4)."""

import re
from fractions import Fraction

from rules.attacks import AttackAct, greatest_damage
from rules.damage import LEAST
from rules.dice import parse
from rules.dice.odds import law_of

MOST_DICE = 20
# « 2d6 + 1 »: what a weapon does. The law of anything longer could keep an answer waiting.
_PLAIN = re.compile(r"\d+d\d+( [+−] \d+)?")


def stroke(act: AttackAct) -> tuple[int, Fraction] | None:
    """The damage of a master stroke, and the exact mean of the same damage thrown; None for an unusual formula."""
    expression = parse(act.formula)
    if expression.dice > MOST_DICE or not _PLAIN.fullmatch(expression.notation):
        return None
    law = law_of(expression)
    bonus = sum(modifier.value for modifier in act.damage_modifiers)
    thrown = sum(max(LEAST, total + bonus) * weight for total, weight in law.weights.items())
    return greatest_damage(act).total, Fraction(thrown, law.whole)
