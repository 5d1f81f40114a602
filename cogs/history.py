"""`/journal voir`: what happened, page by page."""

from discord import app_commands
from discord.ext import commands

from bot import selection
from bot.access import is_game_master, require_game_master
from bot.buttons import Press
from bot.client import Bot, Interaction
from bot.history_buttons import PAGE_PRESS
from bot.replies import Reply, redraw, send
from bot.screens import history as screens
from bot.storage import campaigns, characters, history
from bot.storage.engine import Connection
from bot.storage.history import Edge, View

PAGE = 10  # acts that a phone shows without scrolling much
MOST = 25  # what the menu of a page can hold


class HistoryCommands(commands.Cog):
    """The part of the group `/journal` that looks back."""

    bot: Bot

    @app_commands.command(name="voir", description="Ce qui s’est passé, le plus récent d’abord")
    @app_commands.describe(
        personnage="Ce qu’il a fait, et ce qui l’a touché ; sans ce choix, toute la table",
        nombre="Combien d’actions par page (10 si rien n’est dit)",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def see(
        self,
        interaction: Interaction,
        personnage: str | None = None,
        nombre: app_commands.Range[int, 1, MOST] = PAGE,
    ) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            scene = await selection.seen(connection, interaction, personnage) if personnage else None
            view = View(
                guild_id=interaction.guild_id,
                count=nombre,
                character_id=scene.character.id if scene else None,
                mastered=is_game_master(interaction, campaign),
            )
            reply = await shown_page(connection, view)
        await send(interaction, reply)


async def shown_page(connection: Connection, view: View, edge: Edge | None = None) -> Reply:
    """A page of the journal, for the command and its buttons."""
    page = await history.page(connection, view, edge)
    name = ""
    if view.character_id is not None:
        found = await characters.several(connection, view.guild_id, [view.character_id])
        name = found[view.character_id].name if view.character_id in found else ""
    return screens.history(view, page, name)


class PagePress(Press, template=PAGE_PRESS):
    """« Plus récent » and « Plus ancien »: the same message, for the same eyes, whoever presses."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        view = View(
            guild_id=interaction.guild_id,
            count=int(self.parts["count"]),
            character_id=int(self.parts["character"]) or None,
            mastered=self.parts["eyes"] == "mdt",
        )
        edge = Edge(int(self.parts["act"]), newer=self.parts["side"] == "recent")
        async with interaction.client.database.reading() as connection:
            if view.mastered:
                require_game_master(interaction, await campaigns.load(connection, interaction.guild_id))
            reply = await shown_page(connection, view, edge)
        await redraw(interaction, reply)
