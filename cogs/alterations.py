"""`/corruption table` and `/corruption alteration`: the campaign's own alterations (COR-4, COR-6)."""

from collections.abc import Iterable

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, selection
from bot.client import Bot, Interaction, author
from bot.replies import MOST_CHOICES, about, send
from bot.screens import alterations as screens
from bot.screens.horror import element_changed
from bot.storage import campaigns, journal
from bot.storage.engine import Connection
from rules import alterations, madness
from rules.alteration_table import CATEGORIES, SEVERITIES, Alteration
from rules.alterations import LONGEST_TEXT, TableAct
from rules.campaign import Campaign
from rules.character import ElementKind

KINDS = [Choice(name=word, value=word) for word in CATEGORIES]
DEGREES = [Choice(name=word, value=word) for word in SEVERITIES]
EFFECT = "Par exemple « FOR −2 », « attaque −1 », « sauvegarde −1 », « jet CHA −2 »"
Effect = app_commands.Range[str, 1, 100]
Precision = app_commands.Range[str, 1, 100]
WHAT = "Altération"


class AlterationCommands(commands.Cog):
    """The part of the group `/corruption` that keeps the table, and the alterations suffered."""

    bot: Bot
    table = app_commands.Group(name="table", description="La table des altérations de cette campagne")
    alteration = app_commands.Group(
        name="alteration", description="MdT : ajouter, retirer ou préciser une altération"
    )

    @table.command(name="lister", description="Toutes les altérations, et le dé qui les tire")
    async def list_table(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
        await send(interaction, screens.table(campaign.alterations))

    @table.command(name="ajouter", description="MdT : ajouter une altération à la table ; le dé s’agrandit")
    @app_commands.describe(
        texte="Ce que l’on subit",
        categorie="Le corps ou l’esprit",
        gravite="Sa gravité",
        effet=EFFECT,
    )
    @app_commands.choices(categorie=KINDS, gravite=DEGREES)
    async def add_entry(
        self,
        interaction: Interaction,
        texte: app_commands.Range[str, 1, LONGEST_TEXT],
        categorie: str,
        gravite: str,
        effet: Effect = "",
    ) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            changed = alterations.add(campaign, texte, categorie, gravite, effet, by.key)
            act = await keep(connection, interaction, *changed)
        await send(interaction, screens.changed(act))

    @table.command(
        name="retirer", description="MdT : retirer une altération de la table ; qui la subit la garde"
    )
    @app_commands.describe(alteration="L’altération à retirer")
    async def remove_entry(self, interaction: Interaction, alteration: str) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            act = await keep(connection, interaction, *alterations.remove(campaign, alteration))
        await send(interaction, screens.changed(act))

    @table.command(name="remettre", description="MdT : remettre dans la table une altération du livre")
    @app_commands.describe(alteration="L’altération retirée")
    async def put_entry_back(self, interaction: Interaction, alteration: str) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            act = await keep(connection, interaction, *alterations.put_back(campaign, alteration))
        await send(interaction, screens.changed(act))

    @table.command(
        name="classer", description="MdT : catégorie, gravité ou effet d’une altération de la table"
    )
    @app_commands.describe(
        alteration="L’altération", categorie="Le corps ou l’esprit", gravite="Sa gravité", effet=EFFECT
    )
    @app_commands.choices(categorie=KINDS, gravite=DEGREES)
    async def describe_entry(
        self,
        interaction: Interaction,
        alteration: str,
        categorie: str | None = None,
        gravite: str | None = None,
        effet: Effect | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            changed = alterations.describe(
                campaign, alteration, category=categorie, severity=gravite, effect=effet
            )
            act = await keep(connection, interaction, *changed)
        await send(interaction, screens.changed(act))

    @alteration.command(name="ajouter", description="MdT : faire subir une altération de la table")
    @app_commands.describe(
        personnage="Le personnage", alteration="L’altération", texte="Une précision : de quoi a-t-il peur ?"
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def add_alteration(
        self, interaction: Interaction, personnage: str, alteration: str, texte: Precision = ""
    ) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            act = alterations.bear(scene.character, scene.campaign.alterations, alteration, texte, by.key)
            act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character])
        reply = screens.borne(act, buttons.following(scene, act, act_id))
        await send(interaction, about(scene.character, reply))

    @alteration.command(name="retirer", description="MdT : retirer une altération à qui la subit")
    @app_commands.describe(personnage="Le personnage", alteration="L’altération à retirer")
    @app_commands.autocomplete(personnage=selection.complete)
    async def remove_alteration(self, interaction: Interaction, personnage: str, alteration: str) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            element = selection.element(scene.character, ElementKind.ALTERATION, alteration)
            act = madness.remove(scene.character, element)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, element_changed(act, WHAT)))

    @alteration.command(name="preciser", description="MdT : préciser une altération, par exemple une phobie")
    @app_commands.describe(personnage="Le personnage", alteration="L’altération", texte="La précision")
    @app_commands.autocomplete(personnage=selection.complete)
    async def precise_alteration(
        self, interaction: Interaction, personnage: str, alteration: str, texte: Precision
    ) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            element = selection.element(scene.character, ElementKind.ALTERATION, alteration)
            act = madness.precise(scene.character, element, texte)
            await journal.accept(connection, scene.campaign, act, by, [scene.character])
        await send(interaction, about(scene.character, element_changed(act, WHAT)))

    @remove_entry.autocomplete("alteration")
    @describe_entry.autocomplete("alteration")
    @add_alteration.autocomplete("alteration")
    async def complete_entry(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        campaign = await self._campaign(interaction)
        return matching(campaign.alterations.rows.values(), current)

    @put_entry_back.autocomplete("alteration")
    async def complete_removed(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        campaign = await self._campaign(interaction)
        return matching(campaign.alterations.printed_removed, current)

    @remove_alteration.autocomplete("alteration")
    @precise_alteration.autocomplete("alteration")
    async def complete_suffered(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await selection.complete_element(interaction, ElementKind.ALTERATION, current)

    async def _campaign(self, interaction: Interaction) -> Campaign:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            return await campaigns.load(connection, interaction.guild_id)


def matching(entries: Iterable[Alteration], typed: str) -> list[Choice[str]]:
    """The entries whose words, or number, hold what is typed."""
    wanted = selection.folded(typed.strip())
    found = [
        Choice(name=f"{entry.number}. {entry.name}"[:100], value=entry.key)
        for entry in entries
        if wanted in selection.folded(f"{entry.number}. {entry.name} {entry.text}")
    ]
    return found[:MOST_CHOICES]


async def keep(
    connection: Connection, interaction: Interaction, campaign: Campaign, act: TableAct
) -> TableAct:
    """Stores the changed table and writes the act down."""
    await campaigns.save_alterations(connection, campaign)
    await journal.write(connection, campaign, act, author(interaction))
    return act
