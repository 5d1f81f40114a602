"""The link that brings the bot to a server, with the few permissions that it needs."""

import discord

SCOPES = ("bot", "applications.commands")
# Answers to commands need none; these are for what the bot says by itself, such as a session's opening.
PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, embed_links=True, attach_files=True
)


def link(application_id: int) -> str:
    """The address where somebody who may « Gérer le serveur » invites the bot."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)


def welcome(name: str, servers: int, application_id: int) -> str:
    """What is said once connected: on how many servers, and how to invite the bot when there is none."""
    if servers:
        return f"{name} est connecté à {servers} serveur{'s' if servers > 1 else ''}."
    return f"{name} est connecté, mais n’est sur aucun serveur. Invitez-le : {link(application_id)}"
