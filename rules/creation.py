"""A player's character is born: scores, experience, hit points, gold (CRE, CAR-1, CAR-5, CLA-5, HER-1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.abilities import Ability
from rules.acts import Act
from rules.armour import NO_ARMOUR
from rules.campaign import Campaign
from rules.character import Character, ClassTrack
from rules.choices import choose
from rules.classes import CharacterClass
from rules.dice import Dice, Roll, roll, throw
from rules.equipment import Equipment, arm, find_armour, verify
from rules.experience import adjusted_share, adjustment, retained
from rules.heroism_points import session_points
from rules.hit_points import missing_hit_dice
from rules.names import clean_name
from rules.refusals import Refusal
from rules.scores import ScoreOrigin, Source, throw_scores
from rules.settings import Settings

EXPERIENCED_START = 20_000  # experience (CRE-1)
EXPERIENCED_GOLD = "1d6x100"  # CRE-1
BEGINNER_GOLD = "3d8x10"  # CRE-1 (PMT)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreationRequest:
    """What a player typed. A score of None is thrown, one thrown before keeps its dice; ``method`` empty: the campaign's (CAR-1).

    ``waived``: the game master passes over the minima (CLA-5).
    """

    name: str
    people: str = ""
    classes: tuple[str, ...] = ()
    alignment: str = ""
    method: str = ""
    scores: Mapping[Ability, Source | None] | None = None
    armour: str = NO_ARMOUR
    shield: bool = False
    weapon: str = ""
    damage: str | None = None
    waived: bool = False

    @property
    def only_named(self) -> bool:
        """True when nothing but a name was typed."""
        typed = (*self.classes, *(self.scores or {}).values())
        rest = replace(self, name="", classes=(), scores=None)
        return rest == CreationRequest(name="") and not any(typed)


@dataclass(frozen=True, slots=True)
class ExperienceShare:
    """A class's part of the start: adjustment in percent, experience kept, and lost to the cap (CLA-4)."""

    class_key: str
    adjustment: int
    kept: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A class's minimum that a score does not reach (CLA-5)."""

    class_key: str
    class_name: str
    ability: Ability
    minimum: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Act):
    """A new character, whose id is 0 until it is stored, and the evidence of each of its numbers."""

    character: Character
    scores: tuple[ScoreOrigin, ...]
    experience: tuple[ExperienceShare, ...]
    gold: Roll
    waived: tuple[Shortfall, ...] = ()
    warnings: tuple[str, ...] = ()


class WaiverReserved(Refusal):
    """Only the game master passes over the minima (CLA-5)."""

    def __init__(self) -> None:
        super().__init__("Seul le MdT peut passer outre les minima : ôtez l’option `derogation`.")


class MinimaMissed(Refusal):
    """Scores under the minima of a class, not waived (CLA-5). ``scores``: all six, so that none is lost."""

    def __init__(self, shortfalls: Sequence[Shortfall], scores: Sequence[ScoreOrigin]) -> None:
        self.shortfalls = tuple(shortfalls)
        self.scores = tuple(scores)
        missed = ", ".join(
            f"{one.class_name} : {one.ability.label} {one.minimum} (ici {one.score})" for one in shortfalls
        )
        bases = ", ".join(f"{origin.ability.label} {origin.base}" for origin in scores)
        super().__init__(
            f"Minima de classe non atteints : {missed}. Avant l’ajustement de peuple : {bases}. "
            "Changez de classe, ou demandez au MdT de créer le personnage avec ces valeurs et l’option `derogation`."
        )


def create(
    request: CreationRequest,
    campaign: Campaign,
    dice: Dice,
    *,
    player_id: int | None,
    is_game_master: bool = False,
    active: bool = False,
) -> Creation:
    """A player character made from ``request``. ``active``: it is its player's first (CRE-3).

    Raises ``BadName``, the refusals of :mod:`rules.choices` and :mod:`rules.equipment`, and this module's.
    """
    settings = campaign.settings
    name = clean_name(request.name)
    choices = choose(request.people, request.classes, request.alignment, settings)
    if request.waived and not is_game_master:
        raise WaiverReserved
    equipment = Equipment(
        find_armour(request.armour).key, request.shield, *arm(request.weapon, request.damage)
    )
    warnings = verify(equipment, choices.people, choices.classes, settings)
    scores = throw_scores(request.scores or {}, choices.people, request.method or settings.methode, dice)
    values = {origin.ability: origin.score for origin in scores}
    shortfalls = missed_minima(choices.classes, values)
    if shortfalls and not request.waived:
        raise MinimaMissed(shortfalls, scores)
    experience = share_start(choices.classes, values, starting_experience(settings))
    tracks = tuple(
        track_at(one, share.kept, dice) for one, share in zip(choices.classes, experience, strict=True)
    )
    gold = roll(starting_gold(settings), dice)
    character = Character(
        id=0,
        name=name,
        player_id=player_id,
        active=active,
        people_key=choices.people.key,
        alignment=choices.alignment.value,
        classes=tracks,
        scores=tuple(values[ability] for ability in Ability),
        armour=equipment.armour,
        shield=equipment.shield,
        weapon=equipment.weapon,
        damage=equipment.damage,
        gold=gold.total,
    )
    if campaign.session_id is not None:
        character = replace(character, heroism=session_points(character))  # HER-1
    return Creation(
        name=name,
        character=character,
        scores=scores,
        experience=experience,
        gold=gold,
        waived=shortfalls,
        warnings=warnings,
    )


def missed_minima(classes: Sequence[CharacterClass], scores: Mapping[Ability, int]) -> tuple[Shortfall, ...]:
    """The minima that adjusted scores do not reach (CLA-5)."""
    return tuple(
        Shortfall(one.key, one.name, ability, minimum, scores[ability])
        for one in classes
        for ability, minimum in one.shortfalls(scores).items()
    )


def share_start(
    classes: Sequence[CharacterClass], scores: Mapping[Ability, int], total: int
) -> tuple[ExperienceShare, ...]:
    """The starting experience, shared, adjusted and capped (CLA-6, CAR-4, CLA-4)."""
    shares = []
    for one in classes:
        gained = adjusted_share(one, total, len(classes), scores)
        kept = retained(one, gained)
        shares.append(ExperienceShare(one.key, adjustment(one, scores), kept, gained - kept))
    return tuple(shares)


def starting_experience(settings: Settings) -> int:
    """What a new character has lived, before it is shared and adjusted (CRE-1)."""
    return EXPERIENCED_START if settings.depart_experimente else 0


def starting_gold(settings: Settings) -> str:
    """What is thrown for the gold of a new character (CRE-1)."""
    return EXPERIENCED_GOLD if settings.depart_experimente else BEGINNER_GOLD


def track_at(character_class: CharacterClass, experience: int, dice: Dice) -> ClassTrack:
    """A class at an experience: the first hit die at its maximum, then one thrown a level up to the 9th."""
    first = (character_class.hit_die,)
    more = missing_hit_dice(character_class.level_at(experience), first)
    return ClassTrack(character_class.key, experience, first + throw(dice, more, character_class.hit_die))
