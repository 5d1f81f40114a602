"""The subjects of `/aide`: those of the rules, written in ``help.toml``, and the commands as the tree has them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby
from pathlib import Path
from typing import Any

from discord.app_commands import Command, CommandTree, Group

from bot.french import listed
from rules.data import DataError, Document, Entry, fold, parse
from rules.refusals import Refusal
from rules.settings import DESCRIPTIONS

FILE = Path(__file__).with_name("help.toml")
MOST_NEAREST = 5
IN_TEXT = 5  # the score of a subject found by its text alone
_RULE = re.compile(r"[A-Z]{3}-[1-9]\d?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A subject: what an option carries (``key``), its name, its lines, and what else finds it.

    ``rules`` are the identifiers that it sums up, ``settings`` the readings whose value it shows, ``commands``
    what to try.
    """

    key: str
    name: str
    lines: tuple[str, ...]
    rules: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()

    @property
    def is_command(self) -> bool:
        return self.key.startswith("/")

    @property
    def words(self) -> Iterator[str]:
        """The folded names that find it: its own first, then others, its settings, its rules and their families."""
        families = dict.fromkeys(rule.split("-")[0] for rule in self.rules)
        joined = (rule.replace("-", "") for rule in self.rules)
        settings = (word for key in self.settings for word in (key, DESCRIPTIONS[key].title))
        return map(fold, (self.name, self.key, *self.aliases, *settings, *self.rules, *joined, *families))


@dataclass(frozen=True, slots=True)
class Help:
    """What ``help.toml`` holds."""

    guide: tuple[str, ...]
    topics: tuple[Topic, ...]


class UnknownTopic(Refusal):
    """Nothing is known under that word; the nearest subjects are."""

    def __init__(self, text: str, nearest: Sequence[Topic]) -> None:
        self.text = text
        self.nearest = tuple(nearest)
        names = listed((f"« {topic.name} »" for topic in nearest), last="ou")
        advice = f"Peut-être {names} ?" if nearest else "Sans sujet, `/aide` montre par où commencer."
        super().__init__(f"Rien sous « {text[:64]} » dans l’aide. {advice}")


def read_help(document: Document) -> Help:
    """The help of a document. Raises :class:`rules.data.DataError`."""
    document.only("guide", "topics")
    guide = Entry(document.file, "guide", _table(document))
    lines = guide.texts("lines")
    guide.close()
    return Help(lines, tuple(_topic(entry) for entry in document.entries("topics")))


def _table(document: Document) -> dict[str, object]:
    table = document.tables.get("guide")
    if not isinstance(table, dict):
        raise DataError(document.file, "guide", None, "une table est attendue")
    return table


def _topic(entry: Entry) -> Topic:
    topic = Topic(
        key=entry.name.removeprefix("topics."),
        name=entry.text("title"),
        lines=entry.texts("lines"),
        rules=entry.texts("rules"),
        aliases=entry.texts("aliases"),
        settings=entry.texts("settings", allowed=tuple(DESCRIPTIONS)),
        commands=entry.texts("commands"),
    )
    entry.close()
    if not topic.lines:
        raise entry.error("lines", "le sujet est vide")
    for rule in topic.rules:
        if not _RULE.fullmatch(rule):
            raise entry.error("rules", f"« {rule} » n’est pas une règle")
    return topic


HELP = read_help(parse(FILE.read_text(encoding="utf-8"), FILE.name))


def command_topics(tree: CommandTree[Any]) -> tuple[Topic, ...]:
    """A subject for each command and group of the tree, from its own descriptions."""
    commands = (one for one in tree.walk_commands() if isinstance(one, Command | Group))
    return tuple(sorted((_command_topic(one) for one in commands), key=lambda topic: topic.key))


def _command_topic(one: Command[Any, ..., Any] | Group) -> Topic:
    name = f"/{one.qualified_name}"
    lines = _inside(one) if isinstance(one, Group) else _options(one)
    return Topic(key=name, name=name, lines=(str(one.description), *lines))


def _inside(group: Group) -> list[str]:
    """A line for each command of a group."""
    commands = sorted(group.commands, key=lambda command: command.name)
    return [f"• `/{command.qualified_name}` — {command.description}" for command in commands]


def _options(command: Command[Any, ..., Any]) -> list[str]:
    """A line for each option, or for several in a row that say the same."""
    lines = []
    for (description, required), same in groupby(
        command.parameters, lambda option: (option.description, option.required)
    ):
        names = " ".join(f"`{option.display_name}`" for option in same)
        lines.append(f"• {names}{'' if required else ' (facultatif)'} — {description}")
    return lines


def search(topics: Iterable[Topic], typed: str) -> list[Topic]:
    """The subjects that ``typed`` may mean, best first: by name, by another name, then by their text."""
    wanted = fold(typed)
    scored = [(score, topic) for topic in topics if (score := _score(topic, wanted)) is not None]
    scored.sort(key=lambda pair: (pair[0], pair[1].is_command is not typed.strip().startswith("/")))
    return [topic for _, topic in scored]


def _score(topic: Topic, wanted: str) -> int | None:
    """0 for the very name, then less and less; None for a subject that does not hold the words."""
    first, *others = topic.words
    if wanted == first:
        return 0
    if wanted in others:
        return 1
    if first.startswith(wanted):
        return 2
    if any(word.startswith(wanted) for name in (first, *others) for word in (name, *name.split())):
        return 3
    if any(wanted in name for name in (first, *others)):
        return 4
    return IN_TEXT if wanted in fold(" ".join(topic.lines)) else None


def proposed(topics: Sequence[Topic], typed: str) -> list[Topic]:
    """What to propose for what is typed: the subjects that hold it, or else those that look like it."""
    return search(topics, typed) or _alike(topics, typed)


def find(topics: Sequence[Topic], typed: str) -> Topic:
    """The subject chosen in the list, or the best for what was typed by hand. Raises :class:`UnknownTopic`."""
    for topic in topics:
        if topic.key == typed.strip():
            return topic
    found = search(topics, typed) if fold(typed) else []
    if found and _score(found[0], fold(typed)) != IN_TEXT:
        return found[0]
    raise UnknownTopic(typed, (found + _alike(topics, typed))[:MOST_NEAREST])


def _alike(topics: Sequence[Topic], typed: str) -> list[Topic]:
    """The subjects whose names look like what was typed."""
    names = {word: topic for topic in reversed(topics) for word in topic.words}
    close = get_close_matches(fold(typed), list(names), n=MOST_NEAREST, cutoff=0.5)
    return list(dict.fromkeys(names[word] for word in close))


def about(topics: Iterable[Topic], command: str) -> list[Topic]:
    """The subjects of the rules that lead to this command, or to one inside it."""
    name = command.removeprefix("/")
    return [
        topic
        for topic in topics
        if any(f"{led} ".startswith(f"{name} ") or f"{name} ".startswith(f"{led} ") for led in topic.commands)
    ]
