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
from rules.setting_acts import SettingChanged
from rules.settings import CHANNEL, DESCRIPTIONS, GAME_MASTER_ROLE, NONE, BadSetting, Description, proposals

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
        role = references.role_label(guild, campaign.gm_role_id)
        channel = references.channel_label(guild, campaign.channel_id)
        shown = {GAME_MASTER_ROLE.key: role, CHANNEL.key: channel}
        if reglage is None:
            await send(interaction, screens.overview(campaign, role, channel))
        else:
            one = DESCRIPTIONS[reglage]
            await send(interaction, screens.detail(one, shown.get(one.key) or screens.current(one, campaign)))

    @app_commands.command(name="changer", description="MdT : changer un réglage")
    @app_commands.describe(
        reglage="Le réglage",
        valeur="Sa nouvelle valeur ; « aucun » efface un rôle ou un salon",
        role="Pour role_mdt : le rôle, au lieu de valeur",
        salon="Pour salon_annonces : le salon, au lieu de valeur",
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
        warning = screens.CANNOT_ANNOUNCE if mute(guild, act) else ""
        await send(interaction, screens.changed(act, before, after, warning))

    @change.autocomplete("valeur")
    async def complete_value(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        guild, key = interaction.guild, str(getattr(interaction.namespace, "reglage", ""))
        if guild is None or key not in DESCRIPTIONS:
            return []
        if key == GAME_MASTER_ROLE.key:
            return references.choices(references.roles(guild), current)
        if key == CHANNEL.key:
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
    for option, picked, wanted in (("role", role, GAME_MASTER_ROLE), ("salon", channel, CHANNEL)):
        if picked is not None and one is not wanted:
            raise BadSetting(one.key, f"l’option `{option}` ne va qu’avec `{wanted.key}`")
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
    identity = value if isinstance(value, int) else None
    if one is GAME_MASTER_ROLE:
        return references.role_label(guild, identity)
    return references.channel_label(guild, identity)


def mute(guild: discord.Guild, act: SettingChanged) -> bool:
    """True for a channel just chosen where the bot may not speak."""
    chosen = guild.get_channel(int(act.after)) if act.key == CHANNEL.key and act.after != NONE else None
    return isinstance(chosen, discord.TextChannel) and not may_speak(guild, chosen)


async def setup(bot: Bot) -> None:
    await bot.add_cog(SettingsCommands(bot))
