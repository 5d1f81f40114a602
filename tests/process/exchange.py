"""What passes between the bot and the loopback Discord: requests, messages and interactions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.process.interactions import snowflake
from tests.process.world import Channel, Member, Payload, User

if TYPE_CHECKING:
    from tests.process.application import Application

EPHEMERAL, LOADING = 1 << 6, 1 << 7
REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL_FORM = 4, 5, 6, 7, 8, 9


@dataclass
class Request:
    """One REST request as it came. `at` is a `perf_counter` time; `status` is what was answered."""

    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: list[tuple[str, str, int]]
    at: float
    application: Application | None
    status: int = 0


def walk(components: list[Payload]) -> Iterator[Payload]:
    """Every component, those inside rows, containers, sections and labels too."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        yield from walk([component[key] for key in ("accessory", "component") if component.get(key)])


def texts(data: Payload) -> Iterator[str]:
    """Every text a reader sees in a message body, in order."""
    if content := data.get("content"):
        yield content
    for embed in data.get("embeds") or []:
        for part in ((embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")):
            if part:
                yield part
        for pair in embed.get("fields") or []:
            yield f"{pair['name']}\n{pair['value']}"
        if footer := (embed.get("footer") or {}).get("text"):
            yield footer
    for component in walk(data.get("components") or []):
        if component["type"] == 10:
            yield component["content"]


class Message:
    """A message the bot sent, as it is now; `edits` counts its changes, `deleted` says it is gone."""

    def __init__(self, author: User, channel: Channel, application: Application, body: Payload) -> None:
        self.id = snowflake()
        self.author = author
        self.channel = channel
        self.application = application
        self.deleted = False
        self.edits = 0
        self.content = ""
        self.embeds: list[Payload] = []
        self.components: list[Payload] = []
        self.attachments: list[Payload] = []
        self.flags = 0
        self.sent_at = datetime.now(UTC)
        self._take(body)

    def edit(self, body: Payload, files: list[tuple[str, str, int]] | None = None) -> None:
        """Applies an edit: what is not in the body stays, private or not; nothing loads any more."""
        self.edits += 1
        private = self.flags & EPHEMERAL
        self.flags &= ~LOADING
        self._take(body, files or [])
        self.flags = self.flags & ~EPHEMERAL | private

    def _take(self, body: Payload, files: list[tuple[str, str, int]] | None = None) -> None:
        for name in ("content", "embeds", "components", "flags"):
            if name in body:
                empty: Any = {"content": "", "flags": 0}.get(name, [])
                setattr(self, name, body[name] or empty)
        kept = body.get("attachments")
        if kept is not None:
            known = {attachment["id"]: attachment for attachment in self.attachments}
            self.attachments = [known[str(item["id"])] for item in kept if str(item["id"]) in known]
        for _, filename, size in files or []:
            self.attach(filename, size)

    def attach(self, filename: str, size: int) -> None:
        """Adds a file, without its bytes."""
        url = f"https://cdn.invalid/{filename}"
        attachment = {
            "id": str(snowflake()),
            "filename": filename,
            "size": size,
            "url": url,
            "proxy_url": url,
        }
        self.attachments.append(attachment)

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """« Le bot réfléchit… »: deferred and not yet answered."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """All that a reader sees, a line or more for each part."""
        return "\n".join(texts(self.payload()))

    @property
    def buttons(self) -> list[Payload]:
        return [component for component in walk(self.components) if component["type"] == 2]

    @property
    def selects(self) -> list[Payload]:
        return [component for component in walk(self.components) if component["type"] in (3, 5, 6, 7, 8)]

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "application_id": str(self.application.id),
            "author": self.author.payload(),
            "type": 0,
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": self.attachments,
            "flags": self.flags,
            "timestamp": self.sent_at.isoformat(),
            "edited_timestamp": datetime.now(UTC).isoformat() if self.edits else None,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "tts": False,
        }


@dataclass(eq=False)
class Interaction:
    """One use of a command, button, menu, completion or form, and what the bot answered to it.

    `source` is the message pressed, `source_edits` its count of edits when the answer came.
    """

    application: Application
    by: Member | User
    channel: Channel
    payload: Payload
    source: Message | None = None
    source_edits: int = 0
    sent_at: float = 0.0
    callbacks: list[Request] = field(default_factory=list)
    message: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    first: asyncio.Future[Request] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def id(self) -> int:
        return int(self.payload["id"])

    @property
    def token(self) -> str:
        return str(self.payload["token"])

    @property
    def accepted(self) -> Request | None:
        """The one callback that Discord accepted."""
        return next((request for request in self.callbacks if 200 <= request.status < 300), None)

    @property
    def answer(self) -> Payload:
        """The body of the accepted callback."""
        assert self.accepted is not None, "not answered"
        body: Payload = self.accepted.body
        return body

    @property
    def seconds(self) -> float:
        """From dispatch to the accepted callback's arrival."""
        assert self.accepted is not None, "not answered"
        return self.accepted.at - self.sent_at

    @property
    def type(self) -> int:
        return int(self.answer["type"])

    @property
    def data(self) -> Payload:
        """The `data` of the accepted callback."""
        return self.answer.get("data") or {}

    @property
    def choices(self) -> list[Payload]:
        """What a completion offered: `name` and `value` of each."""
        assert self.type == CHOICES, f"answered with type {self.type}"
        offered: list[Payload] = self.data["choices"]
        return offered

    @property
    def text(self) -> str:
        """What the user reads: the answer's message as it is now."""
        return self.message.text if self.message else "\n".join(texts(self.data))

    @property
    def ephemeral(self) -> bool:
        """Whether only the user sees the answer."""
        return self.message.ephemeral if self.message else bool(self.data.get("flags", 0) & EPHEMERAL)

    async def answered(self, within: float = 5.0) -> Interaction:
        """Waits for an accepted callback."""
        try:
            await asyncio.wait_for(asyncio.shield(self.first), within)
        except TimeoutError:
            statuses = [request.status for request in self.callbacks]
            raise TimeoutError(f"no answer to {self.payload['data']}, callbacks: {statuses}") from None
        return self

    async def settled(self, within: float = 5.0) -> Interaction:
        """Waits until what was deferred has been said (or the source message edited)."""
        await self.answered(within)
        if self.type == DEFERRED_UPDATE and self.source is not None:
            source, edits = self.source, self.source_edits
            await self.application.gateway.until(
                lambda: source.edits > edits or source.deleted or bool(self.follow_ups), within
            )
        elif self.message is not None:
            message = self.message
            await self.application.gateway.until(lambda: not message.loading, within)
        return self
