"""INTERACTION_CREATE payloads, built from the commands the bot registered as Discord's client would."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping
from typing import Any

from tests.process.world import ADMINISTRATOR, Channel, Member, Payload, Role, User

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
_DISCORD_EPOCH = 1_420_070_400_000
_counter = itertools.count()


class NotOffered(AssertionError):
    """Discord's own client would not let the user send this."""


def snowflake() -> int:
    """A fresh id that carries the present time: discord.py reads an interaction's expiry in it."""
    return (time.time_ns() // 1_000_000 - _DISCORD_EPOCH) << 22 | next(_counter) & 0x3FFFFF


def envelope(kind: int, application: int, by: Member | User, channel: Channel, data: Payload) -> Payload:
    """The common part of an interaction; a `User` rather than a `Member` speaks in private."""
    identifier = snowflake()
    payload: Payload = {
        "id": str(identifier),
        "application_id": str(application),
        "type": kind,
        "token": f"jeton-{identifier}",
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel.payload(),
        "locale": "en-US",
        "app_permissions": str((1 << 53) - 1),
        "entitlements": [],
        "attachment_size_limit": 10_485_760,
    }
    if isinstance(by, User):
        owners = {"1": str(by.id)}
        return payload | {"user": by.payload(), "context": 1, "authorizing_integration_owners": owners}
    guild = by.guild
    payload["channel"]["permissions"] = str(by.permissions)
    return payload | {
        "guild_id": str(guild.id),
        "guild": guild.summary(),
        "guild_locale": "fr",
        "member": by.payload(),
        "context": 0,
        "authorizing_integration_owners": {"0": str(guild.id)},
    }


def command_data(
    command: Payload,
    path: list[str],
    options: Mapping[str, Any],
    by: Member | User,
    focused: str | None = None,
) -> Payload:
    """The `data` of a slash command or, with `focused`, of the completion of that option."""
    _check_offered(command, by)
    nesting: list[Payload] = []
    node = command
    for name in path:
        node = _child(node, name)
        nesting.append({"type": node["type"], "name": name})
    if any(option["type"] <= SUB_COMMAND_GROUP for option in node.get("options") or []):
        raise NotOffered(f"/{command['name']} {' '.join(path)} is not complete")
    resolved: Payload = {}
    filled = _fill(node, options, focused, resolved)
    for level in reversed(nesting):
        filled = [level | {"options": filled}]
    data = {"id": command["id"], "name": command["name"], "type": 1, "options": filled}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": resolved} if resolved else {})


def _check_offered(command: Payload, by: Member | User) -> None:
    contexts = command.get("contexts")
    if contexts is not None and (1 if isinstance(by, User) else 0) not in contexts:
        raise NotOffered(f"/{command['name']} is not offered here")
    needed = command.get("default_member_permissions")
    if isinstance(by, User) or needed is None or by.permissions & ADMINISTRATOR:
        return
    if int(needed) == 0 or by.permissions & int(needed) != int(needed):
        raise NotOffered(f"/{command['name']} is hidden from {by.user.name}")


def _child(node: Payload, name: str) -> Payload:
    for option in node.get("options") or []:
        if option["name"] == name and option["type"] <= SUB_COMMAND_GROUP:
            found: Payload = option
            return found
    raise NotOffered(f"{node['name']} has no sub-command {name}")


def _fill(node: Payload, given: Mapping[str, Any], focused: str | None, resolved: Payload) -> list[Payload]:
    declared: dict[str, Payload] = {option["name"]: option for option in node.get("options") or []}
    if unknown := given.keys() - declared.keys():
        raise NotOffered(f"{node['name']} has no option {sorted(unknown)}")
    missing = [name for name, option in declared.items() if option.get("required") and name not in given]
    if missing and focused is None:
        raise NotOffered(f"{node['name']} needs {missing}")
    filled = []
    for name, value in given.items():
        option = declared[name]
        if name == focused:
            if not option.get("autocomplete"):
                raise NotOffered(f"{name} of {node['name']} has no completion")
            filled.append({"name": name, "type": option["type"], "value": str(value), "focused": True})
        else:
            filled.append({"name": name, "type": option["type"], "value": _value(option, value, resolved)})
    return filled


def _value(option: Payload, value: Any, resolved: Payload) -> Any:
    """The value as Discord sends it, checked as its client checks it."""
    kind, name = option["type"], option["name"]
    if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
        return _resolve(kind, name, value, resolved)
    expected: dict[int, tuple[type, ...]] = {
        STRING: (str,),
        INTEGER: (int,),
        BOOLEAN: (bool,),
        NUMBER: (int, float),
    }
    if not isinstance(value, expected[kind]) or (kind != BOOLEAN and isinstance(value, bool)):
        raise NotOffered(f"{name} does not take {value!r}")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise NotOffered(f"{name} offers {[choice['value'] for choice in choices]}, not {value!r}")
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    if (option.get(low) is not None and size < option[low]) or (
        option.get(high) is not None and size > option[high]
    ):
        raise NotOffered(f"{name} does not take {value!r}: out of bounds")
    return value


def _resolve(kind: int, name: str, value: Any, resolved: Payload) -> str:
    match value:
        case Member() if kind in (USER, MENTIONABLE):
            resolved.setdefault("users", {})[str(value.id)] = value.user.payload()
            resolved.setdefault("members", {})[str(value.id)] = value.payload(user=False)
        case User() if kind in (USER, MENTIONABLE):
            resolved.setdefault("users", {})[str(value.id)] = value.payload()
        case Role() if kind in (ROLE, MENTIONABLE):
            resolved.setdefault("roles", {})[str(value.id)] = value.payload()
        case Channel() if kind == CHANNEL:
            channel = value.payload() | {"permissions": str((1 << 53) - 1)}
            resolved.setdefault("channels", {})[str(value.id)] = channel
        case _:
            raise NotOffered(f"{name} does not take {value!r}")
    return str(value.id)


def modal_components(components: list[Payload], values: Mapping[str, Any]) -> list[Payload]:
    """What a submitted modal sends: the modal's own structure, each input with its value."""
    left = dict(values)
    submitted = [filled for component in components if (filled := _submit(component, left)) is not None]
    if left:
        raise NotOffered(f"the modal has no input {sorted(left)}")
    return submitted


def _submit(component: Payload, values: dict[str, Any]) -> Payload | None:
    kind = component["type"]
    if kind == 1:
        rows = [_submit(child, values) for child in component["components"]]
        return {"type": 1, "id": component.get("id", 0), "components": rows}
    if kind == 18:
        return {
            "type": 18,
            "id": component.get("id", 0),
            "component": _submit(component["component"], values),
        }
    custom_id = component.get("custom_id")
    if custom_id is None:
        return None
    filled = {"type": kind, "id": component.get("id", 0), "custom_id": custom_id}
    if kind == 4:
        text = values.pop(custom_id, component.get("value") or "")
        if component.get("required", True) and not text:
            raise NotOffered(f"{custom_id} must be filled")
        return filled | {"value": text}
    chosen = values.pop(custom_id, [])
    return filled | {"values": [chosen] if isinstance(chosen, str) else list(chosen)}
