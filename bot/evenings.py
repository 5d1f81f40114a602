"""What a session was, read from the journal and drawn: the same for a close, an event's end and `/seance etat`."""

from bot import curves
from bot.client import Bot
from bot.replies import Reply
from bot.screens import recap as screens
from bot.storage import recap
from rules.sessions import Session


async def recount(bot: Bot, guild_id: int, session: Session, now: int, reply: Reply) -> Reply:
    """The reply with what the session was, up to ``now`` (Unix seconds); without image where none can be drawn."""
    async with bot.database.reading() as connection:
        account = await recap.account(connection, guild_id, session, now)
    chart = None
    if any(not curve.flat for curve in account.curves):
        chart = await bot.calculator.picture(curves.draw, account.curves)
    return screens.told(reply, account, chart)
