"""Which act is to be undone: the one chosen in a list, its number, or words that only one answers to."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

import discord
from discord.app_commands import Choice

from bot.access import is_game_master
from bot.client import Interaction
from bot.french import typeset
from bot.replies import CHOICE_LIMIT, MOST_CHOICES
from bot.screens.undoing import act_words, gesture_words
from bot.selection import folded
from bot.storage import campaigns, undoable
from bot.storage.engine import Connection
from bot.storage.past import Entry
from rules.refusals import Refusal
from rules.undoing import UndoAct

_VALUE = re.compile(r"(?:n[º°o]?|#)?\s*(\d{1,18})", re.IGNORECASE)


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


def choices(candidates: Sequence[Entry], typed: str, now: int) -> Iterator[Choice[str]]:
    """What is proposed for what is typed, words or a command: a gesture as one choice, then each of its acts."""
    wanted = folded(typed.strip())
    for group, members in groupby(candidates, key=lambda one: one.group_id):
        acts = [*members]
        if group is not None and len(acts) > 1:
            words = gesture_words(acts, now, CHOICE_LIMIT)
            if any(wanted in text for text in (folded(words), *map(_commanded, acts))):
                yield Choice(name=typeset(words), value=f"g{group}")
        for one in acts:
            if wanted in _commanded(one) or wanted in folded(act_words(one, now)):
                yield Choice(name=typeset(act_words(one, now, CHOICE_LIMIT)), value=str(one.id))


def _commanded(entry: Entry) -> str:
    """The command that an act came through, or that came what it undid; nothing of a button."""
    command = entry.act.command if isinstance(entry.act, UndoAct) else entry.command
    return "" if ":" in command else folded(command)


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
    # Words never choose an undoing: it would do again what was undone.
    standing = [
        one for one in await undoable.candidates(connection, guild_id) if not isinstance(one.act, UndoAct)
    ]
    found = [*choices(standing, typed, now)]
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
        most = undoable.MOST_READ if current.strip() else MOST_CHOICES
        found = await undoable.candidates(connection, interaction.guild_id, most)
    proposed = choices(found, current, int(discord.utils.utcnow().timestamp()))
    return [*islice(proposed, MOST_CHOICES)]
