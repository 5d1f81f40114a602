"""What a session was, read from the journal and drawn: the same for every close, and for `/seance etat`."""

from bot import curves
from bot.client import Bot
from bot.replies import Reply
from bot.screens import recap as screens
from bot.screens import session as session_screens
from bot.storage import recap, sessions
from rules.sessions import Session


async def recount(bot: Bot, guild_id: int, session: Session, now: int, reply: Reply) -> Reply:
    """The reply with what the session was, up to ``now`` (Unix seconds); without image where none can be drawn."""
    async with bot.database.reading() as connection:
        account = await recap.account(connection, guild_id, session, now)
    chart = None
    if any(not curve.flat for curve in account.curves):
        chart = await bot.calculator.picture(curves.draw, account.curves)
    return screens.told(reply, account, chart)


async def farewell(bot: Bot, guild_id: int, now: int) -> Reply | None:
    """What the session closed last was, if there is something to tell: another's opening closed it, unasked."""
    async with bot.database.reading() as connection:
        session = await sessions.last_closed(connection, guild_id)
    if session is None:
        return None
    told = await recount(bot, guild_id, session, now, session_screens.closed(session))
    return told if len(told.fields) > 1 else None  # its length alone is not worth a message
