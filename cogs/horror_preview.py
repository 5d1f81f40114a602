"""« Lancer », under the private preview of a horror: it is thrown once, on the state as it is then (HOR-1)."""

from bot import buttons, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction
from bot.privacy import Privacy, tell
from bot.storage import past
from cogs import horror
from rules.character import Character
from rules.horror import Ordeal, Situation
from rules.refusals import Refusal


class AlreadyFaced(Refusal):
    """The preview was thrown already."""

    def __init__(self, character: Character) -> None:
        super().__init__(
            f"Cet aperçu a déjà été lancé pour {character.name} : redemandez-en un avec l’option `apercu`."
        )


class FacePress(
    Press,
    template=rf"{buttons.FACE}:(?P<nonce>\d+):(?P<character>\d+):(?P<situation>horrible|insoutenable)"
    r":(?P<modifier>-?\d+):(?P<adjustment>-?\d+):(?P<extra>\d+):(?P<secret>[01])",
):
    """The journal keeps through which button an act came: that of one preview serves once, even undone since."""

    async def press(self, interaction: Interaction) -> None:
        situation = Situation(self.parts["situation"])
        ordeal = Ordeal(situation, *(int(self.parts[name]) for name in ("modifier", "adjustment", "extra")))
        async with interaction.client.database.writing() as connection:
            chosen = selection.option_value(int(self.parts["character"]))
            scene = await selection.mastered(connection, interaction, chosen)
            if await past.came_through(connection, scene.character.id, self.custom_id):
                raise AlreadyFaced(scene.character)
            secret = self.parts["secret"] == "1"
            reply = await horror.face(connection, interaction, scene, ordeal, secret=secret)
        await retire(interaction, buttons.FACE)
        await tell(interaction, reply, Privacy(secret))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(FacePress)
