"""`/journal annuler`: what was done is undone, and may be done again."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot import buttons, group_buttons, selection, undo_selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Button, Reply, send
from bot.screens import undoing as screens
from bot.storage import characters, past, undoing
from bot.storage.engine import Connection, Database
from bot.storage.past import Entry
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
        first = await _first(bot.database, campaign.guild_id, refused)
        return screens.in_the_way(refused, first, by.at)
    if outcome.campaign[1].combat is not None and outcome.campaign[0].combat is None:
        bot.cards.wake(outcome.campaign[1].guild_id)
    return screens.undone(outcome, following)


async def _first(database: Database, guild_id: int, refused: InTheWay) -> Entry | None:
    """What is to be undone before what was refused."""
    if refused.act_id is None:
        return None
    async with database.reading() as connection:
        return await past.entry(connection, guild_id, refused.act_id)


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
        if step.entry.follows_id is not None:
            followed = await past.entry(connection, step.entry.guild_id, step.entry.follows_id)
            found += await _reopened(connection, followed) if followed and followed.standing else ()
    return found


async def _reopened(connection: Connection, entry: Entry) -> Sequence[Button]:
    """What asks again for the answer that an act no longer has: its own message may have lost the button."""
    match entry.act:
        case Intuition() if not await past.followers(connection, entry.id):
            return buttons.intuition(entry.id)
        case SaveRequest(name=name) if not await past.answered(connection, entry.id):
            return (group_buttons.throw_save(entry.id, name),)
        case AttackAct(character_id=int(attacker)):
            scene = await characters.by_id(connection, entry.guild_id, attacker)
            return buttons.following(scene, entry.act, entry.id, secret=entry.secret) if scene else ()
    return ()


class UndoPress(Press, template=rf"{buttons.UNDO}:(?P<what>g?\d+)"):
    """« Rétablir », « Annuler de nouveau », « Annuler d’abord nº 42 »: the game master's."""

    async def press(self, interaction: Interaction) -> None:
        reply = await undo(interaction, self.parts["what"])
        if reply.tone is not screens.REFUSED:
            await retire(interaction, self.custom_id)
        await send(interaction, reply)
