"""Sums of dice as players write them: ``2d6+1``, ``1d6x100``, ``4d6k3``."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.refusals import Refusal

LONGEST = 200  # characters of a formula
MOST_DICE = 1_000  # dice in a whole formula
HIGHEST = 1_000_000  # sides of a die, and any number written

# Full-width characters read as their ASCII twins; one for one, so that positions hold.
_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(0x5E)}
_TWINS = {ord(letter.upper()): letter for letter in "dkhlx"} | str.maketrans("−–×*", "--xx")
_SPACES = re.compile(r"\s*")
_NUMBER = re.compile(r"[0-9]+")
_SELECTION = re.compile(r"k[hl]?|d[hl]")


class DiceError(Refusal):
    """A formula that is not a sum of dice: where (from 0, in ``text``) and what was expected there."""

    def __init__(self, text: str, position: int, expected: str) -> None:
        self.text = text
        self.position = position
        self.expected = expected
        super().__init__(
            f"Formule de dés incomprise au caractère {position + 1} : attendu : {expected}. "
            "Exemples : 2d6+1, 1d6x100, 4d6k3 (garder les trois meilleurs)."
        )


@dataclass(frozen=True, slots=True)
class Term:
    """``count`` dice of ``sides`` sides, or ``constant`` when there is no die; then ``times``, then ``sign``.

    ``kept`` dice count: the highest ones, or the lowest.
    """

    constant: int = 0
    count: int = 0
    sides: int = 0
    kept: int = 0
    highest: bool = True
    times: int = 1
    sign: int = 1

    @property
    def dice_notation(self) -> str:
        """Its dice, or its constant, without multiplier or sign: ``4d6k3``."""
        if not self.count:
            return str(self.constant)
        selection = "" if self.kept == self.count else f"{'k' if self.highest else 'kl'}{self.kept}"
        return f"{self.count}d{self.sides}{selection}"

    @property
    def times_notation(self) -> str:
        return "" if self.times == 1 else f" × {self.times}"

    def total(self, faces: int) -> int:
        """What the term is worth when its kept faces add up to ``faces``."""
        return self.sign * self.times * (faces if self.count else self.constant)


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked sum of terms. ``text`` is what was written, without doubled spaces."""

    text: str
    terms: tuple[Term, ...]

    @property
    def dice(self) -> int:
        """How many dice it throws."""
        return sum(term.count for term in self.terms)

    @property
    def notation(self) -> str:
        """The sum as the game writes it: ``2d6 + 1``."""
        return join(self.terms, [term.dice_notation + term.times_notation for term in self.terms])


def join(terms: tuple[Term, ...], written: list[str]) -> str:
    """The texts of ``terms``, in a row, with their signs."""
    first, *others = zip(terms, written, strict=True)
    start = first[1] if first[0].sign > 0 else f"−{first[1]}"
    return start + "".join(f" {'+' if term.sign > 0 else '−'} {text}" for term, text in others)


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """The sum written in ``text``, whole; at most 200 characters, 1,000 dice, numbers up to a million.

    Case and spaces do not count. Raises :class:`DiceError` at the first fault.
    """
    return _Reader(text).expression()


class _Reader:
    """Reads a formula from left to right; ``position`` is where it stands."""

    def __init__(self, text: str) -> None:
        self.written = text
        self.position = 0
        self.dice = 0
        if len(text) > LONGEST:
            raise self.fault(f"une formule de {LONGEST} caractères au plus", LONGEST)
        self.text = text.translate(_FULL_WIDTH).translate(_TWINS)

    def fault(self, expected: str, position: int | None = None) -> DiceError:
        return DiceError(self.written, self.position if position is None else position, expected)

    def expression(self) -> Expression:
        terms = [self.term(self.symbol("+-"))]
        while sign := self.symbol("+-"):
            terms.append(self.term(sign))
        if self.position < len(self.text):
            raise self.fault("« + », « − » ou la fin de la formule")
        return Expression(" ".join(self.written.split()), tuple(terms))

    def term(self, sign: str) -> Term:
        term = self.dice_term()
        if self.symbol("x"):
            term = replace(term, times=self.number(0, HIGHEST, "un nombre qui multiplie"))
        return replace(term, sign=-1) if sign == "-" else term

    def dice_term(self) -> Term:
        """Dice, perhaps with some kept or dropped; or a constant."""
        self.skip()
        start = self.position
        number = (
            1
            if self.text.startswith("d", start)
            else self.number(0, HIGHEST, "des dés (comme 2d6) ou un nombre")
        )
        if not self.symbol("d"):
            return Term(constant=number)
        if number == 0:
            raise self.fault("au moins un dé", start)
        self.dice += number
        if self.dice > MOST_DICE:
            raise self.fault(f"{MOST_DICE} dés au plus en tout", start)
        return self.selected(
            Term(count=number, sides=self.number(1, HIGHEST, "un nombre de faces"), kept=number)
        )

    def selected(self, dice: Term) -> Term:
        """``dice`` with the choice that follows: ``k`` or ``kh``, ``kl``, ``dh``, ``dl`` and how many."""
        self.skip()
        word = _SELECTION.match(self.text, self.position)
        if word is None:
            return dice
        self.position = word.end()
        if word[0].startswith("k"):
            kept = self.number(1, dice.count, "combien de dés garder")
        else:
            kept = dice.count - self.number(0, dice.count - 1, "combien de dés retirer")
        return replace(dice, kept=kept, highest=word[0] in ("k", "kh", "dl"))

    def number(self, low: int, high: int, expected: str) -> int:
        """The next number. Raises :class:`DiceError` at its place when it is missing or out of bounds."""
        self.skip()
        digits = _NUMBER.match(self.text, self.position)
        significant = (digits[0].lstrip("0") or "0") if digits else ""
        if digits is None or len(significant) > len(str(HIGHEST)) or not low <= int(significant) <= high:
            raise self.fault(f"{expected}, de {low} à {high}")
        self.position = digits.end()
        self.skip()
        return int(significant)

    def symbol(self, accepted: str) -> str:
        """The next character, when it is an accepted one."""
        self.skip()
        found = self.text[self.position : self.position + 1]
        if not found or found not in accepted:
            return ""
        self.position += 1
        return found

    def skip(self) -> None:
        if spaces := _SPACES.match(self.text, self.position):
            self.position = spaces.end()
