"""What the bot says to a server that asked nothing: in the channel chosen, or the likeliest one."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot.replies import Reply
from rules.campaign import Campaign
from rules.reminders import NOTICE
from rules.starts import follows

log = logging.getLogger(__name__)

Channel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel


async def announce(guild: discord.Guild, channel_id: int | None, reply: Reply, nonce: str) -> bool:
    """Posts a reply in the first channel that takes it; True when it was posted.

    The ``nonce`` keeps Discord from posting twice what is sent again soon after. No failure is raised: the game
    goes on without its announcement.
    """
    for channel in channels(guild, channel_id):
        fit = reply if may_attach(guild, channel) else reply.wordy
        content: dict[str, Any] = {"embed": fit.embed, "view": fit.view, "files": fit.files, "nonce": nonce}
        try:
            await channel.send(**content)
        except (discord.Forbidden, discord.NotFound):
            continue
        except (discord.HTTPException, OSError) as error:
            log.warning("Annonce non envoyée sur le serveur %s : %s", guild.id, error)
            return False
        return True
    log.warning("Serveur %s : aucun salon où annoncer ; `/seance suivre` en choisit un.", guild.id)
    return False


def channels(guild: discord.Guild, channel_id: int | None) -> Iterator[Channel]:
    """Where an announcement may go, best first: the channel chosen, the system channel, the first text channel."""
    chosen = guild.get_channel_or_thread(channel_id) if channel_id is not None else None
    offered = [chosen, guild.system_channel, *guild.text_channels]
    seen: set[int] = set()
    for channel in offered:
        if isinstance(channel, Channel) and channel.id not in seen and may_speak(guild, channel):
            seen.add(channel.id)
            yield channel


def soon(guild: discord.Guild, now: int) -> Sequence[discord.ScheduledEvent]:
    """The events about to start, first to start first, as discord.py remembers them: Discord is not asked."""
    planned = (event for event in guild.scheduled_events if event.status is discord.EventStatus.scheduled)
    return sorted((event for event in planned if 0 <= starts(event) - now <= NOTICE), key=starts)


def unheard(guild: discord.Guild, campaign: Campaign, now: int) -> Sequence[discord.ScheduledEvent]:
    """Those of :func:`soon` that open a session, while no channel is chosen to announce it in, or it was deleted."""
    if campaign.channel_id is not None and guild.get_channel_or_thread(campaign.channel_id) is not None:
        return ()
    return [event for event in soon(guild, now) if follows(campaign.events, event.name)]


def starts(event: discord.ScheduledEvent) -> int:
    """The planned start, in Unix seconds."""
    return int(event.start_time.timestamp())


def may_attach(guild: discord.Guild, channel: Channel) -> bool:
    """True when the bot may post an image there, as far as it knows."""
    me: discord.Member | None = guild.me
    return me is None or channel.permissions_for(me).attach_files


def may_speak(guild: discord.Guild, channel: Channel) -> bool:
    """True when the bot may post an embed there, as far as it knows."""
    me: discord.Member | None = guild.me
    if me is None:  # the server did not send the bot's own member: trying will tell
        return True
    allowed = channel.permissions_for(me)
    speaks = (
        allowed.send_messages_in_threads if isinstance(channel, discord.Thread) else allowed.send_messages
    )
    return allowed.view_channel and allowed.embed_links and speaks
