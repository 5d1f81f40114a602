"""Characters of the game master: creatures by their hit dice, or people of a class (HER-2, HOR-5)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rules.abilities import Ability
from rules.acts import Act
from rules.character import Character
from rules.choices import Missing, MissingChoice, class_choices
from rules.classes import CharacterClass
from rules.classes import find as find_class
from rules.creation import track_at
from rules.dice import Dice, Roll, roll
from rules.equipment import checked_damage
from rules.names import numbered
from rules.progressions import HIGHEST_LEVEL
from rules.refusals import Refusal

MOST_AT_ONCE = 20
HIGHEST_HIT_DICE = 99
HIGHEST_HIT_POINTS = 9_999
ARMOUR_CLASSES = (-10, 40)  # ascending
HIGHEST_NPC_SCORE = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcRequest:
    """What a game master typed. ``armour_class`` is ascending; ``hit_dice`` 0 is less than one (HOR-5)."""

    name: str
    major: bool = False
    character_class: str = ""
    level: int | None = None
    hit_dice: int | None = None
    hit_points: int | None = None
    armour_class: int | None = None
    damage: str = ""
    count: int = 1
    scores: Mapping[Ability, int | None] | None = None


@dataclass(frozen=True, slots=True)
class NewNpc:
    """An NPC, whose id is 0 until it is stored; the dice of its hit points and its heroism (HER-2)."""

    character: Character
    hit_points: Roll | None = None
    heroism: Roll | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NpcCreation(Act):
    """One to twenty new NPCs."""

    npcs: tuple[NewNpc, ...]


class BadNumber(Refusal):
    """A number out of its bounds."""

    def __init__(self, option: str, value: int, low: int, high: int) -> None:
        self.option = option
        self.value = value
        self.low = low
        self.high = high
        words = f"{value} ne convient pas ; la valeur va de {low} à {high}"
        super().__init__(f"`{option}` : {words.replace('-', '−')}.")


class LevelOrHitDice(Refusal):
    """A class goes with a level, a creature without class with hit dice (HOR-5)."""

    def __init__(self, *, has_class: bool) -> None:
        self.has_class = has_class
        super().__init__(
            "Une classe a son propre dé de vie : donnez `niveau` plutôt que `dv`."
            if has_class
            else "Sans classe, donnez `dv` plutôt que `niveau`, ou choisissez une `classe`."
        )


def create_npcs(request: NpcRequest, dice: Dice, taken: Collection[str] = ()) -> NpcCreation:
    """``request.count`` NPCs, numbered from the first free name; ``taken`` are keys of names (CRE-3).

    Raises ``BadName``, ``DiceError``, ``MissingChoice``, :class:`BadNumber`, :class:`LevelOrHitDice`.
    """
    character_class = _verify(request)
    npcs = tuple(
        _npc(name, request, character_class, dice) for name in numbered(request.name, request.count, taken)
    )
    return NpcCreation(name=npcs[0].character.name, npcs=npcs)


def copies(template: Character, count: int, taken: Collection[str] = ()) -> NpcCreation:
    """``count`` NPCs like ``template``, unhurt and without its heroism (HER-2), numbered as :func:`create_npcs` does."""
    fresh = replace(
        template,
        id=0,
        npc=True,
        major=False,
        active=False,
        archived=False,
        player_id=None,
        heroism=0,
        madness=0,
        wounds=0,
        elements=(),
        gold=0,
    )
    npcs = tuple(
        NewNpc(replace(fresh, name=name)) for name in numbered(template.name, max(2, count), taken)[:count]
    )
    return NpcCreation(name=npcs[0].character.name, npcs=npcs)


def _verify(request: NpcRequest) -> CharacterClass | None:
    """The class asked for, once everything else is checked."""
    for option, value, low, high in (
        ("nombre", request.count, 1, MOST_AT_ONCE),
        ("niveau", request.level, 1, HIGHEST_LEVEL),
        ("dv", request.hit_dice, 0, HIGHEST_HIT_DICE),
        ("pv", request.hit_points, 1, HIGHEST_HIT_POINTS),
        ("ca", request.armour_class, *ARMOUR_CLASSES),
        *((ability.value, value, 0, HIGHEST_NPC_SCORE) for ability, value in (request.scores or {}).items()),
    ):
        if value is not None and not low <= value <= high:
            raise BadNumber(option, value, low, high)
    typed = request.character_class.strip()
    character_class = find_class(typed) if typed else None
    if typed and character_class is None:
        raise MissingChoice([Missing("classe", "classe", typed, class_choices((), None))])
    if (request.hit_dice if character_class else request.level) is not None:
        raise LevelOrHitDice(has_class=character_class is not None)
    return character_class


def _npc(name: str, request: NpcRequest, character_class: CharacterClass | None, dice: Dice) -> NewNpc:
    scores = request.scores or {}
    heroism = roll("1d6", dice) if request.major else None
    base = Character(
        id=0,
        name=name,
        npc=True,
        major=request.major,
        scores=tuple(scores.get(ability) for ability in Ability),
        fixed_armour_class=request.armour_class,
        damage=checked_damage(request.damage),
        heroism=heroism.total if heroism else 0,
    )
    if character_class:
        return NewNpc(_of_class(base, character_class, request, dice), heroism=heroism)
    hit_dice = 1 if request.hit_dice is None else request.hit_dice
    thrown = None if request.hit_points else roll(f"{hit_dice}d8" if hit_dice else "1d4", dice)
    points = thrown.total if thrown else request.hit_points
    return NewNpc(replace(base, hit_dice=hit_dice, fixed_hit_points=points), thrown, heroism)


def _of_class(base: Character, character_class: CharacterClass, request: NpcRequest, dice: Dice) -> Character:
    """An NPC of a class and level; CLA-4's cap does not bind it."""
    track = track_at(character_class, character_class.threshold(request.level or 1), dice)
    npc = replace(base, classes=(track,))
    if request.hit_points is None:
        return npc
    return replace(npc, hit_point_correction=request.hit_points - npc.max_hit_points)
