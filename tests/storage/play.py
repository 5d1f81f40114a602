"""What a command does to the database, without Discord around it."""

import itertools
from dataclasses import replace
from typing import Any

from sqlalchemy import func, select

from bot.storage import campaigns, characters, journal, past
from bot.storage.engine import Database
from bot.storage.journal import Author
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from rules import heroism
from rules.acts import Act
from rules.campaign import Scene
from rules.character import Character
from tests.characters import warrior

GUILD = 1
_interactions = itertools.count(1_000)


def author(interaction_id: int | None = None, **facts: Any) -> Author:
    """The player Fritz, through a new interaction unless one is given."""
    base = Author(
        actor_id=100, interaction_id=interaction_id or next(_interactions), command="essai", at=1_700_000_000
    )
    return replace(base, **facts)


async def seat(database: Database, character: Character | None = None, guild: int = GUILD) -> Character:
    """Stores a character (Fafhrd, without a word), and its guild's campaign."""
    async with database.writing() as connection:
        await campaigns.begin(connection, guild)
        return await characters.create(connection, guild, character or warrior())


async def scene(database: Database, name: str = "Fafhrd", guild: int = GUILD) -> Scene:
    """The scene of a stored character."""
    async with database.reading() as connection:
        found = await characters.by_name(connection, guild, name)
    assert found is not None, name
    return found


async def stored(database: Database, name: str = "Fafhrd", guild: int = GUILD) -> Character:
    """A character as stored."""
    return (await scene(database, name, guild)).character


async def spend(database: Database, by: Author | None = None, guild: int = GUILD) -> int:
    """Fritz spends a point: reads, applies the rule, saves; the act's number."""
    async with database.writing() as connection:
        found = await characters.active(connection, guild, 100, lock=True)
        assert found is not None
        act = heroism.master_stroke(found)
        return await journal.accept(connection, found.campaign, act, by or author(), [found.character])


async def write(database: Database, act: Act, guild: int = GUILD, **facts: Any) -> int:
    """Writes an act down, with nothing else."""
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, guild)
        return await journal.write(connection, campaign, act, author(), **facts)


async def read(database: Database, act_id: int, guild: int = GUILD) -> Entry:
    """An act read back."""
    async with database.reading() as connection:
        found = await past.entry(connection, guild, act_id)
    assert found is not None
    return found


async def count(database: Database) -> int:
    """How many acts the journal holds."""
    async with database.reading() as connection:
        return (await connection.execute(select(func.count()).select_from(ActRow))).scalar_one()
