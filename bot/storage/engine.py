"""The database: one writer at a time, readers that never wait, and nothing half-written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

Connection = AsyncConnection

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a committed act survives a power cut
    "PRAGMA busy_timeout=5000",
    "PRAGMA foreign_keys=ON",
)


class Database:
    """A database opened by URL: SQLite (driver aiosqlite) or PostgreSQL (driver asyncpg)."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.engine: AsyncEngine = create_async_engine(self.url)
        if self.url.get_backend_name() == "sqlite":
            _tune_sqlite(self.engine)
        # A single statement reads a snapshot of its own: no BEGIN is needed around it.
        self._readers = self.engine.execution_options(sqlite_begin=None)
        self._writer = asyncio.Lock()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction that may write: committed at the end, undone by any exception.

        Writers of this process queue here rather than in SQLite's busy wait. Never await Discord inside.
        """
        async with self._writer, self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for one reading statement, or for several that need not agree."""
        async with self._readers.connect() as connection:
            yield connection

    async def close(self) -> None:
        await self.engine.dispose()


def _tune_sqlite(engine: AsyncEngine) -> None:
    """Pragmas on every connection, and transactions begun by us: writers take their lock at once."""

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        begin = connection.get_execution_options().get("sqlite_begin", "BEGIN IMMEDIATE")
        if begin is not None:
            connection.exec_driver_sql(begin)
