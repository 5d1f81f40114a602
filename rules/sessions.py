"""The evening's session: its opening restores heroism, its close lifts what rounds count (SEA-1 to SEA-3, SEA-6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from rules.acts import Act, CharacterChange
from rules.campaign import HOUR, Campaign
from rules.changes import Take
from rules.character import Character
from rules.heroism import Restored, restore


class Start(StrEnum):
    """What the start of a scheduled event calls for."""

    OPEN = "open"
    REPLACE_STALE = "replace_stale"  # the open session was forgotten: closed, then a new one opens
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Precedent:
    """What is known when an event starts; ages in seconds, None where there is no such session.

    ``open_for``: since when a session is open. ``played``: this very occurrence already opened a session.
    ``closed_for``: since when the last session of the same event is closed.
    """

    open_for: float | None = None
    played: bool = False
    closed_for: float | None = None


def decide(precedent: Precedent, campaign: Campaign) -> Start:
    """SEA-1: open, or replace a forgotten session, or ask the game master rather than guess."""
    settings = campaign.settings
    stale = precedent.open_for is not None and precedent.open_for > settings.seance_max * HOUR
    if precedent.played or (precedent.open_for is not None and not stale):
        return Start.ASK
    if precedent.closed_for is not None and precedent.closed_for < settings.seance_reprise * HOUR:
        return Start.ASK
    return Start.REPLACE_STALE if stale else Start.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpening(Act):
    """A session opens: heroism old → new for each player character (HER-1)."""

    title: str
    restored: tuple[Restored, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifted:
    """An effect that a session's end lifts."""

    character_id: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosing(Act):
    """A session closes: effects counted in rounds are lifted (SAN-4)."""

    title: str
    lifted: tuple[Lifted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionResuming(Act):
    """A closed session goes on, as the game master chose: nothing is given again."""

    title: str


def open_session(title: str, characters: Iterable[Character]) -> SessionOpening:
    """The opening of a session for all the guild's characters (HER-1)."""
    restored, changes = restore(characters)
    return SessionOpening(title=title, restored=restored, changes=changes)


def close_session(title: str, characters: Iterable[Character], clock: int) -> SessionClosing:
    """The close of a session; effects already expired go without a word (SAN-4)."""
    lifted: list[Lifted] = []
    changes: list[CharacterChange] = []
    for character in characters:
        standing = set(character.states(clock))
        ending = [element for element in character.elements if element.in_rounds]
        ending += [
            element
            for element in character.elements
            if element.ends_at is not None and element not in standing and element not in ending
        ]
        if ending:
            changes.append(CharacterChange(character.id, tuple(Take(element) for element in ending)))
        lifted += [
            Lifted(character.id, character.name, element.text) for element in ending if element in standing
        ]
    return SessionClosing(title=title, lifted=tuple(lifted), changes=tuple(changes))
