"""Starting the bot, or being told in one French line why it does not start."""

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.storage.engine import Database
from bot.storage.migrate import migrate
from tests.process.application import Application
from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def end(
    application: Application, folder: Path, arguments: tuple[str, ...] = (), **settings: str
) -> str:
    """The one line that a bot so set leaves, with its exit status before it."""
    process = BotProcess(application, folder, ("-m", "bot", *arguments), settings)
    try:
        await process.launch()
        status = await process.wait(within=30)
    finally:
        await process.discard()
    assert process.log.count("\n") == 1, process.log
    return f"{status} {process.log.strip()}"


def inside(folder: Path, name: str) -> Path:
    """A new folder for one more process."""
    made = folder / name
    made.mkdir()
    return made


async def until_said(process: BotProcess, words: str, within: float = 30.0) -> None:
    async with asyncio.timeout(within):
        while words not in process.log:
            assert process.running, process.log
            await asyncio.sleep(0.05)


@pytest_asyncio.fixture(loop_scope="module")
async def process(gateway: Gateway, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A bot of this test's own."""
    process = BotProcess(gateway.app, tmp_path)
    yield process
    await process.discard()


async def test_a_bad_value_stops_the_bot_with_a_line_that_names_it(gateway: Gateway, tmp_path: Path) -> None:
    bad = {
        "DISCORD_TOKEN": "deux mots",
        "DATABASE_URL": "mysql://localhost/pmt",
        "DISCORD_API_URL": "discord.com",
        "DISCORD_GATEWAY_URL": "https://gateway.discord.gg",
        "DEV_GUILD_ID": "Lankhmar",
        "LOG_LEVEL": "bavard",
    }
    before = len(gateway.requests)
    said = await asyncio.gather(
        *(end(gateway.app, inside(tmp_path, name), (), **{name: value}) for name, value in bad.items())
    )
    assert all(line.startswith(f"2 {name} : ") for name, line in zip(bad, said, strict=True)), said
    assert len(gateway.requests) == before


async def test_an_unknown_argument_gets_the_usage(gateway: Gateway, tmp_path: Path) -> None:
    assert await end(gateway.app, tmp_path, ("demmo",)) == "2 Usage : python -m bot [demo [--scenario]]"


async def test_a_refused_token_is_said_once_and_not_tried_again(gateway: Gateway, tmp_path: Path) -> None:
    before = len(gateway.requests)
    said = await end(gateway.app, tmp_path, DISCORD_TOKEN="un.jeton.revoque", LOG_LEVEL="WARNING")
    assert said.startswith("2 DISCORD_TOKEN : Discord refuse ce jeton")
    assert "revoque" not in said
    assert [request.path for request in gateway.requests[before:]] == ["/users/@me"]


async def test_discord_out_of_reach_is_worth_another_try(gateway: Gateway, tmp_path: Path) -> None:
    said = await end(gateway.app, tmp_path, DISCORD_API_URL="http://127.0.0.1:9/api/v10", LOG_LEVEL="WARNING")
    assert said.startswith("1 Discord ne répond pas à http://127.0.0.1:9/api/v10")


async def test_a_database_of_a_later_version_is_refused_untouched(gateway: Gateway, tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate(database)
    await database.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    said = await end(gateway.app, tmp_path, LOG_LEVEL="WARNING")
    assert said.startswith("2 DATABASE_URL : la base est à la version 9999, plus récente que ce bot")
    assert path.read_bytes() == before


async def test_a_database_that_does_not_open_is_said_in_one_line(gateway: Gateway, tmp_path: Path) -> None:
    letter = tmp_path / "lettre.txt"
    letter.write_text("Cher Souricier, " * 100, encoding="utf-8")
    spoilt, misplaced, folder = await asyncio.gather(
        *(
            end(gateway.app, inside(tmp_path, str(number)), DATABASE_URL=f"sqlite+aiosqlite:///{path}")
            for number, path in enumerate((letter, letter / "bot.sqlite3", tmp_path))
        )
    )
    assert spoilt.startswith("2 DATABASE_URL : ")
    assert spoilt.endswith("ce fichier n’est pas une base SQLite ; remettez une sauvegarde.")
    assert letter.read_text(encoding="utf-8").startswith("Cher Souricier")
    assert misplaced.startswith("2 DATABASE_URL : ")
    assert folder.endswith("le fichier ne s’ouvre pas ; vérifiez le dossier et ses droits.")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_the_bot_without_a_complaint(process: BotProcess, number: signal.Signals) -> None:
    await process.start()
    assert await process.stop(number) == 0
    assert "Traceback" not in process.log
    assert not process.errors()
    assert process.log.endswith("À bientôt.\n")


async def test_a_signal_during_the_start_is_obeyed(gateway: Gateway, tmp_path: Path) -> None:
    process = BotProcess(
        gateway.app, tmp_path, settings={"DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/", "LOG_LEVEL": "CRITICAL"}
    )
    try:
        before = len(gateway.requests)
        await process.launch()
        await gateway.until(lambda: len(gateway.requests) > before + 1, within=30)
        assert await process.stop() == 0
        assert process.log == "À bientôt.\n"
    finally:
        await process.discard()


async def test_no_token_reaches_the_most_talkative_log(gateway: Gateway, tmp_path: Path) -> None:
    process = BotProcess(gateway.app, tmp_path, settings={"LOG_LEVEL": "DEBUG"})
    try:
        await process.start()
        answer = await gateway.app.command("heroism points", by=gateway.player)
        assert await process.stop() == 0
    finally:
        await process.discard()
    assert "INTERACTION_CREATE" in process.log
    assert gateway.app.token not in process.log
    assert answer.token not in process.log


async def test_the_evening_plays_by_itself_and_stops_when_told(gateway: Gateway, tmp_path: Path) -> None:
    process = BotProcess(gateway.app, tmp_path, ("-m", "bot", "demo", "--scenario"), {"DISCORD_TOKEN": ""})
    try:
        await process.launch()
        await until_said(process, "• L’évènement du serveur a commencé")
        assert await process.stop() == 0
    finally:
        await process.discard()
    assert process.log.splitlines()[-1] == "À bientôt."


async def test_without_a_token_the_local_table_opens_and_leaves_nothing(
    gateway: Gateway, tmp_path: Path
) -> None:
    folder = tmp_path / "temporaire"
    folder.mkdir()
    before = len(gateway.requests)
    process = BotProcess(gateway.app, tmp_path, settings={"DISCORD_TOKEN": "", "TMPDIR": str(folder)})
    try:
        await process.launch()
        await until_said(process, "Table locale ouverte : http://127.0.0.1:")
        assert any(folder.iterdir())
        assert await process.stop() == 0
    finally:
        await process.discard()
    said = process.log.splitlines()
    assert said[0] == "Pas de DISCORD_TOKEN : la table locale s’ouvre, sans Discord."
    assert len(said) == 6, process.log
    assert said[-1] == "À bientôt."
    assert not any(folder.iterdir())
    assert not process.database.exists()
    assert len(gateway.requests) == before
