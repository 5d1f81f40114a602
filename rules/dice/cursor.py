"""Where the reading of a formula stands, and how it refuses."""

import re

from rules.dice.limits import HIGHEST, LONGEST, FormulaError, LimitError
from rules.dice.words import TWINS

NUMBER = re.compile(r"\s*([0-9]+)")
SHORT = len(str(HIGHEST))  # a number of fewer digits is under the limit
_SPACES = re.compile(r"\s*")


class Cursor:
    """``text`` is what was ``written``, in plain small letters, up to the comment; ``position`` moves right."""

    __slots__ = ("end", "position", "text", "written")

    def __init__(self, written: str) -> None:
        self.written = written
        self.position = 0
        if len(written) > LONGEST:
            raise self.beyond(f"une formule de {LONGEST} caractères au plus", LONGEST)
        text = written.lower().replace("*", "x") if written.isascii() else written.translate(TWINS)
        self.end = text.find("#") if "#" in text else len(text)
        self.text = text[: self.end]

    def fault(self, expected: str, position: int | None = None) -> FormulaError:
        return FormulaError(self.written, self.skipped() if position is None else position, expected)

    def beyond(self, expected: str, position: int) -> LimitError:
        return LimitError(self.written, position, expected)

    def skipped(self, position: int | None = None) -> int:
        """Where the next character is, spaces apart, from ``position`` or from here."""
        here = self.position if position is None else position
        spaces = _SPACES.match(self.text, here)
        return spaces.end() if spaces else here

    def bounded(self, digits: str, position: int, low: int, high: int, expected: str) -> int:
        """The number written ``digits``, between its limits."""
        if len(digits) < SHORT and low <= (value := int(digits)) <= high:
            return value
        significant = digits.lstrip("0") or "0"
        if len(significant) > len(str(HIGHEST)) or not low <= int(significant) <= high:
            raise self.beyond(f"{expected}, de {low} à {high}", position)
        return int(significant)

    def number(self, low: int, high: int, expected: str) -> int:
        found = NUMBER.match(self.text, self.position)
        if found is None:
            raise self.fault(f"{expected}, de {low} à {high}")
        self.position = found.end()
        return self.bounded(found[1], found.start(1), low, high, expected)
