"""Checks as they are read: what was thrown, each modifier with its reason, the target, the outcome."""

from collections.abc import Container, Iterator

from bot.french import MINUS, NBSP, number, plural, shortened, shown
from bot.replies import Button, Reply, Tone
from rules.checks import Check, Direction
from rules.dice import Roll, format_roll, parse
from rules.rolls import CheckAct, RollAct
from rules.talents import SkillAct

ROOM = 2_900  # characters for the throws of a message: the comments and Discord's limit (4,096) leave more
DICE_SHOWN = (60, 30, 15, 6)  # how many dice to write out, the first that fits
TITLE_FORMULA = 120
REASON = 60  # characters of a modifier's reason, which a game master may have written


def check_line(check: Check, *, struck: bool = False) -> str:
    """« 🎲 9 − 2 (situation) = 7, il fallait 12 ou plus → ❌ Échec »."""
    line = f"🎲 {thrown(check)}, il fallait {wanted(check)} →{NBSP}{outcome(check)}"
    return f"~~{line.replace('**', '')}~~" if struck else line


def foreseen_line(check: Check) -> str:
    """« 🎲 1d20 − 2 (situation), il faut 12 ou plus »: a check whose die is not thrown."""
    naturals = " *(1 et 20 naturels décident)*" if check.naturals else ""
    return f"🎲 {to_throw(check)}{naturals}"


def to_throw(check: Check, unsaid: Container[str] = ()) -> str:
    """« 1d20 − 2 (situation), il faut 12 ou plus »: a check whose die is not thrown yet."""
    return f"{' '.join(('1d20', *modifier_words(check, unsaid)))}, il faut **{wanted(check)}**"


def wanted(check: Check) -> str:
    """« 12 ou plus »."""
    return f"{check.target}{NBSP}ou{NBSP}{'moins' if check.direction is Direction.UNDER else 'plus'}"


def modifier_words(check: Check, unsaid: Container[str] = ()) -> Iterator[str]:
    """« − 2 (situation) » for each modifier. ``unsaid``: the reasons already told elsewhere, once for several checks."""
    for one, (weight, reason) in zip(check.modifiers, weighed(check), strict=True):
        yield weight if one.reason in unsaid else f"{weight} *({reason})*"


def weighed(check: Check) -> list[tuple[str, str]]:
    """Each modifier as the die bears it, « − 2 », and its reason: a malus is added to an ability's die (JET-1)."""
    sign = -1 if check.direction is Direction.UNDER else 1
    return [
        (
            f"{'+' if sign * modifier.value > 0 else MINUS} {abs(modifier.value)}",
            shown(shortened(modifier.reason, REASON)),
        )
        for modifier in check.modifiers
    ]


def thrown(check: Check, unsaid: Container[str] = ()) -> str:
    """« 9 − 2 (situation) = 7 »: the face, each modifier with its reason, the total."""
    total = f" = **{total_words(check)}**" if check.modifiers else ""
    return " ".join((f"**{check.die}**", *modifier_words(check, unsaid))) + total


def total_words(check: Check) -> str:
    return f"{MINUS}{-check.total}" if check.total < 0 else str(check.total)


def outcome(check: Check) -> str:
    """Passed or failed, at a glance; and the automatism that decided, if one did (JET-4)."""
    words = f"✅{NBSP}**Réussite**" if check.success else f"❌{NBSP}**Échec**"
    return f"{words} *({check.die} naturel)*" if check.naturals and check.die in (1, 20) else words


def tone(check: Check) -> Tone:
    return Tone.SUCCESS if check.success else Tone.FAILURE


def check_title(act: CheckAct) -> str:
    """« Fafhrd — jet de FOR »."""
    kind = "jet de" if act.check.direction is Direction.UNDER else "sauvegarde :"
    return f"{shown(act.name)} — {kind} {act.check.label}"


def check(act: CheckAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """An ability check or a save."""
    return Reply(
        title=check_title(act),
        lines=(check_line(act.check),),
        tone=tone(act.check),
        buttons=buttons,
    )


def skill(act: SkillAct) -> Reply:
    """A skill thrown on its die."""
    return Reply(
        title=f"{shown(act.name)} — {act.check.label.lower()} (1d{act.sides})",
        lines=(check_line(act.check), f"⚠️ Gêné : {act.hindered}." if act.hindered else ""),
        tone=tone(act.check),
    )


def free_roll(act: RollAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """`/lancer`: the formula, what was said of it, then each throw."""
    formula = shortened(parse(act.rolls[0].expression).notation, TITLE_FORMULA)
    times = f", {len(act.rolls)} fois" if len(act.rolls) > 1 else ""
    return Reply(
        title=f"{shown(act.name)} — {formula}" if act.name else f"{formula}{times}",
        lines=(f"💬 {shown(act.comment)}" if act.comment else "", *roll_lines(act)),
        buttons=buttons,
    )


def roll_lines(act: RollAct) -> tuple[str, ...]:
    """Each throw: total first, then its dice, as many as a message can hold."""
    room = ROOM // len(act.rolls)
    lines = [roll_line(roll, room) for roll in act.rolls]
    if len(act.rolls) > 1 and len(act.rolls[0].totals) == 1:
        lines.append(
            f"Somme des {plural(len(act.rolls), 'jet')} : **{number(sum(roll.total for roll in act.rolls))}**"
        )
    return tuple(lines)


def roll_line(roll: Roll, room: int) -> str:
    """« 🎲 7 ← 2d6 [4, 2] + 1 » in ``room`` characters; the formula alone when its dice do not fit.

    Several expressions: « 🎲 7 · 3 ← 2d6 [5, 2] ; 1d4 [3] ».
    """
    start = f"🎲 {' · '.join(f'**{number(total)}**' for total in roll.totals)} ← "
    left = room - len(start)
    for most in DICE_SHOWN:
        dice = format_roll(roll, most)
        if len(dice) <= left:
            return start + dice
    return start + shortened(parse(roll.expression).notation, left)
