"""`/heroism`: points, and the five ways to spend one (HER)."""

from discord import app_commands
from discord.ext import commands

from bot import buttons, fair, privacy, selection
from bot.access import require_game_master, require_player
from bot.buttons import Press, retire
from bot.client import Bot, Interaction, author
from bot.french import legible
from bot.privacy import PUBLIC, Privacy, tell
from bot.replies import Reply, about, send
from bot.screens import heroism as screens
from bot.storage import characters, journal, past, strikes
from bot.storage.engine import Connection
from bot.storage.journal import Link
from rules import destiny, heroism, heroism_points, intuition
from rules.attacks import AttackAct, Followed
from rules.campaign import Campaign, Scene
from rules.changes import Overtaken
from rules.destiny import AlreadyRerolled, LastRoll, NotLastRoll, RollUndone
from rules.horror import HorrorAct
from rules.intuition import Intuition, QuestionClosed
from rules.rolls import RollAct


@app_commands.guild_only()
class Heroism(commands.GroupCog, name="heroism", description="Points d’héroïsme : les voir, les dépenser"):
    """The commands; each destiny and each spend is shared with its button."""

    spend = app_commands.Group(name="spend", description="Dépenser un point d’héroïsme")

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @spend.command(
        name="coup-de-maitre", description="Après une attaque réussie : les dés de dommages au maximum"
    )
    @app_commands.describe(
        degats="La formule des dommages, par exemple 1d8+2",
        libre="L’attaque a été jouée avec des dés réels",
        personnage=selection.WHO,
    )
    @app_commands.autocomplete(personnage=selection.complete)
    async def master_stroke(
        self, interaction: Interaction, personnage: str | None = None, degats: str = "", libre: bool = False
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            attack = None if libre else await strikes.in_round(connection, scene)
            hidden = await privacy.following(connection, interaction, attack.act_id if attack else None)
            reply = await master_stroke(
                connection, interaction, scene, "" if libre else degats, attack, hidden
            )
        await tell(interaction, reply, hidden)

    @spend.command(
        name="destin-heroique", description="Relancer le dernier d20 ; le nouveau résultat remplace l’ancien"
    )
    @app_commands.describe(libre="Le jet a été fait avec des dés réels : un d20 nu", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def destiny(
        self, interaction: Interaction, personnage: str | None = None, libre: bool = False
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage, fallen=True)
            last = None if libre else await last_roll(connection, scene)
            reply = await throw_again(connection, interaction, scene, last)
        await send(interaction, reply)

    @spend.command(
        name="eviter-la-mort", description="Mourant : la sauvegarde contre la mort est réussie d’office"
    )
    @app_commands.describe(personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def cheat_death(self, interaction: Interaction, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            reply = await cheat_death(connection, interaction, scene)
        await send(interaction, reply)

    @spend.command(name="intuition", description="Poser une question au MdT")
    @app_commands.describe(question="Ce que le personnage voudrait pressentir", personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def intuition(
        self,
        interaction: Interaction,
        question: app_commands.Range[str, 1, 500],
        personnage: str | None = None,
    ) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            reply = await ask(connection, interaction, scene, question)
        await send(interaction, reply)

    @spend.command(
        name="second-souffle", description="Se soigner d’un dé de vie, plus la CON ; une fois par combat"
    )
    @app_commands.describe(personnage=selection.WHO)
    @app_commands.autocomplete(personnage=selection.complete)
    async def second_wind(self, interaction: Interaction, personnage: str | None = None) -> None:
        async with self.bot.database.writing() as connection:
            scene = await selection.played(connection, interaction, personnage)
            reply = await second_wind(connection, interaction, scene)
        await send(interaction, reply)

    @app_commands.command(name="points", description="Qui a combien de points d’héroïsme")
    @app_commands.describe(personnage="Un seul personnage ; sans ce choix, tous")
    @app_commands.autocomplete(personnage=selection.complete)
    async def points(self, interaction: Interaction, personnage: str | None = None) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.reading() as connection:
            if personnage:
                shown = [(await selection.seen(connection, interaction, personnage)).character]
            else:
                everyone = await characters.of_guild(connection, interaction.guild_id)
                shown = [one for one in everyone if one.playable and not one.npc]
        await send(interaction, screens.points(shown))

    @app_commands.command(name="regler", description="MdT : fixer les points d’un personnage")
    @app_commands.describe(personnage="Le personnage", valeur="Le nombre de points")
    @app_commands.autocomplete(personnage=selection.complete)
    async def correct(
        self, interaction: Interaction, personnage: str, valeur: app_commands.Range[int, 0, 1000]
    ) -> None:
        assert interaction.guild_id is not None
        async with self.bot.database.writing() as connection:
            scene = await selection.find(connection, interaction.guild_id, personnage, lock=True)
            require_game_master(interaction, scene.campaign)
            act = heroism_points.correct(scene.character, valeur)
            await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
        await send(interaction, about(scene.character, screens.correction(act)))


async def last_roll(connection: Connection, scene: Scene) -> LastRoll | None:
    """The roll that *Destin héroïque* would throw again."""
    return await past.last_roll(connection, scene.campaign.guild_id, scene.character.id)


async def throw_again(
    connection: Connection, interaction: Interaction, scene: Scene, last: LastRoll | None
) -> Reply:
    """HER-5, for the command and the button: the reroll of ``last``, or a bare d20 when no roll is followed."""
    by = author(interaction)
    public = last is None or isinstance(last.act.rolled, AttackAct | RollAct)  # a check tells its target
    unseen = scene.character.npc and not public
    dice = await fair.dice(connection, interaction, scene.campaign, secret=unseen)
    try:
        act = destiny.reroll(scene, last, dice, by.key) if last else destiny.bare(scene, dice)
    except Overtaken as refused:
        raise await named(connection, scene, refused) from None
    link = Link(last.act_id, journal.REPLACES) if last else None
    act_id = await journal.accept(connection, scene.campaign, act, by, [scene.character], link=link)
    reply = screens.destiny(act, buttons.following(scene, act, act_id))
    seen = public or isinstance(act.second, HorrorAct)
    return reply if seen else about(scene.character, reply)


async def named(connection: Connection, scene: Scene, refused: Overtaken) -> Overtaken:
    """The refusal, saying through which command the consequence was changed."""
    if refused.act_id is None:
        return refused
    entry = await past.entry(connection, scene.campaign.guild_id, refused.act_id)
    return Overtaken(refused.act_id, entry.command if entry and not entry.secret else "")


async def cheat_death(connection: Connection, interaction: Interaction, scene: Scene) -> Reply:
    """HER-6, for the command and the button."""
    by = author(interaction)
    act = heroism.cheat_death(scene, by.key)
    await journal.accept(connection, scene.campaign, act, by, [scene.character])
    return screens.cheat_death(act)


async def master_stroke(
    connection: Connection,
    interaction: Interaction,
    scene: Scene,
    formula: str = "",
    attack: Followed | None = None,
    hidden: Privacy = PUBLIC,
) -> Reply:
    """HER-4, for the command and the button: on the attack followed, as hidden as it is, or as a declaration."""
    struck = await target_scene(connection, scene.campaign, attack.act) if attack else None
    act = heroism.master_stroke(scene, formula, attack, struck.character if struck else None)
    touched = [scene.character, *([struck.character] if struck else [])]
    link = Link(attack.act_id, journal.ANSWERS) if attack else None
    await privacy.accept(connection, scene.campaign, act, author(interaction), hidden, touched, link=link)
    return screens.master_stroke(act, buttons.of_target(struck, act) if struck else ())


async def target_scene(connection: Connection, campaign: Campaign, attack: AttackAct) -> Scene | None:
    """The target that an attack follows, locked for writing."""
    if attack.target_id is None:
        return None
    return await characters.by_id(connection, campaign.guild_id, attack.target_id, lock=True)


async def second_wind(connection: Connection, interaction: Interaction, scene: Scene) -> Reply:
    """HER-8, for the command and the button."""
    dice = await fair.told(connection, interaction, scene)
    act = heroism.second_wind(scene, dice)
    await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
    return screens.second_wind(act)


async def ask(connection: Connection, interaction: Interaction, scene: Scene, question: str) -> Reply:
    """HER-7, for the command and the button."""
    act = intuition.intuition(scene, legible(question))
    act_id = await journal.accept(connection, scene.campaign, act, author(interaction), [scene.character])
    return screens.intuition(act, buttons.intuition(act_id))


class DestinyPress(Press, template=rf"{buttons.DESTINY}:(?P<act>\d+)"):
    """« Destin héroïque »: throws the roll of this message again, while it is the character's last d20."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            entry = await past.entry(connection, interaction.guild_id, int(self.parts["act"]))
            if entry is None or entry.act.character_id is None:
                raise buttons.Stale
            scene = await selection.find_id(connection, interaction.guild_id, entry.act.character_id)
            require_player(interaction, scene.campaign, scene.character, fallen=True)
            last = await last_roll(connection, scene)
            if last is None or last.act_id != entry.id:
                if entry.standing:
                    raise NotLastRoll(scene.character)
                since = await past.followers(connection, entry.id)
                undone = any(one.relation == journal.UNDOES for one in since)
                raise RollUndone(scene.character) if undone else AlreadyRerolled(scene.character)
            reply = await throw_again(connection, interaction, scene, last)
        of_act = (buttons.DESTINY, buttons.END_EFFECT, buttons.DAMAGE, buttons.MASTER_STROKE)
        gone = (f"{kind}:{entry.id}" for kind in of_act)  # a message may be about others too
        await retire(interaction, *gone, f"{buttons.DUE_ROLLS}:{scene.character.id}")
        await send(interaction, reply)


class CheatDeathPress(Press, template=rf"{buttons.CHEAT_DEATH}:(?P<character>\d+)"):
    """« Éviter la mort »."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        async with interaction.client.database.writing() as connection:
            scene = await selection.find_id(connection, interaction.guild_id, int(self.parts["character"]))
            require_player(interaction, scene.campaign, scene.character)
            reply = await cheat_death(connection, interaction, scene)
        fallen = self.parts["character"]
        await retire(interaction, f"{buttons.CHEAT_DEATH}:{fallen}", f"{buttons.DEATH_SAVE}:{fallen}")
        await send(interaction, reply)


class IntuitionPress(Press, template=rf"{buttons.INTUITION}:(?P<act>\d+):(?P<answer>indice|rien)"):
    """« Indice donné » and « Rien à apprendre » (HER-7)."""

    async def press(self, interaction: Interaction) -> None:
        assert interaction.guild_id is not None
        hint = self.parts["answer"] == "indice"
        async with interaction.client.database.writing() as connection:
            entry = await past.entry(connection, interaction.guild_id, int(self.parts["act"]))
            if entry is None or not isinstance(entry.act, Intuition) or entry.act.character_id is None:
                raise buttons.Stale
            scene = await selection.find_id(connection, interaction.guild_id, entry.act.character_id)
            require_game_master(interaction, scene.campaign)
            if await past.followers(connection, entry.id):
                raise QuestionClosed
            later = await past.later_acts(connection, interaction.guild_id, entry.id, entry.act.character_id)
            act = intuition.answer(scene.character, entry.act, (act for _, act in later), hint=hint)
            link = Link(entry.id, journal.ANSWERS if hint else journal.UNDOES)
            await journal.accept(
                connection, scene.campaign, act, author(interaction), [scene.character], link=link
            )
        await retire(interaction, buttons.INTUITION)
        await send(interaction, screens.intuition_answer(act, npc=scene.character.npc))


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(DestinyPress, CheatDeathPress, IntuitionPress)
    await bot.add_cog(Heroism(bot))
