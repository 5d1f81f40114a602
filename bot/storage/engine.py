"""The database: one writer at a time, readers that never wait for it, and nothing half-written."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage import sqlite, thrown

Connection = AsyncConnection

READERS = 2  # A reading takes a fraction of a millisecond of processor: more connections would not read more.


class Database:
    """A database opened by URL: SQLite (driver aiosqlite) or PostgreSQL (driver asyncpg).

    The writer has a connection of its own, so that readers, however many, never keep it waiting.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        reading = create_async_engine(self.url, pool_size=READERS, max_overflow=0)
        writing = create_async_engine(self.url, pool_size=1, max_overflow=0)
        if self.url.get_backend_name() == "sqlite":
            sqlite.adopt(reading.sync_engine)
            sqlite.adopt(writing.sync_engine, begin="BEGIN IMMEDIATE")
        else:
            reading = reading.execution_options(isolation_level="AUTOCOMMIT")
        self.readers = Kept(reading, READERS)
        self.writer = Kept(writing, 1)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction that may write: committed at the end, undone by any exception.

        Writers of this process queue here rather than in SQLite’s busy wait. Never await Discord inside.
        """
        async with self.writer.lent() as connection:
            thrown.release(connection)
            yield connection
            thrown.verify(connection)
            await connection.commit()

    @asynccontextmanager
    async def rebuilding(self) -> AsyncIterator[AsyncConnection]:
        """A writing transaction for migrations: a table may be made again although others refer to it.

        SQLite changes most things of a table in that way; every reference is checked before the commit.
        """
        on_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            async with self.writer.lent() as connection:
                if on_sqlite:
                    await sqlite.release_keys(connection)
                async with connection.begin():
                    yield connection
                    if on_sqlite:
                        await sqlite.check_keys(connection)
        finally:
            await self.writer.close()  # the next connection holds its foreign keys again

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for one reading statement, or for several that need not agree. Never ask for two."""
        async with self.readers.lent() as connection:
            yield connection

    async def scrub(self) -> None:
        """Leaves nothing on the disk of what a transaction just erased."""
        if self.url.get_backend_name() == "sqlite":
            async with self.readers.lent() as connection:
                await sqlite.empty_log(connection)

    async def close(self) -> None:
        await self.readers.close()
        await self.writer.close()


class Kept:
    """Connections kept open from one command to the next, each lent to one at a time, in the order of asking.

    Taking one from SQLAlchemy's pool and giving it back costs as much as a statement.
    """

    def __init__(self, engine: AsyncEngine, count: int) -> None:
        self.engine = engine
        self._idle: list[AsyncConnection] = []
        self._turn = asyncio.Semaphore(count)

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[AsyncConnection]:
        """A connection to oneself. After an exception it is undone and closed."""
        async with self._turn:
            connection = self._idle.pop() if self._idle else await self.engine.connect()
            try:
                yield connection
            except BaseException:
                await asyncio.shield(connection.close())
                raise
            self._idle.append(connection)

    async def close(self) -> None:
        """Closes those that nobody uses, and the pool below; they open again if asked for."""
        while self._idle:
            await self._idle.pop().close()
        await self.engine.dispose()
