"""A discord.py client that does what a bot may do, so that the harness is proved without the bot."""

from __future__ import annotations

import io
import os

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

Press = discord.ui.Button["Choices"]


class Form(discord.ui.Modal, title="Formulaire"):
    text: discord.ui.Label[Form] = discord.ui.Label(
        text="Texte", component=discord.ui.TextInput(custom_id="texte", max_length=80)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        field = self.text.component
        assert isinstance(field, discord.ui.TextInput)
        await interaction.response.send_message(f"reçu : {field.value}", ephemeral=True)


class Choices(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Modifier", custom_id="modifier")
    async def change(self, interaction: discord.Interaction, _button: Press) -> None:
        await interaction.response.edit_message(content="modifié")

    @discord.ui.button(label="Plus tard", custom_id="plus-tard")
    async def later(self, interaction: discord.Interaction, _button: Press) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="plus tard")

    @discord.ui.button(label="Remplir", custom_id="remplir")
    async def form(self, interaction: discord.Interaction, _button: Press) -> None:
        await interaction.response.send_modal(Form(custom_id="formulaire"))

    @discord.ui.button(label="Grisé", custom_id="grise", disabled=True)
    async def grey(self, interaction: discord.Interaction, _button: Press) -> None: ...

    @discord.ui.select(custom_id="menu", options=[discord.SelectOption(label=c) for c in "ab"], row=1)
    async def menu(self, interaction: discord.Interaction, select: discord.ui.Select[Choices]) -> None:
        await interaction.response.send_message(f"choisi {select.values}", view=discord.ui.View())

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="gens", row=2)
    async def people(self, interaction: discord.Interaction, select: discord.ui.UserSelect[Choices]) -> None:
        await interaction.response.send_message(" ".join(f"{user.id}" for user in select.values))


say = app_commands.Group(name="dire", description="Dit.")
deep = app_commands.Group(name="profond", description="Plus bas.", parent=say)


@deep.command(description="Répète ses options.")
async def everything(
    interaction: discord.Interaction,
    texte: str,
    joueur: discord.Member,
    nombre: app_commands.Range[int, -4, 4] = 0,
    libre: bool = False,
    salon: discord.TextChannel | None = None,
    role: discord.Role | None = None,
) -> None:
    told = [texte, joueur.display_name, nombre, libre, salon and salon.name, role and role.name]
    rights = interaction.permissions.manage_guild, joueur.guild_permissions.manage_guild
    await interaction.response.send_message(f"{told} {rights} {interaction.user.display_name}")


@everything.autocomplete("texte")
async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=f"{current}-{n}-{interaction.namespace.nombre}", value=str(n)) for n in "ab"
    ]


@say.command(description="Réfléchit puis répond.")
async def lentement(interaction: discord.Interaction, suite: bool = False) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    if suite:
        await interaction.followup.send("première")
        await interaction.followup.send("seconde", ephemeral=True)
    else:
        await interaction.edit_original_response(content="fini", embed=discord.Embed(title="Titre"))


@say.command(description="Envoie un fichier.")
async def fichier(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("voici", file=discord.File(io.BytesIO(b"abc"), "lettres.txt"))


@say.command(description="Montre des boutons.")
async def boutons(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("choisir", view=Choices())
    message = await interaction.original_response()
    assert message.id


@say.command(description="Parle dans un salon.")
async def ailleurs(interaction: discord.Interaction) -> None:
    assert interaction.guild is not None
    channel = interaction.guild.text_channels[1]
    message = await channel.send("d’ailleurs")
    await message.edit(content="d’ailleurs, oui")
    gone = await channel.send("parti")
    await gone.delete()
    await interaction.response.send_message("dit")


@app_commands.command(description="Réservé.")
@app_commands.default_permissions(manage_guild=True)
async def reserve(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("entre nous")


@app_commands.command(description="Demande ce que Discord n’a pas ici.")
async def perdu(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    try:
        await interaction.client.http.get_invite("inconnue")
    except discord.NotFound:
        await interaction.followup.send("rien")


class Parrot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_scheduled_events=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(say)
        self.tree.add_command(reserve)
        self.tree.add_command(perdu)

    async def setup_hook(self) -> None:
        self.add_view(Choices())
        await self.tree.sync()

    async def on_scheduled_event_create(self, event: discord.ScheduledEvent) -> None:
        await self._tell(event, "annoncé")

    async def on_scheduled_event_update(self, _before: object, event: discord.ScheduledEvent) -> None:
        await self._tell(event, event.status.name)

    async def on_scheduled_event_delete(self, event: discord.ScheduledEvent) -> None:
        await self._tell(event, "supprimé")

    async def _tell(self, event: discord.ScheduledEvent, what: str) -> None:
        assert event.guild is not None
        known = [one.name for one in await event.guild.fetch_scheduled_events()]
        await event.guild.text_channels[0].send(f"{event.name} {what} {known}")


def main() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    Parrot().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
