"""The two columns of the d10: Horreur and Folie (HOR). Data: ``data/horror.toml``."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from rules.character import State
from rules.data import DataError, Document, Entry, Source, load

DIE = 10


class DurationUnit(StrEnum):
    """What a duration counts in."""

    ROUND = "round"
    TURN = "tour"
    HOUR = "heure"


@dataclass(frozen=True, slots=True)
class HorrorRow:
    """A row of the Horreur column. HOR (doc).

    It lasts one die of ``die_sides``, or ``fixed_amount``, of ``unit``; the game master decides when all
    three are None. ``duration_text`` is what a player reads of it.
    """

    die: int
    name: str
    line: str
    state: State
    die_sides: int | None
    fixed_amount: int | None
    unit: DurationUnit | None
    duration_text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Trouble:
    """A row of the Folie column. HOR (doc)."""

    die: int
    key: str
    name: str
    line: str
    source: Source


Row = TypeVar("Row", HorrorRow, Trouble)

_WRITTEN = re.compile(r"(?:1d(?P<sides>[2-9]|[1-9]\d+)|(?P<amount>[1-9]\d*)) (?P<unit>round|tour|heure)s?")
_GAME_MASTER = "MdT"


def read_horror(document: Document) -> Mapping[int, HorrorRow]:
    """The Horreur column by face. Raises :class:`rules.data.DataError`."""
    document.only("horror", "troubles")
    return _by_face(document, "horror", [_horror(entry) for entry in document.entries("horror")])


def read_troubles(document: Document) -> Mapping[int, Trouble]:
    """The Folie column by face. Raises :class:`rules.data.DataError`."""
    document.only("horror", "troubles")
    rows = [_trouble(entry) for entry in document.entries("troubles")]
    taken: set[str] = set()
    for row in rows:
        if row.key in taken:
            name = f"troubles.{row.die}"
            raise DataError(document.file, name, "key", f"« {row.key} » est déjà prise")
        taken.add(row.key)
    return _by_face(document, "troubles", rows)


def _by_face(document: Document, section: str, rows: Iterable[Row]) -> Mapping[int, Row]:
    """The rows in the order of the die, none missing."""
    by_face = {row.die: row for row in rows}
    for face in range(1, DIE + 1):
        if face not in by_face:
            raise DataError(document.file, f"{section}.{face}", None, "cette face manque")
    return MappingProxyType(dict(sorted(by_face.items())))


def _face(entry: Entry) -> int:
    """The face that names an entry."""
    face = entry.name.split(".", 1)[1]
    if face not in [str(number) for number in range(1, DIE + 1)]:
        raise entry.error(None, f"une face de 1 à {DIE} est attendue")
    return int(face)


def _horror(entry: Entry) -> HorrorRow:
    written = entry.text("duration")
    sides, amount, unit = _duration(entry, written)
    row = HorrorRow(
        die=_face(entry),
        name=entry.text("name"),
        line=entry.text("line"),
        state=State(entry.choice("state", tuple(State))),
        die_sides=sides,
        fixed_amount=amount,
        unit=unit,
        duration_text="au choix du MdT" if unit is None else written,
        source=entry.source(),
    )
    entry.close()
    return row


def _duration(entry: Entry, written: str) -> tuple[int | None, int | None, DurationUnit | None]:
    """Die sides, fixed amount and unit of « 1d6 rounds », « 1 tour » or « MdT »."""
    if written == _GAME_MASTER:
        return None, None, None
    match = _WRITTEN.fullmatch(written)
    if match is None:
        raise entry.error("duration", f"« {written} » n’est ni « 1d6 rounds », ni « 1 tour », ni « MdT »")
    sides, amount = match["sides"], match["amount"]
    return int(sides) if sides else None, int(amount) if amount else None, DurationUnit(match["unit"])


def _trouble(entry: Entry) -> Trouble:
    row = Trouble(_face(entry), entry.text("key"), entry.text("name"), entry.text("line"), entry.source())
    entry.close()
    return row


_DOCUMENT = load("horror")
HORROR: Mapping[int, HorrorRow] = read_horror(_DOCUMENT)
TROUBLES: Mapping[int, Trouble] = read_troubles(_DOCUMENT)
