"""Buttons that outlive the process: each carries in its identifier all that its press needs.

The makers are here, so that any reply may carry any button; the presses are handled in the cogs.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import discord

from bot import errors
from bot.french import decimal, percent, shortened, typeset
from bot.replies import LABEL_LIMIT, MOST_BUTTONS, Button
from bot.retired import begins
from rules import bandage, clock, health, heroism
from rules.acts import Act
from rules.attacks import AttackAct
from rules.campaign import Campaign, Scene
from rules.changes import Put, apply
from rules.character import Character, Element, ElementKind
from rules.destiny import Destiny, can_reroll, public_chance
from rules.horror import HorrorAct
from rules.madness import surplus_troubles
from rules.refusals import Refusal
from rules.starts import Choice, SessionQuestion
from rules.stroke_odds import stroke

log = logging.getLogger(__name__)

DESTINY = "destin"
END_EFFECT = "effet"
DUE_ROLLS = "jets"
REMOVE_TROUBLE = "trouble"
INTUITION = "intuition"
DEATH_SAVE = "mort"
CHEAT_DEATH = "eviter"
SESSION = "seance"
DAMAGE = "dommages"
MASTER_STROKE = "maitre"
ACTIVATE = "activer"
BANDAGE = "panser"
ADVANCE = "avancer"
SUNLIGHT = "soleil"
REVEAL = "reveler"
ERASE = "effacer"
UNDO = "annuler"


class Stale(Refusal):
    """The button is about something that is no longer here."""

    def __init__(self) -> None:
        super().__init__("Ce bouton n’a plus d’objet.")


class Press(discord.ui.DynamicItem[discord.ui.Item[Any]], template=r"(?!)"):
    """The base of every button's and menu's handler: a press that fails is answered like a command that fails.

    A subclass gives its ``template``, whose groups become ``self.parts``, and :meth:`press`. One that succeeds
    is told to the listeners of ``on_press_completion``, as discord.py tells of a command.
    """

    def __init__(self, item: discord.ui.Item[Any], parts: dict[str, str]) -> None:
        super().__init__(item)
        self.parts = parts

    @property
    def values(self) -> list[str]:
        """What was chosen, in a menu."""
        return self.item.values if isinstance(self.item, discord.ui.Select) else []

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: Any, /) -> "Press":
        return cls(item, match.groupdict())

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            await self.press(interaction)
        except Exception as error:
            await errors.answer(interaction, error)
        else:
            interaction.client.dispatch("press_completion", interaction)

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """What the button does."""
        raise NotImplementedError


async def retire(interaction: discord.Interaction[Any], *starts: str) -> None:
    """Answers a press by taking away buttons and choices, of these kinds or identifiers; a reply then follows."""
    assert interaction.message is not None
    gone = interaction.client.retired.add(interaction.message.id, starts)
    view = discord.ui.View.from_message(interaction.message, timeout=None)
    for item in view.children:
        if isinstance(item, discord.ui.Select):
            item.options = [option for option in item.options if not begins(option.value, gone)]
        custom_id = item.custom_id or "" if isinstance(item, discord.ui.Button | discord.ui.Select) else ""
        if begins(custom_id, gone) or (isinstance(item, discord.ui.Select) and not item.options):
            view.remove_item(item)
    view.stop()  # nothing waits here for a press, as in `Reply.view`
    try:
        await interaction.response.edit_message(view=view if view.children else None)
    except discord.HTTPException as error:  # what was done must still be told
        log.warning("Boutons non retirés (%s) : interaction %s.", error.code or error.status, interaction.id)


def _button(
    label: str,
    custom_id: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
) -> Button:
    return discord.ui.Button(label=label, custom_id=custom_id, style=style, emoji=emoji)


def beside(label: str, chance: Fraction | None) -> str:
    """« Destin héroïque · 45 % »: a label with the chance that it works, where that may be told."""
    return label if chance is None else f"{label} · {typeset(percent(chance))}"


def destiny(act_id: int, chance: Fraction | None = None) -> Button:
    """``chance``: of the new throw, where those who see the button may know it (:mod:`rules.destiny`)."""
    label = beside("Destin héroïque", chance)
    style = discord.ButtonStyle.secondary if chance == 0 else discord.ButtonStyle.primary
    return _button(label, f"{DESTINY}:{act_id}", style, "✨")


def end_effect(act_id: int) -> Button:
    return _button("Fin de l’effet", f"{END_EFFECT}:{act_id}", emoji="🕊️")


def due_rolls(character_id: int) -> tuple[Button, ...]:
    return (
        _button("Lancer les jets de Folie", f"{DUE_ROLLS}:{character_id}:lancer", emoji="🧠"),
        _button("Y renoncer", f"{DUE_ROLLS}:{character_id}:renoncer"),
    )


def remove_trouble(character_id: int, trouble: Element) -> Button:
    label = shortened(f"Retirer : {trouble.text}", LABEL_LIMIT)
    return _button(label, f"{REMOVE_TROUBLE}:{character_id}:{trouble.uid}")


def intuition(act_id: int) -> tuple[Button, ...]:
    return (
        _button("Indice donné", f"{INTUITION}:{act_id}:indice", discord.ButtonStyle.success, "💡"),
        _button("Rien à apprendre", f"{INTUITION}:{act_id}:rien"),
    )


def activate(character: Character) -> tuple[Button, ...]:
    """Offered for a character that its player could make the active one, and has not."""
    if character.player_id is None or character.active or not character.playable:
        return ()
    return (_button("Jouer ce personnage", f"{ACTIVATE}:{character.id}", emoji="▶️"),)


def session_question(act_id: int, question: SessionQuestion) -> tuple[Button, ...]:
    """The answers to a question about a session."""
    labels = {
        Choice.OPEN: "Ouvrir une nouvelle séance",
        Choice.KEEP: "Garder la séance en cours",
        Choice.RESUME: "Reprendre la séance",
    }
    return tuple(
        _button(labels[choice], f"{SESSION}:{act_id}:{choice}", style)
        for choice, style in zip(
            question.choices, (discord.ButtonStyle.primary, discord.ButtonStyle.secondary), strict=True
        )
    )


def damage(act_id: int) -> Button:
    return _button("Dommages", f"{DAMAGE}:{act_id}", discord.ButtonStyle.danger, "🎲")


def master_stroke(act_id: int, character: Character, attack: AttackAct) -> Button:
    """« Coup de maître · 10 (moyenne 6,5) »; an NPC's damage is not told before it is dealt."""
    gain = None if character.npc else stroke(attack)
    label = f"Coup de maître · {gain[0]} (moyenne {decimal(gain[1])})" if gain else "Coup de maître"
    return _button(label, f"{MASTER_STROKE}:{act_id}", discord.ButtonStyle.primary, "⚔️")


def cheat_death(character_id: int) -> Button:
    return _button("Éviter la mort", f"{CHEAT_DEATH}:{character_id}", discord.ButtonStyle.primary, "✨")


def bandage_buttons(campaign: Campaign, everyone: Iterable[Character]) -> tuple[Button, ...]:
    """« Panser » for each, « Panser tous » for the game master, while somebody can be; they are of this combat."""
    hurt = bandage.bandageable(everyone, campaign)
    if not hurt:
        return ()
    start = f"{BANDAGE}:{campaign.combats}"
    kit = _button("Panser avec la trousse", f"{start}:trousse", emoji="🧰")
    return (
        _button("Panser", f"{start}:soi", discord.ButtonStyle.success, "🩹"),
        *((kit,) if any(one.kit_uses for one in hurt) else ()),
        _button("Panser tous", f"{start}:tous", emoji="⛑️"),
    )


def advance(campaign: Campaign, seconds: int) -> Button:
    """« Avancer de 5 min », from where the clock is now: acts done together take the longest of their times."""
    return _button(
        f"Avancer de {clock.lasting(seconds)}", f"{ADVANCE}:{campaign.clock + seconds}", emoji="⏳"
    )


def sunlight(campaign: Campaign) -> Button:
    """What the game master may say of the sun: the other way round."""
    if campaign.sunlight:
        return _button("Plus de soleil", f"{SUNLIGHT}:non", emoji="🌙")
    return _button("Le soleil brille", f"{SUNLIGHT}:oui", emoji="☀️")


def reveal(act_id: int, channel_id: int) -> Button:
    """« Révéler », which shows a hidden roll to all, in the channel where it was asked."""
    return _button("Révéler", f"{REVEAL}:{act_id}:{channel_id}", emoji="👁️")


def undo(label: str, what: str) -> Button:
    """Undoes ``what``: an act by its number, or « g » and the gesture that made several."""
    return _button(shortened(label, LABEL_LIMIT), f"{UNDO}:{what}", emoji="↩️")


def erase(user_id: int, scope: str, label: str, *, sure: bool = False) -> Button:
    """What erases data: pressed by who asked for it alone, and ``sure`` of it."""
    step = "oui" if sure else "demande"
    return _button(
        shortened(label, LABEL_LIMIT), f"{ERASE}:{user_id}:{scope}:{step}", discord.ButtonStyle.danger, "🗑️"
    )


def dying(scene: Scene) -> tuple[Button, ...]:
    """What a dying character may do; all see it, and a target of an NPC's is the game master's to know."""
    character = scene.character
    chance = None if character.npc else health.death_check(character, scene.campaign).chance
    label = beside("Sauvegarde contre la mort", chance)
    save = _button(label, f"{DEATH_SAVE}:{character.id}", discord.ButtonStyle.danger, "🎲")
    if not heroism.can(scene, heroism.Use.CHEAT_DEATH):
        return (save,)
    return (save, cheat_death(character.id))


def following(scene: Scene, act: Act, act_id: int, *, secret: bool = False) -> tuple[Button, ...]:
    """The buttons of an act just accepted in ``scene``: what may follow it now, and nothing else."""
    after = _after(scene, act)
    buttons: list[Button] = []
    thrown = act.second if isinstance(act, Destiny) else act
    if isinstance(thrown, AttackAct) and thrown.hit:
        buttons.append(damage(act_id))
        if not thrown.masterful and heroism.can(after, heroism.Use.MASTER_STROKE):
            buttons.append(master_stroke(act_id, scene.character, thrown))
    if not secret and rerollable(scene, act):
        buttons.append(destiny(act_id, public_chance(scene.character, act)))
    if isinstance(thrown, HorrorAct) and thrown.effect is not None:
        buttons.append(end_effect(act_id))
    puts = [
        operation.element for operation in act.change_of(scene.character.id) if isinstance(operation, Put)
    ]
    if any(element.kind is ElementKind.MADNESS_DUE for element in puts) and after.character.playable:
        buttons.extend(due_rolls(scene.character.id))
    unexplained = surplus_troubles(after.character)
    if len(unexplained) > len(surplus_troubles(scene.character)):
        buttons.extend(remove_trouble(scene.character.id, trouble) for trouble in unexplained)
    if after.character.dying and not scene.character.dying:
        buttons.extend(dying(after))
    return tuple(buttons[: MOST_BUTTONS - 1])


def rerollable(scene: Scene, act: Act) -> bool:
    """True when a point of heroism may throw again an act just accepted in ``scene`` (HER-5)."""
    return can_reroll(act) and heroism.can(_after(scene, act), heroism.Use.DESTINY)


def of_target(scene: Scene, act: Act) -> tuple[Button, ...]:
    """The buttons of an act that is somebody else's, for the character that it strikes."""
    after = _after(scene, act)
    counts = not scene.character.npc or scene.character.major
    return dying(after) if counts and after.character.dying and not scene.character.dying else ()


def _after(scene: Scene, act: Act) -> Scene:
    """The scene as the act leaves it."""
    return replace(
        scene,
        character=apply(scene.character, act.change_of(scene.character.id)),
        spent_in_round=scene.spent_in_round
        or (isinstance(act, heroism.Spend) and act.character_id == scene.character.id),
    )
