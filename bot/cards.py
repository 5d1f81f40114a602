"""The combat card of each server: one message, edited in place after whatever changes it."""

import asyncio
import logging
from typing import Any

import discord

from bot.fight_buttons import card_buttons
from bot.replies import Reply
from bot.screens import combat as screens
from bot.storage import campaigns, characters, combats
from bot.storage.combats import Card
from bot.storage.engine import Connection, Database

log = logging.getLogger(__name__)

PAUSE = 1.2  # seconds between two edits of a card: Discord allows five in five seconds


async def draw(connection: Connection, guild_id: int) -> Reply:
    """The card of the open combat as it is now."""
    campaign = await campaigns.load(connection, guild_id)
    everyone = await characters.of_guild(connection, guild_id)
    spends = await combats.spends(connection, campaign)
    fight = await combats.fight(connection, campaign)
    return screens.card(campaign, fight, everyone, spends, card_buttons(campaign))


def _looks(reply: Reply) -> Any:
    """What two cards share when editing one into the other would change nothing."""
    return reply.embed.to_dict(), [item.to_component_dict() for item in reply.buttons]


class Cards:
    """Keeps cards up to date behind the answers: a refresh never delays one, never fails one, and many make one.

    A server is ``quiet`` once no combat of its is known to be open: its commands then cost nothing here.
    """

    def __init__(self, client: discord.Client, database: Database) -> None:
        self.client = client
        self.database = database
        self.pause = PAUSE
        self._quiet: set[int] = set()
        self._waiting: dict[int, asyncio.TimerHandle] = {}
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._last: dict[int, float] = {}
        self._drawn: dict[int, tuple[int, Any]] = {}

    def wake(self, guild_id: int) -> None:
        """A combat opens: the server is no longer quiet."""
        self._quiet.discard(guild_id)

    def refresh_card(self, guild_id: int | None) -> None:
        """The card is to be drawn again, soon; at once when it was not just now."""
        if guild_id is None or guild_id in self._quiet or guild_id in self._waiting:
            return
        if guild_id in self._running:
            self._again.add(guild_id)
            return
        loop = asyncio.get_running_loop()
        wait = self._last.get(guild_id, -self.pause) + self.pause - loop.time()
        if self.pause and wait > 0:
            self._waiting[guild_id] = loop.call_later(wait, self._start, guild_id)
        else:
            self._start(guild_id)

    def _start(self, guild_id: int) -> None:
        self._waiting.pop(guild_id, None)
        task = asyncio.create_task(self._refresh(guild_id), name=f"discord.py: card-{guild_id}")
        self._running[guild_id] = task
        task.add_done_callback(lambda _: self._done(guild_id))

    def _done(self, guild_id: int) -> None:
        self._running.pop(guild_id, None)
        if guild_id in self._again:
            self._again.discard(guild_id)
            self.refresh_card(guild_id)

    async def _refresh(self, guild_id: int) -> None:
        try:
            await self._show(guild_id)
        except (discord.HTTPException, OSError) as error:
            log.warning("Carte de combat du serveur %s non mise à jour : %s", guild_id, error)
        except Exception:
            log.warning("Carte de combat du serveur %s non mise à jour.", guild_id, exc_info=True)

    async def _show(self, guild_id: int) -> None:
        async with self.database.reading() as connection:
            card = await combats.card(connection, guild_id)
            if card is None or not card.open:
                self._quiet.add(guild_id)
            if card is None or card.channel_id is None or card.message_id is None:
                return
            reply = await draw(connection, guild_id) if card.open else screens.closed_card()
        self._last[guild_id] = asyncio.get_running_loop().time()
        await self._edit(guild_id, card, reply)

    async def _edit(self, guild_id: int, card: Card, reply: Reply) -> None:
        assert card.channel_id is not None
        assert card.message_id is not None
        looks = _looks(reply)
        if self._drawn.get(guild_id) == (card.message_id, looks):
            return
        channel = self.client.get_partial_messageable(card.channel_id, guild_id=guild_id)
        message_id: int | None = card.message_id
        try:
            await channel.get_partial_message(card.message_id).edit(embed=reply.embed, view=reply.view)
        except discord.NotFound:
            if card.open:
                view = reply.view if reply.view is not None else discord.utils.MISSING
                message_id = (await channel.send(embed=reply.embed, view=view)).id
        if message_id is not None:
            self._drawn[guild_id] = (message_id, looks)
        if not card.open:
            self._drawn.pop(guild_id, None)
            message_id = None
        if message_id != card.message_id:
            async with self.database.writing() as connection:
                await combats.place(connection, guild_id, card.number, card.channel_id, message_id)

    async def posted(self, guild_id: int, channel_id: int, message_id: int, reply: Reply) -> None:
        """The card was just said in this message; the one it replaces, if any, goes away."""
        self._drawn[guild_id] = (message_id, _looks(reply))
        async with self.database.writing() as connection:
            card = await combats.card(connection, guild_id)
            if card is None:
                return
            await combats.place(connection, guild_id, card.number, channel_id, message_id)
        self.wake(guild_id)
        if card.channel_id is not None and card.message_id is not None:
            channel = self.client.get_partial_messageable(card.channel_id, guild_id=guild_id)
            try:
                await channel.get_partial_message(card.message_id).delete()
            except discord.HTTPException as error:
                log.info("Ancienne carte de combat laissée en place : %s", error)

    def close(self) -> None:
        """Nothing more is drawn."""
        for handle in self._waiting.values():
            handle.cancel()
        self._waiting.clear()
        self._again.clear()
