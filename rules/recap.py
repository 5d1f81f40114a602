"""What an evening was: its acts that count, folded into a few facts that a table likes to hear again."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.acts import Act
from rules.attacks import AttackAct, DamageAct
from rules.campaign import HOUR
from rules.changes import Put, Take
from rules.character import State
from rules.checks import Check
from rules.combat import CombatAct, CombatEvent
from rules.corruption import CorruptionAct, CorruptionChange, CorruptionCorrection
from rules.destiny import Destiny
from rules.growth import ExperienceAct, Growth
from rules.health import DeathSaveAct
from rules.heroism import MasterStroke, Spend, Use
from rules.horror import HorrorAct, Situation
from rules.intuition import IntuitionAnswer
from rules.rolls import CheckAct
from rules.sessions import Session, SessionClosing, SessionResuming
from rules.spellcraft import SpellAct

FEWEST_CHECKS = 3  # under which nobody is lucky or unlucky
LONGEST_QUIET = 6 * HOUR  # without an act, after which nobody was playing any more
LEAST_LUCK = 1  # check passed, or failed, more than chance would have it


@dataclass(frozen=True, slots=True)
class Told:
    """An act that counts, the dice that the table saw for it: (sides, face), and when, in Unix seconds."""

    act: Act
    dice: tuple[tuple[int, int], ...] = ()
    at: int = 0


@dataclass(frozen=True, slots=True)
class Learnt:
    """Experience gained, all classes together, and the highest level old → new."""

    name: str
    points: int
    level: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spent:
    """Points of heroism spent in one way: by whom, how many times."""

    use: Use
    by: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Faced:
    """A horror faced; ``madness`` old → new when it brought some."""

    name: str
    situation: Situation
    passed: bool
    madness: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Tainted:
    """Corruption points gained or lost in all, and the stages reached: number, alteration."""

    name: str
    points: int
    stages: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Blow:
    """The greatest damage of a player character; ``target``: nothing when it was not said."""

    name: str
    points: int
    target: str


@dataclass(frozen=True, slots=True)
class Luck:
    """Checks passed, of so many thrown, where chance would have it ``expected``."""

    name: str
    passed: int
    thrown: int
    expected: Fraction

    @property
    def surplus(self) -> Fraction:
        return self.passed - self.expected


@dataclass(frozen=True, slots=True)
class Recap:
    """An evening. ``twenties`` and ``ones``: natural faces of d20, by whom, how many times."""

    experience: tuple[Learnt, ...] = ()
    heroism: tuple[Spent, ...] = ()
    horrors: tuple[Faced, ...] = ()
    corruption: tuple[Tainted, ...] = ()
    twenties: tuple[tuple[str, int], ...] = ()
    ones: tuple[tuple[str, int], ...] = ()
    blow: Blow | None = None
    lucky: Luck | None = None
    unlucky: Luck | None = None
    dead: tuple[str, ...] = ()
    consumed: tuple[str, ...] = ()
    combats: int = 0
    rounds: int = 0


def recap(told: Iterable[Told], heroes: Mapping[int, str]) -> Recap:
    """Folds the acts of a session, oldest first. ``heroes``: the player characters, who alone have figures here."""
    everything = tuple(told)
    own = tuple(one for one in everything if one.act.character_id in heroes)
    parts = tuple(part for one in own for part in parts_of(one.act))
    acts = tuple(one.act for one in everything)
    lots = _lots(parts, heroes)
    rounds = Counter(_rounds(acts))
    return Recap(
        experience=tuple(_experience(acts, heroes)),
        heroism=tuple(_heroism(parts, heroes)),
        horrors=tuple(_horrors(parts, heroes)),
        corruption=tuple(_corruption(parts, heroes)),
        twenties=_naturals(own, 20, heroes),
        ones=_naturals(own, 1, heroes),
        blow=max(_blows(parts, heroes), key=lambda blow: blow.points, default=None),
        lucky=next((lot for lot in lots[:1] if lot.surplus >= LEAST_LUCK), None),
        unlucky=next((lot for lot in lots[-1:] if lot.surplus <= -LEAST_LUCK), None),
        dead=_fallen(acts, State.DEAD, heroes),
        consumed=_fallen(acts, State.CONSUMED, heroes),
        combats=len(rounds),
        rounds=rounds.total(),
    )


def length(told: Iterable[Told], session: Session, now: int) -> int:
    """How many seconds the session was played, up to ``now``: neither closed and resumed later, nor left open."""
    lasted, going = 0, True
    since = last = session.opened_at
    for one in told:
        if isinstance(one.act, SessionClosing) and going:
            lasted, going = lasted + _end(last, one.at) - since, False
        elif isinstance(one.act, SessionResuming) and not going:
            since, going = one.at, True
        last = one.at
    return lasted + _end(last, session.closed_at or now) - since if going else lasted


def _end(last: int, closed: int) -> int:
    """When an evening was over that closed then: after its ``last`` act, if nobody thought of closing it."""
    return closed if closed - last <= LONGEST_QUIET else last


def parts_of(act: Act) -> Iterator[Act]:
    """The act, and those made with it: the roll that a *Destin héroïque* brought, a spell's check."""
    yield act
    if isinstance(act, Destiny) and act.second is not None:
        yield from parts_of(act.second)
    if isinstance(act, SpellAct) and act.corruption is not None:
        yield act.corruption


def _named(counts: Mapping[int, int], heroes: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    """Who, how many times: the most first."""
    ranked = sorted(counts.items(), key=lambda item: -item[1])
    return tuple((heroes[who], count) for who, count in ranked if count > 0)


def _experience(acts: Iterable[Act], heroes: Mapping[int, str]) -> Iterator[Learnt]:
    """What each one gained in the end; a gain taken back leaves nothing."""
    growths: dict[int, list[Growth]] = {}
    for act in acts:
        for growth in act.growths if isinstance(act, ExperienceAct) else ():
            if growth.character_id in heroes:
                growths.setdefault(growth.character_id, []).append(growth)
    for who, grown in growths.items():
        points = sum(one.experience[1] - one.experience[0] for growth in grown for one in growth.classes)
        if points:
            first, last = (max(one.level[now] for one in grown[-now].classes) for now in (0, 1))
            yield Learnt(heroes[who], points, (first, last))


def _heroism(parts: Iterable[Act], heroes: Mapping[int, str]) -> Iterator[Spent]:
    """The points spent; one given back by the answer to an intuition was not."""
    spent: dict[Use, Counter[int]] = {use: Counter() for use in Use}
    for act in parts:
        assert act.character_id is not None
        if isinstance(act, Spend) and not act.npc:
            spent[act.use][act.character_id] += 1
        elif isinstance(act, IntuitionAnswer) and not act.hint:
            spent[Use.INTUITION][act.character_id] -= 1
    for use, counts in spent.items():
        if by := _named(counts, heroes):
            yield Spent(use, by)


def _horrors(parts: Iterable[Act], heroes: Mapping[int, str]) -> Iterator[Faced]:
    for act in parts:
        if isinstance(act, HorrorAct) and act.character_id is not None:
            madness = (act.madness.before, act.madness.after) if act.madness else None
            yield Faced(heroes[act.character_id], act.situation, act.check.success, madness)


def _corruption(parts: Iterable[Act], heroes: Mapping[int, str]) -> Iterator[Tainted]:
    """What corruption did to each one, the game master's own corrections included."""
    changes: dict[int, list[CorruptionChange]] = {}
    for act in parts:
        if isinstance(act, CorruptionAct | CorruptionCorrection) and act.corruption is not None:
            assert act.character_id is not None
            changes.setdefault(act.character_id, []).append(act.corruption)
    for who, made in changes.items():
        points = sum(change.after - change.before for change in made)
        stages = tuple((one.stage, one.alteration.text) for change in made for one in change.stages)
        if points or stages:
            yield Tainted(heroes[who], points, stages)


def _naturals(told: Iterable[Told], face: int, heroes: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    """Who threw this face of a d20."""
    counts: Counter[int] = Counter()
    for one in told:
        if one.act.character_id is not None:
            counts[one.act.character_id] += one.dice.count((20, face))
    return _named(counts, heroes)


def _blows(parts: Iterable[Act], heroes: Mapping[int, str]) -> Iterator[Blow]:
    """The damage done by each blow; a master stroke that follows no attack says its own."""
    for act in parts:
        if not isinstance(act, DamageAct | MasterStroke) or act.character_id is None:
            continue
        name, done = heroes[act.character_id], act.damage
        if done is not None:
            yield Blow(name, done.total, done.struck.name if done.struck else "")
        elif isinstance(act, MasterStroke) and act.maximum is not None:
            yield Blow(name, act.maximum, "")


def _check(act: Act) -> Check | None:
    """What was thrown against a known target: a monster's armour class stays unsaid."""
    if isinstance(act, AttackAct):
        return act.check if act.known_armour_class else None
    return act.check if isinstance(act, CheckAct | HorrorAct | CorruptionAct | DeathSaveAct) else None


def _lots(parts: Iterable[Act], heroes: Mapping[int, str]) -> list[Luck]:
    """The luck of those who threw enough checks for that, best first."""
    checks: dict[int, list[Check]] = {}
    for act in parts:
        if act.character_id is not None and (check := _check(act)) is not None:
            checks.setdefault(act.character_id, []).append(check)
    lots = [_lot(heroes[who], thrown) for who, thrown in checks.items() if len(thrown) >= FEWEST_CHECKS]
    return sorted(lots, key=lambda lot: -lot.surplus)


def _lot(name: str, thrown: list[Check]) -> Luck:
    expected = sum((check.chance for check in thrown), Fraction(0))
    return Luck(name, sum(check.success for check in thrown), len(thrown), expected)


def _fallen(acts: Iterable[Act], state: State, heroes: Mapping[int, str]) -> tuple[str, ...]:
    """Those whom the evening left in this state."""
    fallen: dict[int, str] = {}
    for act in acts:
        for entry in act.changes:
            for operation in entry.change:
                if not isinstance(operation, Put | Take) or operation.element.key != state:
                    continue
                if isinstance(operation, Put) and entry.character_id in heroes:
                    fallen[entry.character_id] = heroes[entry.character_id]
                else:
                    fallen.pop(entry.character_id, None)
    return tuple(fallen.values())


def _rounds(acts: Iterable[Act]) -> Iterator[int]:
    """The number of its combat, for each round begun."""
    for act in acts:
        if isinstance(act, CombatAct) and act.event is not CombatEvent.CLOSE:
            yield act.number
