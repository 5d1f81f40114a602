"""`/personnage creer` and `/personnage pnj`: who comes into the world (CRE, HER-2, HOR-5)."""

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import creation_choices, fair, selection
from bot.client import Bot, Interaction, author
from bot.replies import send
from bot.screens import creation as screens
from bot.storage import births, characters
from cogs import birth, guide
from rules import npcs
from rules.abilities import HIGHEST_SCORE, LOWEST_SCORE, Ability
from rules.armour import NO_ARMOUR
from rules.creation import CreationRequest
from rules.names import name_key
from rules.npcs import (
    HIGHEST_HIT_DICE,
    HIGHEST_HIT_POINTS,
    HIGHEST_NPC_SCORE,
    MOST_AT_ONCE,
    NpcRequest,
)
from rules.progressions import HIGHEST_LEVEL

Score = app_commands.Range[int, LOWEST_SCORE, HIGHEST_SCORE] | None
NpcScore = app_commands.Range[int, 0, HIGHEST_NPC_SCORE] | None

SCORE = "Avant l’ajustement de peuple ; lancée aux dés si rien n’est dit"
NPC_SCORE = "Facultative ; inconnue si rien n’est dit"
METHODS = [
    Choice(name="3d6, dans l’ordre", value="3d6"),
    Choice(name="4d6, les trois meilleurs", value="4d6"),
]


class CreationCommands(commands.Cog):
    """The part of the group `/personnage` that creates."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="creer", description="Créer un personnage ; le premier devient le personnage actif"
    )
    @app_commands.rename(for_="for", int_="int")
    @app_commands.describe(
        nom="Son nom, unique sur ce serveur",
        peuple="Son peuple",
        classe="Sa classe",
        classe2="Une deuxième classe : l’expérience se partage",
        classe3="Une troisième classe",
        alignement="Son alignement",
        methode="Comment lancer les caractéristiques qui ne sont pas données",
        for_=SCORE,
        int_=SCORE,
        sag=SCORE,
        dex=SCORE,
        con=SCORE,
        cha=SCORE,
        armure="Ce qu’il porte ; sans armure si rien n’est dit",
        bouclier="Avec un bouclier",
        arme="Son arme ; ses dommages usuels s’y ajoutent",
        derogation="MdT : passer outre les minima de classe",
        joueur="MdT : le joueur de ce personnage",
    )
    @app_commands.choices(methode=METHODS)
    @app_commands.autocomplete(
        peuple=creation_choices.peoples,
        classe=creation_choices.classes("classe"),
        classe2=creation_choices.classes("classe2"),
        classe3=creation_choices.classes("classe3"),
        alignement=creation_choices.alignments,
        armure=creation_choices.armours,
    )
    async def create(
        self,
        interaction: Interaction,
        nom: str,
        peuple: str = "",
        classe: str = "",
        classe2: str = "",
        classe3: str = "",
        alignement: str = "",
        methode: str = "",
        for_: Score = None,
        int_: Score = None,
        sag: Score = None,
        dex: Score = None,
        con: Score = None,
        cha: Score = None,
        armure: str = NO_ARMOUR,
        bouclier: bool = False,
        arme: str = "",
        derogation: bool = False,
        joueur: discord.Member | None = None,
    ) -> None:
        request = CreationRequest(
            name=nom,
            people=peuple,
            classes=(classe, classe2, classe3),
            alignment=alignement,
            method=methode,
            scores=by_ability(for_, dex, con, int_, sag, cha),
            armour=armure,
            shield=bouclier,
            weapon=arme,
            waived=derogation,
        )
        player = joueur or interaction.user
        async with self.bot.database.writing() as connection:
            campaign = await birth.begin(connection, interaction, player)
            if request.only_named:
                reply = await guide.begin(connection, interaction, campaign, nom, joueur)
            else:
                reply = await birth.give(connection, interaction, campaign, request, player.id)
        await send(interaction, reply)

    @app_commands.command(name="pnj", description="MdT : créer un PNJ, ou plusieurs d’un coup")
    @app_commands.rename(for_="for", int_="int")
    @app_commands.describe(
        nom="Son nom ; numéroté s’ils sont plusieurs",
        majeur="PNJ majeur : 1d6 points d’héroïsme",
        classe="Sa classe ; sans classe, une créature selon ses DV",
        niveau="Son niveau, avec une classe",
        dv="Ses dés de vie, sans classe ; 0 : moins d’un",
        pv="Ses PV ; lancés aux dés si rien n’est dit",
        ca="Sa CA ascendante : 10 sans armure",
        degats="Ses dommages, par exemple 2d4",
        nombre="Combien en créer",
        for_=NPC_SCORE,
        dex=NPC_SCORE,
        con=NPC_SCORE,
        int_=NPC_SCORE,
        sag=NPC_SCORE,
        cha=NPC_SCORE,
    )
    @app_commands.autocomplete(classe=creation_choices.npc_classes)
    async def npc(
        self,
        interaction: Interaction,
        nom: str,
        majeur: bool = False,
        classe: str = "",
        niveau: app_commands.Range[int, 1, HIGHEST_LEVEL] | None = None,
        dv: app_commands.Range[int, 0, HIGHEST_HIT_DICE] | None = None,
        pv: app_commands.Range[int, 1, HIGHEST_HIT_POINTS] | None = None,
        ca: app_commands.Range[int, -10, 40] | None = None,
        degats: str = "",
        nombre: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        for_: NpcScore = None,
        dex: NpcScore = None,
        con: NpcScore = None,
        int_: NpcScore = None,
        sag: NpcScore = None,
        cha: NpcScore = None,
    ) -> None:
        request = NpcRequest(
            name=nom,
            major=majeur,
            character_class=classe,
            level=niveau,
            hit_dice=dv,
            hit_points=pv,
            armour_class=ca,
            damage=degats,
            count=nombre,
            scores=by_ability(for_, dex, con, int_, sag, cha),
        )
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            everyone = await characters.candidates(connection, campaign.guild_id)
            dice = await fair.dice(connection, interaction, campaign, secret=True)
            act = npcs.create_npcs(request, dice, {name_key(one.name) for one in everyone})
            act = await births.several(connection, campaign, act, author(interaction))
        await send(interaction, screens.npcs(act))


def by_ability(*scores: int | None) -> Mapping[Ability, int | None]:
    """Six scores, in the order in which they are thrown."""
    return dict(zip(Ability, scores, strict=True))
