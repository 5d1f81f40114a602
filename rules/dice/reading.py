"""Reads a formula, whole, or refuses it where it fails. The grammar: ``docs/des.md``."""

import re
from functools import lru_cache

from rules.dice.cursor import Cursor
from rules.dice.expression import Expression, Node, Number, Product, Sum, Value
from rules.dice.limits import DEEPEST, HIGHEST, MOST_PARTS, MOST_THROWS, FormulaError, LimitError
from rules.dice.modifiers import Modifiers
from rules.dice.pool import Pool
from rules.dice.words import MODIFIER, NAME

# Signs, an operand, and the operator after it when nothing stands between: one match for most of a formula.
_STEP = re.compile(
    rf"([\s+-]*)(?:([0-9]*)\s*d(?!ex)\s*([0-9]+|%|f)?|([0-9]+)|(\()|({NAME}))(?:\s*(?:([-+x/;)])|\Z))?"
)
_COUNT, _SIDES, _NUMBER, _OPEN, _NAME = range(2, 7)
_SIGNS = re.compile(r"[\s+-]*")
_AFTER = re.compile(r"\s*(?:([-+x/;)])|\Z)")
_DECIMAL = re.compile(r"[.,]\s*[0-9]")

_FACES = "un nombre de faces"
_DICE = "des dés (comme 2d6), un nombre, une valeur (comme FOR ou niveau) ou « ( »"
_WHOLE = "un nombre entier, sans virgule (la moitié s’écrit / 2)"
_AFTER_OPERAND = "« + », « − », « × », « / », « ; » ou la fin de la formule"


@lru_cache(maxsize=1024)
def parse(text: str) -> Expression:
    """What ``text`` asks, whole. Case and spaces do not count.

    Raises :class:`FormulaError` at the first fault, :class:`LimitError` where a limit is passed.
    """
    return _Reader(text).expression()


@lru_cache(maxsize=256)
def parse_single(text: str) -> Expression:
    """A formula that stands by itself, as a weapon's damage: one expression, no comment, no character's value.

    Raises what :func:`parse` does.
    """
    reader = _Reader(text)
    expression = reader.expression()
    if len(expression.parts) > 1:
        raise LimitError(text, reader.text.index(";"), "une seule expression")
    if reader.end < len(text):
        raise LimitError(text, reader.end, "la fin de la formule, sans commentaire")
    if reader.first_name is not None:
        raise LimitError(text, reader.first_name, "des dés et des nombres seulement")
    return expression


class _Reader(Cursor):
    """``ahead`` is the operator found after an operand, or nothing at the end."""

    __slots__ = ("ahead", "depth", "dice", "first_name", "names", "pools")

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self.ahead = ""
        self.depth = 0
        self.dice = 0
        self.pools: list[Pool] = []
        self.names: list[str] = []
        self.first_name: int | None = None

    def expression(self) -> Expression:
        parts = [self.sum()]
        while self.ahead == ";":
            if len(parts) == MOST_PARTS:
                raise self.beyond(f"{MOST_PARTS} expressions au plus", self.position - 1)
            parts.append(self.sum())
        if self.ahead:
            raise self.fault(_AFTER_OPERAND, self.position - 1)
        return Expression(
            " ".join(self.written[: self.end].split()),
            tuple(parts),
            " ".join(self.written[self.end + 1 :].split()) if self.end < len(self.written) else "",
            tuple(self.pools),
            tuple(dict.fromkeys(self.names)) if self.names else (),
            self.dice,
        )

    def sum(self) -> Node:
        terms = [self.term(1)]
        while (ahead := self.ahead) == "+" or ahead == "-":
            terms.append(self.term(1 if ahead == "+" else -1))
        return terms[0][1] if len(terms) == 1 and terms[0][0] > 0 else Sum(tuple(terms))

    def term(self, sign: int) -> tuple[int, Node]:
        """A product and its sign: every sign written within it goes before it."""
        own, node = self.operand()
        if (ahead := self.ahead) != "x" and ahead != "/":
            return sign * own, node
        rest = []
        while (ahead := self.ahead) == "x" or ahead == "/":
            sign *= own
            own, factor = self.operand()
            rest.append((ahead == "/", factor))
        return sign * own, Product(node, tuple(rest))

    def operand(self) -> tuple[int, Node]:
        """Signs, then dice, a number, a value or parentheses; and the operator that follows."""
        found = _STEP.match(self.text, self.position)
        if found is None:
            raise self.no_operand()
        signs, count, sides, number, opened, name, after = found.groups()
        self.position = found.end()
        self.ahead = after or ""
        beyond = after is None and self.position < len(self.text)  # something else follows
        node: Node
        if sides:
            node = self.pool(found, count, sides, beyond)
        elif number:
            node = Number(self.bounded(number, found.start(_NUMBER), 0, HIGHEST, "un nombre"))
        elif opened:
            self.position = found.end(_OPEN)
            node = self.parenthesis()
        elif name:
            node = self.value(name, found.start(_NAME))
        else:
            raise self.no_sides(found)
        if beyond and (number or name):
            raise self.unexpected()
        return (-1 if signs and signs.count("-") % 2 else 1), node

    def look(self) -> None:
        """Finds the operator ahead."""
        after = _AFTER.match(self.text, self.position)
        if after is None:
            raise self.unexpected()
        self.ahead = after[1] or ""
        self.position = after.end()

    def value(self, name: str, position: int) -> Value:
        if self.first_name is None:
            self.first_name = position
        value = Value("".join(name.split()))
        self.names.append(value.name)
        return value

    def parenthesis(self) -> Node:
        if self.depth == DEEPEST:
            raise self.beyond(f"{DEEPEST} parenthèses ouvertes au plus", self.position - 1)
        self.depth += 1
        node = self.sum()
        self.depth -= 1
        if self.ahead != ")":
            raise self.fault("« ) »", self.position - 1 if self.ahead else len(self.text))
        self.look()
        return node

    def pool(self, found: re.Match[str], count: str, sides: str, treated: bool) -> Pool:
        """The dice that ``found`` begins, and what befalls them."""
        dice = self.bounded(count, found.start(_COUNT), 1, HIGHEST, "un nombre de dés") if count else 1
        self.dice += dice
        if self.dice > MOST_THROWS:
            raise self.beyond(f"{MOST_THROWS} dés au plus en tout", found.start(_COUNT))
        fudge = sides == "f"
        each = (
            3
            if fudge
            else 100
            if sides == "%"
            else self.bounded(sides, found.start(_SIDES), 1, HIGHEST, _FACES)
        )
        treatment = None
        if treated:
            if modifier := MODIFIER.match(self.text, self.position):
                faces = range(-1, 2) if fudge else range(1, each + 1)
                treatment = Modifiers(self, dice, faces).read(modifier)
            self.look()
        pool = Pool(dice, each, fudge, treatment)
        self.pools.append(pool)
        return pool

    def no_operand(self) -> FormulaError:
        """Nothing reads what is here."""
        signs = _SIGNS.match(self.text, self.position)
        position = signs.end() if signs else self.position
        return self.fault(_WHOLE if _DECIMAL.match(self.text, position) else _DICE, position)

    def no_sides(self, found: re.Match[str]) -> FormulaError:
        """A « d » stands alone."""
        self.position = self.text.index("d", found.end(_COUNT)) + 1
        return self.fault(f"un nombre de faces, de 1 à {HIGHEST}, « % » ou « F »")

    def unexpected(self) -> FormulaError:
        """Nothing reads what follows an operand."""
        position = self.skipped()
        if _DECIMAL.match(self.text, position):
            return self.fault(_WHOLE)
        if self.text[position] in "<>=≥≤":
            return self.fault(f"{_AFTER_OPERAND} (les réussites se comptent aussitôt après des dés : 5d6>=4)")
        return self.fault(_AFTER_OPERAND)
