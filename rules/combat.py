"""A combat: opened, its rounds counted on the campaign clock, closed (SEA-4, SEA-5)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.acts import Act
from rules.bandage import fresh_counts
from rules.campaign import ROUND, Campaign, Combat
from rules.character import Character
from rules.fatigue import Begun, fatigues
from rules.fight import Fight
from rules.refusals import Refusal


class CombatAlreadyOpen(Refusal):
    """One open combat a server (SEA-4)."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        super().__init__(
            f"Un combat est déjà ouvert (round {combat.round}) : fermez-le d’abord avec `/combat fermer`."
        )


class NoCombat(Refusal):
    """There is no open combat."""

    def __init__(self) -> None:
        super().__init__("Aucun combat n’est ouvert : le MdT en ouvre un avec `/combat ouvrir`.")


class CombatOver(Refusal):
    """The button is of a combat that is closed."""

    def __init__(self) -> None:
        super().__init__("Ce combat-là est clos : `/combat etat` montre où en est la table.")


class RoundOver(Refusal):
    """The button is of a round that is over."""

    def __init__(self, over: int, now: int) -> None:
        self.over = over
        self.now = now
        super().__init__(f"Le round {over} est déjà passé : le combat en est au round {now}.")


class CombatEvent(StrEnum):
    """What happens to a combat."""

    OPEN = "open"
    ROUND = "round"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Ended:
    """An effect that the clock has just ended."""

    character_id: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatAct(Act):
    """A combat opens, goes on to a round, or closes. ``clock``: seconds before and after; ``ended``: effects over;
    ``begun``: states that the ten seconds brought.

    ``fight``: who enters a combat that opens, in the order that the dice gave. ``previous``: number of the combat
    before it. ``period``: before and after (HER-8).
    """

    event: CombatEvent
    number: int
    round: int
    clock: tuple[int, int]
    ended: tuple[Ended, ...] = ()
    begun: tuple[Begun, ...] = ()
    fight: Fight = field(default_factory=Fight)
    previous: int | None = None
    period: tuple[int, int] = (0, 0)


def require_calm(campaign: Campaign) -> None:
    """Raises :class:`CombatAlreadyOpen`."""
    if campaign.combat:
        raise CombatAlreadyOpen(campaign.combat)


def require_fought(campaign: Campaign, shown: Combat | None = None) -> Combat:
    """The open combat, which must be in the round that a button ``shown`` is about, if any.

    Raises :class:`NoCombat`, :class:`CombatOver`, :class:`RoundOver`.
    """
    combat = require_number(campaign, shown.number if shown else None)
    if shown and shown.round != combat.round:
        raise RoundOver(shown.round, combat.round)
    return combat


def open_combat(
    campaign: Campaign,
    characters: Iterable[Character] = (),
    fight: Fight | None = None,
    number: int | None = None,
) -> CombatAct:
    """``characters``: all the guild's, whose count of the last combat ends (SAN-1).

    ``number``: one that no combat ever had, undone or not; else the next. Raises :class:`CombatAlreadyOpen`.
    """
    require_calm(campaign)
    return CombatAct(
        changes=fresh_counts(characters),
        event=CombatEvent.OPEN,
        number=number or campaign.combats + 1,
        round=1,
        clock=(campaign.clock, campaign.clock),
        fight=fight or Fight(),
        previous=campaign.combats,
        period=(campaign.period, campaign.period + 1),
    )


def next_round(
    campaign: Campaign, characters: Iterable[Character], key: str, over: Combat | None = None
) -> CombatAct:
    """A round is over: ten seconds pass, and what they end or bring (MAG-3) is named.

    ``over``: the round that a button ends, so that two presses end it once. Raises :class:`NoCombat`,
    :class:`CombatOver`, :class:`RoundOver`.
    """
    combat = require_fought(campaign, over)
    clock, everyone = campaign.clock + ROUND, tuple(characters)
    begun, changes = fatigues(everyone, clock, key)
    return CombatAct(
        changes=changes,
        event=CombatEvent.ROUND,
        number=combat.number,
        round=combat.round + 1,
        clock=(campaign.clock, clock),
        ended=ended_between(everyone, campaign.clock, clock),
        begun=begun,
        period=(campaign.period, campaign.period),
    )


def close_combat(campaign: Campaign, number: int | None = None) -> CombatAct:
    """``number``: of the combat that a button closes. Raises :class:`NoCombat`, :class:`CombatOver`."""
    combat = require_number(campaign, number)
    return CombatAct(
        event=CombatEvent.CLOSE,
        number=combat.number,
        round=combat.round,
        clock=(campaign.clock, campaign.clock),
        period=(campaign.period, campaign.period + 1),
    )


def require_number(campaign: Campaign, number: int | None) -> Combat:
    """The open combat, which must be the one of this number, if any is given."""
    combat = campaign.combat
    if number is not None and (combat is None or combat.number != number):
        raise CombatOver
    if combat is None:
        raise NoCombat
    return combat


def after(campaign: Campaign, act: CombatAct) -> Campaign:
    """The campaign once the act is done; opening and closing each begin a period (HER-8)."""
    match act.event:
        case CombatEvent.OPEN:
            combat = Combat(act.number, act.round)
            return replace(campaign, combat=combat, combats=act.number, period=campaign.period + 1)
        case CombatEvent.ROUND:
            return replace(campaign, combat=Combat(act.number, act.round), clock=act.clock[1])
        case CombatEvent.CLOSE:
            return replace(campaign, combat=None, period=campaign.period + 1)


def ended_between(characters: Iterable[Character], before: int, now: int) -> tuple[Ended, ...]:
    """The states of those in play whose end the clock passed, from ``before`` (excluded) to ``now`` (included)."""
    return tuple(
        Ended(character.id, character.name, state.text)
        for character in characters
        if character.playable
        for state in character.public_states(before)
        if state.ends_at is not None and state.ends_at <= now
    )
