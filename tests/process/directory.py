"""REST routes of what exists: the bot itself, its commands, guilds, channels, events and users."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.process.exchange import Request
from tests.process.routing import Reply, Routes, registrar, unknown
from tests.process.world import Guild, Payload

if TYPE_CHECKING:
    from tests.process.gateway import Gateway

ROUTES: Routes = []
route = registrar(ROUTES)


@route("POST", "/channels/{channel}/typing")
def typing(_gateway: Gateway, _request: Request, _channel: str) -> Reply:
    return 204, None


@route("GET", "/channels/{channel}")
def channel_get(gateway: Gateway, _request: Request, channel: str) -> Reply:
    known = gateway.channel(int(channel))
    return unknown("Channel", 10003) if known is None else (200, known.payload())


@route("GET", "/users/@me")
def me(_gateway: Gateway, request: Request) -> Reply:
    assert request.application is not None
    return 200, request.application.user.payload()


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(_gateway: Gateway, request: Request) -> Reply:
    assert request.application is not None
    return 200, request.application.payload()


@route("GET", "/gateway/bot")
def gateway_bot(gateway: Gateway, _request: Request) -> Reply:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway.gateway_url, "shards": 1, "session_start_limit": limit}


@route("PUT", "/applications/{application}/commands")
def sync(_gateway: Gateway, request: Request, _application: str, guild: str | None = None) -> Reply:
    assert request.application is not None
    return 200, request.application.register(request.body, None if guild is None else int(guild))


@route("PUT", "/applications/{application}/guilds/{guild}/commands")
def sync_guild(gateway: Gateway, request: Request, identifier: str, guild: str) -> Reply:
    return sync(gateway, request, identifier, guild)


@route("GET", "/applications/{application}/commands")
def commands(_gateway: Gateway, request: Request, _application: str, guild: str | None = None) -> Reply:
    assert request.application is not None
    return 200, list(request.application.commands.get(None if guild is None else int(guild), {}).values())


@route("GET", "/applications/{application}/guilds/{guild}/commands")
def commands_guild(gateway: Gateway, request: Request, identifier: str, guild: str) -> Reply:
    return commands(gateway, request, identifier, guild)


def _of_guild(
    gateway: Gateway, identifier: str, found: Callable[[Guild], Any], what: tuple[str, int]
) -> Reply:
    guild = gateway.guilds.get(int(identifier))
    if guild is None:
        return unknown("Guild", 10004)
    body = found(guild)
    return unknown(*what) if body is None else (200, body)


@route("GET", "/guilds/{guild}")
def guild_get(gateway: Gateway, request: Request, identifier: str) -> Reply:
    assert request.application is not None
    user = request.application.user
    return _of_guild(gateway, identifier, lambda guild: guild.payload(user), ("Guild", 10004))


@route("GET", "/guilds/{guild}/channels")
def guild_channels(gateway: Gateway, _request: Request, identifier: str) -> Reply:
    return _of_guild(
        gateway, identifier, lambda guild: [channel.payload() for channel in guild.channels], ("Guild", 10004)
    )


@route("GET", "/guilds/{guild}/roles")
def guild_roles(gateway: Gateway, _request: Request, identifier: str) -> Reply:
    return _of_guild(
        gateway, identifier, lambda guild: [role.payload() for role in guild.roles], ("Guild", 10004)
    )


@route("GET", "/guilds/{guild}/members/{user}")
def guild_member(gateway: Gateway, _request: Request, identifier: str, user: str) -> Reply:
    def found(guild: Guild) -> Payload | None:
        member = guild.members.get(int(user))
        return None if member is None else member.payload()

    return _of_guild(gateway, identifier, found, ("Member", 10007))


@route("GET", "/guilds/{guild}/scheduled-events")
def guild_events(gateway: Gateway, _request: Request, identifier: str) -> Reply:
    return _of_guild(
        gateway,
        identifier,
        lambda guild: [event.payload() for event in guild.events.values()],
        ("Guild", 10004),
    )


@route("GET", "/guilds/{guild}/scheduled-events/{event}")
def guild_event(gateway: Gateway, _request: Request, identifier: str, event: str) -> Reply:
    def found(guild: Guild) -> Payload | None:
        known = guild.events.get(int(event))
        return None if known is None else known.payload()

    return _of_guild(gateway, identifier, found, ("Guild Scheduled Event", 10070))


@route("GET", "/users/{user}")
def user_get(gateway: Gateway, _request: Request, identifier: str) -> Reply:
    found = _user(gateway, int(identifier))
    return unknown("User", 10013) if found is None else (200, found)


def _user(gateway: Gateway, identifier: int) -> Payload | None:
    members = [guild.members[identifier] for guild in gateway.guilds.values() if identifier in guild.members]
    return members[0].user.payload() if members else None


@route("POST", "/users/@me/channels")
def direct_channel(gateway: Gateway, request: Request) -> Reply:
    channel = gateway.direct(int(request.body["recipient_id"]))
    return 200, channel.payload() | {"recipients": [_user(gateway, int(request.body["recipient_id"]))]}
