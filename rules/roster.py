"""Keeping the roster: names, equipment, who plays whom (CRE-3, and what a character may wear)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules import equipment
from rules.acts import Act, CharacterChange, changing
from rules.campaign import Campaign
from rules.changes import Operation, Set
from rules.character import Character
from rules.items import Item
from rules.madness import NothingChanges
from rules.names import clean_name
from rules.refusals import Refusal


class Archived(Refusal):
    """An archived character does nothing before it comes back."""

    def __init__(self, character: Character) -> None:
        self.character = character
        super().__init__(
            f"{character.name} est archivé : `/personnage restaurer` le ramène, vous pourrez ensuite recommencer."
        )


class NotArchived(Refusal):
    """Only an archived character is restored."""

    def __init__(self, character: Character) -> None:
        self.character = character
        super().__init__(f"{character.name} n’est pas archivé : il n’y a rien à restaurer.")


class CannotActivate(Refusal):
    """A dead or consumed character, or one without a player, is nobody's active character (COR-5)."""

    def __init__(self, character: Character) -> None:
        self.character = character
        if character.consumed:
            why = "est consumé par la corruption : il appartient désormais au MdT"
        elif character.dead:
            why = "est mort"
        else:
            why = "n’a pas de joueur : le MdT peut lui en donner un avec `/personnage donner`"
        super().__init__(
            f"{character.name} {why}. Activez un autre personnage, ou créez-en un avec `/personnage creer`."
        )


class ConsumedGift(Refusal):
    """A consumed character stays in the game masters' hands (COR-5)."""

    def __init__(self, character: Character) -> None:
        self.character = character
        super().__init__(
            f"{character.name} est consumé : rendez-lui d’abord de la SAG, "
            "avec `/personnage regler`, avant de le donner."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipped(Act):
    """Equipment old → new, armour class old → new (ascending), and the classes that it hinders (CLA-6)."""

    before: equipment.Equipment
    after: equipment.Equipment
    armour_class: tuple[int, int]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Act):
    """A name old → new; ``name`` is the old one."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved(Act):
    """A character archived, or brought back. ``was_active``: its player has no active character any more."""

    archived: bool
    was_active: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Activated(Act):
    """A player's active character, and the name of the one it replaces."""

    previous: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Act):
    """A character's player old → new. ``was_npc``: it becomes a player character by it.

    ``active``: it is its new player's active character. ``left``: its old player has none any more.
    """

    before: int | None
    after: int
    was_npc: bool = False
    active: bool = False
    left: bool = False


def require_present(character: Character) -> None:
    """Raises :class:`Archived`."""
    if character.archived:
        raise Archived(character)


def equip(
    character: Character,
    campaign: Campaign,
    *,
    armour: str | None = None,
    shield: bool | None = None,
    weapon: str | None = None,
    damage: str | None = None,
    items: Sequence[Item] = (),
) -> Equipped:
    """Changes what is given; None leaves it. Another weapon brings its usual damage when none is given.
    ``items``: what it has, counted in its armour class (OBJ-2).

    Raises :class:`Archived`, ``NothingChanges``, ``BadName``, ``DiceError``, and what
    :mod:`rules.equipment` refuses.
    """
    require_present(character)
    before = equipment.of(character)
    after = equipment.Equipment(
        before.armour if armour is None else equipment.find_armour(armour).key,
        before.shield if shield is None else shield,
        *_armed(before, weapon, damage),
    )
    classes = tuple(track.character_class for track in character.classes)
    warnings = equipment.verify(after, character.people, classes, campaign.settings)
    facts = ("armour", "shield", "weapon", "damage")
    operations = sets(character, **{fact: getattr(after, fact) for fact in facts})
    if not operations:
        raise NothingChanges(f"{character.name} a déjà cet équipement.")
    return Equipped(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        before=before,
        after=after,
        armour_class=(
            equipment.worn_armour_class(character, items),
            equipment.worn_armour_class(equipment.wearing(character, after), items),
        ),
        warnings=warnings,
    )


def _armed(before: equipment.Equipment, weapon: str | None, damage: str | None) -> tuple[str, str]:
    if weapon is not None:
        return equipment.arm(weapon, damage)
    return before.weapon, before.damage if damage is None else equipment.checked_damage(damage)


def sets(character: Character, **facts: object) -> tuple[Operation, ...]:
    """One ``Set`` for each fact that really changes."""
    return tuple(
        Set(fact, getattr(character, fact), new)
        for fact, new in facts.items()
        if getattr(character, fact) != new
    )


def rename(character: Character, name: str) -> Renamed:
    """Another name; whether it is free, storage says (CRE-3). Raises :class:`Archived`, ``BadName``."""
    require_present(character)
    cleaned = clean_name(name)
    if cleaned == character.name:
        raise NothingChanges(f"{character.name} porte déjà ce nom.")
    return Renamed(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *sets(character, name=cleaned)),
        before=character.name,
        after=cleaned,
    )


def archive(character: Character) -> Shelved:
    """Puts a character aside, no longer active; reversible. Raises :class:`Archived`."""
    require_present(character)
    return Shelved(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *sets(character, active=False, archived=True)),
        archived=True,
        was_active=character.active,
    )


def restore(character: Character) -> Shelved:
    """Brings an archived character back, not active. Raises :class:`NotArchived`."""
    if not character.archived:
        raise NotArchived(character)
    return Shelved(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *sets(character, archived=False)),
        archived=False,
    )


def vacant(current: Character | None) -> bool:
    """Whether a player has no active character, or one that corruption has taken (COR-5)."""
    return current is None or current.consumed


def stepping_down(current: Character | None) -> tuple[CharacterChange, ...]:
    """What a player's active character does first when another takes its place (CRE-3)."""
    return () if current is None else changing(current, *sets(current, active=False))


def activate(character: Character, previous: Character | None = None) -> Activated:
    """Makes a character its player's active one; ``previous`` stops being so first (CRE-3).

    Raises :class:`Archived`, :class:`CannotActivate`, ``NothingChanges``.
    """
    require_present(character)
    if character.player_id is None or not character.playable:
        raise CannotActivate(character)
    if character.active:
        raise NothingChanges(f"{character.name} est déjà le personnage actif.")
    leaving = stepping_down(previous)
    return Activated(
        character_id=character.id,
        name=character.name,
        changes=(*leaving, *changing(character, *sets(character, active=True))),
        previous=previous.name if previous is not None and leaving else None,
    )


def give(character: Character, player_id: int, current: Character | None = None) -> Given:
    """Another player; an NPC becomes a player character by it. ``current`` is that player's active character.

    It becomes active when nobody holds the place. Raises :class:`Archived`, :class:`ConsumedGift`,
    ``NothingChanges``.
    """
    require_present(character)
    if character.consumed:
        raise ConsumedGift(character)
    if character.player_id == player_id:
        raise NothingChanges(f"{character.name} est déjà à ce joueur.")
    active = vacant(current) and character.playable
    facts = sets(character, active=active, player_id=player_id, npc=False)
    return Given(
        character_id=character.id,
        name=character.name,
        changes=(*(stepping_down(current) if active else ()), *changing(character, *facts)),
        before=character.player_id,
        after=player_id,
        was_npc=character.npc,
        active=active,
        left=character.active,
    )
