"""Finds an entry by what a person types: key, name or alias, without case, accents or punctuation."""

import unicodedata
from collections.abc import Mapping
from typing import Protocol, TypeVar

from rules.data.reader import DataError


class Named(Protocol):
    """What can be found by name."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Named)


def fold(text: str) -> str:
    """``text`` without case, accents or punctuation: « Rôdeur » and « rodeur » are one."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = (letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())


def find(entries: Mapping[str, T], text: str) -> T | None:
    """The entry that ``text`` names, or None."""
    wanted = fold(text)
    return next((entry for entry in entries.values() if wanted in _names(entry)), None)


def refuse_homonyms(file: str, entries: Mapping[str, Named]) -> None:
    """Raises :class:`DataError` when one name could mean two entries."""
    taken: dict[str, str] = {}
    for entry in entries.values():
        for name in _names(entry):
            if taken.setdefault(name, entry.key) != entry.key:
                raise DataError(file, entry.key, "aliases", f"« {name} » désigne déjà « {taken[name]} »")


def _names(entry: Named) -> frozenset[str]:
    return frozenset(fold(name) for name in (entry.key, entry.name, *entry.aliases))
