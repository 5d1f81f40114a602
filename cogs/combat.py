"""`/combat`: opened, its rounds counted, closed by the game master (SEA-4)."""

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from bot import buttons, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, send
from bot.screens import combat as screens
from bot.storage import campaigns, characters, combats, journal
from bot.storage.engine import Connection
from rules import combat
from rules.bandage import bandageable
from rules.campaign import Campaign, Combat
from rules.character import Character
from rules.combat import CombatAct


@app_commands.guild_only()
class Combats(
    commands.GroupCog, name="combat", description="Le combat\u00a0: l’ouvrir, compter ses rounds, le clore"
):
    """The commands; the next round and the close are shared with their buttons."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="ouvrir", description="MdT\u00a0: ouvrir un combat, au round 1")
    async def open(self, interaction: Interaction) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
            act = combat.open_combat(campaign, everyone)
            await save(connection, interaction, campaign, act, everyone)
        await send(interaction, screens.opening(act, buttons.combat(act)))

    @app_commands.command(
        name="round", description="MdT\u00a0: passer au round suivant\u00a0; dix secondes s’écoulent"
    )
    async def round(self, interaction: Interaction) -> None:
        async with self.bot.database.writing() as connection:
            reply = await next_round(connection, interaction)
        await send(interaction, reply)

    @app_commands.command(name="fermer", description="MdT\u00a0: clore le combat")
    async def close(self, interaction: Interaction) -> None:
        async with self.bot.database.writing() as connection:
            reply = await close(connection, interaction)
        await send(interaction, reply)

    @app_commands.command(
        name="etat", description="Le round, qui y a dépensé son héroïsme, les états en cours"
    )
    async def state(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            everyone = await characters.of_guild(connection, interaction.guild_id)
            spends = await combats.spends(connection, campaign)
        await send(interaction, screens.state(campaign, everyone, spends))


async def next_round(connection: Connection, interaction: Interaction, over: Combat | None = None) -> Reply:
    """The next round, for the command and the button, which ends the round ``over``."""
    campaign = await selection.led(connection, interaction)
    everyone = await characters.of_guild(connection, campaign.guild_id)
    act = combat.next_round(campaign, everyone, over)
    await save(connection, interaction, campaign, act)
    return screens.next_round(act, buttons.combat(act))


async def close(connection: Connection, interaction: Interaction, number: int | None = None) -> Reply:
    """The close, for the command and the button, which closes the combat of this ``number``."""
    campaign = await selection.led(connection, interaction)
    act = combat.close_combat(campaign, number)
    await save(connection, interaction, campaign, act)
    then, everyone = combat.after(campaign, act), await characters.of_guild(connection, campaign.guild_id)
    return screens.closing(act, bandageable(everyone, then), buttons.bandage_buttons(then, everyone))


async def save(
    connection: Connection,
    interaction: Interaction,
    campaign: Campaign,
    act: CombatAct,
    touched: Iterable[Character] = (),
) -> None:
    """Writes the act, in the combat that it is about, and where the campaign then stands."""
    then = combat.after(campaign, act)
    await journal.accept(connection, then if then.combat else campaign, act, author(interaction), touched)
    await campaigns.save_course(connection, then)


class CombatPress(
    Press, template=rf"{buttons.COMBAT}:(?P<number>\d+):(?P<round>\d+):(?P<gesture>suivant|fermer)"
):
    """« Round suivant », which ends its own round once, and « Fermer »."""

    async def press(self, interaction: Interaction) -> None:
        shown = Combat(int(self.parts["number"]), int(self.parts["round"]))
        async with interaction.client.database.writing() as connection:
            if self.parts["gesture"] == "suivant":
                reply = await next_round(connection, interaction, shown)
            else:
                reply = await close(connection, interaction, shown.number)
        await retire(interaction, buttons.COMBAT)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(CombatPress)
    await bot.add_cog(Combats(bot))
