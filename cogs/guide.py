"""The path of a guided creation: one private message, edited in place from the scores to the birth (CAR-1, CRE)."""

from collections.abc import Callable
from dataclasses import replace

import discord

from bot import draft_components, fair
from bot.client import Interaction, author
from bot.replies import Reply, redraw
from bot.screens import drafts as screens
from bot.storage import campaigns, characters, drafts, journal, past
from bot.storage.engine import Connection
from rules.campaign import Campaign
from rules.drafts import Draft, NoDraft, reopen, throw_first
from rules.names import NameTaken, clean_name
from rules.offers import Revision, keep_lawful
from rules.settings import Settings

Step = Callable[[Draft, Settings], Revision]


async def begin(
    connection: Connection,
    interaction: Interaction,
    campaign: Campaign,
    name: str,
    player: discord.abc.User | None,
) -> Reply:
    """The path, from the start or where it stood: scores once thrown stay, until a character is born of them."""
    await verify_free(connection, campaign, name)
    draft = await drafts.load(connection, campaign.guild_id, interaction.user.id)
    if draft is None or await undone(connection, draft, campaign.guild_id):
        act = throw_first(name, campaign, await fair.dice(connection, interaction, campaign))
        draft = Draft(
            thrown=act.rolls, number=await journal.write(connection, campaign, act, author(interaction))
        )
    player_id = draft.player_id  # as it stood, when nobody is named
    if player is not None:
        player_id = player.id if player.id != interaction.user.id else None
    revised = keep_lawful(reopen(draft, name, player_id), campaign.settings)
    return await keep(connection, interaction, campaign, revised)


async def undone(connection: Connection, draft: Draft, guild_id: int) -> bool:
    """True when the game master took back the throw of the scores."""
    entry = await past.entry(connection, guild_id, draft.number)
    return entry is None or not entry.standing


async def verify_free(connection: Connection, campaign: Campaign, name: str) -> None:
    """Raises ``BadName`` and ``NameTaken``; nothing is reserved (CRE-3)."""
    name = clean_name(name)
    if await characters.by_name(connection, campaign.guild_id, name):
        raise NameTaken(name)


async def held(connection: Connection, interaction: Interaction, number: str) -> Draft:
    """The draft of who presses, if the message is about that one. Raises ``NoDraft``."""
    assert interaction.guild_id is not None
    draft = await drafts.load(connection, interaction.guild_id, interaction.user.id)
    if draft is None or not draft.name or draft.number != int(number):
        raise NoDraft
    if await undone(connection, draft, interaction.guild_id):
        raise NoDraft
    return draft


async def keep(
    connection: Connection, interaction: Interaction, campaign: Campaign, revised: Revision
) -> Reply:
    """Stores the draft; what its message then shows."""
    await drafts.save(connection, campaign.guild_id, interaction.user.id, revised.draft)
    return page(campaign, revised) if revised.draft.name else screens.abandoned()


def page(campaign: Campaign, revised: Revision, *, outdated: bool = False) -> Reply:
    """The message of a draft."""
    components = draft_components.of(revised.draft, campaign.settings)
    return screens.draft(revised, campaign.settings, components, outdated=outdated)


async def advance(interaction: Interaction, shown: dict[str, str], step: Step) -> None:
    """One step from what the message has ``shown``; a message behind the draft is only brought up to date."""
    assert interaction.guild_id is not None
    async with interaction.client.database.writing() as connection:
        campaign = await campaigns.begin(connection, interaction.guild_id)
        draft = await held(connection, interaction, shown["number"])
        if draft.revision != int(shown["revision"]):
            reply = page(campaign, keep_lawful(draft, campaign.settings), outdated=True)
        else:
            revised = step(draft, campaign.settings)
            if revised.draft.name not in ("", draft.name):
                await verify_free(connection, campaign, revised.draft.name)
            moved = replace(revised.draft, revision=draft.revision + 1)
            reply = await keep(connection, interaction, campaign, replace(revised, draft=moved))
    await redraw(interaction, reply)
