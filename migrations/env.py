"""Alembic's entry: runs inside the connection that the bot gives, or opens DATABASE_URL for the command line."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from bot.storage.tables import Base


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        transaction_per_migration=False,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_alone() -> None:
    from bot.settings import load
    from bot.storage.engine import Database

    database = Database(load().database_url)
    try:
        async with database.rebuilding() as connection:
            await connection.run_sync(run)
    finally:
        await database.close()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_alone())
