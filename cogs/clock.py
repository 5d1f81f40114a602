"""`/temps`: the campaign clock, and the sun over the scene (SEA-5, JET-5)."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, selection
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.replies import Reply, send
from bot.screens import clock as screens
from bot.storage import campaigns, characters, journal
from bot.storage.engine import Connection
from rules import clock, exhaustion
from rules.clock import BadDuration, lasting, parse_duration
from rules.reminders import held_since

USUAL = ("10 min", "1 h", "8 h", "1 tour", "1 round", "1 jour")
UNITS = ("min", "h", "tours", "rounds", "jours")


@app_commands.guild_only()
class Clock(commands.GroupCog, name="temps", description="L’horloge de la campagne"):
    """The commands; advancing and the sun are shared with their buttons."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="avancer", description="MdT : le temps passe ; ce qui prend fin est annoncé")
    @app_commands.describe(duree="8 h, 1 h 30, 10 min, 3 tours, 5 rounds, 2 jours…")
    async def advance(self, interaction: Interaction, duree: app_commands.Range[str, 1, 60]) -> None:
        seconds = parse_duration(duree).seconds
        async with self.bot.database.writing() as connection:
            reply = await advance(connection, interaction, seconds=seconds)
        await send(interaction, reply)

    @advance.autocomplete("duree")
    async def complete_duration(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        return durations(current)

    @app_commands.command(name="etat", description="Le jour, l’heure, le soleil, les états en cours")
    async def state(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            everyone = await characters.of_guild(connection, interaction.guild_id)
        await send(interaction, screens.state(campaign, everyone, (buttons.sunlight(campaign),)))

    @app_commands.command(name="soleil", description="MdT : le soleil éclaire-t-il la scène ?")
    @app_commands.describe(brille="Oui : il éclaire la scène, et épuise qui en souffre")
    async def sun(self, interaction: Interaction, brille: bool) -> None:
        async with self.bot.database.writing() as connection:
            reply = await shine(connection, interaction, sunlight=brille)
        await send(interaction, reply)


def durations(typed: str) -> list[Choice[str]]:
    """Durations to choose: the usual ones, or what the number typed could mean."""
    text = typed.strip()
    proposed = [f"{text} {unit}" for unit in UNITS] if text.isdecimal() else [text, *USUAL]
    wanted = selection.folded(text)
    found = dict.fromkeys(one for one in proposed if one and selection.folded(one).startswith(wanted))
    return [Choice(name=one, value=one) for one in found if _readable(one)]


def _readable(text: str) -> bool:
    try:
        return len(lasting(parse_duration(text).seconds)) > 0
    except BadDuration:
        return False


async def advance(
    connection: Connection, interaction: Interaction, *, seconds: int = 0, until: int | None = None
) -> Reply:
    """SEA-5, for the command, and for a button that takes the clock ``until`` where an act would end."""
    campaign = await selection.led(connection, interaction)
    everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
    by = author(interaction)
    if until is None:
        act = clock.advance(campaign, everyone, seconds, by.key)
    else:
        act = clock.advance_to(campaign, everyone, until, by.key)
    await journal.accept(connection, campaign, act, by, everyone)
    await campaigns.save_course(connection, clock.after(campaign, act))
    return screens.advance(act, held_since(everyone, *act.clock))


async def shine(connection: Connection, interaction: Interaction, *, sunlight: bool) -> Reply:
    """The sun, for the command and the button."""
    campaign = await selection.led(connection, interaction)
    everyone = await characters.of_guild(connection, campaign.guild_id)
    act = exhaustion.shine(campaign, everyone, sunlight=sunlight)
    await campaigns.change(connection, campaign.guild_id, sunlight=act.after)
    await journal.write(connection, campaign, act, author(interaction))
    return screens.sunlight(act)


class AdvancePress(Press, template=rf"{buttons.ADVANCE}:(?P<clock>\d{{1,15}})"):
    """« Avancer de 5 min »: up to where the act that proposed it ends, so that pressing twice does nothing twice."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            reply = await advance(connection, interaction, until=int(self.parts["clock"]))
        await retire(interaction, buttons.ADVANCE)
        await send(interaction, reply)


class SunlightPress(Press, template=rf"{buttons.SUNLIGHT}:(?P<shines>oui|non)"):
    """« Le soleil brille », « Plus de soleil »."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            reply = await shine(connection, interaction, sunlight=self.parts["shines"] == "oui")
        await retire(interaction, buttons.SUNLIGHT)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(AdvancePress, SunlightPress)
    await bot.add_cog(Clock(bot))
