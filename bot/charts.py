"""Bars drawn for a phone: dark ground, large figures, what reaches the threshold in gold."""

from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from rules.dice.law import Law
from rules.dice_tally import Tally

WIDTH, HEIGHT = 1000, 640
LEFT, RIGHT, TOP, BOTTOM = 120, 30, 90, 80
GROUND, GRID, WORDS = "#1e1f22", "#3a3c42", "#dbdee1"
BAR, REACHED = "#5b7fa6", "#e0b73a"
MOST_BARS = 42
LARGE, SMALL = 40, 32  # pixels: still read when a phone shows the image at a third of its width
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
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(image)
    large, small = ImageFont.load_default(LARGE), ImageFont.load_default(SMALL)
    top = max(fair or 0, *(bar.chance for bar in bars))
    floor, room = HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP
    step = _step(top)
    for line in range(int(top / step) + 1):
        y = floor - room * line * step / top
        draw.line((LEFT, y, WIDTH - RIGHT, y), GRID, 2)
        draw.text((LEFT - 14, y), _percent(line * step), WORDS, small, anchor="rm")
    slot = (WIDTH - LEFT - RIGHT) / len(bars)
    gap = min(8.0, slot / 5)
    for place, bar in enumerate(bars):
        x = LEFT + place * slot
        height = room * bar.chance / top
        if bar.chance:
            box = (x + gap / 2, floor - max(height, 2), x + slot - gap / 2, floor)
            draw.rectangle(box, REACHED if bar.reached else BAR)
    _figures(draw, small, bars, slot, floor)
    if fair is not None:
        y = floor - room * fair / top
        draw.line((LEFT, y, WIDTH - RIGHT, y), REACHED, 4)
    if words:
        draw.text((WIDTH - RIGHT, 26), words, REACHED, large, anchor="rt")
    together = bars[0].high - bars[0].low + 1
    if together > 1:
        draw.text((LEFT, 30), f"par tranches de {_digits(together)}", WORDS, small, anchor="lt")
    png = BytesIO()
    image.save(png, "PNG", optimize=True)
    return png.getvalue()


def _figures(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    bars: list[Bar],
    slot: float,
    floor: int,
) -> None:
    """The first total of as many bars as there is room for, at even distances."""
    widest = max(draw.textlength(_digits(bar.low), font) for bar in (bars[0], bars[-1])) + 24
    every = max(1, int(-(-widest // slot)))
    for place in range(0, len(bars), every):
        x = LEFT + (place + 0.5) * slot
        draw.text((x, floor + 20), _digits(bars[place].low), WORDS, font, anchor="mt")


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
