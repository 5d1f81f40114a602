"""Makes docs/images again: the evening of the local table, photographed as it is played.

`make screenshot`. Needs Chromium (the variable CHROMIUM names it, otherwise `chromium` is looked for).
"""

import asyncio
import base64
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.demo.evening import LoadedDice, evening
from bot.demo.table import table

IMAGES = Path(__file__).parent / "images"
PHONE, LAPTOP = 420, 1000  # pixels wide
TALL = 3000  # pixels: a window that holds what is photographed
# By moment of the evening: the picture taken then, its width, and how many of the last messages it shows.
PICTURES = {
    "seance": ("seance", PHONE, 1),
    "combat": ("combat", PHONE, 1),
    "coup-de-maitre": ("coup-de-maitre", PHONE, 2),
    "relance": ("relance", PHONE, 3),
    "horreur": ("horreur", PHONE, 1),
    "corruption": ("corruption", PHONE, 1),
    "annuler": ("annuler", PHONE, 2),
    "recap": ("recap", PHONE, 1),
}
# The page says when it has fitted itself to the window.
SETTLED = """new Promise(done => {
  const look = () => document.body?.innerText.includes('Viewport updated') ? done(true) : setTimeout(look, 100);
  look();
})"""


# Where the last messages are, from their top to the end.
LAST = """(count => {
  const shown = [...document.querySelectorAll('.channel-message')].slice(-count);
  shown[0].scrollIntoView();
  const first = shown[0].getBoundingClientRect(), last = shown.at(-1).getBoundingClientRect();
  return {x: first.x, y: first.y, width: first.width, height: last.bottom - first.y};
})"""


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

    async def photograph(self, url: str, width: int, messages: int) -> bytes:
        """A picture of the last messages of the page, once it has settled."""
        target = (await self.ask("Target.createTarget", url="about:blank"))["targetId"]
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        size = {"width": width, "height": TALL, "deviceScaleFactor": 1, "mobile": False}
        await self.ask("Emulation.setDeviceMetricsOverride", session, **size)
        await self.ask("Page.navigate", session, url=url)
        async with asyncio.timeout(30):
            await self.ask("Runtime.evaluate", session, expression=SETTLED, awaitPromise=True)
        await asyncio.sleep(1)  # fonts
        place = f"{LAST}({messages})"
        found = await self.ask("Runtime.evaluate", session, expression=place, returnByValue=True)
        clip = {**found["result"]["value"], "scale": 1}
        shot = await self.ask("Page.captureScreenshot", session, format="png", clip=clip)
        await self.ask("Target.closeTarget", targetId=target)
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
    dice = LoadedDice()
    async with table(dice) as local, local.page() as page, chromium() as browser:
        async for moment in evening(local, dice):
            if moment.key in PICTURES:
                name, *framed = PICTURES[moment.key]
                (IMAGES / f"{name}.png").write_bytes(await browser.photograph(page.url, *framed))


if __name__ == "__main__":
    asyncio.run(main())
