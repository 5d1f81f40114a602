"""A night's rest gives hit points back, as the table chose (SAN-2)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import formulas
from rules.acts import Act, CharacterChange, changing
from rules.bandage import Fighting, TooFarGone
from rules.campaign import Campaign
from rules.changes import Operation
from rules.character import Character
from rules.dice import Dice, Roll
from rules.exhaustion import hurt_by_sun
from rules.health import healing
from rules.refusals import Refusal
from rules.rolls import require_in_play
from rules.settings import READINGS

MANUAL = READINGS["recuperation"].default


class PointsMissing(Refusal):
    """The table leaves the hit points to the game master, who did not say them."""

    def __init__(self) -> None:
        super().__init__(
            "Réglage `recuperation` : manuel. Dites les PV rendus avec l’option `pv`, ou choisissez une formule "
            "par nuit avec `/reglages changer`."
        )


class NoRestInTheSun(Refusal):
    """Alteration 12: rest needs full darkness."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"{character.name} ne se repose que dans le noir complet : dites d’abord que le soleil ne brille plus, "
            "avec `/temps soleil`."
        )


@dataclass(frozen=True, slots=True)
class Rest:
    """A character's night: hit points old → new; the dice, unless the game master gave the number."""

    character_id: int
    name: str
    npc: bool
    before: int
    after: int
    maximum: int
    points: int
    roll: Roll | None = None
    awake: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RestAct(Act):
    """A night. ``formula`` is the table's, or nothing when the game master gave the number.

    ``kept_awake``: the names of those whom the sun keeps from resting.
    """

    hours: int
    formula: str = ""
    rests: tuple[Rest, ...] = ()
    kept_awake: tuple[str, ...] = ()


def rest(
    character: Character, campaign: Campaign, dice: Dice, hours: int, points: int | None = None
) -> RestAct:
    """One character's night. Raises :class:`PointsMissing`, :class:`NoRestInTheSun`, and what a care does."""
    require_in_play(character)
    formula = _formula(campaign, points)
    if character.dying:
        raise TooFarGone(character)
    if campaign.sunlight and hurt_by_sun(character):
        raise NoRestInTheSun(character)
    night, operations = _night(character, dice, formula, points)
    return RestAct(
        character_id=character.id,
        name=character.name,
        changes=changing(character, *operations),
        hours=hours,
        formula=formula,
        rests=(night,) if night else (),
    )


def rest_all(
    characters: Iterable[Character], campaign: Campaign, dice: Dice, hours: int, points: int | None = None
) -> RestAct:
    """The night of every player character in play who is not dying; only those hurt throw dice."""
    formula = _formula(campaign, points)
    rests: list[Rest] = []
    changes: list[CharacterChange] = []
    sleepless: list[str] = []
    for character in characters:
        if character.npc or not character.playable or character.dying:
            continue
        if campaign.sunlight and hurt_by_sun(character):
            sleepless.append(character.name)
            continue
        night, operations = _night(character, dice, formula, points)
        if night:
            rests.append(night)
            changes += changing(character, *operations)
    return RestAct(
        changes=tuple(changes),
        hours=hours,
        formula=formula,
        rests=tuple(rests),
        kept_awake=tuple(sleepless),
    )


def _formula(campaign: Campaign, points: int | None) -> str:
    """The table's formula; nothing when the game master says the number. Raises :class:`PointsMissing`."""
    if campaign.combat:
        raise Fighting
    if points is not None:
        return ""
    if campaign.settings.recuperation == MANUAL:
        raise PointsMissing
    return campaign.settings.recuperation


def _night(
    character: Character, dice: Dice, formula: str, points: int | None
) -> tuple[Rest | None, tuple[Operation, ...]]:
    """What a night gives to somebody hurt: at least one point (défaut)."""
    if character.hit_points >= character.max_hit_points:
        return None, ()
    thrown = formulas.thrown(formula, character, dice) if points is None else None
    given = max(1, thrown.total) if thrown else points or 0
    after = min(character.max_hit_points, character.hit_points + given)
    night = Rest(
        character_id=character.id,
        name=character.name,
        npc=character.npc,
        before=character.hit_points,
        after=after,
        maximum=character.max_hit_points,
        points=given,
        roll=thrown,
        awake=after > 0 >= character.hit_points,
    )
    return night, healing(character, given)
