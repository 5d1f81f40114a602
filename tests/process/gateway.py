"""A small Discord on the loopback: one port, REST under /api/v10 and the gateway under /gateway.

gateway = Gateway()
await gateway.start()
# start the bot with gateway.environment(gateway.app), then:
await gateway.app.until_ready()
answer = await gateway.app.command("lancer", {"expression": "2d6+1"}, by=gateway.player)
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from aiohttp import BodyPartReader, WSMsgType, web

from tests.process import conversation, directory
from tests.process.application import Application
from tests.process.exchange import Interaction, Message, Request
from tests.process.routing import Reply
from tests.process.session import (
    HEARTBEAT,
    HEARTBEAT_ACK,
    HELLO,
    IDENTIFY,
    INVALID_SESSION,
    RESUME,
    Session,
    Socket,
)
from tests.process.world import MANAGE_GUILD, Channel, Event, Guild, Payload

API = "/api/v10"
ROUTES = [*conversation.ROUTES, *directory.ROUTES]


class Gateway:
    """The server and its small world: guild « Lankhmar » with a MdT (`mdt`) and two players.

    `requests` is all that came by REST, `unchecked` what no validator has seen yet; `problems`, what
    Discord would not have let pass.
    """

    def __init__(self, *, compress: bool = False) -> None:
        self.compress = compress
        self.requests: list[Request] = []
        self.unchecked: list[Request] = []
        self.problems: list[str] = []
        self.guilds: dict[int, Guild] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.applications: dict[str, Application] = {}
        self.sessions: dict[str, tuple[Application, Session]] = {}
        self._direct: dict[int, Channel] = {}
        self._waiters: set[asyncio.Future[None]] = set()
        self._sockets: set[Socket] = set()
        self.app = self.application("jeton.de.test", "Épées & PMT")
        self.guild = self.new_guild("Lankhmar")
        self.channel_open, self.channel_mdt = self.guild.channel("taverne"), self.guild.channel("mdt")
        self.mdt = self.guild.join("Sheelba", self.guild.role("MdT", MANAGE_GUILD))
        self.player, self.other = self.guild.join("Fafhrd"), self.guild.join("Souricier")

    # --- the world ----------------------------------------------------------------------------------

    def application(self, token: str, name: str) -> Application:
        """A bot's account, recognised by its token; any other token is refused."""
        application = self.applications[token] = Application(self, token, name)
        return application

    def new_guild(self, name: str) -> Guild:
        """A guild; add to it before the bot connects."""
        guild = Guild(name)
        self.guilds[guild.id] = guild
        return guild

    def channel(self, identifier: int) -> Channel | None:
        """The channel of this id, of any guild or private."""
        everywhere = [channel for guild in self.guilds.values() for channel in guild.channels]
        return next(
            (known for known in [*everywhere, *self._direct.values()] if known.id == identifier), None
        )

    def direct(self, user: int) -> Channel:
        """The private conversation with a user."""
        return self._direct.setdefault(user, Channel("privé", None))

    def said(self, channel: Channel | int) -> list[Message]:
        """The messages of a channel that all its readers see, oldest first."""
        identifier = channel if isinstance(channel, int) else channel.id
        return [
            message
            for message in self.messages.values()
            if message.channel.id == identifier and not message.deleted and not message.ephemeral
        ]

    async def event_create(self, event: Event) -> None:
        """Announces a scheduled event made by `Guild.event`."""
        await self._everyone("GUILD_SCHEDULED_EVENT_CREATE", event.payload())

    async def event_update(self, event: Event, **changes: Any) -> None:
        """Changes a scheduled event (`status=ACTIVE`, `start=…`, `name=…`) and says so (again, with none)."""
        for name, value in changes.items():
            setattr(event, name, value)
        await self._everyone("GUILD_SCHEDULED_EVENT_UPDATE", event.payload())

    async def event_delete(self, event: Event) -> None:
        """Deletes a scheduled event and says so."""
        event.guild.events.pop(event.id, None)
        await self._everyone("GUILD_SCHEDULED_EVENT_DELETE", event.payload())

    async def _everyone(self, event: str, data: Payload) -> None:
        for application in self.applications.values():
            await application.dispatch(event, data)

    def forget(self) -> None:
        """Drops what was recorded, for a long run."""
        for kept in (self.requests, self.unchecked, self.messages, self.interactions):
            kept.clear()

    # --- the server ---------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listens on a free port of the loopback."""
        self._runner = web.ServerRunner(web.Server(self._handle), shutdown_timeout=1.0)
        await self._runner.setup()
        self._site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await self._site.start()
        self.port: int = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Closes every connection and stops listening."""
        for socket in list(self._sockets):
            await socket.response.close(code=1001)
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self.port}{API}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    def environment(self, application: Application) -> dict[str, str]:
        """The settings with which a bot connects here as this application."""
        return {
            "DISCORD_TOKEN": application.token,
            "DISCORD_API_URL": self.api_url,
            "DISCORD_GATEWAY_URL": self.gateway_url,
        }

    def changed(self) -> None:
        """Wakes who waits in `until`."""
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(self, holds: Callable[[], bool], within: float = 5.0) -> None:
        """Waits for something to be true after a request or a connection; TimeoutError otherwise."""
        async with asyncio.timeout(within):
            while not holds():
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await waiter
                finally:
                    self._waiters.discard(waiter)

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path.startswith("/gateway"):
            return await self._converse(request)
        body, files = await _read(request)
        at = time.perf_counter()
        path = request.path.removeprefix(API)
        application = self.applications.get(request.headers.get("Authorization", "").removeprefix("Bot "))
        seen = Request(request.method, path, dict(request.query), body, files, at, application)
        self.requests.append(seen)
        self.unchecked.append(seen)
        if application is None and not path.startswith(("/interactions/", "/webhooks/")):
            status, reply = 401, {"message": "401: Unauthorized", "code": 0}
        elif not request.path.startswith(API):
            self.problems.append(f"outside {API}: {request.path}")
            status, reply = 404, {"message": "404: Not Found", "code": 0}
        else:
            status, reply = self._answer(seen)
        seen.status = status
        self.changed()
        if reply is None:
            return web.Response(status=status)
        # discord.py compares the header as a whole: no charset.
        return web.Response(status=status, body=json.dumps(reply).encode(), content_type="application/json")

    def _answer(self, request: Request) -> Reply:
        for method, pattern, handler in ROUTES:
            if method == request.method and (match := pattern.match(request.path)):
                return handler(self, request, *match.groups())
        self.problems.append(f"no such route: {request.method} {request.path}")
        return 404, {"message": "404: Not Found", "code": 0}

    async def _converse(self, request: web.BaseRequest) -> web.WebSocketResponse:
        response = web.WebSocketResponse(compress=False)
        await response.prepare(request)
        zlib_stream = self.compress and request.query.get("compress") == "zlib-stream"
        socket = Socket(response, request.transport, compressed=zlib_stream)
        self._sockets.add(socket)
        try:
            await socket.control(HELLO, {"heartbeat_interval": 41_250})
            async for frame in response:
                if frame.type is WSMsgType.TEXT:
                    await self._receive(socket, json.loads(frame.data))
        finally:
            self._sockets.discard(socket)
            for _, session in self.sessions.values():
                if session.socket is socket:
                    session.socket = None
            self.changed()
        return response

    async def _receive(self, socket: Socket, frame: Payload) -> None:
        op, data = frame["op"], frame["d"]
        if op == HEARTBEAT:
            await socket.control(HEARTBEAT_ACK)
        elif op in (IDENTIFY, RESUME):
            application = self.applications.get(data["token"])
            if application is None:
                await socket.response.close(code=4004, message=b"Authentication failed.")
            elif op == IDENTIFY:
                await self._identify(socket, application)
            else:
                await self._resume(socket, application, data)
        self.changed()

    async def _identify(self, socket: Socket, application: Application) -> None:
        session = Session(socket)
        self.sessions[session.id] = application, session
        application.session = session
        ready = {
            "v": 10,
            "user": application.user.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in self.guilds.values()],
            "session_id": session.id,
            "resume_gateway_url": self.gateway_url,
            "application": {"id": str(application.id), "flags": 0},
        }
        await session.dispatch("READY", ready)
        for guild in self.guilds.values():
            await session.dispatch("GUILD_CREATE", guild.payload(application.user))
        application.identified += 1

    async def _resume(self, socket: Socket, application: Application, data: Payload) -> None:
        _, session = self.sessions.get(data["session_id"], (None, None))
        if session is None or session is not application.session:
            await socket.control(INVALID_SESSION, False)
            return
        await session.resume(socket, int(data["seq"]))
        application.resumed += 1


async def _read(request: web.BaseRequest) -> tuple[Any, list[tuple[str, str, int]]]:
    """The JSON body, and of each file its field, its name and its size."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    body, files = None, []
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader), "nested multi-part"
        content = await part.read()
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files.append((part.name or "", part.filename or "", len(content)))
    return body, files
