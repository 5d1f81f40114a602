"""`/combat`: opened with those who fight, its rounds counted, closed by the game master (SEA-4)."""

from collections.abc import Iterable

from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, fight_buttons, foes, privacy, selection
from bot.access import require_game_master
from bot.buttons import Press, retire
from bot.cards import draw
from bot.client import Bot, Interaction, author
from bot.privacy import tell
from bot.replies import Reply, send
from bot.screens import combat as screens
from bot.storage import campaigns, characters, combats, items, journal
from bot.storage.engine import Connection
from cogs import attack
from rules import combat, fight
from rules.attacks import Manner
from rules.bandage import bandageable
from rules.campaign import Campaign, Combat
from rules.character import Character
from rules.combat import CombatAct
from rules.fight import INDIVIDUAL, InitiativeAct
from rules.npcs import MOST_AT_ONCE
from rules.reminders import held_since

FOE = "Un PNJ, ou le nom d’un nouveau"
Count = app_commands.Range[int, 1, MOST_AT_ONCE]


@app_commands.guild_only()
class Combats(
    commands.GroupCog, name="combat", description="Le combat : l’ouvrir, attaquer, compter ses rounds"
):
    """The commands; each is shared with its button on the card."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="ouvrir", description="MdT : ouvrir un combat ; les personnages actifs y entrent"
    )
    @app_commands.describe(adversaire=FOE, nombre="Combien ; plusieurs : des copies numérotées")
    @app_commands.autocomplete(adversaire=selection.complete_npc)
    async def open(self, interaction: Interaction, adversaire: str = "", nombre: Count = 1) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            combat.require_calm(campaign)
            enemies = await foes.entering(connection, interaction, campaign, adversaire, nombre)
            everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
            present = fight.gather(everyone, enemies)
            individual = campaign.settings.initiative == INDIVIDUAL
            dice = await fair.dice(connection, interaction, campaign)
            fought = fight.roll_initiative(present, dice, individual=individual)
            number = await combats.next_number(connection, campaign)
            act = combat.open_combat(campaign, everyone, fought, number)
            await save(connection, interaction, campaign, act, everyone)
            await combats.keep(connection, campaign, act.number, fought)
            card = await draw(connection, campaign.guild_id)
        await post(interaction, card)

    @app_commands.command(
        name="entrer",
        description="MdT : faire entrer quelqu’un dans le combat ; sans choix, les personnages actifs",
    )
    @app_commands.describe(adversaire=FOE, nombre="Combien", personnage="Un personnage existant")
    @app_commands.autocomplete(adversaire=selection.complete_npc, personnage=selection.complete)
    async def enter(
        self,
        interaction: Interaction,
        adversaire: str = "",
        nombre: Count = 1,
        personnage: str | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            combat.require_fought(campaign)
            coming = await foes.entering(connection, interaction, campaign, adversaire, nombre)
            if personnage:
                coming.append((await selection.find(connection, campaign.guild_id, personnage)).character)
            if not coming:
                coming = [*fight.gather(await characters.of_guild(connection, campaign.guild_id), ())]
            fought = await combats.fight(connection, campaign)
            present = await characters.several(connection, campaign.guild_id, fought.identities)
            order = [present[one] for one in fought.identities if one in present]
            fresh = fight.newcomers(fought, coming)
            dice = await fair.dice(connection, interaction, campaign)
            entered = InitiativeAct(fight=fight.enter(fought, order, fresh, dice), before=fought)
            await reorder(connection, interaction, campaign, entered)
        await send(interaction, screens.entrance(fresh))

    @app_commands.command(name="initiative", description="MdT : relancer l’initiative du combat ouvert")
    @app_commands.describe(individuelle="Chacun la sienne, avec la DEX ; sinon un dé par camp")
    async def initiative(self, interaction: Interaction, individuelle: bool | None = None) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            combat.require_fought(campaign)
            before = await combats.fight(connection, campaign)
            known = await characters.several(connection, campaign.guild_id, before.identities)
            individual = campaign.settings.initiative == INDIVIDUAL if individuelle is None else individuelle
            present = [known[one] for one in before.identities if one in known]
            dice = await fair.dice(connection, interaction, campaign)
            fought = fight.roll_initiative(present, dice, individual=individual, before=before)
            await reorder(connection, interaction, campaign, InitiativeAct(fight=fought, before=before))
        await send(interaction, screens.initiative(campaign, fought, known.values()))

    @app_commands.command(name="round", description="MdT : passer au round suivant ; dix secondes s’écoulent")
    async def round(self, interaction: Interaction) -> None:
        async with self.bot.database.writing() as connection:
            reply = await next_round(connection, interaction)
        await send(interaction, reply)

    @app_commands.command(name="fermer", description="MdT : clore le combat")
    async def close(self, interaction: Interaction) -> None:
        async with self.bot.database.writing() as connection:
            reply = await close(connection, interaction)
        await send(interaction, reply)

    @app_commands.command(name="etat", description="La carte du combat, ramenée ici ; les états en cours")
    async def state(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            if campaign.combat is not None:
                reply = await draw(connection, interaction.guild_id)
            else:
                everyone = await characters.of_guild(connection, interaction.guild_id)
                reply = screens.state(campaign, everyone)
        await (post if campaign.combat else send)(interaction, reply)

    @app_commands.command(name="attaque", description="1d20 contre une CA ; les dommages suivent par bouton")
    @app_commands.describe(
        ca="La CA ascendante à atteindre ; sans elle, celle de la cible",
        bonus="Bonus (positif) ou malus (négatif) de situation",
        degats="Les dés de l’arme, par exemple 1d8+1 ; la FOR s’y ajoute au contact",
        cible="Qui est attaqué ; sans ce choix, la dernière cible",
        personnage=selection.WHO,
        distance="À distance : la DEX, et non la FOR ; l’arme le dit d’elle-même",
    )
    @app_commands.autocomplete(cible=selection.complete, personnage=selection.complete)
    @privacy.hideable
    async def attack(
        self,
        interaction: Interaction,
        ca: app_commands.Range[int, -10, 40] | None = None,
        bonus: app_commands.Range[int, -20, 20] = 0,
        degats: str = "",
        cible: str | None = None,
        personnage: str | None = None,
        distance: bool | None = None,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        manner = Manner(armour_class=ca, bonus=bonus, damage=degats, distance=distance)
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            reply = await attack.strike(connection, interaction, scene, manner, named=cible, hidden=hidden)
        await tell(interaction, reply, hidden)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        self.bot.cards.refresh_card(interaction.guild_id)

    @commands.Cog.listener()
    async def on_press_completion(self, interaction: Interaction) -> None:
        self.bot.cards.refresh_card(interaction.guild_id)


async def post(interaction: Interaction, card: Reply) -> None:
    """Says the card, which this message then is."""
    assert interaction.guild_id is not None
    message_id = await send(interaction, card)
    if message_id is not None and interaction.channel_id is not None:
        await interaction.client.cards.posted(interaction.guild_id, interaction.channel_id, message_id, card)


async def next_round(connection: Connection, interaction: Interaction, over: Combat | None = None) -> Reply:
    """The next round, for the command and the button, which ends the round ``over``."""
    campaign = await selection.led(connection, interaction)
    everyone = await characters.of_guild(connection, campaign.guild_id, lock=True)
    act = combat.next_round(campaign, everyone, author(interaction).key, over)
    await save(connection, interaction, campaign, act, everyone)
    return screens.next_round(act, fight_buttons.round_buttons(act), held_since(everyone, *act.clock))


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
    where, group = then if then.combat else campaign, foes.gesture(interaction)
    await journal.accept(connection, where, act, author(interaction), touched, group=group)
    await campaigns.save_course(connection, then)


async def reorder(
    connection: Connection, interaction: Interaction, campaign: Campaign, act: InitiativeAct
) -> None:
    """Writes the order of the open combat."""
    assert campaign.combat is not None
    group = foes.gesture(interaction)
    await journal.write(connection, campaign, act, author(interaction), group=group)
    await combats.keep(connection, campaign, campaign.combat.number, act.fight)


class CombatPress(
    Press,
    template=rf"{fight_buttons.COMBAT}:(?P<number>\d+):(?P<round>\d+):(?P<gesture>suivant|fermer)",
):
    """« Round suivant », which ends its own round once, and « Fermer »."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        assert interaction.message is not None
        shown = Combat(int(self.parts["number"]), int(self.parts["round"]))
        async with interaction.client.database.writing() as connection:
            if self.parts["gesture"] == "suivant":
                reply = await next_round(connection, interaction, shown)
            else:
                reply = await close(connection, interaction, shown.number)
            card = await combats.card(connection, interaction.guild_id)
        if card is None or card.message_id != interaction.message.id:  # the card itself is drawn again
            await retire(interaction, fight_buttons.COMBAT, fight_buttons.ATTACK, fight_buttons.HEROISM)
        await send(interaction, reply)


class ShowAllPress(Press, template=rf"{fight_buttons.SHOW_ALL}:(?P<number>\d+)"):
    """« Tout voir »: every figure, to the game master alone."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.reading() as connection:
            campaign = await campaigns.load(connection, interaction.guild_id)
            require_game_master(interaction, campaign)
            combat.require_number(campaign, int(self.parts["number"]))
            fought = await combats.fight(connection, campaign)
            known = await characters.several(connection, campaign.guild_id, fought.identities)
            owned = await items.of_guild(connection, campaign.guild_id)
        await send(interaction, screens.all_figures(campaign, fought, known.values(), owned))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(CombatPress, ShowAllPress)
    await bot.add_cog(Combats(bot))
