"""The server « Lankhmar » on a simulated Discord, its people, and the page where one is any of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
import simcord

from bot.client import Bot
from bot.demo.event import Demonstration
from bot.demo.heroes import BLACK_MAGICIAN, ITEMS, THIEF, WARRIOR
from bot.storage import campaigns, characters, items
from bot.storage.opening import opened
from rules.dice import Dice

NAME = "Épées & PMT"
PLAYERS = (("Aude", WARRIOR), ("Bastien", THIEF), ("Chloé", BLACK_MAGICIAN))
HOURLY = "cogs.reminders"
OPENED = """\
Table locale ouverte : {url}
Vous y êtes {people} ou le MdT, au choix ; tapez « / » pour voir les commandes. Ctrl-C l’arrête et l’efface."""


class TableBot(Bot):
    """The bot, with a command that stands for the server's calendar."""

    async def setup_hook(self) -> None:
        await self.add_cog(Demonstration())
        await super().setup_hook()


@dataclass(frozen=True, slots=True)
class LocalTable:
    """The simulated server. ``people``: the game master, then the players."""

    env: simcord.Env
    bot: Bot
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]

    def page(self) -> simcord.Preview:
        """The page, to enter with ``async with``; its address is ``url``."""
        return self.env.preview(
            self.channel, viewers=self.people, layout="channel", locale="fr", timezone=_timezone()
        )


async def play() -> None:
    """Serves the local table until it is stopped, here or from the page."""
    async with table() as local, local.page() as page:
        print(greeting(page), flush=True)
        await page.wait_closed()


def greeting(page: simcord.Preview) -> str:
    """Where the table is, and who may be played there."""
    return OPENED.format(url=page.url, people=", ".join(name for name, _ in PLAYERS))


@asynccontextmanager
async def table(dice: Dice | None = None) -> AsyncIterator[LocalTable]:
    """The table, its session open. Its database is thrown away: the ids of a simulation come back every time."""
    with TemporaryDirectory(prefix="epees-pmt-", ignore_cleanup_errors=True) as folder:
        async with opened(f"sqlite+aiosqlite:///{Path(folder) / 'table.sqlite3'}") as database:
            bot = TableBot(database, dice=dice)
            async with simcord.run(bot, check_errors=False) as env:
                await _come_to_today(env, bot)
                if bot.user is not None:
                    await bot.user.edit(username=NAME)
                local = await _lay(env, bot)
                await local.people[0].slash(local.channel, "demonstration evenement")
                yield local


async def _come_to_today(env: simcord.Env, bot: Bot) -> None:
    """A simulation begins years ago: what looks around every hour would do so at each of those hours."""
    await bot.unload_extension(HOURLY)
    await env.advance_time(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))
    await bot.load_extension(HOURLY)


async def _lay(env: simcord.Env, bot: Bot) -> LocalTable:
    """The server, its people and their characters."""
    mdt = env.create_user("mdt", global_name="MdT")
    guild = env.create_guild(name="Lankhmar", owner=mdt)
    channel = guild.create_text_channel("taverne")
    role = guild.create_role("MdT", permissions=discord.Permissions(manage_guild=True))
    people = [guild.add_member(mdt, roles=[role])]
    async with bot.database.writing() as connection:
        await campaigns.begin(connection, guild.id)
        await campaigns.change(connection, guild.id, gm_role_id=role.id, channel_id=channel.id)
        for name, hero in PLAYERS:
            player = guild.add_member(env.create_user(name.casefold(), global_name=name))
            born = await characters.create(connection, guild.id, replace(hero, player_id=player.id))
            for item in ITEMS.get(hero.name, ()):
                await items.create(connection, guild.id, replace(item, holder_id=born.id))
            people.append(player)
    await env.settle()
    return LocalTable(env, bot, channel, tuple(people))


def _timezone() -> str:
    """The page's clock: France's, where this machine knows it."""
    try:
        return ZoneInfo("Europe/Paris").key
    except ZoneInfoNotFoundError:
        return "UTC"
