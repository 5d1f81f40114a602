"""`/journal annuler`: what was done is undone, and may be done again."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot import buttons, group_buttons, selection, undo_selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Button, Reply, send
from bot.screens import undoing as screens
from bot.storage import characters, journal, undoing
from bot.storage.engine import Connection
from bot.storage.undoing import Outcome
from rules.attacks import AttackAct
from rules.intuition import Intuition
from rules.madness import multiples, surplus_troubles
from rules.requests import SaveRequest
from rules.undoing import InTheWay


class UndoCommands(commands.Cog):
    """The part of the group `/journal` that undoes."""

    bot: Bot

    @app_commands.command(name="annuler", description="MdT : annuler la dernière action, ou celle choisie")
    @app_commands.describe(
        entree="L’action, ou son numéro ; sans ce choix, la dernière qui ait changé quelque chose"
    )
    @app_commands.autocomplete(entree=undo_selection.complete)
    async def undo(self, interaction: Interaction, entree: str = "") -> None:
        await send(interaction, await undo(interaction, entree))


async def undo(interaction: Interaction, text: str) -> Reply:
    """Undoes what is chosen, for the command and the button; what stands in its way comes with its own button."""
    by = author(interaction)
    bot = interaction.client
    try:
        async with bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            entries = await undo_selection.find(connection, campaign.guild_id, text, by.at)
            outcome = await undoing.undo(connection, campaign, entries, by)
            following = await offered(connection, outcome)
    except InTheWay as refused:
        return screens.in_the_way(refused)
    if outcome.campaign[1].combat is not None and outcome.campaign[0].combat is None:
        bot.cards.wake(outcome.campaign[1].guild_id)
    return screens.undone(outcome, following)


async def offered(connection: Connection, outcome: Outcome) -> Sequence[Button]:
    """What may follow now: troubles that the points no longer explain, a save against death, what an undone answer
    leaves open.
    """
    found: list[Button] = []
    for one in outcome.after.values():
        before = outcome.before[one.id]
        if multiples(one.madness, one.wisdom) < multiples(before.madness, before.wisdom):
            found += [buttons.remove_trouble(one.id, trouble) for trouble in surplus_troubles(one)]
        if one.dying and not before.dying and (one.major or not one.npc):
            scene = await characters.by_id(connection, outcome.campaign[1].guild_id, one.id)
            found += buttons.dying(scene) if scene else ()
    for step in outcome.steps:
        if step.entry.follows_id is None:
            continue
        open_now = await journal.entry(connection, step.entry.guild_id, step.entry.follows_id)
        if open_now is None or not open_now.standing or open_now.act.character_id is None:
            continue
        if isinstance(open_now.act, Intuition) and not await journal.followed(connection, open_now.id):
            found += buttons.intuition(open_now.id)
        elif isinstance(open_now.act, SaveRequest) and not await journal.answered(connection, open_now.id):
            found.append(group_buttons.throw_save(open_now.id))
        elif isinstance(open_now.act, AttackAct):
            scene = await characters.by_id(connection, open_now.guild_id, open_now.act.character_id)
            found += buttons.following(scene, open_now.act, open_now.id) if scene else ()
    return found


class UndoPress(Press, template=rf"{buttons.UNDO}:(?P<what>g?\d+)"):
    """« Rétablir », « Annuler de nouveau », « Annuler d’abord nº 42 »: the game master's."""

    async def press(self, interaction: Interaction) -> None:
        reply = await undo(interaction, self.parts["what"])
        if reply.tone is not screens.REFUSED:
            await retire(interaction, self.custom_id)
        await send(interaction, reply)
