"""A bot as a real process: started, awaited, killed, stopped, and its log read."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.process.application import Application

ROOT = Path(__file__).parents[2]
SETTINGS = (
    "DISCORD_TOKEN",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "DATABASE_URL",
    "DEV_GUILD_ID",
    "LOG_LEVEL",
)


class BotProcess:
    """`python <arguments>` connected to the application's loopback gateway; its log is in `folder`.

    The database, a file of `folder`, outlives a restart.
    """

    def __init__(
        self,
        application: Application,
        folder: Path,
        arguments: Sequence[str] = ("-m", "bot"),
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.application = application
        self.arguments = tuple(arguments)
        self.database = folder / "bot.sqlite3"
        self._log = folder / "bot.log"
        self._log.touch()
        self._process: Process | None = None
        self.settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{self.database}", **(settings or {})}

    @property
    def log(self) -> str:
        """All that it wrote, on both outputs, since its first start; without the colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self._log.read_text(encoding="utf-8", errors="replace"))

    def errors(self) -> list[str]:
        """The log's lines of level ERROR or CRITICAL, tracebacks' heads and asyncio's complaints."""
        sign = re.compile(r"\b(ERROR|CRITICAL)\b|^Traceback|was never (awaited|retrieved)")
        return [line for line in self.log.splitlines() if sign.search(line)]

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def launch(self) -> None:
        """Starts the process without waiting for anything."""
        assert not self.running
        # Empty rather than absent: neither the machine's settings nor a `.env` file reach the bot.
        kept = {**os.environ, **dict.fromkeys(SETTINGS, "")}
        environment = kept | {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
        environment |= self.application.gateway.environment(self.application) | self.settings
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self.arguments, cwd=ROOT, env=environment, stdout=log, stderr=log
            )

    async def start(self, within: float = 30.0) -> None:
        """Starts the process and waits until it has identified and its commands are known."""
        expected = self.application.identified + 1
        await self.launch()
        ready = asyncio.create_task(self.application.until_ready(within, identified=expected))
        ended = asyncio.create_task(self.wait(within + 1))
        try:
            await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done() or ready.exception() is not None:
                raise AssertionError(f"the process did not get ready\n{self.log[-4000:]}")
        finally:
            for task in (ready, ended):
                task.cancel()
            await asyncio.gather(ready, ended, return_exceptions=True)

    async def wait(self, within: float = 10.0) -> int:
        """Waits for its end; its exit status."""
        assert self._process is not None
        return await asyncio.wait_for(self._process.wait(), within)

    async def kill(self) -> None:
        """`kill -9`: no farewell, nothing flushed."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    async def stop(self, number: signal.Signals = signal.SIGINT, within: float = 10.0) -> int:
        """Asks it to end, as Ctrl-C does (or SIGTERM); its exit status."""
        assert self._process is not None
        if self.running:
            self._process.send_signal(number)
        try:
            return await self.wait(within)
        except TimeoutError:
            await self.kill()
            raise AssertionError(f"the process did not stop\n{self.log[-4000:]}") from None

    async def discard(self) -> None:
        """Kills it if it still runs: the last line of a fixture."""
        if self.running:
            await self.kill()
