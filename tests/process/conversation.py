"""REST routes of what is said: answers to interactions, follow-ups and messages of channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.process.exchange import (
    DEFERRED_REPLY,
    DEFERRED_UPDATE,
    LOADING,
    REPLY,
    UPDATE,
    Interaction,
    Message,
    Request,
)
from tests.process.routing import Reply, Routes, registrar, unknown
from tests.process.world import Channel, Payload

if TYPE_CHECKING:
    from tests.process.application import Application
    from tests.process.gateway import Gateway

ROUTES: Routes = []
route = registrar(ROUTES)
# Discord forgets the token of an interaction left three seconds without an answer.
DEADLINE = 3.0


@route("POST", "/interactions/{id}/{token}/callback")
def callback(gateway: Gateway, request: Request, _id: str, token: str) -> Reply:
    interaction = gateway.interactions.get(token)
    if interaction is None:
        return unknown("interaction", 10062)
    request.application = interaction.application
    interaction.callbacks.append(request)
    if interaction.accepted is not None:
        return 400, {"message": "Interaction has already been acknowledged.", "code": 40060}
    if (late := request.at - interaction.sent_at) > DEADLINE:
        gateway.problems.append(f"answered after {late:.1f} s: {interaction.payload['data']}")
        return unknown("interaction", 10062)
    _take_callback(gateway, interaction, request)
    request.status = 200 if "with_response" in request.query else 204
    if not interaction.first.done():
        interaction.first.set_result(request)
    return request.status, _callback_response(interaction) if request.status == 200 else None


def _take_callback(gateway: Gateway, interaction: Interaction, request: Request) -> None:
    kind, data = request.body["type"], request.body.get("data") or {}
    if kind in (REPLY, DEFERRED_REPLY):
        data = data | ({"flags": data.get("flags", 0) | LOADING} if kind == DEFERRED_REPLY else {})
        interaction.message = _post(gateway, interaction.application, interaction.channel, data, request)
    elif kind in (UPDATE, DEFERRED_UPDATE):
        interaction.message = interaction.source
        if interaction.source is not None:
            interaction.source_edits = interaction.source.edits
        if kind == UPDATE and interaction.source is not None:
            interaction.source.edit(data, request.files)


def _callback_response(interaction: Interaction) -> Payload:
    message = interaction.message
    brief: Payload = {"id": str(interaction.id), "type": interaction.payload["type"]}
    resource: Payload = {"type": interaction.type}
    if message is not None:
        resource["message"] = message.payload()
        brief |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
    return {"interaction": brief, "resource": resource}


def _post(gateway: Gateway, by: Application, channel: Channel, body: Payload, request: Request) -> Message:
    message = Message(by.user, channel, by, body | {"attachments": None})
    for _, filename, size in request.files:
        message.attach(filename, size)
    gateway.messages[message.id] = message
    return message


def _edit(gateway: Gateway, message: Message | None, request: Request) -> Reply:
    if message is None or message.deleted:
        return unknown("Message", 10008)
    message.edit(request.body, request.files)
    gateway.changed()
    return 200, message.payload()


def _delete(gateway: Gateway, message: Message | None) -> Reply:
    if message is None or message.deleted:
        return unknown("Message", 10008)
    message.deleted = True
    gateway.changed()
    return 204, None


@route("POST", "/webhooks/{application}/{token}")
def follow_up(gateway: Gateway, request: Request, _application: str, token: str) -> Reply:
    interaction = gateway.interactions.get(token)
    if interaction is None or interaction.accepted is None:
        return unknown("Webhook", 10015)
    request.application = interaction.application
    if interaction.message is not None and interaction.message.loading:
        # As Discord does: the first follow-up of a deferred reply is that reply.
        interaction.message.edit(request.body | {"attachments": None}, request.files)
        return 200, interaction.message.payload()
    message = _post(gateway, interaction.application, interaction.channel, request.body, request)
    interaction.follow_ups.append(message)
    return 200, message.payload()


def _webhook_message(gateway: Gateway, request: Request, token: str, identifier: str) -> Message | None:
    interaction = gateway.interactions.get(token)
    if interaction is None:
        return None
    request.application = interaction.application
    if identifier == "@original":
        return interaction.message
    found = gateway.messages.get(int(identifier))
    return found if found in (interaction.message, *interaction.follow_ups) else None


@route("GET", "/webhooks/{application}/{token}/messages/{message}")
def webhook_get(gateway: Gateway, request: Request, _application: str, token: str, identifier: str) -> Reply:
    message = _webhook_message(gateway, request, token, identifier)
    return unknown("Message", 10008) if message is None or message.deleted else (200, message.payload())


@route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
def webhook_edit(gateway: Gateway, request: Request, _application: str, token: str, identifier: str) -> Reply:
    return _edit(gateway, _webhook_message(gateway, request, token, identifier), request)


@route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
def webhook_delete(
    gateway: Gateway, request: Request, _application: str, token: str, identifier: str
) -> Reply:
    return _delete(gateway, _webhook_message(gateway, request, token, identifier))


@route("POST", "/channels/{channel}/messages")
def post(gateway: Gateway, request: Request, channel: str) -> Reply:
    known = gateway.channel(int(channel))
    if known is None:
        return unknown("Channel", 10003)
    assert request.application is not None
    return 200, _post(gateway, request.application, known, request.body, request).payload()


@route("GET", "/channels/{channel}/messages")
def history(gateway: Gateway, request: Request, channel: str) -> Reply:
    said = gateway.said(int(channel))[-int(request.query.get("limit", "50")) :]
    return 200, [message.payload() for message in reversed(said)]


def _public(gateway: Gateway, channel: str, identifier: str) -> Message | None:
    """A message that the channel's own routes reach: a private answer is not one."""
    message = gateway.messages.get(int(identifier))
    return message if message and message.channel.id == int(channel) and not message.ephemeral else None


@route("GET", "/channels/{channel}/messages/{message}")
def message_get(gateway: Gateway, _request: Request, channel: str, identifier: str) -> Reply:
    message = _public(gateway, channel, identifier)
    return unknown("Message", 10008) if message is None or message.deleted else (200, message.payload())


@route("PATCH", "/channels/{channel}/messages/{message}")
def message_edit(gateway: Gateway, request: Request, channel: str, identifier: str) -> Reply:
    return _edit(gateway, _public(gateway, channel, identifier), request)


@route("DELETE", "/channels/{channel}/messages/{message}")
def message_delete(gateway: Gateway, _request: Request, channel: str, identifier: str) -> Reply:
    return _delete(gateway, _public(gateway, channel, identifier))
