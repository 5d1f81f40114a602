"""People at the loopback table, and what the bot's file holds of their characters."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import select

from bot.replies import Tone
from bot.storage import characters
from bot.storage.engine import Connection, Database
from bot.storage.mapping import act_value
from bot.storage.tables import ActRow
from rules.acts import Act
from rules.character import Character
from tests.process.bot_process import BotProcess
from tests.process.exchange import UPDATE, Interaction, Message
from tests.process.gateway import Gateway
from tests.process.world import Guild, Member, User

# A warrior who misses no minimum; every score is given, so that nothing is thrown but dice of life and gold.
WARRIOR = {
    "peuple": "nordique",
    "classe": "guerrier",
    "alignement": "neutre",
    **dict.fromkeys(("for", "dex", "con", "int", "sag", "cha"), 12),
}


def refused(answer: Interaction) -> bool:
    """True for a refusal: private, and of its colour."""
    embeds = answer.message.embeds if answer.message else answer.data.get("embeds") or []
    return answer.ephemeral and any(embed.get("color") == Tone.REFUSAL for embed in embeds)


class Table:
    """A module's table; commands are typed with `says`, buttons pressed with `presses`, and the file read with `stored` and `acts`."""

    def __init__(self, gateway: Gateway, bot: BotProcess) -> None:
        self.gateway = gateway
        self.app = gateway.app
        self.bot = bot

    async def says(self, who: Member | User, path: str, **options: Any) -> Interaction:
        """Types a command; its answer, once complete."""
        return await (await self.app.command(path, options, by=who)).settled()

    async def accepted(self, who: Member | User, path: str, **options: Any) -> Interaction:
        """Types a command that must be accepted."""
        answer = await self.says(who, path, **options)
        assert not refused(answer), f"/{path} refused: {answer.text}"
        return answer

    async def hero(self, who: Member, name: str, *, points: int = 0, **options: Any) -> Character:
        """A warrior of this player's, active, with so many points of heroism."""
        await self.accepted(who, "personnage creer", nom=name, **{**WARRIOR, **options})
        if points:
            mdt = next(member for member in who.guild.members.values() if member.roles)
            await self.accepted(mdt, "heroism regler", personnage=name, valeur=points)
        hero = await self.stored(name, who.guild)
        if not hero.active:
            await self.accepted(who, "personnage activer", personnage=name)
        return hero

    async def presses(self, who: Member, message: Message | None, button: str) -> Interaction:
        """Presses a button; its answer is complete, with the reply that follows a message's edit."""
        assert message is not None
        press = await self.app.press(message, button, by=who)
        if press.type == UPDATE:
            await self.gateway.until(lambda: bool(press.follow_ups))
        return press

    @asynccontextmanager
    async def file(self) -> AsyncIterator[Connection]:
        """The bot's own file, read from outside."""
        database = Database(self.bot.settings["DATABASE_URL"])
        try:
            async with database.reading() as connection:
                yield connection
        finally:
            await database.close()

    async def stored(self, name: str, guild: Guild | None = None) -> Character:
        """A character as stored."""
        async with self.file() as connection:
            scene = await characters.by_name(connection, (guild or self.gateway.guild).id, name)
        assert scene is not None, name
        return scene.character

    async def all_acts(self, guild: Guild | None = None) -> list[Act]:
        """The journal of a guild, oldest first, with what the bot did by itself."""
        query = (
            select(ActRow.record)
            .where(ActRow.guild_id == (guild or self.gateway.guild).id)
            .order_by(ActRow.id)
        )
        async with self.file() as connection:
            return [act_value(record) for record in (await connection.execute(query)).scalars()]

    async def acts(self, guild: Guild | None = None) -> dict[int, Act]:
        """The journal of a guild: interaction → act, oldest first; the bot's own acts left out."""
        query = (
            select(ActRow.interaction_id, ActRow.record)
            .where(ActRow.guild_id == (guild or self.gateway.guild).id, ActRow.interaction_id.is_not(None))
            .order_by(ActRow.id)
        )
        async with self.file() as connection:
            return {row.interaction_id: act_value(row.record) for row in await connection.execute(query)}


def join(gateway: Gateway, name: str) -> tuple[Guild, Member, Member, Member]:
    """Another guild, with its MdT and the same two players as the first; to be announced or connected to."""
    guild = gateway.new_guild(name)
    guild.channel("place")
    mdt = guild.join("Ningauble", guild.role("MdT", 1 << 5))
    return guild, mdt, guild.join(gateway.player.user), guild.join(gateway.other.user)
