"""A character: independent facts, and what is computed from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.abilities import Ability, modifier
from rules.classes import CLASSES, CharacterClass
from rules.hit_points import max_hit_points
from rules.peoples import PEOPLES, People

_PLACES = {ability: place for place, ability in enumerate(Ability)}
LOWEST_HIT_POINTS = -10  # SAN-3
CORRUPTION_PER_STAGE = 10  # COR-3


class ElementKind(StrEnum):
    """What an element is."""

    TROUBLE = "trouble"  # lasting, from the Folie column (FOL-1)
    ALTERATION = "alteration"  # from corruption (COR-4)
    STATE = "state"  # SAN-4
    SPELL = "spell"  # learnt, in the spell book (MAG)
    PREPARED = "prepared"  # a spell that a ritual holds ready (MAG-2)
    MADNESS_DUE = "madness_due"  # a Folie roll that the game master has not thrown yet (FOL-2)


class State(StrEnum):
    """A followed state (SAN-4). « Mourant » is computed, never stored."""

    EXHAUSTED = "epuise"
    PARALYSED = "paralyse"
    FLEEING = "en_fuite"
    FAINTED = "evanoui"
    PANICKED = "panique"
    IN_CRISIS = "en_crise"
    INCOHERENT = "incoherent"
    ENRAGED = "enrage"
    NAUSEOUS = "nauseeux"
    TEMPORARY_MADNESS = "folie_temporaire"
    DYING = "mourant"
    UNCONSCIOUS = "inconscient"
    DEAD = "mort"
    CONSUMED = "consume"


@dataclass(frozen=True, slots=True)
class Element:
    """A trouble, an alteration, a state… with the identity of the act that made it.

    ``since`` and ``ends_at`` are moments of the campaign clock in seconds (``ends_at`` None: until lifted).
    ``in_rounds`` marks an effect counted in rounds, which the end of a session lifts. ``losses`` are points of
    ability it costs, ``maluses`` what it adds to named rolls (COR-6). ``secret``: the game master's to know.
    """

    uid: str
    kind: ElementKind
    key: str
    text: str = ""
    ends_at: int | None = None
    in_rounds: bool = False
    losses: tuple[tuple[Ability, int], ...] = ()
    maluses: tuple[tuple[str, int], ...] = ()
    since: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ClassTrack:
    """A class followed by a character: experience, and the hit dice kept, one a level up to the 9th."""

    key: str
    experience: int
    hit_dice: tuple[int, ...]

    @property
    def character_class(self) -> CharacterClass:
        return CLASSES[self.key]

    @property
    def level(self) -> int:
        return self.character_class.level_at(self.experience)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A player character or an NPC. ``scores`` include the people's adjustment, before any loss in play.

    ``hit_dice``, ``fixed_hit_points`` and ``fixed_armour_class`` describe a creature without class (HOR-5).
    """

    id: int
    name: str
    player_id: int | None = None
    npc: bool = False
    major: bool = False
    active: bool = False
    archived: bool = False
    people_key: str | None = None
    alignment: str | None = None
    classes: tuple[ClassTrack, ...] = ()
    scores: tuple[int | None, ...] = (None,) * 6
    hit_dice: int | None = None
    fixed_hit_points: int | None = None
    fixed_armour_class: int | None = None
    hit_point_correction: int = 0
    armour: str = "aucune"
    shield: bool = False
    weapon: str = ""
    damage: str = ""
    gold: int = 0
    heroism: int = 0
    madness: int = 0
    corruption: int = 0
    wounds: int = 0
    wisdom_lost: int = 0
    stages_suffered: int = 0
    elements: tuple[Element, ...] = ()

    @property
    def people(self) -> People | None:
        return PEOPLES.get(self.people_key) if self.people_key else None

    @property
    def level(self) -> int:
        """The highest class level, or the hit dice of a creature without class."""
        if self.classes:
            return max(track.level for track in self.classes)
        return self.hit_dice or 0

    def score(self, ability: Ability) -> int | None:
        """An ability as it is now, losses taken, not under 0 (CAR-5, COR-3). None: unknown."""
        base = self.scores[_PLACES[ability]]
        if base is None:
            return None
        losses = sum(amount for element in self.elements for of, amount in element.losses if of is ability)
        if ability is Ability.WISDOM:
            losses -= self.wisdom_lost
        return max(0, base + losses)

    def modifier(self, ability: Ability) -> int:
        """CAR-2; 0 when the score is unknown."""
        score = self.score(ability)
        return 0 if score is None else modifier(score)

    @property
    def wisdom(self) -> int | None:
        return self.score(Ability.WISDOM)

    @property
    def max_hit_points(self) -> int:
        """CLA-6: fractions are kept and the sum is cut once."""
        if self.classes:
            tracks = [(track.character_class, track.hit_dice, track.level) for track in self.classes]
            whole = int(max_hit_points(tracks, self.modifier(Ability.CONSTITUTION)))
        else:
            whole = self.fixed_hit_points or 1
        return max(1, whole + self.hit_point_correction)

    @property
    def hit_points(self) -> int:
        return max(LOWEST_HIT_POINTS, self.max_hit_points - self.wounds)

    @property
    def stage(self) -> int:
        """The stage of corruption reached now (COR-3)."""
        return self.corruption // CORRUPTION_PER_STAGE

    def of_kind(self, kind: ElementKind) -> Iterator[Element]:
        return (element for element in self.elements if element.kind is kind)

    def states(self, clock: int) -> Iterator[Element]:
        """The states that have not expired at ``clock`` (seconds)."""
        for element in self.of_kind(ElementKind.STATE):
            if element.ends_at is None or element.ends_at > clock:
                yield element

    def public_states(self, clock: int) -> Iterator[Element]:
        """Those of :meth:`states` that the whole table may know."""
        return (element for element in self.states(clock) if not element.secret)

    def has(self, state: State, clock: int = 0) -> bool:
        return any(element.key == state for element in self.states(clock))

    @property
    def dead(self) -> bool:
        return self.has(State.DEAD)

    @property
    def consumed(self) -> bool:
        """COR-5: out of the player's hands."""
        return self.has(State.CONSUMED)

    @property
    def dying(self) -> bool:
        """SAN-3: at 0 hit points or less, neither stabilised nor dead."""
        return self.hit_points <= 0 and not self.dead and not self.has(State.UNCONSCIOUS)

    @property
    def playable(self) -> bool:
        """Neither dead, nor consumed, nor archived (HER-1)."""
        return not (self.dead or self.consumed or self.archived)

    def bounds(self, counter: str) -> tuple[int, int | None]:
        """The lowest and highest value of a counter (SAN-3 for wounds)."""
        if counter == "wounds":
            return 0, max(self.wounds, self.max_hit_points - LOWEST_HIT_POINTS)
        return 0, None
