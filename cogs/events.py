"""Scheduled events of Discord: the start of one opens a session, its end closes it (SEA-1 to SEA-3, SEA-6).

discord.py hands the cached event, changed in place: its status is read, never a « before » and an « after ».
What happened is written first, then told from what is written; a crash in between is made good at connection.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable

import discord
from discord.ext import commands

from bot import buttons
from bot.announcements import announce
from bot.client import Bot
from bot.recap import farewell, recount
from bot.replies import explaining
from bot.screens import session as screens
from bot.storage import campaigns, occurrences, sessions
from bot.storage.journal import Author
from bot.storage.occurrences import Sighting
from bot.storage.sessions import Opened

log = logging.getLogger(__name__)
ACTIVE = discord.EventStatus.active


class Events(commands.Cog):
    """The listeners. One thing at a time a server: what one handler tells, another must find told."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    @commands.Cog.listener()
    async def on_scheduled_event_create(self, event: discord.ScheduledEvent) -> None:
        await self.follow(event)

    @commands.Cog.listener()
    async def on_scheduled_event_update(self, _: object, event: discord.ScheduledEvent) -> None:
        await self.follow(event)

    @commands.Cog.listener()
    async def on_scheduled_event_delete(self, event: discord.ScheduledEvent) -> None:
        await self.follow(event, deleted=True)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self.catch_up(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.catch_up(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers that came before « ready » may not have been said to be available one by one."""
        await asyncio.gather(*(self.catch_up(guild) for guild in self.bot.guilds))

    async def follow(self, event: discord.ScheduledEvent, *, deleted: bool = False) -> None:
        """What Discord says of an event, as it is when its turn comes."""
        guild = self.bot.get_guild(event.guild_id)
        if guild is None:
            return
        async with self._turns[guild.id]:
            await self.note(guild, sighting(event, active=not deleted and event.status is ACTIVE))
            await self.tell(guild)
        self.bot.cards.refresh_card(guild.id)  # a session gives heroism back, and ends effects

    async def catch_up(self, guild: discord.Guild) -> None:
        """What happened while the bot was away: events over, events active, words left unsaid (SEA-2).

        Discord is asked only where something may have changed. When it does not answer, events known to be
        active still open their session, and nothing is closed.
        """
        if guild.unavailable:
            return
        async with self._turns[guild.id]:
            async with self.bot.database.reading() as connection:
                known = await occurrences.active_events(connection, guild.id)
            cached = active(guild.scheduled_events)
            if known or cached:
                try:
                    current = active(await guild.fetch_scheduled_events(with_counts=False))
                    over = known - current.keys()
                except (discord.HTTPException, OSError) as error:
                    log.warning("Évènements du serveur %s non lus : %s", guild.id, error)
                    current, over = cached, set()
                for event_id in over:
                    await self.note(guild, Sighting(guild.id, event_id, 0, "", active=False))
                for event in current.values():
                    await self.note(guild, sighting(event, active=True))
            await self.tell(guild)
        self.bot.cards.refresh_card(guild.id)

    async def note(self, guild: discord.Guild, seen: Sighting) -> None:
        """Writes down what an event has become, and tells a close."""
        now = int(discord.utils.utcnow().timestamp())
        by = Author(actor_id=None, interaction_id=None, command="évènement", at=now)
        async with self.bot.database.writing() as connection:
            closing = await occurrences.see(connection, seen, by)
            channel_id = (await campaigns.load(connection, guild.id)).channel_id if closing else None
            closed = await sessions.last_closed(connection, guild.id) if closing else None
        if closing is not None and closed is not None:
            reply = explaining(screens.closing(closing), by.written[0])
            told = await recount(self.bot, guild.id, closed, now, reply)
            await announce(guild, channel_id, told, f"fin-{now}-{seen.event_id % 10**8}")

    async def tell(self, guild: discord.Guild) -> None:
        """Says what is written and was not said: a session's opening, a question to the game master."""
        database = self.bot.database
        async with database.reading() as connection:
            openings = await sessions.unannounced(connection, guild.id)
            questions = await occurrences.untold(connection, guild.id)
            if not openings and not questions:
                return
            channel_id = (await campaigns.load(connection, guild.id)).channel_id
        for opened in openings:
            nonce = f"s{opened.session_id}-{opened.at}"
            reply = explaining(screens.opening(opened.act), opened.act_id)
            if await announce(guild, channel_id, reply, nonce):
                async with database.writing() as connection:
                    await sessions.announced(connection, opened.session_id)
                await self.tell_previous(guild, channel_id, opened)
        for one in questions:
            answers = buttons.session_question(one.act_id, one.question)
            reply = explaining(screens.question(one.question, answers), one.act_id)
            if await announce(guild, channel_id, reply, f"q{one.act_id}-{one.at}"):
                async with database.writing() as connection:
                    await occurrences.told(connection, one.question)

    async def tell_previous(self, guild: discord.Guild, channel_id: int | None, opened: Opened) -> None:
        """What the session that this opening closed was, if there is one."""
        if opened.act.previous is None:
            return
        told = await farewell(self.bot, guild.id, opened.at)
        if told is not None:
            await announce(guild, channel_id, told, f"p{opened.session_id}-{opened.at}")


def active(events: Iterable[discord.ScheduledEvent]) -> dict[int, discord.ScheduledEvent]:
    """The events that are under way, by identity."""
    return {event.id: event for event in events if event.status is ACTIVE}


def sighting(event: discord.ScheduledEvent, *, active: bool) -> Sighting:
    """An event as the database takes note of it."""
    return Sighting(event.guild_id, event.id, int(event.start_time.timestamp()), event.name, active)
