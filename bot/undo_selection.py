"""Which act is to be undone: the one chosen in a list, its number, or words that only one answers to."""

import re
from collections.abc import Sequence
from itertools import groupby

import discord
from discord.app_commands import Choice

from bot.access import is_game_master
from bot.client import Interaction
from bot.french import plural
from bot.screens.undoing import asked
from bot.selection import MOST_CHOICES, folded
from bot.storage import campaigns, undoable
from bot.storage.engine import Connection
from bot.storage.journal import Entry
from bot.storage.undoable import Candidate
from rules.clock import lasting
from rules.refusals import Refusal

_VALUE = re.compile(r"(?:n[º°o]?|#)?\s*(\d{1,18})", re.IGNORECASE)
_NAME = 40  # characters of a name in a choice


class NothingLeft(Refusal):
    """No act is left to undo."""

    def __init__(self) -> None:
        super().__init__(
            "Rien à annuler : aucune action de ce serveur qui tienne encore n’a changé quoi que ce soit."
        )


class UnknownAct(Refusal):
    """No act answers to what was typed, or several do."""

    def __init__(self, text: str, count: int = 0) -> None:
        self.text = text
        found = f"{count} actions répondent" if count else "Aucune action ne répond"
        super().__init__(
            f"{found} à « {text[:64]} » : choisissez dans la liste proposée, ou donnez son numéro."
        )


def label(one: Candidate, now: int) -> str:
    """« nº 42 · Hrafn · horreur insoutenable · il y a 3 min »."""
    done = asked(one.command)
    if one.undone_id is not None:
        done = f"annulation du nº {one.undone_id} ({done})"
    return _label(f"nº {one.id}", one.name[:_NAME], done, ago(now - one.at))


def _label(*parts: str) -> str:
    return " · ".join(part for part in parts if part)[:100]


def ago(seconds: int) -> str:
    """« il y a 3 min », « à l’instant »."""
    for unit in (86_400, 3_600, 60):
        if seconds >= unit:
            return f"il y a {lasting(seconds // unit * unit)}"
    return "à l’instant"


def choices(candidates: Sequence[Candidate], typed: str, now: int) -> list[Choice[str]]:
    """What is proposed for what is typed: a gesture as one choice, then each of its acts."""
    found: list[Choice[str]] = []
    for group, members in groupby(candidates, key=lambda one: one.group):
        acts = [*members]
        if group is not None and len(acts) > 1:
            numbers = f"nº {acts[-1].id} à {acts[0].id}"
            whole = _label(
                numbers, asked(acts[-1].command), plural(len(acts), "action"), ago(now - acts[0].at)
            )
            found.append(Choice(name=whole, value=f"g{group}"))
        found += [Choice(name=label(one, now), value=str(one.id)) for one in acts]
    wanted = folded(typed.strip())
    return [one for one in found if wanted in folded(one.name)]


async def find(connection: Connection, guild_id: int, text: str, now: int) -> Sequence[Entry]:
    """The acts chosen; without a word, the last that changed something. Raises :class:`UnknownAct`, :class:`NothingLeft`."""
    typed = text.strip()
    if not typed:
        if not (entries := await undoable.last(connection, guild_id)):
            raise NothingLeft
        return entries
    number = _VALUE.fullmatch(typed)
    entries = await undoable.chosen(connection, guild_id, number[1] if number else typed)
    if entries or number:
        if not entries:
            raise UnknownAct(typed)
        return entries
    found = choices(await undoable.candidates(connection, guild_id), typed, now)
    if len(found) != 1:
        raise UnknownAct(typed, len(found))
    return await undoable.chosen(connection, guild_id, found[0].value)


async def complete(interaction: Interaction, current: str) -> list[Choice[str]]:
    """The latest acts, for the game master alone."""
    if interaction.guild_id is None:
        return []
    async with interaction.client.database.reading() as connection:
        if not is_game_master(interaction, await campaigns.load(connection, interaction.guild_id)):
            return []
        found = await undoable.candidates(connection, interaction.guild_id)
    return choices(found, current, int(discord.utils.utcnow().timestamp()))[:MOST_CHOICES]
