"""`python -m bot`: connects to Discord, or opens the local table when there is no token."""

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import invitation, logs
from bot.client import Bot
from bot.settings import BadSetting, Settings, load
from bot.storage.migrate import NewerDatabase
from bot.storage.opening import Unopened, opened

log = logging.getLogger(__name__)

NO_TOKEN = """\
Pas de DISCORD_TOKEN : la table locale s’ouvre, sans Discord.
  1. Pour un vrai serveur : https://discord.com/developers/applications → New Application → Bot → Reset Token.
  2. Puis copiez .env.example en .env, collez-y le jeton après « DISCORD_TOKEN= », et relancez `make run`."""

DEMO, SCENARIO = "demo", "--scenario"

HOPELESS = 2  # Starting again as it is would change nothing: a bad value, a refused token…
LATER = 1  # Worth another try: Discord cannot be reached.
PATIENCE = 3.0  # seconds to close in, before being told again
BAD_TOKEN = 4004  # The gateway's own word for a token that it refuses.

Work = Callable[[], Coroutine[Any, Any, None]]


class Failure(Exception):
    """The bot cannot go on; ``str()`` is one French line, ``status`` the process's exit status."""

    def __init__(self, sentence: str, status: int = HOPELESS) -> None:
        self.status = status
        super().__init__(sentence)


class RefusedToken(Failure):
    """Discord does not know this token."""

    def __init__(self) -> None:
        super().__init__(
            "DISCORD_TOKEN : Discord refuse ce jeton ; générez-en un autre "
            "(https://discord.com/developers/applications → Bot → Reset Token)."
        )


class Unreachable(Failure):
    """Discord does not answer."""

    def __init__(self, url: str, error: BaseException) -> None:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        super().__init__(f"Discord ne répond pas à {url} ({reason}) : réessayez plus tard.", LATER)


def main(arguments: list[str]) -> int:
    """Runs the bot; the process's exit status."""
    try:
        if arguments not in ([], [DEMO], [DEMO, SCENARIO]):
            raise Failure(f"Usage : python -m bot [{DEMO} [{SCENARIO}]]")
        settings = load()
        token = None if arguments else settings.token
        quiet = token is None and settings.log_level == logging.INFO  # the page is what counts
        logs.configure(logging.WARNING if quiet else settings.log_level, settings.token)
        if token is not None:
            _run(lambda: connect(settings, token), fast=True)
        else:
            if settings.token is None:
                print(NO_TOKEN, flush=True)
            _run(_local_table(scenario=SCENARIO in arguments))
    except (BadSetting, NewerDatabase, Unopened) as error:
        return _say(str(error), HOPELESS)
    except Failure as error:
        log.debug("Arrêt.", exc_info=error.__cause__)
        return _say(str(error), error.status)
    except KeyboardInterrupt:
        pass
    return _say("À bientôt.", 0)


def _say(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def _local_table(*, scenario: bool) -> Work:
    """The local table, perhaps playing by itself; it needs simcord, which a bot on a real server does without."""
    try:
        from bot.demo import perform, play
    except ImportError as error:
        raise Failure(
            f"La table locale a besoin de simcord ({error.name} manque) : `make run` l’installe, "
            "ou `pip install -r requirements/dev.txt`."
        ) from error
    return perform if scenario else play


def _run(work: Work, *, fast: bool = False) -> None:
    """Runs to the end, or until Ctrl-C or SIGTERM, after which everything closes as it should.

    ``fast``: on uvloop where it is installed; the local table cannot.
    """
    if fast:
        with contextlib.suppress(ImportError):
            import uvloop

            return uvloop.run(_until_told(work))
    return asyncio.run(_until_told(work))


async def _until_told(work: Work) -> None:
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C arrives as KeyboardInterrupt
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, told.set)
    task, waiting = asyncio.ensure_future(work()), asyncio.ensure_future(told.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    while not task.done():
        task.cancel()  # and again: until Python 3.12, wait_for swallows one that comes with its result
        await asyncio.wait({task}, timeout=PATIENCE)
    if not task.cancelled():
        task.result()


async def connect(settings: Settings, token: str) -> None:
    """Opens and migrates the database, then stays connected to Discord. Raises :class:`Failure`."""
    Route.BASE = settings.api_url
    if settings.gateway_url:
        address = type(DiscordWebSocket.DEFAULT_GATEWAY)  # yarl's, which comes with discord.py
        DiscordWebSocket.DEFAULT_GATEWAY = address(settings.gateway_url)
    async with (
        opened(settings.database_url) as database,
        Bot(database, dev_guild_id=settings.dev_guild_id) as bot,
    ):

        @bot.listen()
        async def on_ready() -> None:
            if bot.user is not None and bot.application_id is not None:
                log.info(invitation.welcome(bot.user.name, len(bot.guilds), bot.application_id))

        try:
            await bot.start(token)
        except discord.LoginFailure as error:
            raise RefusedToken from error
        except discord.ConnectionClosed as error:
            if error.code == BAD_TOKEN:
                raise RefusedToken from error
            raise Failure(f"Discord a coupé la connexion (code {error.code}).", LATER) from error
        except discord.Forbidden as error:
            if settings.dev_guild_id is None:
                raise Unreachable(settings.api_url, error) from error
            raise Failure(
                "DEV_GUILD_ID : Discord refuse d’y déclarer les commandes ; invitez le bot sur ce serveur "
                "(voir le README), ou retirez cette variable."
            ) from error
        except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
            raise Unreachable(settings.api_url, error) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
