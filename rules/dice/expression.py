"""The parse tree: what a formula asks, immutable, made once and thrown many times.

``str()`` of a node is its notation, which reads back to the same node.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import UnionType

from rules.dice.pool import Pool


@dataclass(frozen=True, slots=True)
class Number:
    """A number written."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the active character, by its name: a key of :data:`rules.dice.words.VALUES`."""

    name: str

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """As a sheet writes it: « FOR », « mod.FOR », « niveau »."""
        head, dot, ability = self.name.rpartition(".")
        return f"{head}{dot}{ability.upper() if len(ability) <= 3 else ability}"


@dataclass(frozen=True, slots=True)
class Product:
    """``first``, then each ``(divided, factor)`` in turn. A quotient loses its fraction: −7 / 2 is −3."""

    first: "Node"
    rest: tuple[tuple[bool, "Node"], ...]

    def __str__(self) -> str:
        return written(self, str)


@dataclass(frozen=True, slots=True)
class Sum:
    """``(sign, term)``, added in turn; the sign is 1 or −1."""

    terms: tuple[tuple[int, "Node"], ...]

    def __str__(self) -> str:
        return written(self, str)


Leaf = Number | Value | Pool
Node = Leaf | Product | Sum


def written(node: Node, leaf: Callable[[Leaf], str]) -> str:
    """A tree in infix notation, with the parentheses it needs; ``leaf`` writes its ends."""
    if isinstance(node, Product):
        words = [_within(node.first, Product | Sum, leaf)]
        for divided, factor in node.rest:
            words += ["/" if divided else "×", _within(factor, Product | Sum, leaf)]
        return " ".join(words)
    if isinstance(node, Sum):
        words = []
        for sign, term in node.terms:
            words += ["−" if sign < 0 else "+", _within(term, Sum, leaf)]
        return f"{'−' if words[0] == '−' else ''}{' '.join(words[1:])}"
    return leaf(node)


def _within(node: Node, parenthesised: type | UnionType, leaf: Callable[[Leaf], str]) -> str:
    text = written(node, leaf)
    return f"({text})" if isinstance(node, parenthesised) else text


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked formula: its ``parts``, one a total; ``pools``, its dice in reading order; ``names``, its values;
    ``dice``, how many it throws at least.

    ``text`` is what was written, without comment or doubled spaces.
    """

    text: str
    parts: tuple[Node, ...]
    comment: str = ""
    pools: tuple[Pool, ...] = field(default=(), compare=False)
    names: tuple[str, ...] = field(default=(), compare=False)
    dice: int = field(default=0, compare=False)

    @property
    def lone_d20(self) -> bool:
        """It may come to one kept d20 and constants (HER-5)."""
        return len(self.parts) == len(self.pools) == 1 and self.pools[0].sides == 20

    @property
    def notation(self) -> str:
        """The formula as the game writes it: ``2d6 + 1``."""
        return " ; ".join(map(str, self.parts))
