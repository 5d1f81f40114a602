"""Armours and the armour class they give (CLA, JET-3). Data: ``data/armours.toml``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from rules.data import DataError, Document, Entry, Source, load

CONVERSION = 19  # ascending = 19 − descending (JET-3)
SHIELD_BONUS = 1
NO_ARMOUR = "aucune"


@dataclass(frozen=True, slots=True)
class Armour:
    """An armour, and the descending armour class it gives without dexterity. CLA (PMT, défaut)."""

    key: str
    name: str
    descending: int
    source: Source

    @property
    def ascending(self) -> int:
        return CONVERSION - self.descending


class Wearer(Protocol):
    """What limits armours: a class."""

    @property
    def armours(self) -> tuple[str, ...]: ...
    @property
    def shield(self) -> bool: ...


W = TypeVar("W", bound=Wearer)


def armour_class(armour_key: str, shield: bool, dexterity_modifier: int, bonus: int = 0) -> int:
    """The ascending armour class. CLA (PMT); ``bonus`` is ascending too (a people's, PEU-2)."""
    return ARMOURS[armour_key].ascending + SHIELD_BONUS * shield + dexterity_modifier + bonus


def format_armour_class(ascending: int) -> str:
    """« descending [ascending] », as a player reads it: « 9 [10] ». JET-3 (PMT)."""
    return f"{_signed(CONVERSION - ascending)} [{_signed(ascending)}]"


def class_allows(classes: Iterable[Wearer], armour_key: str, shield: bool = False) -> bool:
    """Whether at least one of the classes may use its skills or spells in this. CLA-6 (PMT)."""
    return any(_suits(wearer, armour_key, shield) for wearer in classes)


def hindered(classes: Iterable[W], armour_key: str, shield: bool = False) -> tuple[W, ...]:
    """The classes whose skills or spells this armour forbids. CLA-6 (PMT)."""
    return tuple(wearer for wearer in classes if not _suits(wearer, armour_key, shield))


def _suits(wearer: Wearer, armour_key: str, shield: bool) -> bool:
    return armour_key in wearer.armours and (wearer.shield or not shield)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def read_armours(document: Document) -> Mapping[str, Armour]:
    """The armours of a document, by key. Raises :class:`rules.data.DataError`."""
    armours = {entry.name: _armour(entry) for entry in document.entries()}
    if NO_ARMOUR not in armours:
        raise DataError(document.file, NO_ARMOUR, None, "cette entrée est nécessaire")
    return MappingProxyType(armours)


def _armour(entry: Entry) -> Armour:
    armour = Armour(entry.name, entry.text("name"), entry.integer("descending", -10, 20), entry.source())
    entry.close()
    return armour


ARMOURS: Mapping[str, Armour] = read_armours(load("armours"))
