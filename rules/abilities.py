"""The six abilities and their modifiers (CAR)."""

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
