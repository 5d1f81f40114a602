"""A throw as a message shows it: made last, from the parse tree and the dice."""

from rules.dice.expression import Expression, Leaf, Value, written
from rules.dice.pool import Pool, Treatment
from rules.dice.reading import parse
from rules.dice.rolled import Die, Roll
from rules.dice.throwing import units_of

MOST_SHOWN = 60  # dice written out in a message; the others are counted
_UNTREATED = Treatment()


def format_roll(rolled: Roll, most: int = MOST_SHOWN) -> str:
    """The formula with its dice, ``most`` of them written out: ``2d20k1 [14, ~~3~~] + 5``. Totals apart."""
    return _Writer(rolled, most).formula(parse(rolled.expression))


class _Writer:
    """``room`` is how many dice may still be written; ``terms``, those thrown that are not yet."""

    def __init__(self, rolled: Roll, room: int) -> None:
        self.terms = iter(rolled.terms)
        self.values = dict(rolled.values)
        self.room = room

    def formula(self, expression: Expression) -> str:
        return " ; ".join([written(part, self.leaf) for part in expression.parts])

    def leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, Pool):
            return f"{leaf} [{self.dice(leaf, next(self.terms).dice)}]"
        if isinstance(leaf, Value):
            return f"{leaf} ({_number(self.values[leaf.name])})"
        return str(leaf)

    def dice(self, pool: Pool, dice: tuple[Die, ...]) -> str:
        """« 14, ~~3~~, … 12 de plus »: the dice in order, a compounding die and its explosions as one."""
        treatment = pool.treatment or _UNTREATED
        if treatment.compound:
            rerolled = [[place] for place, die in enumerate(dice) if die.rerolled]
            groups = [
                [dice[place] for place in group] for group in sorted(units_of(treatment, dice) + rerolled)
            ]
        else:
            groups = [[die] for die in dice[: self.room]]
        words, left = [], len(dice)
        for group in groups:
            if len(group) > self.room:
                break
            words.append(_unit(treatment, group))
            self.room -= len(group)
            left -= len(group)
        if left:
            self.room = 0
            words.append(f"… {left} de plus")
        return ", ".join(words)


def _unit(treatment: Treatment, dice: list[Die]) -> str:
    """« 4 », « 6! » exploded, « 1→2 » bounded, « 5✓ » a success; « ~~3~~ » dropped, « ~~1~~↻ » rerolled."""
    first = dice[0]
    if len(dice) == 1:
        value = first.face
        faces = f"{_number(value)}!" if first.exploded else _number(value)
    else:
        value = sum([die.face for die in dice])
        faces = "+".join([f"{die.face}!" if die.exploded else str(die.face) for die in dice])
    if first.rerolled:
        return f"~~{faces}~~↻"
    worth = treatment.worth(value)
    if worth != value:
        faces += f"→{worth}"
    if not first.kept:
        return f"~~{faces}~~"
    return f"{faces}✓" if treatment.success and treatment.success.holds(worth) else faces


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"−{-value}"
