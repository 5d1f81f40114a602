"""Reads data files field by field; every mistake is a :class:`DataError` naming file, entry and field."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import cast

from rules.abilities import Ability

DIRECTORY = Path(__file__).parent


class Source(StrEnum):
    """How far a figure is to be trusted, as `source` says in the data."""

    DOC = "doc"  # the adaptation's document
    PMT = "PMT"  # a public source of Portes, Monstres & Trésors
    DEFAULT = "défaut"  # a reasonable value that the game master may change


class DataError(ValueError):
    """A data file that cannot be used. ``file``, ``entry``, ``field`` say where (None: the whole of it)."""

    def __init__(self, file: str, entry: str | None, field: str | None, problem: str) -> None:
        self.file = file
        self.entry = entry
        self.field = field
        where = file
        if entry is not None:
            where += f", entrée « {entry} »"
        if field is not None:
            where += f", champ « {field} »"
        super().__init__(f"{where} : {problem}")


class Entry:
    """One table of a file. A field that nobody asked for by :meth:`close` is a mistake (a misspelt name)."""

    def __init__(self, file: str, name: str, fields: Mapping[str, object]) -> None:
        self.file = file
        self.name = name
        self._fields = fields
        self._read: set[str] = set()

    def error(self, field: str | None, problem: str) -> DataError:
        """The error to raise about ``field``."""
        return DataError(self.file, self.name, field, problem)

    def has(self, field: str) -> bool:
        return field in self._fields

    def value(self, field: str) -> object:
        """A field as it is written, None when it is absent."""
        self._read.add(field)
        return self._fields.get(field)

    def text(self, field: str) -> str:
        value = self.value(field)
        if not isinstance(value, str) or not value.strip():
            raise self.error(field, "un texte est attendu")
        return value

    def optional_text(self, field: str) -> str | None:
        return self.text(field) if self.has(field) else None

    def choice(self, field: str, allowed: Sequence[str]) -> str:
        """A text among ``allowed``."""
        value = self.text(field)
        if value not in allowed:
            raise self.error(field, f"« {value} » n’est pas l’un de {', '.join(allowed)}")
        return value

    def texts(self, field: str, allowed: Sequence[str] | None = None) -> tuple[str, ...]:
        """A list of texts, among ``allowed`` if given; none when the field is absent."""
        values = self._list(field) if self.has(field) else ()
        for value in values:
            if not isinstance(value, str) or not value.strip():
                raise self.error(field, "une liste de textes est attendue")
            if allowed is not None and value not in allowed:
                raise self.error(field, f"« {value} » n’est pas l’un de {', '.join(allowed)}")
        return tuple(str(value) for value in values)

    def integer(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """An integer from ``low`` to ``high``."""
        if default is not None and not self.has(field):
            return default
        return self._checked(field, self.value(field), low, high)

    def integers(self, field: str, low: int, high: int) -> tuple[int, ...]:
        """A list of integers from ``low`` to ``high``, not empty."""
        return self.row(field, self._list(field), low, high)

    def row(self, field: str, values: object, low: int, high: int) -> tuple[int, ...]:
        """``values``, found in ``field``, as a list of integers from ``low`` to ``high``, not empty."""
        if not isinstance(values, list | tuple) or not values:
            raise self.error(field, "une liste d’entiers est attendue")
        return tuple(self._checked(field, value, low, high) for value in values)

    def rows(self, field: str) -> tuple[object, ...]:
        """A list, not empty, whose items the caller checks."""
        values = self._list(field)
        if not values:
            raise self.error(field, "la liste est vide")
        return values

    def flag(self, field: str, default: bool | None = None) -> bool:
        """True or false."""
        if default is not None and not self.has(field):
            return default
        value = self.value(field)
        if not isinstance(value, bool):
            raise self.error(field, "true ou false est attendu")
        return value

    def abilities(self, field: str, low: int, high: int) -> Mapping[Ability, int]:
        """Integers by ability, unchangeable; none when the field is absent."""
        table = self._table(field)
        for key in table:
            if key not in tuple(Ability):
                raise self.error(field, f"« {key} » n’est pas une caractéristique")
        return MappingProxyType(
            {Ability(key): self._checked(field, value, low, high) for key, value in table.items()}
        )

    def source(self, field: str = "source") -> Source:
        """How far the entry is to be trusted."""
        return Source(self.choice(field, tuple(Source)))

    def sources(self) -> Mapping[str, Source]:
        """What differs from the entry's own source, by field."""
        table = self._table("sources")
        for field, value in table.items():
            if field not in self._fields:
                raise self.error("sources", f"« {field} » n’est pas un champ de cette entrée")
            if value not in tuple(Source):
                raise self.error("sources", f"« {value} » n’est pas l’un de {', '.join(Source)}")
        return MappingProxyType({field: Source(str(value)) for field, value in table.items()})

    def close(self) -> None:
        """Refuses a field that was never read."""
        for field in self._fields:
            if field not in self._read:
                raise self.error(field, "champ inconnu")

    def _list(self, field: str) -> tuple[object, ...]:
        value = self.value(field)
        if not isinstance(value, list):
            raise self.error(field, "une liste est attendue")
        return tuple(cast(list[object], value))

    def _table(self, field: str) -> Mapping[str, object]:
        value = self.value(field) if self.has(field) else {}
        if not isinstance(value, dict):
            raise self.error(field, "une table est attendue")
        return cast(dict[str, object], value)

    def _checked(self, field: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(field, "un entier est attendu")
        if not low <= value <= high:
            raise self.error(field, f"{value} n’est pas compris entre {low} et {high}")
        return value


@dataclass(frozen=True, slots=True)
class Document:
    """A data file, parsed: its name and its tables."""

    file: str
    tables: Mapping[str, object]

    def entries(self, section: str | None = None) -> Iterator[Entry]:
        """The entries of the file, or of one of its sections, in the order written."""
        tables: object = self.tables if section is None else self.tables.get(section)
        if not isinstance(tables, dict) or not tables:
            raise DataError(self.file, section, None, "une table est attendue")
        for key, fields in cast(dict[str, object], tables).items():
            name = key if section is None else f"{section}.{key}"
            if not isinstance(fields, dict):
                raise DataError(self.file, name, None, "une table est attendue")
            yield Entry(self.file, name, cast(dict[str, object], fields))

    def only(self, *sections: str) -> None:
        """Refuses a section that is not one of ``sections``."""
        for section in self.tables:
            if section not in sections:
                raise DataError(self.file, section, None, "section inconnue")


def parse(text: str, file: str) -> Document:
    """The document written in ``text``; ``file`` names it in errors."""
    try:
        return Document(file, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DataError(file, None, None, f"TOML illisible ({error})") from error


def load(name: str) -> Document:
    """The data file of that name: ``load("peoples")``."""
    path = DIRECTORY / f"{name}.toml"
    return parse(path.read_text(encoding="utf-8"), path.name)
