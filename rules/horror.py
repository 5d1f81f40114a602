"""Horror: a save against death, and what its failure does (HOR-1 to HOR-5)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.acts import Act, changing
from rules.campaign import HOUR, ROUND, TURN, Campaign
from rules.changes import Operation, Put
from rules.character import Character, Element, ElementKind, State
from rules.checks import UNTHROWN, Check
from rules.classes import SaveCategory
from rules.dice import Dice
from rules.horror_tables import HORROR, TROUBLES, DurationUnit, HorrorRow
from rules.madness import MadnessGain, gain
from rules.refusals import Refusal
from rules.rolls import require_in_play, save

ADJUSTED = "ajustement du MdT"
SECONDS = {DurationUnit.ROUND: ROUND, DurationUnit.TURN: TURN, DurationUnit.HOUR: HOUR}


class Situation(StrEnum):
    """How bad the sight is (HOR-1)."""

    HORRIBLE = "horrible"
    UNBEARABLE = "insoutenable"

    @property
    def default_modifier(self) -> int:
        """What counts when the game master says nothing."""
        return 0 if self is Situation.HORRIBLE else -2

    @property
    def modifier_range(self) -> tuple[int, int]:
        """The lowest and highest modifier that the game master may give."""
        return (-1, 1) if self is Situation.HORRIBLE else (-4, -2)

    @property
    def madness(self) -> tuple[int, int]:
        """The sides of the die of madness, and what is added to it (HOR-2)."""
        return (3, 0) if self is Situation.HORRIBLE else (4, 1)


def situation_reason(situation: Situation) -> str:
    """Why a horror's modifier weighs on the save, as a player reads it."""
    return f"situation {situation}"


class BadModifier(Refusal):
    """A situation modifier outside its range."""

    def __init__(self, situation: Situation) -> None:
        low, high = situation.modifier_range
        super().__init__(
            f"Situation {situation} : le modificateur va de {low:+} à {high:+}.".replace("-", "−")
        )


@dataclass(frozen=True, slots=True)
class HorrorEffect:
    """The row thrown on the Horror column, with its duration: amount thrown and unit, or the game master's."""

    die: int
    name: str
    amount: int | None
    unit: DurationUnit | None
    ends_at: int | None
    temporary_trouble: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HorrorAct(Act):
    """A horror save and its consequences. ``points_die`` is the face of the madness die (HOR-2)."""

    situation: Situation
    check: Check
    extra: int = 0
    effect: HorrorEffect | None = None
    points_die: int | None = None
    points: int = 0
    madness: MadnessGain | None = None


@dataclass(frozen=True, slots=True)
class Ordeal:
    """What the game master asks of somebody (HOR-1): ``modifier`` None is the situation's own.

    ``adjustment`` bears on the save, ``extra`` on the madness points of a failure (HOR-2).
    """

    situation: Situation
    modifier: int | None = None
    adjustment: int = 0
    extra: int = 0

    def verified_modifier(self) -> int:
        """The situation's modifier. Raises :class:`BadModifier`."""
        if self.modifier is None:
            return self.situation.default_modifier
        low, high = self.situation.modifier_range
        if not low <= self.modifier <= high:
            raise BadModifier(self.situation)
        return self.modifier


def ordeal_of(act: HorrorAct) -> Ordeal:
    """What the game master had asked for, as the save tells it."""
    told = {one.reason: one.value for one in act.check.modifiers}
    modifier = told.get(situation_reason(act.situation), 0)
    return Ordeal(act.situation, modifier, told.get(ADJUSTED, 0), act.extra)


def save_check(character: Character, ordeal: Ordeal, campaign: Campaign) -> Check:
    """HOR-1's save, its die not thrown yet. Raises :class:`BadModifier`, :class:`rules.rolls.OutOfPlay`."""
    require_in_play(character)
    return save(
        character,
        SaveCategory.DEATH,
        campaign,
        UNTHROWN,
        (ordeal.verified_modifier(), situation_reason(ordeal.situation)),
        (ordeal.adjustment, ADJUSTED),
    )


def face(
    character: Character, ordeal: Ordeal, campaign: Campaign, dice: Dice, key: str, *, secret: bool = False
) -> HorrorAct:
    """The character faces a horror: the save is thrown, and judged. ``secret``: for the game master alone.

    Raises :class:`BadModifier`, :class:`rules.rolls.OutOfPlay`.
    """
    check = save_check(character, ordeal, campaign).with_die(dice.roll(20))
    return resolve(character, ordeal.situation, check, campaign, dice, key, extra=ordeal.extra, secret=secret)


def resolve(
    character: Character,
    situation: Situation,
    check: Check,
    campaign: Campaign,
    dice: Dice,
    key: str,
    *,
    extra: int = 0,
    secret: bool = False,
) -> HorrorAct:
    """What a horror save brings: nothing when it passes (HOR-3), an effect and madness when it fails (HOR-2)."""
    if check.success:
        return HorrorAct(
            character_id=character.id, name=character.name, situation=situation, check=check, extra=extra
        )
    effect, state = _effect(HORROR[dice.roll(10)], campaign.clock, dice, key, secret=secret)
    sides, bonus = situation.madness
    points_die = dice.roll(sides) if character.wisdom is not None else None
    points = 0
    counted: MadnessGain | None = None
    operations: tuple[Operation, ...] = ()
    if points_die is not None:
        points = points_die + bonus
        counted, operations = gain(character, points + extra, dice, key)
    return HorrorAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, state, *operations),
        situation=situation,
        check=check,
        extra=extra,
        effect=effect,
        points_die=points_die,
        points=points,
        madness=counted,
    )


def _effect(row: HorrorRow, clock: int, dice: Dice, key: str, *, secret: bool) -> tuple[HorrorEffect, Put]:
    """The effect of a row and the state that it puts, its end on the campaign clock."""
    amount = dice.roll(row.die_sides) if row.die_sides else row.fixed_amount
    ends_at = clock + amount * SECONDS[row.unit] if amount is not None and row.unit is not None else None
    temporary = None
    text = "épuisé (choc)" if row.state == State.EXHAUSTED else row.name
    if row.state == State.TEMPORARY_MADNESS:
        trouble = TROUBLES[dice.roll(10)]
        temporary = (trouble.die, trouble.name)
        text = trouble.name
    state = Element(
        f"{key}.horreur",
        ElementKind.STATE,
        row.state,
        text,
        ends_at,
        in_rounds=row.unit is DurationUnit.ROUND,
        secret=secret,
    )
    return HorrorEffect(row.die, row.name, amount, row.unit, ends_at, temporary), Put(state)


class EffectOver(Refusal):
    """The effect has already ended."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} : cet effet est déjà terminé.")


def standing_effect(character: Character, act: Act, clock: int) -> Element | None:
    """The state that an act put on the character and that still lasts at ``clock`` (seconds)."""
    put = {op.element.uid for op in act.change_of(character.id) if isinstance(op, Put)}
    return next((state for state in character.states(clock) if state.uid in put), None)
