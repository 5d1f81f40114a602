"""Tables by level that classes share: experience, saves, attack, spell slots (CLA)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Generic, TypeVar, cast

from rules.data import Document, Entry, Source
from rules.saves import SaveTargets

HIGHEST_LEVEL = 15
HIGHEST_EXPERIENCE = 10**9

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progression(Generic[T]):
    """A row by level from ``first_level`` on; the last one holds afterwards, the first one before."""

    rows: tuple[T, ...]
    source: Source
    first_level: int = 1

    def at(self, level: int) -> T:
        """The row of a level. CLA (défaut)."""
        return self.rows[min(max(level - self.first_level, 0), len(self.rows) - 1)]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The experience that each level needs, from level 1 (0) on. ``level_2_source``: of that step alone."""

    values: tuple[int, ...]
    source: Source
    level_2_source: Source


@dataclass(frozen=True, slots=True)
class Progressions:
    """Every progression of a document, by kind and key."""

    experience: Mapping[str, Thresholds]
    saves: Mapping[str, Progression[SaveTargets]]
    attack: Mapping[str, Progression[int]]
    slots: Mapping[str, Progression[tuple[int, ...]]]


def read_progressions(document: Document) -> Progressions:
    """The progressions of a document. Raises :class:`rules.data.DataError`."""
    return Progressions(
        experience=_keyed({entry.name: _thresholds(entry) for entry in document.entries("experience")}),
        saves=_keyed({entry.name: _saves(entry) for entry in document.entries("saves")}),
        attack=_keyed({entry.name: _attack(entry) for entry in document.entries("attack")}),
        slots=_keyed({entry.name: _slots(entry) for entry in document.entries("slots")}),
    )


def _keyed(read: dict[str, T]) -> Mapping[str, T]:
    return MappingProxyType({name.split(".", 1)[1]: value for name, value in read.items()})


def _thresholds(entry: Entry) -> Thresholds:
    values = entry.integers("thresholds", 0, HIGHEST_EXPERIENCE)
    if values[0] != 0 or len(values) != HIGHEST_LEVEL:
        raise entry.error("thresholds", f"{HIGHEST_LEVEL} valeurs sont attendues, la première nulle")
    if any(after <= before for before, after in pairwise(values)):
        raise entry.error("thresholds", "les valeurs doivent croître")
    source = entry.source()
    level_2 = entry.source("level_2_source") if entry.has("level_2_source") else source
    entry.close()
    return Thresholds(values, source, level_2)


def _saves(entry: Entry) -> Progression[SaveTargets]:
    """Expands « from » rows into one row a level."""
    levels: list[int] = []
    rows: list[SaveTargets] = []
    for written in entry.rows("rows"):
        if not isinstance(written, dict) or set(written) != {"from", "targets"}:
            raise entry.error("rows", "chaque ligne est { from = …, targets = […] }")
        line = cast(dict[str, object], written)
        (level,) = entry.row("rows", [line["from"]], 0, HIGHEST_LEVEL)
        targets = entry.row("rows", line["targets"], 2, 20)
        if len(targets) != 5:
            raise entry.error("rows", "une ligne compte cinq seuils")
        if levels and level <= levels[-1]:
            raise entry.error("rows", "les niveaux doivent croître")
        if levels:
            rows.extend([rows[-1]] * (level - levels[-1] - 1))
        levels.append(level)
        rows.append(targets)
    if levels[0] > 1:
        raise entry.error("rows", "le niveau 1 manque")
    progression = Progression(tuple(rows), entry.source(), levels[0])
    entry.close()
    return progression


def _attack(entry: Entry) -> Progression[int]:
    progression = Progression(entry.integers("bonuses", -20, 20), entry.source())
    entry.close()
    return progression


def _slots(entry: Entry) -> Progression[tuple[int, ...]]:
    rows = tuple(entry.row("rows", row, 0, 20) for row in entry.rows("rows"))
    progression = Progression(rows, entry.source())
    entry.close()
    return progression
