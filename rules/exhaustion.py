"""Exhaustion: several causes, each followed apart, weigh once (JET-5); the sun is one of them (COR, 12)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.acts import Act
from rules.alteration_table import ALTERATIONS
from rules.campaign import Campaign
from rules.character import Character, ElementKind, State
from rules.checks import Modifier
from rules.madness import NothingChanges

MALUS = -2
SUN = "soleil"
_HURT_BY_SUN = frozenset(row.key for row in ALTERATIONS.values() if row.exhausted_by == SUN)


def hurt_by_sun(character: Character) -> bool:
    """True for who suffers an alteration that the sun exhausts, and who rests only in full darkness."""
    return any(element.key in _HURT_BY_SUN for element in character.of_kind(ElementKind.ALTERATION))


def causes(character: Character, campaign: Campaign) -> tuple[str, ...]:
    """What exhausts the character now, in words."""
    states = [state.text for state in character.states(campaign.clock) if state.key == State.EXHAUSTED]
    return (*states, SUN) if campaign.sunlight and hurt_by_sun(character) else tuple(states)


def exhaustion_malus(character: Character, campaign: Campaign) -> Modifier | None:
    """−2 to an attack roll or a damage roll, once whatever the causes; None for who is not exhausted."""
    return Modifier(MALUS, State.EXHAUSTED.label) if causes(character, campaign) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SunlightAct(Act):
    """The sun shines on the scene, or no longer does; the names of those in play whom it hurts."""

    before: bool
    after: bool
    hurt: tuple[str, ...] = ()


def shine(campaign: Campaign, characters: Iterable[Character], *, sunlight: bool) -> SunlightAct:
    """The game master says whether the sun shines. Raises ``NothingChanges``."""
    if campaign.sunlight is sunlight:
        raise NothingChanges(
            "Le soleil éclaire déjà la scène." if sunlight else "Le soleil n’éclaire déjà pas la scène."
        )
    hurt = tuple(one.name for one in characters if one.playable and hurt_by_sun(one))
    return SunlightAct(before=campaign.sunlight, after=sunlight, hurt=hurt)
