"""Ready characters for tests: a warrior, a thief, a black magician, a monster."""

from dataclasses import replace
from typing import Any

from rules.campaign import Campaign, Combat, Scene
from rules.character import Character, ClassTrack, Element, ElementKind
from rules.settings import Settings
from rules.spells import SPELLS


def warrior(**facts: Any) -> Character:
    """Fafhrd, a Nordic warrior of level 5: death save 10, 5d8 hit points (8, 5, 5, 5, 5 and CON 14)."""
    base = Character(
        id=1,
        name="Fafhrd",
        player_id=100,
        active=True,
        people_key="nordique",
        alignment="neutre",
        classes=(ClassTrack("guerrier", 20_000, (8, 5, 5, 5, 5)),),
        scores=(16, 12, 14, 10, 9, 13),
        heroism=2,
    )
    return replace(base, **facts)


def thief(**facts: Any) -> Character:
    """The Mouser, a Lankhmarian thief of level 5: death save 12, people +1."""
    base = Character(
        id=2,
        name="Souricier Gris",
        player_id=200,
        active=True,
        people_key="lankhmarien",
        alignment="neutre",
        classes=(ClassTrack("voleur", 20_000, (4, 3, 2, 3, 2)),),
        scores=(10, 17, 12, 13, 10, 12),
        heroism=2,
    )
    return replace(base, **facts)


def black_magician(**facts: Any) -> Character:
    """Ahriman, a black magician of level 4: INT 15, SAG 8, corruption 9."""
    base = Character(
        id=3,
        name="Ahriman",
        player_id=300,
        active=True,
        people_key="kvarch",
        alignment="neutre_mauvais",
        classes=(ClassTrack("magicien_noir", 20_000, (4, 2, 3, 2)),),
        scores=(9, 12, 10, 15, 8, 9),
        heroism=2,
        corruption=9,
    )
    return replace(base, **facts)


def white_magician(**facts: Any) -> Character:
    """Sheelba, a white magician of level 4, an NPC's cap away."""
    base = Character(
        id=5,
        name="Sheelba",
        player_id=400,
        active=True,
        people_key="lankhmarien",
        alignment="neutre_bon",
        classes=(ClassTrack("magicien_blanc", 20_000, (4, 2, 3, 2)),),
        scores=(9, 12, 10, 15, 13, 9),
        heroism=2,
    )
    return replace(base, **facts)


def known(*keys: str) -> tuple[Element, ...]:
    """Spells of a book."""
    return tuple(Element(f"1.{key}", ElementKind.SPELL, key, SPELLS[key].name) for key in keys)


def ready(*keys: str, since: int = 0) -> tuple[Element, ...]:
    """Prepared spells, held since that moment of the clock."""
    return tuple(
        Element(f"2.{key}.{since}.{number}", ElementKind.PREPARED, key, SPELLS[key].name, since=since)
        for number, key in enumerate(keys)
    )


def monster(**facts: Any) -> Character:
    """A rat of two hit dice, without class or scores."""
    return replace(Character(id=4, name="Rat géant", npc=True, hit_dice=2, fixed_hit_points=9), **facts)


def campaign(*, fighting: int | None = None, **facts: Any) -> Campaign:
    """A campaign; ``fighting``: the round of its open combat; other facts, or settings by their name."""
    settings = {name: facts.pop(name) for name in list(facts) if name in Settings.__slots__}
    combat = Combat(1, fighting) if fighting else None
    return Campaign(guild_id=1, settings=Settings(**settings), combat=combat, **facts)


def scene(character: Character, **facts: Any) -> Scene:
    """The character in a campaign; facts of the scene or of the campaign."""
    spent = {name: facts.pop(name) for name in ("spent_in_round", "second_wind_taken") if name in facts}
    return Scene(campaign(**facts), character, **spent)
