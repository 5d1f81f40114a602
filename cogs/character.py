"""`/personnage`: seeing characters, and keeping the roster (CRE-3).

Their creation: :mod:`cogs.creation`; their experience: :mod:`cogs.experience`.
"""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, creation_choices, fair, selection
from bot.access import require_person, require_player
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, about, send
from bot.screens import roster as screens
from bot.screens.sheet import sheet
from bot.storage import characters, items, journal
from bot.storage.engine import Connection
from bot.storage.journal import Author
from cogs.creation import CreationCommands
from cogs.experience import ExperienceCommands
from rules import corrections, roster
from rules.campaign import Scene
from rules.changes import apply
from rules.corrections import Field

selection.WHO = "Le personnage ; sans ce choix, votre personnage actif"
FIELDS = [Choice(name=field.label, value=field.value) for field in Field]


@app_commands.guild_only()
class Character(
    CreationCommands,
    ExperienceCommands,
    commands.GroupCog,
    name="personnage",
    description="Personnages : les créer, les voir, les équiper, les choisir",
):
    """The commands; activation is shared with its button."""

    @app_commands.command(name="fiche", description="La fiche complète d’un personnage")
    @app_commands.describe(
        personnage=selection.WHO,
        joueur="Le joueur dont voir le personnage actif",
        secret="Visible de vous seul",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def show(
        self,
        interaction: Interaction,
        personnage: str | None = None,
        joueur: discord.User | None = None,
        secret: bool = False,
    ) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            if joueur is None or personnage or joueur.id == interaction.user.id:
                scene = await selection.seen(connection, interaction, personnage)
            else:
                scene = await selection.of_player(connection, interaction.guild_id, joueur.id)
            owned = await items.held_by(connection, scene.character.id)
        secret = secret or scene.character.npc
        await send(interaction, sheet(scene.character, scene.campaign, owned, secret=secret))

    @app_commands.command(name="liste", description="Tous les personnages du serveur")
    @app_commands.describe(archives="Avec ceux qui sont archivés")
    async def everyone(self, interaction: Interaction, archives: bool = False) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            found = await characters.of_guild(connection, interaction.guild_id)
        await send(interaction, screens.everyone(found, interaction.user.id, archives=archives))

    @app_commands.command(name="activer", description="Choisir le personnage que l’on joue")
    @app_commands.describe(personnage="Le personnage à jouer")
    @app_commands.autocomplete(personnage=selection.complete)
    async def activate(self, interaction: Interaction, personnage: str) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage, fallen=True)
            reply = await activate(connection, scene, author(interaction))
        await send(interaction, reply)

    @app_commands.command(name="equiper", description="Changer d’armure, de bouclier, d’arme ou de dommages")
    @app_commands.describe(
        armure="L’armure portée",
        bouclier="Avec ou sans bouclier",
        arme="L’arme en main, ou « mains nues »",
        degats="La formule de ses dommages, par exemple 1d8+1 ; sinon, ceux de l’arme",
        personnage=selection.WHO,
    )
    @app_commands.autocomplete(armure=creation_choices.armours, personnage=selection.complete)
    async def equip(
        self,
        interaction: Interaction,
        armure: str | None = None,
        bouclier: bool | None = None,
        arme: str | None = None,
        degats: str | None = None,
        personnage: str | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = roster.equip(
                scene.character,
                scene.campaign,
                armour=armure,
                shield=bouclier,
                weapon=arme,
                damage=degats,
                items=await items.held_by(connection, scene.character.id),
            )
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.equipped(act)))

    @app_commands.command(name="renommer", description="Changer le nom d’un personnage")
    @app_commands.describe(nom="Son nouveau nom, unique sur ce serveur", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def rename(self, interaction: Interaction, nom: str, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = roster.rename(scene.character, nom)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, screens.renamed(act))

    @app_commands.command(name="regler", description="MdT : corriger une valeur de la fiche")
    @app_commands.describe(
        personnage="Le personnage",
        valeur="La nouvelle valeur, telle que la fiche la montrera",
        champ="Ce qui change",
    )
    @app_commands.choices(champ=FIELDS)
    @app_commands.autocomplete(personnage=selection.complete)
    async def correct(self, interaction: Interaction, personnage: str, valeur: int, champ: str) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            dice = await fair.told(connection, interaction, scene)
            act = corrections.correct(scene.character, Field(champ), valeur, dice, by.key)
            act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character])
        following = buttons.following(scene, act, act_id)
        await send(interaction, screens.correction(act, following, secret=scene.character.npc))

    @app_commands.command(name="donner", description="MdT : donner un personnage ou un PNJ à un joueur")
    @app_commands.describe(personnage="Le personnage", joueur="Son nouveau joueur")
    @app_commands.autocomplete(personnage=selection.complete)
    async def give(self, interaction: Interaction, personnage: str, joueur: discord.Member) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            require_person(joueur)
            current = await characters.active(connection, scene.campaign.guild_id, joueur.id, lock=True)
            act = roster.give(scene.character, joueur.id, current.character if current else None)
            touched = [scene.character, *([current.character] if current else [])]
            await journal.accept(connection, scene.campaign, act, author(interaction), touched)
        await send(interaction, screens.given(act))

    @app_commands.command(name="archiver", description="Mettre un personnage de côté ; réversible")
    @app_commands.describe(personnage="Le personnage à archiver")
    @app_commands.autocomplete(personnage=selection.complete)
    async def archive(self, interaction: Interaction, personnage: str) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = roster.archive(scene.character)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, screens.shelved(act))

    @app_commands.command(name="restaurer", description="Ramener un personnage archivé, tel qu’il était")
    @app_commands.describe(personnage="Le personnage archivé")
    @app_commands.autocomplete(personnage=selection.complete_archived)
    async def restore(self, interaction: Interaction, personnage: str) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = roster.restore(scene.character)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        back = apply(scene.character, act.change_of(scene.character.id))
        await send(interaction, screens.shelved(act, buttons.activate(back)))


async def activate(connection: Connection, scene: Scene, by: Author) -> Reply:
    """CRE-3, for the command and the button: the previous active character steps down first."""
    person, previous = scene.character, None
    if person.player_id is not None:
        previous = await characters.active(connection, scene.campaign.guild_id, person.player_id, lock=True)
    act = roster.activate(person, previous.character if previous else None)
    touched = [person, *([previous.character] if previous else [])]
    await journal.accept(connection, scene.campaign, act, by, touched)
    return screens.activated(act, person.player_id)


class ActivatePress(Press, template=rf"{buttons.ACTIVATE}:(?P<character>\d+)"):
    """« Jouer ce personnage », for its player or the game master."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(self.parts["character"]))
            require_player(interaction, scene.campaign, scene.character, fallen=True)
            reply = await activate(connection, scene, author(interaction))
        await retire(interaction, buttons.ACTIVATE)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(ActivatePress)
    await bot.add_cog(Character(bot))
