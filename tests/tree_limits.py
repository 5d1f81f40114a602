"""Discord's limits on commands, and our typography, as functions that name each fault of a command sent to it."""

import re
from collections.abc import Iterator
from typing import Any

Payload = dict[str, Any]

SUBCOMMAND, GROUP = 1, 2
CHAT_INPUT = 1
GUILD_ONLY = [0]  # contexts: neither private messages nor group ones

MOST_COMMANDS = 100
MOST_OPTIONS = MOST_CHOICES = MOST_SUBCOMMANDS = 25
LONGEST_COMMAND = 8_000
LONGEST_DESCRIPTION = LONGEST_CHOICE = 100

NAME = re.compile(r"[-_a-z0-9]{1,32}")
ASCII_APOSTROPHE = re.compile(r"\w'\w")
BREAKING_SPACE = re.compile(r" [:;!?»%]|« ")
THREE_DOTS = re.compile(r"\.\.\.")


def tree_faults(commands: list[Payload]) -> list[str]:
    """Every fault of a whole tree."""
    faults = [f"{len(commands)} commands"] if len(commands) > MOST_COMMANDS else []
    names = [command["name"] for command in commands]
    faults += [f"{name} twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    for command in commands:
        faults += command_faults(command)
    return faults


def command_faults(command: Payload) -> list[str]:
    """Every fault of a command."""
    name = command["name"]
    faults = list(_named_faults(command, name)) + list(_nesting_faults(command, name))
    if (size := length(command)) > LONGEST_COMMAND:
        faults.append(f"{name}: {size} characters")
    if command.get("contexts") != GUILD_ONLY and command.get("dm_permission") is not False:
        faults.append(f"{name}: not for servers alone")
    if command.get("default_member_permissions") is not None:
        faults.append(f"{name}: hidden from some members")
    if command.get("type", CHAT_INPUT) != CHAT_INPUT:
        faults.append(f"{name}: not a slash command")
    return faults


def length(item: Payload) -> int:
    """The characters that count against Discord's 8,000: names, descriptions and values, all the way down."""
    own = len(item["name"]) + len(item.get("description", "")) + len(str(item.get("value", "")))
    inside = (*item.get("options", ()), *item.get("choices", ()))
    return own + sum(map(length, inside))


def _named_faults(item: Payload, path: str) -> Iterator[str]:
    """Faults of a command, a group or an option, and of all that is inside."""
    if not NAME.fullmatch(item["name"]):
        yield f"{path}: bad name"
    description = item["description"]
    if not 1 <= len(description) <= LONGEST_DESCRIPTION:
        yield f"{path}: description of {len(description)} characters"
    yield from _typography_faults(description, path)
    yield from _choice_faults(item.get("choices", []), path)
    options = item.get("options", [])
    if len(options) > MOST_OPTIONS:
        yield f"{path}: {len(options)} options"
    names = [option["name"] for option in options]
    if len(set(names)) < len(names):
        yield f"{path}: an option twice"
    required = [option.get("required", False) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{path}: a required option after another"
    for option in options:
        yield from _named_faults(option, f"{path} {option['name']}")


def _typography_faults(text: str, path: str) -> Iterator[str]:
    if ASCII_APOSTROPHE.search(text):
        yield f"{path}: ASCII apostrophe"
    if BREAKING_SPACE.search(text):
        yield f"{path}: breaking space"
    if THREE_DOTS.search(text):
        yield f"{path}: three dots"
    if text.endswith("."):
        yield f"{path}: final dot"


def _choice_faults(choices: list[Payload], path: str) -> Iterator[str]:
    if len(choices) > MOST_CHOICES:
        yield f"{path}: {len(choices)} choices"
    if len({choice["name"] for choice in choices}) < len(choices):
        yield f"{path}: a choice twice"
    for choice in choices:
        value = choice["value"]
        if not 1 <= len(choice["name"]) <= LONGEST_CHOICE:
            yield f"{path}: choice of {len(choice['name'])} characters"
        if isinstance(value, str) and not 1 <= len(value) <= LONGEST_CHOICE:
            yield f"{path}: value of {len(value)} characters"
        yield from _typography_faults(choice["name"], path)


def _nesting_faults(command: Payload, path: str, depth: int = 0) -> Iterator[str]:
    """A command holds options, or subcommands, or groups of subcommands; nothing deeper, nothing mixed."""
    options = command.get("options", [])
    inside = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if inside and len(inside) < len(options):
        yield f"{path}: options beside subcommands"
    if len(inside) > MOST_SUBCOMMANDS:
        yield f"{path}: {len(inside)} subcommands"
    for option in inside:
        place = f"{path} {option['name']}"
        if option["type"] == GROUP and depth > 0:
            yield f"{place}: group inside a group"
        elif option["type"] == GROUP:
            yield from _nesting_faults(option, place, depth + 1)
            if not option.get("options"):
                yield f"{place}: empty group"
        elif any(one["type"] in (SUBCOMMAND, GROUP) for one in option.get("options", [])):
            yield f"{place}: subcommand inside a subcommand"


def commands_by_path(commands: list[Payload]) -> dict[str, dict[str, bool]]:
    """Each command that can be typed, and its options: name → required."""
    found: dict[str, dict[str, bool]] = {}
    for command in commands:
        _collect(command, command["name"], found)
    return found


def _collect(item: Payload, path: str, found: dict[str, dict[str, bool]]) -> None:
    options = item.get("options", [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in options):
        for option in options:
            _collect(option, f"{path} {option['name']}", found)
    else:
        found[path] = {option["name"]: option.get("required", False) for option in options}
