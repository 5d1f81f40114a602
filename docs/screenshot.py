"""Makes docs/images again: an evening played at the local table with scripted dice, then photographed.

`make screenshot`. Needs Chromium (the variable CHROMIUM names it, otherwise `chromium` is looked for).
"""

import asyncio
import base64
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.demo.table import LocalTable, table

IMAGES = Path(__file__).parent / "images"
SIZES = {"table-locale": (1280, 900), "table-locale-telephone": (420, 1000)}
# The warrior fails (6), flees five rounds and gains 4 madness; the magician’s check (18) costs a third stage.
FACES = (6, 2, 5, 3, 18, 12)
# The page says when it has fitted itself to the window.
SETTLED = """new Promise(done => {
  const look = () => document.body?.innerText.includes('Viewport updated') ? done(true) : setTimeout(look, 100);
  look();
})"""


class PlannedDice:
    """Faces known beforehand, then the middle one."""

    def __init__(self, faces: Iterator[int]) -> None:
        self._faces = faces

    def roll(self, sides: int) -> int:
        return next(self._faces, sides // 2)


async def play(local: LocalTable) -> None:
    """What the picture shows."""
    mdt, warrior, _, magician = local.people
    await mdt.slash(local.channel, "horreur insoutenable", joueur=warrior)
    await magician.slash(local.channel, "corruption jet", niveau=3, occasion="incantation")


class Browser:
    """Chromium, by its own debugging protocol."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)

    async def ask(self, method: str, session: str | None = None, /, **parameters: Any) -> Any:
        """Sends a command; its result."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": parameters}
        await self._socket.send_json(message | ({"sessionId": session} if session else {}))
        while (answer := await self._socket.receive_json()).get("id") != number:
            pass
        return answer["result"]

    async def photograph(self, url: str, width: int, height: int) -> bytes:
        """A picture of the page once it has settled."""
        target = (await self.ask("Target.createTarget", url="about:blank"))["targetId"]
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.ask("Emulation.setDeviceMetricsOverride", session, **size)
        await self.ask("Page.navigate", session, url=url)
        async with asyncio.timeout(30):
            await self.ask("Runtime.evaluate", session, expression=SETTLED, awaitPromise=True)
        await asyncio.sleep(1)  # fonts
        shot = await self.ask("Page.captureScreenshot", session, format="png")
        return base64.b64decode(shot["data"])


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser of our own, with a profile thrown away."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        sys.exit("Chromium est introuvable : installez-le, ou donnez son chemin dans la variable CHROMIUM.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars")
        private = ("--disable-background-networking", "--disable-sync", f"--user-data-dir={profile}")
        process = await asyncio.create_subprocess_exec(
            path, *options, *private, "--remote-debugging-port=0", stderr=asyncio.subprocess.PIPE
        )
        assert process.stderr is not None
        try:
            async with asyncio.timeout(30):
                while not (line := (await process.stderr.readline()).decode()).startswith(
                    "DevTools listening on"
                ):
                    pass
            async with (
                aiohttp.ClientSession() as client,
                client.ws_connect(line.split()[-1], max_msg_size=0) as socket,
            ):
                yield Browser(socket)
        finally:
            process.terminate()
            await process.communicate()


async def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    async with table(PlannedDice(iter(FACES))) as local:
        await play(local)
        async with local.page() as page, chromium() as browser:
            for name, (width, height) in SIZES.items():
                (IMAGES / f"{name}.png").write_bytes(await browser.photograph(page.url, width, height))


if __name__ == "__main__":
    asyncio.run(main())
