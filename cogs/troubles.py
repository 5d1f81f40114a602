"""`/horreur trouble`: the lasting troubles of a character, given or taken by the game master (FOL-3). Part of `/horreur`."""

from discord import app_commands
from discord.app_commands import Choice

from bot import buttons, selection
from bot.buttons import Press, retire
from bot.client import Interaction, author
from bot.replies import Reply, about, send
from bot.screens import horror as screens
from bot.storage import journal
from bot.storage.engine import Connection
from rules import madness
from rules.campaign import Scene
from rules.character import ElementKind
from rules.horror_tables import TROUBLES


class Troubles(app_commands.Group):
    """`/horreur trouble`."""

    def __init__(self) -> None:
        super().__init__(name="trouble", description="MdT : les troubles durables d’un personnage")

    @app_commands.command(name="ajouter", description="MdT : ajouter un trouble de la colonne Folie")
    @app_commands.describe(
        personnage="Le personnage", trouble="Le trouble", texte="Une précision : de quoi a-t-il peur ?"
    )
    @app_commands.choices(trouble=[Choice(name=row.name[:100], value=row.die) for row in TROUBLES.values()])
    @app_commands.autocomplete(personnage=selection.complete)
    async def add(
        self,
        interaction: Interaction,
        personnage: str,
        trouble: int,
        texte: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            act = madness.add_trouble(scene.character, trouble, texte, author(interaction).key)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.element_changed(act, "Trouble")))

    @app_commands.command(name="retirer", description="MdT : retirer un trouble")
    @app_commands.describe(personnage="Le personnage", trouble="Le trouble à retirer")
    @app_commands.autocomplete(personnage=selection.complete)
    async def remove(self, interaction: Interaction, personnage: str, trouble: str) -> None:
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            reply = await remove_trouble(connection, interaction, scene, trouble)
        await send(interaction, reply)

    @app_commands.command(
        name="preciser", description="MdT : préciser un trouble, par exemple l’objet d’une phobie"
    )
    @app_commands.describe(personnage="Le personnage", trouble="Le trouble", texte="La précision")
    @app_commands.autocomplete(personnage=selection.complete)
    async def precise(
        self, interaction: Interaction, personnage: str, trouble: str, texte: app_commands.Range[str, 1, 100]
    ) -> None:
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            element = selection.element(scene.character, ElementKind.TROUBLE, trouble)
            act = madness.precise(scene.character, element, texte)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.element_changed(act, "Trouble")))

    @remove.autocomplete("trouble")
    @precise.autocomplete("trouble")
    async def complete(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return await selection.complete_element(interaction, ElementKind.TROUBLE, current)


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
