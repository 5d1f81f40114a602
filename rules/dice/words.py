"""The words of a formula: values of a character, and French for what symbols say."""

import re

ABILITIES = ("for", "dex", "con", "int", "sag", "cha")
# What a formula may name; `rules.formula_values` gives them. No name begins another.
VALUES = (*ABILITIES, *(f"mod.{ability}" for ability in ABILITIES), "niveau", "attaque", "ca", "pv", "palier")

# Full-width characters and capitals read as plain small letters; one for one, so that positions hold.
TWINS = (
    {0xFF01 + n: chr(0x21 + n).lower() for n in range(0x5E)}
    | {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    | str.maketrans("−–×*÷", "--xx/")
)

_ABILITY = "|".join(ABILITIES)
_OTHERS = "|".join(name for name in VALUES if "." not in name)
# Whole words, but that « FORx2 » multiplies.
NAME = rf"(?:mod\s*\.\s*(?:{_ABILITY})|{_OTHERS})(?![a-wyz])"
CHOICE = (
    r"(?P<choice>kh|kl|k|dh|dl)"
    r"|(?P<verb>garde|retire)\s*(?:le\s*(?P<only>meilleur|pire)|(?:les)?)"
)
RANK = re.compile(r"\s*(meilleur|pire)s?")
COMPARISON = re.compile(r"\s*(>=|<=|[<>=≥≤])\s*(-?)")
MODIFIER = re.compile(
    rf"\s*(?:{CHOICE}|(?P<reroll>rr|ro|relance\s*(?:les)?|r)|(?P<explode>!!(?!o)|!o|!|explose)"
    r"|(?P<bound>min?|max?)|(?P<success>(?=[<>=≥≤])))"
)
