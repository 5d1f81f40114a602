"""The grammar written in ``docs/des.md``, read from there: generates sentences, and recognises them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

DOCUMENT = Path(__file__).parents[2] / "docs" / "des.md"
_TOKEN = re.compile(r'\s*(?:"(?P<word>[^"]+)"|\?(?P<pattern>.+?)\s\?|(?P<rule>\w+)|(?P<mark>[=;|,{}()\[\]]))')
_SPACES = re.compile(r"\s*")


@dataclass(frozen=True)
class Word:
    """A symbol written as it is."""

    text: str


@dataclass(frozen=True)
class Pattern:
    """A symbol described by a regular expression."""

    pattern: str


@dataclass(frozen=True)
class Rule:
    """The name of a rule."""

    name: str


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Either:
    """One of them."""

    items: tuple[Item, ...]


@dataclass(frozen=True)
class Repeated:
    """From none to ``most`` times (None: any)."""

    item: Item
    most: int | None


Item = Word | Pattern | Rule | Sequence | Either | Repeated


def grammar() -> Mapping[str, Item]:
    """The rules of the document, by name."""
    found = re.search(r"```ebnf\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found, "docs/des.md holds no grammar"
    return _Reader(found[1]).rules()


class _Reader:
    def __init__(self, text: str) -> None:
        text = text.strip()
        self.tokens: list[tuple[str, str]] = []
        position = 0
        while position < len(text):
            token = _TOKEN.match(text, position)
            assert token, f"not EBNF: {text[position : position + 30]}"
            assert token.lastgroup
            self.tokens.append((token.lastgroup, token[token.lastgroup].strip()))
            position = token.end()
        self.tokens.reverse()

    def take(self, mark: str | None = None) -> str:
        kind, text = self.tokens.pop()
        assert mark is None or (kind, text) == ("mark", mark), f"{mark} expected, not {text}"
        return text

    def at(self, mark: str) -> bool:
        return bool(self.tokens) and self.tokens[-1] == ("mark", mark)

    def rules(self) -> dict[str, Item]:
        found: dict[str, Item] = {}
        while self.tokens:
            name = self.take()
            self.take("=")
            found[name] = self.either()
            self.take(";")
        return found

    def either(self) -> Item:
        items = [self.sequence()]
        while self.at("|"):
            self.take()
            items.append(self.sequence())
        return items[0] if len(items) == 1 else Either(tuple(items))

    def sequence(self) -> Item:
        items = [self.item()]
        while self.at(","):
            self.take()
            items.append(self.item())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def item(self) -> Item:
        kind, text = self.tokens.pop()
        match kind, text:
            case "word", _:
                return Word(text)
            case "pattern", _:
                return Pattern(text)
            case "rule", _:
                return Rule(text)
            case _, ("(" | "[" | "{"):
                inner = self.either()
                self.take({"(": ")", "[": "]", "{": "}"}[text])
                return inner if text == "(" else Repeated(inner, 1 if text == "[" else None)
        raise AssertionError(f"unexpected {text}")


def sentence(rules: Mapping[str, Item], random: Random, start: str = "formule") -> str:
    """A sentence of the grammar, with spaces and capitals here and there, not much nested."""

    def spoken(item: Item, depth: int) -> list[str]:
        match item:
            case Word(text):
                return [random.choice((text, text, text.upper()))]
            case Pattern():
                return [random.choice(("1", "2", "3", "4", "6", "8", "12", "20", "007", "0", "100"))]
            case Rule(name):
                return spoken(rules[name], depth + 1)
            case Sequence(items):
                return [word for one in items for word in spoken(one, depth)]
            case Either(items):
                # Deep down, what comes first is what nests least: dice before parentheses.
                return spoken(random.choice(items[:1] if depth > 30 else items), depth)
            case Repeated(inner, most):
                times = 0
                while times < (most or 4) and random.random() < (0.4 if depth < 12 else 0.1):
                    times += 1
                return [word for _ in range(times) for word in spoken(inner, depth)]

    words = spoken(Rule(start), 0)
    return "".join(word + random.choice(("", "", "", " ", "\u00a0 ", "\t")) for word in words)


def recognises(rules: Mapping[str, Item], text: str, start: str = "formule") -> bool:
    """Whether the grammar derives ``text``, whole: every way to read it is tried."""
    text = text.lower()

    @cache
    def ends(item: Item, position: int) -> frozenset[int]:
        match item:
            case Word(word):
                begin = _SPACES.match(text, position).end()  # type: ignore[union-attr]
                return frozenset({begin + len(word)} if text.startswith(word, begin) else ())
            case Pattern(pattern):
                found = re.compile(r"\s*" + pattern).match(text, position)
                return frozenset({found.end()} if found else ())
            case Rule(name):
                return ends(rules[name], position)
            case Either(items):
                return frozenset().union(*(ends(one, position) for one in items))
            case Sequence(items):
                reached = frozenset({position})
                for one in items:
                    reached = frozenset().union(*(ends(one, place) for place in reached))
                return reached
            case Repeated(inner, most):
                found_ends = reached = frozenset({position})
                while reached and most != 0:
                    reached = frozenset().union(*(ends(inner, place) for place in reached)) - found_ends
                    found_ends |= reached
                    most = None if most is None else most - 1
                return found_ends

    return any(not text[end:].strip() for end in ends(Rule(start), 0))
