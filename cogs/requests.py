"""Saves asked of players, who throw them when they will (setting `jets_joueurs`)."""

from collections.abc import Sequence

from bot import buttons, fair, group_buttons, selection
from bot.access import require_player
from bot.buttons import Press, Stale, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, send
from bot.rows import play_all
from bot.screens import checks as check_screens
from bot.screens import horror as horror_screens
from bot.screens import horror_group as group_screens
from bot.screens import requests as screens
from bot.storage import characters, journal, past
from bot.storage.engine import Connection
from bot.storage.journal import Link
from bot.storage.past import Entry
from rules import requests
from rules.acts import Act
from rules.campaign import Scene
from rules.horror import HorrorAct, Ordeal
from rules.requests import NobodyWaits, RequestAnswered, RequestWithdrawn, SaveRequest
from rules.rolls import CheckAct

ALL = (group_buttons.THROW_SAVE, group_buttons.THROW_ABSENT)


async def ask(connection: Connection, interaction: Interaction, scene: Scene, request: SaveRequest) -> Reply:
    """Leaves a save to its player, for the commands that ask one of a single character."""
    act_id = await journal.write(connection, scene.campaign, request, author(interaction))
    check = requests.check_of(request, scene.character, scene.campaign)
    return screens.asked(request, scene.character, check, (group_buttons.throw_save(act_id),))


async def ask_all(
    connection: Connection, interaction: Interaction, party: Sequence[Scene], ordeal: Ordeal
) -> Reply:
    """Leaves a horror to the players, each for their own character."""

    async def play(scene: Scene) -> tuple[Act, int]:
        request = requests.of_horror(scene.character, ordeal, scene.campaign)
        by = author(interaction)
        return request, await journal.write(connection, scene.campaign, request, by, group=interaction.id)

    rows = await play_all(connection, interaction, party, play)
    return group_screens.asked(ordeal, rows, group_buttons.asked(interaction.id, rows))


async def throw(
    connection: Connection, interaction: Interaction, scene: Scene, asked: Entry, group: int | None = None
) -> tuple[HorrorAct | CheckAct, int]:
    """The save thrown on the character as it is now. Raises what forbids it, a second throw first of all."""
    assert isinstance(asked.act, SaveRequest)
    if not asked.standing:
        raise RequestWithdrawn
    if await past.answered(connection, asked.id):
        raise RequestAnswered(scene.character.name)
    by, campaign = author(interaction), scene.campaign
    dice = await fair.dice(connection, interaction, campaign)
    act = requests.answer(asked.act, scene.character, campaign, dice, f"{by.key}.{scene.character.id}")
    link = Link(asked.id, journal.ANSWERS)
    act_id = await journal.accept(connection, campaign, act, by, [scene.character], link=link, group=group)
    return act, act_id


async def waiting(connection: Connection, guild_id: int, group: int) -> dict[int, Entry]:
    """The requests of a group that nobody answered, by character; one erased since has none."""
    left = {
        entry.act.character_id: entry
        for entry in await past.of_group(connection, guild_id, group)
        if isinstance(entry.act, SaveRequest) and entry.act.character_id is not None
        if not await past.answered(connection, entry.id)
    }
    here = await characters.several(connection, guild_id, left)
    return {character_id: entry for character_id, entry in left.items() if character_id in here}


class ThrowSavePress(Press, template=rf"{group_buttons.THROW_SAVE}:(?P<act>\d{{1,18}})"):
    """« Lancer la sauvegarde »: the player's, or the game master's for who is not there."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            asked = await past.entry(connection, interaction.guild_id, int(self.parts["act"]))
            if asked is None or asked.act.character_id is None or not isinstance(asked.act, SaveRequest):
                raise Stale
            scene = await selection.find_id(connection, interaction.guild_id, asked.act.character_id)
            require_player(interaction, scene.campaign, scene.character)
            act, act_id = await throw(connection, interaction, scene, asked)
            last = asked.group_id and not await waiting(connection, interaction.guild_id, asked.group_id)
        following = buttons.following(scene, act, act_id)
        await retire(interaction, *(ALL if last else (self.custom_id,)))
        if isinstance(act, HorrorAct):
            await send(interaction, horror_screens.horror(act, following))
        else:
            await send(interaction, check_screens.check(act, following))


class ThrowAbsentPress(Press, template=rf"{group_buttons.THROW_ABSENT}:(?P<group>\d{{1,20}})"):
    """« Lancer pour les absents »: the game master throws all that remains."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            await selection.led(connection, interaction)
            left = await waiting(connection, interaction.guild_id, int(self.parts["group"]))
            if not left:
                raise NobodyWaits
            party = [await selection.find_id(connection, interaction.guild_id, one) for one in left]

            async def play(scene: Scene) -> tuple[Act, int]:
                return await throw(connection, interaction, scene, left[scene.character.id], interaction.id)

            rows = await play_all(connection, interaction, party, play)
        thrown = [left[row.scene.character.id].id for row in rows if row.act]
        some = (f"{group_buttons.THROW_SAVE}:{one}" for one in thrown)
        await retire(interaction, *(ALL if len(thrown) == len(left) else some))
        ordeal = next(entry.act.ordeal for entry in left.values() if isinstance(entry.act, SaveRequest))
        assert ordeal is not None
        shown = group_buttons.faced(interaction.id, rows)
        await send(interaction, group_screens.faced(ordeal, rows, shown, secret=False))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(ThrowSavePress, ThrowAbsentPress)
