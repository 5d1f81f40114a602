"""How many heroism points: what a session gives, and what the game master sets (HER-1, HER-2)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.acts import Act, CharacterChange, changing
from rules.changes import Set
from rules.character import Character
from rules.madness import NothingChanges


def session_points(character: Character) -> int:
    """What a session gives: half the highest level, at least one (HER-1)."""
    return max(1, character.level // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeroismCorrection(Act):
    """`/heroism regler`: points old → new."""

    before: int
    after: int


def correct(character: Character, points: int) -> HeroismCorrection:
    """The game master sets the points."""
    if points == character.heroism:
        raise NothingChanges(f"{character.name} a déjà {points} point{'s' if points > 1 else ''} d’héroïsme.")
    return HeroismCorrection(
        character_id=character.id,
        name=character.name,
        changes=changing(character, Set("heroism", character.heroism, points)),
        before=character.heroism,
        after=points,
    )


@dataclass(frozen=True, slots=True)
class Restored:
    """A character's points at the opening of a session, old → new."""

    character_id: int
    name: str
    before: int
    after: int


def restore(characters: Iterable[Character]) -> tuple[tuple[Restored, ...], tuple[CharacterChange, ...]]:
    """HER-1: every player character in play gets the session's points, which replace the old; NPCs keep theirs."""
    restored: list[Restored] = []
    changes: list[CharacterChange] = []
    for character in characters:
        if character.npc or not character.playable:
            continue
        points = session_points(character)
        restored.append(Restored(character.id, character.name, character.heroism, points))
        if points != character.heroism:
            changes.append(CharacterChange(character.id, (Set("heroism", character.heroism, points),)))
    return tuple(restored), tuple(changes)
