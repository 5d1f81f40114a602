"""Madness and corruption drawn from session to session: a line a character, named where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.drawing import DPI, LARGE, SMALL, WIDTH, WORDS, blank, drawable, panel, png, points, write
from rules.character import CORRUPTION_PER_STAGE
from rules.curves import Curve, Points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

LEFT, RIGHT, TOP, BOTTOM = 90, 400, 110, 90
ROOM, GAP = 400, 42  # pixels: of a panel at least, and between two names beside it
AWAY, NAME = 44, 250  # pixels: from a panel to the names, and for each
DODGE, MOST_DODGED = 3, 16  # pixels between two lines that go together, and between the first and the last
CORRUPTION, MOST_STAGES = "Corruption", 8  # beyond, a line for each would be too many
MARKED = 8  # points of a line that bear its marker, at most
# Okabe and Ito's, which colour-blind eyes tell apart, the dark ones lightened for a dark ground.
COLOURS = ("#56b4e9", "#e69f00", "#2fc79a", "#f0e442", "#ef7f45", "#dd9cc4", "#dbdee1")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
STROKES = ("-", (0, (3, 1.2)))  # once every colour is taken
LEFT_TO_RIGHT = "\u200e"  # or a number after a name written from right to left would go before it


@dataclass(frozen=True, slots=True)
class Line:
    """A character's curve as it is drawn."""

    name: str
    colour: str
    marker: str
    stroke: Any
    points: Points

    @property
    def last(self) -> tuple[int, int]:
        return self.points[-1]


def draw(curves: Sequence[Curve]) -> bytes:
    """The curves as a PNG image: madness, then corruption under it, where there is some."""
    names = [drawable(curve.name, f"nº {place}", NAME) for place, curve in enumerate(curves, 1)]
    panels = {
        "Folie": _lines(names, [curve.madness for curve in curves]),
        CORRUPTION: _lines(names, [curve.corruption for curve in curves]),
    }
    heights = {title: max(ROOM, GAP * len(lines)) for title, lines in panels.items() if lines}
    figure = blank(sum(heights.values()) + len(heights) * (TOP + BOTTOM))
    top = 0
    for title, height in heights.items():
        write(figure, 40, top + 32, f"{title}, séance après séance", WORDS, LARGE, "lt")
        _draw(figure, panels[title], top + TOP, height, stages=title == CORRUPTION)
        top += TOP + height + BOTTOM
    return png(figure)


def _lines(names: Sequence[str], drawn: Sequence[Points]) -> list[Line]:
    """Each name keeps its colour and marker from one panel to the other; none where all stay at zero."""
    if not any(value for line in drawn for _, value in line):
        return []
    looks = ((stroke, *look) for stroke in STROKES for look in zip(COLOURS, MARKERS, strict=True))
    return [
        Line(name, colour, marker, stroke, line)
        for name, line, (stroke, colour, marker) in zip(names, drawn, looks, strict=False)
        if line
    ]


def _draw(figure: Figure, lines: Sequence[Line], top: int, height: int, *, stages: bool) -> None:
    """A panel, so many pixels under the top of the image."""
    from matplotlib.transforms import ScaledTranslation

    axes = panel(figure, LEFT, RIGHT, top, figure.get_figheight() * DPI - top - height)
    first, last, highest = _scales(
        axes, tuple(point for line in lines for point in line.points), stages=stages
    )
    names = spread([line.last[1] * height / highest for line in lines], height)
    away = (last - first) * AWAY / (WIDTH - LEFT - RIGHT)
    step = min(DODGE, MOST_DODGED / len(lines))
    for place, (line, name) in enumerate(zip(lines, names, strict=True)):
        apart = (place - (len(lines) - 1) / 2) * step / DPI
        moved = ScaledTranslation(0, apart, figure.dpi_scale_trans)
        _trace(axes, line, axes.transData + moved)
        led = (line.last[0], last + away), (line.last[1], name * highest / height)
        axes.plot(*led, color=line.colour, lw=points(2), ls=":", zorder=1, clip_on=False)
        words = f"{LEFT_TO_RIGHT}{line.name} · {line.last[1]}"
        write(figure, WIDTH - RIGHT + AWAY + 10, top + height - name, words, line.colour, SMALL, "lm")


def _trace(axes: Axes, line: Line, where: Transform) -> None:
    """A line, its marker at even distances and at its end."""
    sessions, values = zip(*line.points, strict=True)
    every = -(-len(sessions) // MARKED)
    axes.plot(
        sessions,
        values,
        color=line.colour,
        linewidth=points(5),
        linestyle=line.stroke,
        marker=line.marker,
        markersize=points(18),
        markevery=list(range(len(sessions) - 1, -1, -every)),
        clip_on=False,
        transform=where,
    )


def _scales(axes: Axes, drawn: Points, *, stages: bool) -> tuple[float, float, int]:
    """Whole numbers on both sides, the stages of corruption (COR-3); the first and last sessions, the highest value."""
    from matplotlib.ticker import MaxNLocator, MultipleLocator

    sessions = [session for session, _ in drawn]
    first, last = min(sessions), max(sessions)
    margin = 0.5 if first == last else 0
    highest = max(4, *(value for _, value in drawn))
    axes.set_xlim(first - margin, last + margin)
    axes.set_ylim(0, highest)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_formatter(lambda session, _: f"{session:.0f}" if session else "début")
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    if stages and CORRUPTION_PER_STAGE <= highest <= MOST_STAGES * CORRUPTION_PER_STAGE:
        axes.yaxis.set_major_locator(MultipleLocator(CORRUPTION_PER_STAGE))
    return first - margin, last + margin, highest


def spread(heights: Sequence[float], room: float) -> list[float]:
    """The heights, moved as little as it takes to be a name apart, from the bottom to the top of the ``room``."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    floor = 0.0
    for one in order:
        placed[one] = floor = max(placed[one], floor)
        floor += GAP
    ceiling = room
    for one in reversed(order):
        placed[one] = ceiling = min(placed[one], ceiling)
        ceiling -= GAP
    return placed
