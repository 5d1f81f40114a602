"""Makes docs/images again: an evening played at the local table with scripted dice, then photographed.

`make screenshot`. Needs Chromium (the variable CHROMIUM names it, otherwise `chromium` is looked for).
"""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.demo.table import LocalTable, table

IMAGES = Path(__file__).parent / "images"
SIZES = {"table-locale": (1280, 900), "table-locale-telephone": (500, 900)}
# Fafhrd’s kin fails (6), flees five rounds, gains 4 madness; the magician’s check (18) costs a third stage.
FACES = (6, 2, 5, 3, 18, 12)


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


async def photograph(url: str, name: str, width: int, height: int) -> None:
    """One picture of the page."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("Chromium est introuvable : installez-le, ou donnez son chemin dans la variable CHROMIUM.")
    with tempfile.TemporaryDirectory() as profile:
        browser = await asyncio.create_subprocess_exec(
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--hide-scrollbars",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            f"--window-size={width},{height}",
            "--virtual-time-budget=300000",  # the page’s own seconds: it has settled long before
            "--run-all-compositor-stages-before-draw",
            f"--screenshot={IMAGES / name}.png",
            url,
            stderr=asyncio.subprocess.DEVNULL,
        )
        await browser.wait()


async def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    async with table(PlannedDice(iter(FACES))) as local:
        await play(local)
        async with local.page() as page:
            for name, (width, height) in SIZES.items():
                await photograph(page.url, name, width, height)


if __name__ == "__main__":
    asyncio.run(main())
