"""`/sante`: wounds, care, rest, the save against death; states are in :mod:`cogs.states` (SAN)."""

from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, privacy, selection
from bot.access import require_player
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.privacy import PUBLIC, Privacy, tell
from bot.replies import Reply, about, send
from bot.screens import health as screens
from bot.storage import characters, journal
from bot.storage.engine import Connection
from cogs.states import States
from rules import bandage, health, rest
from rules.campaign import HOUR, Campaign, Scene

Points = app_commands.Range[int, 1, 1000]


@app_commands.guild_only()
class Health(commands.GroupCog, name="sante", description="Blessures, soins, repos, états et mort"):
    """The commands of health; care is shared with its buttons."""

    etat = States()

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="blesser", description="Retirer des points de vie")
    @app_commands.describe(pv="Les points de vie perdus", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def wound(self, interaction: Interaction, pv: Points, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = health.wound(scene.character, pv, scene.campaign)
            act_id = await journal.accept(
                connection, scene.campaign, act, author(interaction), [scene.character]
            )
        await send(interaction, screens.hit_points(act, buttons.following(scene, act, act_id)))

    @app_commands.command(name="soigner", description="Rendre des points de vie, jusqu’au maximum")
    @app_commands.describe(pv="Les points de vie rendus", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def heal(self, interaction: Interaction, pv: Points, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            act = health.heal(scene.character, pv)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, screens.hit_points(act))

    @app_commands.command(name="mort", description="Mourant : la sauvegarde contre la mort")
    @app_commands.describe(personnage=selection.WHO, modificateur="Bonus (+) ou malus (−) de la situation")
    @app_commands.autocomplete(personnage=selection.complete)
    @privacy.hideable
    async def death_save(
        self,
        interaction: Interaction,
        personnage: str | None = None,
        modificateur: app_commands.Range[int, -20, 20] = 0,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            reply = await save_against_death(connection, interaction, scene, modificateur, hidden)
        await tell(interaction, reply, hidden)

    @app_commands.command(
        name="panser", description="Après un combat, en 5 min : 2 PV perdus reviennent, 3 avec une trousse"
    )
    @app_commands.describe(trousse="User de la trousse de soins du personnage", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def bind(
        self, interaction: Interaction, trousse: bool = False, personnage: str | None = None
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            reply = await care(connection, interaction, scene, kit=trousse)
        await send(interaction, reply)

    @app_commands.command(name="trousse", description="MdT : ce qu’il reste d’une trousse de soins")
    @app_commands.describe(utilisations=f"Une trousse neuve en a {bandage.KIT}", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def kit(
        self,
        interaction: Interaction,
        utilisations: app_commands.Range[int, 0, bandage.MOST_KIT_USES],
        personnage: str | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.mastered(connection, interaction, personnage, interaction.user.id)
            act = bandage.give_kit(scene.character, utilisations)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.kit(act)))

    @app_commands.command(name="repos", description="MdT : une nuit de repos rend des PV")
    @app_commands.describe(
        heures="De combien avancer l’horloge ; 8 h si rien n’est dit",
        personnage="Un seul personnage ; sans ce choix, tous ceux des joueurs",
        pv="Les PV rendus à chacun ; sans ce choix, la formule du réglage recuperation",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def sleep(
        self,
        interaction: Interaction,
        heures: app_commands.Range[int, 1, 72] = 8,
        personnage: str | None = None,
        pv: Points | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            if personnage:
                scene = await selection.mastered(connection, interaction, personnage)
                campaign, touched = scene.campaign, [scene.character]
                dice = await fair.told(connection, interaction, scene)
                act = rest.rest(scene.character, campaign, dice, heures, pv)
            else:
                campaign = await selection.led(connection, interaction)
                touched = list(await characters.of_guild(connection, campaign.guild_id, lock=True))
                dice = await fair.dice(connection, interaction, campaign)
                act = rest.rest_all(touched, campaign, dice, heures, pv)
            await journal.accept(connection, campaign, act, author(interaction), touched)
        await send(interaction, screens.rest(act, (buttons.advance(campaign, heures * HOUR),)))


async def care(connection: Connection, interaction: Interaction, scene: Scene, *, kit: bool = False) -> Reply:
    """SAN-1 for one, for the command and the button."""
    act = bandage.bandage(scene.character, scene.campaign, kit=kit)
    await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
    return screens.bandages(act, (buttons.advance(scene.campaign, bandage.LASTS),))


async def care_for_all(connection: Connection, interaction: Interaction, campaign: Campaign) -> Reply:
    """SAN-1 for every player character who can be bandaged: five minutes in all."""
    everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
    act = bandage.bandage_all(everyone, campaign)
    await journal.accept(connection, campaign, act, author(interaction), everyone)
    return screens.bandages(act, (buttons.advance(campaign, bandage.LASTS),))


async def save_against_death(
    connection: Connection,
    interaction: Interaction,
    scene: Scene,
    bonus: int = 0,
    hidden: Privacy = PUBLIC,
) -> Reply:
    """SAN-3, for the command and the button."""
    by = author(interaction)
    dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
    act = health.death_save(scene.character, scene.campaign, dice, by.key, bonus)
    act_id = await privacy.accept(connection, scene.campaign, act, by, hidden, [scene.character])
    following = buttons.following(scene, act, act_id, secret=hidden.secret)
    return about(scene.character, screens.death_save(act, following))


class DeathSavePress(Press, template=rf"{buttons.DEATH_SAVE}:(?P<character>\d+)"):
    """« Sauvegarde contre la mort »."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(self.parts["character"]))
            require_player(interaction, scene.campaign, scene.character)
            reply = await save_against_death(connection, interaction, scene)
        dying = self.parts["character"]
        await retire(interaction, f"{buttons.DEATH_SAVE}:{dying}", f"{buttons.CHEAT_DEATH}:{dying}")
        await send(interaction, reply)


class BandagePress(Press, template=rf"{buttons.BANDAGE}:(?P<number>\d{{1,15}}):(?P<who>soi|trousse|tous)"):
    """« Panser » one's own active character, with the kit or without; « Panser tous », the game master's."""

    async def press(self, interaction: Interaction) -> None:
        number, who = int(self.parts["number"]), self.parts["who"]
        async with interaction.client.database.writing() as connection:
            if who == "tous":
                campaign = await selection.led(connection, interaction)
                bandage.verify_combat(campaign, number)
                reply = await care_for_all(connection, interaction, campaign)
            else:
                scene = await selection.played(connection, interaction, None)
                bandage.verify_combat(scene.campaign, number)
                reply = await care(connection, interaction, scene, kit=who == "trousse")
        if who == "tous":  # otherwise the others still have theirs to press
            await retire(interaction, buttons.BANDAGE)
        await send(interaction, reply)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(DeathSavePress, BandagePress)
    await bot.add_cog(Health(bot))
