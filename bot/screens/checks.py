"""Checks as they are read: what was thrown, each modifier with its reason, the target, the outcome."""

from bot.french import MINUS, plural, shown
from bot.replies import Reply, Tone
from rules.checks import Check, Direction
from rules.dice import format_roll
from rules.rolls import CheckAct, RollAct


def check_line(check: Check, *, struck: bool = False) -> str:
    """« 🎲 9 − 2 (situation) = 7, il fallait 12 ou plus → ❌ Échec »."""
    under = check.direction is Direction.UNDER
    parts = [f"**{check.die}**"]
    for modifier in check.modifiers:
        value = -modifier.value if under else modifier.value  # a malus is added to an ability's die (JET-1)
        parts.append(f"{'+' if value > 0 else MINUS} {abs(value)} *({modifier.reason})*")
    thrown = " ".join(parts)
    if check.modifiers:
        total = f"{MINUS}{-check.total}" if check.total < 0 else str(check.total)
        thrown += f" = **{total}**"
    wanted = f"{check.target} ou {'moins' if under else 'plus'}"
    line = f"🎲 {thrown}, il fallait {wanted} → {outcome(check)}"
    return f"~~{line.replace('**', '')}~~" if struck else line


def outcome(check: Check) -> str:
    """Passed or failed, at a glance."""
    return "✅ **Réussite**" if check.success else "❌ **Échec**"


def tone(check: Check) -> Tone:
    return Tone.SUCCESS if check.success else Tone.FAILURE


def check_title(act: CheckAct) -> str:
    """« Fafhrd — jet de FOR »."""
    kind = "jet de" if act.check.direction is Direction.UNDER else "sauvegarde :"
    return f"{shown(act.name)} — {kind} {act.check.label}"


def check_reply(act: CheckAct, *, secret: bool = False) -> Reply:
    """An ability check or a save."""
    return Reply(title=check_title(act), lines=(check_line(act.check),), tone=tone(act.check), secret=secret)


def roll_lines(act: RollAct) -> tuple[str, ...]:
    """Each throw: total first, then its dice."""
    lines = [f"🎲 **{roll.total}** ← {format_roll(roll)}" for roll in act.rolls]
    if len(act.rolls) > 1:
        lines.append(
            f"Somme des {plural(len(act.rolls), 'jet')} : **{sum(roll.total for roll in act.rolls)}**"
        )
    return tuple(lines)
