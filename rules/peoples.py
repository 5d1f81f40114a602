"""The peoples of Nehwon (PEU). Data: ``data/peoples.toml``; a new people needs no code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.abilities import HIGHEST_SCORE, LOWEST_SCORE, Ability
from rules.data import Document, Entry, Source, load, refuse_homonyms
from rules.data import find as find_named
from rules.thief_skills import SKILLS


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """A people. PEU (doc).

    ``death_save_bonus`` counts for every save of the « poison, mort » column (PEU-3). ``needs_setting``
    names the campaign setting that opens it to players (PEU-1), ``shield_setting`` the one that allows a
    shield otherwise refused (PEU-2). ``armour_class_bonus`` is ascending. ``sources`` holds the fields
    whose source is not ``source``.
    """

    key: str
    name: str
    adjustments: Mapping[Ability, int] = field(hash=False)
    death_save_bonus: int
    languages: tuple[str, ...]
    note: str
    aliases: tuple[str, ...]
    needs_setting: str | None
    allows_armour: bool
    allows_shield: bool
    shield_setting: str | None
    armour_class_bonus: int
    skills: tuple[str, ...]
    source: Source
    sources: Mapping[str, Source] = field(hash=False)


def read_peoples(document: Document) -> Mapping[str, People]:
    """The peoples of a document, by key. Raises :class:`rules.data.DataError`."""
    peoples = {entry.name: _people(entry) for entry in document.entries()}
    refuse_homonyms(document.file, peoples)
    return MappingProxyType(peoples)


def find(text: str, peoples: Mapping[str, People] | None = None) -> People | None:
    """The people of that key, name or alias, without case or accents. PEU-1 (doc)."""
    return find_named(PEOPLES if peoples is None else peoples, text)


def adjusted(people: People, scores: Mapping[Ability, int]) -> dict[Ability, int]:
    """``scores`` after the people's adjustment, which stops at 3 and 18. CAR-5 (défaut)."""
    return {ability: _moved(score, people.adjustments.get(ability, 0)) for ability, score in scores.items()}


def _moved(score: int, adjustment: int) -> int:
    if adjustment > 0:
        return max(score, min(HIGHEST_SCORE, score + adjustment))
    return min(score, max(LOWEST_SCORE, score + adjustment))


def _people(entry: Entry) -> People:
    people = People(
        key=entry.name,
        name=entry.text("name"),
        adjustments=entry.abilities("adjustments", -5, 5),
        death_save_bonus=entry.integer("death_save_bonus", -5, 5, default=0),
        languages=entry.texts("languages"),
        note=entry.text("note"),
        aliases=entry.texts("aliases"),
        needs_setting=entry.optional_text("needs_setting"),
        allows_armour=entry.flag("allows_armour", default=True),
        allows_shield=entry.flag("allows_shield", default=True),
        shield_setting=entry.optional_text("shield_setting"),
        armour_class_bonus=entry.integer("armour_class_bonus", -5, 5, default=0),
        skills=entry.texts("skills", allowed=tuple(SKILLS)),
        source=entry.source(),
        sources=entry.sources(),
    )
    entry.close()
    return people


PEOPLES: Mapping[str, People] = read_peoples(load("peoples"))
