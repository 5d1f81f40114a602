"""Dice formulas in which words stand for a character's own numbers: ``niveau``, ``1d8+CON`` (SAN-2)."""

from collections.abc import Mapping
from functools import lru_cache

from rules.abilities import Ability
from rules.character import Character
from rules.dice import Dice, LimitError, Roll, parse, roll

LEVEL = "niveau"
WORDS = (LEVEL, *(ability.label for ability in Ability))  # as they read
_KEYS = (LEVEL, *(ability.value for ability in Ability))  # as the engine names them
_PLAIN = str.maketrans({"−": "-", "×": "x", " ": None})
_SAMPLES = [(level, modifier) for level in range(1, 21) for modifier in range(-3, 4)]


class _EveryFace:
    """A source of faces that shows each in turn."""

    def __init__(self) -> None:
        self.thrown = 0

    def roll(self, sides: int) -> int:
        self.thrown += 1
        return (self.thrown - 1) % sides + 1


@lru_cache(maxsize=64)
def checked(text: str) -> str:
    """The formula as it is kept, without spaces: one expression of dice and :data:`WORDS`.

    It is thrown for sample characters, from the first level to the twentieth, so that none finds at night a
    division by zero. Raises :class:`rules.dice.DiceError`.
    """
    formula = parse(text)
    if len(formula.parts) > 1 or formula.comment:
        raise LimitError(text, len(formula.text) - 1, "une seule expression, sans commentaire")
    if any(name not in _KEYS for name in formula.names):
        raise LimitError(text, 0, f"des dés et {', '.join(WORDS)} seulement")
    dice = _EveryFace()
    for level, modifier in _SAMPLES:
        roll(formula, dice, {**dict.fromkeys(_KEYS, modifier), LEVEL: level})
    return formula.notation.translate(_PLAIN)


def thrown(formula: str, character: Character, dice: Dice) -> Roll:
    """The formula thrown for a character: FOR, DEX… are its modifiers, ``niveau`` its highest level."""
    return roll(formula, dice, _numbers(character))


def _numbers(character: Character) -> Mapping[str, int]:
    modifiers = {ability.value: character.modifier(ability) for ability in Ability}
    return {LEVEL: character.level, **modifiers}
