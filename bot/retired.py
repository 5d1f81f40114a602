"""Which buttons were already taken away from a message, for presses made at the same moment.

Each press brings its own copy of the message, with the buttons that the other one is taking away: sent back as it
is, it would show them again.
"""

from collections import OrderedDict

MOST_MESSAGES = 200  # of the latest pressed: the copies of two presses are seconds apart


class Retired:
    """What was taken away from the latest messages."""

    def __init__(self) -> None:
        self._starts: OrderedDict[int, set[str]] = OrderedDict()

    def add(self, message_id: int, starts: tuple[str, ...]) -> tuple[str, ...]:
        """Remembers what goes; all that went from this message so far."""
        gone = self._starts.setdefault(message_id, set())
        self._starts.move_to_end(message_id)
        gone.update(starts)
        while len(self._starts) > MOST_MESSAGES:
            self._starts.popitem(last=False)
        return tuple(gone)


def begins(identifier: str, starts: tuple[str, ...]) -> bool:
    """True for an identifier of one of these kinds, or one of these identifiers: « destin:1 » is not « destin:12 »."""
    return any(identifier == start or identifier.startswith(f"{start}:") for start in starts)
