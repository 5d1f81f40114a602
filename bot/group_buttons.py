"""The buttons of a message about several characters, and of a save that waits for its player."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.buttons import DESTINY, END_EFFECT, beside, rerollable
from bot.french import shortened, typeset
from bot.replies import CHOICE_LIMIT, LABEL_LIMIT, MOST_BUTTONS, MOST_CHOICES, Button
from bot.rows import Row
from rules.horror import HorrorAct

THROW_SAVE = "lancer"
THROW_ABSENT = "absents"
END_EFFECTS = "effets"

ODDS_ROOM = 32  # of a label, beside a name
MOST_OF_EACH = 18  # of five rows, the menu takes one, and two buttons more are for all
PRIMARY, SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary


def throw_save(act_id: int, name: str = "") -> Button:
    """« Lancer la sauvegarde »; among several, « Lancer : Hrafn »."""
    label = shortened(typeset(f"Lancer : {name}"), LABEL_LIMIT) if name else "Lancer la sauvegarde"
    return discord.ui.Button(label=label, custom_id=f"{THROW_SAVE}:{act_id}", style=PRIMARY, emoji="🎲")


def asked(group: int, rows: Iterable[Row]) -> tuple[Button, ...]:
    """One button a character whose save waits, and the game master's for those who are not there."""
    waiting = [throw_save(row.act_id, row.name) for row in rows if row.act]
    if not waiting:
        return ()
    absent: Button = discord.ui.Button(
        label="Lancer pour les absents", custom_id=f"{THROW_ABSENT}:{group}", emoji="👥"
    )
    return (*waiting[: MOST_BUTTONS - 2], absent)


def faced(group: int, rows: Iterable[Row], *, secret: bool = False) -> tuple[Button, ...]:
    """One « Destin héroïque » a character that may throw again, and the menu of the effects to end."""
    acted = [(row, row.act) for row in rows if isinstance(row.act, HorrorAct)]
    acted.sort(key=lambda one: one[1].check.success)  # those who failed first: it is they who will want it
    again = [_destiny(row, act) for row, act in acted if not secret and rerollable(row.scene, act)]
    effects = [
        (f"{END_EFFECT}:{row.act_id}", f"{row.name} : {act.effect.name}") for row, act in acted if act.effect
    ]
    return (*again[:MOST_OF_EACH], *_end_effects(group, effects))


def _destiny(row: Row, act: HorrorAct) -> Button:
    """« Destin héroïque : Hrafn », with the chance that the new throw passes."""
    name = shortened(row.name, LABEL_LIMIT - ODDS_ROOM)
    label = beside(typeset(f"Destin héroïque : {name}"), act.check.chance)
    style = SECONDARY if act.check.success else PRIMARY
    return discord.ui.Button(label=label, custom_id=f"{DESTINY}:{row.act_id}", style=style, emoji="✨")


def _end_effects(group: int, effects: list[tuple[str, str]]) -> tuple[Button, ...]:
    """The menu « Fin d’un effet… »; each choice is the identifier of the button that does the same."""
    if not effects:
        return ()
    options = [
        discord.SelectOption(label=shortened(typeset(label), CHOICE_LIMIT), value=value, emoji="🕊️")
        for value, label in effects[:MOST_CHOICES]
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=f"{END_EFFECTS}:{group}", placeholder="Fin d’un effet…", options=options
    )
    return (menu,)
