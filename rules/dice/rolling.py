"""A sum of dice thrown: every die in the order thrown, kept or not, and the total."""

from dataclasses import dataclass

from rules.dice.expression import Expression, Term, join, parse
from rules.dice.source import Dice, throw

MOST_SHOWN = 60  # dice written out in a message; the others are counted


@dataclass(frozen=True, slots=True)
class Die:
    """A face, and whether it counts."""

    face: int
    kept: bool = True


@dataclass(frozen=True, slots=True)
class TermRoll:
    """A term, and its dice in the order thrown (none for a constant)."""

    term: Term
    dice: tuple[Die, ...] = ()

    @property
    def total(self) -> int:
        """What it adds to the whole, sign and multiplier included."""
        return self.term.total(sum(die.face for die in self.dice if die.kept))


@dataclass(frozen=True, slots=True)
class Roll:
    """A formula thrown once. ``expression`` is its text, which :func:`rules.dice.parse` reads again."""

    expression: str
    terms: tuple[TermRoll, ...]

    @property
    def total(self) -> int:
        return sum(term.total for term in self.terms)

    @property
    def single_d20(self) -> int | None:
        """The face of the only kept die, when it is a d20 and the rest is constants (HER-5); else None."""
        kept = [(die.face, item.term.sides) for item in self.terms for die in item.dice if die.kept]
        return kept[0][0] if len(kept) == 1 and kept[0][1] == 20 else None


class _Highest:
    """A source whose dice all show their highest face."""

    def roll(self, sides: int) -> int:
        return sides


def roll(expression: Expression | str, dice: Dice) -> Roll:
    """``expression`` thrown with ``dice``. Raises :class:`rules.dice.DiceError` for a faulty text."""
    if isinstance(expression, str):
        expression = parse(expression)
    return Roll(expression.text, tuple(_throw(term, dice) for term in expression.terms))


def _throw(term: Term, dice: Dice) -> TermRoll:
    faces = throw(dice, term.count, term.sides)
    order = sorted(range(term.count), key=lambda index: faces[index], reverse=term.highest)
    kept = frozenset(order[: term.kept])
    return TermRoll(term, tuple(Die(face, index in kept) for index, face in enumerate(faces)))


def maximised(expression: Expression | str) -> Roll:
    """``expression`` with all its dice at their highest face (HER-4)."""
    return roll(expression, _Highest())


def maximum(expression: Expression | str) -> int:
    """The total of ``expression`` with all its dice at their highest face (HER-4)."""
    return maximised(expression).total


def single_d20(rolled: Roll) -> int | None:
    """The face of the one kept d20 of a throw (HER-5): :attr:`Roll.single_d20`."""
    return rolled.single_d20


def format_roll(rolled: Roll, most: int = MOST_SHOWN) -> str:
    """The dice as a message shows them, ``most`` of them, total apart: ``2d20k1 [14, ~~3~~] + 5``."""
    room = most
    written = []
    for item in rolled.terms:
        shown = item.dice[:room]
        room -= len(shown)
        written.append(item.term.dice_notation + _faces(item.dice, shown) + item.term.times_notation)
    return join(tuple(item.term for item in rolled.terms), written)


def _faces(thrown: tuple[Die, ...], shown: tuple[Die, ...]) -> str:
    if not thrown:
        return ""
    faces = [str(die.face) if die.kept else f"~~{die.face}~~" for die in shown]
    hidden = len(thrown) - len(shown)
    return f" [{', '.join([*faces, f'… {hidden} de plus'] if hidden else faces)}]"
