"""What many dice came to: faces counted, mean, and whether fair dice would look so."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.dice.chi_square import Verdict, verdict

MOST_BARS = 20
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Bar:
    """The faces from ``low`` to ``high``, and how many times one of them came up."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class Tally:
    """The dice of one size. ``bars``: one a face up to 20 sides, ten equal parts where that divides, else none.

    ``verdict``: of the bars; None when there are too few dice, or no bars.
    """

    sides: int
    count: int
    total: int
    bars: tuple[Bar, ...]
    verdict: Verdict | None

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def expected(self) -> float:
        """The mean of a fair die."""
        return (self.sides + 1) / 2


def tallies(counts: Mapping[tuple[int, int], int]) -> list[Tally]:
    """The dice by size, most thrown first, from how many times each (sides, face) came up."""
    by_size: dict[int, dict[int, int]] = {}
    for (sides, face), count in counts.items():
        by_size.setdefault(sides, {})[face] = count
    found = [_tally(sides, faces) for sides, faces in by_size.items()]
    return sorted(found, key=lambda one: (-one.count, one.sides))


def _tally(sides: int, faces: Mapping[int, int]) -> Tally:
    parts = sides if sides <= MOST_BARS else TENTHS if sides % TENTHS == 0 else 0
    width = sides // parts if parts else 0
    heights = [0] * parts
    if parts:
        for face, count in faces.items():
            heights[(face - 1) // width] += count
    return Tally(
        sides=sides,
        count=sum(faces.values()),
        total=sum(face * count for face, count in faces.items()),
        bars=tuple(Bar(part * width + 1, (part + 1) * width, height) for part, height in enumerate(heights)),
        verdict=verdict(heights),
    )
