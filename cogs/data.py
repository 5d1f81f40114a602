"""`/donnees`: what the bot holds of people, handed over or erased."""

import asyncio
from enum import StrEnum

import discord
from discord import app_commands
from discord.ext import commands

from bot import buttons
from bot.access import require_game_master, require_manager
from bot.buttons import Press, retire
from bot.client import Bot, Interaction
from bot.french import plural
from bot.replies import Reply, send
from bot.screens import data as screens
from bot.storage import campaigns, data, erasing
from bot.storage.engine import Connection
from rules.refusals import Refusal


class Scope(StrEnum):
    """How much goes. Value: what the button carries."""

    TRACES = "traces"  # who did what
    CHARACTERS = "personnages"  # the characters too
    SERVER = "serveur"


class NotYourQuestion(Refusal):
    """The button is somebody else's."""

    def __init__(self) -> None:
        super().__init__("Cette question est posée à quelqu’un d’autre : `/donnees effacer` pose la vôtre.")


@app_commands.guild_only()
class Data(commands.GroupCog, name="donnees", description="Ce que le bot retient : l’emporter, l’effacer"):
    """The commands; what erases is behind two buttons."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="exporter", description="Ce que le bot retient de vous, dans un fichier JSON")
    @app_commands.describe(serveur="MdT : tout ce qu’il retient de ce serveur")
    async def export(self, interaction: Interaction, serveur: bool = False) -> None:
        guild = interaction.guild
        assert guild is not None
        await interaction.response.defer(ephemeral=True, thinking=True)  # years of play take their time
        async with self.bot.database.reading() as connection:
            if serveur:
                require_game_master(interaction, await campaigns.load(connection, guild.id))
                document = await data.of_guild(connection, guild.id)
            else:
                document = await data.of_player(connection, guild.id, interaction.user.id)
        name = f"donnees-{guild.id}" if serveur else f"donnees-{interaction.user.id}"
        files = await asyncio.to_thread(screens.packed, name, document, guild.filesize_limit)
        for reply in screens.exported(files, server=serveur):
            await send(interaction, reply)

    @app_commands.command(name="effacer", description="Effacer ce que le bot retient de vous, sans retour")
    @app_commands.describe(
        personnages="Vos personnages aussi ; sans ce choix, ils restent, sans joueur",
        serveur="Qui gère le serveur : tout ce que le bot en retient",
    )
    async def erase(self, interaction: Interaction, personnages: bool = False, serveur: bool = False) -> None:
        scope = Scope.SERVER if serveur else Scope.CHARACTERS if personnages else Scope.TRACES
        async with self.bot.database.reading() as connection:
            reply = await ask(connection, interaction, scope)
        await send(interaction, reply)


def label(guild: discord.Guild, scope: Scope, characters: int = 0) -> str:
    """What the button says that it erases."""
    match scope:
        case Scope.SERVER:
            return f"Effacer tout {guild.name}"
        case Scope.CHARACTERS if characters:
            return f"Effacer mes traces et {plural(characters, 'personnage')}"
    return "Effacer mes traces"


async def ask(
    connection: Connection, interaction: Interaction, scope: Scope, *, again: bool = False
) -> Reply:
    """What would go, and the button for it; the second time, the button that does it.

    Raises ``ManagerOnly``, ``NothingKept``.
    """
    guild = interaction.guild
    assert guild is not None
    if scope is Scope.SERVER:
        require_manager(interaction)
        counts = await erasing.kept_of_guild(connection, guild.id)
        words = label(guild, scope)
    else:
        kept = await erasing.kept_of_player(connection, guild.id, interaction.user.id)
        words = label(guild, scope, len(kept.characters))
    if again:
        sure = buttons.erase(interaction.user.id, scope, "Oui, effacer pour toujours", sure=True)
        return screens.ask_again(words, (sure,))
    button = (buttons.erase(interaction.user.id, scope, words),)
    if scope is Scope.SERVER:
        return screens.ask_guild(guild.name, counts, button)
    return screens.ask_player(kept, with_characters=scope is Scope.CHARACTERS, buttons=button)


async def erase(connection: Connection, interaction: Interaction, scope: Scope) -> Reply:
    """What was asked twice is done. Raises ``ManagerOnly``, ``NothingKept``."""
    guild_id, user_id = interaction.guild_id, interaction.user.id
    assert guild_id is not None
    if scope is Scope.SERVER:
        require_manager(interaction)
        return screens.erased_guild(await erasing.erase_guild(connection, guild_id))
    everything = scope is Scope.CHARACTERS
    kept = await erasing.erase_player(connection, guild_id, user_id, with_characters=everything)
    return screens.erased_player(kept, with_characters=everything)


class ErasePress(
    Press,
    template=rf"{buttons.ERASE}:(?P<user>\d+):(?P<scope>{'|'.join(Scope)}):(?P<step>demande|oui)",
):
    """« Effacer… », which asks again in another message, and « Oui », which does it once."""

    async def press(self, interaction: Interaction) -> None:
        if interaction.user.id != int(self.parts["user"]):
            raise NotYourQuestion
        database, scope = interaction.client.database, Scope(self.parts["scope"])
        if self.parts["step"] == "demande":
            async with database.reading() as connection:
                reply = await ask(connection, interaction, scope, again=True)
        else:
            async with database.writing() as connection:
                reply = await erase(connection, interaction, scope)
            await database.scrub()
            await retire(interaction, buttons.ERASE)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(ErasePress)
    await bot.add_cog(Data(bot))
