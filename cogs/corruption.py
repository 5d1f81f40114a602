"""`/corruption`: the black magician's checks, points and stages (COR). Its table: :mod:`cogs.alterations`."""

from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, privacy, selection
from bot.access import require_player
from bot.client import Bot, Interaction, author
from bot.privacy import Privacy, tell
from bot.replies import about, send
from bot.screens import corruption as screens
from bot.screens import previews
from cogs.alterations import AlterationCommands
from rules import corruption, corruption_preview
from rules.corruption import Occasion


@app_commands.guild_only()
class Corruption(
    AlterationCommands, commands.GroupCog, name="corruption", description="Corruption du magicien noir"
):
    """The commands of corruption."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="jet", description="Jet d’INT contre la corruption, pour un sort de niveau 2 ou plus"
    )
    @app_commands.describe(
        niveau="Niveau du sort",
        occasion="Le sort est appris, ou lancé",
        personnage=selection.WHO,
        apercu="Rien n’est lancé : la chance de corruption, visible de vous seul",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    @privacy.hideable
    async def check(
        self,
        interaction: Interaction,
        niveau: app_commands.Range[int, 1, 9],
        occasion: Occasion,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
        apercu: bool = False,
    ) -> None:
        if apercu:
            async with self.bot.database.reading() as connection:
                scene = await selection.seen(connection, interaction, personnage)
            require_player(interaction, scene.campaign, scene.character)
            risks = corruption_preview.preview(scene.character, niveau, occasion, scene.campaign)
            await send(interaction, previews.corruption(risks))
            return
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
            act = corruption.threaten(scene.character, niveau, occasion, scene.campaign, dice, by.key)
            act_id = await privacy.accept(connection, scene.campaign, act, by, hidden, [scene.character])
        reply = screens.corruption(act, buttons.following(scene, act, act_id, secret=hidden.secret))
        await tell(interaction, about(scene.character, reply), hidden)

    @app_commands.command(name="etat", description="Points, palier, malus et altérations d’un personnage")
    @app_commands.describe(personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def state(self, interaction: Interaction, personnage: str | None = None) -> None:
        async with self.bot.database.reading() as connection:
            scene = await selection.seen(connection, interaction, personnage)
        cumulative = scene.campaign.settings.malus_cumule
        await send(interaction, screens.state(scene.character, cumulative=cumulative))

    @app_commands.command(name="regler", description="MdT : donner ou retirer des points, paliers compris")
    @app_commands.describe(
        personnage="Le personnage", points="Positif : donnés, négatif : retirés", secret=privacy.ALONE
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def adjust(
        self,
        interaction: Interaction,
        personnage: str,
        points: app_commands.Range[int, -200, 200],
        secret: bool = False,
    ) -> None:
        by, hidden = author(interaction), Privacy(secret)
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            dice = await fair.told(connection, interaction, scene, secret=secret)
            act = corruption.adjust(scene.character, points, dice, by.key, scene.campaign.alterations)
            act_id = await privacy.accept(connection, scene.campaign, act, by, hidden, [scene.character])
        reply = screens.correction(act, buttons.following(scene, act, act_id, secret=secret))
        await tell(interaction, about(scene.character, reply), hidden)


async def setup(bot: Bot) -> None:
    await bot.add_cog(Corruption(bot))
