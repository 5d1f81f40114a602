"""Opening the database at start: brought to this code's schema, or one French line that says why not."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.storage.engine import Database
from bot.storage.migrate import migrate

# What SQLite says, and what to do about it.
_CAUSES = (
    ("unable to open database file", "le fichier ne s’ouvre pas ; vérifiez le dossier et ses droits"),
    ("readonly", "le fichier ou son dossier est en lecture seule"),
    ("not a database", "ce fichier n’est pas une base SQLite ; remettez une sauvegarde"),
    ("malformed", "le fichier est abîmé ; remettez une sauvegarde"),
    ("locked", "un autre programme l’occupe"),
    ("full", "le disque est plein"),
)


class Unopened(Exception):
    """The database cannot be opened; ``str()`` is one French line."""

    def __init__(self, url: str, reason: str) -> None:
        shown = make_url(url).render_as_string(hide_password=True)
        super().__init__(f"DATABASE_URL : la base {shown} ne s’ouvre pas : {reason}.")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database at this address, migrated; closed at the end. Raises :class:`Unopened`, ``NewerDatabase``."""
    try:
        database = Database(url)
    except ImportError as error:
        raise Unopened(url, f"son pilote, {error.name}, n’est pas installé") from error
    try:
        try:
            _try_file(database)
            await migrate(database)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise Unopened(url, _reason(error)) from error
        yield database
    finally:
        await database.close()


def _try_file(database: Database) -> None:
    """Opens a SQLite file from this thread first: a failure in aiosqlite's own could outlive the event loop."""
    name = database.url.database
    if database.url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(name)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror or error} ({error.filename})" if error.filename else str(error)
    text = str(error.orig if isinstance(error, DBAPIError) else error).partition("\n")[0]
    return next((french for said, french in _CAUSES if said in text), text)
