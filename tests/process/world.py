"""What the loopback Discord knows: users, guilds, roles, channels, members and scheduled events."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Payload = dict[str, Any]

ADMINISTRATOR = 1 << 3
MANAGE_GUILD = 1 << 5
ALL_PERMISSIONS = (1 << 53) - 1
# View channels, send messages, embed links, attach files, read history, use application commands.
ORDINARY = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 31

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4

_ids = itertools.count(1_100_000_000_000_000_001)


def new_id() -> int:
    """A snowflake for something lasting; grows by one each time."""
    return next(_ids)


@dataclass(eq=False)
class User:
    """A person, or a bot's own user."""

    name: str
    bot: bool = False
    id: int = field(default_factory=new_id)

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(eq=False)
class Role:
    """A role of a guild, with its permission bits."""

    name: str
    permissions: int = 0
    position: int = 1
    id: int = field(default_factory=new_id)

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(eq=False)
class Channel:
    """A text channel of a guild, or a direct conversation when `guild` is None."""

    name: str
    guild: Guild | None
    id: int = field(default_factory=new_id)

    def payload(self) -> Payload:
        if self.guild is None:
            return {"id": str(self.id), "type": 1, "last_message_id": None, "recipients": [], "flags": 0}
        return {
            "id": str(self.id),
            "type": 0,
            "guild_id": str(self.guild.id),
            "name": self.name,
            "position": 0,
            "permission_overwrites": [],
            "nsfw": False,
            "parent_id": None,
            "topic": None,
            "rate_limit_per_user": 0,
            "last_message_id": None,
            "flags": 0,
        }


@dataclass(eq=False)
class Member:
    """A user in a guild: the one who types, presses and chooses in a test."""

    user: User
    guild: Guild
    roles: list[Role] = field(default_factory=list)

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def permissions(self) -> int:
        """Everyone's bits and each role's; everything for the owner and the administrators."""
        bits = self.guild.everyone.permissions
        for role in self.roles:
            bits |= role.permissions
        return ALL_PERMISSIONS if bits & ADMINISTRATOR or self.guild.owner is self.user else bits

    def payload(self, *, user: bool = True) -> Payload:
        payload: Payload = {
            "roles": [str(role.id) for role in self.roles],
            "nick": None,
            "avatar": None,
            "joined_at": "2024-01-01T00:00:00+00:00",
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "flags": 0,
            "deaf": False,
            "mute": False,
            "permissions": str(self.permissions),
        }
        if user:
            payload["user"] = self.user.payload()
        return payload


@dataclass(eq=False)
class Event:
    """A scheduled event held outside (« externe »); `recurrence` is Discord's rule, passed as it is."""

    name: str
    guild: Guild
    start: datetime
    status: int = SCHEDULED
    recurrence: Payload | None = None
    id: int = field(default_factory=new_id)

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "guild_id": str(self.guild.id),
            "channel_id": None,
            "creator_id": None,
            "name": self.name,
            "description": None,
            "image": None,
            "scheduled_start_time": self.start.isoformat(),
            "scheduled_end_time": (self.start + timedelta(hours=4)).isoformat(),
            "privacy_level": 2,
            "status": self.status,
            "entity_type": 3,
            "entity_id": None,
            "entity_metadata": {"location": "Lankhmar"},
            "recurrence_rule": self.recurrence,
            "user_count": 0,
        }


class Guild:
    """A server with its people; members, roles, channels and events are added by its methods."""

    def __init__(self, name: str) -> None:
        self.id = new_id()
        self.name = name
        self.everyone = Role("@everyone", ORDINARY, 0, self.id)
        self.roles = [self.everyone]
        self.channels: list[Channel] = []
        self.members: dict[int, Member] = {}
        self.events: dict[int, Event] = {}
        self.owner: User | None = None

    def role(self, name: str, permissions: int = 0) -> Role:
        """A new role."""
        role = Role(name, permissions, len(self.roles))
        self.roles.append(role)
        return role

    def channel(self, name: str) -> Channel:
        """A new text channel; the first is the system channel, where people speak by default."""
        channel = Channel(name, self)
        self.channels.append(channel)
        return channel

    def join(self, user: User | str, *roles: Role) -> Member:
        """A member, new or known elsewhere, with these roles."""
        if isinstance(user, str):
            user = User(user)
        member = self.members[user.id] = Member(user, self, list(roles))
        return member

    def event(
        self,
        name: str,
        *,
        status: int = SCHEDULED,
        start: datetime | None = None,
        recurrence: Payload | None = None,
    ) -> Event:
        """A new scheduled event, known to the guild but not announced: see `Gateway.event_create`."""
        event = Event(name, self, start or datetime.now(UTC) + timedelta(hours=1), status, recurrence)
        self.events[event.id] = event
        return event

    def payload(self, bot: User) -> Payload:
        """The whole GUILD_CREATE: no members but the bot's own, as with the guilds intent alone."""
        own = self.members.get(bot.id) or self.join(bot)
        return {
            **self.summary(),
            "owner_id": str(self.owner.id if self.owner else bot.id),
            "roles": [role.payload() for role in self.roles],
            "channels": [channel.payload() for channel in self.channels],
            "members": [own.payload()],
            "guild_scheduled_events": [event.payload() for event in self.events.values()],
            "member_count": len(self.members),
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "emojis": [],
            "stickers": [],
            "threads": [],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "soundboard_sounds": [],
            "system_channel_id": str(self.channels[0].id) if self.channels else None,
            "preferred_locale": "fr",
            "afk_timeout": 300,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "verification_level": 0,
        }

    def summary(self) -> Payload:
        """The little that comes with an interaction."""
        return {"id": str(self.id), "name": self.name, "features": [], "locale": "fr"}
