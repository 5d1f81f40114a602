"""Attacks and their damage as they are read."""

from bot.french import MINUS, NBSP, arrow, listed, number, plural, shown, signed
from bot.replies import Button, Reply, Tone
from bot.screens.checks import thrown
from bot.screens.gauges import bar
from rules.armour import format_armour_class
from rules.attack import thac0
from rules.attacks import AttackAct, DamageAct
from rules.character import LOWEST_HIT_POINTS
from rules.damage import Damage, Struck
from rules.dice import format_roll, parse

BAR = 5  # segments: a phone shows a name and its bar on one line
MOST_DICE = 12  # damage dice written out


def attack(act: AttackAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """An attack: the die first, then what it is made of."""
    whom = f" attaque {shown(act.target_name)}" if act.target_name else " attaque"
    return Reply(
        title=f"{'🏹' if act.distance else '⚔️'} {shown(act.name)}{whom}",
        lines=(attack_line(act), means_line(act)),
        tone=Tone.SUCCESS if act.hit else Tone.FAILURE,
        buttons=buttons,
    )


def attack_line(act: AttackAct, *, struck: bool = False) -> str:
    """« 🎲 14 + 3 (attaque) + 2 (FOR) = 19 contre CA 5 [14] → Touché ».

    A monster's armour class is the game master's to know: the one that the total reaches is told instead.
    """
    check = act.check
    reached = (
        f" contre CA {format_armour_class(check.target)}{_armour(act)}"
        if act.known_armour_class
        else f", touche jusqu’à CA {format_armour_class(check.total)}"
    )
    line = f"🎲 {thrown(check)}{reached} →{NBSP}{_outcome(act)}"
    return f"~~{line.replace('**', '')}~~" if struck else line


def _armour(act: AttackAct) -> str:
    """« (dont +1 Cotte fine) »: what items give to the armour class."""
    given = listed(f"{signed(one.value)} {shown(one.reason)}" for one in act.armour)
    return f" *(dont {given})*" if given else ""


def _outcome(act: AttackAct) -> str:
    if act.masterful:
        return "✅ **Touché** *(20 naturel : coup de maître)*"
    if act.check.die == 1:
        return "❌ **Manqué** *(1 naturel)*"
    return "✅ **Touché**" if act.hit else "❌ **Manqué**"


def means_line(act: AttackAct) -> str:
    """« épée longue · TAC0 16 »."""
    return f"*{shown(act.weapon) + ' · ' if act.weapon else ''}TAC0 {_plain(thac0(act.bonus))}*"


def damage(act: DamageAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """The damage of an attack, and what it leaves of the target."""
    return Reply(
        title=f"💥 {shown(act.name)} — {plural(act.damage.total, 'dommage')}",
        lines=damage_lines(act.damage),
        tone=Tone.FAILURE if act.damage.struck and act.damage.struck.dying else Tone.NEUTRAL,
        buttons=buttons,
    )


def damage_lines(blow: Damage) -> tuple[str, ...]:
    """« 🎲 7 ← 1d8 [5] + 2 (FOR) », then the target's hit points old → new."""
    dice = parse(blow.roll.expression).notation if blow.maximised else format_roll(blow.roll, MOST_DICE)
    parts = [f"{dice} *(dés au maximum)*" if blow.maximised else dice]
    parts += [
        f"{'+' if one.value > 0 else MINUS} {abs(one.value)} *({one.reason})*" for one in blow.modifiers
    ]
    least = " *(minimum)*" if blow.roll.total + sum(one.value for one in blow.modifiers) < 1 else ""
    line = f"🎲 **{number(blow.total)}** ← {' '.join(parts)}{least}"
    return (line, *(struck_lines(blow.struck) if blow.struck else ()))


def struck_lines(struck: Struck) -> tuple[str, ...]:
    """What a blow leaves: figures for a player character, a bar for an NPC."""
    name = f"🩸 **{shown(struck.name)}** :"
    if struck.before == struck.after == LOWEST_HIT_POINTS:
        return (f"{name} déjà au plus bas.",)
    then, now = (bar(points, struck.maximum, BAR) for points in (struck.before, struck.after))
    if struck.npc:
        line = f"{name} {then} → {now} *({condition(struck.after, struck.maximum)})*"
    else:
        line = f"{name} PV {arrow(struck.before, struck.after)} / {struck.maximum} {now}"
    return (line, f"☠️ **{shown(struck.name)} est mourant.**") if struck.dying else (line,)


def condition(now: int, maximum: int) -> str:
    """How one looks, without a figure."""
    if now >= maximum:
        return "indemne"
    if now <= 0:
        return "à terre"
    if 2 * now > maximum:
        return "blessé"
    return "mal en point" if 4 * now > maximum else "à bout"


def _plain(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else str(value)
