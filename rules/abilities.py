"""The six abilities, and what a score is worth (CAR)."""

from enum import StrEnum


class Ability(StrEnum):
    """An ability, in the order in which scores are thrown (CAR-1). Value: its key in data and options."""

    STRENGTH = "for"
    DEXTERITY = "dex"
    CONSTITUTION = "con"
    INTELLIGENCE = "int"
    WISDOM = "sag"
    CHARISMA = "cha"

    @property
    def label(self) -> str:
        """The abbreviation printed on a sheet: « FOR »."""
        return self.value.upper()


LOWEST_SCORE = 3
HIGHEST_SCORE = 18

# Each row: the lowest score of a bracket, and what it gives.
_MODIFIERS = ((3, -3), (4, -2), (6, -1), (9, 0), (13, 1), (16, 2), (18, 3))
_LANGUAGES = ((3, 0), (13, 1), (16, 2), (18, 3))
_EXPERIENCE = ((3, -10), (6, -5), (9, 0), (13, 5), (16, 10))


def modifier(score: int) -> int:
    """The modifier of a score. CAR-2 (PMT): under 3 it stays −3, over 18 it stays +3."""
    return _bracket(_MODIFIERS, score)


def extra_languages(score: int) -> int:
    """How many more languages an intelligence gives. CAR-3 (PMT)."""
    return _bracket(_LANGUAGES, score)


def xp_adjustment(score: int) -> int:
    """The adjustment of experience for a prime ability, in percent. CAR-4 (PMT)."""
    return _bracket(_EXPERIENCE, score)


def _bracket(rows: tuple[tuple[int, int], ...], score: int) -> int:
    found = rows[0][1]
    for lowest, value in rows:
        if lowest > score:
            break
        found = value
    return found
