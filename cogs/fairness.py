"""`/des`: the account of the dice thrown, and the proof of a session's."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import charts
from bot.client import Bot, Interaction
from bot.replies import send, think
from bot.screens import fairness as screens
from bot.storage import campaigns, fairness, sessions
from rules.dice_tally import tallies
from rules.refusals import Refusal


class NothingProved(Refusal):
    """No session's seed was told."""

    def __init__(self) -> None:
        super().__init__(
            "Aucune séance close n’a eu de dés vérifiables : le MdT les choisit avec "
            "`/reglages changer`, réglage `graine_publique`."
        )


@app_commands.guild_only()
class Fairness(commands.GroupCog, name="des", description="Les dés de la table\u00a0: bilan, preuve"):
    """Nothing here is written."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="bilan",
        description="Les dés lancés, à cette séance et depuis toujours\u00a0; sont-ils équilibrés\u00a0?",
    )
    @app_commands.describe(joueur="Les dés qu’un joueur a lancés\u00a0; sans ce choix, ceux de la table")
    async def account(self, interaction: Interaction, joueur: discord.Member | None = None) -> None:
        assert interaction.guild_id is not None
        await think(interaction)
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            session = await sessions.current(connection, campaign)
            if session is None:
                session = await sessions.last_closed(connection, campaign.guild_id)
            counts = await fairness.counted(
                connection, campaign.guild_id, session.id if session else None, joueur.id if joueur else None
            )
        most = next(iter(tallies(counts[1])), None)
        chart = await self.bot.calculator.picture(charts.histogram, most) if most and most.bars else None
        player = joueur.display_name if joueur else ""
        await send(interaction, screens.account(*counts, player=player, chart=chart))

    @app_commands.command(
        name="preuve", description="Le fichier qui permet de vérifier les dés de la dernière séance close"
    )
    async def prove(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            found = await sessions.last_proved(connection, interaction.guild_id)
            if found is None:
                raise NothingProved
            session_id, closing, told = found
            acts = await fairness.proved(connection, interaction.guild_id, session_id, told)
        await send(interaction, screens.proof_reply(session_id, closing, acts))


async def setup(bot: Bot) -> None:
    await bot.add_cog(Fairness(bot))
