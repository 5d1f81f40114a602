"""`/objet`: magic items and fine ones (OBJ)."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import fair, item_selection, selection
from bot.access import is_game_master
from bot.client import Bot, Interaction, author
from bot.replies import send
from bot.screens import items as screens
from bot.storage import items
from rules import item_acts
from rules.items import MOST_CHARGES, ItemRequest
from rules.names import LONGEST
from rules.refusals import Refusal

ITEM = "L’objet"
Charges = app_commands.Range[int, 1, MOST_CHARGES]


@app_commands.guild_only()
class Items(commands.GroupCog, name="objet", description="Objets magiques : charges, pouvoirs, prêts"):
    """The commands; a player sees the items of his own characters, and what was discovered of them."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="creer", description="MdT : créer un objet magique, ou de qualité")
    @app_commands.describe(
        nom="Son nom",
        charges="Ses charges ; 1d6+1 si rien n’est dit",
        pouvoirs="Ses pouvoirs, séparés par « ; », cachés jusqu’à leur découverte",
        magique="Non : un objet de qualité, un bonus sans charge",
        personnage="Qui le porte",
        preteur="Qui le prête, si c’est un prêt",
        bonus="Par exemple « attaque +1 », « dommages +1 », « CA +1 »",
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def create(
        self,
        interaction: Interaction,
        nom: app_commands.Range[str, 1, LONGEST],
        charges: app_commands.Range[int, 0, MOST_CHARGES] | None = None,
        pouvoirs: str = "",
        magique: bool | None = None,
        personnage: str | None = None,
        preteur: app_commands.Range[str, 1, LONGEST] = "",
        bonus: app_commands.Range[str, 1, 100] = "",
    ) -> None:
        assert interaction.guild_id is not None
        request = ItemRequest(
            name=nom, charges=charges, powers=pouvoirs, bonus=bonus, magic=magique, lender=preteur
        )
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            holder = None
            if personnage:
                holder = (await selection.find(connection, campaign.guild_id, personnage)).character
            dice = await fair.dice(connection, interaction, campaign, secret=True)
            changed = item_acts.create(request, holder, dice)
            changed = await items.accept(connection, campaign, changed, author(interaction))
        await send(interaction, screens.created(*changed))

    @app_commands.command(
        name="voir", description="Un objet : charges et pouvoirs découverts ; tout, pour le MdT"
    )
    @app_commands.describe(objet=ITEM, personnage="Qui le porte ; facultatif")
    @app_commands.autocomplete(objet=item_selection.complete, personnage=selection.complete)
    async def show(self, interaction: Interaction, objet: str, personnage: str | None = None) -> None:
        async with self.bot.database.reading() as connection:
            held = await item_selection.chosen(connection, interaction, objet, personnage, lock=False)
        await send(interaction, screens.card(held))

    @app_commands.command(name="liste", description="Les objets de vos personnages ; tous, pour le MdT")
    @app_commands.describe(personnage="Un seul porteur")
    @app_commands.autocomplete(personnage=selection.complete)
    async def everything(self, interaction: Interaction, personnage: str | None = None) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            holder_id = None
            if personnage:
                holder_id = (await selection.find(connection, interaction.guild_id, personnage)).character.id
            campaign, those = await item_selection.handled(connection, interaction, holder_id)
        mastered = is_game_master(interaction, campaign)
        await send(interaction, screens.everything(those, mastered=mastered))

    @app_commands.command(name="utiliser", description="User d’un objet : chaque usage consomme une charge")
    @app_commands.describe(
        objet=ITEM,
        charges="Combien en consommer ; une si rien n’est dit",
        personnage="Qui le porte ; facultatif",
    )
    @app_commands.autocomplete(objet=item_selection.complete, personnage=selection.complete)
    async def use(
        self, interaction: Interaction, objet: str, charges: Charges = 1, personnage: str | None = None
    ) -> None:
        async with self.bot.database.writing() as connection:
            held = await item_selection.chosen(connection, interaction, objet, personnage)
            changed = item_acts.use(held.item, held.holder, charges)
            await items.accept(connection, held.campaign, changed, author(interaction))
        await send(interaction, screens.used(*changed))

    @app_commands.command(name="recharger", description="MdT : un rituel ou un sacrifice rend des charges")
    @app_commands.describe(objet=ITEM, charges="Combien de charges il retrouve")
    @app_commands.autocomplete(objet=item_selection.complete)
    async def recharge(self, interaction: Interaction, objet: str, charges: Charges) -> None:
        async with self.bot.database.writing() as connection:
            held = await item_selection.mastered(connection, interaction, objet)
            changed = item_acts.recharge(held.item, held.holder, charges)
            await items.accept(connection, held.campaign, changed, author(interaction))
        await send(interaction, screens.recharged(*changed))

    @app_commands.command(name="reveler", description="MdT : révéler un pouvoir à la table")
    @app_commands.describe(objet=ITEM, pouvoir="Le pouvoir ; le prochain si rien n’est dit")
    @app_commands.autocomplete(objet=item_selection.complete)
    async def reveal(
        self, interaction: Interaction, objet: str, pouvoir: app_commands.Range[str, 1, 200] = ""
    ) -> None:
        async with self.bot.database.writing() as connection:
            held = await item_selection.mastered(connection, interaction, objet)
            changed = item_acts.reveal(held.item, held.holder, pouvoir)
            await items.accept(connection, held.campaign, changed, author(interaction))
        await send(interaction, screens.revealed(*changed))

    @reveal.autocomplete("pouvoir")
    async def complete_power(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The hidden powers of the item already chosen, for the game master."""
        async with self.bot.database.reading() as connection:
            try:
                text = str(getattr(interaction.namespace, "objet", ""))
                held = await item_selection.chosen(connection, interaction, text, lock=False)
            except Refusal:
                return []
        wanted = selection.folded(current)
        return [
            Choice(name=text[:100], value=str(place))
            for place, text in held.item.hidden
            if held.mastered and wanted in selection.folded(text)
        ]

    @app_commands.command(name="donner", description="MdT : donner un objet à un personnage")
    @app_commands.describe(objet=ITEM, personnage="Son nouveau porteur")
    @app_commands.autocomplete(objet=item_selection.complete, personnage=selection.complete)
    async def give(self, interaction: Interaction, objet: str, personnage: str) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.writing() as connection:
            held = await item_selection.mastered(connection, interaction, objet)
            to = await selection.find(connection, interaction.guild_id, personnage)
            changed = item_acts.give(held.item, to.character)
            await items.accept(connection, held.campaign, changed, author(interaction))
        await send(interaction, screens.given(*changed))

    @app_commands.command(name="rendre", description="MdT : un objet prêté retourne à son prêteur")
    @app_commands.describe(objet=ITEM)
    @app_commands.autocomplete(objet=item_selection.complete)
    async def give_back(self, interaction: Interaction, objet: str) -> None:
        async with self.bot.database.writing() as connection:
            held = await item_selection.mastered(connection, interaction, objet)
            changed = item_acts.take_back(held.item, held.holder)
            await items.accept(connection, held.campaign, changed, author(interaction))
        await send(interaction, screens.returned(*changed))


async def setup(bot: Bot) -> None:
    await bot.add_cog(Items(bot))
