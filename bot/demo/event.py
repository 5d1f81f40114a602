"""The local table's own command: what the server's calendar would do."""

from datetime import timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Interaction
from bot.replies import Reply, send

TITLE = "Une nuit à Lankhmar"
LENGTH = timedelta(hours=4)


@app_commands.guild_only()
class Demonstration(
    commands.GroupCog, name="demonstration", description="Table locale : jouer le calendrier"
):
    """A simulated page has no calendar to press in: this command stands for it."""

    @app_commands.command(
        name="evenement", description="Démarre un évènement programmé du serveur, ou termine celui qui court"
    )
    async def event(self, interaction: Interaction) -> None:
        assert interaction.guild is not None
        running = [
            event
            for event in interaction.guild.scheduled_events
            if event.status is discord.EventStatus.active
        ]
        if running:
            for event in running:
                await event.end()
            await send(interaction, _reply(running[0].name, "se termine"))
            return
        event = await _schedule(interaction.guild)
        await event.start()
        await send(interaction, _reply(event.name, "commence"))


async def _schedule(guild: discord.Guild) -> discord.ScheduledEvent:
    now = discord.utils.utcnow()
    return await guild.create_scheduled_event(
        name=TITLE,
        start_time=now + timedelta(minutes=1),
        end_time=now + LENGTH,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="L’Anguille d’argent",
    )


def _reply(name: str, what: str) -> Reply:
    return Reply(lines=(f"📅 L’évènement programmé « {name} » {what}.",))
