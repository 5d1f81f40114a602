"""`/reglages`: what a table chooses for itself."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import references
from bot.access import manages_server, require_game_master
from bot.announcements import may_speak
from bot.client import Bot, Interaction, author
from bot.replies import send
from bot.screens import settings as screens
from bot.storage import campaigns, journal
from rules import setting_acts
from rules.campaign import Campaign
from rules.settings import (
    CHANNEL,
    DESCRIPTIONS,
    GAME_MASTER_ROLE,
    GM_CHANNEL,
    NONE,
    BadSetting,
    Description,
    proposals,
)

CHANNELS = (CHANNEL, GM_CHANNEL)
SETTINGS = [
    Choice(name=f"{one.key} — {one.title} ({one.rule})", value=one.key) for one in DESCRIPTIONS.values()
]


@app_commands.guild_only()
class SettingsCommands(
    commands.GroupCog, name="reglages", description="MdT : rôle, salon, options des règles"
):
    """The commands; who may « Gérer le serveur » always opens them."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="voir", description="MdT : chaque réglage, sa valeur et sa règle")
    @app_commands.describe(reglage="Un seul réglage, en détail")
    @app_commands.choices(reglage=SETTINGS)
    async def look(self, interaction: Interaction, reglage: str | None = None) -> None:
        guild = interaction.guild
        assert guild is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, guild.id)
        require_settings(interaction, campaign)
        places = references.places(guild, campaign)
        if reglage is None:
            await send(interaction, screens.overview(campaign, places))
            return
        one = DESCRIPTIONS[reglage]
        warned = warning(guild, one, setting_acts.value(campaign, one.key))
        await send(
            interaction, screens.detail(one, places.get(one.key) or screens.current(one, campaign), warned)
        )

    @app_commands.command(name="changer", description="MdT : changer un réglage")
    @app_commands.describe(
        reglage="Le réglage",
        valeur="Sa nouvelle valeur ; « aucun » efface un rôle ou un salon",
        role="Pour role_mdt : le rôle, au lieu de valeur",
        salon="Pour salon_annonces ou salon_mdt : le salon, au lieu de valeur",
    )
    @app_commands.choices(reglage=SETTINGS)
    async def change(
        self,
        interaction: Interaction,
        reglage: str,
        valeur: app_commands.Range[str, 1, 100] | None = None,
        role: discord.Role | None = None,
        salon: discord.TextChannel | None = None,
    ) -> None:
        guild = interaction.guild
        assert guild is not None
        async with self.bot.database.writing() as connection:
            campaign = await campaigns.begin(connection, guild.id)
            require_settings(interaction, campaign)
            text = typed(guild, DESCRIPTIONS[reglage], valeur, role, salon)
            campaign, act = setting_acts.change(campaign, reglage, text)
            await campaigns.save_settings(connection, campaign)
            await journal.write(connection, campaign, act, author(interaction))
        before, after = (label(guild, act.description, value) for value in (act.before, act.after))
        warned = warning(guild, act.description, act.description.read(act.after))
        await send(interaction, screens.changed(act, before, after, warned))

    @change.autocomplete("valeur")
    async def complete_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        guild, key = interaction.guild, str(getattr(interaction.namespace, "reglage", ""))
        if guild is None or key not in DESCRIPTIONS:
            return []
        if key == GAME_MASTER_ROLE.key:
            return references.choices(references.roles(guild), current)
        if DESCRIPTIONS[key] in CHANNELS:
            return references.choices(guild.text_channels, current)
        return [Choice(name=name, value=value) for name, value in proposals(DESCRIPTIONS[key], current)]


def require_settings(interaction: Interaction, campaign: Campaign) -> None:
    """Raises ``GameMasterOnly`` for who neither manages the server nor is the game master."""
    if not manages_server(interaction):
        require_game_master(interaction, campaign)


def typed(
    guild: discord.Guild,
    one: Description,
    value: str | None,
    role: discord.Role | None,
    channel: discord.TextChannel | None,
) -> str:
    """The value asked for, a role or a channel by its identity. Raises the refusals of :mod:`bot.references`."""
    for option, picked, wanted in (("role", role, (GAME_MASTER_ROLE,)), ("salon", channel, CHANNELS)):
        if picked is not None and one not in wanted:
            keys = " ou ".join(f"`{each.key}`" for each in wanted)
            raise BadSetting(one.key, f"l’option `{option}` ne va qu’avec {keys}")
        value = str(picked.id) if picked is not None else value
    if value is None:
        raise BadSetting(one.key, f"il manque sa `valeur` : {one.expected}")
    if not one.identity:
        return value
    found = references.role(guild, value) if one is GAME_MASTER_ROLE else references.channel(guild, value)
    return str(found.id) if found else NONE


def label(guild: discord.Guild, one: Description, written: str) -> str:
    """A value of the journal as an embed shows it."""
    value = one.read(written)
    if not one.identity:
        return one.label(value)
    return references.place_label(guild, one, value)


def warning(guild: discord.Guild, one: Description, chosen: object) -> str:
    """What is wrong with a channel for what it is chosen for: the bot may not speak there, or all may read it."""
    channel = guild.get_channel(chosen) if one in CHANNELS and isinstance(chosen, int) else None
    if not isinstance(channel, discord.TextChannel):
        return ""
    if not may_speak(guild, channel):
        return screens.CANNOT_ANNOUNCE
    open_to_all = channel.permissions_for(guild.default_role).view_channel
    return screens.SEEN_BY_ALL if one is GM_CHANNEL and open_to_all else ""


async def setup(bot: Bot) -> None:
    await bot.add_cog(SettingsCommands(bot))
