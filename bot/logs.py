"""The log: one handler for the bot and its libraries, which never shows a token."""

import logging
import re
import sys

FORMAT = "%(asctime)s %(levelname)s %(name)s : %(message)s"
HIDDEN = "[jeton]"
# Each interaction has a token of its own, good for a quarter of an hour: in addresses and in raw events.
_TOKENS = re.compile(r"(?<=/webhooks/)(\d+)/[^/?\s'\"]+|(?<=/interactions/)(\d+)/[^/?\s'\"]+")
_FIELDS = re.compile(r"(['\"]token['\"]: ?['\"])[^'\"]+")
# Chatty at INFO, or showing each statement at DEBUG.
_QUIET = {"alembic": logging.WARNING, "aiosqlite": logging.INFO}
# The bot never speaks aloud; the last is said of a client that simcord makes to try discord.py.
_BESIDE_THE_POINT = ("PyNaCl is not", "davey is not", "Guilds intent seems to be disabled")


class Discreet(logging.Formatter):
    """Formats a line, or a trace, without the tokens in it."""

    def __init__(self, token: str | None) -> None:
        super().__init__(FORMAT)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if self._token:
            text = text.replace(self._token, HIDDEN)
        text = _TOKENS.sub(lambda match: f"{match[1] or match[2]}/{HIDDEN}", text)
        return _FIELDS.sub(rf"\g<1>{HIDDEN}", text)


def configure(level: int, token: str | None) -> None:
    """Sends every log from ``level`` to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet(token))
    handler.addFilter(lambda record: not str(record.msg).startswith(_BESIDE_THE_POINT))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in _QUIET.items():
        logging.getLogger(name).setLevel(max(level, least))
