"""A gateway session: the numbered events one bot receives, kept to be sent again when it resumes."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from typing import Any

from aiohttp import web

from tests.process.interactions import snowflake
from tests.process.world import Payload

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11


class Socket:
    """One websocket connection; `zlib-stream` when the bot asks for it and the gateway is willing."""

    def __init__(
        self, response: web.WebSocketResponse, transport: asyncio.Transport | None, *, compressed: bool
    ) -> None:
        self.response = response
        self._transport = transport
        self._compressor = zlib.compressobj() if compressed else None

    async def send(self, text: str) -> bool:
        """Sends a frame; False when the connection is gone."""
        try:
            if self._compressor is None:
                await self.response.send_str(text)
            else:
                data = self._compressor.compress(text.encode()) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
                await self.response.send_bytes(data)
        except ConnectionError:
            return False
        return True

    def cut(self) -> None:
        """Ends the connection without a word."""
        if self._transport is not None:
            self._transport.abort()

    async def control(self, op: int, data: Any = None) -> None:
        """Sends anything but a numbered event."""
        await self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))


class Session:
    """What was sent to one identified bot; without a socket, events wait for a RESUME."""

    def __init__(self, socket: Socket) -> None:
        self.id = f"session-{snowflake()}"
        self.socket: Socket | None = socket
        self.sequence = 0
        self._sent: deque[tuple[int, str]] = deque(maxlen=1000)

    async def dispatch(self, event: str, data: Payload) -> None:
        """Sends an event, or keeps it for later."""
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "s": self.sequence, "t": event, "d": data})
        self._sent.append((self.sequence, text))
        if self.socket is not None and not await self.socket.send(text):
            self.socket = None

    async def resume(self, socket: Socket, after: int) -> None:
        """Sends again what the bot has not seen, then RESUMED."""
        for sequence, text in list(self._sent):
            if sequence > after:
                await socket.send(text)
        self.socket = socket
        await self.dispatch("RESUMED", {})
