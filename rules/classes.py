"""The character classes (CLA). Data: ``data/classes.toml``; a new class needs no code."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, cast

from rules.abilities import HIGHEST_SCORE, LOWEST_SCORE, Ability
from rules.armour import ARMOURS, NO_ARMOUR
from rules.data import DataError, Document, Entry, Source, load, refuse_homonyms
from rules.data import find as find_named
from rules.progressions import HIGHEST_LEVEL, Progression, Progressions, read_progressions
from rules.saves import SaveCategory, SaveTargets
from rules.thief_skills import SKILLS

__all__ = [
    "CLASSES",
    "MORALS",
    "ORDERS",
    "CharacterClass",
    "SaveCategory",
    "find",
    "read_classes",
]

ORDERS = ("loyal", "neutre", "chaotique")
MORALS = ("bon", "neutre", "mauvais")


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterClass:
    """A class. CLA.

    ``minima`` may be waived by the game master (CLA-5). ``orders`` and ``morals`` are the components of
    alignment it allows (CLA-3), ``armours`` the keys of the armours it may wear, « aucune » included, while
    using its skills or spells (CLA-6). ``pc_level_cap`` binds player characters only (CLA-4). ``source_of``
    tells where a field comes from.
    """

    key: str
    name: str
    aliases: tuple[str, ...]
    note: str
    hit_die: int
    fixed_hp_after_9: int
    prime: tuple[Ability, ...]
    minima: Mapping[Ability, int] = field(hash=False)
    thresholds: tuple[int, ...]
    saves: Progression[SaveTargets]
    attack: Progression[int]
    slots: Progression[tuple[int, ...]] | None
    caster: Literal["black", "white"] | None
    weapons: str
    armours: tuple[str, ...]
    shield: bool
    orders: tuple[str, ...]
    morals: tuple[str, ...]
    forbidden_with: tuple[str, ...]
    pc_level_cap: int | None
    skills: tuple[str, ...]
    skill_level_offset: int
    source: Source
    sources: Mapping[str, Source] = field(hash=False)

    def level_at(self, xp: int) -> int:
        """The level that an experience reaches, 15 at most. CLA (PMT, défaut)."""
        return max(1, bisect_right(self.thresholds, xp))

    def threshold(self, level: int) -> int:
        """The experience that a level from 1 to 15 needs."""
        if not 1 <= level <= HIGHEST_LEVEL:
            raise ValueError(f"level {level} is not from 1 to {HIGHEST_LEVEL}")
        return self.thresholds[level - 1]

    @property
    def pc_experience_cap(self) -> int | None:
        """The experience at which a player character stops, None without cap. CLA-4 (doc, défaut)."""
        return None if self.pc_level_cap is None else self.threshold(self.pc_level_cap)

    def save_targets(self, level: int) -> SaveTargets:
        """The five targets at a level. Level 0 of a warrior: less than one hit die (HOR-5)."""
        return self.saves.at(level)

    def attack_bonus(self, level: int) -> int:
        """The attack bonus at a level."""
        return self.attack.at(level)

    def spell_slots(self, level: int) -> tuple[int, ...]:
        """How many spells of the 1st, 2nd… spell level are prepared; none for a class without magic."""
        return () if self.slots is None else self.slots.at(level)

    def skill_values(self, level: int) -> dict[str, int]:
        """The value of each skill of the class at a level, by key of :data:`rules.thief_skills.SKILLS`."""
        held = max(1, level + self.skill_level_offset)
        return {key: SKILLS[key].value(held) for key in self.skills}

    def shortfalls(self, scores: Mapping[Ability, int]) -> dict[Ability, int]:
        """The minima that ``scores`` do not reach (a missing score is not judged). CLA-5 (défaut)."""
        return {of: low for of, low in self.minima.items() if of in scores and scores[of] < low}

    def allows_alignment(self, order: str, moral: str) -> bool:
        """Whether « order moral » suits the class. CLA-3 (doc, PMT)."""
        return order in self.orders and moral in self.morals

    def source_of(self, name: str) -> Source:
        """Where a field comes from; ``experience_level_2`` names the first step of experience."""
        return self.sources.get(name, self.source)


def find(text: str, classes: Mapping[str, CharacterClass] | None = None) -> CharacterClass | None:
    """The class of that key, name or alias, without case or accents."""
    return find_named(CLASSES if classes is None else classes, text)


def read_classes(document: Document) -> Mapping[str, CharacterClass]:
    """The classes of a document, by key. Raises :class:`rules.data.DataError`."""
    document.only("experience", "saves", "attack", "slots", "classes")
    progressions = read_progressions(document)
    read = (_class(entry, progressions) for entry in document.entries("classes"))
    classes = {character_class.key: character_class for character_class in read}
    for character_class in classes.values():
        for key in character_class.forbidden_with:
            if key not in classes:
                name = f"classes.{character_class.key}"
                raise DataError(document.file, name, "forbidden_with", f"« {key} » n’est pas une classe")
    refuse_homonyms(document.file, classes)
    return MappingProxyType(classes)


def _class(entry: Entry, tables: Progressions) -> CharacterClass:
    experience = tables.experience[entry.choice("experience", tuple(tables.experience))]
    saves = tables.saves[entry.choice("saves", tuple(tables.saves))]
    attack = tables.attack[entry.choice("attack", tuple(tables.attack))]
    slots = tables.slots[entry.choice("slots", tuple(tables.slots))] if entry.has("slots") else None
    sources = {
        "experience": experience.source,
        "experience_level_2": experience.level_2_source,
        "saves": saves.source,
        "attack": attack.source,
    }
    if slots is not None:
        sources["slots"] = slots.source
    prime = tuple(Ability(key) for key in entry.texts("prime", allowed=tuple(Ability)))
    if not prime:
        raise entry.error("prime", "au moins une caractéristique est attendue")
    character_class = CharacterClass(
        key=entry.name.split(".", 1)[1],
        name=entry.text("name"),
        aliases=entry.texts("aliases"),
        note=entry.text("note"),
        hit_die=entry.integer("hit_die", 2, 20),
        fixed_hp_after_9=entry.integer("fixed_hp_after_9", 0, 20),
        prime=prime,
        minima=entry.abilities("minima", LOWEST_SCORE, HIGHEST_SCORE),
        thresholds=experience.values,
        saves=saves,
        attack=attack,
        slots=slots,
        caster=_caster(entry),
        weapons=entry.text("weapons"),
        armours=_armours(entry),
        shield=entry.flag("shield"),
        orders=entry.texts("orders", allowed=ORDERS) or ORDERS,
        morals=entry.texts("morals", allowed=MORALS) or MORALS,
        forbidden_with=entry.texts("forbidden_with"),
        pc_level_cap=entry.integer("pc_level_cap", 1, HIGHEST_LEVEL) if entry.has("pc_level_cap") else None,
        skills=entry.texts("skills", allowed=tuple(SKILLS)),
        skill_level_offset=entry.integer("skill_level_offset", -HIGHEST_LEVEL, HIGHEST_LEVEL, default=0),
        source=entry.source(),
        sources=MappingProxyType(sources | dict(entry.sources())),
    )
    entry.close()
    return character_class


def _caster(entry: Entry) -> Literal["black", "white"] | None:
    if not entry.has("caster"):
        return None
    return cast(Literal["black", "white"], entry.choice("caster", ("black", "white")))


def _armours(entry: Entry) -> tuple[str, ...]:
    """The armours listed, or all but those excepted; going without any is always allowed."""
    if entry.has("armours") == entry.has("armours_except"):
        raise entry.error("armours", "armours ou armours_except est attendu, l’un ou l’autre")
    listed = entry.texts("armours", allowed=tuple(ARMOURS))
    excepted = entry.texts("armours_except", allowed=tuple(ARMOURS))
    allowed = listed if entry.has("armours") else tuple(key for key in ARMOURS if key not in excepted)
    return (NO_ARMOUR, *(key for key in allowed if key != NO_ARMOUR))


CLASSES: Mapping[str, CharacterClass] = read_classes(load("classes"))
