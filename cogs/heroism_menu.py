"""« Héroïsme » on the combat card: what the presser's character may spend a point on at this moment."""

from typing import Any

import discord

from bot import buttons, fight_buttons, selection
from bot.access import is_game_master, require_player
from bot.buttons import Press, retire
from bot.client import Bot, Interaction
from bot.forms import Form
from bot.replies import Button, Reply, send
from bot.screens.combat import choose, heroism_menu
from bot.storage import campaigns, characters, combats, strikes
from bot.storage.engine import Connection
from cogs import heroism as spends
from rules import attacks, combat, destiny, heroism
from rules.campaign import Scene
from rules.heroism import Use
from rules.refusals import Refusal


async def offer(connection: Connection, interaction: Interaction, number: int) -> Reply:
    """The menu of the presser's active character; the game master without one chooses among NPCs with points."""
    assert interaction.guild_id is not None
    campaign = await campaigns.load(connection, interaction.guild_id)
    now = combat.require_number(campaign, number)
    own = await characters.active(connection, campaign.guild_id, interaction.user.id)
    if own is not None or not is_game_master(interaction, campaign):
        scene = await selection.of_player(connection, campaign.guild_id, interaction.user.id, own=True)
        return await menu(connection, scene)
    fought = await combats.fight(connection, campaign)
    known = await characters.several(connection, campaign.guild_id, fought.identities)
    heroes = [one for one in known.values() if one.npc and one.playable and one.heroism]
    if not heroes:
        raise NobodyHasPoints
    if len(heroes) > 1:
        return choose(
            "✨ L’héroïsme de qui ?",
            fight_buttons.heroes(now, heroes),
            fight_buttons.left_out(heroes),
            "/heroism spend",
        )
    found = await selection.find(connection, campaign.guild_id, selection.option_value(heroes[0].id))
    return await menu(connection, found)


class NobodyHasPoints(Refusal):
    """No NPC of the combat has heroism."""

    def __init__(self) -> None:
        super().__init__("Aucun PNJ du combat n’a de point d’héroïsme.")


async def menu(connection: Connection, scene: Scene) -> Reply:
    """The uses allowed now. Raises why there is none."""
    offered: list[Button] = []
    blow = await strikes.in_round(connection, scene)
    if (
        blow
        and heroism.can(scene, Use.MASTER_STROKE)
        and _allowed(lambda: attacks.verify_stroke(blow, scene.campaign))
    ):
        offered.append(buttons.master_stroke(blow.act_id, scene.character, blow.act))
    last = await spends.last_roll(connection, scene)
    if last and heroism.can(scene, Use.DESTINY) and _allowed(lambda: destiny.verify_roll(scene, last)):
        npc = scene.character.npc  # whose menu the game master alone sees
        chance = destiny.chance(last.act) if npc else destiny.public_chance(scene.character, last.act)
        offered.append(buttons.destiny(last.act_id, chance))
    if heroism.can(scene, Use.CHEAT_DEATH):
        offered.append(buttons.cheat_death(scene.character.id))
    offered += [
        fight_buttons.use(scene.character, spend)
        for spend in (Use.SECOND_WIND, Use.INTUITION)
        if heroism.can(scene, spend)
    ]
    if not offered:
        heroism.verify(scene, Use.INTUITION)  # the use with no condition of its own: it says why
    wind = heroism.wind(scene.character) if heroism.can(scene, Use.SECOND_WIND) else None
    return heroism_menu(scene.character, tuple(offered), wind)


def _allowed(verify: Any) -> bool:
    try:
        verify()
    except Refusal:
        return False
    return True


class HeroismPress(Press, template=rf"{fight_buttons.HEROISM}:(?P<number>\d+)"):
    """« Héroïsme »."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.reading() as connection:
            reply = await offer(connection, interaction, int(self.parts["number"]))
        await send(interaction, reply)


class HeroPick(Press, template=rf"{fight_buttons.HERO}:(?P<number>\d+)"):
    """The NPC whose heroism the game master looks at."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.reading() as connection:
            value = selection.option_value(int(self.values[0]))
            scene = await selection.find(connection, interaction.guild_id, value)
            require_player(interaction, scene.campaign, scene.character)
            reply = await menu(connection, scene)
        await retire(interaction, fight_buttons.HERO)
        await send(interaction, reply)


class SecondWindPress(Press, template=rf"{fight_buttons.USE}:(?P<character>\d+):{Use.SECOND_WIND}"):
    """« Second souffle »."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(self.parts["character"]))
            require_player(interaction, scene.campaign, scene.character)
            reply = await spends.second_wind(connection, interaction, scene)
        await retire(interaction, fight_buttons.USE, buttons.DESTINY, buttons.MASTER_STROKE)
        await send(interaction, reply)


class IntuitionPress(Press, template=rf"{fight_buttons.USE}:(?P<character>\d+):{Use.INTUITION}"):
    """« Intuition »: opens the question."""

    async def press(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(
            Question(f"{fight_buttons.USE}:{self.parts['character']}:{Use.INTUITION}")
        )


class Question(Form, title="Intuition", template=rf"{fight_buttons.USE}:(?P<character>\d+):{Use.INTUITION}"):
    """The question put to the game master (HER-7)."""

    question: discord.ui.TextInput["Question"] = discord.ui.TextInput(
        custom_id="question",
        label="Que voudriez-vous pressentir\u00a0?",
        style=discord.TextStyle.paragraph,
        max_length=500,
    )

    @staticmethod
    async def submit(interaction: Interaction, parts: dict[str, str], typed: dict[str, str]) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(parts["character"]))
            require_player(interaction, scene.campaign, scene.character)
            reply = await spends.ask(connection, interaction, scene, typed["question"])
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(HeroismPress, HeroPick, SecondWindPress, IntuitionPress)
    bot.forms.append(Question)
