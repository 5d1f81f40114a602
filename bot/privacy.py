"""Who sees a roll: the table, its roller alone (`secret`), or the game master alone (`au-mdt`)."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot import buttons
from bot.announcements import Channel, may_speak
from bot.client import Interaction, author
from bot.replies import MOST_BUTTONS, Reply, refusal, send, why
from bot.screens import reveals as screens
from bot.storage import campaigns, journal, past
from bot.storage.engine import Connection
from bot.storage.journal import Author, Link
from rules.acts import Act
from rules.campaign import Campaign
from rules.character import Character
from rules.refusals import Refusal

log = logging.getLogger(__name__)

SECRET = "Réponse visible de vous seul ; Destin héroïque ne relance pas un jet secret"
ALONE = "Réponse visible de vous seul"
TO_GAME_MASTER = "Réponse visible du MdT seul, dans son salon ; vous n’en voyez rien"
ROOM = MOST_BUTTONS - 2  # « Révéler » and « Pourquoi ? » come after what may follow

Function = TypeVar("Function", bound=Callable[..., Any])


class NoGameMasterChannel(Refusal):
    """Nothing can be told to the game master alone."""

    def __init__(self, why: str, cure: str) -> None:
        super().__init__(f"Pas de jet `au-mdt` : {why}. {cure} Rien n’a été lancé.")


@dataclass(frozen=True, slots=True)
class Privacy:
    """``secret``: not the table's to see; ``channel``: where the game master reads it alone, its roller too not."""

    secret: bool = False
    channel: Channel | None = None

    @property
    def blind(self) -> bool:
        return self.channel is not None


PUBLIC = Privacy()


def hideable(function: Function) -> Function:
    """Describes the options `secret` and `au-mdt` of a command."""
    described = app_commands.describe(secret=SECRET, au_mdt=TO_GAME_MASTER)(function)
    return app_commands.rename(au_mdt="au-mdt")(described)


async def asked(connection: Connection, interaction: Interaction, secret: bool, au_mdt: bool) -> Privacy:
    """What a command asks for; `au-mdt`, the stricter, wins over `secret`. Raises :class:`NoGameMasterChannel`."""
    if not au_mdt:
        return Privacy(secret)
    return Privacy(secret=True, channel=await _channel(connection, interaction))


async def following(connection: Connection, interaction: Interaction, act_id: int | None) -> Privacy:
    """What comes of an act is as hidden as it is. Raises :class:`NoGameMasterChannel`."""
    assert interaction.guild_id is not None
    entry = await past.entry(connection, interaction.guild_id, act_id) if act_id is not None else None
    if entry is None or not entry.hidden:
        return PUBLIC
    return await asked(connection, interaction, secret=True, au_mdt=entry.blind)


async def accept(
    connection: Connection,
    campaign: Campaign,
    act: Act,
    by: Author,
    hidden: Privacy,
    touched: Iterable[Character] = (),
    *,
    link: Link | None = None,
) -> int:
    """Accepts an act as hidden as its roll; its number (:func:`bot.storage.journal.accept`)."""
    return await journal.accept(
        connection, campaign, act, by, touched, secret=hidden.secret, blind=hidden.blind, link=link
    )


async def _channel(connection: Connection, interaction: Interaction) -> Channel:
    """The game master's channel, when the bot may speak there. Raises :class:`NoGameMasterChannel`."""
    guild = interaction.guild
    assert guild is not None
    chosen = (await campaigns.load(connection, guild.id)).gm_channel_id
    choose = "Le MdT en choisit un : `/reglages changer`, réglage `salon_mdt`."
    if chosen is None:
        raise NoGameMasterChannel("aucun salon du MdT n’est choisi", choose)
    channel = guild.get_channel(chosen)
    if not isinstance(channel, Channel):
        raise NoGameMasterChannel("le salon du MdT n’existe plus, ou m’est caché", choose)
    if not may_speak(guild, channel):
        cure = "Donnez-m’y « Voir le salon », « Envoyer des messages » et « Intégrer des liens »."
        raise NoGameMasterChannel("je ne peux pas écrire dans le salon du MdT", cure)
    return channel


async def tell(interaction: Interaction, reply: Reply, hidden: Privacy) -> None:
    """Answers a command or a press, where and to whom its roll is told; hidden, it can be revealed."""
    written = author(interaction).written
    if not hidden.secret or not written:
        await send(interaction, reply)
        return
    offered = buttons.reveal(written[-1], _origin(interaction))
    reply = replace(reply, secret=True, buttons=(*reply.buttons[:ROOM], offered))
    if hidden.channel is None:
        await send(interaction, reply)
    else:
        await _hand_over(interaction, reply, hidden.channel, written[-1])


async def _hand_over(interaction: Interaction, reply: Reply, channel: Channel, act_id: int) -> None:
    """Tells a roll to the game master alone. Its roller is answered first, for Discord waits only three seconds."""
    told = screens.handed_over(reply, interaction.user.id, _origin(interaction))
    if channel.id == interaction.channel_id:  # asked where the game master reads
        await send(interaction, told)
        return
    await send(interaction, screens.RECEIVED)
    if not await post(channel, replace(told, buttons=(*told.buttons, why(act_id)))):
        await send(interaction, refusal(screens.LOST))


def _origin(interaction: Interaction) -> int:
    """Where the roll would be revealed: as the pressed message already says, or else here."""
    message = interaction.message
    for row in message.components if message else ():
        for item in getattr(row, "children", ()):
            kind, _, channel = (getattr(item, "custom_id", None) or "").rpartition(":")
            if kind.startswith(f"{buttons.REVEAL}:"):
                return int(channel)
    return interaction.channel_id or 0


async def post(channel: Channel, reply: Reply) -> bool:
    """Writes in a channel; False, told to the log alone, when it cannot be."""
    view = reply.view if reply.view is not None else discord.utils.MISSING
    try:
        await channel.send(embed=reply.embed, view=view, files=reply.files)
    except (discord.HTTPException, OSError) as error:
        log.warning("Jet non écrit dans le salon %s : %s", channel.id, error)
        return False
    return True
