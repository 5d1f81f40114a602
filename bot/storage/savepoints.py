"""A part of a transaction that may fail without the rest."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import thrown
from bot.storage.journal import Author


@asynccontextmanager
async def apart(connection: AsyncConnection, author: Author) -> AsyncIterator[None]:
    """After an exception, what was written, said written and thrown inside is as if it had never been."""
    written, nearing = len(author.written), len(author.nearing)
    try:
        async with connection.begin_nested():
            yield
    except BaseException:
        del author.written[written:], author.nearing[nearing:]
        thrown.release(connection)
        raise
