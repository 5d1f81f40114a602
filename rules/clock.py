"""The campaign clock: time that passes, what it ends, what it brings (SEA-5)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from rules import magic
from rules.acts import Act, CharacterChange, changing
from rules.campaign import DAY, HOUR, MINUTE, Campaign
from rules.changes import Operation, Put
from rules.character import Character
from rules.combat import Ended, ended_between
from rules.refusals import Refusal

NBSP = "\u00a0"


class AlreadyPassed(Refusal):
    """The clock is already where a button would take it: acts done together take the longest of their times."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(f"Ce temps est déjà passé : il est {moment(campaign.clock)}.")


def moment(clock: int) -> str:
    """« jour 3, 14 h 20 »: the clock starts with the first day."""
    hours, minutes = clock % DAY // HOUR, clock % HOUR // MINUTE
    return f"jour{NBSP}{clock // DAY + 1}, {hours}{NBSP}h{NBSP}{minutes:02}"


@dataclass(frozen=True, slots=True)
class Begun:
    """A state that time has just brought."""

    character_id: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAct(Act):
    """Time passes: the clock before and after in seconds, the states that it ended, those that it brought."""

    clock: tuple[int, int]
    ended: tuple[Ended, ...] = ()
    begun: tuple[Begun, ...] = ()


Fatigue = Callable[[Character, int, str], tuple[Operation, ...]]
# What time brings to a character in play: (character, clock once time has passed, key of the act) → operations.
FATIGUES: list[Fatigue] = [magic.reserve_fatigue]


def advance(campaign: Campaign, characters: Iterable[Character], seconds: int, key: str) -> ClockAct:
    """``seconds`` pass for all the guild's ``characters``."""
    everyone = tuple(characters)
    clock = campaign.clock + seconds
    begun, changes = fatigues(everyone, clock, key)
    return ClockAct(
        changes=changes,
        clock=(campaign.clock, clock),
        ended=ended_between(everyone, campaign.clock, clock),
        begun=begun,
    )


def advance_to(campaign: Campaign, characters: Iterable[Character], clock: int, key: str) -> ClockAct:
    """Time passes up to ``clock``: what acts done together propose, so that the longest alone counts.

    Raises :class:`AlreadyPassed`.
    """
    if clock <= campaign.clock:
        raise AlreadyPassed(campaign)
    return advance(campaign, characters, clock - campaign.clock, key)


def fatigues(
    characters: Iterable[Character], clock: int, key: str
) -> tuple[tuple[Begun, ...], tuple[CharacterChange, ...]]:
    """What :data:`FATIGUES` bring to those in play at ``clock``."""
    begun: list[Begun] = []
    changes: list[CharacterChange] = []
    for character in characters:
        if not character.playable:
            continue
        operations = tuple(operation for fatigue in FATIGUES for operation in fatigue(character, clock, key))
        changes += changing(character, *operations)
        begun += [
            Begun(character.id, character.name, operation.element.text)
            for operation in operations
            if isinstance(operation, Put)
        ]
    return tuple(begun), tuple(changes)


def after(campaign: Campaign, act: ClockAct) -> Campaign:
    """The campaign once time has passed."""
    return replace(campaign, clock=act.clock[1])
