"""What each rule says in a sentence, for « Pourquoi ? », and the settings that carry a reading of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.data import Document, load
from rules.settings import READINGS


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule by its identifier (``HOR-1``), its sentence, and the keys of its settings."""

    rule: str
    text: str
    settings: tuple[str, ...] = ()


def read_reasons(document: Document) -> Mapping[str, Reason]:
    """The reasons of a document, by rule. Raises :class:`rules.data.DataError`."""
    reasons = {}
    for entry in document.entries():
        settings = entry.texts("settings", allowed=tuple(READINGS))
        reasons[entry.name] = Reason(entry.name, entry.text("text"), settings)
        entry.close()
    return MappingProxyType(reasons)


REASONS = read_reasons(load("reasons"))
