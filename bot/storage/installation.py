"""What the bot remembers of itself between two starts."""

from sqlalchemy import delete, insert, select

from bot.storage.engine import Database
from bot.storage.tables import InstallationRow


async def recall(database: Database, key: str) -> str | None:
    """The value remembered under ``key``."""
    async with database.reading() as connection:
        found = await connection.execute(select(InstallationRow.value).where(InstallationRow.key == key))
        return found.scalar_one_or_none()


async def remember(database: Database, key: str, value: str) -> None:
    """Remembers ``value`` under ``key``, in place of any other."""
    async with database.writing() as connection:
        await connection.execute(delete(InstallationRow).where(InstallationRow.key == key))
        await connection.execute(insert(InstallationRow).values(key=key, value=value))
