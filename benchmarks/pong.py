"""A bare discord.py client with one command: the measure of what discord.py itself costs.

It reads the bot's own settings: DISCORD_TOKEN, DISCORD_API_URL, DISCORD_GATEWAY_URL; and it runs, as the bot does,
on uvloop where it is installed, so that a ratio to it tells what the bot adds and nothing else.
"""

import asyncio
import contextlib
import os
from collections.abc import Coroutine
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class Pong(discord.Client):
    """Answers « pong » to /ping, to anyone."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="ping", description="Répond pong.")(ping)

    async def setup_hook(self) -> None:
        await self.tree.sync()


async def ping(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("pong")


async def connect(token: str) -> None:
    async with Pong() as client:
        await client.start(token)


def run(work: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def main() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    discord.utils.setup_logging(root=False)
    with contextlib.suppress(KeyboardInterrupt):
        run(connect(os.environ["DISCORD_TOKEN"]))


if __name__ == "__main__":
    main()
