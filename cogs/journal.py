"""`/journal`: what happened, and what is undone of it."""

from discord import app_commands
from discord.ext import commands

from bot.client import Bot
from cogs.history import HistoryCommands, PagePress
from cogs.undo import UndoCommands, UndoPress


@app_commands.guild_only()
class Journal(
    HistoryCommands, UndoCommands, commands.GroupCog, name="journal", description="Ce qui s’est passé"
):
    """The two parts of the group."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(PagePress, UndoPress)
    await bot.add_cog(Journal(bot))
