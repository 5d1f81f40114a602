"""Wounds, healing, dying (SAN-3); what a combat costs and gives back is counted on the way (SAN-1)."""

from dataclasses import dataclass

from rules.acts import Act, changing
from rules.campaign import Campaign
from rules.changes import Add, Counter, Operation, Put, Take
from rules.character import LOWEST_HIT_POINTS, Character, Element, ElementKind, State
from rules.checks import UNTHROWN, Check
from rules.classes import SaveCategory
from rules.dice import Dice
from rules.refusals import Refusal
from rules.rolls import require_in_play, save


class NotDying(Refusal):
    """Only a dying character saves against death."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’est pas mourant ({character.hit_points} PV).")


class Unhurt(Refusal):
    """There is nothing to heal."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} a déjà tous ses PV ({character.max_hit_points}).")


class AtTheLowest(Refusal):
    """Hit points stop at −10 (SAN-3)."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} est déjà au plus bas : −10 PV.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HitPointsAct(Act):
    """Hit points lost or regained: asked, old → new, and what that made of the character.

    ``npc``: the figures are the game master's secret.
    """

    asked: int
    before: int
    after: int
    maximum: int
    dying: bool = False
    awake: bool = False
    npc: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathSaveAct(Act):
    """A save against death: stabilised at 0 hit points, or dead."""

    check: Check
    before: int
    npc: bool = False


def wound(character: Character, points: int, campaign: Campaign) -> HitPointsAct:
    """``points`` of damage; at 0 hit points or less the character is dying (SAN-3). Raises :class:`OutOfPlay`.

    While a combat is open, the loss counts as this combat's (SAN-1).
    """
    require_in_play(character)
    before = character.hit_points
    after = max(LOWEST_HIT_POINTS, before - points)
    operations: list[Operation] = []
    if after != before:
        operations.append(Add(Counter.WOUNDS, before - after))
        if campaign.combat:
            operations.append(Add(Counter.COMBAT_LOSSES, before - after))
    if after <= 0:
        operations.extend(waking(character))
    if not operations:
        raise AtTheLowest(character)
    return HitPointsAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        asked=-points,
        before=before,
        after=after,
        maximum=character.max_hit_points,
        dying=after <= 0,
        npc=character.npc,
    )


def heal(character: Character, points: int) -> HitPointsAct:
    """``points`` of care, up to the maximum; above 0 the character wakes. Raises :class:`Unhurt`."""
    require_in_play(character)
    operations = healing(character, points)
    if not operations:
        raise Unhurt(character)
    after = min(character.max_hit_points, character.hit_points + points)
    return HitPointsAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        asked=points,
        before=character.hit_points,
        after=after,
        maximum=character.max_hit_points,
        dying=after <= 0 and character.dying,
        awake=after > 0 >= character.hit_points,
        npc=character.npc,
    )


def healing(character: Character, points: int) -> tuple[Operation, ...]:
    """The operations of a care: wounds closed as really applied, and waking above 0."""
    before = character.hit_points
    after = min(character.max_hit_points, before + points)
    if after <= before:
        return ()
    closed = Add(Counter.WOUNDS, character.max_hit_points - after - character.wounds)
    regained = (closed, *regaining(character, after - before))
    return (*regained, *waking(character)) if after > 0 else regained


def regaining(character: Character, points: int) -> tuple[Operation, ...]:
    """Hit points regained are no longer lost in the last combat (SAN-1)."""
    regained = min(points, max(0, character.combat_losses))
    return (Add(Counter.COMBAT_LOSSES, -regained),) if regained else ()


def waking(character: Character) -> tuple[Take, ...]:
    """Lifts « inconscient »."""
    return tuple(
        Take(state) for state in character.of_kind(ElementKind.STATE) if state.key == State.UNCONSCIOUS
    )


def stabilising(character: Character, key: str) -> tuple[Operation, ...]:
    """SAN-3, HER-6: 0 hit points, unconscious, stabilised."""
    state = Element(f"{key}.inconscient", ElementKind.STATE, State.UNCONSCIOUS, "inconscient, stabilisé")
    back = character.max_hit_points - character.wounds
    if not back:
        return (Put(state),)
    return Add(Counter.WOUNDS, back), *regaining(character, -character.hit_points), Put(state)


def death_save(
    character: Character, campaign: Campaign, dice: Dice, key: str, bonus: int = 0
) -> DeathSaveAct:
    """The save of a dying character, thrown and judged (SAN-3). Raises :class:`NotDying`, :class:`OutOfPlay`."""
    require_in_play(character)
    if not character.dying:
        raise NotDying(character)
    check = death_check(character, campaign, bonus).with_die(dice.roll(20))
    return resolve_death_save(character, check, key)


def death_check(character: Character, campaign: Campaign, bonus: int = 0) -> Check:
    """SAN-3's save, its die not thrown yet."""
    return save(character, SaveCategory.DEATH, campaign, UNTHROWN, (bonus, "situation"))


def resolve_death_save(character: Character, check: Check, key: str) -> DeathSaveAct:
    """What a save against death brings."""
    if check.success:
        operations = stabilising(character, key)
    else:
        operations = (Put(Element(f"{key}.mort", ElementKind.STATE, State.DEAD, "mort")),)
    return DeathSaveAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        check=check,
        before=character.hit_points,
        npc=character.npc,
    )
