"""`/sante etat`: states that the game master gives and lifts (SAN-4). Part of `/sante`."""

from discord import app_commands
from discord.app_commands import Choice

from bot import buttons, selection
from bot.client import Interaction, author
from bot.replies import MOST_CHOICES, send
from bot.screens import health as screens
from bot.screens.horror import remaining
from bot.selection import UnknownElement
from bot.storage import journal
from cogs.clock import durations
from rules import madness, states
from rules.campaign import Scene
from rules.character import Element, State
from rules.clock import parse_duration

CHARACTER = "Le personnage"


class States(app_commands.Group):
    """`/sante etat`."""

    def __init__(self) -> None:
        super().__init__(name="etat", description="MdT : donner un état, ou le lever")

    @app_commands.command(name="ajouter", description="MdT : un personnage subit un état")
    @app_commands.describe(
        personnage=CHARACTER,
        etat="L’état",
        duree="8 h, 3 tours, 5 rounds… ; sans durée, jusqu’à ce que vous le leviez",
        texte="D’où il vient, ou une précision",
    )
    @app_commands.choices(etat=[Choice(name=state.label, value=state.value) for state in states.ADDABLE])
    @app_commands.autocomplete(personnage=selection.complete)
    async def add(
        self,
        interaction: Interaction,
        personnage: str,
        etat: str,
        duree: app_commands.Range[str, 1, 60] | None = None,
        texte: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        duration, by = parse_duration(duree) if duree else None, author(interaction)
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            act = states.add(scene, State(etat), by.key, duration, " ".join(texte.split()))
            act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character])
        following = buttons.following(scene, act, act_id)
        await send(interaction, screens.state_changed(act, scene.campaign.clock, following))

    @app_commands.command(name="retirer", description="MdT : lever un état")
    @app_commands.describe(personnage=CHARACTER, etat="L’état à lever")
    @app_commands.autocomplete(personnage=selection.complete)
    async def remove(self, interaction: Interaction, personnage: str, etat: str) -> None:
        async with interaction.client.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage)
            act = madness.remove(scene.character, chosen(scene, etat))
            act_id = await journal.accept(
                connection, scene.campaign, act, author(interaction), [scene.character]
            )
        following = buttons.following(scene, act, act_id)
        await send(interaction, screens.state_changed(act, scene.campaign.clock, following))

    @add.autocomplete("duree")
    async def complete_duration(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return durations(current)

    @remove.autocomplete("etat")
    async def complete_state(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        scene = await selection.completing(interaction)
        if scene is None:
            return []
        clock, wanted = scene.campaign.clock, selection.folded(current.strip())
        found = [one for one in present(scene) if wanted in selection.folded(one.text)]
        return [Choice(name=f"{one.text}{remaining(one, clock)}"[:100], value=one.uid) for one in found][
            :MOST_CHOICES
        ]


def present(scene: Scene) -> tuple[Element, ...]:
    return states.present(scene.character, scene.campaign.clock)


def chosen(scene: Scene, text: str) -> Element:
    """The state chosen in the list, or named by hand without ambiguity. Raises ``UnknownElement``."""
    wanted = selection.folded(text.strip())
    own = present(scene)
    for one in own:
        if one.uid == text:
            return one
    named = [
        one for one in own if wanted and wanted in selection.folded(f"{one.text} {State(one.key).label}")
    ]
    if len(named) != 1:
        raise UnknownElement(scene.character, text)
    return named[0]
