"""`/probabilite`: what a formula of dice gives, exactly."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.client import Bot, Interaction
from bot.odds import compute
from bot.replies import send
from bot.screens import odds as screens
from bot.storage import characters, items
from rules.dice import parse
from rules.dice.expression import Value
from rules.dice.limits import HIGHEST
from rules.dice.odds import checked
from rules.formula_values import values_of
from rules.items import Item
from rules.refusals import Refusal


class OddsCommand(commands.Cog):
    """One command, that throws and changes nothing."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="probabilite", description="Les chances exactes d’une formule de dés")
    @app_commands.describe(
        expression="Comme pour /lancer : 1d20+mod.FOR, 2d20kh1, 4d6k3, 8d6!…",
        seuil="La chance de l’atteindre, ou de ne pas le dépasser",
    )
    @app_commands.guild_only()
    async def odds(
        self,
        interaction: Interaction,
        expression: app_commands.Range[str, 1, 200],
        seuil: app_commands.Range[int, -HIGHEST, HIGHEST] | None = None,
    ) -> None:
        assert interaction.guild_id is not None
        formula = parse(expression)
        scene = None
        held: Sequence[Item] = ()
        if formula.names:
            async with self.bot.database.reading() as connection:
                scene = await characters.active(connection, interaction.guild_id, interaction.user.id)
                held = await items.held_by(connection, scene.character.id) if scene else ()
        values = values_of(scene.character, held) if scene else {}
        checked(formula, values)  # refuses at once, in private, what would take too long
        await interaction.response.defer(thinking=True)
        try:
            found = await self.bot.calculator.run(compute, expression, values, seuil)
        except Refusal:
            # The first message after a wait is as public as the wait: it goes, and the refusal comes in private.
            await interaction.edit_original_response(content="…")
            await interaction.delete_original_response()
            raise
        named = tuple((Value(name).label, values[name]) for name in formula.names)
        await send(interaction, screens.odds(formula, found, named))


async def setup(bot: Bot) -> None:
    await bot.add_cog(OddsCommand(bot))
