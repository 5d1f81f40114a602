"""Fixtures of the process tests.

A module whose tests share one loopback Discord and one bot says:

    pytestmark = pytest.mark.asyncio(loop_scope="module")

    async def test_dice(gateway: Gateway, bot: BotProcess) -> None:
        answer = await gateway.app.command("lancer", {"expression": "2d6"}, by=gateway.player)
"""

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.process import openapi
from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway
from tests.process.table import Table


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def loopback() -> AsyncIterator[Gateway]:
    """The module's loopback Discord; tests ask for `gateway`, which also checks what was sent."""
    gateway = Gateway()
    await gateway.start()
    yield gateway
    await gateway.stop()


@pytest.fixture
def gateway(loopback: Gateway) -> Iterator[Gateway]:
    """The loopback Discord; afterwards, all that was sent since the last check must be what Discord takes."""
    yield loopback
    problems, loopback.problems = loopback.problems, []
    requests, loopback.unchecked = loopback.unchecked, []
    assert not problems
    if openapi.document() is not None:
        assert not openapi.violations(requests)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(loopback: Gateway, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    """The bot, running; a test may kill and restart it. No ERROR may be left in its log."""
    process = BotProcess(loopback.app, tmp_path_factory.mktemp("bot"))
    try:
        await process.start()
        yield process
        if process.running:
            assert await process.stop() == 0
        assert not process.errors(), process.log[-4000:]
    finally:
        await process.discard()


@pytest.fixture
def table(gateway: Gateway, bot: BotProcess) -> Table:
    """The module's table, the bot running."""
    return Table(gateway, bot)
