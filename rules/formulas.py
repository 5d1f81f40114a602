"""Dice formulas in which words stand for a character's own numbers: ``niveau``, ``1d8+CON`` (SAN-2)."""

import re
from collections.abc import Mapping

from rules.abilities import Ability
from rules.dice import parse

LEVEL = "niveau"
WORDS = (LEVEL, *(ability.label for ability in Ability))  # as they read
_WORD = re.compile(rf"([+\-−–]?)\b({'|'.join(WORDS)})\b", re.IGNORECASE)
_KEYS = {word.casefold(): word for word in WORDS}


def checked(text: str) -> str:
    """The formula as it is kept: without spaces, dice in small letters. Raises :class:`rules.dice.DiceError`."""
    joined = "".join(text.split()).casefold()
    for value in (1, -1):  # whatever the sign of a word, the sum must be one
        parse(valued(joined, dict.fromkeys(WORDS, value)))
    return _WORD.sub(lambda word: f"{word[1]}{_KEYS[word[2].casefold()]}", joined)


def valued(formula: str, values: Mapping[str, int]) -> str:
    """The formula with each word replaced by its value: ``1d8+CON`` with CON −1 is ``1d8-1``."""

    def written(word: re.Match[str]) -> str:
        value = values[_KEYS[word[2].casefold()]] * (1 if word[1] in ("", "+") else -1)
        return f"{'-' if value < 0 else '+'}{abs(value)}"

    return _WORD.sub(written, formula)
