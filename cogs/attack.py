"""Attacks, their damage and their master strokes, by command and by button (JET-3, HER-4)."""

from collections.abc import Mapping

from bot import buttons, fair, fight_buttons, privacy, selection
from bot.access import is_game_master, plays, require_player
from bot.buttons import Press, Stale, retire
from bot.client import Bot, Interaction, author
from bot.french import shown
from bot.privacy import PUBLIC, Privacy, tell
from bot.replies import Reply, send
from bot.screens import attack as screens
from bot.screens.combat import choose
from bot.storage import campaigns, characters, combats, items, journal, strikes
from bot.storage.engine import Connection
from bot.storage.journal import Link
from cogs import heroism
from rules import attacks, combat, fight, readiness
from rules.attacks import Followed, Manner, NoArmourClass
from rules.campaign import Combat, Scene
from rules.character import Character
from rules.fight import BlowStruck, Fight


async def strike(
    connection: Connection,
    interaction: Interaction,
    scene: Scene,
    manner: Manner | None = None,
    *,
    named: str | None = None,
    hidden: Privacy = PUBLIC,
) -> Reply:
    """An attack, for the command and the buttons; a private menu when its target is not known."""
    manner = manner or Manner()
    guild_id, combat_open = scene.campaign.guild_id, scene.campaign.combat
    fought = await combats.fight(connection, scene.campaign)
    target = None
    if named is not None:
        target = (await selection.find(connection, guild_id, named, lock=True)).character
    elif combat_open is not None and (fought.fighters or manner.armour_class is None):
        readiness.require_able(scene.character, scene.campaign)
        known = await characters.several(connection, guild_id, fought.identities)
        target = fight.target(fought, scene.character, known, lenient=manner.armour_class is not None)
        if target is None and manner.armour_class is None:
            if manner != Manner() or hidden.secret:
                raise NoArmourClass
            return menu(combat_open, fought, scene.character, known)
    held = await items.held_by(connection, scene.character.id)
    defence = await items.held_by(connection, target.id) if target else ()
    dice = await fair.dice(connection, interaction, scene.campaign, secret=hidden.secret)
    act = attacks.attack(scene, target, dice, manner, held, defence)
    by = author(interaction)
    act_id = await privacy.accept(connection, scene.campaign, act, by, hidden)
    if combat_open is not None:
        struck = fought.struck(scene.character, target, combat_open.round)
        await combats.keep(connection, scene.campaign, combat_open.number, struck)
    return screens.attack(act, buttons.following(scene, act, act_id, secret=hidden.secret))


def menu(now: Combat, fought: Fight, attacker: Character, known: Mapping[int, Character]) -> Reply:
    """Who may be attacked, asked in private."""
    blows = fought.blows(attacker.id, now.round)
    choices = fight.targets(fought, attacker, known)
    return choose(
        f"⚔️ Qui **{shown(attacker.name)}** attaque-t-il ?",
        fight_buttons.targets(now, attacker, blows, choices),
        fight_buttons.left_out(choices),
        "/combat attaque cible:",
    )


async def strike_next(connection: Connection, interaction: Interaction, number: int) -> Reply:
    """« Attaquer »: the attack of the next of those whom the presser plays; asked again after the first."""
    assert interaction.guild_id is not None
    campaign = await campaigns.load(connection, interaction.guild_id)
    now = combat.require_number(campaign, number)
    fought = await combats.fight(connection, campaign)
    known = await characters.several(connection, campaign.guild_id, fought.identities)
    leads = is_game_master(interaction, campaign)
    mine = [one for one in known.values() if (plays(interaction, one) and one.active) or (leads and one.npc)]
    if not any(plays(interaction, one) for one in mine):  # a late comer, who joins by striking
        late = await characters.active(connection, campaign.guild_id, interaction.user.id)
        if late is not None and late.character.playable:
            mine.append(late.character)
            fought = fought.joined(late.character)
    attacker = fight.next_attacker(fought, mine, campaign)
    if attacker is not None:
        scene = await selection.find_id(connection, campaign.guild_id, attacker.id)
        return await strike(connection, interaction, scene)
    able = readiness.able(mine, campaign)
    if not able:
        if leads and not any(plays(interaction, one) for one in mine):
            raise fight.NobodyToPlay
        own = await selection.of_player(connection, campaign.guild_id, interaction.user.id, own=True)
        readiness.require_able(own.character, campaign)
        raise fight.NobodyToPlay
    if len(able) == 1:
        blows = fought.blows(able[0].id, now.round)
        question = f"**{shown(able[0].name)}** a déjà attaqué au round {now.round}."
        return choose(question, fight_buttons.again(now, able[0], blows))
    options = [(one, fought.blows(one.id, now.round)) for one in able]
    return choose(
        f"Tous ont attaqué au round {now.round}.",
        fight_buttons.attackers(now, options),
        fight_buttons.left_out(options),
        "/combat attaque personnage:",
    )


async def strike_again(
    connection: Connection,
    interaction: Interaction,
    shown_round: Combat,
    attacker_id: int,
    blows: int,
    target_id: int | None = None,
) -> Reply:
    """An attack chosen in private: it is made once, in its round. Raises :class:`BlowStruck`."""
    assert interaction.guild_id is not None
    scene = await selection.find_id(connection, interaction.guild_id, attacker_id)
    require_player(interaction, scene.campaign, scene.character)
    now = combat.require_fought(scene.campaign, shown_round)
    fought = await combats.fight(connection, scene.campaign)
    if fought.blows(attacker_id, now.round) != blows:
        raise BlowStruck(scene.character)
    named = selection.option_value(target_id) if target_id is not None else None
    return await strike(connection, interaction, scene, named=named)


async def roll_damage(
    connection: Connection, interaction: Interaction, act_id: int, hidden: Privacy
) -> Reply:
    """« Dommages »: rolled once, and taken from the target at once; as hidden as the attack."""
    attack, scene = await followed(connection, interaction, act_id)
    struck = await heroism.target_scene(connection, scene.campaign, attack.act)
    target = struck.character if struck else None
    dice = await fair.dice(connection, interaction, scene.campaign, secret=hidden.secret)
    act = attacks.damage(attack, target, scene.campaign, dice)
    touched = [scene.character, *([struck.character] if struck else [])]
    by, link = author(interaction), Link(act_id, journal.ANSWERS)
    await privacy.accept(connection, scene.campaign, act, by, hidden, touched, link=link)
    return screens.damage(act, buttons.of_target(struck, act) if struck else ())


async def followed(connection: Connection, interaction: Interaction, act_id: int) -> tuple[Followed, Scene]:
    """The attack of a button, and its attacker, for whom the presser may act."""
    assert interaction.guild_id is not None
    attack = await strikes.by_id(connection, interaction.guild_id, act_id)
    if attack is None or attack.act.character_id is None:
        raise Stale
    scene = await selection.find_id(connection, interaction.guild_id, attack.act.character_id)
    require_player(interaction, scene.campaign, scene.character)
    return attack, scene


class AttackPress(Press, template=rf"{fight_buttons.ATTACK}:(?P<number>\d+)"):
    """« Attaquer »."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            reply = await strike_next(connection, interaction, int(self.parts["number"]))
        await send(interaction, reply)


class AgainPress(
    Press,
    template=rf"{fight_buttons.AGAIN}:(?P<number>\d+):(?P<round>\d+):(?P<attacker>\d+):(?P<blows>\d+)",
):
    """« Attaquer encore »."""

    async def press(self, interaction: Interaction) -> None:
        shown_round = Combat(int(self.parts["number"]), int(self.parts["round"]))
        attacker, blows = int(self.parts["attacker"]), int(self.parts["blows"])
        async with interaction.client.database.writing() as connection:
            reply = await strike_again(connection, interaction, shown_round, attacker, blows)
        await retire(interaction, fight_buttons.AGAIN)
        await send(interaction, reply)


class TargetPick(
    Press,
    template=rf"{fight_buttons.TARGET}:(?P<number>\d+):(?P<round>\d+):(?P<attacker>\d+):(?P<blows>\d+)",
):
    """The target chosen in the menu."""

    async def press(self, interaction: Interaction) -> None:
        shown_round = Combat(int(self.parts["number"]), int(self.parts["round"]))
        attacker, blows = int(self.parts["attacker"]), int(self.parts["blows"])
        target = int(self.values[0])
        async with interaction.client.database.writing() as connection:
            reply = await strike_again(connection, interaction, shown_round, attacker, blows, target)
        await retire(interaction, fight_buttons.TARGET)
        await send(interaction, reply)


class AttackerPick(Press, template=rf"{fight_buttons.ATTACKER}:(?P<number>\d+):(?P<round>\d+)"):
    """The NPC chosen to attack once more."""

    async def press(self, interaction: Interaction) -> None:
        shown_round = Combat(int(self.parts["number"]), int(self.parts["round"]))
        attacker, blows = map(int, self.values[0].split(":"))
        async with interaction.client.database.writing() as connection:
            reply = await strike_again(connection, interaction, shown_round, attacker, blows)
        await retire(interaction, fight_buttons.ATTACKER)
        await send(interaction, reply)


class DamagePress(Press, template=rf"{buttons.DAMAGE}:(?P<act>\d+)"):
    """« Dommages »."""

    async def press(self, interaction: Interaction) -> None:
        act_id = int(self.parts["act"])
        async with interaction.client.database.writing() as connection:
            hidden = await privacy.following(connection, interaction, act_id)
            reply = await roll_damage(connection, interaction, act_id, hidden)
        await retire(interaction, buttons.DAMAGE, buttons.MASTER_STROKE, buttons.DESTINY)
        await tell(interaction, reply, hidden)


class MasterStrokePress(Press, template=rf"{buttons.MASTER_STROKE}:(?P<act>\d+)"):
    """« Coup de maître »."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            attack, scene = await followed(connection, interaction, int(self.parts["act"]))
            hidden = await privacy.following(connection, interaction, attack.act_id)
            reply = await heroism.master_stroke(connection, interaction, scene, attack=attack, hidden=hidden)
        await retire(interaction, buttons.DAMAGE, buttons.MASTER_STROKE, buttons.DESTINY)
        await tell(interaction, reply, hidden)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(AttackPress, AgainPress, TargetPick, AttackerPick, DamagePress, MasterStrokePress)
