"""Charts: drawn for whatever people type, beside the bot, which never loads the library."""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from matplotlib.text import Text

from bot import charts, curves
from bot.drawing import WIDTH, blank, drawable, panel
from bot.replies import Image
from bot.screens.recap import DESCRIPTION, description
from rules.curves import MOST_CURVES, Curve, Points
from rules.dice_tally import tallies

ODD = (
    "Fafhrd",
    "$x^2$ \\alpha $",
    "**gras** _a_ `b`",
    "🐉🔥",
    "李小龙",
    "שאול המלך",
    "محمد بن عبد الله",
    "W" * 64,
    "Z\u0337a\u0337lgo",
    "a\ufe0f\u200d👩‍👩‍👧",
    "ﷺ" * 20,
    "\\frac{$",
)


def size(png: bytes) -> tuple[int, int]:
    """Width and height, in pixels."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def curve(name: str, *madness: int, corruption: tuple[int, ...] = ()) -> Curve:
    return Curve(name, tuple(enumerate(madness)), tuple(enumerate(corruption)))


def test_any_name_is_drawn_without_a_warning() -> None:
    png = curves.draw([curve(name, 0, 3, 1, corruption=(0, 12, 25)) for name in ODD])
    assert size(png)[0] == WIDTH


def test_the_largest_chart_holds_every_name_without_growing_too_tall() -> None:
    many = [
        Curve("Ningauble", tuple((n, n % 9) for n in range(170, 200)), ((199, 30),))
        for _ in range(MOST_CURVES)
    ]
    width, height = size(curves.draw(many))
    assert height < 1.5 * width
    assert len(curves.draw(many)) < 1_000_000


@pytest.mark.parametrize(
    "drawn",
    [
        [curve("Hrafn", 2)],
        [curve("Hrafn", 0, 1_000_000_000)],
        [Curve("Mort", ((3, 2),), ()), Curve("Vivant", ((3, 2), (4, 2), (5, 3)), ())],
        [curve("Ahriman", 0, 0, corruption=(9, 12))],
    ],
    ids=["one session", "huge", "dead before the others", "corruption alone"],
)
def test_a_chart_is_drawn_whatever_the_evening(drawn: list[Curve]) -> None:
    assert size(curves.draw(drawn))[0] == WIDTH


def test_corruption_has_a_panel_only_where_there_is_some() -> None:
    _, alone = size(curves.draw([curve("Hrafn", 0, 3)]))
    _, unharmed = size(curves.draw([curve("Hrafn", 0, 3, corruption=(0, 0))]))
    _, both = size(curves.draw([curve("Hrafn", 0, 3, corruption=(0, 1))]))
    assert alone == unharmed
    assert both == 2 * alone


@pytest.mark.parametrize(
    ("drawn", "sessions", "values"),
    [
        (((1, 2),), ["1"], ["0", "1", "2", "3", "4"]),
        (((0, 0), (1, 3)), ["début", "1"], ["0", "1", "2", "3", "4"]),
        (((7, 9), (8, 12)), ["7", "8"], ["0", "10"]),
    ],
    ids=["one session", "the first one", "stages of corruption"],
)
def test_scales_are_whole_numbers(drawn: Points, sessions: list[str], values: list[str]) -> None:
    axes = panel(blank(600), 90, 400, 110, 90)
    curves._scales(axes, drawn, stages=drawn[-1][1] >= 10)
    assert read(axes.get_xticklabels(), axes.get_xticks(), axes.get_xlim()) == sessions
    assert read(axes.get_yticklabels(), axes.get_yticks(), axes.get_ylim()) == values


def read(labels: Sequence[Text], places: Iterable[float], limits: tuple[float, float]) -> list[str]:
    """The words of a scale that are within the panel."""
    pairs = zip(labels, places, strict=True)
    return [label.get_text() for label, place in pairs if limits[0] <= place <= limits[1]]


def test_a_point_more_is_another_image() -> None:
    assert curves.draw([curve("Hrafn", 0, 3)]) != curves.draw([curve("Hrafn", 0, 4)])


def test_names_keep_the_letters_that_the_font_has() -> None:
    assert drawable("Fafhrd 🐉", "nº 1", 500) == "Fafhrd"
    assert drawable("李小龙", "nº 2", 500) == "nº 2"
    cut = drawable("Ningauble aux sept yeux", "nº 3", 200)
    assert cut.startswith("Ningau")
    assert cut.endswith("…")
    assert drawable("W" * 64, "nº 4", 200).count("W") < cut.count("") - 1, "a wide letter takes more room"


def test_names_beside_a_panel_never_touch_and_stay_within_it() -> None:
    for heights in ([0.0] * 9, [400.0] * 9, [0, 10, 200, 205, 210, 399, 400], [390.0, 395.0, 400.0]):
        placed = curves.spread(heights, 400)
        ranked = sorted(placed)
        assert all(high - low >= curves.GAP for low, high in pairwise(ranked))
        assert ranked[0] >= 0
        assert ranked[-1] <= 400
    assert curves.spread([10.0, 300.0], 400) == [10.0, 300.0]


def test_the_image_is_told_in_words_within_discord_s_limit() -> None:
    told = description([curve("Hrafn", 2, 3, 5), curve("Ahriman", 0, 0, corruption=(9, 12))])
    assert told.replace("\u00a0", " ") == (
        "Folie et corruption, séance après séance. Hrafn : folie 2 → 5 ; Ahriman : folie 0 → 0, corruption 9 → 12."
    )
    crowd = [curve("W" * 64, 10**9, 10**9, corruption=(10**9, 10**9)) for _ in range(MOST_CURVES)]
    assert len(description(crowd)) <= DESCRIPTION
    assert Image(b"", "x.png", description(crowd)).file.description


def test_a_histogram_is_drawn_for_any_die() -> None:
    for sides in (2, 6, 20, 100, 1_000):
        (tally,) = tallies({(sides, 1): 3, (sides, 2): 1})
        assert size(charts.histogram(tally)) == (WIDTH, charts.HEIGHT)


def test_the_bot_itself_loads_nothing_to_draw_or_count_with() -> None:
    script = (
        "import sys, importlib\n"
        "from bot.client import EXTENSIONS\n"
        "for name in EXTENSIONS: importlib.import_module(name)\n"
        "print([name for name in ('matplotlib', 'numpy', 'icepool', 'PIL') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
