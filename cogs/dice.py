"""`/lancer`: dice thrown for anything."""

from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, privacy
from bot.client import Bot, Interaction, author
from bot.privacy import tell
from bot.replies import Button
from bot.screens import checks as screens
from bot.storage import characters, items, journal
from rules import rolls
from rules.destiny import can_reroll
from rules.formula_values import values_of


class DiceCommands(commands.Cog):
    """One command: a lone d20 is the active character's, and *Destin héroïque* may throw it again (HER-5)."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="lancer", description="Lancer des dés")
    @app_commands.describe(
        expression="Une somme de dés : 2d6+1, 1d6x100, 4d6k3 (garder les trois meilleurs), 1d20+mod.FOR…",
        fois="Combien de fois lancer cette formule",
        commentaire="Ce que l’on tente",
    )
    @privacy.hideable
    @app_commands.guild_only()
    async def roll(
        self,
        interaction: Interaction,
        expression: app_commands.Range[str, 1, 200],
        fois: app_commands.Range[int, 1, rolls.MOST_ROLLS] = 1,
        commentaire: app_commands.Range[str, 1, 200] = "",
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        assert interaction.guild_id is not None
        formula, by = rolls.readable(expression, fois), author(interaction)
        shown: tuple[Button, ...] = ()
        async with self.bot.database.writing() as connection:
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            scene = (
                await characters.active(connection, interaction.guild_id, interaction.user.id)
                if formula.names or (formula.lone_d20 and fois == 1 and not hidden.secret)
                else None
            )
            values = {}
            if scene and formula.names:
                values = dict(values_of(scene.character, await items.held_by(connection, scene.character.id)))
            where = scene.campaign if scene else interaction.guild_id
            dice = await fair.dice(connection, interaction, where, secret=hidden.secret)
            act = rolls.free_roll(expression, dice, fois, commentaire, values)
            if scene and scene.character.playable and can_reroll(act) and not hidden.secret:
                act = rolls.thrown_for(scene.character, act)
                act_id = await journal.write(connection, scene.campaign, act, by)
                shown = buttons.following(scene, act, act_id)
            else:
                await journal.write_for_nobody(
                    connection, interaction.guild_id, act, by, secret=hidden.secret, blind=hidden.blind
                )
        await tell(interaction, screens.free_roll(act, shown), hidden)


async def setup(bot: Bot) -> None:
    await bot.add_cog(DiceCommands(bot))
