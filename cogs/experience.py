"""`/personnage px`: experience and the levels that it brings (CLA-4, CLA-6)."""

from discord import app_commands
from discord.ext import commands

from bot import fair, selection
from bot.access import require_game_master
from bot.client import Bot, Interaction, author
from bot.replies import send
from bot.screens import growth as screens
from bot.storage import campaigns, characters, journal, past
from rules import growth
from rules.growth import MOST_EXPERIENCE, WhoGains

Gain = app_commands.Range[int, -MOST_EXPERIENCE, MOST_EXPERIENCE]


class ExperienceCommands(commands.Cog):
    """The part of the group `/personnage` that makes characters grow."""

    bot: Bot

    @app_commands.command(name="px", description="MdT : donner ou reprendre des PX, niveaux compris")
    @app_commands.describe(
        gain="Les PX de chacun, avant partage entre ses classes ; négatif pour reprendre",
        personnage="Le personnage",
        tous="Chaque personnage actif",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def experience(
        self, interaction: Interaction, gain: Gain, personnage: str | None = None, tous: bool = False
    ) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.writing() as connection:
            campaign = await campaigns.begin(connection, interaction.guild_id)
            require_game_master(interaction, campaign)
            if bool(personnage) is tous:
                raise WhoGains
            if personnage:
                scene = await selection.find(connection, interaction.guild_id, personnage, lock=True)
                touched = [scene.character]
            else:
                everyone = await characters.of_guild(connection, interaction.guild_id, lock=True)
                touched = growth.players(everyone)
            raised = {}
            for one in touched if gain < 0 else ():
                gains = await past.gains(connection, campaign.guild_id, one.id)
                if (whole := growth.taken_back(gains, one.id, gain)) is not None:
                    raised[one.id] = whole
            secret = not tous and touched[0].npc  # what an NPC has left is the game master's to know
            dice = await fair.dice(connection, interaction, campaign, secret=secret)
            act = growth.give(touched, gain, dice, everyone=tous, raised=raised)
            await journal.accept(connection, campaign, act, author(interaction), touched)
        await send(interaction, screens.experience(act, secret=secret))
