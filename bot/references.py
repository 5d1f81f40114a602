"""A role or a text channel of the server, found by what a game master types: mention, identity or exact name."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

import discord
from discord.app_commands import Choice

from bot.replies import CHOICE_LIMIT, MOST_CHOICES
from bot.selection import folded
from rules.campaign import Campaign
from rules.refusals import Refusal
from rules.setting_acts import value
from rules.settings import GAME_MASTER_ROLE, NONE, PLACES, Description

Named = TypeVar("Named", discord.Role, discord.TextChannel)
_MENTION = re.compile(r"<(?:@&|#)(\d{1,20})>|(\d{15,20})")


class UnknownReference(Refusal):
    """No role or channel answers to what was typed."""

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        super().__init__(
            f"Aucun {what} « {text[:100]} » ici : choisissez dans la liste proposée, ou tapez « {NONE} »."
        )


class Homonyms(Refusal):
    """Several roles or channels bear that name."""

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        super().__init__(
            f"Plusieurs {what}s s’appellent « {text[:100]} » : choisissez dans la liste proposée."
        )


class EveryoneAsGameMaster(Refusal):
    """The role that everybody has is not the game master's."""

    def __init__(self) -> None:
        super().__init__("Tout le monde ne peut pas être MdT : choisissez un autre rôle.")


def roles(guild: discord.Guild) -> Sequence[discord.Role]:
    """The roles that people may bear: neither everybody's nor an application's."""
    return [role for role in reversed(guild.roles) if not role.is_default() and not role.managed]


def role(guild: discord.Guild, text: str) -> discord.Role | None:
    """The role typed, None for « aucun ». Raises the refusals of this module."""
    if text.strip().lstrip("@").casefold() in ("everyone", "here"):
        raise EveryoneAsGameMaster
    found = _found(guild.roles, text, "rôle")
    if found is not None and found.is_default():
        raise EveryoneAsGameMaster
    return found


def channel(guild: discord.Guild, text: str) -> discord.TextChannel | None:
    """The text channel typed, None for « aucun ». Raises the refusals of this module."""
    return _found(guild.text_channels, text, "salon")


def _found(those: Iterable[Named], text: str, what: str) -> Named | None:
    typed = text.strip()
    if typed.casefold() == NONE:
        return None
    mention = _MENTION.fullmatch(typed)
    identity = int(mention[1] or mention[2]) if mention else None
    named = [one for one in those if one.id == identity] or [
        one for one in those if one.name in (typed, typed.lstrip("@#"))
    ]
    if len(named) > 1:
        raise Homonyms(typed, what)
    if not named:
        raise UnknownReference(typed, what)
    return named[0]


def choices(those: Iterable[Named], typed: str) -> list[Choice[str]]:
    """The proposals for what is typed, by identity, and « aucun »."""
    wanted = folded(typed.strip().lstrip("@#"))
    found = [
        Choice(name=one.name[:CHOICE_LIMIT], value=str(one.id)) for one in those if wanted in folded(one.name)
    ]
    nothing = [Choice(name=NONE, value=NONE)] if NONE.startswith(wanted) else []
    return (nothing + found)[:MOST_CHOICES]


def role_label(guild: discord.Guild, role_id: int | None) -> str:
    """How a role reads in an embed, where its mention calls nobody."""
    if role_id is None:
        return NONE
    found = guild.get_role(role_id)
    return found.mention if found else "rôle supprimé"


def channel_label(guild: discord.Guild, channel_id: int | None) -> str:
    """How a channel reads in an embed: a link to it."""
    if channel_id is None:
        return NONE
    found = guild.get_channel(channel_id)
    return found.mention if found else "salon supprimé"


def place_label(guild: discord.Guild, one: Description, chosen: object) -> str:
    """How a setting that names a role or a channel reads in an embed."""
    identity = chosen if isinstance(chosen, int) else None
    return (role_label if one is GAME_MASTER_ROLE else channel_label)(guild, identity)


def places(guild: discord.Guild, campaign: Campaign) -> dict[str, str]:
    """Each setting that names a role or a channel, as it reads now."""
    return {one.key: place_label(guild, one, value(campaign, one.key)) for one in PLACES}
