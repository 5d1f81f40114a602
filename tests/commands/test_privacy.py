"""Secret rolls, rolls for the game master alone, and « Révéler »."""

from dataclasses import dataclass, field, replace
from typing import Any

import discord
import pytest
import simcord
from sqlalchemy import select

from bot.client import Bot
from bot.screens.reveals import SCREENS
from bot.storage import campaigns, fairness, journal, past
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from rules.acts import Act
from rules.attacks import AttackAct, DamageAct
from rules.character import Character
from rules.corruption import CorruptionAct, CorruptionCorrection
from rules.health import DeathSaveAct
from rules.heroism import MasterStroke
from rules.horror import HorrorAct
from rules.madness import MadnessAct
from rules.reveals import RevealAct
from rules.rolls import CheckAct, RollAct, free_roll
from rules.spellcraft import SpellCast, SpellLearnt
from rules.talents import SkillAct
from tests.characters import black_magician, known, monster, ready, thief, warrior
from tests.commands.table import WHY, Said, Table, plain, text_of
from tests.dice import ScriptedDice
from tests.tree_limits import commands_by_path

REVEAL = "Révéler"
RECEIVED = "🙈 Jet au MdT\nLe jet est fait : le MdT seul en voit le résultat."
DYING = warrior(wounds=36)
MAGICIAN = black_magician(elements=(*known("invisibilite"), *ready("invisibilite")))
BLADE = warrior(weapon="épée longue", damage="1d8")


@dataclass(frozen=True)
class Throw:
    """A command that throws dice: for whom, what they show, words of the answer that tell it, the act made."""

    command: str
    who: Character
    faces: tuple[int, ...]
    told: str
    act: type[Act]
    options: dict[str, Any] = field(default_factory=dict)


THROWS = (
    Throw("lancer", warrior(), (13,), "13 ← 1d20", RollAct, {"expression": "1d20"}),
    Throw("jet caracteristique", warrior(), (17,), "🎲 17", CheckAct, {"carac": "for"}),
    Throw("jet sauvegarde", warrior(), (17,), "🎲 17", CheckAct, {"contre": "mort"}),
    Throw("jet talent", thief(), (77,), "🎲 77", SkillAct, {"talent": "crochetage"}),
    Throw("corruption jet", MAGICIAN, (3,), "🎲 3", CorruptionAct, {"niveau": 2, "occasion": "incantation"}),
    Throw("magie apprendre", MAGICIAN, (3,), "🎲 3", SpellLearnt, {"sort": "levitation"}),
    Throw("magie lancer", MAGICIAN, (3,), "🎲 3", SpellCast, {"sort": "invisibilite"}),
    Throw("sante mort", DYING, (17,), "🎲 17", DeathSaveAct),
    Throw("combat attaque", BLADE, (17,), "🎲 17", AttackAct, {"ca": 14}),
)
GM_THROWS = (
    Throw("horreur horrible", warrior(), (1, 2, 3, 1), "🎲 1,", HorrorAct),
    Throw("horreur insoutenable", warrior(), (1, 2, 3, 1), "🎲 1 ", HorrorAct),
    Throw("horreur pnj", monster(), (1, 2, 3, 1), "🎲 1,", HorrorAct, {"situation": "horrible"}),
    Throw("horreur groupe", warrior(), (1, 2, 3, 1), "🎲 1 ", HorrorAct, {"situation": "horrible"}),
    Throw("horreur folie", warrior(), (), "Folie 0 → 2", MadnessAct, {"points": 2}),
    Throw("corruption regler", MAGICIAN, (), "Corruption 9 → 8", CorruptionCorrection, {"points": -1}),
)
VIEWS = {
    "personnage fiche",
    "magie grimoire",
}  # `secret` there hides what is looked at, and nothing is thrown
ids = [one.command for one in THROWS]


def gm_options(table: Table, throw: Throw) -> dict[str, Any]:
    if throw.command in ("horreur horrible", "horreur insoutenable"):
        return {**throw.options, "joueur": table.player}
    if throw.command == "horreur groupe":
        return throw.options
    return {**throw.options, "personnage": throw.who.name}


async def last(table: Table) -> Entry:
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    return entry


async def count(table: Table) -> int:
    async with table.bot.database.reading() as connection:
        return len(await past.recent(connection, table.guild.id, 99))


def seen_by(table: Table, who: simcord.MemberActor) -> str:
    """All that somebody can read in the tavern."""
    return plain("\n".join(text_of(message) for message in table.channel.history(viewer=who)))


async def study(table: Table, **permissions: bool) -> Table:
    """The table seen from the game master's own channel, which the setting then names."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True, **permissions)
    roles = table.guild.roles
    channel = table.guild.create_text_channel(
        "cabinet",
        overwrites={table.guild.default_role: unseen, roles["Meneur"]: seen, roles["TestBot"]: seen},
    )
    await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", salon=channel)
    return replace(table, channel=channel)


def read(there: Table) -> Said:
    """The last message of a channel."""
    message = there.channel.last_message
    assert message is not None
    stored = there.env.backend.get_message(there.channel.id, message.id)
    return Said(text_of(message), False, message, stored.components)


# --- every command ----------------------------------------------------------------------------------------


async def test_no_command_that_throws_in_secret_is_left_out(table: Table) -> None:
    tree = [command.to_dict(table.bot.tree) for command in table.bot.tree.get_commands()]
    options = commands_by_path(tree)
    assert {path for path, known in options.items() if "secret" in known} - VIEWS == {
        one.command for one in (*THROWS, *GM_THROWS)
    }
    assert {path for path, known in options.items() if "au-mdt" in known} == set(ids)


def test_every_act_that_can_be_hidden_has_its_screen() -> None:
    assert set(SCREENS) == {one.act for one in (*THROWS, *GM_THROWS)} | {DamageAct, MasterStroke}


@pytest.mark.parametrize("throw", THROWS, ids=ids)
async def test_a_secret_roll_is_seen_by_its_roller_alone_until_revealed(table: Table, throw: Throw) -> None:
    await table.seat(throw.who, table.player)
    said = await table.slash(table.player, throw.command, secret=True, faces=throw.faces, **throw.options)
    assert said.private
    assert throw.told in plain(said.text)
    assert "Destin héroïque" not in said.buttons
    assert throw.told not in seen_by(table, table.other)
    entry = await last(table)
    assert isinstance(entry.act, throw.act)
    assert (entry.secret, entry.blind, entry.revealed) == (True, False, False)
    shown = await table.press(table.player, said, REVEAL)
    assert not shown.private
    assert throw.told in plain(shown.text)
    assert "Jet secret, révélé par qui l’a lancé." in shown
    assert shown.pressable[WHY] == f"pourquoi:{entry.id}"
    assert said.message is not None
    assert REVEAL not in str(table.env.backend.get_message(table.channel.id, said.message.id).components)


@pytest.mark.parametrize("throw", THROWS, ids=ids)
async def test_a_blind_roll_is_the_game_masters_alone_until_revealed(table: Table, throw: Throw) -> None:
    await table.seat(throw.who, table.player)
    there = await study(table)
    options = {**throw.options, "au-mdt": True}
    said = await table.slash(table.player, throw.command, faces=throw.faces, **options)
    assert said.private
    assert said.text == RECEIVED
    assert said.pressable == {}
    for who in (table.player, table.other):
        assert throw.told not in seen_by(table, who)
    entry = await last(table)
    assert (type(entry.act), entry.secret, entry.blind) == (throw.act, True, True)
    told = read(there)
    assert throw.told in plain(told.text)
    assert f"Jet au MdT de <@{table.player.id}>, dans <#{table.channel.id}>" in told
    assert told.pressable[WHY] == f"pourquoi:{entry.id}"
    assert "Destin héroïque" not in told.buttons
    assert (await there.press(there.mdt, told, REVEAL)).private
    for who in (table.player, table.other):
        assert throw.told in seen_by(table, who)
    assert "Jet secret, révélé par le MdT." in read(table)
    assert read(table).pressable[WHY] == f"pourquoi:{entry.id}"
    assert REVEAL not in there.again(told).buttons


@pytest.mark.parametrize("throw", GM_THROWS, ids=[one.command for one in GM_THROWS])
async def test_the_game_master_s_secret_is_shown_in_full_once_revealed(table: Table, throw: Throw) -> None:
    await table.seat(throw.who, None if throw.who.npc else table.player)
    options = gm_options(table, throw)
    said = await table.slash(table.mdt, throw.command, secret=True, faces=throw.faces, **options)
    assert said.private
    assert (await last(table)).secret
    assert throw.told not in seen_by(table, table.player)
    shown = await table.press(table.mdt, said, REVEAL)
    assert not shown.private
    assert throw.told in plain(shown.text)


# --- the game master's channel ----------------------------------------------------------------------------


async def refused_at_once(table: Table, words: str) -> None:
    """A blind roll is refused, and nothing is thrown: no face was scripted."""
    before = await count(table)
    said = await table.slash(table.player, "jet caracteristique", faces=(), carac="for", **{"au-mdt": True})
    assert said.private
    assert words in said
    assert "Rien n’a été lancé" in said
    assert await count(table) == before


async def test_without_a_channel_the_roll_is_refused_and_says_what_to_do(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await refused_at_once(table, "aucun salon du MdT n’est choisi")
    await refused_at_once(table, "/reglages changer")


async def test_a_deleted_channel_is_refused_before_anything_is_thrown(table: Table) -> None:
    await table.seat(warrior(), table.player)
    there = await study(table)
    table.env.backend.delete_channel(there.channel.id)
    await table.env.settle()
    await refused_at_once(table, "le salon du MdT n’existe plus")


async def test_a_channel_where_the_bot_is_mute_is_refused_before_anything_is_thrown(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await study(table, send_messages=False)
    await refused_at_once(table, "je ne peux pas écrire dans le salon du MdT")


async def test_a_roll_that_the_channel_did_not_take_stands_and_tells_no_figure(table: Table) -> None:
    await table.seat(warrior(), table.player)
    there = await study(table)
    table.env.inject_error("POST", f"/channels/{there.channel.id}/messages", status=403, code=50013)
    said = await table.slash(
        table.player, "jet caracteristique", carac="for", faces=(17,), **{"au-mdt": True}
    )
    assert "n’a pas pris ce jet" in said
    assert "/journal voir" in said
    assert said.private
    assert "17" not in seen_by(table, table.player)
    assert (await last(table)).blind


async def test_au_mdt_wins_over_secret(table: Table) -> None:
    await table.seat(warrior(), table.player)
    there = await study(table)
    options = {"secret": True, "au-mdt": True}
    said = await table.slash(table.player, "lancer", expression="1d20", faces=(13,), **options)
    assert said.text == RECEIVED
    assert "13 ← 1d20" in plain(read(there).text)


async def test_the_game_master_s_own_goes_to_the_channel_too(table: Table) -> None:
    there = await study(table)
    said = await table.slash(table.mdt, "lancer", expression="1d20", faces=(13,), **{"au-mdt": True})
    assert said.text == RECEIVED
    assert "13 ← 1d20" in plain(read(there).text)


async def test_asked_in_the_channel_itself_it_is_answered_there(table: Table) -> None:
    there = await study(table)
    said = await there.slash(there.mdt, "lancer", expression="1d20", faces=(13,), **{"au-mdt": True})
    assert not said.private
    assert "13 ← 1d20" in plain(said.text)
    assert len(there.channel.history()) == 1
    assert not (await there.press(there.mdt, said, REVEAL)).private


# --- who reveals, and once --------------------------------------------------------------------------------


async def secret_roll(table: Table) -> Said:
    await table.seat(warrior(), table.player)
    return await table.slash(table.player, "jet caracteristique", carac="for", secret=True, faces=(17,))


async def test_pressed_twice_reveals_once(table: Table) -> None:
    said = await secret_roll(table)
    await table.press(table.player, said, REVEAL)
    again = await table.press(table.player, said, REVEAL)
    assert again.private
    assert "déjà révélé" in again
    assert seen_by(table, table.other).count("🎲 17") == 1
    entry = await last(table)
    assert isinstance(entry.act, RevealAct)
    assert (entry.act.revealed_id, entry.secret) == (1, False)
    assert await count(table) == 2


async def test_only_the_game_master_reveals_a_blind_roll_even_where_all_read_it(table: Table) -> None:
    """A channel that everybody sees is the table's mistake, and gives nobody a right."""
    await table.seat(warrior(), table.player)
    there = replace(table, channel=table.guild.create_text_channel("cabinet"))
    warned = await table.slash(table.mdt, "reglages changer", reglage="salon_mdt", salon=there.channel)
    assert "⚠️ Tout le monde voit ce salon" in warned
    await table.slash(table.player, "lancer", expression="1d20", faces=(13,), **{"au-mdt": True})
    told = read(there)
    for who in (table.player, table.other):
        refused = await there.press(who, told, REVEAL)
        assert refused.private
        assert "Seul le MdT révèle ce jet" in refused
    assert (await last(table)).hidden


async def test_an_npc_s_secret_is_no_longer_shown_by_one_who_is_no_longer_game_master(table: Table) -> None:
    await table.seat(monster())
    options = {"contre": "mort", "personnage": "Rat géant"}
    said = await table.slash(table.mdt, "jet sauvegarde", secret=True, faces=(5,), **options)
    role = table.guild.create_role("Conteur")
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=role)
    refused = await table.press(table.mdt, said, REVEAL)
    assert refused.private
    assert "Seul le MdT" in refused


async def test_the_button_outlives_the_process(table: Table) -> None:
    said = await secret_roll(table)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    shown = await table.press(table.player, said, REVEAL)
    assert "🎲 17" in plain(shown.text)
    assert not shown.private


async def test_a_roll_asked_where_nothing_can_be_written_any_more_stays_hidden(table: Table) -> None:
    await table.seat(warrior(), table.player)
    there = await study(table)
    inn = replace(table, channel=table.guild.create_text_channel("auberge"))
    await inn.slash(table.player, "lancer", expression="1d20", faces=(13,), **{"au-mdt": True})
    told = read(there)
    table.env.backend.delete_channel(inn.channel.id)
    await table.env.settle()
    refused = await there.press(there.mdt, told, REVEAL)
    assert refused.private
    assert "Le jet reste caché" in refused
    assert (await last(table)).hidden


async def test_a_reveal_that_the_channel_did_not_take_is_told(table: Table) -> None:
    await table.seat(warrior(), table.player)
    there = await study(table)
    await table.slash(table.player, "lancer", expression="1d20", faces=(13,), **{"au-mdt": True})
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=403, code=50013)
    said = await there.press(there.mdt, read(there), REVEAL)
    assert said.private
    assert "n’a pas pris le message" in said


async def test_another_server_s_button_reveals_nothing(table: Table) -> None:
    said = await secret_roll(table)
    guild = table.env.create_guild(name="Quarmall")
    manager = guild.create_role("Meneur", permissions=discord.Permissions(manage_guild=True))
    mdt = guild.add_member(table.env.create_user("hristomilo"), roles=[manager])
    elsewhere = replace(table, guild=guild, channel=guild.create_text_channel("caverne"), mdt=mdt)
    other = await elsewhere.slash(mdt, "lancer", expression="1d20", secret=True, faces=(2,))
    assert other.message is not None
    forged = table.env.backend.get_message(elsewhere.channel.id, other.message.id)
    forged.components = said.components
    await mdt.click(other.message, custom_id=said.buttons[REVEAL])
    assert (await last(table)).hidden


async def test_a_revealed_roll_is_not_thrown_again(table: Table) -> None:
    shown = await table.press(table.player, await secret_roll(table), REVEAL)
    assert "Destin héroïque" not in shown.buttons
    fafhrd = await table.character("Fafhrd")
    async with table.bot.database.reading() as connection:
        assert await past.last_roll(connection, table.guild.id, fafhrd.id) is None


async def test_a_horror_s_effect_given_in_secret_is_seen_once_revealed(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(
        table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 1, 1, 1)
    )
    assert "Paralysie" not in await table.slash(table.player, "horreur etat")
    await table.press(table.mdt, said, REVEAL)
    assert "Paralysie" in await table.slash(table.player, "horreur etat")
    ended = await table.press(table.mdt, said, "Fin de l’effet")
    assert not ended.private


@pytest.mark.parametrize("throw", GM_THROWS, ids=[one.command for one in GM_THROWS])
async def test_what_was_revealed_is_undone_and_done_again_like_anything_else(
    table: Table, throw: Throw
) -> None:
    seated = await table.seat(throw.who, None if throw.who.npc else table.player)
    options = gm_options(table, throw)
    said = await table.slash(table.mdt, throw.command, secret=True, faces=throw.faces, **options)
    number = (await last(table)).id
    await table.press(table.mdt, said, REVEAL)
    shown = await table.character(seated.name)
    undone = await table.slash(table.mdt, "journal annuler", entree=str(number))
    assert "Annulée" in undone
    assert await table.character(seated.name) == seated
    await table.press(table.mdt, undone, "Rétablir")
    assert await table.character(seated.name) == shown, "no longer a secret"


async def test_what_follows_a_revealed_attack_is_done_again(table: Table) -> None:
    await duel(table)
    said = await table.slash(table.player, "combat attaque", cible="Garde", secret=True, faces=(17,))
    shown = await table.press(table.player, said, REVEAL)
    await table.press(table.player, shown, "Dommages", faces=(3,))
    undone = await table.slash(table.mdt, "journal annuler")
    assert "Rétablie" in await table.press(table.mdt, undone, "Rétablir")


async def test_a_state_given_in_secret_is_on_no_card_and_goes_in_secret(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 1, 1, 1))
    card = await table.slash(table.mdt, "combat ouvrir")
    assert "Paralysie" not in card
    assert "🔒 Paralysie" in await table.press(table.mdt, card, "Tout voir")
    options: dict[str, Any] = {"personnage": "Fafhrd", "etat": "Paralysie"}
    assert (await table.slash(table.mdt, "sante etat retirer", **options)).private
    assert (await table.slash(table.mdt, "journal annuler")).private
    assert "Paralysie" not in seen_by(table, table.player)


# --- what follows a hidden attack -------------------------------------------------------------------------


async def duel(table: Table) -> Table:
    """Fafhrd against a guard (CA 13, 9 hit points), and the game master's channel."""
    there = await study(table)
    await table.seat(BLADE, table.player)
    await table.seat(monster(name="Garde", fixed_armour_class=13))
    await table.slash(table.mdt, "combat ouvrir", adversaire="Garde", faces=(5, 3))
    return there


@pytest.mark.parametrize(("label", "faces"), [("Dommages", (3,)), ("Coup de maître", ())])
async def test_what_follows_a_secret_attack_is_as_secret(
    table: Table, label: str, faces: tuple[int, ...]
) -> None:
    await duel(table)
    said = await table.slash(table.player, "combat attaque", secret=True, cible="Garde", faces=(17,))
    assert list(said.buttons) == ["Dommages", "Coup de maître", REVEAL]
    hit = await table.press(table.player, said, label, faces=faces)
    assert hit.private
    entry = await last(table)
    assert isinstance(entry.act, DamageAct | MasterStroke)
    assert (entry.secret, entry.blind) == (True, False)
    shown = await table.press(table.player, hit, REVEAL)
    assert not shown.private
    assert shown.text.startswith("💥" if label == "Dommages" else "✨")


async def test_what_follows_a_blind_attack_is_as_blind_and_is_revealed_where_it_was_asked(
    table: Table,
) -> None:
    there = await duel(table)
    await table.slash(table.player, "combat attaque", cible="Garde", faces=(17,), **{"au-mdt": True})
    told = read(there)
    hit = await there.press(there.mdt, told, "Dommages", faces=(3,))
    assert "5 dommages" in hit
    assert hit.buttons[REVEAL].endswith(f":{table.channel.id}")
    entry = await last(table)
    assert (type(entry.act), entry.blind) == (DamageAct, True)
    assert "5 dommages" not in seen_by(table, table.player)
    await there.press(there.mdt, hit, REVEAL)
    assert "5 dommages" in seen_by(table, table.player)


async def test_a_revealed_attack_offers_what_follows_to_all_who_may(table: Table) -> None:
    there = await duel(table)
    await table.slash(table.player, "combat attaque", cible="Garde", faces=(17,), **{"au-mdt": True})
    told = read(there)
    await there.press(there.mdt, told, REVEAL)
    public = read(table)
    assert list(public.buttons) == ["Dommages", "Coup de maître"]
    hit = await table.press(table.player, public, "Dommages", faces=(3,))
    assert not hit.private
    assert not (await last(table)).secret
    late = await there.press(there.mdt, told, "Dommages")
    assert late.private
    assert (await table.character("Garde")).hit_points == 4


async def test_a_master_stroke_by_command_follows_a_secret_attack_in_secret(table: Table) -> None:
    await duel(table)
    await table.slash(table.player, "combat attaque", secret=True, cible="Garde", faces=(17,))
    said = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert said.private
    assert (await last(table)).secret


@pytest.mark.parametrize("face", [1, 17])
async def test_a_master_stroke_by_command_tells_nothing_of_a_blind_attack(table: Table, face: int) -> None:
    await duel(table)
    await table.slash(table.player, "combat attaque", cible="Garde", faces=(face,), **{"au-mdt": True})
    said = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert "Les dés de dommages de cette attaque valent leur maximum." in said
    assert (await table.character("Garde")).hit_points == 9


async def test_a_hidden_attack_without_a_target_asks_for_it_instead_of_a_menu(table: Table) -> None:
    await duel(table)
    await table.seat(monster(name="Garde bis", fixed_armour_class=13))
    await table.slash(table.mdt, "combat entrer", personnage="Garde bis")
    before = await count(table)
    said = await table.slash(table.player, "combat attaque", secret=True)
    assert said.private
    assert "cible" in said
    assert await count(table) == before


async def test_the_card_tells_nothing_of_a_blind_attack(table: Table) -> None:
    await duel(table)
    await table.slash(table.player, "combat attaque", cible="Garde", faces=(17,), **{"au-mdt": True})
    card = await table.slash(table.player, "combat etat")
    assert not any(word in card for word in ("17", "Touché", "Manqué", "dommage"))


# --- dice ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["secret", "au-mdt"])
async def test_hidden_dice_are_in_no_account_and_take_nothing_from_the_seed(
    table: Table, option: str
) -> None:
    await table.seat(warrior(), table.player)
    await study(table)
    await table.slash(table.mdt, "reglages changer", reglage="graine_publique", valeur="oui")
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(17,), **{option: True})
    assert said.private
    assert table.dice.left == 0, "the seed's dice were thrown instead"
    if option == "secret":
        await table.press(table.player, said, REVEAL)
    async with table.bot.database.reading() as connection:
        counted, _ = await fairness.counted(connection, table.guild.id, 1)
        dice = (await connection.execute(select(ActRow.dice).where(ActRow.secret))).scalars().all()
    assert not counted
    assert dice == [None]


async def test_a_roll_that_was_undone_is_no_longer_revealed(table: Table) -> None:
    said = await secret_roll(table)
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
        by = journal.Author(actor_id=None, interaction_id=None, command="essai", at=0)
        undoing = free_roll("1d6", ScriptedDice(1))
        await journal.write(connection, campaign, undoing, by, link=journal.Link(1, journal.UNDOES))
    refused = await table.press(table.player, said, REVEAL)
    assert refused.private
    assert "n’a plus d’objet" in refused
    assert "🎲 17" not in seen_by(table, table.other)


async def test_damage_of_a_secret_attack_undone_is_offered_again_without_a_reroll(table: Table) -> None:
    await table.seat(BLADE, table.player)
    said = await table.slash(table.player, "combat attaque", ca=14, secret=True, faces=(17,))
    await table.press(table.player, said, "Dommages", faces=(5,))
    async with table.bot.database.reading() as connection:
        damage, _ = await past.recent(connection, table.guild.id, 2)
    undone = await table.slash(table.mdt, "journal annuler", entree=str(damage.id))
    assert undone.private
    assert "Dommages" in undone.buttons
    assert "Destin héroïque" not in undone.buttons
