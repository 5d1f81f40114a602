"""Known weapons: their usual damage, and which ones magicians wield. Data: ``data/weapons.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.data import Document, Entry, Source, fold, load, refuse_homonyms
from rules.dice import DiceError, parse_single


@dataclass(frozen=True, slots=True)
class Weapon:
    """A kind of weapon. ``damage`` is a formula (défaut); ``magician``: what a magician may wield (PMT).

    ``ranged``: it strikes from afar unless one says otherwise (défaut).
    """

    key: str
    name: str
    aliases: tuple[str, ...]
    damage: str
    magician: bool
    ranged: bool
    source: Source


def named_in(text: str) -> tuple[Weapon, ...]:
    """The weapons that a free text names, the most precise first: « vieille épée courte », a short sword."""
    words = f" {fold(text)} "
    found: list[tuple[int, Weapon]] = []
    for weapon in WEAPONS.values():
        named = [name for name in map(fold, (weapon.name, *weapon.aliases)) if f" {name} " in words]
        if named:
            found.append((max(map(len, named)), weapon))
    return tuple(weapon for _, weapon in sorted(found, key=lambda pair: -pair[0]))


def usual_damage(text: str) -> str:
    """The damage formula of a weapon named by a free text; empty when it is unknown."""
    known = named_in(text)
    return known[0].damage if known else ""


def is_ranged(text: str) -> bool:
    """Whether the weapon that a free text names strikes from afar."""
    known = named_in(text)
    return bool(known) and known[0].ranged


def suits_magicians(text: str) -> bool:
    """Whether a free text names weapons of magicians and no other (CLA, PMT)."""
    known = named_in(text)
    return bool(known) and all(weapon.magician for weapon in known)


def read_weapons(document: Document) -> Mapping[str, Weapon]:
    """The weapons of a document, by key. Raises :class:`rules.data.DataError`."""
    weapons = {entry.name: _weapon(entry) for entry in document.entries()}
    refuse_homonyms(document.file, weapons)
    return MappingProxyType(weapons)


def _weapon(entry: Entry) -> Weapon:
    damage = entry.text("damage")
    try:
        parse_single(damage)
    except DiceError as fault:
        raise entry.error("damage", str(fault)) from fault
    weapon = Weapon(
        key=entry.name,
        name=entry.text("name"),
        aliases=entry.texts("aliases"),
        damage=damage,
        magician=entry.flag("magician", default=False),
        ranged=entry.flag("ranged", default=False),
        source=entry.source(),
    )
    entry.close()
    return weapon


WEAPONS: Mapping[str, Weapon] = read_weapons(load("weapons"))
