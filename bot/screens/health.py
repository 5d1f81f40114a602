"""Wounds, healing and death as they are read."""

from bot.french import arrow, plural, shown
from bot.replies import Button, Reply, Tone
from bot.screens.checks import check_line, tone
from rules.health import DeathSaveAct, HitPointsAct


def hit_points(act: HitPointsAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """Hit points lost or regained."""
    lost = act.asked < 0
    lines = [f"PV {arrow(act.before, act.after)} / {act.maximum}"]
    if act.dying:
        lines.append("☠️ **Mourant** : sauvegarde contre la mort.")
    if act.awake:
        lines.append("Reprend ses esprits.")
    verb = "perd" if lost else "regagne"
    return Reply(
        title=f"{'🩸' if lost else '💚'} {shown(act.name)} {verb} {plural(abs(act.asked), 'PV', 'PV')}",
        lines=tuple(lines),
        tone=Tone.FAILURE if lost else Tone.SUCCESS,
        buttons=buttons,
    )


def death_save(act: DeathSaveAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """A dying character's save."""
    return Reply(
        title=f"☠️ {shown(act.name)} — sauvegarde contre la mort",
        lines=(check_line(act.check), *consequence_lines(act)),
        tone=tone(act.check),
        buttons=buttons,
    )


def consequence_lines(act: DeathSaveAct) -> tuple[str, ...]:
    if not act.check.success:
        return ("🪦 **Mort.**",)
    return (f"PV {arrow(act.before, 0)} : inconscient, stabilisé.",)
