"""Inserts of rows that may be there already, in the words of each engine."""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.tables import Base

_INSERT = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert(connection: AsyncConnection, table: type[Base]) -> Any:
    """An INSERT that can be told what to do of a conflict: SQLAlchemy has one an engine, and no common type."""
    return _INSERT[connection.dialect.name](table)


def replacing(connection: AsyncConnection, table: type[Base], *key: str) -> Any:
    """An INSERT whose facts take the place of those of the row with the same ``key``."""
    made = insert(connection, table)
    return made.on_conflict_do_update(index_elements=key, set_={"facts": made.excluded.facts})
