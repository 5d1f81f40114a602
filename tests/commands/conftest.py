"""The real bot at a simulated table: a game master, players, an open channel."""

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import discord
import pytest
import simcord

from bot.calculator import Calculator
from bot.client import Bot
from bot.storage.engine import Database
from tests.commands.table import Table
from tests.dice import ScriptedDice


@pytest.fixture(autouse=True)
def no_error_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A test that leaves an ERROR in the log fails."""
    yield
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, errors


@pytest.fixture(autouse=True)
def cards_seen_at_once(cards_drawn_at_once: None) -> None:
    """A test that looks at a combat card sees it as it is."""


@pytest.fixture
def beside() -> None:
    """For this test, what is computed is in the process made for that."""


@pytest.fixture(autouse=True)
def computed_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds and charts are made on the spot: a process takes a second to start, and few tests are about it."""
    if "beside" in request.fixturenames:
        return

    async def run(_: Calculator, task: Callable[..., Any], *arguments: Any) -> Any:
        return task(*arguments)

    monkeypatch.setattr(Calculator, "run", run)


@pytest.fixture
def simcord_bot(database: Database, dice: ScriptedDice) -> Bot:
    """The bot that simcord's own fixture attaches."""
    return Bot(database, dice=dice)


@pytest.fixture
async def simcord_env(simcord_bot: Bot) -> AsyncIterator[simcord.Env]:
    """The simulated Discord. Refusals are ordinary answers here: what must not happen is an ERROR in the log."""
    env = simcord.Env(simcord_bot, check_errors=False)
    await env.start()
    yield env
    await env.shutdown()
    simcord_bot.calculator.close()


@pytest.fixture
def table(simcord_env: simcord.Env, simcord_bot: Bot, dice: ScriptedDice) -> Table:
    """A server « Lankhmar » with the bot, a game master « mdt » and players « fritz » and « ningauble »."""
    guild = simcord_env.create_guild(name="Lankhmar")
    manager = guild.create_role("Meneur", permissions=discord.Permissions(manage_guild=True))
    return Table(
        env=simcord_env,
        bot=simcord_bot,
        dice=dice,
        guild=guild,
        channel=guild.create_text_channel("taverne"),
        mdt=guild.add_member(simcord_env.create_user("mdt"), roles=[manager]),
        player=guild.add_member(simcord_env.create_user("fritz")),
        other=guild.add_member(simcord_env.create_user("ningauble")),
    )
