"""« Lancer », under the preview of a horror, for one or for all: it carries the horror, and serves once."""

from collections.abc import Iterable, Mapping

import discord

from bot.replies import Button
from rules.horror import Ordeal, Situation

FACE = "affronter"
FACE_ALL = "eprouver"
ORDEAL = r"(?P<situation>horrible|insoutenable):(?P<modifier>-?\d+):(?P<adjustment>-?\d+):(?P<extra>\d+):(?P<secret>[01])"
IDENTIFIER_LIMIT = 100


def face(nonce: int, character_id: int, ordeal: Ordeal, *, secret: bool) -> Button:
    """For one; ``nonce`` makes it one button among all, which serves once."""
    return _throw(f"{FACE}:{nonce}:{character_id}:{_carried(ordeal, secret=secret)}", secret=secret)


def face_all(nonce: int, ordeal: Ordeal, left_out: Iterable[int], *, secret: bool) -> tuple[Button, ...]:
    """For everybody; none where too many are left out for its identifier."""
    out = "-".join(map(str, left_out))
    identifier = f"{FACE_ALL}:{nonce}:{_carried(ordeal, secret=secret)}:{out}"
    return (_throw(identifier, secret=secret),) if len(identifier) <= IDENTIFIER_LIMIT else ()


def _throw(identifier: str, *, secret: bool) -> Button:
    label = "Lancer en secret" if secret else "Lancer"
    return discord.ui.Button(label=label, custom_id=identifier, style=discord.ButtonStyle.danger, emoji="🎲")


def _carried(ordeal: Ordeal, *, secret: bool) -> str:
    """What :data:`ORDEAL` reads."""
    return f"{ordeal.situation}:{ordeal.verified_modifier()}:{ordeal.adjustment}:{ordeal.extra}:{secret:d}"


def ordeal_of(parts: Mapping[str, str]) -> Ordeal:
    """The horror that a button carries."""
    modifier, adjustment, extra = (int(parts[name]) for name in ("modifier", "adjustment", "extra"))
    return Ordeal(Situation(parts["situation"]), modifier, adjustment, extra)
