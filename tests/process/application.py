"""One bot as Discord knows it, and what people do with it: the tests' own hands."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tests.process.exchange import MODAL_FORM, Interaction, Message, Request, walk
from tests.process.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    NotOffered,
    command_data,
    envelope,
    modal_components,
)
from tests.process.session import INVALID_SESSION, RECONNECT, Session
from tests.process.world import Channel, Member, Payload, User, new_id

if TYPE_CHECKING:
    from tests.process.gateway import Gateway


class Application:
    """A bot's account. Every act takes `by`: a `Member`, or a `User` for a private conversation."""

    def __init__(self, gateway: Gateway, token: str, name: str) -> None:
        self.gateway = gateway
        self.token = token
        self.name = name
        self.user = User(name, bot=True)
        self.id = self.user.id
        self.commands: dict[int | None, dict[str, Payload]] = {}
        self.session: Session | None = None
        self.syncs = self.identified = self.resumed = 0

    def payload(self) -> Payload:
        """What `/oauth2/applications/@me` answers."""
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "description": "",
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "owner": self.user.payload(),
            "team": None,
            "rpc_origins": [],
            "approximate_guild_count": len(self.gateway.guilds),
            "integration_types_config": {"0": {}},
        }

    def register(self, commands: list[Payload], guild: int | None) -> list[Payload]:
        """Replaces the commands of everywhere (`None`) or of one guild; a known name keeps its id."""
        self.syncs += 1
        before = self.commands.get(guild, {})
        after: dict[str, Payload] = {}
        for command in commands:
            known = before.get(command["name"])
            permissions = command.get("default_member_permissions")
            after[command["name"]] = command | {
                "id": known["id"] if known else str(new_id()),
                "application_id": str(self.id),
                "version": str(new_id()),
                "type": command.get("type", 1),
                "default_member_permissions": None if permissions is None else str(permissions),
                **({} if guild is None else {"guild_id": str(guild)}),
            }
        self.commands[guild] = after
        return list(after.values())

    @property
    def connected(self) -> bool:
        return self.session is not None and self.session.socket is not None

    async def until_ready(self, within: float = 20.0, *, identified: int = 1) -> None:
        """Waits until the bot has identified that many times, is connected and has commands."""

        def ready() -> bool:
            return self.identified >= identified and self.connected and any(self.commands.values())

        await self.gateway.until(ready, within)

    # --- what people do ---------------------------------------------------------------------------

    async def command(
        self,
        path: str,
        options: Mapping[str, Any] | None = None,
        *,
        by: Member | User,
        channel: Channel | None = None,
        within: float = 5.0,
    ) -> Interaction:
        """Types a command (« heroism spend coup-de-maitre ») and waits for its answer."""
        return await (await self.send(path, options, by=by, channel=channel)).answered(within)

    async def send(
        self,
        path: str,
        options: Mapping[str, Any] | None = None,
        *,
        by: Member | User,
        channel: Channel | None = None,
    ) -> Interaction:
        """Types a command without waiting: `await interaction.answered()` later, or never."""
        name, *rest = path.split()
        data = command_data(self._registered(name, by), rest, options or {}, by)
        return await self._begin(COMMAND, data, by, channel)

    async def autocomplete(
        self,
        path: str,
        option: str,
        typed: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        by: Member | User,
        channel: Channel | None = None,
    ) -> Interaction:
        """Types in an option: `.choices` of the answer are what is offered."""
        name, *rest = path.split()
        filled = {**(options or {}), option: typed}
        data = command_data(self._registered(name, by), rest, filled, by, focused=option)
        return await (await self._begin(AUTOCOMPLETE, data, by, channel)).answered()

    async def press(self, message: Message, button: str, *, by: Member | User) -> Interaction:
        """Presses the button that has this custom id or this label, odds aside."""
        return await (await self.send_press(message, button, by=by)).answered()

    async def send_press(self, message: Message, button: str, *, by: Member | User) -> Interaction:
        """Presses without waiting."""
        custom_id = _component(message.buttons, button)["custom_id"]
        return await self._component(message, {"custom_id": custom_id, "component_type": 2}, by)

    async def choose(
        self, message: Message, select: str, values: Iterable[str | Member], *, by: Member | User
    ) -> Interaction:
        """Chooses in the menu that has this custom id or placeholder."""
        menu = _component(message.selects, select)
        chosen = list(values)
        offered = {option["value"] for option in menu.get("options") or []}
        if menu["type"] == 3 and not offered.issuperset(chosen):
            raise NotOffered(f"{select} offers {sorted(offered)}")
        people = [value for value in chosen if isinstance(value, Member)]
        data: Payload = {
            "custom_id": menu["custom_id"],
            "component_type": menu["type"],
            "values": [str(value.id) if isinstance(value, Member) else value for value in chosen],
        }
        if menu["type"] != 3:
            data["resolved"] = {
                "users": {str(member.id): member.user.payload() for member in people},
                "members": {str(member.id): member.payload(user=False) for member in people},
            }
        return await (await self._component(message, data, by)).answered()

    async def submit(self, opened: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Fills and sends the form that the bot answered with; `values` by custom id or by label."""
        if opened.type != MODAL_FORM:
            raise NotOffered(f"answered with type {opened.type}, not with a form")
        form = opened.data
        by_label = {part.get("label"): part for part in walk(form["components"]) if part.get("label")}
        named = {}
        for key, value in values.items():
            part = by_label.get(key)
            named[(part.get("component") or part)["custom_id"] if part else key] = value
        components = modal_components(form["components"], named)
        data = {"custom_id": form["custom_id"], "components": components}
        interaction = await self._begin(MODAL, data, opened.by, opened.channel, opened.source)
        return await interaction.answered()

    async def redeliver(self, interaction: Interaction, within: float = 1.0) -> Request | None:
        """The same interaction again, as after a RESUME: the bot's new callback, or None if it stays silent.

        Its `status` says whether Discord took it: 400 when the first delivery was already answered.
        """
        before = len(interaction.callbacks)
        interaction.sent_at = time.perf_counter()
        await self.dispatch("INTERACTION_CREATE", interaction.payload)
        try:
            await self.gateway.until(lambda: len(interaction.callbacks) > before, within)
        except TimeoutError:
            return None
        return interaction.callbacks[before]

    async def dispatch(self, event: str, data: Payload) -> None:
        """Sends the bot an event; one that never identified, or whose session was lost, gets nothing."""
        if self.session is not None:
            await self.session.dispatch(event, data)

    # --- accidents --------------------------------------------------------------------------------

    def drop_connection(self) -> None:
        """Cuts the connection without a word; the session can be resumed."""
        assert self.session is not None
        assert self.session.socket is not None
        socket, self.session.socket = self.session.socket, None
        socket.cut()

    async def ask_reconnect(self) -> None:
        """Discord's ordinary RECONNECT: the bot closes, comes back and resumes."""
        assert self.session is not None
        assert self.session.socket is not None
        await self.session.socket.control(RECONNECT)

    async def invalidate(self) -> None:
        """Forgets the session: the bot must identify again (discord.py waits five seconds first)."""
        assert self.session is not None
        socket, self.session = self.session.socket, None
        assert socket is not None
        await socket.control(INVALID_SESSION, False)

    # --- how --------------------------------------------------------------------------------------

    def _registered(self, name: str, by: Member | User) -> Payload:
        guild = by.guild.id if isinstance(by, Member) else None
        for place in (guild, None):
            if name in (known := self.commands.get(place, {})):
                return known[name]
        raise NotOffered(f"no command /{name}")

    async def _component(self, message: Message, data: Payload, by: Member | User) -> Interaction:
        if message.deleted:
            raise NotOffered("the message is gone")
        return await self._begin(COMPONENT, data, by, message.channel, message)

    async def _begin(
        self,
        kind: int,
        data: Payload,
        by: Member | User,
        channel: Channel | None,
        source: Message | None = None,
    ) -> Interaction:
        if channel is None:
            channel = by.guild.channels[0] if isinstance(by, Member) else self.gateway.direct(by.id)
        payload = envelope(kind, self.id, by, channel, data)
        if source is not None:
            payload["message"] = source.payload()
        interaction = Interaction(self, by, channel, payload, source)
        self.gateway.interactions[interaction.token] = interaction
        interaction.sent_at = time.perf_counter()
        await self.dispatch("INTERACTION_CREATE", payload)
        return interaction


def labelled(component: Payload, wanted: str) -> bool:
    """True for a button of that label, the odds that may stand beside it aside."""
    label = component.get("label") or ""
    return label == wanted or label.startswith(f"{wanted} · ")


def _component(components: list[Payload], wanted: str) -> Payload:
    for component in components:
        if wanted in (component.get("custom_id"), component.get("placeholder")) or labelled(
            component, wanted
        ):
            if component.get("disabled"):
                raise NotOffered(f"{wanted} is disabled")
            return component
    names = [component.get("label") or component.get("placeholder") for component in components]
    raise NotOffered(f"{wanted} is not there, only {names}")
