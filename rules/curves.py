"""Madness and corruption of each player character, from one session to the next."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    """The curves of the latest sessions, oldest point first, in the order of the last marks.

    Who was out of play when a session opened keeps the last point of the session before. When they are too many,
    those seen last come first, and of them those that have something to show.
    """
    followed: dict[int, list[tuple[int, Mark]]] = {}
    for evening in evenings[-MOST_SESSIONS:]:
        present = {mark.character_id for mark in evening.opening}
        if not followed:
            followed = {mark.character_id: [(evening.number - 1, mark)] for mark in evening.opening}
        for mark in evening.closing:
            if mark.character_id in present or mark.character_id not in followed or not present:
                followed.setdefault(mark.character_id, []).append((evening.number, mark))
    drawn = [_curve(points) for points in followed.values()]
    drawn.sort(key=lambda curve: (-curve.madness[-1][0], curve.flat))
    return tuple(drawn[:MOST_CURVES])


def _curve(points: Sequence[tuple[int, Mark]]) -> Curve:
    return Curve(
        points[-1][1].name,
        tuple((number, mark.madness) for number, mark in points),
        tuple((number, mark.corruption) for number, mark in points if mark.corruption is not None),
    )
