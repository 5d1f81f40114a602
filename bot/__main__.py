"""`python -m bot`: connects to Discord, or opens the local table when there is no token."""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import Any

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.client import Bot
from bot.settings import BadSetting, Settings, load
from bot.storage.engine import Database
from bot.storage.migrate import NewerDatabase, migrate

log = logging.getLogger(__name__)

NO_TOKEN = """\
Pas de DISCORD_TOKEN : la table locale s’ouvre, sans Discord.
  1. Pour un vrai serveur : https://discord.com/developers/applications → New Application → Bot → Reset Token.
  2. Puis copiez .env.example en .env, collez-y le jeton, et relancez `make run`."""


class Failure(Exception):
    """The bot cannot go on; ``str()`` is one French line."""


def main(arguments: list[str]) -> int:
    """Runs the bot; the process's exit status."""
    try:
        settings = load()
        logging.basicConfig(
            level=settings.log_level,
            format="%(asctime)s %(levelname)s %(name)s : %(message)s",
            stream=sys.stderr,
        )
        if arguments == ["demo"] or settings.token is None:
            if settings.token is None:
                print(NO_TOKEN, flush=True)
            from bot.demo import play  # simcord is an optional extra

            asyncio.run(play())
        elif arguments:
            raise Failure("Usage : python -m bot [demo]")
        else:
            _run(connect(settings, settings.token))
    except (BadSetting, NewerDatabase, Failure) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("À bientôt.", file=sys.stderr)
    return 0


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Runs on uvloop where it is installed."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


async def connect(settings: Settings, token: str) -> None:
    """Opens and migrates the database, then stays connected to Discord. Raises :class:`Failure`."""
    discord.http.Route.BASE = settings.api_url
    if settings.gateway_url:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = discord.gateway.yarl.URL(settings.gateway_url)
    database = Database(settings.database_url)
    try:
        await migrate(database)
        async with Bot(database, dev_guild_id=settings.dev_guild_id) as bot:
            await bot.start(token)
    except discord.LoginFailure:
        raise Failure(
            "DISCORD_TOKEN : Discord refuse ce jeton ; générez-en un nouveau (Bot → Reset Token)."
        ) from None
    except (SQLAlchemyError, OSError) as error:
        log.debug("Démarrage impossible.", exc_info=error)
        raise Failure(f"Démarrage impossible : {str(error).splitlines()[0]}") from None
    finally:
        await database.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
