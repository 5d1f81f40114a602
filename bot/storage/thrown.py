"""The dice of a writing transaction: remembered as they are thrown, until their act is written."""

from sqlalchemy.ext.asyncio import AsyncConnection

from rules.dice import Dice
from rules.dice.seeded import SeededDice

_KEY = "thrown"


class Thrown:
    """A source that remembers its faces. ``session_id``: the session whose seed gives them, if one does.

    What is thrown in ``secret`` is forgotten: no account of dice may betray it.
    """

    def __init__(self, source: Dice, *, session_id: int | None = None, secret: bool = False) -> None:
        self.session_id = session_id
        self.secret = secret
        self.faces: list[tuple[int, int]] = []
        self._source = source
        self.first = self.counter

    @property
    def counter(self) -> int:
        """The next counter of the seed."""
        return self._source.counter if isinstance(self._source, SeededDice) else 0

    def roll(self, sides: int) -> int:
        """One face, from 1 to ``sides``."""
        face = self._source.roll(sides)
        if not self.secret:
            self.faces.append((sides, face))
        return face

    def written(self) -> None:
        """The act of these dice is in the journal: what comes next is another act's."""
        self.faces.clear()
        self.first = self.counter


class Untold(RuntimeError):
    """Dice of the session's seed would be thrown for no act that the table sees: a mistake of this program."""


def held(connection: AsyncConnection) -> Thrown | None:
    """The dice of this transaction, if it has any."""
    found: Thrown | None = connection.info.get(_KEY)
    return found


def hold(connection: AsyncConnection, thrown: Thrown) -> Thrown:
    """Makes these the dice of the transaction. Raises :class:`Untold` when others wait for their act."""
    verify(connection)
    connection.info[_KEY] = thrown
    return thrown


def release(connection: AsyncConnection) -> None:
    """A transaction begins, or ends: it has no dice."""
    connection.info.pop(_KEY, None)


def verify(connection: AsyncConnection) -> None:
    """Raises :class:`Untold` when dice of a seed were thrown and no act has them: their counters would serve again."""
    thrown = held(connection)
    if thrown is not None and thrown.session_id is not None and thrown.faces:
        raise Untold(f"{len(thrown.faces)} dice of session {thrown.session_id} belong to no act")
