"""No token ever reaches the log."""

import logging
import sys

from bot.logs import Discreet


def line(text: str, *arguments: object, token: str | None = "le.jeton.du-bot", trace: bool = False) -> str:
    error = sys.exc_info() if trace else None
    record = logging.LogRecord("discord", logging.DEBUG, "", 0, text, arguments, error)
    return Discreet(token).format(record)


def test_the_bots_own_token_is_hidden() -> None:
    assert "jeton.du" not in line("Authorization: Bot %s", "le.jeton.du-bot")


def test_it_is_hidden_in_a_trace_too() -> None:
    try:
        raise ValueError("le.jeton.du-bot")
    except ValueError:
        written = line("Raté.", trace=True)
    assert "ValueError" in written
    assert "jeton.du" not in written


def test_the_token_of_an_interaction_is_hidden_in_addresses_and_events() -> None:
    written = line(
        "POST https://discord.com/api/v10/interactions/12/aW50ZXJ-x_1/callback, "
        "PATCH https://discord.com/api/v10/webhooks/34/aW50ZXJ-x_1?wait=true : {'token': 'aW50ZXJ-x_1', 'id': '12'}"
    )
    assert "aW50" not in written
    assert "/interactions/12/" in written
    assert "/callback" in written
    assert "'id': '12'" in written


def test_without_a_token_nothing_else_changes() -> None:
    assert line("Évènement %s.", "READY", token=None).endswith(" DEBUG discord : Évènement READY.")
