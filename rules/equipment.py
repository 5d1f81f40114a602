"""What a character wears and wields, and what its people and classes forbid (PEU-2, CLA, CLA-6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.abilities import Ability
from rules.armour import ARMOURS, NO_ARMOUR, Armour, armour_class, class_allows, hindered
from rules.character import Character
from rules.classes import CharacterClass
from rules.data import fold
from rules.dice import maximum, parse_single
from rules.items import Item, armour_bonuses
from rules.names import clean_name
from rules.peoples import People
from rules.refusals import Refusal
from rules.settings import Settings
from rules.weapons import WEAPONS, suits_magicians, usual_damage

LONGEST_WEAPON = 60  # characters
BARE_HANDS = frozenset({"aucune", "rien", "mains nues", "sans arme"})


class UnknownArmour(Refusal):
    """No armour has this name."""

    def __init__(self, text: str) -> None:
        self.text = text
        names = ", ".join(armour.name for armour in ARMOURS.values())
        super().__init__(f"Armure inconnue. Choisissez parmi : {names}.")


class ForbiddenArmour(Refusal):
    """The people, or every class, forbids this armour (and shield, when ``shield``). ``whose``: their names."""

    def __init__(
        self, armour: Armour, allowed: Sequence[Armour], what: str, whose: str, *, shield: bool
    ) -> None:
        self.whose = whose
        self.armour = armour
        self.allowed = tuple(allowed)
        self.shield = shield
        worn = f"{armour.name}, avec un bouclier" if shield else armour.name
        names = ", ".join(choice.name for choice in allowed)
        super().__init__(f"{worn} : {what} ({whose}) l’interdit. Armures permises ici : {names}.")


class ForbiddenShield(Refusal):
    """The people, or every class, forbids a shield. ``whose``: their names."""

    def __init__(self, what: str, whose: str, setting: str | None = None) -> None:
        self.whose = whose
        self.setting = setting
        remedy = f" Le MdT peut le permettre avec le réglage « {setting} »." if setting else ""
        super().__init__(f"Pas de bouclier : {what} ({whose}) l’interdit.{remedy}")


class ForbiddenWeapon(Refusal):
    """A magician with no other class wields few weapons. ``allowed`` lists them."""

    def __init__(self, weapon: str, allowed: Sequence[str]) -> None:
        self.weapon = weapon
        self.allowed = tuple(allowed)
        super().__init__(
            f"Un magicien ne manie pas cette arme. Armes permises : {', '.join(allowed)} "
            "(un nom à vous peut s’y ajouter : « dague de Sheelba »)."
        )


@dataclass(frozen=True, slots=True)
class Equipment:
    """What is worn and wielded. ``damage`` is a formula, or nothing when unknown."""

    armour: str = NO_ARMOUR
    shield: bool = False
    weapon: str = ""
    damage: str = ""


def of(character: Character) -> Equipment:
    """What a character wears and wields now."""
    return Equipment(character.armour, character.shield, character.weapon, character.damage)


def wearing(character: Character, equipment: Equipment) -> Character:
    """The character once equipped so."""
    return replace(
        character,
        armour=equipment.armour,
        shield=equipment.shield,
        weapon=equipment.weapon,
        damage=equipment.damage,
    )


def worn_armour_class(character: Character, items: Iterable[Item] = ()) -> int:
    """The ascending armour class: fixed for a creature, else armour, shield, dexterity and people (PEU-2).

    ``items``: those that it has, whose bonuses count in either case (OBJ-2).
    """
    lent = sum(amount for amount, _ in armour_bonuses(items))
    if character.fixed_armour_class is not None:
        return character.fixed_armour_class + lent
    bonus = lent + (character.people.armour_class_bonus if character.people else 0)
    return armour_class(character.armour, character.shield, character.modifier(Ability.DEXTERITY), bonus)


def find_armour(text: str) -> Armour:
    """The armour that ``text`` names, by its key or its words. Raises :class:`UnknownArmour`."""
    wanted = fold(text)
    words = set(wanted.split())
    for armour in ARMOURS.values():
        names = [fold(name) for name in (armour.key, armour.name, *armour.name.split(" ou "))]
        if wanted in names or words.intersection(names):
            return armour
    raise UnknownArmour(text)


def arm(weapon: str, damage: str | None) -> tuple[str, str]:
    """A weapon's name and damage: those given, else the usual ones. Raises ``BadName`` and ``DiceError``."""
    bare = not weapon.strip() or fold(weapon) in BARE_HANDS
    name = "" if bare else clean_name(weapon, LONGEST_WEAPON)
    return name, usual_damage(name) if damage is None else checked_damage(damage)


def checked_damage(text: str) -> str:
    """A damage formula as it is kept; empty when none is given. Raises :class:`rules.dice.DiceError`.

    Thrown at its highest, so that « 1d6/0 » is refused when it is typed and not once the blow has landed.
    """
    text = text.strip()
    if text:
        maximum(parse_single(text))
    return text


def verify(
    equipment: Equipment, people: People | None, classes: Sequence[CharacterClass], settings: Settings
) -> tuple[str, ...]:
    """The warnings that this equipment deserves (CLA-6: a class whose skills or spells it hinders).

    Raises :class:`ForbiddenShield`, :class:`ForbiddenArmour`, :class:`ForbiddenWeapon`.
    """
    if equipment.shield:
        _verify_shield(people, classes, settings)
    _verify_armour(equipment, people, classes)
    if equipment.weapon and classes and all(one.caster for one in classes):
        _verify_magician(equipment.weapon)
    return tuple(
        f"{one.name} : ni talent ni sort ainsi équipé."
        for one in hindered(classes, equipment.armour, equipment.shield)
    )


def _verify_shield(people: People | None, classes: Sequence[CharacterClass], settings: Settings) -> None:
    if people and not people.allows_shield:
        setting = people.shield_setting
        if not (setting and getattr(settings, setting)):
            raise ForbiddenShield("le peuple", people.name, setting)
    if classes and not any(one.shield for one in classes):
        raise ForbiddenShield("la classe", _names(classes))


def _verify_armour(equipment: Equipment, people: People | None, classes: Sequence[CharacterClass]) -> None:
    armour = ARMOURS[equipment.armour]
    if people and not people.allows_armour and armour.key != NO_ARMOUR:
        raise ForbiddenArmour(armour, (ARMOURS[NO_ARMOUR],), "le peuple", people.name, shield=False)
    if classes and not class_allows(classes, armour.key, equipment.shield):
        allowed = [one for one in ARMOURS.values() if class_allows(classes, one.key, equipment.shield)]
        raise ForbiddenArmour(armour, allowed, "la classe", _names(classes), shield=equipment.shield)


def _verify_magician(weapon: str) -> None:
    if not suits_magicians(weapon):
        raise ForbiddenWeapon(weapon, [known.name.lower() for known in WEAPONS.values() if known.magician])


def _names(classes: Sequence[CharacterClass]) -> str:
    return ", ".join(one.name for one in classes)
