"""`/aide`: commands and rules, found without accents."""

from collections.abc import Mapping

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import help_topics, references
from bot.client import Bot, Interaction
from bot.french import shortened
from bot.help_topics import HELP, Topic
from bot.replies import CHOICE_LIMIT, MOST_CHOICES, send
from bot.screens import help as screens
from bot.storage import campaigns


class HelpCommand(commands.Cog):
    """One command, for everybody, answered in private."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._commands: Mapping[str, Topic] = {}

    def commands_by_name(self) -> Mapping[str, Topic]:
        """The subjects of the commands, read from the tree once it is whole."""
        if not self._commands:
            self._commands = {topic.name: topic for topic in help_topics.command_topics(self.bot.tree)}
        return self._commands

    def topics(self) -> tuple[Topic, ...]:
        """Every subject, those of the rules first."""
        return (*HELP.topics, *self.commands_by_name().values())

    @app_commands.command(name="aide", description="Commandes et règles, en quelques lignes")
    @app_commands.describe(sujet="Un mot, une règle ou une commande ; sans sujet, par où commencer")
    @app_commands.guild_only()
    async def help(
        self, interaction: Interaction, sujet: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        guild = interaction.guild
        assert guild is not None
        if sujet is None:
            await send(interaction, screens.guide(HELP.guide))
            return
        topic = help_topics.find(self.topics(), sujet)
        related = help_topics.about(HELP.topics, topic.name) if topic.is_command else []
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, guild.id)
        places = references.places(guild, campaign)
        await send(interaction, screens.topic(topic, campaign, self.commands_by_name(), related, places))

    @help.autocomplete("sujet")
    async def complete(self, _interaction: Interaction, current: str) -> list[Choice[str]]:
        found = help_topics.proposed(self.topics(), current)
        return [Choice(name=label(topic), value=topic.key) for topic in found[:MOST_CHOICES]]


def label(topic: Topic) -> str:
    """A subject in a list: its name, and its rules or what it does."""
    more = topic.lines[0] if topic.is_command else screens.span(topic.rules)
    return shortened(f"{topic.name} — {more}" if more else topic.name, CHOICE_LIMIT)


async def setup(bot: Bot) -> None:
    await bot.add_cog(HelpCommand(bot))
