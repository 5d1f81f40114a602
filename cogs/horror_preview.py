"""« Lancer », under the private preview of a horror: it is thrown once, on the state as it is then (HOR-1)."""

from bot import party, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction
from bot.preview_buttons import FACE, FACE_ALL, ORDEAL, ordeal_of
from bot.privacy import Privacy, tell
from bot.storage import past
from cogs import horror, horror_group
from rules.character import Character
from rules.refusals import Refusal


class AlreadyFaced(Refusal):
    """The preview was thrown already."""

    def __init__(self, character: Character | None = None) -> None:
        whom = f" pour {character.name}" if character else ""
        super().__init__(f"Cet aperçu a déjà été lancé{whom} : redemandez-en un avec l’option `apercu`.")


class FacePress(Press, template=rf"{FACE}:(?P<nonce>\d+):(?P<character>\d+):{ORDEAL}"):
    """The journal keeps through which button an act came: that of one preview serves once, even undone since."""

    async def press(self, interaction: Interaction) -> None:
        ordeal = ordeal_of(self.parts)
        async with interaction.client.database.writing() as connection:
            chosen = selection.option_value(int(self.parts["character"]))
            scene = await selection.mastered(connection, interaction, chosen)
            if await past.came_through(connection, scene.character.id, self.custom_id):
                raise AlreadyFaced(scene.character)
            secret = self.parts["secret"] == "1"
            reply = await horror.face(connection, interaction, scene, ordeal, secret=secret)
        await retire(interaction, FACE)
        await tell(interaction, reply, Privacy(secret))


class FaceAllPress(Press, template=rf"{FACE_ALL}:(?P<nonce>\d+):{ORDEAL}:(?P<left_out>[\d-]*)"):
    """The same for everybody, but those whom the preview left out."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        ordeal, secret = ordeal_of(self.parts), self.parts["secret"] == "1"
        left_out = {int(one) for one in self.parts["left_out"].split("-") if one}
        async with interaction.client.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            there = await party.without(connection, interaction.guild_id, left_out)
            for scene in there:
                if await past.came_through(connection, scene.character.id, self.custom_id):
                    raise AlreadyFaced
            reply = await horror_group.face_party(
                connection, interaction, campaign, there, ordeal, secret=secret
            )
        await retire(interaction, FACE_ALL)
        await tell(interaction, reply, Privacy(secret))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(FacePress, FaceAllPress)
