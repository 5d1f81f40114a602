"""`/magie`: the spell book, rituals, spells cast; what the game master forbids, allows, adds (MAG)."""

from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, fair, privacy, selection, spell_choices
from bot.access import require_player
from bot.client import Bot, Interaction, author
from bot.privacy import tell
from bot.replies import about, send
from bot.screens import magic as screens
from bot.screens import previews
from bot.storage import campaigns, journal
from bot.storage.engine import Connection
from rules import magic, spell_book, spell_rulings, spellcraft
from rules.campaign import Campaign
from rules.spell_rulings import SpellRuling
from rules.spells import HIGHEST_SPELL_LEVEL, SpellList

WHO = "Le magicien ; sans ce choix, votre personnage actif"
PREVIEW = "Rien n’est lancé : la chance de corruption, visible de vous seul"
LISTS = [Choice(name=one.label, value=one.value) for one in SpellList]
SpellName = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class Magic(commands.GroupCog, name="magie", description="Magie noire et blanche : grimoire, rituels, sorts"):
    """The commands of magic."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(
        name="apprendre", description="Mettre un sort au grimoire ; le magicien noir risque la corruption"
    )
    @app_commands.describe(
        sort="Le sort, de vos listes",
        depart="Un sort du grimoire de départ (deux de niveau 1, un de niveau 2) : aucun jet",
        personnage=WHO,
    )
    @app_commands.autocomplete(sort=spell_choices.complete_learnable, personnage=selection.complete)
    @privacy.hideable
    async def learn(
        self,
        interaction: Interaction,
        sort: SpellName,
        depart: bool = False,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            spell = spell_book.named(sort, scene.campaign.spells.spells)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
            act = spellcraft.learn(scene.character, spell, scene.campaign, dice, by.key, start=depart)
            act_id = await privacy.accept(connection, scene.campaign, act, by, hidden, [scene.character])
        following = buttons.following(scene, act, act_id, secret=hidden.secret)
        reply = screens.learnt(act, following, secret=hidden.secret)
        await tell(interaction, about(scene.character, reply), hidden)

    @app_commands.command(name="preparer", description="Préparer des sorts par des rituels")
    @app_commands.describe(
        sorts="Du grimoire, séparés par des virgules ; le même peut revenir", personnage=WHO
    )
    @app_commands.autocomplete(sorts=spell_choices.complete_ritual, personnage=selection.complete)
    async def prepare(
        self, interaction: Interaction, sorts: app_commands.Range[str, 1, 1000], personnage: str | None = None
    ) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            own = spell_choices.keys(spell_book.book(scene.character))
            spells = spell_choices.several(sorts, scene.campaign.spells.spells, own)
            act = magic.prepare(scene.character, spells, scene.campaign, by.key)
            await journal.accept(connection, scene.campaign, act, by, [scene.character])
        following = (buttons.advance(scene.campaign, act.seconds),) if act.seconds else ()
        await send(interaction, screens.prepared(act, following, secret=scene.character.npc))

    @app_commands.command(
        name="lancer", description="Lancer un sort préparé ; le magicien noir risque la corruption"
    )
    @app_commands.describe(sort="Un sort en réserve", personnage=WHO, apercu=PREVIEW)
    @app_commands.autocomplete(sort=spell_choices.complete_cast, personnage=selection.complete)
    @privacy.hideable
    async def cast(
        self,
        interaction: Interaction,
        sort: SpellName,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
        apercu: bool = False,
    ) -> None:
        if apercu:
            await self._foresee(interaction, sort, personnage)
            return
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            held = spell_choices.keys(magic.reserve(scene.character))
            spell = spell_book.named(sort, scene.campaign.spells.spells, held)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
            act = spellcraft.cast(scene.character, spell, scene.campaign, dice, by.key)
            act_id = await privacy.accept(connection, scene.campaign, act, by, hidden, [scene.character])
        reply = screens.cast(act, buttons.following(scene, act, act_id, secret=hidden.secret))
        await tell(interaction, about(scene.character, reply), hidden)

    async def _foresee(self, interaction: Interaction, sort: str, personnage: str | None) -> None:
        """What casting would risk, for the magician's player alone."""
        async with self.bot.database.reading() as connection:
            scene = await selection.seen(connection, interaction, personnage)
        require_player(interaction, scene.campaign, scene.character)
        held = spell_choices.keys(magic.reserve(scene.character))
        spell = spell_book.named(sort, scene.campaign.spells.spells, held)
        risks = spellcraft.foresee(scene.character, spell, scene.campaign)
        await send(interaction, previews.corruption(risks))

    @app_commands.command(name="annuler", description="Renoncer aux sorts préparés : tous, ou un seul")
    @app_commands.describe(sort="Un seul sort en réserve ; sans ce choix, tous", personnage=WHO)
    @app_commands.autocomplete(sort=spell_choices.complete_prepared, personnage=selection.complete)
    async def cancel(
        self, interaction: Interaction, sort: SpellName | None = None, personnage: str | None = None
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            held = spell_choices.keys(magic.reserve(scene.character))
            spell = spell_book.named(sort, scene.campaign.spells.spells, held) if sort else None
            act = magic.cancel(scene.character, spell)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, screens.cancelled(act, secret=scene.character.npc))

    @app_commands.command(name="grimoire", description="Sorts connus, sorts en réserve, emplacements")
    @app_commands.describe(personnage=WHO, secret="Réponse visible de vous seul")
    @app_commands.autocomplete(personnage=selection.complete)
    async def grimoire(
        self, interaction: Interaction, personnage: str | None = None, secret: bool = False
    ) -> None:
        async with self.bot.database.reading() as connection:
            scene = await selection.seen(connection, interaction, personnage)
        require_player(interaction, scene.campaign, scene.character)
        hidden = secret or scene.character.npc
        await send(interaction, screens.grimoire(scene.character, scene.campaign, secret=hidden))

    @app_commands.command(name="interdire", description="MdT : interdire un sort à cette table")
    @app_commands.describe(sort="Le sort", raison="La raison, que liront les joueurs")
    @app_commands.autocomplete(sort=spell_choices.complete_allowed)
    async def forbid(
        self, interaction: Interaction, sort: SpellName, raison: app_commands.Range[str, 1, 100] = ""
    ) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            spell = spell_book.named(sort, campaign.spells.spells)
            act = spell_rulings.forbid(campaign.spells, spell, raison)
            await save(connection, interaction, campaign, act)
        await send(interaction, screens.ruled(act))

    @app_commands.command(name="permettre", description="MdT : permettre un sort interdit ou déconseillé")
    @app_commands.describe(sort="Le sort")
    @app_commands.autocomplete(sort=spell_choices.complete_forbidden)
    async def allow(self, interaction: Interaction, sort: SpellName) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            act = spell_rulings.allow(campaign.spells, spell_book.named(sort, campaign.spells.spells))
            await save(connection, interaction, campaign, act)
        await send(interaction, screens.ruled(act))

    @app_commands.command(name="ajouter", description="MdT : ajouter un sort à une liste")
    @app_commands.describe(
        nom="Son nom ; celui d’un sort connu le met dans une liste de plus",
        liste="La liste qui le reçoit",
        niveau="Son niveau dans cette liste",
    )
    @app_commands.choices(liste=LISTS)
    async def add(
        self,
        interaction: Interaction,
        nom: app_commands.Range[str, 1, 64],
        liste: str,
        niveau: app_commands.Range[int, 1, HIGHEST_SPELL_LEVEL],
    ) -> None:
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            act = spell_rulings.add(campaign.spells, nom, SpellList(liste), niveau)
            await save(connection, interaction, campaign, act)
        await send(interaction, screens.ruled(act))


async def save(
    connection: Connection, interaction: Interaction, campaign: Campaign, act: SpellRuling
) -> None:
    """Writes the act, and what the table then says of spells."""
    ruled = replace(campaign, spells=spell_rulings.after(campaign.spells, act))
    await campaigns.save_spells(connection, ruled)
    await journal.write(connection, campaign, act, author(interaction))


async def setup(bot: Bot) -> None:
    await bot.add_cog(Magic(bot))
