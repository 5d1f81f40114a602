"""Corruption as it is read."""

from bot.french import arrow, listed, of, plural, shown
from bot.replies import Button, Reply, Tone
from bot.screens.checks import check_line, tone
from rules.character import CORRUPTION_PER_STAGE, Character, ElementKind
from rules.corruption import (
    AlterationRoll,
    CorruptionAct,
    CorruptionChange,
    CorruptionCorrection,
    Occasion,
    StageReached,
    stage_malus,
)

OCCASIONS = {Occasion.LEARNING: "apprend", Occasion.CASTING: "lance"}


def corruption(act: CorruptionAct, buttons: tuple[Button, ...] = ()) -> Reply:
    """A check against corruption, and all that follows."""
    return Reply(
        title=f"🐍 {shown(act.name)} {OCCASIONS[act.occasion]} un sort de niveau {act.spell_level}",
        lines=(check_line(act.check), *consequence_lines(act)),
        tone=tone(act.check),
        buttons=buttons,
    )


def consequence_lines(act: CorruptionAct) -> tuple[str, ...]:
    return change_lines(act.corruption) if act.corruption else ()


def correction(act: CorruptionCorrection, buttons: tuple[Button, ...] = ()) -> Reply:
    """Points given or taken by the game master."""
    return Reply(
        title=f"Corruption {of(shown(act.name))}",
        lines=(*change_lines(act.corruption), "*Corrigée par le MdT.*"),
        tone=Tone.CORRUPTION,
        buttons=buttons,
    )


def change_lines(change: CorruptionChange) -> tuple[str, ...]:
    """Points old → new, then each stage that strikes."""
    lines = [f"🐍 Corruption {arrow(change.before, change.after)}"]
    for reached in change.stages:
        lines += stage_lines(reached)
    return tuple(lines)


def stage_lines(reached: StageReached) -> list[str]:
    lines = [f"⚠️ **Palier {reached.stage}** : {_alteration(reached.alteration)}"]
    if reached.wisdom:
        lines.append(f"📉 SAG {arrow(*reached.wisdom)}")
    if reached.rolls_due:
        lines.append(
            f"⏳ La folie pèse plus lourd : {plural(reached.rolls_due, 'jet')} de Folie en attente du MdT"
        )
    if reached.consumed:
        lines.append("☠️ **Consumé** : le personnage passe aux mains du MdT.")
    return lines


def _alteration(roll: AlterationRoll) -> str:
    if roll.number is None:
        return "toutes les altérations sont déjà subies, le MdT choisit."
    again = f", après {listed(map(str, roll.repeated[:5]))} déjà subi" if roll.repeated else ""
    return f"{roll.text} *(1d20 : {roll.number}{again})*"


def state(character: Character, *, cumulative: bool) -> Reply:
    """Points, stage, malus, alterations."""
    malus = stage_malus(character.stage, cumulative=cumulative)
    following = (character.stage + 1) * CORRUPTION_PER_STAGE
    alterations = [f"• {shown(element.text)}" for element in character.of_kind(ElementKind.ALTERATION)]
    return Reply(
        title=f"Corruption {of(shown(character.name))}",
        lines=(
            f"🐍 **{plural(character.corruption, 'point')}** · palier {character.stage} · malus {malus}",
            f"Prochain palier : **{following}**",
            *(alterations or ["Aucune altération."]),
        ),
        tone=Tone.CORRUPTION,
        secret=character.npc,
    )
