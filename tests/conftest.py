"""What all tests share: a database made by the migrations, and scripted dice."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import cards
from bot.storage.engine import Database
from bot.storage.migrate import migrate
from tests.dice import ScriptedDice


@pytest.fixture
def dice() -> ScriptedDice:
    """Dice that show what the test says."""
    return ScriptedDice()


@pytest.fixture
def cards_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pause between two edits of a combat card."""
    monkeypatch.setattr(cards, "PAUSE", 0.0)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A SQLite file at the latest schema."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'table.sqlite3'}")
    await migrate(database)
    yield database
    await database.close()
