"""Horror and madness as they are read."""

from collections.abc import Iterable

from bot.french import NBSP, arrow, of, plural, shown, signed
from bot.replies import Button, Reply
from bot.screens.checks import check_line, tone
from rules.character import Character, Element, ElementKind
from rules.horror import HorrorAct, HorrorEffect
from rules.horror_tables import HORROR, DurationUnit
from rules.madness import DueRollsAct, ElementAct, MadnessAct, TroubleRoll, next_threshold

UNITS = {DurationUnit.ROUND: "round", DurationUnit.TURN: "tour", DurationUnit.HOUR: "heure"}


def horror(
    act: HorrorAct, buttons: tuple[Button, ...] = (), *, secret: bool = False, figures: bool = True
) -> Reply:
    """A horror save and all that follows, in one message; without ``figures``, what all see of an NPC."""
    told = (check_line(act.check), *consequence_lines(act)) if figures else (seen_line(act),)
    return Reply(
        title=f"{'😨' if act.effect else '😶'} {shown(act.name)} — horreur {act.situation}",
        lines=told,
        tone=tone(act.check),
        buttons=buttons,
        secret=secret,
    )


def seen_line(act: HorrorAct) -> str:
    """What is seen of an NPC: neither die, nor target, nor madness."""
    return effect_line(act.effect, figures=False) if act.effect else f"✅{NBSP}**Réussite**"


def consequence_lines(act: HorrorAct) -> tuple[str, ...]:
    """The effect, the madness points, the Folie rolls."""
    if act.effect is None:
        return ()
    lines = [effect_line(act.effect)]
    if act.madness is None:
        return (*lines, "*Sans SAG, la folie n’est pas comptée.*")
    bonus = act.points - (act.points_die or 0)
    sides, _ = act.situation.madness
    thrown = f"1d{sides} : {act.points_die}{f' + {bonus}' if bonus else ''}"
    extra = f", {signed(act.extra)} du MdT" if act.extra else ""
    lines.append(
        f"🌀 Folie {arrow(act.madness.before, act.madness.after)} / SAG {act.madness.wisdom} *({thrown}{extra})*"
    )
    lines += trouble_lines(act.madness.rolls)
    return tuple(lines)


def effect_line(effect: HorrorEffect, *, figures: bool = True) -> str:
    """« Paralysie, 4 rounds (d10 : 1) »; its name and what it does alone, without ``figures``."""
    if not figures:
        return f"💥 **{effect.name}**\n{HORROR[effect.die].line}"
    line = f"💥 **{effect.name}**, {lasting(effect)} *(1d10 : {effect.die})*\n{HORROR[effect.die].line}"
    if effect.temporary_trouble:
        face, name = effect.temporary_trouble
        line += f"\n↳ le temps de l’effet : **{name}** *(1d10 : {face})*"
    return line


def lasting(effect: HorrorEffect) -> str:
    """« 4 rounds », or that the game master says how long."""
    if effect.amount is None or effect.unit is None:
        return "durée au choix du MdT"
    return plural(effect.amount, UNITS[effect.unit])


def trouble_lines(rolls: Iterable[TroubleRoll]) -> list[str]:
    """One line a Folie roll."""
    return [
        f"🧠 Trouble : **{roll.name}**{', déjà subi' if roll.repeated else ''} *(1d10 : {roll.die})*"
        for roll in rolls
    ]


def madness(act: MadnessAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """Points given or taken by the game master."""
    lines = [
        f"🌀 Folie {arrow(act.gain.before, act.gain.after)} / SAG {act.gain.wisdom}",
        *trouble_lines(act.gain.rolls),
    ]
    if act.surplus:
        names = " · ".join(shown(element.text) for element in act.surplus)
        them = "les" if len(act.surplus) > 1 else "le"
        lines.append(f"*Les points n’expliquent plus : {names}. Le MdT peut {them} retirer.*")
    return Reply(
        title=f"Folie {of(shown(act.name))}",
        lines=tuple(lines),
        buttons=buttons,
    )


def dues(character: Character, count: int, buttons: tuple[Button, ...]) -> Reply:
    """The rolls that wait, and the two ways out."""
    return Reply(
        title=f"Folie {of(shown(character.name))} — jets en attente",
        lines=(f"⏳ {plural(count, 'jet')} de Folie, depuis que la SAG a baissé.",),
        buttons=buttons,
        secret=True,
    )


def due_rolls(act: DueRollsAct) -> Reply:
    """The owed rolls, thrown or given up."""
    lines = (
        trouble_lines(act.rolls)
        if act.rolls
        else [f"Le MdT renonce à {plural(act.dropped, 'jet')} de Folie."]
    )
    return Reply(title=f"Folie {of(shown(act.name))} — jets en attente", lines=tuple(lines))


def element_changed(act: ElementAct, what: str, *, secret: bool = False) -> Reply:
    """A trouble, alteration or state added, removed or made precise."""
    if act.removed:
        line = f"Retiré : ~~{shown(act.element.text)}~~"
    elif act.before is not None:
        line = arrow(shown(act.before.text), shown(act.element.text))
    else:
        line = f"Ajouté : **{shown(act.element.text)}**"
    return Reply(title=f"{what} {of(shown(act.name))}", lines=(line,), secret=secret or act.element.secret)


def state(character: Character, clock: int) -> Reply:
    """Madness, troubles, the next threshold."""
    threshold = next_threshold(character)
    lines = ["*Sans SAG, la folie n’est pas comptée.*"]
    if threshold is not None:
        lines = [f"🌀 **{character.madness}** / SAG {character.wisdom} · prochain seuil : **{threshold}**"]
    dues = len(list(character.of_kind(ElementKind.MADNESS_DUE)))
    if dues:
        lines.append(f"⏳ {plural(dues, 'jet')} de Folie en attente du MdT (`/horreur jets`)")
    troubles = [f"🧠 {shown(trouble.text)}" for trouble in character.of_kind(ElementKind.TROUBLE)]
    effects = [state_line(element, clock) for element in character.public_states(clock)]
    return Reply(
        title=f"Folie {of(shown(character.name))}",
        lines=(*lines, *(troubles or ["Aucun trouble."]), *effects),
        secret=character.npc,
    )


def state_line(element: Element, clock: int) -> str:
    """A state, and how long it still lasts."""
    return f"💥 {shown(element.text)}{remaining(element, clock)}"


def remaining(element: Element, clock: int) -> str:
    """« , encore 3 rounds »; nothing for a state without end."""
    if element.ends_at is None:
        return ""
    left = element.ends_at - clock
    if element.in_rounds:
        return f", encore {plural(-(-left // 10), 'round')}"
    if left < 3600:
        return f", encore {plural(-(-left // 60), 'minute')}"
    return f", encore {plural(-(-left // 3600), 'heure')}"
