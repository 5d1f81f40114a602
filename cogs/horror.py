"""`/horreur`: horror saves, madness, troubles (HOR, FOL)."""

import discord
from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, preview_buttons, privacy, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.privacy import Privacy, tell
from bot.replies import Reply, about, send
from bot.screens import horror as screens
from bot.screens import previews
from bot.storage import journal
from bot.storage.engine import Connection
from cogs.horror_group import ADJUSTMENT, EXTRA, GroupCommand
from cogs.requests import ask
from cogs.troubles import RemoveTroublePress, Troubles
from rules import horror, horror_preview, madness, requests
from rules.campaign import Scene
from rules.character import Character
from rules.horror import Ordeal, Situation
from rules.madness import NoRollDue
from rules.refusals import Refusal

CHARACTER = "Le personnage, s’il n’est pas le personnage actif du joueur"
PLAYER = "Le joueur dont le personnage actif affronte l’horreur"
SECRET = "Visible de vous seul ; ce jet ne se relance pas"
PREVIEW = "Rien n’est lancé : les chances d’échec, visibles de vous seul"


@app_commands.guild_only()
class Horror(GroupCommand, commands.GroupCog, name="horreur", description="Horreur et folie"):
    """The commands of horror; `trouble` is a group of its own, `groupe` is :class:`GroupCommand`'s."""

    trouble = Troubles()

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="horrible", description="MdT : une vision horrible ; sauvegarde, effet et folie d’un coup"
    )
    @app_commands.describe(
        joueur=PLAYER,
        modificateur="De −1 à +1 ; 0 si rien n’est dit",
        ajustement=ADJUSTMENT,
        folie_sup=EXTRA,
        personnage=CHARACTER,
        secret=SECRET,
        apercu=PREVIEW,
    )
    @app_commands.rename(folie_sup="folie-sup")
    @app_commands.autocomplete(personnage=selection.complete)
    async def horrible(
        self,
        interaction: Interaction,
        joueur: discord.Member,
        modificateur: app_commands.Range[int, -1, 1] = 0,
        ajustement: app_commands.Range[int, -20, 20] = 0,
        folie_sup: app_commands.Range[int, 0, 20] = 0,
        personnage: str | None = None,
        secret: bool = False,
        apercu: bool = False,
    ) -> None:
        ordeal = Ordeal(Situation.HORRIBLE, modificateur, ajustement, folie_sup)
        await self._face(interaction, ordeal, personnage, joueur.id, secret=secret, preview=apercu)

    @app_commands.command(
        name="insoutenable",
        description="MdT : une vision insoutenable ; sauvegarde, effet et folie d’un coup",
    )
    @app_commands.describe(
        joueur=PLAYER,
        modificateur="De −4 à −2 ; −2 si rien n’est dit",
        ajustement=ADJUSTMENT,
        folie_sup=EXTRA,
        personnage=CHARACTER,
        secret=SECRET,
        apercu=PREVIEW,
    )
    @app_commands.rename(folie_sup="folie-sup")
    @app_commands.autocomplete(personnage=selection.complete)
    async def unbearable(
        self,
        interaction: Interaction,
        joueur: discord.Member,
        modificateur: app_commands.Range[int, -4, -2] = -2,
        ajustement: app_commands.Range[int, -20, 20] = 0,
        folie_sup: app_commands.Range[int, 0, 20] = 0,
        personnage: str | None = None,
        secret: bool = False,
        apercu: bool = False,
    ) -> None:
        ordeal = Ordeal(Situation.UNBEARABLE, modificateur, ajustement, folie_sup)
        await self._face(interaction, ordeal, personnage, joueur.id, secret=secret, preview=apercu)

    @app_commands.command(name="pnj", description="MdT : un PNJ ou un monstre affronte l’horreur")
    @app_commands.describe(
        personnage="Le PNJ",
        situation="Ce qu’il voit",
        modificateur="Horrible : −1 à +1 ; insoutenable : −4 à −2",
        ajustement=ADJUSTMENT,
        secret=SECRET,
        apercu=PREVIEW,
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def npc(
        self,
        interaction: Interaction,
        personnage: str,
        situation: Situation,
        modificateur: app_commands.Range[int, -4, 1] | None = None,
        ajustement: app_commands.Range[int, -20, 20] = 0,
        secret: bool = False,
        apercu: bool = False,
    ) -> None:
        ordeal = Ordeal(situation, modificateur, ajustement)
        await self._face(interaction, ordeal, personnage, secret=secret, preview=apercu)

    @app_commands.command(name="etat", description="Folie, troubles, prochain seuil d’un personnage")
    @app_commands.describe(personnage="Le personnage ; sans ce choix, votre personnage actif")
    @app_commands.autocomplete(personnage=selection.complete)
    async def state(self, interaction: Interaction, personnage: str | None = None) -> None:
        async with self.bot.database.reading() as connection:
            scene = await selection.seen(connection, interaction, personnage)
        await send(interaction, screens.state(scene.character, scene.campaign.clock))

    @app_commands.command(name="folie", description="MdT : donner ou retirer des points de folie")
    @app_commands.describe(
        personnage="Le personnage", points="Positif : donnés, négatif : retirés", secret=privacy.ALONE
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def madness(
        self,
        interaction: Interaction,
        personnage: str,
        points: app_commands.Range[int, -100, 100],
        secret: bool = False,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            dice = await fair.told(connection, interaction, scene, secret=secret)
            act = madness.adjust(scene.character, points, dice, author(interaction).key)
            act_id = await journal.accept(
                connection, scene.campaign, act, author(interaction), [scene.character], secret=secret
            )
        reply = screens.madness(act, buttons.following(scene, act, act_id, secret=secret))
        await tell(interaction, about(scene.character, reply), Privacy(secret))

    @app_commands.command(name="jets", description="MdT : lancer les jets de Folie en attente, ou y renoncer")
    @app_commands.describe(personnage="Le personnage")
    @app_commands.autocomplete(personnage=selection.complete)
    async def dues(self, interaction: Interaction, personnage: str) -> None:
        async with self.bot.database.reading() as connection:
            scene = await selection.mastered(connection, interaction, personnage, lock=False)
        count = len(madness.dues(scene.character))
        if not count:
            raise NoRollDue(scene.character)
        await send(interaction, screens.dues(scene.character, count, buttons.due_rolls(scene.character.id)))

    async def _face(
        self,
        interaction: Interaction,
        ordeal: Ordeal,
        personnage: str | None,
        player_id: int | None = None,
        *,
        secret: bool,
        preview: bool,
    ) -> None:
        """Somebody faces a horror, or would: the player's active character, or the one named."""
        if preview:
            async with self.bot.database.reading() as connection:
                scene = await faced(connection, interaction, personnage, player_id, lock=False)
            await send(interaction, foreseen(interaction, scene, ordeal, secret=secret))
            return
        async with self.bot.database.writing() as connection:
            scene = await faced(connection, interaction, personnage, player_id)
            reply = await face(connection, interaction, scene, ordeal, secret=secret)
        await tell(interaction, reply, Privacy(secret))


class NotOfPlayer(Refusal):
    """The character named is not the player's who was named too."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’est pas un personnage de ce joueur : vérifiez l’un ou l’autre.")


async def faced(
    connection: Connection,
    interaction: Interaction,
    personnage: str | None,
    player_id: int | None,
    *,
    lock: bool = True,
) -> Scene:
    """Who faces it. Raises :class:`NotOfPlayer`, and what :func:`bot.selection.mastered` does."""
    scene = await selection.mastered(connection, interaction, personnage, player_id, lock=lock)
    if player_id is not None and scene.character.player_id != player_id:
        raise NotOfPlayer(scene.character)
    return scene


async def face(
    connection: Connection, interaction: Interaction, scene: Scene, ordeal: Ordeal, *, secret: bool
) -> Reply:
    """HOR-1, for the commands and the button of their previews: thrown at once, or left to the player."""
    if requests.awaits_player(scene.character, scene.campaign, interaction.user.id, secret=secret):
        request = requests.of_horror(scene.character, ordeal, scene.campaign)
        return await ask(connection, interaction, scene, request)
    by = author(interaction)
    dice = await fair.told(connection, interaction, scene, secret=secret)
    act = horror.face(scene.character, ordeal, scene.campaign, dice, by.key, secret=secret)
    act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character], secret=secret)
    following = buttons.following(scene, act, act_id, secret=secret)
    hidden = scene.character.npc and not secret
    return screens.horror(act, following, secret=secret, figures=not hidden)


def foreseen(interaction: Interaction, scene: Scene, ordeal: Ordeal, *, secret: bool) -> Reply:
    """What it would risk, for the game master alone, and the button that throws it."""
    risks = horror_preview.preview(scene.character, ordeal, scene.campaign)
    throw = preview_buttons.face(interaction.id, scene.character.id, ordeal, secret=secret)
    return previews.horror(risks, (throw,))


class DueRollsPress(Press, template=rf"{buttons.DUE_ROLLS}:(?P<character>\d+):(?P<choice>lancer|renoncer)"):
    """« Lancer les jets de Folie » and « Y renoncer » (FOL-2)."""

    async def press(self, interaction: Interaction) -> None:
        by = author(interaction)
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(
                connection, interaction, selection.option_value(int(self.parts["character"]))
            )
            dice = await fair.told(connection, interaction, scene)
            act = madness.settle_dues(scene.character, dice, by.key, throw=self.parts["choice"] == "lancer")
            await journal.accept(connection, scene.campaign, act, by, [scene.character])
        await retire(interaction, f"{buttons.DUE_ROLLS}:{scene.character.id}")
        await send(interaction, about(scene.character, screens.due_rolls(act)))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(RemoveTroublePress, DueRollsPress)
    await bot.add_cog(Horror(bot))
