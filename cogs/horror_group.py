"""`/horreur groupe`: one horror, every active character, a row each (HOR)."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot import fair, group_buttons, party, preview_buttons, selection
from bot.access import require_game_master
from bot.client import Bot, Interaction, author
from bot.privacy import Privacy, tell
from bot.replies import Reply, send
from bot.rows import Row, play_all
from bot.screens import horror_group as screens
from bot.storage import campaigns, journal
from bot.storage.engine import Connection
from cogs.requests import ask_all
from rules import horror
from rules.acts import Act
from rules.campaign import Campaign, Scene
from rules.checks import Check
from rules.horror import Ordeal, Situation
from rules.refusals import Refusal

ADJUSTMENT = "Votre ajustement libre : classe, historique…"
EXTRA = "Points de folie en plus, en cas d’échec"


class GroupCommand(commands.Cog):
    """The part of the group `/horreur` that is about everybody."""

    bot: Bot

    @app_commands.command(
        name="groupe", description="MdT : tous les personnages actifs affrontent la même horreur"
    )
    @app_commands.describe(
        situation="Ce qu’ils voient",
        modificateur="Horrible : −1 à +1 ; insoutenable : −4 à −2",
        ajustement=ADJUSTMENT,
        folie_sup=EXTRA,
        sauf="Ceux qui n’y sont pas, séparés par des virgules",
        secret="Visible de vous seul ; ces jets ne se relancent pas",
        apercu="Voir, vous seul, la chance que chacun échoue ; rien n’est lancé",
    )
    @app_commands.rename(folie_sup="folie-sup")
    @app_commands.autocomplete(sauf=party.complete)
    async def group(
        self,
        interaction: Interaction,
        situation: Situation,
        modificateur: app_commands.Range[int, -4, 1] | None = None,
        ajustement: app_commands.Range[int, -20, 20] = 0,
        folie_sup: app_commands.Range[int, 0, 20] = 0,
        sauf: app_commands.Range[str, 0, 500] = "",
        secret: bool = False,
        apercu: bool = False,
    ) -> None:
        assert interaction.guild_id is not None
        ordeal = Ordeal(situation, modificateur, ajustement, folie_sup)
        if apercu:
            async with self.bot.database.reading() as connection:
                require_game_master(interaction, await campaigns.load(connection, interaction.guild_id))
                ordeal.verified_modifier()
                there = await party.present(connection, interaction.guild_id, sauf)
                out = await party.absent(connection, interaction.guild_id, there)
            throw = preview_buttons.face_all(interaction.id, ordeal, out, secret=secret)
            await send(
                interaction, screens.preview(ordeal, [foreseen(scene, ordeal) for scene in there], throw)
            )
            return
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            ordeal.verified_modifier()
            there = await party.present(connection, interaction.guild_id, sauf, lock=True)
            reply = await face_party(connection, interaction, campaign, there, ordeal, secret=secret)
        await tell(interaction, reply, Privacy(secret))


def foreseen(scene: Scene, ordeal: Ordeal) -> tuple[Row, Check | None]:
    """The save that a character would throw, or why there is none."""
    try:
        return Row(scene), horror.save_check(scene.character, ordeal, scene.campaign)
    except Refusal as refused:
        return Row.refused(scene, refused), None


async def face_party(
    connection: Connection,
    interaction: Interaction,
    campaign: Campaign,
    there: Sequence[Scene],
    ordeal: Ordeal,
    *,
    secret: bool,
) -> Reply:
    """HOR-1 for all, for the command and the button of its preview: thrown at once, or left to the players."""
    if campaign.settings.jets_joueurs and not secret:
        return await ask_all(connection, interaction, there, ordeal)
    return await face_all(connection, interaction, there, ordeal, secret=secret)


async def face_all(
    connection: Connection, interaction: Interaction, there: Sequence[Scene], ordeal: Ordeal, *, secret: bool
) -> Reply:
    """Everybody faces the horror at once: an act each, under one group."""
    by, group = author(interaction), interaction.id

    async def play(scene: Scene) -> tuple[Act, int]:
        dice = await fair.dice(connection, interaction, scene.campaign, secret=secret)
        key = f"{by.key}.{scene.character.id}"
        act = horror.face(scene.character, ordeal, scene.campaign, dice, key, secret=secret)
        touched = [scene.character]
        return act, await journal.accept(
            connection, scene.campaign, act, by, touched, secret=secret, group=group
        )

    rows = await play_all(connection, interaction, there, play)
    shown = group_buttons.faced(group, rows, secret=secret)
    return screens.faced(ordeal, rows, shown, secret=secret)
