"""Whether a session starts: which events count, what is decided alone, what the game master is asked (SEA-1, SEA-6)."""

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from rules.acts import Act
from rules.campaign import HOUR, Campaign
from rules.refusals import Refusal
from rules.sessions import Session
from rules.settings import Settings

EVERY_EVENT = "tous"
NO_EVENT = "aucun"


class QuestionSettled(Refusal):
    """The question has had its answer."""

    def __init__(self) -> None:
        super().__init__("Cette question a déjà reçu sa réponse : `/seance etat` dit où en est la table.")


class SituationChanged(Refusal):
    """The session or the event that the question was about is no longer as it was."""

    def __init__(self) -> None:
        super().__init__(
            "La situation a changé depuis cette question : regardez `/seance etat`, "
            "puis `/seance debut` ou `/seance fin`."
        )


class NothingToFollow(Refusal):
    """An empty word matches nothing that was meant."""

    def __init__(self) -> None:
        super().__init__("Donnez « tous », « aucun », ou un mot du titre des évènements à suivre.")


class Reason(StrEnum):
    """Why the game master is asked rather than guessed for."""

    ALREADY_OPEN = "already_open"
    PLAYED = "played"  # this very occurrence already had its session
    RECENT = "recent"  # a session of the same event has just ended


class Choice(StrEnum):
    """What the game master answers. Value: what the button carries."""

    OPEN = "nouvelle"
    KEEP = "garder"
    RESUME = "reprendre"


@dataclass(frozen=True, slots=True)
class Precedent:
    """What is known when a session may start.

    ``open``: the open session. ``played``: the session that this very occurrence of the event already had.
    ``last``: the last closed session of the same event.
    """

    open: Session | None = None
    played: Session | None = None
    last: Session | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """What a start calls for: the ``forgotten`` session is closed, then one opens, unless there is a question.

    ``question``: its reason, and the session that may be kept or resumed.
    """

    forgotten: Session | None = None
    question: tuple[Reason, Session] | None = None


def forgotten(session: Session, settings: Settings, now: int) -> bool:
    """True for a session open for longer than an evening (setting `seance_max`)."""
    return now - session.opened_at > settings.seance_max * HOUR


def recent(session: Session, settings: Settings, now: int) -> bool:
    """True for a session that ended too short a while ago to start another unasked (setting `seance_reprise`)."""
    return session.closed_at is not None and now - session.closed_at < settings.seance_reprise * HOUR


def decide(precedent: Precedent, settings: Settings, now: int) -> Start:
    """SEA-1, SEA-6: open, after closing a forgotten session, or ask the game master rather than guess."""
    old = precedent.open if precedent.open and forgotten(precedent.open, settings, now) else None
    if precedent.open and old is None:
        return Start(question=(Reason.ALREADY_OPEN, precedent.open))
    if precedent.played:
        return Start(old, (Reason.PLAYED, precedent.played))
    if precedent.last and recent(precedent.last, settings, now):
        return Start(old, (Reason.RECENT, precedent.last))
    return Start(old)


def same_start(session: Session | None, settings: Settings, now: int) -> bool:
    """True when an event still seen active, whose planned start moved, goes on with the session that it had.

    Its start was merely edited. Otherwise a return to « programmé » went unseen, and this is the next
    occurrence (SEA-3).
    """
    if session is None:
        return False
    if session.closed_at is None:
        return not forgotten(session, settings, now)
    return recent(session, settings, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionQuestion(Act):
    """The game master is asked. ``title``: of what starts; ``event_id`` and ``starts_at``: its occurrence, if any.

    ``session_id`` and ``session_title``: the session that may be kept or resumed; ``age``: seconds since it
    opened, or closed.
    """

    reason: Reason
    title: str
    session_id: int
    session_title: str
    age: int
    event_id: int | None = None
    starts_at: int | None = None

    @property
    def choices(self) -> tuple[Choice, Choice]:
        return (Choice.OPEN, Choice.KEEP if self.reason is Reason.ALREADY_OPEN else Choice.RESUME)


def ask(
    reason: Reason,
    session: Session,
    title: str,
    now: int,
    *,
    event_id: int | None = None,
    starts_at: int | None = None,
) -> SessionQuestion:
    """The question to the game master about a session."""
    since = session.opened_at if session.closed_at is None else session.closed_at
    return SessionQuestion(
        reason=reason,
        title=title,
        session_id=session.id,
        session_title=session.title,
        age=max(0, now - since),
        event_id=event_id,
        starts_at=starts_at,
    )


def verify_answer(
    question: SessionQuestion, choice: Choice, campaign: Campaign, *, settled: bool, active: bool
) -> None:
    """Raises the reason why this answer comes too late. ``active``: the event, if any, still is."""
    if settled:
        raise QuestionSettled
    expected = question.session_id if question.reason is Reason.ALREADY_OPEN else None
    if campaign.session_id != expected or not active or choice not in question.choices:
        raise SituationChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsFollowing(Act):
    """`/seance suivre`: which events open a session, and the channel where it is told, old → new."""

    events: tuple[str, str]
    channel_id: tuple[int | None, int | None]


def follow(campaign: Campaign, events: str, channel_id: int | None) -> EventsFollowing:
    """What `/seance suivre` chooses; without a channel, the one chosen before stays. Raises :class:`NothingToFollow`."""
    chosen = " ".join(events.split())
    folded = _folded(chosen)
    if not folded:
        raise NothingToFollow
    return EventsFollowing(
        events=(campaign.events, folded if folded in (EVERY_EVENT, NO_EVENT) else chosen),
        channel_id=(campaign.channel_id, channel_id or campaign.channel_id),
    )


def follows(events: str, title: str) -> bool:
    """True when an event of this title opens sessions, as `/seance suivre` chose: case and accents do not count."""
    chosen = _folded(events)
    return chosen == EVERY_EVENT or (chosen != NO_EVENT and chosen in _folded(title))


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.replace("’", "'").casefold())
    letters = (letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())
