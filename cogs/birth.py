"""The birth of a player's character, typed in one command or chosen step by step (CRE, CRE-3)."""

import discord

from bot import buttons, fair
from bot.access import is_game_master, require_game_master, require_person
from bot.client import Interaction, author
from bot.replies import Reply
from bot.screens import creation as screens
from bot.storage import births, campaigns, characters
from bot.storage.engine import Connection
from rules import creation, roster
from rules.campaign import Campaign
from rules.creation import CreationRequest


async def begin(connection: Connection, interaction: Interaction, player: discord.abc.User) -> Campaign:
    """The campaign where ``player`` gets a character: one's own, or a person's at the game master's hand."""
    assert interaction.guild_id is not None
    campaign = await campaigns.begin(connection, interaction.guild_id)
    if player.id != interaction.user.id:
        require_game_master(interaction, campaign)
        require_person(player)
    return campaign


async def give(
    connection: Connection,
    interaction: Interaction,
    campaign: Campaign,
    request: CreationRequest,
    player_id: int,
) -> Reply:
    """The new character of a player, stored and journalled; active when nobody holds the place (CRE-3)."""
    scene = await characters.active(connection, campaign.guild_id, player_id, lock=True)
    current = scene.character if scene else None
    act = creation.create(
        request,
        campaign,
        await fair.dice(connection, interaction, campaign),
        player_id=player_id,
        is_game_master=is_game_master(interaction, campaign),
        active=roster.vacant(current),
    )
    act = await births.one(connection, campaign, act, author(interaction), current)
    return screens.creation(act, buttons.activate(act.character))
