"""Binding one's wounds after a combat: what it cost comes back a little, once (SAN-1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.acts import Act, CharacterChange, changing
from rules.campaign import MINUTE, Campaign
from rules.changes import Add, Counter, Operation, Set
from rules.character import Character
from rules.health import Unhurt, healing
from rules.madness import NothingChanges
from rules.refusals import Refusal
from rules.rolls import require_in_play

LASTS = 5 * MINUTE
PLAIN = 2  # hit points
WITH_KIT = 3
KIT = 5  # uses of a new kit
MOST_KIT_USES = 50  # of several kits together


class Fighting(Refusal):
    """Care and rest wait for the end of the combat."""

    def __init__(self) -> None:
        super().__init__("Un combat est ouvert : soins et repos attendent `/combat fermer`.")


class TooFarGone(Refusal):
    """A dying character needs more than a bandage."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} est mourant : d’abord la sauvegarde contre la mort (`/sante mort`), ou Éviter la mort."
        )


class AlreadyBandaged(Refusal):
    """One care a character and a combat."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} a déjà été pansé depuis le dernier combat : une seule fois.")


class NothingLost(Refusal):
    """Only what the last combat took comes back."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} n’a pas de PV à reprendre : seuls ceux perdus dans le dernier combat reviennent."
        )


class EmptyKit(Refusal):
    """The kit has no use left."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} n’a plus d’utilisation de trousse : pansez sans `trousse` (2 PV), "
            "ou le MdT en donne une avec `/sante trousse`."
        )


class NobodyToBandage(Refusal):
    """Nobody has anything to regain."""

    def __init__(self) -> None:
        super().__init__("Personne n’est à panser : aucun PV perdu dans le dernier combat ne peut revenir.")


class OldCombat(Refusal):
    """The button is of a combat that is not the last one."""

    def __init__(self) -> None:
        super().__init__("Un autre combat a eu lieu depuis : `/sante panser` pour le dernier.")


@dataclass(frozen=True, slots=True)
class Care:
    """A care: hit points old → new, and the uses of the kit before and after, if there was one."""

    character_id: int
    name: str
    npc: bool
    before: int
    after: int
    maximum: int
    awake: bool = False
    kit: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BandageAct(Act):
    """One care, or several done together: five minutes in all."""

    cares: tuple[Care, ...]


def verify(character: Character, campaign: Campaign, *, kit: bool = False) -> None:
    """Raises the reason why this care is not given now; the one place that knows (SAN-1)."""
    require_in_play(character)
    if campaign.combat:
        raise Fighting
    if character.dying:
        raise TooFarGone(character)
    if character.bandages > 0:
        raise AlreadyBandaged(character)
    if character.combat_losses <= 0:
        raise NothingLost(character)
    if character.hit_points >= character.max_hit_points:
        raise Unhurt(character)
    if kit and character.kit_uses < 1:
        raise EmptyKit(character)


def can(character: Character, campaign: Campaign, *, kit: bool = False) -> bool:
    """True where :func:`verify` refuses nothing."""
    try:
        verify(character, campaign, kit=kit)
    except Refusal:
        return False
    return True


def verify_combat(campaign: Campaign, number: int) -> None:
    """The last combat must be the one of a button. Raises :class:`OldCombat`."""
    if campaign.combats != number:
        raise OldCombat


def bandage(character: Character, campaign: Campaign, *, kit: bool = False) -> BandageAct:
    """2 hit points, 3 with a use of the kit; never more than the last combat took, nor than the maximum."""
    verify(character, campaign, kit=kit)
    care, operations = _care(character, kit=kit)
    return BandageAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        cares=(care,),
    )


def bandageable(characters: Iterable[Character], campaign: Campaign) -> tuple[Character, ...]:
    """The player characters who can be bandaged now."""
    return tuple(one for one in characters if not one.npc and can(one, campaign))


def bandage_all(characters: Iterable[Character], campaign: Campaign) -> BandageAct:
    """Every player character who can be, together, without kit. Raises :class:`Fighting`, :class:`NobodyToBandage`."""
    if campaign.combat:
        raise Fighting
    cares: list[Care] = []
    changes: list[CharacterChange] = []
    for character in bandageable(characters, campaign):
        care, operations = _care(character)
        cares.append(care)
        changes += changing(character, *operations)
    if not cares:
        raise NobodyToBandage
    return BandageAct(changes=tuple(changes), cares=tuple(cares))


def _care(character: Character, *, kit: bool = False) -> tuple[Care, tuple[Operation, ...]]:
    points = min(WITH_KIT if kit else PLAIN, character.combat_losses)
    after = min(character.max_hit_points, character.hit_points + points)
    care = Care(
        character_id=character.id,
        name=character.name,
        npc=character.npc,
        before=character.hit_points,
        after=after,
        maximum=character.max_hit_points,
        awake=after > 0 >= character.hit_points,
        kit=(character.kit_uses, character.kit_uses - 1) if kit else None,
    )
    used = (Add(Counter.KIT_USES, -1),) if kit else ()
    return care, (*healing(character, points), Add(Counter.BANDAGES, 1), *used)


def fresh_counts(characters: Iterable[Character]) -> tuple[CharacterChange, ...]:
    """What the opening of a combat does to the counts of the last one.

    Additions, so that what came before it can still be undone; a reset would refuse that.
    """
    changes: list[CharacterChange] = []
    for character in characters:
        counts = (
            (Counter.COMBAT_LOSSES, character.combat_losses),
            (Counter.BANDAGES, character.bandages),
        )
        changes += changing(character, *(Add(counter, -count) for counter, count in counts if count))
    return tuple(changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class KitAct(Act):
    """`/sante trousse`: the uses left, old → new."""

    before: int
    after: int


def give_kit(character: Character, uses: int) -> KitAct:
    """The game master says what is left of a kit. Raises ``OutOfPlay``, ``NothingChanges``."""
    require_in_play(character)
    if uses == character.kit_uses:
        raise NothingChanges(
            f"{character.name} a déjà {uses} utilisation{'s' if uses > 1 else ''} de trousse."
        )
    return KitAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Set("kit_uses", character.kit_uses, uses)),
        before=character.kit_uses,
        after=uses,
    )
