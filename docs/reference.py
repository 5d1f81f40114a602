"""Writes the list of commands into the guides, from the commands themselves.

`make docs`. Those of the game master go to his guide, the others to the players'.
"""

import asyncio
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from discord.app_commands import Command

from bot.client import EXTENSIONS, Bot
from bot.storage.engine import Database

HERE = Path(__file__).parent
GUIDES = {True: HERE / "guide-mdt.md", False: HERE / "guide-joueur.md"}
START = "<!-- La suite est écrite par `make docs`. -->\n"
GAME_MASTER = "MdT"


async def commands() -> list[Command[Any, ..., Any]]:
    """Every command of the bot, by name; nothing is opened nor connected."""
    bot = Bot(Database("sqlite+aiosqlite:///jamais-ouverte"))
    for extension in EXTENSIONS:
        await bot.load_extension(extension)
    found = [one for one in bot.tree.walk_commands() if isinstance(one, Command)]
    await bot.close()
    return sorted(found, key=lambda one: one.qualified_name)


def reference(found: list[Command[Any, ..., Any]], *, game_master: bool) -> str:
    """The list of one guide, a table for each first word."""
    chosen = [one for one in found if one.description.startswith(GAME_MASTER) is game_master]
    return "\n".join(
        "\n".join(_table(name, list(group)))
        for name, group in groupby(chosen, key=lambda one: one.qualified_name.split()[0])
    )


def _table(name: str, group: list[Command[Any, ..., Any]]) -> Iterator[str]:
    yield f"### /{name}\n\n| commande | ce qu’elle fait |\n|---|---|"
    for one in group:
        options = "".join(
            f"<br>{_option(option.display_name, required=option.required)} {option.description}"
            for option in one.parameters
        )
        yield _cells(f"`/{one.qualified_name}`", f"{one.description}{options}")
    yield ""


def _option(name: str, *, required: bool) -> str:
    return f"**{name}** —" if required else f"[{name}] —"


def _cells(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def written(guide: str, reference: str) -> str:
    """The guide with this list at its end. Raises :class:`ValueError` for one without its place."""
    text, _ = guide.split(START)
    return f"{text}{START}\n{reference}"


async def main() -> None:
    found = await commands()
    for game_master, path in GUIDES.items():
        text = written(path.read_text(encoding="utf-8"), reference(found, game_master=game_master))
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
