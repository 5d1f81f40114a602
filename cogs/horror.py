"""`/horreur`: horror saves, madness, troubles (HOR, FOL)."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, fair, privacy, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.privacy import Privacy, tell
from bot.replies import Reply, about, send
from bot.screens import horror as screens
from bot.storage import journal
from bot.storage.engine import Connection
from rules import horror, madness
from rules.campaign import Scene
from rules.character import Character, ElementKind
from rules.horror import EffectOver, Ordeal, Situation
from rules.horror_tables import TROUBLES
from rules.madness import NoRollDue
from rules.refusals import Refusal

CHARACTER = "Le personnage, s’il n’est pas le personnage actif du joueur"
PLAYER = "Le joueur dont le personnage actif affronte l’horreur"
ADJUSTMENT = "Votre ajustement libre : classe, historique…"
EXTRA = "Points de folie en plus, en cas d’échec"
SECRET = "Visible de vous seul ; ce jet ne se relance pas"


@app_commands.guild_only()
class Horror(commands.GroupCog, name="horreur", description="Horreur et folie"):
    """The commands of horror; `trouble` is a group of its own."""

    trouble = app_commands.Group(name="trouble", description="MdT : les troubles durables d’un personnage")

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
    ) -> None:
        ordeal = Ordeal(Situation.HORRIBLE, modificateur, ajustement, folie_sup)
        await self._face(interaction, ordeal, personnage, joueur.id, secret=secret)

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
    ) -> None:
        ordeal = Ordeal(Situation.UNBEARABLE, modificateur, ajustement, folie_sup)
        await self._face(interaction, ordeal, personnage, joueur.id, secret=secret)

    @app_commands.command(name="pnj", description="MdT : un PNJ ou un monstre affronte l’horreur")
    @app_commands.describe(
        personnage="Le PNJ",
        situation="Ce qu’il voit",
        modificateur="Horrible : −1 à +1 ; insoutenable : −4 à −2",
        ajustement=ADJUSTMENT,
        secret=SECRET,
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
    ) -> None:
        await self._face(interaction, Ordeal(situation, modificateur, ajustement), personnage, secret=secret)

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
            dice = await fair.dice(connection, interaction, scene.campaign, secret=secret)
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

    @trouble.command(name="ajouter", description="MdT : ajouter un trouble de la colonne Folie")
    @app_commands.describe(
        personnage="Le personnage", trouble="Le trouble", texte="Une précision : de quoi a-t-il peur ?"
    )
    @app_commands.choices(trouble=[Choice(name=row.name[:100], value=row.die) for row in TROUBLES.values()])
    @app_commands.autocomplete(personnage=selection.complete)
    async def add_trouble(
        self,
        interaction: Interaction,
        personnage: str,
        trouble: int,
        texte: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            act = madness.add_trouble(scene.character, trouble, texte, author(interaction).key)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.element_changed(act, "Trouble")))

    @trouble.command(name="retirer", description="MdT : retirer un trouble")
    @app_commands.describe(personnage="Le personnage", trouble="Le trouble à retirer")
    @app_commands.autocomplete(personnage=selection.complete)
    async def remove_trouble(self, interaction: Interaction, personnage: str, trouble: str) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            reply = await remove_trouble(connection, interaction, scene, trouble)
        await send(interaction, reply)

    @trouble.command(
        name="preciser", description="MdT : préciser un trouble, par exemple l’objet d’une phobie"
    )
    @app_commands.describe(personnage="Le personnage", trouble="Le trouble", texte="La précision")
    @app_commands.autocomplete(personnage=selection.complete)
    async def precise_trouble(
        self, interaction: Interaction, personnage: str, trouble: str, texte: app_commands.Range[str, 1, 100]
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            element = selection.element(scene.character, ElementKind.TROUBLE, trouble)
            act = madness.precise(scene.character, element, texte)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.element_changed(act, "Trouble")))

    @remove_trouble.autocomplete("trouble")
    @precise_trouble.autocomplete("trouble")
    async def complete_trouble(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await selection.complete_element(interaction, ElementKind.TROUBLE, current)

    async def _face(
        self,
        interaction: Interaction,
        ordeal: Ordeal,
        personnage: str | None,
        player_id: int | None = None,
        *,
        secret: bool,
    ) -> None:
        """Somebody faces a horror: the player's active character, or the one named."""
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage, player_id)
            if player_id is not None and scene.character.player_id != player_id:
                raise NotOfPlayer(scene.character)
            dice = await fair.dice(connection, interaction, scene.campaign, secret=secret)
            act = horror.face(scene.character, ordeal, scene.campaign, dice, by.key, secret=secret)
            act_id = await journal.accept(
                connection, scene.campaign, act, by, [scene.character], secret=secret
            )
        following = buttons.following(scene, act, act_id, secret=secret)
        hidden = scene.character.npc and not secret
        reply = screens.horror(act, following, secret=secret, figures=not hidden)
        await tell(interaction, reply, Privacy(secret))


class NotOfPlayer(Refusal):
    """The character named is not the player's who was named too."""

    def __init__(self, character: Character) -> None:
        super().__init__(f"{character.name} n’est pas un personnage de ce joueur : vérifiez l’un ou l’autre.")


async def remove_trouble(
    connection: Connection, interaction: Interaction, scene: Scene, trouble: str
) -> Reply:
    """FOL-3, for the command and the button offered when points no longer explain a trouble."""
    element = selection.element(scene.character, ElementKind.TROUBLE, trouble)
    act = madness.remove(scene.character, element)
    await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
    return about(scene.character, screens.element_changed(act, "Trouble"))


class RemoveTroublePress(Press, template=rf"{buttons.REMOVE_TROUBLE}:(?P<character>\d+):(?P<trouble>.+)"):
    """« Retirer : … », offered when the points no longer explain a trouble (FOL-1)."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(
                connection, interaction, selection.option_value(int(self.parts["character"]))
            )
            if all(one.uid != self.parts["trouble"] for one in scene.character.of_kind(ElementKind.TROUBLE)):
                raise buttons.Stale
            reply = await remove_trouble(connection, interaction, scene, self.parts["trouble"])
        await retire(interaction, self.custom_id)
        await send(interaction, reply)


class DueRollsPress(Press, template=rf"{buttons.DUE_ROLLS}:(?P<character>\d+):(?P<choice>lancer|renoncer)"):
    """« Lancer les jets de Folie » and « Y renoncer » (FOL-2)."""

    async def press(self, interaction: Interaction) -> None:
        by = author(interaction)
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(
                connection, interaction, selection.option_value(int(self.parts["character"]))
            )
            dice = await fair.dice(connection, interaction, scene.campaign)
            act = madness.settle_dues(scene.character, dice, by.key, throw=self.parts["choice"] == "lancer")
            await journal.accept(connection, scene.campaign, act, by, [scene.character])
        await retire(interaction, buttons.DUE_ROLLS)
        await send(interaction, about(scene.character, screens.due_rolls(act)))


class EndEffectPress(Press, template=rf"{buttons.END_EFFECT}:(?P<act>\d+)"):
    """« Fin de l’effet »: the game master lifts what a horror put (SAN-4)."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            entry = await journal.entry(connection, interaction.guild_id, int(self.parts["act"]))
            if entry is None or entry.act.character_id is None:
                raise buttons.Stale
            scene = await selection.mastered(
                connection, interaction, selection.option_value(entry.act.character_id)
            )
            element = horror.standing_effect(scene.character, entry.act, scene.campaign.clock)
            if element is None:
                raise EffectOver(scene.character)
            act = madness.remove(scene.character, element)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await retire(interaction, buttons.END_EFFECT)
        await send(interaction, screens.element_changed(act, "Effet", secret=entry.hidden))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(RemoveTroublePress, DueRollsPress, EndEffectPress)
    await bot.add_cog(Horror(bot))
