"""What an act is accounted for with: in a line for the journal, at length for « Pourquoi ? »."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.french import NBSP, number
from bot.screens.checks import outcome, total_words, wanted, weighed
from rules.changes import Counter
from rules.checks import Check

Reached = Mapping[tuple[int, Counter], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An act explained. ``what`` and ``came`` are plain words: what it was, what came of it.

    ``rules``: the identifiers applied; ``further``: those that tell by themselves what came of it.
    ``dice``: every die, modifier and threshold, as the table may read them; ``mastered``: what the game master
    alone reads beside. ``reached``: counters whose new value the act knows, by character. ``seen``: the table
    saw its dice even when it is an NPC's.
    """

    what: str
    came: str = ""
    rules: tuple[str, ...] = ()
    further: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    mastered: tuple[str, ...] = ()
    reached: Reached = field(default_factory=dict)
    seen: bool = False

    @property
    def line(self) -> str:
        """« horreur insoutenable : échec, folie 2 → 5 », without markdown."""
        return f"{self.what} : {self.came}" if self.came else self.what


def check_lines(check: Check, threshold: str, *, sides: int = 20) -> tuple[str, ...]:
    """The die, each modifier on its own line, what was wanted and why, the chance there was."""
    lines = [f"🎲 1d{sides} : **{check.die}**"]
    lines += [f"• {weight} : {reason}" for weight, reason in weighed(check)]
    lines.append(f"= **{total_words(check)}**, il fallait **{wanted(check)}** *({threshold})*")
    lines.append(f"→{NBSP}{outcome(check)}{chance(check) if sides == 20 else ''}")
    return tuple(lines)


def chance(check: Check) -> str:
    """« , qui avait 45 % de chances »: every chance of a d20 is a whole number of them."""
    return f" *(une réussite avait {int(check.chance * 100)} % de chances)*"


def judged(check: Check) -> str:
    return "réussite" if check.success else "échec"


def went(old: object, new: object) -> str:
    """« 2 → 5 », plain."""
    return " → ".join(number(value) if isinstance(value, int) else str(value) for value in (old, new))


def reaching(character_id: int | None, counter: Counter, value: int) -> Reached:
    """The value of one counter after an act of its character's."""
    return {} if character_id is None else {(character_id, counter): value}


def joined(*parts: str) -> str:
    """What is not empty, with commas."""
    return ", ".join(part for part in parts if part)
