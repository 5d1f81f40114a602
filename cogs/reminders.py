"""Reminders that nobody asks for: an event about to open a session, and no channel to announce it in (SEA-1)."""

import logging

import discord
from discord.ext import commands, tasks

from bot.announcements import announce, soon, starts, unheard
from bot.client import Bot
from bot.replies import Reply
from bot.screens.reminders import unheard_lines
from bot.storage import campaigns, reminders

log = logging.getLogger(__name__)
PERIOD = 1  # hour: the notice is of a day


class Reminders(commands.Cog):
    """The listeners, and a look around every hour: time passes without Discord saying so."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self.watch.start()

    async def cog_unload(self) -> None:
        self.watch.cancel()

    @tasks.loop(hours=PERIOD)
    async def watch(self) -> None:
        """One server's trouble is not the others': the loop must outlive it."""
        for guild in self.bot.guilds:
            try:
                await self.look(guild)
            except Exception:
                log.exception("Rappels du serveur %s non donnés.", guild.id)

    @commands.Cog.listener()
    async def on_scheduled_event_create(self, event: discord.ScheduledEvent) -> None:
        await self.look(event.guild)

    @commands.Cog.listener()
    async def on_scheduled_event_update(self, _: object, event: discord.ScheduledEvent) -> None:
        await self.look(event.guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.look(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.look(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        await self.watch()

    async def look(self, guild: discord.Guild | None) -> None:
        """Says once an occurrence that it has no channel: written down first, so that no restart says it again."""
        now = int(discord.utils.utcnow().timestamp())
        if guild is None or guild.unavailable or not soon(guild, now):
            return
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, guild.id)
            known = await reminders.given(connection, guild.id)
        events = {key(one): one for one in unheard(guild, campaign, now) if key(one) not in known}
        if not events:
            return
        async with self.bot.database.writing() as connection:
            campaign = await campaigns.begin(connection, guild.id)
            channel_id = await reminders.channel(connection, guild.id)
            fresh = [one for one in events if await reminders.give(connection, guild.id, one, now)]
        for one in fresh:
            await say(guild, channel_id, events[one], campaign.events)


def key(event: discord.ScheduledEvent) -> str:
    """The occurrence that a reminder is about."""
    return f"salon:{event.id}:{starts(event)}"


async def say(
    guild: discord.Guild, channel_id: int | None, event: discord.ScheduledEvent, followed: str
) -> None:
    """To the game master's channel, or where the session would be announced."""
    reply = Reply(
        title="🔔 MdT : où annoncer la séance ?",
        lines=unheard_lines(event.name, starts(event), followed),
    )
    await announce(guild, channel_id, reply, f"salon-{event.id % 10**8}-{starts(event)}")


async def setup(bot: Bot) -> None:
    await bot.add_cog(Reminders(bot))
