"""The bot's own settings: the environment, then `.env`; a bad value is named in one French line."""

import logging
from pathlib import Path

import pytest

from bot.settings import DEFAULT_API, DEFAULT_DATABASE, BadSetting, Settings, load

NOWHERE = Path("absent/.env")


def read(dotenv: Path = NOWHERE, /, **environment: str) -> Settings:
    return load(environment, dotenv)


@pytest.fixture
def dotenv(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def test_nothing_given_opens_the_local_table_on_the_usual_addresses() -> None:
    assert read() == Settings(
        token=None,
        database_url=DEFAULT_DATABASE,
        api_url=DEFAULT_API,
        gateway_url=None,
        dev_guild_id=None,
        log_level=logging.INFO,
    )


def test_every_variable_is_read() -> None:
    assert read(
        DISCORD_TOKEN="MTA.x-y_z",
        DATABASE_URL="postgresql+asyncpg://bot:secret@localhost/pmt",
        DISCORD_API_URL="http://127.0.0.1:8080/api/v10/",
        DISCORD_GATEWAY_URL="ws://127.0.0.1:8080/gateway",
        DEV_GUILD_ID="1100000000000000001",
        LOG_LEVEL="debug",
    ) == Settings(
        token="MTA.x-y_z",
        database_url="postgresql+asyncpg://bot:secret@localhost/pmt",
        api_url="http://127.0.0.1:8080/api/v10",
        gateway_url="ws://127.0.0.1:8080/gateway",
        dev_guild_id=1100000000000000001,
        log_level=logging.DEBUG,
    )


@pytest.mark.parametrize(
    "name",
    [
        "DISCORD_TOKEN",
        "DATABASE_URL",
        "DISCORD_API_URL",
        "DISCORD_GATEWAY_URL",
        "DEV_GUILD_ID",
        "LOG_LEVEL",
    ],
)
def test_an_empty_variable_counts_as_absent(name: str) -> None:
    assert read(**{name: "  "}) == read()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "deux mots"),
        ("DISCORD_TOKEN", "jeton-accentué"),
        ("DISCORD_TOKEN", "jeton\x00"),
        ("DATABASE_URL", "data/bot.sqlite3"),
        ("DATABASE_URL", "sqlite:///bot.sqlite3"),
        ("DATABASE_URL", "mysql://localhost/pmt"),
        ("DATABASE_URL", "postgresql+asyncpg://localhost:port/pmt"),
        ("DISCORD_API_URL", "discord.com/api"),
        ("DISCORD_API_URL", "ftp://discord.com"),
        ("DISCORD_API_URL", "http://[::1"),
        ("DISCORD_API_URL", "http://"),
        ("DISCORD_API_URL", "http://localhost:99999"),
        ("DISCORD_API_URL", "https://discord.com/api v10"),
        ("DISCORD_GATEWAY_URL", "https://gateway.discord.gg"),
        ("DEV_GUILD_ID", "Lankhmar"),
        ("DEV_GUILD_ID", "0"),
        ("DEV_GUILD_ID", "-5"),
        ("DEV_GUILD_ID", "²"),
        ("DEV_GUILD_ID", "1" * 20),
        ("LOG_LEVEL", "bavard"),
        ("LOG_LEVEL", "NOTSET"),
    ],
)
def test_a_bad_value_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read(**{name: value})
    sentence = str(refused.value)
    assert sentence.startswith(f"{name} : ")
    assert "\n" not in sentence
    if name == "DISCORD_TOKEN":
        assert value not in sentence, "a token is never shown"


def test_the_file_gives_what_the_environment_does_not(dotenv: Path) -> None:
    dotenv.write_text(
        "# Discord\nDISCORD_TOKEN='du.fichier'\n\nexport LOG_LEVEL=ERROR\nDATABASE_URL=\n", encoding="utf-8"
    )
    assert read(dotenv).token == "du.fichier"
    assert read(dotenv).log_level == logging.ERROR
    assert read(dotenv).database_url == DEFAULT_DATABASE
    assert read(dotenv, DISCORD_TOKEN="de.l.environnement").token == "de.l.environnement"


def test_an_empty_variable_of_the_environment_hides_the_file(dotenv: Path) -> None:
    dotenv.write_text("DISCORD_TOKEN=du.fichier", encoding="utf-8")
    assert read(dotenv, DISCORD_TOKEN="").token is None


def test_a_file_written_by_notepad_is_read(dotenv: Path) -> None:
    dotenv.write_bytes("DISCORD_TOKEN=du.bloc-notes\r\nLOG_LEVEL=INFO\r\n".encode("utf-8-sig"))
    assert read(dotenv).token == "du.bloc-notes"


def test_a_dollar_in_a_value_stays_a_dollar(dotenv: Path) -> None:
    dotenv.write_text("DATABASE_URL=postgresql+asyncpg://bot:a${B}c@localhost/pmt", encoding="utf-8")
    assert "a${B}c" in read(dotenv).database_url


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"LOG_LEVEL=INFO\n\nDISCORD_TOKEN du.fichier\n", "ligne 3"),
        (b"DISCORD_TOKEN\n", "ligne 1"),
        (b"DISCORD_TOKEN='ouvert\n", "ligne 1"),
        ("LOG_LEVEL=débogage".encode("latin-1"), "UTF-8"),
    ],
)
def test_a_file_that_cannot_be_understood_says_where(dotenv: Path, content: bytes, said: str) -> None:
    dotenv.write_bytes(content)
    with pytest.raises(BadSetting, match=said) as refused:
        read(dotenv)
    assert str(refused.value).startswith(".env : ")
    assert "\n" not in str(refused.value)
