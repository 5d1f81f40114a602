"""What is seen before it is read: hit points as a bar, heroism as pips."""

BAR = 10  # segments of a sheet's bar
MOST_PIPS = 10


def bar(now: int, maximum: int, size: int = BAR) -> str:
    """Hit points at a glance: full only when all are there, empty only when none is."""
    filled = max(0, min(size, now * size // maximum))
    if now > 0:
        filled = max(1, filled)
    return "▰" * filled + "▱" * (size - filled)


def pips(points: int, of_session: int = 0) -> str:
    """« ●●○ »: points left, then those that the session gave and that are gone."""
    if points > MOST_PIPS:
        return f"● × {points}"
    return "●" * points + "○" * max(0, min(of_session, MOST_PIPS) - points) or "○"
