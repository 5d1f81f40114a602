"""Heroism as it is read."""

import re
from collections.abc import Iterable, Sequence

from bot.french import arrow, fitting, of, plural, shown, signed
from bot.replies import DESCRIPTION_LIMIT, Button, Reply, Tone
from bot.screens import attack, checks, corruption, health, horror, magic
from bot.screens.gauges import pips
from rules.acts import Act
from rules.attacks import AttackAct
from rules.changes import Add, Change, Counter, Put, Take
from rules.character import Character
from rules.corruption import CorruptionAct
from rules.destiny import Destiny
from rules.health import DeathSaveAct
from rules.heroism import (
    CheatDeath,
    MasterStroke,
    SecondWind,
    Spend,
)
from rules.heroism_points import HeroismCorrection, session_points
from rules.horror import HorrorAct
from rules.intuition import Intuition, IntuitionAnswer
from rules.rolls import CheckAct, RollAct

_STRUCK = re.compile(r"~~(.+?)~~")


def spent_line(act: Spend) -> str:
    """What is left; nothing of an NPC."""
    return "" if act.npc else f"Héroïsme {arrow(act.before, act.after)} {pips(act.after, act.before)}"


def master_stroke(act: MasterStroke, buttons: tuple[Button, ...] = ()) -> Reply:
    """HER-4: what the attack followed did to its target, or the declaration."""
    if act.damage is not None:
        return _reply(act, attack.damage_lines(act.damage), buttons)
    lines = (
        (f"⚔️ Dommages au maximum : **{act.maximum}** ← {shown(act.formula)}",)
        if act.maximum is not None
        else ("⚔️ Les dés de dommages de cette attaque valent leur maximum.",)
    )
    return _reply(act, lines)


def cheat_death(act: CheatDeath) -> Reply:
    return _reply(
        act,
        (
            "La sauvegarde contre la mort est réussie d’office.",
            "Inconscient, stabilisé."
            if act.npc
            else f"PV {arrow(act.hit_points, 0)} : inconscient, stabilisé.",
        ),
    )


def second_wind(act: SecondWind) -> Reply:
    bonus = f" {signed(act.constitution)[0]} {abs(act.constitution)} *(CON)*" if act.constitution else ""
    floor = " *(minimum)*" if act.die + act.constitution < 1 else ""
    return _reply(
        act,
        (
            "" if act.npc else f"🎲 1d{act.sides} : **{act.die}**{bonus} = **{act.healed}**{floor}",
            health.standing(*act.hit_points, act.maximum, npc=act.npc),
        ),
    )


def intuition(act: Intuition, buttons: tuple[Button, ...] = ()) -> Reply:
    return _reply(
        act, (f"❓ {shown(act.question)}", "*Le MdT répond par un bouton ; le point est réservé.*"), buttons
    )


def intuition_answer(act: IntuitionAnswer, *, npc: bool = False) -> Reply:
    left = "" if npc else f" Héroïsme {arrow(act.before, act.after)}"
    verdict = (
        "💡 Indice donné : le point est dépensé."
        if act.hint
        else f"Rien à apprendre : le point est rendu.{left}"
    )
    return Reply(
        title=f"Intuition {of(shown(act.name))}",
        lines=(f"❓ {shown(act.question)}", verdict),
        tone=Tone.HEROISM,
    )


def correction(act: HeroismCorrection) -> Reply:
    return Reply(
        title=f"Héroïsme {of(shown(act.name))}",
        lines=(f"{arrow(act.before, act.after)} {pips(act.after)}", "*Corrigé par le MdT.*"),
        tone=Tone.HEROISM,
    )


def destiny(act: Destiny, buttons: tuple[Button, ...] = ()) -> Reply:
    """Both dice stay visible: the first struck, what it had done taken back, then the second.

    Of an NPC before a horror, what all had seen of the first throw, and what they see of the second.
    """
    if act.first is None or act.second is None:
        return _reply(act, (f"🎲 1d20 : **{act.bare}**",))
    if act.npc and isinstance(act.first, HorrorAct) and isinstance(act.second, HorrorAct):
        before = act.first.effect.name if act.first.effect else "Réussite"
        return _reply(act, (f"Premier jet : ~~{before}~~", horror.seen_line(act.second)), buttons)
    lines = (*replaced_lines(act.first), f"Nouveau jet : {_die_line(act.second)}")
    return _reply(act, (*lines, *consequence_lines(act.second)), buttons)


def replaced_lines(first: Act) -> tuple[str, ...]:
    """A first throw struck, what it had done and is taken back, what stays of it."""
    die = f"Premier jet : {_die_line(first.rolled, struck=True)}"
    return (die, *withdrawn_lines(first.rolled), *magic.kept_lines(first))


def withdrawn_lines(act: Act) -> tuple[str, ...]:
    """What a first throw had done, and that is taken back."""
    if act.character_id is None:
        return ()
    words = [word for operation in act.change_of(act.character_id) if (word := _withdrawn(operation))]
    return (f"↩️ Retiré : {' · '.join(words)}",) if words else ()


def _withdrawn(operation: Change | object) -> str:
    match operation:
        case Put(element):
            return shown(element.text)
        case Take(element):
            return f"retour : {shown(element.text)}"
        case Add(Counter.MADNESS, amount):
            return f"folie {signed(-amount)}"
        case Add(Counter.CORRUPTION, amount):
            return f"corruption {signed(-amount)}"
        case Add(Counter.WISDOM_LOST, amount):
            return f"SAG {signed(amount)}"
        case Add(Counter.WOUNDS, amount):
            return f"PV {signed(amount)}"
    return ""


def _die_line(act: Act, *, struck: bool = False) -> str:
    """The d20 of a roll that HER-5 follows."""
    match act:
        case CheckAct() | HorrorAct() | CorruptionAct() | DeathSaveAct():
            return checks.check_line(act.check, struck=struck)
        case AttackAct():
            return attack.attack_line(act, struck=struck)
        case RollAct():
            line = checks.roll_lines(act)[0]
            if not struck:
                return line
            # All is struck: a die that did not count is told by brackets instead.
            return "~~" + _STRUCK.sub(r"(\1)", line.replace("**", "")) + "~~"
    raise TypeError(f"{type(act).__name__} is not made of one d20")


def consequence_lines(act: Act) -> tuple[str, ...]:
    """What a throw brought, beyond its die."""
    match act:
        case HorrorAct():
            return horror.consequence_lines(act)
        case CorruptionAct():
            return corruption.consequence_lines(act)
        case DeathSaveAct():
            return health.consequence_lines(act)
    return ()


def _reply(act: Spend, lines: Iterable[str], buttons: tuple[Button, ...] = ()) -> Reply:
    return Reply(
        title=f"✨ {shown(act.name)} — {act.use.label}",
        lines=(*lines, spent_line(act)),
        tone=Tone.HEROISM,
        buttons=buttons,
    )


def points(characters: Sequence[Character]) -> Reply:
    """Who has how many; an NPC's are the game master's to know."""
    lines = [
        f"{pips(one.heroism, 0 if one.npc else session_points(one))} **{shown(one.name)}** — {plural(one.heroism, 'point')}"
        for one in characters
    ]
    return Reply(
        title="Points d’héroïsme",
        lines=fitting(lines, DESCRIPTION_LIMIT)
        or ("Aucun personnage en jeu : `/personnage creer` en crée un.",),
        tone=Tone.HEROISM,
        secret=any(one.npc for one in characters),
    )
