"""Connections as the bot needs them: tuned, writers in turn, readers beside them, all or nothing."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import OperationalError

from bot.storage import campaigns
from bot.storage.engine import Connection, Database
from bot.storage.tables import InstallationRow
from tests.storage import play

PUT = insert(InstallationRow)
ALL = select(InstallationRow.key)


async def keys(database: Database) -> list[str]:
    async with database.reading() as connection:
        return list((await connection.execute(ALL)).scalars())


async def heard(database: Database, writing: bool) -> list[str]:
    """What SQLite itself was told lately, and goes on being told, by that kind of connection."""
    said: list[str] = []
    async with database.writing() if writing else database.reading() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.set_trace_callback(lambda text: said.append(" ".join(text.split()[:2])))
    return said


async def pragma(connection: Connection, name: str) -> object:
    return (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()


async def test_every_connection_is_tuned(database: Database) -> None:
    async def tuning(connection: Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys", "secure_delete")
        return {name: await pragma(connection, name) for name in names}

    wanted = {
        "journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1, "secure_delete": 1,
    }  # fmt: skip
    async with database.writing() as first, database.reading() as second, database.reading() as third:
        assert [await tuning(connection) for connection in (first, second, third)] == [wanted] * 3


async def test_a_writing_transaction_takes_its_lock_at_once(database: Database) -> None:
    said = await heard(database, writing=True)
    async with database.writing() as connection:
        await connection.execute(PUT, {"key": "a", "value": "1"})
        await connection.execute(PUT, {"key": "b", "value": "1"})
    assert said == ["BEGIN IMMEDIATE", "INSERT INTO", "INSERT INTO", "COMMIT"]


async def test_a_reader_begins_nothing(database: Database) -> None:
    said = await heard(database, writing=False)
    await keys(database)
    assert said == ['SELECT installation."key"']


async def test_a_transaction_without_a_statement_is_nothing(database: Database) -> None:
    said = await heard(database, writing=True)
    for _ in range(2):
        async with database.writing():
            pass
    assert said == []


async def test_an_exception_leaves_nothing(database: Database) -> None:
    async def fails() -> None:
        async with database.writing() as connection:
            await connection.execute(PUT, {"key": "a", "value": "1"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fails()
    assert await keys(database) == []
    async with database.writing() as connection:
        await connection.execute(PUT, {"key": "b", "value": "1"})
    assert await keys(database) == ["b"]


async def test_a_cancelled_command_leaves_nothing_and_lets_the_next_one_in(database: Database) -> None:
    inside = asyncio.Event()

    async def interrupted() -> None:
        async with database.writing() as connection:
            await connection.execute(PUT, {"key": "a", "value": "1"})
            inside.set()
            await asyncio.sleep(3600)

    task = asyncio.create_task(interrupted())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with asyncio.timeout(2), database.writing() as connection:
        await connection.execute(PUT, {"key": "b", "value": "1"})
    assert await keys(database) == ["b"]


@pytest.mark.parametrize("after", [0.0, 0.0001, 0.0003, 0.001, 0.003])
async def test_a_command_cancelled_at_any_moment_does_all_or_nothing(
    database: Database, after: float
) -> None:
    """Cancelled while a statement or the commit is on its way."""
    for number in range(20):

        async def two(number: int = number) -> None:
            async with database.writing() as connection:
                await connection.execute(PUT, {"key": f"{number}a", "value": "1"})
                await connection.execute(PUT, {"key": f"{number}b", "value": "1"})

        async with database.writing() as connection:  # it is open again
            await connection.execute(ALL)
        task = asyncio.create_task(two())
        await asyncio.sleep(after)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    found = await keys(database)
    assert {key[:-1] for key in found if key.endswith("a")} == {key[:-1] for key in found if key[-1] == "b"}
    async with asyncio.timeout(2), database.writing() as connection:
        await connection.execute(PUT, {"key": "fin", "value": "1"})


async def test_readers_do_not_wait_for_a_writer_and_see_nothing_half_done(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(PUT, {"key": "a", "value": "1"})
        async with asyncio.timeout(1):
            assert await keys(database) == []
    assert await keys(database) == ["a"]


async def test_a_hundred_readers_at_once_all_answer(database: Database) -> None:
    """Beside a writer, and with every reader holding its connection while the others ask for theirs."""
    arrived = 0
    everyone = asyncio.Event()

    async def reader() -> list[str]:
        nonlocal arrived
        async with database.reading() as connection:
            found = list((await connection.execute(ALL)).scalars())
            arrived += 1
            if arrived == 100:
                everyone.set()
            return found

    async with database.writing() as connection:
        await connection.execute(PUT, {"key": "a", "value": "1"})
        async with asyncio.timeout(10):
            assert await asyncio.gather(*(reader() for _ in range(100))) == [[]] * 100
            await everyone.wait()


async def test_a_writer_is_not_kept_waiting_by_readers_that_hold_every_connection(
    database: Database,
) -> None:
    """A command that reads while fifty others do still gets to write."""
    release = asyncio.Event()

    async def reader() -> None:
        async with database.reading() as connection:
            await connection.execute(ALL)
            await release.wait()

    readers = [asyncio.create_task(reader()) for _ in range(50)]
    await asyncio.sleep(0.2)
    async with asyncio.timeout(2), database.writing() as connection:
        await connection.execute(PUT, {"key": "a", "value": "1"})
    release.set()
    await asyncio.gather(*readers)


async def test_writers_pass_in_the_order_in_which_they_asked(database: Database) -> None:
    passed: list[int] = []

    async def writer(number: int) -> None:
        async with database.writing() as connection:
            await connection.execute(PUT, {"key": str(number), "value": "1"})
            passed.append(number)

    await asyncio.gather(*(writer(number) for number in range(30)))
    assert passed == list(range(30))


async def test_another_process_that_writes_is_waited_for(database: Database, tmp_path: Path) -> None:
    """`busy_timeout`: a backup or a second bot on the file makes a command late, not wrong."""
    other = Database(f"sqlite+aiosqlite:///{tmp_path / 'table.sqlite3'}")
    try:
        async with other.writing() as slow:
            await slow.execute(PUT, {"key": "a", "value": "1"})
            waiting = asyncio.create_task(play.seat(database))
            await asyncio.sleep(0.1)
            assert not waiting.done()
        await waiting
    finally:
        await other.close()


async def test_a_foreign_key_is_held(database: Database) -> None:
    async with database.writing() as connection:
        await campaigns.begin(connection, play.GUILD)
    with pytest.raises(Exception, match="FOREIGN KEY"):
        async with database.writing() as connection:
            await campaigns.change(connection, play.GUILD, session_id=12)


async def test_a_broken_statement_does_not_spoil_the_connection(database: Database) -> None:
    for _ in range(30):
        with pytest.raises(OperationalError):
            async with database.reading() as connection:
                await connection.execute(text("SELECT rien FROM nulle_part"))
    assert await keys(database) == []
