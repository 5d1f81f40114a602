"""The one place that turns errors into private replies."""

import logging
import secrets
from typing import Any

import discord
from discord import app_commands

from bot.descriptions import typeset_descriptions
from bot.french import harmless
from bot.replies import refusal, send
from bot.storage.journal import AlreadyDone
from rules.refusals import Refusal

log = logging.getLogger(__name__)


async def answer(interaction: discord.Interaction[Any], error: BaseException) -> None:
    """Tells the user what went wrong, in private; an unexpected error gets a reference, and the log its trace."""
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    match cause:
        case AlreadyDone():
            log.info("Interaction %s livrée deux fois : ignorée.", interaction.id)
        case Refusal():
            await send(interaction, refusal(harmless(str(cause))))
        case app_commands.NoPrivateMessage() | app_commands.CheckFailure():
            await send(interaction, refusal("Cette commande se joue sur un serveur, pas en message privé."))
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            await send(
                interaction, refusal("Cette commande vient de changer : rechargez Discord, puis réessayez.")
            )
        case app_commands.TransformerError():
            await send(interaction, refusal(f"Valeur refusée : « {str(cause.value)[:100]} »."))
        case _:
            reference = logged(interaction, cause)
            await send(
                interaction,
                refusal(
                    "Un ennui est survenu de mon côté. Regardez la fiche avant de recommencer : "
                    f"l’action a pu se faire. Référence : `{reference}`."
                ),
            )


def logged(interaction: discord.Interaction[Any], cause: BaseException) -> str:
    """The short reference under which the log has an unexpected error."""
    reference = secrets.token_hex(3)
    log.error("Erreur %s pendant l’interaction %s.", reference, interaction.id, exc_info=cause)
    return reference


class Tree(app_commands.CommandTree[Any]):
    """The command tree, speaking typeset French and answering errors in private."""

    def add_command(self, command: Any, /, **where: Any) -> None:
        typeset_descriptions(command)
        super().add_command(command, **where)

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("Complétion en échec.", exc_info=error)
            return
        await answer(interaction, error)
