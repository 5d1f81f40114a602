"""The alterations of corruption (COR). Data: ``data/alterations.toml``, extended by campaign (COR-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.abilities import Ability
from rules.data import DataError, Document, Entry, Source, load

CATEGORIES = ("physique", "mentale")
SEVERITIES = ("mineure", "majeure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alteration:
    """A row of the table. COR-4 (doc).

    ``losses`` add to ability scores (FOR −2 is −2). ``phobia``: the game master says of what.
    ``exhausted_by`` is the cause that exhausts (JET-5). ``note`` completes ``text``.
    """

    number: int
    key: str
    name: str
    text: str
    losses: Mapping[Ability, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    phobia: bool = False
    exhausted_by: str | None = None
    note: str = ""
    category: str | None = None
    severity: str | None = None
    source: Source = Source.DEFAULT


def read_alterations(document: Document) -> Mapping[int, Alteration]:
    """The alterations of a document by number, from 1 without a gap. Raises :class:`rules.data.DataError`."""
    rows: dict[int, Alteration] = {}
    for entry in document.entries():
        row = _alteration(entry)
        if row.number in rows:
            raise entry.error("number", f"{row.number} est déjà « {rows[row.number].key} »")
        rows[row.number] = row
    for number in range(1, len(rows) + 1):
        if number not in rows:
            raise DataError(document.file, None, "number", f"aucune entrée n’a le numéro {number}")
    return MappingProxyType(dict(sorted(rows.items())))


def _alteration(entry: Entry) -> Alteration:
    row = Alteration(
        number=entry.integer("number", 1, 1000),
        key=entry.name,
        name=entry.text("name"),
        text=entry.text("text"),
        losses=entry.abilities("losses", -18, 18),
        phobia=entry.flag("phobia", default=False),
        exhausted_by=entry.optional_text("exhausted_by"),
        note=entry.optional_text("note") or "",
        category=entry.choice("category", CATEGORIES) if entry.has("category") else None,
        severity=entry.choice("severity", SEVERITIES) if entry.has("severity") else None,
        source=entry.source(),
    )
    entry.close()
    return row


ALTERATIONS: Mapping[int, Alteration] = read_alterations(load("alterations"))
