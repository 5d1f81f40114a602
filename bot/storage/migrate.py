"""Bringing a database to this code's schema, after a backup; a newer one is left untouched."""

import contextlib
import logging
import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.storage.engine import Database

log = logging.getLogger(__name__)
ROOT = Path(__file__).parents[2]


class NewerDatabase(Exception):
    """The database was made by a later version of the bot."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        super().__init__(
            f"DATABASE_URL : la base est à la version {revision}, plus récente que ce bot ; "
            "mettez le bot à jour. Rien n’a été touché."
        )


def configuration() -> Config:
    """Alembic's configuration, from `pyproject.toml`."""
    config = Config(toml_file=ROOT / "pyproject.toml")
    config.set_main_option("script_location", str(ROOT / "migrations"))
    return config


async def migrate(database: Database) -> None:
    """Upgrades the schema to the latest migration. Raises :class:`NewerDatabase`."""
    config = configuration()
    scripts = ScriptDirectory.from_config(config)
    path = _file(database)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    async with database.reading() as connection:
        current = await connection.run_sync(_revision)
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabase(current)
    if current == scripts.get_current_head():
        return
    if path is not None and current is not None:
        _back_up(path, current)
    async with database.rebuilding() as connection:
        await connection.run_sync(_upgrade, config)


def _file(database: Database) -> Path | None:
    """The file of a SQLite database."""
    name = database.url.database
    if database.url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _back_up(path: Path, revision: str) -> None:
    """A consistent copy beside the file, named by the schema that it holds."""
    copy = path.with_name(f"{path.stem}.avant-{revision}{path.suffix}")
    with (
        contextlib.closing(sqlite3.connect(path)) as source,
        contextlib.closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    log.info("Base copiée dans %s avant mise à jour.", copy)
