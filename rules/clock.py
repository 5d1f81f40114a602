"""The campaign clock: durations as they are typed, time that passes, what it ends (SEA-5)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.acts import Act
from rules.campaign import DAY, HOUR, MINUTE, ROUND, TURN, Campaign
from rules.character import Character
from rules.combat import Ended, ended_between
from rules.fatigue import Begun, fatigues
from rules.refusals import Refusal

NBSP = "\u00a0"
LONGEST = 1_000 * DAY
_UNITS = {
    1: ("s", "sec", "seconde", "secondes"),
    ROUND: ("r", "rd", "round", "rounds"),
    MINUTE: ("min", "mn", "minute", "minutes"),
    TURN: ("t", "tour", "tours"),
    HOUR: ("h", "heure", "heures"),
    DAY: ("j", "jour", "jours"),
    7 * DAY: ("sem", "semaine", "semaines"),
}
_SECONDS = {word: seconds for seconds, words in _UNITS.items() for word in words}
_PART = re.compile(r"([0-9]{1,9}) ?([a-z]*)\.?(?: et |[ ,]+)?")


class BadDuration(Refusal):
    """A duration that is not understood, is nothing, or is too long."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"Durée incomprise : « {text[:40]} ». Écrivez par exemple 8 h, 1 h 30, 10 min, 3 tours, 5 rounds "
            "ou 2 jours, jusqu’à 1 000 jours."
        )


class AlreadyPassed(Refusal):
    """The clock is already where a button would take it: acts done together take the longest of their times."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(f"Ce temps est déjà passé : il est {moment(campaign.clock)}.")


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds; ``in_rounds``: it was counted in rounds alone, so that the end of a session lifts it (SAN-4)."""

    seconds: int
    in_rounds: bool = False


def parse_duration(text: str) -> Duration:
    """« 8 h », « 1 h 30 », « 2 jours et 4 h ». Accents, case and kinds of spaces do not count.

    Raises :class:`BadDuration`, also from nothing at all or beyond a thousand days.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    typed = " ".join("".join(one for one in decomposed if not unicodedata.combining(one)).split())
    position, seconds, units = 0, 0, list[int]()
    while position < len(typed):
        part = _PART.match(typed, position)
        if part is None:
            raise BadDuration(text)
        unit = _SECONDS.get(part[2]) or _implied(part, units)
        if unit is None:
            raise BadDuration(text)
        seconds += int(part[1]) * unit
        units.append(unit)
        position = part.end()
    if not 0 < seconds <= LONGEST:
        raise BadDuration(text)
    return Duration(seconds, in_rounds=set(units) == {ROUND})


def _implied(part: re.Match[str], units: Sequence[int]) -> int | None:
    """Minutes, for a number without unit right after hours: « 1 h 30 »."""
    after_hours = bool(units) and units[-1] == HOUR
    return MINUTE if after_hours and not part[2] and int(part[1]) < 60 else None


def moment(clock: int) -> str:
    """« jour 3, 14 h 20 »: the clock starts with the first day."""
    hours, minutes = clock % DAY // HOUR, clock % HOUR // MINUTE
    return f"jour{NBSP}{clock // DAY + 1}, {hours}{NBSP}h{NBSP}{minutes:02}"


def lasting(seconds: int) -> str:
    """« 2 jours 4 h », « 1 h 30 », « 5 min », « 50 s »."""
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    parts = [f"{days}{NBSP}jour{'s' * (days > 1)}"] if days else []
    if hours:
        parts.append(f"{hours}{NBSP}h{f'{NBSP}{minutes:02}' if minutes else ''}")
    elif minutes:
        parts.append(f"{minutes}{NBSP}min")
    if left := seconds % MINUTE:
        parts.append(f"{left}{NBSP}s")
    return " ".join(parts) or f"0{NBSP}s"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAct(Act):
    """Time passes: the clock before and after in seconds, the states that it ended, those that it brought.

    A state is announced by the one act that passes its end; it stays among the facts, expired, so that the act
    which put it can still be undone.
    """

    clock: tuple[int, int]
    ended: tuple[Ended, ...] = ()
    begun: tuple[Begun, ...] = ()


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


def after(campaign: Campaign, act: ClockAct) -> Campaign:
    """The campaign once time has passed."""
    return replace(campaign, clock=act.clock[1])
