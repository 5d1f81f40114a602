"""Buttons that outlive the process: each carries in its identifier all that its press needs.

The makers are here, so that any reply may carry any button; the presses are handled in the cogs.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord

from bot import errors
from bot.replies import MOST_BUTTONS, Button
from rules import bandage, clock, heroism
from rules.acts import Act
from rules.attacks import AttackAct
from rules.campaign import Campaign, Scene
from rules.changes import Put, apply
from rules.character import Character, Element, ElementKind
from rules.destiny import Destiny, can_reroll
from rules.horror import HorrorAct
from rules.madness import surplus_troubles
from rules.refusals import Refusal
from rules.starts import Choice, SessionQuestion

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


async def retire(interaction: discord.Interaction[Any], *kinds: str) -> None:
    """Answers a press by taking away the buttons of these kinds, or of this identifier; a reply then follows."""
    assert interaction.message is not None
    view = discord.ui.View.from_message(interaction.message, timeout=None)
    for item in view.children:
        custom_id = item.custom_id or "" if isinstance(item, discord.ui.Button | discord.ui.Select) else ""
        if custom_id in kinds or custom_id.split(":")[0] in kinds:
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


def destiny(act_id: int) -> Button:
    return _button("Destin héroïque", f"{DESTINY}:{act_id}", discord.ButtonStyle.primary, "✨")


def end_effect(act_id: int) -> Button:
    return _button("Fin de l’effet", f"{END_EFFECT}:{act_id}", emoji="🕊️")


def due_rolls(character_id: int) -> tuple[Button, ...]:
    return (
        _button("Lancer les jets de Folie", f"{DUE_ROLLS}:{character_id}:lancer", emoji="🧠"),
        _button("Y renoncer", f"{DUE_ROLLS}:{character_id}:renoncer"),
    )


def remove_trouble(character_id: int, trouble: Element) -> Button:
    label = f"Retirer : {trouble.text}"
    return _button(
        label if len(label) <= 80 else f"{label[:79]}…", f"{REMOVE_TROUBLE}:{character_id}:{trouble.uid}"
    )


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


def master_stroke(act_id: int) -> Button:
    return _button("Coup de maître", f"{MASTER_STROKE}:{act_id}", discord.ButtonStyle.primary, "⚔️")


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


def undo(label: str, what: str) -> Button:
    """Undoes ``what``: an act by its number, or « g » and the gesture that made several."""
    return _button(label[:80], f"{UNDO}:{what}", emoji="↩️")


def dying(scene: Scene) -> tuple[Button, ...]:
    """What a dying character may do."""
    save = _button(
        "Sauvegarde contre la mort", f"{DEATH_SAVE}:{scene.character.id}", discord.ButtonStyle.danger, "🎲"
    )
    if not heroism.can(scene, heroism.Use.CHEAT_DEATH):
        return (save,)
    return (save, cheat_death(scene.character.id))


def following(scene: Scene, act: Act, act_id: int, *, secret: bool = False) -> tuple[Button, ...]:
    """The buttons of an act just accepted in ``scene``: what may follow it now, and nothing else."""
    after = _after(scene, act)
    buttons: list[Button] = []
    attack = act.second if isinstance(act, Destiny) else act
    if isinstance(attack, AttackAct) and attack.hit:
        buttons.append(damage(act_id))
        if not attack.masterful and heroism.can(after, heroism.Use.MASTER_STROKE):
            buttons.append(master_stroke(act_id))
    if not secret and can_reroll(act) and heroism.can(after, heroism.Use.DESTINY):
        buttons.append(destiny(act_id))
    thrown = act.second if isinstance(act, Destiny) else act
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
