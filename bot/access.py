"""Who may do what: the game master (MdT), a character's player, anybody else."""

from typing import Any

import discord

from rules.campaign import Campaign
from rules.character import Character
from rules.refusals import Refusal
from rules.rolls import OutOfPlay


class GameMasterOnly(Refusal):
    """The command or button is the game master's."""

    def __init__(self) -> None:
        super().__init__(
            "Réservé au MdT : son rôle se choisit avec `/reglages changer`, "
            "par une personne qui peut « Gérer le serveur »."
        )


class ManagerOnly(Refusal):
    """What only a manager of the server may do."""

    def __init__(self) -> None:
        super().__init__("Réservé à une personne qui peut « Gérer le serveur ».")


class NotYours(Refusal):
    """The character is somebody else's."""

    def __init__(self, character: Character) -> None:
        self.character = character
        super().__init__(
            f"{character.name} n’est pas votre personnage : seul son joueur ou le MdT peut agir pour lui."
        )


class NotAPerson(Refusal):
    """A bot plays nobody."""

    def __init__(self) -> None:
        super().__init__("Un bot ne joue aucun personnage : choisissez une personne.")


def manages_server(interaction: discord.Interaction[Any]) -> bool:
    """True for who may « Gérer le serveur », which always opens the settings."""
    return interaction.permissions.manage_guild


def require_manager(interaction: discord.Interaction[Any]) -> None:
    """Raises :class:`ManagerOnly`."""
    if not manages_server(interaction):
        raise ManagerOnly


def is_game_master(interaction: discord.Interaction[Any], campaign: Campaign) -> bool:
    """True for a bearer of the MdT role; without such a role (none chosen, or deleted), for who manages the server."""
    guild, member = interaction.guild, interaction.user
    if campaign.gm_role_id is None or guild is None or guild.get_role(campaign.gm_role_id) is None:
        return manages_server(interaction)
    return isinstance(member, discord.Member) and member.get_role(campaign.gm_role_id) is not None


def require_game_master(interaction: discord.Interaction[Any], campaign: Campaign) -> None:
    """Raises :class:`GameMasterOnly`."""
    if not is_game_master(interaction, campaign):
        raise GameMasterOnly


def plays(interaction: discord.Interaction[Any], character: Character, *, fallen: bool = False) -> bool:
    """True for the player of a character that corruption has not taken (COR-5), unless ``fallen`` ones count."""
    return character.player_id == interaction.user.id and (fallen or not character.consumed)


def require_player(
    interaction: discord.Interaction[Any], campaign: Campaign, character: Character, *, fallen: bool = False
) -> None:
    """Raises :class:`NotYours` for who is neither the player nor the game master."""
    if plays(interaction, character, fallen=fallen) or is_game_master(interaction, campaign):
        return
    if character.player_id == interaction.user.id:  # their own, but corruption has taken it
        raise OutOfPlay(character)
    raise NotYours(character)


def require_person(user: discord.abc.User) -> None:
    """Raises :class:`NotAPerson`."""
    if user.bot:
        raise NotAPerson
