"""Limits on messages that Discord enforces without writing them in its OpenAPI document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.process.exchange import REPLY, walk
from tests.process.world import Payload

LAYOUT = 1 << 15
SAID = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")


def beyond(operation: str, body: Any) -> Iterator[str]:
    """What Discord would refuse in this body, though the document allows it."""
    callback = operation.endswith("/callback")
    if not isinstance(body, dict) or not (
        callback or "/messages" in operation or "{webhook_token}" in operation
    ):
        return
    message: Payload = (body.get("data") or {}) if callback else body
    new = body.get("type") == REPLY if callback else operation.startswith("POST ")
    if new and not any(message.get(name) for name in SAID):
        yield "an empty message"
    if len(message.get("content") or "") > 2000:
        yield "content: a bot's message holds 2000 characters"
    yield from _embeds(message.get("embeds") or [])
    yield from _components(message.get("components") or [])
    if (message.get("flags") or 0) & LAYOUT:
        if message.get("content") or message.get("embeds"):
            yield "a layout takes neither content nor embeds"
    elif sum(part["type"] == 1 for part in message.get("components") or []) > 5:
        yield "components: more than 5 rows"


def _embeds(embeds: list[Payload]) -> Iterator[str]:
    if (total := sum(map(_size, embeds))) > 6000:
        yield f"embeds: {total} characters in all, 6000 allowed"
    if any(not embed.keys() - {"type", "color", "flags"} for embed in embeds):
        yield "embeds: an empty one"


def _size(embed: Payload) -> int:
    size = len(embed.get("title") or "") + len(embed.get("description") or "")
    size += len((embed.get("footer") or {}).get("text") or "") + len(
        (embed.get("author") or {}).get("name") or ""
    )
    return size + sum(len(pair["name"]) + len(pair["value"]) for pair in embed.get("fields") or [])


def _components(top: list[Payload]) -> Iterator[str]:
    components = list(walk(top))
    names = Counter(part["custom_id"] for part in components if part.get("custom_id"))
    if repeated := [name for name, times in names.items() if times > 1]:
        yield f"components: custom ids used twice: {repeated}"
    if len(components) > 40:
        yield f"components: {len(components)} in all, 40 allowed"
    if sum(len(part["content"]) for part in components if part["type"] == 10) > 4000:
        yield "components: 4000 characters of text allowed"
    for part in components:
        inside = part.get("components") or []
        if part["type"] == 1 and len(inside) > 1 and any(other["type"] != 2 for other in inside):
            yield "components: a menu fills its row"
        if part["type"] == 2 and not (part.get("label") or part.get("emoji") or part.get("sku_id")):
            yield "components: a button without label or emoji"
        if part["type"] == 2 and part["style"] < 5 and not part.get("custom_id"):
            yield "components: a button without custom id"
