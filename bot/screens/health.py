"""Wounds, care, rest, states and death as they are read. An NPC's figures are the game master's secret."""

from bot.french import arrow, fitting, number, of, plural, shown
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.screens.checks import check_line, tone
from bot.screens.horror import remaining
from rules.bandage import BandageAct, Care, KitAct
from rules.dice import format_roll
from rules.health import DeathSaveAct, HitPointsAct
from rules.madness import ElementAct
from rules.rest import Rest, RestAct

ROOM = DESCRIPTION_LIMIT - 900


def hit_points(act: HitPointsAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """Hit points lost or regained."""
    lost = act.asked < 0
    lines = [standing(act.before, act.after, act.maximum, npc=act.npc)]
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


def standing(before: int, after: int, maximum: int, *, npc: bool) -> str:
    """« PV 33 → 26 / 33 »; of an NPC, how it looks: « blessé → mal en point »."""
    if not npc:
        return f"PV {arrow(before, after)} / {number(maximum)}"
    looked, looks = condition(before, maximum), condition(after, maximum)
    return f"Toujours **{looks}**" if looked == looks else arrow(looked, looks).capitalize()


def condition(now: int, maximum: int) -> str:
    """How somebody looks, by quarters of their hit points."""
    if now <= 0:
        return "à terre"
    if now >= maximum:
        return "indemne"
    words = ("à bout de forces", "mal en point", "blessé", "à peine touché")
    return words[now * len(words) // maximum]


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
    return ("Inconscient, stabilisé." if act.npc else f"PV {arrow(act.before, 0)} : inconscient, stabilisé.",)


def bandages(act: BandageAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """One care, or several done together."""
    one = act.cares[0] if len(act.cares) == 1 else None
    title = f"🩹 {shown(one.name)} panse ses blessures" if one else "🩹 On panse les blessures"
    lines = [line for care in act.cares for line in _care_lines(care, named=one is None)]
    return Reply(
        title=title, lines=(*fitting(lines, ROOM), "*En 5 min.*"), tone=Tone.SUCCESS, buttons=buttons
    )


def _care_lines(care: Care, *, named: bool) -> list[str]:
    lines = [_line(care, named=named)]
    if care.kit and not care.npc:
        lines.append(
            f"🧰 Trousse : {arrow(*care.kit)} {'utilisation' if care.kit[1] < 2 else 'utilisations'}"
        )
    return lines


def _line(one: Care | Rest, *, named: bool) -> str:
    """« **Fafhrd** PV 20 → 22 / 33 · reprend ses esprits »."""
    name = f"**{shown(one.name)}** " if named else ""
    awake = " · reprend ses esprits" if one.awake else ""
    return f"{name}{standing(one.before, one.after, one.maximum, npc=one.npc)}{awake}"


def kit(act: KitAct) -> Reply:
    """What is left of a kit."""
    return Reply(
        title=f"🧰 Trousse {of(shown(act.name))}", lines=(f"Utilisations : {arrow(act.before, act.after)}",)
    )


def rest(act: RestAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """A night, and what it gives; the table's formula and its dice."""
    lines = []
    for one in act.rests:
        lines.append(_line(one, named=act.character_id is None))
        if one.roll and not one.npc:
            lines.append(f"↳ 🎲 **{one.points}** ← {format_roll(one.roll)}")
    lines += [f"☀️ {shown(name)} ne se repose que dans le noir complet" for name in act.kept_awake]
    rule = f"*Règle de la table : {act.formula} par nuit.*" if act.formula else ""
    who = f"{shown(act.name)} se repose" if act.name else "On se repose"
    return Reply(
        title=f"🌙 {who} ({plural(act.hours, 'heure')})",
        lines=(*(fitting(lines, ROOM) or ("Personne n’avait de PV à reprendre.",)), rule),
        tone=Tone.SUCCESS,
        buttons=buttons,
    )


def state_changed(act: ElementAct, clock: int, buttons: tuple[Button, ...] = ()) -> Reply:
    """A state that the game master gives or lifts."""
    words = shown(act.element.text)
    line = f"🕊️ {words}, c’est fini" if act.removed else f"💥 **{words}**{remaining(act.element, clock)}"
    secret = act.element.secret  # given in secret, it goes in secret
    return Reply(title=f"État {of(shown(act.name))}", lines=(line,), buttons=buttons, secret=secret)
