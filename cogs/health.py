"""To be written."""

from bot.client import Bot


async def setup(bot: Bot) -> None:
    return
