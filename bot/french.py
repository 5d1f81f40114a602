"""French as it is printed: spaces that do not break, apostrophes, signs, numbers, durations, lists."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from unicodedata import bidirectional

from discord.utils import escape_mentions

from rules.campaign import DAY, HOUR, MINUTE

NBSP = "\u00a0"
MINUS = "−"

_BEFORE = re.compile(r" (?=[:;!?»%](?:\W|$))")
_AFTER = re.compile(r"(?<=«) ")
_BETWEEN = re.compile(r"(?<=\d) → (?=(?:\*\*)?[−\d])")  # an old number and a new one stay on one line
_ELIDED = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])", re.IGNORECASE)
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
# Emphasis, code, spoilers, masked and bare links, « <…> » (emoji, channels, dates), and what opens a line.
_MARKUP = re.compile(r"[\\*_~|`\[<]|(?<=:)/(?=/)|^\s*[->#]", re.MULTILINE)
_COMMAND = re.compile(r"(`/?[a-z0-9][a-z0-9 _-]*`|(?<=[a-z])_(?=[a-z]))")
_ISOLATED = "\u2068{}\u2069"
_RIGHT_TO_LEFT = re.compile(
    r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*"
)
# What turns a line around, or shows nothing.
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def typeset(text: str) -> str:
    """``text`` with no-break spaces where French wants them, and typographic apostrophes."""
    spaced = _BETWEEN.sub(f"{NBSP}→{NBSP}", _AFTER.sub(NBSP, _BEFORE.sub(NBSP, text)))
    return _APOSTROPHE.sub("’", spaced)


def legible(text: str) -> str:
    """``text`` without what shows nothing, or turns a line around."""
    return _INVISIBLE.sub("", text).strip()


def shown(name: str) -> str:
    """A name that somebody typed, harmless in a message: no markdown, no link, no mention.

    Letters written from right to left keep to themselves.
    """
    plain = escape_mentions(_MARKUP.sub(_escaped, _INVISIBLE.sub("", name)))
    return _ISOLATED.format(plain) if any(bidirectional(letter) in ("R", "AL") for letter in name) else plain


def _escaped(markup: re.Match[str]) -> str:
    return f"{markup[0][:-1]}\\{markup[0][-1]}"


def harmless(sentence: str) -> str:
    """A sentence of ours around names typed by somebody: all is harmless but `commands` and `options`."""
    parts = _COMMAND.split(_INVISIBLE.sub("", sentence))
    plain = [
        part if index % 2 else escape_mentions(_MARKUP.sub(_escaped, part))
        for index, part in enumerate(parts)
    ]
    return _RIGHT_TO_LEFT.sub(lambda letters: _ISOLATED.format(letters[0]), "".join(plain))


def signed(value: int) -> str:
    """« +2 », « −1 », « 0 »."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def number(value: int) -> str:
    """« 20 000 », « −3 »."""
    digits = f"{abs(value):,}".replace(",", "\u202f")
    return f"{MINUS}{digits}" if value < 0 else digits


def percent(chance: Fraction) -> str:
    """« 30 % », « 4,63 % », « 0,00077 % »: three significant figures; 0 and 100 only when they are exact."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance > Fraction(9_999, 10_000):
        return "plus de 99,99 %"
    if chance < Fraction(1, 10_000_000):
        return "moins de 0,00001 %"
    figures = f"{float(chance * 100):.{3 if chance < Fraction(99, 100) else 4}g}"
    if "e" in figures:
        figures = f"{float(figures):.8f}".rstrip("0")
    return f"{figures.replace('.', ',')} %"


def decimal(value: Fraction) -> str:
    """« 10,5 », « −0,33 »: two decimals at most."""
    rounded = round(abs(value), 2)
    words = number(int(rounded))
    cents = round((rounded - int(rounded)) * 100)
    if cents:
        words += f",{cents:02d}".rstrip("0")
    return f"{MINUS}{words}" if value < 0 and rounded else words


def plural(count: int, singular: str, many: str | None = None) -> str:
    """« 1 round », « 3 rounds », « 0 point »."""
    word = singular if abs(count) < 2 else many or f"{singular}s"
    return f"{number(count)}{NBSP}{word}"


def ago(seconds: int) -> str:
    """« à l’instant », « il y a 12 min », « il y a 2 h 05 », « il y a 3 jours »."""
    return f"il y a {length(seconds)}" if seconds >= MINUTE else "à l’instant"


def length(seconds: int) -> str:
    """« 12 min », « 2 h 05 », « 3 jours »."""
    if seconds < HOUR:
        return f"{seconds // MINUTE}{NBSP}min"
    if seconds < 2 * DAY:
        return f"{seconds // HOUR}{NBSP}h{NBSP}{seconds % HOUR // MINUTE:02}"
    return plural(seconds // DAY, "jour")


def listed(words: Iterable[str], last: str = "et") -> str:
    """« a, b et c »."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def arrow(old: object, new: object) -> str:
    """« 3 → 1 », the new value standing out."""
    return f"{_value(old)} → **{_value(new)}**"


def _value(value: object) -> str:
    return number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def of(name: str) -> str:
    """« de Fafhrd », « d’Ourph »."""
    return f"d’{name}" if _ELIDED.match(name) else f"de {name}"


def shortened(text: str, limit: int) -> str:
    """``text`` within ``limit`` characters, cut at the end with « … »."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip(' .')}…"


def fitting(lines: Sequence[str], limit: int) -> tuple[str, ...]:
    """The first ``lines`` that hold together in ``limit`` characters, then « … et 12 autres »."""
    if len("\n".join(lines)) <= limit:
        return tuple(lines)
    room = limit - len(f"… et {len(lines)} autres")
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    left = len(lines) - len(kept)
    return (*kept, f"… et {plural(left, 'autre')}")
