"""French as it is printed: spaces that do not break, apostrophes, signs, numbers, durations, lists."""

import re
from collections.abc import Iterable

from discord.utils import escape_markdown, escape_mentions

NBSP = "\u00a0"
MINUS = "−"

_BEFORE = re.compile(r" (?=[:;!?»%](?:\W|$))")
_AFTER = re.compile(r"(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def typeset(text: str) -> str:
    """``text`` with no-break spaces where French wants them, and typographic apostrophes."""
    return _APOSTROPHE.sub("’", _AFTER.sub(NBSP, _BEFORE.sub(NBSP, text)))


def shown(name: str) -> str:
    """A name that somebody typed, harmless in a message: no markdown, no mention."""
    return escape_mentions(escape_markdown(name))


def signed(value: int) -> str:
    """« +2 », « −1 », « 0 »."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def number(value: int) -> str:
    """« 20 000 », « −3 »."""
    digits = f"{abs(value):,}".replace(",", "\u202f")
    return f"{MINUS}{digits}" if value < 0 else digits


def plural(count: int, singular: str, many: str | None = None) -> str:
    """« 1 round », « 3 rounds », « 0 point »."""
    word = singular if abs(count) < 2 else many or f"{singular}s"
    return f"{number(count)}{NBSP}{word}"


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
    return f"d’{name}" if name[:1].casefold() in "aeiouyàâäéèêëîïôöùûü" else f"de {name}"


def shortened(text: str, limit: int) -> str:
    """``text`` within ``limit`` characters, cut at the end with « … »."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"
