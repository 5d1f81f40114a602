"""What a table had better see coming: a threshold of madness or corruption, a reserve held for almost a day.

Player characters in play alone: an NPC's figures are the game master's secret.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules import magic
from rules.campaign import DAY, HOUR
from rules.character import CORRUPTION_PER_STAGE, Character
from rules.madness import next_threshold

CLOSE = 2  # points before a threshold
HELD_LONG = 20 * HOUR  # four hours before a reserve exhausts (MAG-3)
NOTICE = 24 * HOUR  # before an event whose session has no channel


class Threshold(StrEnum):
    """What is about to be crossed."""

    MADNESS = "folie"  # FOL-1
    CORRUPTION = "corruption"  # COR-3


@dataclass(frozen=True, slots=True)
class Near:
    """``left`` points before a threshold. ``at``: the points of madness that call for a roll, or the stage."""

    character_id: int
    name: str
    threshold: Threshold
    left: int
    at: int


@dataclass(frozen=True, slots=True)
class Held:
    """Spells held ready for so long that they exhaust in ``left`` seconds (MAG-3)."""

    character_id: int
    name: str
    left: int


@dataclass(frozen=True, slots=True)
class Watched:
    """What to keep an eye on."""

    near: tuple[Near, ...] = ()
    held: tuple[Held, ...] = ()


def near(character: Character) -> tuple[Near, ...]:
    """The thresholds that a player character is about to cross."""
    if character.npc or not character.playable:
        return ()
    stage = character.stage + 1
    found = [(Threshold.CORRUPTION, stage * CORRUPTION_PER_STAGE - character.corruption, stage)]
    if (points := next_threshold(character)) is not None:
        found.insert(0, (Threshold.MADNESS, points - character.madness, points))
    return tuple(
        Near(character.id, character.name, threshold, left, at)
        for threshold, left, at in found
        if left <= CLOSE
    )


def brought_near(before: Character, after: Character) -> tuple[Near, ...]:
    """The thresholds that an act brought a character close to, or closer: not those that it was as near before."""
    known = {(one.threshold, one.at): one.left for one in near(before)}
    return tuple(one for one in near(after) if one.left < known.get((one.threshold, one.at), CLOSE + 1))


def held_long(characters: Iterable[Character], clock: int) -> tuple[Held, ...]:
    """The player characters whose reserve is about to exhaust them, and has not yet."""
    found: list[Held] = []
    for character in characters:
        limit = magic.tiring_at(character)
        if character.npc or not character.playable or limit is None or magic.reserve_exhaustion(character):
            continue
        if 0 <= limit - clock <= DAY - HELD_LONG:
            found.append(Held(character.id, character.name, limit - clock))
    return tuple(found)


def held_since(characters: Iterable[Character], before: int, now: int) -> tuple[Held, ...]:
    """Those of :func:`held_long` that the clock has brought there, going from ``before`` to ``now``: each once."""
    everyone = tuple(characters)
    known = {one.character_id for one in held_long(everyone, before)}
    return tuple(one for one in held_long(everyone, now) if one.character_id not in known)


def watched(characters: Iterable[Character], clock: int) -> Watched:
    """All that the table has to watch at this moment of the clock."""
    everyone = tuple(characters)
    return Watched(
        tuple(one for character in everyone for one in near(character)), held_long(everyone, clock)
    )
