"""Bars drawn for a phone: what reaches the threshold in gold."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.drawing import GOLD, LARGE, SMALL, WIDTH, WORDS, blank, panel, png, points, write
from rules.dice.law import Law
from rules.dice_tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = 640
LEFT, RIGHT, TOP, BOTTOM = 130, 30, 90, 80
BAR = "#5b7fa6"
MOST_BARS = 42
LETTER = 21  # pixels, of a digit as wide as SMALL makes it
EDGE = Fraction(
    1, 2_000
)  # what is left out of the chart at each end, when totals are too many for a bar each


@dataclass(frozen=True, slots=True)
class Bar:
    """The chance of the totals from ``low`` to ``high``."""

    low: int
    high: int
    chance: float
    reached: bool


def bars_of(law: Law, threshold: int | None) -> list[Bar]:
    """A bar for each total; or for as many in a row as it takes, the threshold then beginning a bar."""
    if len(law.values) <= MOST_BARS:
        span = law.highest - law.lowest + 1
        shown = range(law.lowest, law.highest + 1) if span <= MOST_BARS else law.values
        return [
            Bar(value, value, float(law.chance(value)), threshold is not None and value >= threshold)
            for value in shown
        ]
    low, high = law.quantile(EDGE), law.quantile(1 - EDGE)
    width = -(-(high - low + 1) // MOST_BARS)
    if threshold is not None and low < threshold <= high:
        low = threshold - -(-(threshold - low) // width) * width
    weights = [0] * ((high - low) // width + 1)
    for value in law.values:
        if low <= value <= high:
            weights[(value - low) // width] += law.weights[value]
    return [
        Bar(
            start,
            start + width - 1,
            float(Fraction(weight, law.whole)),
            threshold is not None and start >= threshold,
        )
        for start, weight in zip(range(low, high + 1, width), weights, strict=True)
    ]


def chart(law: Law, threshold: int | None) -> bytes:
    """The law as a PNG image."""
    words = (
        ""
        if threshold is None
        else f"{_digits(threshold)} ou plus : {_percent(float(law.at_least(threshold)))}"
    )
    return _drawn(bars_of(law, threshold), words)


def histogram(tally: Tally) -> bytes:
    """Faces thrown as a PNG image, with the share that a fair die would give each."""
    bars = [Bar(one.low, one.high, one.count / tally.count, reached=False) for one in tally.bars]
    return _drawn(bars, f"{_digits(tally.count)} d{tally.sides}", fair=1 / len(bars))


def _drawn(bars: list[Bar], words: str, fair: float | None = None) -> bytes:
    """The bars under a few ``words``; ``fair``: a share to compare them with."""
    figure = blank(HEIGHT)
    axes = panel(figure, LEFT, RIGHT, TOP, BOTTOM)
    top = max(fair or 0, *(bar.chance for bar in bars))
    axes.set_ylim(0, top)
    axes.set_xlim(-0.5, len(bars) - 0.5)
    slot = (WIDTH - LEFT - RIGHT) / len(bars)
    least = 2 * top / (HEIGHT - TOP - BOTTOM)  # two pixels: what may happen is seen
    axes.bar(
        range(len(bars)),
        [max(bar.chance, least) if bar.chance else 0 for bar in bars],
        width=1 - min(8.0, slot / 5) / slot,
        color=[GOLD if bar.reached else BAR for bar in bars],
    )
    _figures(axes, bars, slot, top)
    if fair is not None:
        axes.axhline(fair, color=GOLD, linewidth=points(4))
    if words:
        write(figure, WIDTH - RIGHT, 26, words, GOLD, LARGE, "rt")
    together = bars[0].high - bars[0].low + 1
    if together > 1:
        write(figure, LEFT, 30, f"par tranches de {_digits(together)}", WORDS, SMALL, "lt")
    return png(figure)


def _figures(axes: Axes, bars: list[Bar], slot: float, top: float) -> None:
    """Round shares on the left; under as many bars as there is room for, at even distances, their first total."""
    step = _step(top)
    shares = [line * step for line in range(int(top / step) + 1)]
    axes.set_yticks(shares, [_percent(share) for share in shares])
    widest = max(len(_digits(bar.low)) for bar in (bars[0], bars[-1])) * LETTER + 24
    every = max(1, int(-(-widest // slot)))
    axes.set_xticks(range(0, len(bars), every), [_digits(bar.low) for bar in bars[::every]])


def _step(top: float) -> float:
    """A round distance between lines, four or five of them at most under ``top``."""
    size = 1.0
    while size > top:
        size /= 10
    return next(size * part for part in (0.2, 0.25, 0.5, 1, 2, 2.5) if top / (size * part) <= 5)


def _percent(chance: float) -> str:
    return f"{chance * 100:.3g} %".replace(".", ",")


def _digits(value: int) -> str:
    digits = f"{abs(value):,}".replace(",", " ")
    return f"-{digits}" if value < 0 else digits
