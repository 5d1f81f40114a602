"""`/journal annuler`: what was done is undone."""

from discord.ext import commands


class UndoCommands(commands.Cog):
    """The part of the group `/journal` that undoes."""
