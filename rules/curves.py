"""Madness and corruption of each player character, from one session to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.sessions import Mark

MOST_SESSIONS = 30  # the latest
MOST_CURVES = 12


@dataclass(frozen=True, slots=True)
class Evening:
    """A session, by its number in the campaign: who was where at its opening, and at its close or now."""

    number: int
    opening: tuple[Mark, ...]
    closing: tuple[Mark, ...]


Points = tuple[tuple[int, int], ...]
"""A session's number and the value at its end; before the first one shown, the value at its opening."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One character's. ``corruption`` is empty where it is not counted."""

    name: str
    madness: Points
    corruption: Points

    @property
    def flat(self) -> bool:
        """True when there never was anything to see."""
        return not any(value for _, value in self.madness + self.corruption)


def curves(evenings: Sequence[Evening]) -> tuple[Curve, ...]:
    """The curves of the latest sessions, oldest point first, in the order of the first marks.

    When they are too many, those seen last come first, and of them those that have something to show.
    """
    drawn = [_curve(points) for points in _followed(evenings).values()]
    if len(drawn) > MOST_CURVES:  # or each keeps its place, hence its colour, from one evening to the next
        drawn.sort(key=lambda curve: (-curve.madness[-1][0], curve.flat))
    return tuple(drawn[:MOST_CURVES])


def last_evening(evenings: Sequence[Evening]) -> Evening:
    """The last one, with those alone who were in play in it."""
    last = evenings[-1]
    ends = (points[-1] for points in _followed(evenings).values())
    return replace(last, closing=tuple(mark for number, mark in ends if number == last.number))


def _followed(evenings: Sequence[Evening]) -> dict[int, list[tuple[int, Mark]]]:
    """The marks of each one by session. Who was out of play when one opened has none there: the last one stays."""
    followed: dict[int, list[tuple[int, Mark]]] = {}
    for evening in evenings[-MOST_SESSIONS:]:
        present = {mark.character_id for mark in evening.opening}
        if not followed:
            followed = {mark.character_id: [(evening.number - 1, mark)] for mark in evening.opening}
        for mark in evening.closing:
            if mark.character_id in present or mark.character_id not in followed or not present:
                followed.setdefault(mark.character_id, []).append((evening.number, mark))
    return followed


def _curve(points: Sequence[tuple[int, Mark]]) -> Curve:
    return Curve(
        points[-1][1].name,
        tuple((number, mark.madness) for number, mark in points),
        tuple((number, mark.corruption) for number, mark in points if mark.corruption is not None),
    )
