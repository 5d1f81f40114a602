"""Skills thrown on a die: a thief's, and the few that other classes and peoples have (CLA, PEU-2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.data import Document, Entry, Source, load


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: passed when a die of ``die`` sides does not exceed the level's value."""

    key: str
    name: str
    die: int
    values: tuple[int, ...]
    source: Source

    def value(self, level: int = 1) -> int:
        """The value at a level, the last one afterwards. CLA (défaut)."""
        return self.values[min(max(level, 1), len(self.values)) - 1]


def read_skills(document: Document) -> Mapping[str, Skill]:
    """The skills of a document, by key. Raises :class:`rules.data.DataError`."""
    return MappingProxyType({entry.name: _skill(entry) for entry in document.entries()})


def _skill(entry: Entry) -> Skill:
    die = entry.integer("die", 2, 100)
    skill = Skill(entry.name, entry.text("name"), die, entry.integers("values", 0, die), entry.source())
    entry.close()
    return skill


SKILLS: Mapping[str, Skill] = read_skills(load("skills"))
