"""The spells of black and white magic (MAG-5). Data: ``data/spells.toml``; a new spell needs no code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, cast

from rules.data import Document, Entry, Source, fold, load

HIGHEST_SPELL_LEVEL = 8
"""The highest level that a magician has slots for (CLA); the base lists stop at 3."""


Caster = Literal["black", "white"]


class SpellList(StrEnum):
    """A list of spells. MAG-1 (doc)."""

    PROFANE = "profane"
    FANTASMATIQUE = "fantasmatique"
    DIVINE = "divin"
    DRUIDIC = "druidique"

    @property
    def label(self) -> str:
        """What a player reads of the list: « sorts divins »."""
        return f"sorts {self.value}s"


_LISTS: Mapping[Caster, tuple[SpellList, ...]] = {
    "black": (SpellList.PROFANE, SpellList.FANTASMATIQUE),
    "white": (SpellList.DIVINE, SpellList.DRUIDIC),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A spell, one whatever the number of lists that hold it. MAG-5.

    ``forbidden`` tells why magicians may not use it, empty when they may: « inflige des dommages directs »
    (MAG-1); it holds for the reversed form, which is one of ``aliases`` (MAG-6). ``discouraged`` forbids
    nothing. ``english`` may be empty; ``levels`` is its level in each list.
    """

    key: str
    name: str
    english: str
    aliases: tuple[str, ...]
    levels: Mapping[SpellList, int] = field(hash=False)
    forbidden: str
    discouraged: bool
    note: str
    source: Source

    @property
    def folded_names(self) -> tuple[str, ...]:
        """All that it is found by, the French name first, without case, accents or punctuation."""
        names = (self.name, self.english, *self.aliases, self.key)
        return tuple(dict.fromkeys(folded for folded in map(fold, names) if folded))


def lists_of(caster: Caster | None) -> tuple[SpellList, ...]:
    """The lists of a black or a white magician; none for who has no magic. MAG-1 (doc)."""
    return _LISTS[caster] if caster else ()


def level_for(spell: Spell, caster: Caster | None) -> int | None:
    """The spell's level for this magician, the lowest of their lists; None when it is in none of them."""
    return min((spell.levels[one] for one in lists_of(caster) if one in spell.levels), default=None)


def find(text: str, spells: Mapping[str, Spell] | None = None) -> Spell | None:
    """The spell of exactly that key, name, English name or alias, without case or accents.

    None when there is none, or several (a table's own spell may bear the name of another).
    """
    wanted = fold(text)
    found = [spell for spell in _all(spells) if wanted in spell.folded_names]
    return found[0] if len(found) == 1 else None


def search(text: str, spells: Mapping[str, Spell] | None = None) -> tuple[Spell, ...]:
    """The spells that a text being typed may mean, best first; all of them, by name, for an empty text.

    The French name that begins so, then another name that does, then the text inside a name, then all of its
    words in a name (« detection magie »); by name at equal rank.
    """
    wanted = fold(text)
    ranked = [(_rank(spell.folded_names, wanted), fold(spell.name), spell) for spell in _all(spells)]
    ranked.sort(key=lambda one: one[:2])
    return tuple(spell for rank, _, spell in ranked if rank < _ABSENT)


_ABSENT = 4


def _rank(names: tuple[str, ...], wanted: str) -> int:
    if names[0].startswith(wanted):
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(wanted in name for name in names):
        return 2
    return 3 if any(all(word in name for word in wanted.split()) for name in names) else _ABSENT


def _all(spells: Mapping[str, Spell] | None) -> tuple[Spell, ...]:
    return tuple((SPELLS if spells is None else spells).values())


def read_spells(document: Document) -> Mapping[str, Spell]:
    """The spells of a document, by key. Raises :class:`rules.data.DataError`."""
    spells: dict[str, Spell] = {}
    taken: dict[str, str] = {}
    for entry in document.entries():
        spell = _spell(entry)
        for name in spell.folded_names:
            if taken.setdefault(name, spell.key) != spell.key:
                raise entry.error(_field_of(spell, name), f"« {name} » désigne déjà « {taken[name]} »")
        spells[spell.key] = spell
    return MappingProxyType(spells)


def _field_of(spell: Spell, folded: str) -> str | None:
    """The field that gave a folded name; None for the key, which is no field."""
    if folded == fold(spell.name):
        return "name"
    if folded == fold(spell.english):
        return "english"
    return "aliases" if folded in map(fold, spell.aliases) else None


def _spell(entry: Entry) -> Spell:
    spell = Spell(
        key=entry.name,
        name=entry.text("name"),
        english=entry.text("english"),
        aliases=entry.texts("aliases"),
        levels=_levels(entry),
        forbidden=entry.optional_text("forbidden") or "",
        discouraged=entry.flag("discouraged", default=False),
        note=entry.optional_text("note") or "",
        source=entry.source(),
    )
    entry.close()
    return spell


def _levels(entry: Entry) -> Mapping[SpellList, int]:
    """The level in each list, at least one list."""
    table = entry.value("levels")
    if not isinstance(table, dict) or not table:
        raise entry.error("levels", "une table « liste = niveau » est attendue")
    levels = cast(dict[str, object], table)
    for name in levels:
        if name not in tuple(SpellList):
            raise entry.error("levels", f"« {name} » n’est pas l’un de {', '.join(SpellList)}")
    numbers = entry.row("levels", tuple(levels.values()), 1, HIGHEST_SPELL_LEVEL)
    return MappingProxyType({SpellList(name): level for name, level in zip(levels, numbers, strict=True)})


SPELLS: Mapping[str, Spell] = read_spells(load("spells"))
