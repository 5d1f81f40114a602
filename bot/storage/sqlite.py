"""SQLite without needless waits: aiosqlite's thread runs, reads and closes a statement in one go.

SQLAlchemy's adapter asks for a cursor, an execution, the rows and a close one after the other, and each is a
trip to the connection's thread and back: four a statement, where this driver makes one.
"""

import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiosqlite
from sqlalchemy import Engine, event
from sqlalchemy.ext.asyncio import AsyncConnection

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a committed act survives a power cut
    "PRAGMA busy_timeout=5000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is erased is overwritten, not left in the file's free pages
)

Result = tuple[Any, list[Any], int, int | None]  # description, rows, row count, last row's number


def adopt(engine: Engine, begin: str | None = None) -> None:
    """Gives an engine this driver. ``begin`` opens its transactions; without it, each statement stands alone.

    A writer that takes its lock at once (``BEGIN IMMEDIATE``) never finds it taken halfway.
    """

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: Any, _record: Any, _arguments: Any, options: dict[str, Any]) -> None:
        options["async_creator_fn"] = connect

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.connection.driver_connection.opening = begin


async def empty_log(connection: AsyncConnection) -> None:
    """Moves what is committed from the write-ahead log into the file: the log keeps no copy of what was there before.

    On a reader's connection, whose statements stand alone.
    """
    await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


class BrokenReference(Exception):
    """A migration would leave rows that refer to nothing."""


async def release_keys(connection: AsyncConnection) -> None:
    """Lets go of foreign keys, which SQLite only does outside a transaction, until the connection closes."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.run("execute", "PRAGMA foreign_keys=OFF", ())


async def check_keys(connection: AsyncConnection) -> None:
    """Raises :class:`BrokenReference` if a row refers to nothing."""
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings().first()
    if broken is not None:
        raise BrokenReference(f"{broken['table']}, ligne {broken['rowid']} : plus de {broken['parent']}")


def connect(database: str, **options: Any) -> "Connection":
    """A connection, open once awaited."""
    return Connection(database, options)


def _open(database: str, options: dict[str, Any]) -> sqlite3.Connection:
    # isolation_level=None: Python's driver begins nothing by itself.
    connection: sqlite3.Connection = sqlite3.connect(database, **options, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


class Connection(aiosqlite.Connection):
    """A connection and its thread. ``opening``: what begins the transaction, said with its first statement."""

    def __init__(self, database: str, options: dict[str, Any]) -> None:
        super().__init__(partial(_open, database, options), iter_chunk_size=64)
        self._thread.daemon = True  # one left open must not keep the process alive
        self.opening: str | None = None

    def cursor(self) -> "Cursor":  # type: ignore[override]
        return Cursor(self)

    async def commit(self) -> None:
        self.opening = None
        if self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        self.opening = None
        if self.in_transaction:
            await super().rollback()

    async def run(self, method: str, statement: str, parameters: Any) -> Result:
        """Runs ``execute`` or ``executemany`` in the thread, and brings everything back."""
        opening, self.opening = self.opening, None
        work = partial(self._run, opening, method, statement, parameters)
        result: Result = await self._execute(work)  # type: ignore[no-untyped-call]
        return result

    def _run(self, opening: str | None, method: str, statement: str, parameters: Any) -> Result:
        if opening is not None:
            self._conn.execute(opening)
        cursor: sqlite3.Cursor = getattr(self._conn, method)(statement, parameters)
        rows = cursor.fetchall() if cursor.description else []
        result = (cursor.description, rows, cursor.rowcount, cursor.lastrowid)
        cursor.close()
        return result


class Cursor:
    """What SQLAlchemy's adapter asks of a cursor; once executed, all of it is already here."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> "Cursor":
        return self

    async def execute(self, statement: str, parameters: Any = ()) -> None:
        await self._take("execute", statement, parameters)

    async def executemany(self, statement: str, parameters: Sequence[Any]) -> None:
        await self._take("executemany", statement, parameters)

    async def _take(self, method: str, statement: str, parameters: Any) -> None:
        self.description, self._rows, self.rowcount, self.lastrowid = await self._connection.run(
            method, statement, parameters
        )

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        self._rows = []
