"""The paper that charts are drawn on: dark ground, large words. Matplotlib is loaded by the process that draws."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ft2font import FT2Font

WIDTH = 1000  # pixels, of every image
GROUND, GRID, WORDS, GOLD = "#1e1f22", "#3a3c42", "#dbdee1", "#e0b73a"
LARGE, SMALL = 40, 32  # pixels: still read when a phone shows the image at a third of its width
FONT = "DejaVu Sans"  # comes with Matplotlib: the same image on every machine
DPI = 100


def blank(height: int) -> Figure:
    """A new image of so many pixels."""
    from matplotlib.figure import Figure  # only here: the bot itself never loads it

    return Figure(figsize=(WIDTH / DPI, height / DPI), dpi=DPI, facecolor=GROUND)


def panel(figure: Figure, left: float, right: float, top: float, bottom: float) -> Axes:
    """A place to draw, at so many pixels from the edges of the image: lines across it, and no frame."""
    height = figure.get_figheight() * DPI
    sides = (left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height)
    axes = figure.add_axes(sides, facecolor=GROUND)
    axes.spines[:].set_visible(False)
    axes.grid(axis="y", color=GRID, linewidth=points(2))
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=WORDS, labelsize=points(SMALL), labelfontfamily=FONT)
    axes.tick_params(axis="x", pad=points(20))
    axes.tick_params(axis="y", pad=points(14))
    return axes


def write(figure: Figure, x: float, y: float, text: str, colour: str, size: int, anchor: str) -> None:
    """Words at so many pixels from the image's left and top; ``anchor``: which of their corners is there."""
    figure.text(
        x / WIDTH,
        1 - y / (figure.get_figheight() * DPI),
        text,
        color=colour,
        fontsize=points(size),
        fontfamily=FONT,
        horizontalalignment="left" if "l" in anchor else "right",
        verticalalignment="center" if "m" in anchor else "top",
        parse_math=False,
    )


def points(pixels: float) -> float:
    """Matplotlib's unit for widths and letters."""
    return pixels * 72 / DPI


def png(figure: Figure) -> bytes:
    """The image as a PNG file."""
    image = BytesIO()
    figure.savefig(image, format="png")  # by Matplotlib's own renderer, Agg: no screen is needed
    return image.getvalue()


def drawable(name: str, otherwise: str, room: float) -> str:
    """A name that somebody typed, with the letters that the font has, cut to so many pixels of :data:`SMALL` letters.

    ``otherwise`` when it has none of them.
    """
    known = " ".join("".join(letter for letter in name if ord(letter) in _letters()).split())
    if not known or _width(known) <= room:
        return known or otherwise
    while _width(f"{known}…") > room:
        known = known[:-1].rstrip()
    return f"{known}…"


@cache
def _letters() -> frozenset[int]:
    return frozenset(_font().get_charmap())


def _width(words: str) -> float:
    """In pixels, of :data:`SMALL` letters."""
    font = _font()
    font.set_size(points(SMALL), DPI)
    font.set_text(words)
    width: int = font.get_width_height()[0]
    return width / 64  # as FreeType counts


def _font() -> FT2Font:
    from matplotlib.font_manager import findfont, get_font

    return get_font(findfont(FONT))
