"""A combat: opened, its rounds counted on the campaign clock, closed (SEA-4, SEA-5)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.acts import Act
from rules.campaign import ROUND, Campaign, Combat
from rules.character import Character, ElementKind
from rules.refusals import Refusal


class CombatAlreadyOpen(Refusal):
    """One open combat a server (SEA-4)."""

    def __init__(self, combat: Combat) -> None:
        super().__init__(
            f"Un combat est déjà ouvert (round {combat.round}) : fermez-le d’abord avec `/combat fermer`."
        )


class NoCombat(Refusal):
    """There is no open combat."""

    def __init__(self) -> None:
        super().__init__("Aucun combat n’est ouvert : le MdT en ouvre un avec `/combat ouvrir`.")


@dataclass(frozen=True, slots=True)
class Ended:
    """An effect that the clock has just ended."""

    character_id: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatAct(Act):
    """A combat opens, goes on to a round, or closes. ``clock``: seconds before and after; ``ended``: effects over."""

    event: str
    round: int
    clock: tuple[int, int]
    ended: tuple[Ended, ...] = ()


def open_combat(campaign: Campaign) -> CombatAct:
    """Raises :class:`CombatAlreadyOpen`."""
    if campaign.combat:
        raise CombatAlreadyOpen(campaign.combat)
    return CombatAct(event="open", round=1, clock=(campaign.clock, campaign.clock))


def next_round(campaign: Campaign, characters: Iterable[Character]) -> CombatAct:
    """A round is over: ten seconds pass, and what they end is named. Raises :class:`NoCombat`."""
    combat = campaign.combat
    if combat is None:
        raise NoCombat
    clock = campaign.clock + ROUND
    ended = ended_between(characters, campaign.clock, clock)
    return CombatAct(event="round", round=combat.round + 1, clock=(campaign.clock, clock), ended=ended)


def close_combat(campaign: Campaign) -> CombatAct:
    """Raises :class:`NoCombat`."""
    combat = campaign.combat
    if combat is None:
        raise NoCombat
    return CombatAct(event="close", round=combat.round, clock=(campaign.clock, campaign.clock))


def ended_between(characters: Iterable[Character], before: int, after: int) -> tuple[Ended, ...]:
    """The states whose end the clock passed, from ``before`` (excluded) to ``after`` (included)."""
    return tuple(
        Ended(character.id, character.name, element.text)
        for character in characters
        if not character.archived
        for element in character.of_kind(ElementKind.STATE)
        if element.ends_at is not None and before < element.ends_at <= after
    )
