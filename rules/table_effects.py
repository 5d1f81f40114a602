"""What an act does to the table itself: its clock, combat, session, settings; which has an inverse, as changes have."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import setting_acts
from rules.acts import Act
from rules.alteration_table import Alteration
from rules.alterations import TableAct
from rules.campaign import Campaign, Combat
from rules.changes import Overtaken
from rules.clock import ClockAct
from rules.combat import CombatAct, CombatEvent
from rules.exhaustion import SunlightAct
from rules.sessions import SessionClosing, SessionOpening, SessionResuming
from rules.setting_acts import SettingChanged
from rules.spell_rulings import AddedSpell, SpellRuling
from rules.starts import EventsFollowing


@dataclass(frozen=True, slots=True)
class Turn:
    """A fact of the table old → new. ``fact``: « combat », or a kind and a key, « setting:goules »."""

    fact: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Shift:
    """So much more of a number."""

    fact: str
    amount: int


Effect = tuple[Turn | Shift, ...]


def _clock(act: ClockAct, _: int | None) -> Effect:
    return (Shift("clock", act.clock[1] - act.clock[0]),)


def _combat(act: CombatAct, _: int | None) -> Effect:
    now = Combat(act.number, act.round)
    match act.event:
        case CombatEvent.OPEN:
            previous = act.number - 1 if act.previous is None else act.previous
            moved: Effect = (Turn("combat", None, now), Turn("combats", previous, act.number))
        case CombatEvent.ROUND:
            moved = (Turn("combat", Combat(act.number, act.round - 1), now),)
        case CombatEvent.CLOSE:
            moved = (Turn("combat", now, None),)
    passed = act.clock[1] - act.clock[0]
    return (*moved, *_turned("period", *act.period), *((Shift("clock", passed),) if passed else ()))


def _ruling(act: SpellRuling, _: int | None) -> Effect:
    if act.added is not None:
        return (Turn(f"spell:{act.added.key}/{act.added.spell_list}", None, act.added),)
    return (Turn(f"ruling:{act.spell_key}", act.before, act.after),)


def _opening(act: SessionOpening, session_id: int | None) -> Effect:
    return (Turn("session_id", None, session_id), *_turned("period", *act.period))


def _following(act: EventsFollowing, _: int | None) -> Effect:
    return (*_turned("events", *act.events), *_turned("channel_id", *act.channel_id))


def _turned(fact: str, before: object, after: object) -> Effect:
    return (Turn(fact, before, after),) if before != after else ()


EFFECTS: dict[type[Act], Callable[[Any, int | None], Effect]] = {
    ClockAct: _clock,
    CombatAct: _combat,
    SunlightAct: lambda act, _: (Turn("sunlight", act.before, act.after),),
    SettingChanged: lambda act, _: (Turn(f"setting:{act.key}", act.before, act.after),),
    SpellRuling: _ruling,
    TableAct: lambda act, _: (Turn(f"alteration:{act.entry.key}", act.before, act.after),),
    EventsFollowing: _following,
    SessionOpening: _opening,
    SessionClosing: lambda _, session_id: (Turn("session_id", session_id, None),),
    SessionResuming: lambda _, session_id: (Turn("session_id", None, session_id),),
}
"""The acts that change the table; each with its session, which only those of sessions need."""


def effect(act: Act, session_id: int | None = None) -> Effect:
    """What an act does to the table."""
    found = EFFECTS.get(type(act))
    return found(act, session_id) if found else ()


def inverse(one: Effect) -> Effect:
    """What undoes it."""
    return tuple(
        Turn(step.fact, step.after, step.before) if isinstance(step, Turn) else Shift(step.fact, -step.amount)
        for step in reversed(one)
    )


def turn(campaign: Campaign, one: Effect, later: Iterable[tuple[int, Effect]] = ()) -> Campaign:
    """The campaign after an effect, or an inverse. ``later``: what came after, each with its act's number.

    Raises :class:`rules.changes.Overtaken` where a later act turned the same fact, or it is no longer as it was.
    """
    after: Sequence[tuple[int, Effect]] = tuple(later)
    for step in one:
        if isinstance(step, Shift):
            value = getattr(campaign, step.fact) + step.amount
            if value < 0:
                raise Overtaken(None)
            moved: dict[str, Any] = {step.fact: value}
            campaign = replace(campaign, **moved)
            continue
        by = next((number for number, other in reversed(after) if _turns(other, step.fact)), None)
        if by is not None or _plain(read(campaign, step.fact)) != _plain(step.before):
            raise Overtaken(by)
        campaign = _write(campaign, step.fact, step.after)
    return campaign


def _turns(one: Effect, fact: str) -> bool:
    return any(isinstance(step, Turn) and step.fact == fact for step in one)


def _plain(value: object) -> object:
    """An entry of a table wherever its face puts it."""
    return replace(value, number=0) if isinstance(value, Alteration) else value


def read(campaign: Campaign, fact: str) -> object:
    """A fact of the table as it is now."""
    kind, _, key = fact.partition(":")
    match kind:
        case "setting":
            return setting_acts.written(campaign, key)
        case "ruling":
            return campaign.spells.word(key)
        case "spell":
            return next((one for one in campaign.spells.added if _spell_key(one) == key), None)
        case "alteration":
            return campaign.alterations.get(key)
    return getattr(campaign, fact)


def _spell_key(one: AddedSpell) -> str:
    return f"{one.key}/{one.spell_list}"


def _write(campaign: Campaign, fact: str, value: Any) -> Campaign:
    kind, _, key = fact.partition(":")
    match kind:
        case "setting":
            return setting_acts.turned(campaign, key, value)
        case "ruling":
            return replace(campaign, spells=campaign.spells.with_word(key, value))
        case "spell":
            kept = tuple(one for one in campaign.spells.added if _spell_key(one) != key)
            added = kept if value is None else (*kept, value)
            return replace(campaign, spells=replace(campaign.spells, added=added))
        case "alteration":
            return replace(campaign, alterations=campaign.alterations.with_entry(key, value))
    changed: dict[str, Any] = {fact: value}
    return replace(campaign, **changed)
