"""`/jet`: ability checks, saves and skills thrown for their own sake (JET, CLA-6)."""

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import buttons, fair, privacy, selection
from bot.client import Bot, Interaction, author
from bot.privacy import Privacy, tell
from bot.replies import Button, about
from bot.screens import checks as screens
from bot.screens.sheet import skill_value
from bot.storage.engine import Connection
from cogs.requests import ask
from rules import requests, rolls, talents
from rules.abilities import Ability
from rules.campaign import Scene
from rules.refusals import Refusal
from rules.rolls import CheckAct
from rules.saves import SaveCategory
from rules.talents import SkillAct
from rules.thief_skills import SKILLS

SITUATION = "Bonus (positif) ou malus (négatif) de situation"
WORDS = ("force", "dextérité", "constitution", "intelligence", "sagesse", "charisme")
ABILITIES = [
    Choice(name=f"{ability.label} ({word})", value=ability.value)
    for ability, word in zip(Ability, WORDS, strict=True)
]
SAVES = [Choice(name=category.label, value=category.value) for category in SaveCategory]
Modifier = app_commands.Range[int, -20, 20]
SkillModifier = app_commands.Range[int, -100, 100]


@app_commands.guild_only()
class Checks(
    commands.GroupCog, name="jet", description="Jets de caractéristique, de sauvegarde et de talent"
):
    """The commands; what may follow a throw is on its answer."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @app_commands.command(name="caracteristique", description="1d20 sous une caractéristique")
    @app_commands.describe(carac="La caractéristique", modificateur=SITUATION, personnage=selection.WHO)
    @privacy.hideable
    @app_commands.choices(carac=ABILITIES)
    @app_commands.autocomplete(personnage=selection.complete)
    async def ability(
        self,
        interaction: Interaction,
        carac: str,
        modificateur: Modifier = 0,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
            act = rolls.ability_check(scene.character, Ability(carac), scene.campaign, dice, modificateur)
            shown = await keep(connection, interaction, scene, act, hidden)
        await tell(interaction, about(scene.character, screens.check(act, shown)), hidden)

    @app_commands.command(name="sauvegarde", description="1d20, plus les modificateurs, contre un seuil")
    @app_commands.describe(
        contre="Ce qui menace",
        modificateur=SITUATION,
        magique="L’effet est magique : la SAG compte ; d’office contre les sorts et les baguettes",
        personnage=selection.WHO,
    )
    @privacy.hideable
    @app_commands.choices(contre=SAVES)
    @app_commands.autocomplete(personnage=selection.complete)
    async def save(
        self,
        interaction: Interaction,
        contre: str,
        modificateur: Modifier = 0,
        magique: bool | None = None,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            who, campaign, category = scene.character, scene.campaign, SaveCategory(contre)
            if requests.awaits_player(who, campaign, interaction.user.id, secret=hidden.secret):
                request = requests.of_save(who, category, campaign, modificateur, magical=magique)
                reply = await ask(connection, interaction, scene, request)
            else:
                dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
                act = rolls.saving_throw(who, category, campaign, dice, modificateur, magical=magique)
                reply = screens.check(act, await keep(connection, interaction, scene, act, hidden))
        await tell(interaction, about(scene.character, reply), hidden)

    @app_commands.command(
        name="talent", description="1d100, ou 1d6 pour l’écoute, sous la valeur d’un talent"
    )
    @app_commands.describe(
        talent="Un talent de sa classe ou de son peuple",
        modificateur="Bonus (positif) ou malus (négatif) de situation, en points du dé",
        personnage=selection.WHO,
    )
    @privacy.hideable
    @app_commands.autocomplete(personnage=selection.complete)
    async def skill(
        self,
        interaction: Interaction,
        talent: str,
        modificateur: SkillModifier = 0,
        personnage: str | None = None,
        secret: bool = False,
        au_mdt: bool = False,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            hidden = await privacy.asked(connection, interaction, secret, au_mdt)
            dice = await fair.told(connection, interaction, scene, secret=hidden.secret)
            act = talents.throw(scene.character, talent, scene.campaign, dice, modificateur)
            await keep(connection, interaction, scene, act, hidden)
        await tell(interaction, about(scene.character, screens.skill(act)), hidden)

    @skill.autocomplete("talent")
    async def complete_skill(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The skills of the character already chosen, or else of the active one."""
        chosen = getattr(interaction.namespace, "personnage", None)
        async with self.bot.database.reading() as connection:
            try:
                scene = await selection.seen(connection, interaction, chosen)
            except Refusal:
                return []
        wanted = selection.folded(current)
        return [
            Choice(name=f"{SKILLS[key].name} — {skill_value(key, value)}", value=key)
            for key, value in talents.skill_values(scene.character).items()
            if wanted in selection.folded(SKILLS[key].name)
        ]


async def keep(
    connection: Connection, interaction: Interaction, scene: Scene, act: CheckAct | SkillAct, hidden: Privacy
) -> tuple[Button, ...]:
    """Writes a throw down; the buttons that may follow it."""
    by = author(interaction)
    act_id = await privacy.accept(connection, scene.campaign, act, by, hidden)
    return buttons.following(scene, act, act_id, secret=hidden.secret)


async def setup(bot: Bot) -> None:
    await bot.add_cog(Checks(bot))
