"""The client: opens the database, loads the commands, declares them when they changed."""

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord.ext import commands

from bot.calculator import Calculator
from bot.cards import Cards
from bot.errors import Tree
from bot.forms import Form, take
from bot.replies import AUTHOR
from bot.retired import Retired
from bot.storage import installation
from bot.storage.engine import Database
from bot.storage.journal import Author
from rules.dice import Dice, SystemDice

log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.character",
    "cogs.drafts",
    "cogs.heroism",
    "cogs.horror",
    "cogs.horror_preview",
    "cogs.horror_effects",
    "cogs.requests",
    "cogs.corruption",
    "cogs.health",
    "cogs.clock",
    "cogs.dice",
    "cogs.odds",
    "cogs.fairness",
    "cogs.checks",
    "cogs.combat",
    "cogs.item",
    "cogs.attack",
    "cogs.heroism_menu",
    "cogs.session",
    "cogs.reminders",
    "cogs.settings",
    "cogs.data",
    "cogs.help",
    "cogs.magic",
    "cogs.reveal",
    "cogs.journal",
    "cogs.why",
)
SYNCED = "commands"
# What discord.py names the tasks of commands, buttons and events.
TASKS = ("CommandTree-invoker", "discord-ui-", "discord.py: ")
PATIENCE = 3.0  # seconds


class Bot(commands.Bot):
    """The bot. ``dice`` is the operating system's randomness, unless a test scripts it."""

    def __init__(
        self, database: Database, *, dice: Dice | None = None, dev_guild_id: int | None = None
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_scheduled_events=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.database = database
        self.cards = Cards(self, database)
        self.calculator = Calculator()
        self.retired = Retired()
        self.forms: list[type[Form]] = []
        self.dice: Dice = dice or SystemDice()
        self.dev_guild_id = dev_guild_id

    async def setup_hook(self) -> None:
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.declare_commands()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms; discord.py itself finds who answers commands and buttons."""
        if interaction.type is discord.InteractionType.modal_submit:
            await take(interaction, self.forms)

    async def declare_commands(self) -> None:
        """Syncs the tree only when its hash, with the application and ``DEV_GUILD_ID``, has changed."""
        guild = discord.Object(self.dev_guild_id) if self.dev_guild_id else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        text = json.dumps([self.application_id, self.dev_guild_id, payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await installation.recall(self.database, SYNCED) == digest:
            return
        await self.tree.sync(guild=guild)
        await installation.remember(self.database, SYNCED, digest)
        log.info("Commandes déclarées à Discord.")

    async def close(self) -> None:
        """Lets what people asked be answered, as long as Discord itself would wait for it, then leaves."""
        under_way = {task for task in asyncio.all_tasks() if task.get_name().startswith(TASKS)} - {
            asyncio.current_task()
        }
        if under_way and not self.is_closed():
            await asyncio.wait(under_way, timeout=PATIENCE)
        self.cards.close()
        if (ready := self._connection._ready_task) is not None:
            ready.cancel()  # discord.py forgets it, and it then fails on a closed client
        self.calculator.close()
        await super().close()
        await self.database.close()


Interaction = discord.Interaction[Bot]


def author(interaction: Interaction) -> Author:
    """Who asks, and through what, as the journal keeps it: the same each time for one interaction."""
    if isinstance(known := interaction.extras.get(AUTHOR), Author):
        return known
    data: Any = interaction.data or {}
    name = interaction.command.qualified_name if interaction.command else str(data.get("custom_id", ""))
    fresh = interaction.extras[AUTHOR] = Author(
        actor_id=interaction.user.id,
        interaction_id=interaction.id,
        command=name[:100],
        at=int(discord.utils.utcnow().timestamp()),
    )
    return fresh
