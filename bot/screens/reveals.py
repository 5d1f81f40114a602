"""Hidden rolls as they are read: what their roller is told of one thrown blind, and what all see once shown."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.replies import Button, Reply
from bot.rows import Row
from bot.screens import attack, checks, corruption, health, heroism, horror, horror_group, magic
from rules.acts import Act
from rules.attacks import AttackAct, DamageAct
from rules.corruption import CorruptionAct, CorruptionCorrection
from rules.health import DeathSaveAct
from rules.heroism import MasterStroke
from rules.horror import HorrorAct, ordeal_of
from rules.madness import MadnessAct
from rules.rolls import CheckAct, RollAct
from rules.spellcraft import SpellCast, SpellLearnt
from rules.talents import SkillAct

# Every act that can be hidden, and the screen that shows it to all.
SCREENS: Mapping[type[Act], Callable[[Any], Reply]] = {
    RollAct: checks.free_roll,
    CheckAct: checks.check,
    SkillAct: checks.skill,
    HorrorAct: horror.horror,
    MadnessAct: horror.madness,
    CorruptionAct: corruption.corruption,
    CorruptionCorrection: corruption.correction,
    SpellLearnt: magic.learnt,
    SpellCast: magic.cast,
    DeathSaveAct: health.death_save,
    AttackAct: attack.attack,
    DamageAct: attack.damage,
    MasterStroke: heroism.master_stroke,
}
RECEIVED = Reply(
    title="🙈 Jet au MdT",
    lines=("Le jet est fait : le MdT seul en voit le résultat.",),
    secret=True,
    explained=False,
)
LOST = (
    "Le salon du MdT n’a pas pris ce jet. Il compte quand même : dites-le au MdT, qui le retrouve avec "
    "`/journal voir`."
)


def handed_over(reply: Reply, roller_id: int, channel_id: int | None) -> Reply:
    """A blind roll as the game master reads it: who threw it, and where."""
    where = f", dans <#{channel_id}>" if channel_id else ""
    return replace(reply, secret=False, lines=(*reply.lines, f"*🙈 Jet au MdT de <@{roller_id}>{where}.*"))


def revealed(act: Act, buttons: tuple[Button, ...], *, by_game_master: bool) -> Reply:
    """What all see of an act that was hidden."""
    who = "par le MdT" if by_game_master else "par qui l’a lancé"
    return _shown(SCREENS[type(act)](act), f"Jet secret, révélé {who}.", buttons)


def revealed_group(rows: Sequence[Row], buttons: tuple[Button, ...]) -> Reply:
    """What all see of a horror that the game master alone had seen several face."""
    first = next(row.act for row in rows if isinstance(row.act, HorrorAct))
    reply = horror_group.faced(ordeal_of(first), rows, (), secret=False)
    return _shown(reply, "Jets secrets, révélés par le MdT.", buttons)


def _shown(reply: Reply, footer: str, buttons: tuple[Button, ...]) -> Reply:
    return replace(reply, footer=footer, buttons=buttons, explained=False)
