"""The alterations of corruption (COR). Data: ``data/alterations.toml``, changed by each campaign (COR-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.abilities import Ability
from rules.data import DataError, Document, Entry, Source, load

CATEGORIES = ("physique", "mentale")
SEVERITIES = ("mineure", "majeure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Alteration:
    """A row of the table. COR-4 (doc).

    ``losses`` add to ability scores (FOR −2 is −2), ``maluses`` to named rolls (COR-6). ``phobia``: the game master says of what.
    ``exhausted_by`` is the cause that exhausts (JET-5). ``note`` completes ``text``.
    """

    number: int
    key: str
    name: str
    text: str
    losses: Mapping[Ability, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    maluses: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    phobia: bool = False
    exhausted_by: str | None = None
    note: str = ""
    category: str | None = None
    severity: str | None = None
    source: Source = Source.DEFAULT

    @property
    def described(self) -> str:
        """All that it means: the words, what completes them, the points of ability that it costs."""
        losses = ", ".join(
            f"{of.label} {'+' if lost > 0 else '−'}{abs(lost)}" for of, lost in self.losses.items()
        )
        return " ".join(part for part in (self.text, self.note, f"({losses})." if losses else "") if part)


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


@dataclass(frozen=True, slots=True)
class AlterationTable:
    """The printed table as a campaign changed it (COR-6).

    ``own``: entries added, or printed ones described otherwise, by their key. ``removed``: printed keys.
    """

    own: tuple[Alteration, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def rows(self) -> Mapping[int, Alteration]:
        """The entries by the face that gives them, from 1 without a gap: the die has as many faces."""
        if not self.own and not self.removed:
            return ALTERATIONS
        own = {row.key: row for row in self.own}
        kept = [own.pop(row.key, row) for row in ALTERATIONS.values() if row.key not in self.removed]
        return MappingProxyType(
            {face: replace(row, number=face) for face, row in enumerate((*kept, *own.values()), start=1)}
        )

    def get(self, key: str) -> Alteration | None:
        """The entry of this key."""
        return next((row for row in self.rows.values() if row.key == key), None)

    def with_entry(self, key: str, entry: Alteration | None) -> "AlterationTable":
        """The same with this entry, at its face, or without it."""
        printed = {row.key: row for row in ALTERATIONS.values()}
        removed = tuple(other for other in self.removed if other != key)
        own = [row for row in self.own if row.key != key]
        if entry is None:
            return AlterationTable(tuple(own), (*removed, key) if key in printed else removed)
        if key not in printed:
            others = [row for row in own if row.key not in printed]
            face = entry.number - 1 - (len(printed) - len(removed))
            own.insert(own.index(others[face]) if 0 <= face < len(others) else len(own), entry)
        elif replace(entry, number=printed[key].number) != printed[key]:
            own.append(entry)
        return AlterationTable(tuple(own), removed)

    @property
    def printed_removed(self) -> tuple[Alteration, ...]:
        """The printed entries that the campaign does without."""
        return tuple(row for row in ALTERATIONS.values() if row.key in self.removed)


PRINTED = AlterationTable()
