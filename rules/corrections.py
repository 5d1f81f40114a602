"""The game master's own corrections of a sheet (`/personnage regler`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.abilities import Ability
from rules.acts import Act, changing
from rules.changes import Operation, Put, Take, apply
from rules.character import LOWEST_HIT_POINTS, Character, ClassTrack, ElementKind, State
from rules.corruption import BLACK_MAGICIAN, consumption
from rules.dice import Dice, throw
from rules.equipment import worn_armour_class
from rules.experience import retained
from rules.hit_points import LAST_HIT_DIE_LEVEL, missing_hit_dice
from rules.madness import NothingChanges, dues_after
from rules.npcs import ARMOUR_CLASSES, HIGHEST_HIT_DICE, HIGHEST_HIT_POINTS, HIGHEST_NPC_SCORE, BadNumber
from rules.progressions import HIGHEST_LEVEL
from rules.refusals import Refusal
from rules.roster import require_present, sets

MOST_GOLD = 1_000_000_000


class Field(StrEnum):
    """What may be corrected. Value: its key in the option; the six abilities by their own keys."""

    LEVEL = "niveau"
    STRENGTH = "for"
    DEXTERITY = "dex"
    CONSTITUTION = "con"
    INTELLIGENCE = "int"
    WISDOM = "sag"
    CHARISMA = "cha"
    HIT_POINTS = "pv"
    MAX_HIT_POINTS = "pv_max"
    GOLD = "or"
    HIT_DICE = "dv"
    ARMOUR_CLASS = "ca"

    @property
    def ability(self) -> Ability | None:
        return Ability(self.value) if self.value in tuple(Ability) else None

    @property
    def label(self) -> str:
        """How it reads: « FOR », « PV maximum »."""
        labels = {Field.LEVEL: "niveau", Field.GOLD: "or", Field.MAX_HIT_POINTS: "PV maximum"}
        return labels.get(self, self.value.upper())


class NotForThisOne(Refusal):
    """A field that this character does not have: ``remedy`` says what to do instead."""

    def __init__(self, character: Character, field: Field, remedy: str) -> None:
        self.character = character
        self.field = field
        super().__init__(f"`{field}` ne se règle pas pour {character.name} : {remedy}.")


@dataclass(frozen=True, slots=True)
class LevelCorrection:
    """A class's level old → new, and the hit dice thrown for it."""

    class_key: str
    before: int
    after: int
    thrown: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Act):
    """A value of the sheet old → new (None: unknown), and what followed.

    ``hit_points``: current and maximum, before and after. ``dues``: Folie rolls that a lower wisdom owes
    (FOL-2). ``lifted``: states that end.
    """

    field: Field
    before: int | None
    after: int
    hit_points: tuple[tuple[int, int], tuple[int, int]]
    levels: tuple[LevelCorrection, ...] = ()
    dues: int = 0
    consumed: bool = False
    lifted: tuple[str, ...] = ()


def correct(character: Character, field: Field, value: int, dice: Dice, key: str) -> Correction:
    """Sets what the sheet shows to ``value``. A lower maximum never wounds: hit points only stop at it.

    Raises ``Archived``, ``BadNumber`` out of bounds, :class:`NotForThisOne`, ``NothingChanges``.
    """
    require_present(character)
    before = _shown(character, field)
    low, high = _bounds(character, field)
    if not low <= value <= high:
        raise BadNumber(field, value, low, high)
    levels: tuple[LevelCorrection, ...] = ()
    if field is Field.LEVEL:
        levels, operations = _level(character, value, dice)
    elif field.ability:
        operations = _score(character, field.ability, value, key)
        if field is Field.WISDOM:
            operations = (*operations, *_consumption(character, value, key))
    else:
        operations = _OTHERS[field](character, value)
    operations = (*operations, *_unwounded(character, apply(character, operations), field))
    if not operations:
        raise NothingChanges(f"{character.name}, {field.label} : c’est déjà {value}.")
    after = apply(character, operations)
    return Correction(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        field=field,
        before=before,
        after=value,
        levels=levels,
        hit_points=(
            (character.hit_points, character.max_hit_points),
            (after.hit_points, after.max_hit_points),
        ),
        dues=sum(
            isinstance(operation, Put) and operation.element.kind is ElementKind.MADNESS_DUE
            for operation in operations
        ),
        consumed=after.consumed and not character.consumed,
        lifted=tuple(operation.element.text for operation in operations if isinstance(operation, Take)),
    )


def _consumption(character: Character, wisdom: int, key: str) -> tuple[Operation, ...]:
    """COR-5: at SAG 0 a black magician is consumed; with SAG again, the game master has undone it."""
    if wisdom > 0:
        return tuple(
            Take(state) for state in character.of_kind(ElementKind.STATE) if state.key == State.CONSUMED
        )
    if character.consumed or all(track.key != BLACK_MAGICIAN for track in character.classes):
        return ()
    return (Put(consumption(key)),)


def _shown(character: Character, field: Field) -> int | None:
    """What the sheet shows now."""
    if field.ability:
        return character.score(field.ability)
    return {
        Field.LEVEL: character.level,
        Field.HIT_POINTS: character.hit_points,
        Field.MAX_HIT_POINTS: character.max_hit_points,
        Field.GOLD: character.gold,
        Field.HIT_DICE: character.hit_dice,
        Field.ARMOUR_CLASS: worn_armour_class(character),
    }[field]


def _bounds(character: Character, field: Field) -> tuple[int, int]:
    """The lowest and highest value. Raises :class:`NotForThisOne`."""
    if field.ability:
        return 0, HIGHEST_NPC_SCORE
    if field is Field.LEVEL and not character.classes:
        raise NotForThisOne(character, field, "sans classe, ce sont ses DV qui comptent (`dv`)")
    if field is Field.HIT_DICE and character.classes:
        raise NotForThisOne(character, field, "ses dés de vie viennent de sa classe (`niveau`)")
    if field is Field.ARMOUR_CLASS and not character.npc:
        raise NotForThisOne(character, field, "sa CA vient de son équipement (`/personnage equiper`)")
    return {
        Field.LEVEL: (1, _highest_level(character)),
        Field.HIT_POINTS: (LOWEST_HIT_POINTS, character.max_hit_points),
        Field.MAX_HIT_POINTS: (1, HIGHEST_HIT_POINTS),
        Field.GOLD: (0, MOST_GOLD),
        Field.HIT_DICE: (0, HIGHEST_HIT_DICE),
        Field.ARMOUR_CLASS: ARMOUR_CLASSES,
    }[field]


def _highest_level(character: Character) -> int:
    """15, or the cap of a player's magician with no other class (CLA-4)."""
    caps = [None if character.npc else track.character_class.pc_level_cap for track in character.classes]
    return max((HIGHEST_LEVEL if cap is None else cap for cap in caps), default=HIGHEST_LEVEL)


def _level(
    character: Character, level: int, dice: Dice
) -> tuple[tuple[LevelCorrection, ...], tuple[Operation, ...]]:
    """Each class at the threshold of ``level``, or at its cap; hit dice thrown for what is new, cut for what is not."""
    tracks = tuple(_track(character, track, level, dice) for track in character.classes)
    corrections = tuple(
        LevelCorrection(new.key, old.level, new.level, new.hit_dice[len(old.hit_dice) :])
        for old, new in zip(character.classes, tracks, strict=True)
    )
    return corrections, sets(character, classes=tracks)


def _track(character: Character, track: ClassTrack, level: int, dice: Dice) -> ClassTrack:
    character_class = track.character_class
    if track.level == level:
        return track
    experience = retained(character_class, character_class.threshold(level), npc=character.npc)
    reached = character_class.level_at(experience)
    kept = track.hit_dice[: min(reached, LAST_HIT_DIE_LEVEL)]
    more = throw(dice, missing_hit_dice(reached, kept), character_class.hit_die)
    return ClassTrack(track.key, experience, kept + more)


def _score(character: Character, ability: Ability, value: int, key: str) -> tuple[Operation, ...]:
    """The base score that shows ``value`` once losses are taken; a lower wisdom owes Folie rolls (FOL-2)."""
    index = list(Ability).index(ability)
    high = _with_score(character, index, HIGHEST_NPC_SCORE * 100).score(ability) or 0
    lost = HIGHEST_NPC_SCORE * 100 - high
    operations = sets(character, scores=_with_score(character, index, value + lost).scores)
    if ability is Ability.WISDOM:
        operations += dues_after(character, character.wisdom, value, key)
    return operations


def _with_score(character: Character, index: int, base: int) -> Character:
    scores = (*character.scores[:index], base, *character.scores[index + 1 :])
    return replace(character, scores=scores)


def _hit_points(character: Character, value: int) -> tuple[Operation, ...]:
    """Wounds that leave ``value``; above 0, death and unconsciousness end."""
    ending = (State.DEAD, State.UNCONSCIOUS) if value > 0 else ()
    lifted = tuple(Take(state) for state in character.of_kind(ElementKind.STATE) if state.key in ending)
    return (*sets(character, wounds=character.max_hit_points - value), *lifted)


def _max_hit_points(character: Character, value: int) -> tuple[Operation, ...]:
    """The correction that shows ``value``, from the maximum without the floor of 1."""
    high = HIGHEST_HIT_POINTS * 100
    whole = replace(character, hit_point_correction=high).max_hit_points - high
    return sets(character, hit_point_correction=value - whole)


def _unwounded(before: Character, after: Character, field: Field) -> tuple[Operation, ...]:
    """What keeps hit points as they were when the maximum falls: a correction never wounds."""
    if field is Field.HIT_POINTS or after.max_hit_points >= before.max_hit_points:
        return ()
    kept = min(before.hit_points, after.max_hit_points)
    return sets(after, wounds=after.max_hit_points - kept)


_OTHERS: Mapping[Field, Callable[[Character, int], tuple[Operation, ...]]] = {
    Field.HIT_POINTS: _hit_points,
    Field.MAX_HIT_POINTS: _max_hit_points,
    Field.GOLD: lambda character, value: sets(character, gold=value),
    Field.HIT_DICE: lambda character, value: sets(character, hit_dice=value),
    Field.ARMOUR_CLASS: lambda character, value: sets(character, fixed_armour_class=value),
}
