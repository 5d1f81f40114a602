"""The buttons and menus of a combat; each carries in its identifier what its press needs."""

from collections.abc import Iterable, Sized
from typing import Any

import discord

from bot.french import shortened
from bot.replies import LABEL_LIMIT, MOST_CHOICES, Button
from rules.campaign import Campaign, Combat
from rules.character import Character
from rules.combat import CombatAct
from rules.heroism import Use

COMBAT = "combat"
ATTACK = "attaquer"
HEROISM = "heroisme"
SHOW_ALL = "toutvoir"
TARGET = "cible"
AGAIN = "encore"
ATTACKER = "attaquant"
HERO = "heros"
USE = "usage"

PRIMARY, DANGER = discord.ButtonStyle.primary, discord.ButtonStyle.danger


def _button(
    label: str,
    custom_id: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button:
    return discord.ui.Button(label=label, custom_id=custom_id, style=style, emoji=emoji)


def card_buttons(campaign: Campaign) -> tuple[Button, ...]:
    """What the card carries while its combat is open."""
    if campaign.combat is None:
        return ()
    *gestures, close = _gestures(campaign.combat)
    show_all = _button("Tout voir", f"{SHOW_ALL}:{campaign.combat.number}", "👁️")
    return (*gestures, show_all, close)


def round_buttons(act: CombatAct) -> tuple[Button, ...]:
    """What the message of a round carries: the same gestures, nearer to the thumb than the card."""
    return _gestures(Combat(act.number, act.round))


def _gestures(combat: Combat) -> tuple[Button, ...]:
    start = f"{COMBAT}:{combat.number}:{combat.round}"
    return (
        _button("Attaquer", f"{ATTACK}:{combat.number}", "⚔️", DANGER),
        _button("Round suivant", f"{start}:suivant", "⏩", PRIMARY),
        _button("Héroïsme", f"{HEROISM}:{combat.number}", "✨"),
        _button("Fermer", f"{start}:fermer", "🏁"),
    )


def again(combat: Combat, attacker: Character, blows: int) -> tuple[Button, ...]:
    """For a character that has already attacked in this round."""
    custom_id = f"{AGAIN}:{combat.number}:{combat.round}:{attacker.id}:{blows}"
    return (_button("Attaquer encore", custom_id, "⚔️", DANGER),)


def left_out(choices: Sized) -> int:
    """How many a menu of these does not hold."""
    return max(0, len(choices) - MOST_CHOICES)


def targets(
    combat: Combat, attacker: Character, blows: int, choices: Iterable[Character]
) -> tuple[Button, ...]:
    """The menu of those whom the character may attack."""
    custom_id = f"{TARGET}:{combat.number}:{combat.round}:{attacker.id}:{blows}"
    return _menu(custom_id, "Qui attaquer ?", [(one.name, str(one.id)) for one in choices])


def attackers(combat: Combat, choices: Iterable[tuple[Character, int]]) -> tuple[Button, ...]:
    """The menu of the NPCs that have all attacked: each with its blows of this round."""
    options = [(one.name, f"{one.id}:{blows}") for one, blows in choices]
    return _menu(f"{ATTACKER}:{combat.number}:{combat.round}", "Qui attaque encore ?", options)


def heroes(combat: Combat, choices: Iterable[Character]) -> tuple[Button, ...]:
    """The menu of the NPCs that have points of heroism."""
    options = [(one.name, str(one.id)) for one in choices]
    return _menu(f"{HERO}:{combat.number}", "L’héroïsme de qui ?", options)


def _menu(custom_id: str, placeholder: str, options: list[tuple[str, str]]) -> tuple[Button, ...]:
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=custom_id,
        placeholder=placeholder,
        options=[
            discord.SelectOption(label=shortened(label, LABEL_LIMIT), value=value)
            for label, value in options[:MOST_CHOICES]
        ],
    )
    return (menu,)


def use(character: Character, spend: Use) -> Button:
    """A use of heroism that needs nothing but the character."""
    emoji = {Use.SECOND_WIND: "💨", Use.INTUITION: "💡"}[spend]
    return _button(spend.label, f"{USE}:{character.id}:{spend}", emoji, PRIMARY)
