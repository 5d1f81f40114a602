"""`/sante`: wounds, care, the save against death (SAN-3)."""

from discord import app_commands
from discord.ext import commands

from bot import buttons, selection
from bot.access import require_player
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, send
from bot.screens import health as screens
from bot.storage import journal
from bot.storage.engine import Connection
from rules import health
from rules.campaign import Scene

WHO = "Le personnage ; sans ce choix, votre personnage actif"
Points = app_commands.Range[int, 1, 1000]


@app_commands.guild_only()
class Health(commands.GroupCog, name="sante", description="Blessures, soins et mort"):
    """The commands of health."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="blesser", description="Retirer des points de vie")
    @app_commands.describe(pv="Les points de vie perdus", personnage=WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def wound(self, interaction: Interaction, pv: Points, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = health.wound(scene.character, pv)
            act_id = await journal.accept(
                connection, scene.campaign, act, author(interaction), [scene.character]
            )
        await send(interaction, screens.hit_points(act, buttons.following(scene, act, act_id)))

    @app_commands.command(name="soigner", description="Rendre des points de vie, jusqu’au maximum")
    @app_commands.describe(pv="Les points de vie rendus", personnage=WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def heal(self, interaction: Interaction, pv: Points, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = health.heal(scene.character, pv)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, screens.hit_points(act))

    @app_commands.command(name="mort", description="Mourant : la sauvegarde contre la mort")
    @app_commands.describe(personnage=WHO, modificateur="Bonus (+) ou malus (−) de la situation")
    @app_commands.autocomplete(personnage=selection.complete)
    async def death_save(
        self,
        interaction: Interaction,
        personnage: str | None = None,
        modificateur: app_commands.Range[int, -20, 20] = 0,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            reply = await save_against_death(connection, interaction, scene, modificateur)
        await send(interaction, reply)


async def save_against_death(
    connection: Connection, interaction: Interaction, scene: Scene, bonus: int = 0
) -> Reply:
    """SAN-3, for the command and the button."""
    by = author(interaction)
    act = health.death_save(scene.character, scene.campaign, interaction.client.dice, by.key, bonus)
    act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character])
    return screens.death_save(act, buttons.following(scene, act, act_id))


class DeathSavePress(Press, template=rf"{buttons.DEATH_SAVE}:(?P<character>\d+)"):
    """« Sauvegarde contre la mort »."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(self.parts["character"]))
            require_player(interaction, scene.campaign, scene.character)
            reply = await save_against_death(connection, interaction, scene)
        await retire(interaction, buttons.DEATH_SAVE, buttons.CHEAT_DEATH)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(DeathSavePress)
    await bot.add_cog(Health(bot))
