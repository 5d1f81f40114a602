"""The bot's own settings, from the environment or a `.env` file."""

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

DEFAULT_DATABASE = "sqlite+aiosqlite:///data/epees-pmt.sqlite3"
DEFAULT_API = "https://discord.com/api/v10"
DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class BadSetting(Exception):
    """A variable that cannot be understood; ``str()`` is one French line naming it."""

    def __init__(self, name: str, expected: str) -> None:
        self.name = name
        super().__init__(f"{name} : {expected}.")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the process needs to start. ``token`` None: no Discord, the local table opens."""

    token: str | None
    database_url: str
    api_url: str
    gateway_url: str | None
    dev_guild_id: int | None
    log_level: int


def load(environment: Mapping[str, str] | None = None, dotenv: Path = Path(".env")) -> Settings:
    """Settings read from ``environment`` (default: the process's), then from the ``dotenv`` file.

    A variable of the environment hides the file's, even when it is empty. Raises :class:`BadSetting` for the
    first value that cannot be understood.
    """
    given = _file(dotenv) | dict(os.environ if environment is None else environment)
    given = {name: value.strip() for name, value in given.items()}
    return Settings(
        token=_token(given.get("DISCORD_TOKEN", "")),
        database_url=_database(given.get("DATABASE_URL") or DEFAULT_DATABASE),
        api_url=_url("DISCORD_API_URL", given.get("DISCORD_API_URL") or DEFAULT_API, ("http", "https")),
        gateway_url=_url("DISCORD_GATEWAY_URL", given["DISCORD_GATEWAY_URL"], ("ws", "wss"))
        if given.get("DISCORD_GATEWAY_URL")
        else None,
        dev_guild_id=_snowflake("DEV_GUILD_ID", given.get("DEV_GUILD_ID", "")),
        log_level=_level(given.get("LOG_LEVEL") or "INFO"),
    )


def _file(path: Path) -> dict[str, str]:
    """The variables of a `.env` file; a line that says nothing is refused rather than skipped."""
    if not path.is_file():
        return {}
    try:
        with path.open(encoding="utf-8-sig") as stream:
            lines = list(parse_stream(stream))
    except (OSError, UnicodeDecodeError):
        raise BadSetting(path.name, "fichier illisible, un texte en UTF-8 est attendu") from None
    for line in lines:
        if line.error or (line.key and line.value is None):
            text = line.original.string  # with the blank lines before it
            blank = text[: len(text) - len(text.lstrip())].count("\n")
            raise BadSetting(path.name, f"ligne {line.original.line + blank}, NOM=valeur est attendu")
    return {line.key: line.value for line in lines if line.key and line.value is not None}


def _token(text: str) -> str | None:
    if any(not 32 < ord(letter) < 127 for letter in text):
        raise BadSetting("DISCORD_TOKEN", "un jeton ne contient ni espace ni accent")
    return text or None


def _database(text: str) -> str:
    try:
        url = make_url(text)
        driver = url.drivername
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        driver = ""
    if driver not in DRIVERS:
        raise BadSetting(
            "DATABASE_URL",
            f"une adresse commençant par {' ou '.join(f'{name}://' for name in DRIVERS)} est attendue",
        )
    if url.get_backend_name() == "sqlite" and (not url.database or ":memory:" in url.database):
        raise BadSetting("DATABASE_URL", f"une base SQLite est un fichier, comme {DEFAULT_DATABASE}")
    return text


def _url(name: str, text: str, schemes: tuple[str, ...]) -> str:
    try:
        parts = urlsplit(text)
        valid = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid or any(letter.isspace() for letter in text):
        raise BadSetting(
            name, f"une adresse {' ou '.join(f'{scheme}://' for scheme in schemes)} est attendue"
        )
    return text.rstrip("/")


def _snowflake(name: str, text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) > 0):
        raise BadSetting(name, "l’identifiant d’un serveur est un nombre")
    return int(text)


def _level(text: str) -> int:
    if text.upper() not in LEVELS:
        raise BadSetting("LOG_LEVEL", f"la valeur attendue est {', '.join(LEVELS[:-1])} ou {LEVELS[-1]}")
    return logging.getLevelNamesMapping()[text.upper()]
