"""What Discord answers at the start becomes one French line and an exit status."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import __main__
from bot.__main__ import Failure, connect
from bot.client import Bot
from bot.settings import Settings, load


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of a bot that connects elsewhere than to Discord; what it changes of discord.py is put back."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    return load(
        {
            "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'data' / 'bot.sqlite3'}",
            "DISCORD_API_URL": "http://127.0.0.1:9/api/v10",
            "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/gateway",
            "DEV_GUILD_ID": "1100000000000000001",
        },
        Path("absent"),
    )


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None, code=code)


def answered(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": 50001, "message": "Missing Access"})


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (
            discord.LoginFailure("Improper token has been passed."),
            2,
            "DISCORD_TOKEN : Discord refuse ce jeton",
        ),
        (closed(4004), 2, "DISCORD_TOKEN : Discord refuse ce jeton"),
        (closed(4013), 1, "Discord a coupé la connexion (code 4013)"),
        (answered(discord.Forbidden, 403), 2, "DEV_GUILD_ID : Discord refuse d’y déclarer les commandes"),
        (answered(discord.DiscordServerError, 503), 1, "Discord ne répond pas à http://127.0.0.1:9/api/v10"),
        (aiohttp.ClientConnectionError(), 1, "Discord ne répond pas à http://127.0.0.1:9/api/v10 (Client"),
        (OSError("réseau coupé"), 1, "Discord ne répond pas"),
    ],
)
async def test_a_refusal_is_one_line(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    async def refuse(self: Bot, token: str) -> None:
        raise error

    monkeypatch.setattr(Bot, "start", refuse)
    with pytest.raises(Failure) as failure:
        await connect(settings, "un.jeton")
    assert str(failure.value).startswith(said)
    assert "\n" not in str(failure.value)
    assert "un.jeton" not in str(failure.value)
    assert failure.value.status == status


async def test_the_addresses_given_are_those_used(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []

    async def look(self: Bot, token: str) -> None:
        seen.extend(
            (token, Route("GET", "/users/@me").url, str(DiscordWebSocket.DEFAULT_GATEWAY), self.dev_guild_id)
        )

    monkeypatch.setattr(Bot, "start", look)
    await connect(settings, "un.jeton")
    assert seen == [
        "un.jeton",
        "http://127.0.0.1:9/api/v10/users/@me",
        "ws://127.0.0.1:9/gateway",
        1100000000000000001,
    ]


def test_an_unknown_argument_gets_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert __main__.main(["demo", "vite"]) == 2
    assert capsys.readouterr().err == "Usage : python -m bot [demo [--scenario]]\n"
