"""The mark of a hidden act that the table has seen since."""

from sqlalchemy import bindparam, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.tables import ActRow

_MARK = (
    update(ActRow)
    .where(ActRow.id == bindparam("act_id"), ActRow.secret, ~ActRow.revealed)
    .values(revealed=True)
)


async def mark(connection: AsyncConnection, act_id: int) -> bool:
    """Marks a hidden act as shown; False when it already was, or never was hidden."""
    return (await connection.execute(_MARK, {"act_id": act_id})).rowcount == 1
