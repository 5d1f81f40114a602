"""`/journal voir`: what happened, page by page."""

from discord.ext import commands


class HistoryCommands(commands.Cog):
    """The part of the group `/journal` that looks back."""
