"""The black magician's corruption: checks, points, stages, alterations (COR-1 to COR-6)."""

from dataclasses import dataclass
from enum import StrEnum

from rules import maluses
from rules.abilities import Ability
from rules.acts import Act, changing
from rules.alteration_table import PRINTED, Alteration, AlterationTable
from rules.campaign import Campaign
from rules.changes import Add, Counter, Operation, Put, apply
from rules.character import CORRUPTION_PER_STAGE, Character, Element, ElementKind, State
from rules.checks import UNTHROWN, Check, Direction, modifiers
from rules.dice import Dice
from rules.madness import NothingChanges, dues_after
from rules.refusals import Refusal
from rules.rolls import UnknownScore, require_in_play

FIRST_CORRUPTING_LEVEL = 2
FIRST_COSTLY_STAGE = 3  # from here on, each stage also costs a point of wisdom (COR-3)
MOST_REPEATS = 100


class Occasion(StrEnum):
    """When corruption threatens (COR-1)."""

    LEARNING = "apprentissage"
    CASTING = "incantation"


class NotBlackMagician(Refusal):
    """Corruption checks are the black magician's alone."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’est pas magicien noir : aucun jet de corruption.")


class HarmlessSpell(Refusal):
    """A spell of level 1 corrupts nobody."""

    def __init__(self) -> None:
        super().__init__("Un sort de niveau 1 ne corrompt pas : aucun jet n’est dû.")


@dataclass(frozen=True, slots=True)
class AlterationRoll:
    """The die of a stage: faces already suffered and thrown again, then the face kept and what it does.

    ``number`` None: the table is exhausted and the game master chooses. ``sides``: as many as entries (COR-6).
    """

    repeated: tuple[int, ...] = ()
    number: int | None = None
    text: str = ""
    sides: int = 20


@dataclass(frozen=True, slots=True)
class StageReached:
    """A stage of corruption suffered for the first time (COR-3)."""

    stage: int
    alteration: AlterationRoll
    wisdom: tuple[int, int] | None = None  # old → new
    rolls_due: int = 0
    consumed: bool = False


@dataclass(frozen=True, slots=True)
class CorruptionChange:
    """Corruption points old → new, and the stages that struck on the way."""

    before: int
    after: int
    stages: tuple[StageReached, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CorruptionAct(Act):
    """An intelligence check against corruption, and its consequences."""

    spell_level: int
    occasion: Occasion
    check: Check
    corruption: CorruptionChange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorruptionCorrection(Act):
    """The game master's own addition or removal of points (`/corruption regler`)."""

    corruption: CorruptionChange


def stage_malus(stage: int, *, cumulative: bool = False) -> int:
    """COR-2: the malus of a stage, as a positive number; ``cumulative`` adds those of all stages reached."""
    if cumulative:
        return sum(stage_malus(reached) for reached in range(1, stage + 1))
    return 0 if stage < 2 else 1 if stage < 4 else 2


def intelligence_check(character: Character, spell_level: int, campaign: Campaign) -> Check:
    """COR-1's check, its die not thrown yet.

    Raises :class:`NotBlackMagician`, :class:`HarmlessSpell`, and what an ability check does.
    """
    require_in_play(character)
    if all(track.character_class.caster != "black" for track in character.classes):
        raise NotBlackMagician(character)
    if spell_level < FIRST_CORRUPTING_LEVEL:
        raise HarmlessSpell
    score = character.score(Ability.INTELLIGENCE)
    if score is None:
        raise UnknownScore(character, Ability.INTELLIGENCE)
    malus = stage_malus(character.stage, cumulative=campaign.settings.malus_cumule)
    return Check(
        label=Ability.INTELLIGENCE.label,
        direction=Direction.UNDER,
        die=UNTHROWN,
        target=score,
        modifiers=modifiers(
            (-spell_level, "niveau du sort"),
            (-malus, f"palier {character.stage}"),
            *maluses.on_check(character, Ability.INTELLIGENCE),
        ),
        naturals=campaign.settings.naturels,
    )


def threaten(
    character: Character, spell_level: int, occasion: Occasion, campaign: Campaign, dice: Dice, key: str
) -> CorruptionAct:
    """A black magician learns or casts a spell: the check is thrown, and judged (COR-1).

    Raises as :func:`intelligence_check`.
    """
    check = intelligence_check(character, spell_level, campaign).with_die(dice.roll(20))
    return resolve(character, spell_level, occasion, check, dice, key, campaign.alterations)


def resolve(
    character: Character,
    spell_level: int,
    occasion: Occasion,
    check: Check,
    dice: Dice,
    key: str,
    table: AlterationTable = PRINTED,
) -> CorruptionAct:
    """What a corruption check brings: nothing when it passes, one point when it fails (COR-1)."""
    corruption, operations = (None, ()) if check.success else climb(character, 1, dice, key, table)
    return CorruptionAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        spell_level=spell_level,
        occasion=occasion,
        check=check,
        corruption=corruption,
    )


def adjust(
    character: Character, points: int, dice: Dice, key: str, table: AlterationTable = PRINTED
) -> CorruptionCorrection:
    """`/corruption regler`: points given, stages included, or taken; what was suffered stays (COR-3)."""
    corruption, operations = climb(character, points, dice, key, table)
    if not operations:
        raise NothingChanges(f"{character.name} a déjà une corruption de {character.corruption}.")
    return CorruptionCorrection(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        corruption=corruption,
    )


def climb(
    character: Character, points: int, dice: Dice, key: str, table: AlterationTable = PRINTED
) -> tuple[CorruptionChange, tuple[Operation, ...]]:
    """``points`` more (or fewer, down to 0) corruption; each stage never suffered before strikes, in order."""
    before = character.corruption
    after = max(0, before + points)
    if after == before:
        return CorruptionChange(before, after), ()
    operations: list[Operation] = [Add(Counter.CORRUPTION, after - before)]
    character = apply(character, tuple(operations))
    stages: list[StageReached] = []
    past = max(character.stages_suffered, before // CORRUPTION_PER_STAGE)
    for stage in range(past + 1, after // CORRUPTION_PER_STAGE + 1):
        reached, suffered = _suffer(character, stage, dice, key, table)
        character = apply(character, suffered)
        operations.extend(suffered)
        stages.append(reached)
    return CorruptionChange(before, after, tuple(stages)), tuple(operations)


def _suffer(
    character: Character, stage: int, dice: Dice, key: str, table: AlterationTable
) -> tuple[StageReached, tuple[Operation, ...]]:
    """One stage: an alteration (COR-4), a point of wisdom from stage 3, consumption at 0 (COR-5)."""
    operations: list[Operation] = [Add(Counter.STAGES_SUFFERED, stage - character.stages_suffered)]
    roll, alteration = _throw_alteration(character, dice, table)
    if alteration is not None:
        operations.append(Put(alteration_element(alteration, f"{key}.palier{stage}")))
    if stage >= FIRST_COSTLY_STAGE and apply(character, tuple(operations)).wisdom:
        operations.append(Add(Counter.WISDOM_LOST, 1))
    lost, more = wisdom_lost(character, tuple(operations), f"{key}.palier{stage}", key)
    consumed = lost.consumed
    if stage >= FIRST_COSTLY_STAGE and character.wisdom == 0 and not character.consumed:
        consumed, more = True, (*more, Put(consumption(key)))
    return StageReached(stage, roll, lost.wisdom, lost.rolls_due, consumed), (*operations, *more)


@dataclass(frozen=True, slots=True)
class WisdomLost:
    """A fall of wisdom, old and new, if any; the Folie rolls that it makes due (FOL-2); consumption (COR-5)."""

    wisdom: tuple[int, int] | None = None
    rolls_due: int = 0
    consumed: bool = False


def wisdom_lost(
    character: Character, operations: tuple[Operation, ...], key: str, act_key: str
) -> tuple[WisdomLost, tuple[Operation, ...]]:
    """What follows when ``operations`` make wisdom fall, and the operations to add to them."""
    before, after = character.wisdom, apply(character, operations).wisdom
    if before is None or after is None or after >= before:
        return WisdomLost(), ()
    dues = dues_after(character, before, after, key)
    lost = WisdomLost((before, after), len(dues), consumed=after == 0 and not character.consumed)
    if not lost.consumed:
        return lost, dues
    return lost, (*dues, Put(consumption(act_key)))


def consumption(key: str) -> Element:
    """COR-5: the state of one whom corruption has taken."""
    return Element(f"{key}.consume", ElementKind.STATE, State.CONSUMED, "consumé")


def alteration_element(alteration: Alteration, uid: str, text: str = "") -> Element:
    """An alteration as a character bears it: its words and losses stay readable if the table changes (COR-6)."""
    words = f"{alteration.text} : {text}" if text else alteration.text
    return Element(
        uid,
        ElementKind.ALTERATION,
        alteration.key,
        words,
        losses=tuple(alteration.losses.items()),
        maluses=tuple(alteration.maluses.items()),
    )


def _throw_alteration(
    character: Character, dice: Dice, table: AlterationTable
) -> tuple[AlterationRoll, Alteration | None]:
    """A die of as many faces as entries, thrown again while its alteration is already suffered (COR-4, COR-6)."""
    rows = table.rows
    suffered = {element.key for element in character.of_kind(ElementKind.ALTERATION)}
    left = [alteration for alteration in rows.values() if alteration.key not in suffered]
    if not left:
        return AlterationRoll(sides=len(rows)), None
    repeated: list[int] = []
    by_number = {alteration.number: alteration for alteration in left}
    while (face := dice.roll(len(rows))) not in by_number:
        repeated.append(face)
        if len(repeated) == MOST_REPEATS:  # the same chances, without waiting any longer
            face = left[dice.roll(len(left)) - 1].number
            break
    chosen = by_number[face]
    return AlterationRoll(tuple(repeated), face, chosen.described, len(rows)), chosen
