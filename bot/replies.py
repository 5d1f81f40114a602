"""Answers to a command or a press: one embed, perhaps buttons; never a mention, never over Discord's limits."""

import io
import logging
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import discord

from bot.french import NBSP, shortened, typeset
from bot.screens.reminders import near_lines
from rules.character import Character

log = logging.getLogger(__name__)

TITLE_LIMIT = 256
DESCRIPTION_LIMIT = 4096
FIELD_LIMIT = 1024
EMBED_LIMIT = 6000
Button = discord.ui.Item[Any]

AUTHOR = "author"
"""The key, in an interaction's extras, of what it wrote in the journal."""
WHY = "pourquoi"
MOST_BUTTONS = MOST_CHOICES = 25  # of a message; of a menu or a completion
LABEL_LIMIT, CHOICE_LIMIT = 80, 100  # characters of a button; of a choice, its value included

ALREADY_ANSWERED = 40060
BAD_REQUEST = 400


class Tone(IntEnum):
    """The colour of a reply's edge, seen before a word is read."""

    SUCCESS = 0x3FA45B
    FAILURE = 0xC8402F
    NEUTRAL = 0x5B7FA6
    HEROISM = 0xD4A72C
    CORRUPTION = 0x7A4BA8
    REFUSAL = 0x8A8F98


@dataclass(frozen=True, slots=True)
class Field:
    """A titled part of an embed."""

    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG image under the words; ``description`` is read to those who do not see it."""

    png: bytes
    name: str
    description: str

    @property
    def file(self) -> discord.File:
        """The file to send: one for each try."""
        return discord.File(io.BytesIO(self.png), self.name, description=self.description)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send along."""

    name: str
    content: bytes

    @property
    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.content), self.name)


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say. ``secret``: to the author alone; ``explained``: « Pourquoi ? » tells the act it came from.

    ``called``: the users whom it notifies, because it is their turn; nobody else ever is.
    """

    title: str = ""
    lines: tuple[str, ...] = ()
    tone: Tone = Tone.NEUTRAL
    fields: tuple[Field, ...] = ()
    footer: str = ""
    buttons: tuple[Button, ...] = ()
    secret: bool = False
    image: Image | None = None
    attachment: Attachment | None = None
    explained: bool = True
    called: tuple[int, ...] = ()

    @property
    def call(self) -> dict[str, Any]:
        """The words before the embed, the only ones that notify, and whom they may."""
        if not self.called:
            return {}
        names = " ".join(f"<@{user_id}>" for user_id in self.called[:MOST_BUTTONS])
        # Nobody else is named there, and an embed notifies nobody.
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=True)
        return {"content": f"{names}, à vous{NBSP}!", "allowed_mentions": mentions}

    @property
    def embed(self) -> discord.Embed:
        """The embed, typeset and cut to Discord's limits."""
        embed = discord.Embed(
            title=_fit(self.title, TITLE_LIMIT) or None,
            description=_fit("\n".join(line for line in self.lines if line), DESCRIPTION_LIMIT) or None,
            colour=int(self.tone),
        )
        if self.footer:
            embed.set_footer(text=_fit(self.footer, TITLE_LIMIT))
        if self.image:
            embed.set_image(url=f"attachment://{self.image.name}")
        for field in self.fields:
            room = EMBED_LIMIT - len(embed) - len(field.name)
            if room <= 0:
                break
            embed.add_field(
                name=_fit(field.name, TITLE_LIMIT),
                value=_fit(field.value, min(FIELD_LIMIT, room)),
                inline=field.inline,
            )
        return embed

    @property
    def files(self) -> list[discord.File]:
        """What goes along, made anew for each sending: a file is read once."""
        return [part.file for part in (self.image, self.attachment) if part]

    @property
    def wordy(self) -> "Reply":
        """The reply without what goes along: the words say it all."""
        return replace(self, image=None, attachment=None)

    @property
    def view(self) -> discord.ui.View | None:
        """The buttons, if any. They answer through their own identifier: nothing waits for them here."""
        if not self.buttons:
            return None
        view = discord.ui.View(timeout=None)
        for button in self.buttons:
            view.add_item(button)
        view.stop()  # or discord.py would keep it, and every other one, as long as the process lives
        return view


def why(act_id: int) -> Button:
    """« Pourquoi ? », which explains an act to whoever presses it."""
    return discord.ui.Button(label=typeset("Pourquoi ?"), custom_id=f"{WHY}:{act_id}")


def explainable(interaction: discord.Interaction[Any], reply: Reply) -> Reply:
    """The reply with « Pourquoi ? » last, when the interaction wrote an act."""
    written = getattr(interaction.extras.get(AUTHOR), "written", [])
    return explaining(reply, written[-1]) if written else reply


def explaining(reply: Reply, act_id: int) -> Reply:
    """The reply with « Pourquoi ? » last, unless it explains nothing or there is no room."""
    if not reply.explained or len(reply.buttons) >= MOST_BUTTONS:
        return reply
    return replace(reply, buttons=(*reply.buttons, why(act_id)))


def warned(interaction: discord.Interaction[Any], reply: Reply) -> Reply:
    """The reply, and once the thresholds that its acts brought near; of a secret act, to its author alone."""
    nearing = getattr(interaction.extras.get(AUTHOR), "nearing", [])
    if not nearing or not reply.explained:
        return reply
    told = [one for one, secret in nearing if reply.secret or not secret]
    nearing.clear()
    return replace(reply, lines=(*reply.lines, *near_lines(told, reply.title)))


def _fit(text: str, limit: int) -> str:
    return shortened(typeset(text), limit)


async def send(interaction: discord.Interaction[Any], reply: Reply) -> int | None:
    """Answers the interaction; the message's number, where Discord tells it.

    A public answer that Discord does not take any more is posted in the channel.
    """
    reply = warned(interaction, explainable(interaction, reply))
    view = reply.view if reply.view is not None else discord.utils.MISSING
    channel = interaction.channel
    try:
        if interaction.response.is_done():
            followup = await interaction.followup.send(
                embed=reply.embed,
                view=view,
                files=reply.files,
                ephemeral=reply.secret,
                wait=True,
                **reply.call,
            )
            return followup.id
        answer = await interaction.response.send_message(
            embed=reply.embed, view=view, files=reply.files, ephemeral=reply.secret, **reply.call
        )
        return answer.message_id
    except discord.HTTPException as error:
        log.warning(
            "Réponse refusée par Discord (%s) à l’interaction %s.", error.code or error.status, interaction.id
        )
        if error.code == ALREADY_ANSWERED:  # the same interaction, delivered twice
            return None
        if error.status == BAD_REQUEST:  # our own mistake: the message is not one that Discord takes
            raise
        if not reply.secret and isinstance(channel, discord.abc.Messageable):
            return (await channel.send(embed=reply.embed, view=view, files=reply.files, **reply.call)).id
    return None


async def redraw(interaction: discord.Interaction[Any], reply: Reply) -> None:
    """Answers a press by putting the reply in the place of its message, which a command shows again if that fails."""
    try:
        await interaction.response.edit_message(embed=reply.embed, view=reply.view)
    except discord.HTTPException as error:
        log.warning(
            "Message non mis à jour (%s) : interaction %s.", error.code or error.status, interaction.id
        )


async def think(interaction: discord.Interaction[Any]) -> None:
    """Says that a public answer is coming, for what may take longer than Discord waits."""
    try:
        await interaction.response.defer(thinking=True)
    except discord.HTTPException as error:  # the answer itself will find another way
        log.warning("Attente refusée par Discord (%s).", error.code or error.status)


def about(character: Character, reply: Reply) -> Reply:
    """A reply that tells a character's figures: an NPC's are for the game master alone, who gave the command."""
    return replace(reply, secret=True) if character.npc else reply


def refusal(sentence: str) -> Reply:
    """A private sentence that says what to do."""
    return Reply(lines=(sentence,), tone=Tone.REFUSAL, secret=True, explained=False)
