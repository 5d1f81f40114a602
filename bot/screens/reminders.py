"""What to keep an eye on, in short lines that any reply may carry (:func:`bot.replies.warned`)."""

from collections.abc import Iterable

from bot.french import fitting, plural, shown
from rules.clock import lasting
from rules.reminders import Held, Near, Threshold, Watched

ROOM = 700  # characters
HEADING = "👁️ **À surveiller**"


def near_line(one: Near, *, named: bool = True) -> str:
    """« ⚠️ Ahriman : encore 1 point avant le palier 3 »."""
    if one.threshold is Threshold.MADNESS:
        words = f"encore {plural(one.left, 'point')} de folie avant le seuil de {one.at}"
    else:
        words = f"encore {plural(one.left, 'point')} avant le palier {one.at}"
    return f"⚠️ {shown(one.name)} : {words}" if named else f"⚠️ {words.capitalize()}"


def near_lines(near: Iterable[Near], title: str = "") -> tuple[str, ...]:
    """What an act brought near, under a ``title`` that may name the character already."""
    return fitting(_near(near, title), ROOM)


def _near(near: Iterable[Near], title: str = "") -> list[str]:
    return [near_line(one, named=shown(one.name) not in title) for one in near]


def held_lines(held: Iterable[Held]) -> tuple[str, ...]:
    """« 🕯️ Ahriman : ses sorts en réserve l’épuisent dans 4 h »."""
    return fitting(_held(held), ROOM)


def _held(held: Iterable[Held]) -> list[str]:
    return [f"🕯️ {shown(one.name)} : ses sorts en réserve l’épuisent {_when(one.left)}" for one in held]


def _when(left: int) -> str:
    return f"dans **{lasting(left)}**" if left else "**dès que le temps passe**"


def watched_lines(watched: Watched) -> tuple[str, ...]:
    """The block of a session's opening; nothing when there is nothing to watch."""
    lines = fitting([*_near(watched.near), *_held(watched.held)], ROOM)
    return (HEADING, *lines) if lines else ()


def unheard_line(title: str, start: int) -> str:
    """An event about to open a session whose announcement nobody chose a channel for; ``start``: Unix seconds."""
    return f"📅 « {shown(title)} » commence <t:{start}:R>, et aucun salon d’annonces n’est choisi."


def unheard_lines(title: str, start: int, events: str) -> tuple[str, ...]:
    """The reminder of it, and what to do; ``events``: those followed, which the command asks for again."""
    return (
        unheard_line(title, start),
        f"Pour en choisir un : `/seance suivre evenements:{events.replace('`', '')} salon:…`",
        "*Sans cela, la séance s’annoncera dans le salon système, ou le premier où le bot peut écrire.*",
    )
