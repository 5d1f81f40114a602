"""The evening's session: its opening restores heroism, its close lifts what rounds count (HER-1, SAN-4, SEA-1)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from rules.acts import Act, CharacterChange
from rules.campaign import Campaign
from rules.changes import Take
from rules.character import Character
from rules.dice.verify import commitment
from rules.heroism_points import Restored, restore
from rules.refusals import Refusal
from rules.reminders import Watched, watched


@dataclass(frozen=True, slots=True)
class Session:
    """An evening. Times in Unix seconds; ``event_id``: the scheduled event that opened it."""

    id: int
    title: str
    event_id: int | None
    opened_at: int
    closed_at: int | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The seed of a session, in hexadecimal, and the counters that it served: from ``first``, before ``next``."""

    seed: str
    first: int
    next: int

    @property
    def commitment(self) -> str:
        """What is published of the seed while it is secret."""
        return commitment(bytes.fromhex(self.seed))


class NoSession(Refusal):
    """There is no open session."""

    def __init__(self) -> None:
        super().__init__("Aucune séance n’est ouverte : le MdT en ouvre une avec `/seance debut`.")


@dataclass(frozen=True, slots=True)
class Lifted:
    """An effect that a session's end lifts."""

    character_id: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a player character's madness and corruption were then; ``corruption`` None: not counted for it."""

    character_id: int
    name: str
    madness: int
    corruption: int | None = None


def marks(characters: Iterable[Character]) -> tuple[Mark, ...]:
    """The marks of the player characters, but the archived. Corruption: of black magicians, and of who has some."""
    return tuple(
        Mark(one.id, one.name, one.madness, one.corruption if _corruptible(one) else None)
        for one in characters
        if not (one.npc or one.archived)
    )


def _corruptible(character: Character) -> bool:
    black = any(track.character_class.caster == "black" for track in character.classes)
    return black or character.corruption > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpening(Act):
    """A session opens: heroism old → new for each player character (HER-1).

    ``previous``, ``lifted`` and ``proof``: the session that this one closed, what that lifted, its seed if it served.
    ``commitment``: of this session's seed; ``seeded``: the public rolls come from it. ``period``: before and after.
    ``watched``: by the table, tonight. ``marks``: of who is in play.
    """

    title: str
    restored: tuple[Restored, ...] = ()
    previous: str | None = None
    lifted: tuple[Lifted, ...] = ()
    proof: Proof | None = None
    commitment: str = ""
    seeded: bool = False
    period: tuple[int, int] = (0, 0)
    watched: Watched = field(default_factory=Watched)
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosing(Act):
    """A session closes: effects counted in rounds are lifted (SAN-4). ``fighting``: round of a combat left open.

    ``proof``: its seed, told from now on, if it served. ``marks``: the dead's too, for the last time.
    """

    title: str
    lifted: tuple[Lifted, ...] = ()
    fighting: int | None = None
    proof: Proof | None = None
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionResuming(Act):
    """A closed session goes on, as the game master chose: nothing is given again. Its seed is a new one."""

    title: str
    commitment: str = ""
    seeded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionKeeping(Act):
    """The open session goes on, as the game master chose: nothing is given again."""

    title: str


def in_session(campaign: Campaign, session_id: int) -> Campaign:
    """The campaign once a session has opened; in the calm, a new period begins (HER-8)."""
    calm = campaign.combat is None
    return replace(campaign, session_id=session_id, period=campaign.period + calm)


def open_session(
    title: str,
    characters: Iterable[Character],
    closed: SessionClosing | None = None,
    *,
    commitment: str = "",
    seeded: bool = False,
    clock: int = 0,
    period: tuple[int, int] = (0, 0),
) -> SessionOpening:
    """The opening of a session for all the guild's characters (HER-1), after the one that it ``closed``."""
    everyone = tuple(characters)
    restored, changes = restore(everyone)
    return SessionOpening(
        title=title,
        changes=changes,
        restored=restored,
        previous=closed.title if closed else None,
        lifted=closed.lifted if closed else (),
        proof=closed.proof if closed else None,
        commitment=commitment,
        seeded=seeded,
        period=period,
        watched=watched(everyone, clock),
        marks=marks(one for one in everyone if one.playable),
    )


def close_session(
    title: str, characters: Iterable[Character], campaign: Campaign, proof: Proof | None = None
) -> SessionClosing:
    """The close of a session (SAN-4). What has merely expired stays out of it: undoing its act stays possible."""
    everyone = tuple(characters)
    lifted: list[Lifted] = []
    changes: list[CharacterChange] = []
    for character in everyone:
        ending = [state for state in character.states(campaign.clock) if state.in_rounds]
        if ending:
            changes.append(CharacterChange(character.id, tuple(map(Take, ending))))
        if character.playable:
            lifted += [
                Lifted(character.id, character.name, state.text) for state in ending if not state.secret
            ]
    return SessionClosing(
        title=title,
        changes=tuple(changes),
        lifted=tuple(lifted),
        fighting=campaign.combat.round if campaign.combat else None,
        proof=proof if proof and (campaign.settings.graine_publique or proof.first < proof.next) else None,
        marks=marks(everyone),
    )
