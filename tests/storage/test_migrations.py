"""The schema: what the migrations make is what the code reads, both ways, and no file is ever lost."""

import hashlib
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import OperationalError

from bot.storage import migrate as migrating
from bot.storage.engine import Database
from bot.storage.migrate import NewerDatabase, configuration, migrate
from bot.storage.sqlite import BrokenReference
from bot.storage.tables import Base
from tests.storage import play

REVISIONS = [script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()][
    ::-1
]

NEXT = '''
"""{revision}, for the tests."""
from alembic import op
revision, down_revision, branch_labels, depends_on = "{revision}", "{before}", None, None
def upgrade():
    op.execute("CREATE TABLE nouveau (id INTEGER)")
    {more}
def downgrade():
    op.execute("DROP TABLE nouveau")
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.sqlite3"


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Adds a migration to the code, as a new version of the bot would; ``more`` ends it."""
    folder = tmp_path / "versions"
    folder.mkdir()
    own = configuration()

    def add(more: str = "") -> None:
        text = NEXT.format(revision="9999", before=REVISIONS[-1], more=more)
        (folder / "9999_suite.py").write_text(text)

    def config() -> Config:
        config = configuration()
        versions = Path(str(own.get_main_option("script_location"))) / "versions"
        config.set_main_option("version_locations", f"{versions};{folder}")
        config.set_main_option("path_separator", ";")
        return config

    monkeypatch.setattr(migrating, "configuration", config)
    return add


def address(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def migrated(path: Path) -> None:
    """Starts on this file as the bot does, and stops."""
    database = Database(address(path))
    try:
        await migrate(database)
    finally:
        await database.close()


async def seated(path: Path) -> None:
    """A file with a character in it."""
    database = Database(address(path))
    await migrate(database)
    await play.seat(database)
    await play.spend(database)
    await database.close()


def digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def revision(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM characters")]


async def test_the_migrated_schema_is_the_models(database: Database) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, Base.metadata))

    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


def written(connection: Connection) -> dict[str, set[str]]:
    """Each table and index as SQLite keeps it: its clauses, wherever they stand."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    clauses = {name: re.split(r",|\n", " ".join(sql.split(" "))) for name, sql in rows}
    return {
        name: {clause.strip(" )\t") for clause in parts}
        for name, parts in clauses.items()
        if not name.startswith(("alembic", "sqlite"))
    }


async def test_what_alembic_does_not_compare_is_the_models_too(database: Database) -> None:
    """CHECK constraints, the WHERE of an index, AUTOINCREMENT."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        Base.metadata.create_all(connection)
        models = written(connection)
    engine.dispose()
    async with database.reading() as reader:
        assert await reader.run_sync(written) == models


@pytest.mark.parametrize("steps", range(1, len(REVISIONS) + 1))
async def test_each_revision_goes_back_and_forth(path: Path, steps: int) -> None:
    database = Database(address(path))
    config = configuration()

    def go(connection: Connection, direction: Any, to: str) -> set[str]:
        config.attributes["connection"] = connection
        direction(config, to)
        return set(inspect(connection).get_table_names()) - {"alembic_version"}

    async def going(direction: Any, to: str) -> set[str]:
        async with database.rebuilding() as connection:
            return await connection.run_sync(go, direction, to)

    before = await going(command.upgrade, REVISIONS[steps - 2]) if steps > 1 else set()
    after = await going(command.upgrade, REVISIONS[steps - 1])
    assert await going(command.downgrade, "-1") == before
    assert await going(command.upgrade, "+1") == after
    assert await going(command.downgrade, "base") == set()
    assert await going(command.upgrade, "head") == set(Base.metadata.tables)
    await database.close()


async def test_an_old_act_of_all_is_found_by_those_whom_it_changed(path: Path) -> None:
    await seated(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        record = '{"kind": "rest", "changes": [{"character_id": 1, "change": []}]}'
        connection.execute("UPDATE acts SET character_id = NULL, record = ?", (record,))
    database = Database(address(path))
    config = configuration()

    def again(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        command.upgrade(config, "0002")

    async with database.rebuilding() as rebuilding:
        await rebuilding.run_sync(again)
    await database.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT character_id, act_id FROM touches").fetchall() == [(1, 1)]


async def test_the_data_directory_is_made(tmp_path: Path) -> None:
    path = tmp_path / "un" / "dossier" / "bot.sqlite3"
    await migrated(path)
    assert revision(path) == REVISIONS[-1]


async def test_a_new_file_needs_no_backup_and_a_current_one_is_left_alone(path: Path) -> None:
    await seated(path)
    before = digest(path)
    await migrated(path)
    assert digest(path) == before
    assert {one.name for one in path.parent.iterdir()} == {path.name}


async def test_a_newer_database_is_refused_untouched(path: Path) -> None:
    await seated(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = digest(path)
    with pytest.raises(NewerDatabase, match="9999"):
        await migrated(path)
    assert digest(path) == before
    assert {one.name for one in path.parent.iterdir()} == {path.name}


async def test_an_older_file_is_copied_before_it_is_changed(path: Path, later: Callable[..., None]) -> None:
    await seated(path)
    later()
    await migrated(path)
    copy = path.with_name(f"bot.avant-{REVISIONS[-1]}.sqlite3")
    assert (revision(path), revision(copy)) == ("9999", REVISIONS[-1])
    assert "nouveau" in tables(path) - tables(copy)
    assert names(path) == names(copy) == ["Fafhrd"]
    # The copy is a database like another: an older bot opens it.
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_the_copy_holds_what_was_still_in_the_write_ahead_log(
    path: Path, later: Callable[..., None]
) -> None:
    """After a `kill -9`, the last commits are in the `-wal` file alone."""
    await seated(path)
    later()
    with closing(sqlite3.connect(path)) as crashed:
        crashed.execute("PRAGMA wal_autocheckpoint=0")
        crashed.execute("UPDATE characters SET name = 'Souricier'")
        crashed.commit()
        await migrated(path)
    copy = path.with_name(f"bot.avant-{REVISIONS[-1]}.sqlite3")
    assert names(path) == names(copy) == ["Souricier"]


async def test_a_migration_that_fails_changes_nothing(path: Path, later: Callable[..., None]) -> None:
    await seated(path)
    before = tables(path)
    later(more='op.execute("INSERT INTO nulle_part VALUES (1)")')
    with pytest.raises(OperationalError, match="nulle_part"):
        await migrated(path)
    assert (revision(path), tables(path)) == (REVISIONS[-1], before)
    later()
    await migrated(path)
    assert revision(path) == "9999"


async def test_a_table_may_be_rebuilt_although_others_point_to_it(
    path: Path, later: Callable[..., None]
) -> None:
    """SQLite changes a column by making the table again: rows that refer to it must survive."""
    await seated(path)
    later(
        more="""
    with op.batch_alter_table("characters", recreate="always") as batch:
        batch.alter_column("name", new_column_name="nom")"""
    )
    await migrated(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT nom FROM characters").fetchone() == ("Fafhrd",)
        assert connection.execute("SELECT count(character_id) FROM acts").fetchone() == (1,)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_migration_that_loses_a_reference_is_refused(path: Path, later: Callable[..., None]) -> None:
    await seated(path)
    later(more='op.execute("DELETE FROM characters")')
    with pytest.raises(BrokenReference, match="acts"):
        await migrated(path)
    assert (revision(path), names(path)) == (REVISIONS[-1], ["Fafhrd"])
