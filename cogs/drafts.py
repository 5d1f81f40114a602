"""The guided creation, pressed: menus, buttons and the form of its message (CAR-1, PEU, CLA, CRE)."""

from dataclasses import replace

import discord

from bot import draft_components as parts
from bot.access import require_game_master
from bot.buttons import Press
from bot.client import Bot, Interaction
from bot.draft_components import Gesture
from bot.forms import Form
from bot.replies import Reply, redraw, send
from bot.screens import drafts as screens
from bot.storage import campaigns, drafts
from bot.storage.engine import Connection
from cogs import birth, guide
from rules.campaign import Campaign
from rules.drafts import Draft, abandon, write
from rules.equipment import LONGEST_WEAPON
from rules.names import LONGEST
from rules.offers import Choice, Revision, choose, keep_lawful

AT = rf"{parts.DRAFT}:(?P<number>\d+):(?P<revision>\d+)"


class ChoicePress(Press, template=rf"{AT}:(?P<choice>{'|'.join(Choice)})(?::(?P<value>\w+))?"):
    """A menu of the path, or its shield."""

    async def press(self, interaction: Interaction) -> None:
        choice = Choice(self.parts["choice"])
        picked = self.parts["value"] or self.values[0]
        value = "" if picked == parts.NOTHING else picked
        await guide.advance(
            interaction, self.parts, lambda draft, settings: choose(draft, choice, value, settings)
        )


class TurnPress(Press, template=rf"{AT}:(?P<to>{Gesture.ON}|{Gesture.BACK})"):
    """« Suite » and « Revenir »."""

    async def press(self, interaction: Interaction) -> None:
        settled = self.parts["to"] == Gesture.ON
        await guide.advance(
            interaction,
            self.parts,
            lambda draft, settings: keep_lawful(replace(draft, settled=settled), settings),
        )


class AbandonPress(Press, template=rf"{AT}:{Gesture.ABANDON}"):
    """« Abandonner »: nothing is made, and the scores stay for the next time."""

    async def press(self, interaction: Interaction) -> None:
        await guide.advance(interaction, self.parts, lambda draft, _: Revision(abandon(draft)))


class CreatePress(Press, template=rf"{AT}:{Gesture.CREATE}"):
    """« Créer »: the birth of the character that the message shows, and of no other."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            campaign = await campaigns.begin(connection, interaction.guild_id)
            draft = await guide.held(connection, interaction, self.parts["number"])
            lawful = keep_lawful(draft, campaign.settings)
            current = draft.revision == int(self.parts["revision"]) and lawful.draft == draft
            if current:
                reply = await self.give_birth(connection, interaction, campaign, draft)
            else:
                reply = guide.page(campaign, lawful, outdated=True)
        await redraw(interaction, screens.born(draft.name) if current else reply)
        if current:
            await send(interaction, reply)

    async def give_birth(
        self, connection: Connection, interaction: Interaction, campaign: Campaign, draft: Draft
    ) -> Reply:
        """The character, made of the drafted scores, which are then used up."""
        if draft.player_id is not None:
            require_game_master(interaction, campaign)
        await drafts.use_up(connection, campaign.guild_id, interaction.user.id)
        player_id = draft.player_id or interaction.user.id
        return await birth.give(connection, interaction, campaign, draft.request, player_id)


class WritePress(Press, template=rf"{AT}:{Gesture.WRITE}"):
    """« Nom, valeurs, arme »: opens the form."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.reading() as connection:
            draft = await guide.held(connection, interaction, self.parts["number"])
        await interaction.response.send_modal(WrittenForm(draft))


class WrittenForm(Form, title="Nom, valeurs, arme", template=rf"{AT}:{Gesture.WRITE}"):
    """What is typed: the name, the scores of real dice, a weapon of one's own."""

    name: discord.ui.TextInput["WrittenForm"] = discord.ui.TextInput(
        custom_id="nom", label="Nom", max_length=4 * LONGEST
    )
    scores: discord.ui.TextInput["WrittenForm"] = discord.ui.TextInput(
        custom_id="valeurs",
        label="FOR DEX CON INT SAG CHA, de dés réels",
        placeholder="Vide : les dés lancés ici. Sinon, par exemple 15 12 14 10 9 13",
        required=False,
        max_length=100,
    )
    weapon: discord.ui.TextInput["WrittenForm"] = discord.ui.TextInput(
        custom_id="arme",
        label="Arme",
        placeholder="Par exemple dague de Sheelba",
        required=False,
        max_length=LONGEST_WEAPON,
    )

    def __init__(self, draft: Draft) -> None:
        super().__init__(f"{parts.DRAFT}:{draft.number}:{draft.revision}:{Gesture.WRITE}")
        self.name.default = draft.name
        self.scores.default = " ".join(map(str, draft.given))
        self.weapon.default = draft.weapon

    @staticmethod
    async def submit(interaction: Interaction, shown: dict[str, str], typed: dict[str, str]) -> None:
        words = (typed["nom"], typed["valeurs"], typed["arme"])
        await guide.advance(
            interaction,
            shown,
            lambda draft, settings: keep_lawful(write(draft, *words), settings),
        )


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(ChoicePress, TurnPress, AbandonPress, CreatePress, WritePress)
    bot.forms.append(WrittenForm)
