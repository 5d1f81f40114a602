"""A bare discord.py client with one command: the measure of what discord.py itself costs.

It reads the bot's own settings: DISCORD_TOKEN, DISCORD_API_URL, DISCORD_GATEWAY_URL.
"""

import os

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


def main() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Pong().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
