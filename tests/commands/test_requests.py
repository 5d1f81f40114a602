"""Saves left to the players, played (setting `jets_joueurs`)."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.client import Bot
from bot.storage import characters, journal, past
from bot.storage.journal import Link
from bot.storage.tables import ActRow
from rules.character import Element, ElementKind, State
from rules.dice import verify
from rules.requests import SaveRequest
from tests.characters import monster, thief, warrior
from tests.commands.table import NBSP, Said, Table
from tests.commands.test_fairness import attached, opened
from tests.storage import play

THROW, ABSENT = "Lancer la sauvegarde", "Lancer pour les absents"
FAFHRD, MOUSER = f"Lancer{NBSP}: Fafhrd", f"Lancer{NBSP}: Souricier Gris"
PANIC = (1, 4, 1)
DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")


async def on(table: Table) -> None:
    await table.slash(table.mdt, "reglages changer", reglage="jets_joueurs", valeur="oui")


async def horror(table: Table, **options: Any) -> Said:
    """Fafhrd's player is asked to face something horrible."""
    await on(table)
    await table.seat(warrior(), table.player)
    return await table.slash(table.mdt, "horreur horrible", joueur=table.player, **options)


async def group(table: Table) -> Said:
    """Fafhrd's player and the Mouser's are asked to face something horrible."""
    await on(table)
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    return await table.slash(table.mdt, "horreur groupe", situation="horrible")


async def acts(table: Table) -> list[Any]:
    """The rows of the journal but those of the settings, oldest first."""
    async with table.bot.database.reading() as connection:
        rows = (await connection.execute(select(ActRow.__table__).order_by(ActRow.id))).all()
    return [row for row in rows if row.record["kind"] != "setting"]


async def madness(table: Table) -> list[int]:
    """Of Fafhrd and of the Mouser."""
    return [(await table.character(name)).madness for name in ("Fafhrd", "Souricier Gris")]


async def dies(table: Table, name: str = "Fafhrd") -> None:
    """The character dies of something else."""
    fallen = await table.character(name)
    async with table.bot.database.writing() as connection:
        await characters.update(connection, fallen, replace(fallen, elements=(DEAD,)))


# --- one character --------------------------------------------------------------------------------------


async def test_a_save_asked_is_not_thrown_and_calls_its_player(table: Table) -> None:
    said = await horror(table, ajustement=-1)
    assert not said.private
    words = said.text.replace("*", "")
    assert f"<@{table.player.id}>, à vous !" in words
    assert "⏳ Fafhrd — horreur horrible" in words
    assert "1d20 − 1 (ajustement du MdT), il faut 10 ou plus : 50 % de réussite" in words
    assert list(said.buttons) == [THROW]
    assert said.message is not None
    assert [user.id for user in said.message.mentions] == [table.player.id]
    (asked,) = await acts(table)
    assert asked.record["kind"] == "save_request"
    assert not asked.d20, "no reroll follows what was not thrown"


async def test_no_other_answer_calls_anybody(table: Table) -> None:
    await table.seat(warrior(name="<@&1> @everyone"), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(19,))
    assert said.message is not None
    assert said.message.content == ""


async def test_its_player_throws_it_after_a_restart(table: Table) -> None:
    said = await horror(table)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    thrown = await table.press(table.player, said, THROW, faces=PANIC)
    assert not thrown.private
    assert "Panique" in thrown
    assert "Destin héroïque" in thrown.buttons
    assert (await table.character("Fafhrd")).madness == 1
    assert table.again(said).buttons == {}
    asked, answer = await acts(table)
    assert (answer.follows_id, answer.relation) == (asked.id, journal.ANSWERS)
    assert answer.actor_id == table.player.id


async def test_it_is_thrown_once_even_when_the_throw_is_thrown_again(table: Table) -> None:
    said = await horror(table)
    thrown = await table.press(table.player, said, THROW, faces=PANIC)
    twice = await table.press(table.player, said, THROW)
    assert twice.private
    assert "déjà lancé" in twice
    await table.press(table.player, thrown, "Destin héroïque", faces=(19,))
    assert "déjà lancé" in await table.press(table.player, said, THROW)


async def test_a_stranger_does_not_throw_it_and_the_game_master_may(table: Table) -> None:
    said = await horror(table)
    stranger = await table.press(table.other, said, THROW)
    assert stranger.private
    assert "n’est pas votre personnage" in stranger
    assert list(table.again(said).buttons) == [THROW]
    thrown = await table.press(table.mdt, said, THROW, faces=(19,))
    assert "✅" in thrown


async def test_one_given_to_another_player_is_theirs_to_throw(table: Table) -> None:
    said = await horror(table)
    await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
    assert (await table.press(table.player, said, THROW)).private
    assert "✅" in await table.press(table.other, said, THROW, faces=(19,))


async def test_the_dead_throw_nothing(table: Table) -> None:
    said = await horror(table)
    await dies(table)
    refused = await table.press(table.player, said, THROW)
    assert refused.private
    assert "est mort" in refused


async def test_what_was_undone_is_not_thrown_and_an_undone_throw_may_be_again(table: Table) -> None:
    said = await horror(table)
    thrown = await table.press(table.player, said, THROW, faces=(19,))
    assert "✅" in thrown
    asked, answer = await acts(table)
    for row, faces, wanted in ((answer, (18,), "18"), (asked, (), "n’est plus demandée")):
        async with table.bot.database.writing() as connection:
            entry = await past.entry(connection, table.guild.id, row.id)
            scene = await characters.by_name(connection, table.guild.id, "Fafhrd")
            assert entry is not None
            assert scene is not None
            link = Link(row.id, journal.UNDOES)
            await journal.write(connection, scene.campaign, SaveRequest(), play.author(), link=link)
        assert wanted in await table.press(table.player, said, THROW, faces=faces)


async def test_a_throw_undone_offers_it_again_where_its_button_is_gone(table: Table) -> None:
    said = await horror(table)
    await table.press(table.player, said, THROW, faces=PANIC)
    assert table.again(said).buttons == {}
    undone = await table.slash(table.mdt, "journal annuler")
    assert FAFHRD in undone.buttons
    assert (await table.press(table.other, undone, FAFHRD)).private
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert "✅" in await table.press(table.player, undone, FAFHRD, faces=(19,))
    assert (await table.character("Fafhrd")).madness == 0
    assert "Rétablir" in table.again(undone).buttons
    assert FAFHRD not in table.again(undone).buttons
    assert "ne se rétablit plus" in await table.press(table.mdt, undone, "Rétablir"), "it was answered since"


async def test_a_throw_put_back_and_one_only_thrown_again_offer_nothing(table: Table) -> None:
    said = await horror(table)
    thrown = await table.press(table.player, said, THROW, faces=PANIC)
    undone = await table.slash(table.mdt, "journal annuler")
    assert FAFHRD not in (await table.press(table.mdt, undone, "Rétablir")).buttons
    await table.press(table.player, thrown, "Destin héroïque", faces=(19,))
    assert FAFHRD not in (await table.slash(table.mdt, "journal annuler")).buttons, "the first throw stands"


async def test_what_was_thrown_for_the_absent_is_offered_again_to_each(table: Table) -> None:
    said = await group(table)
    await table.press(table.mdt, said, ABSENT, faces=(19, 19))
    asked = await acts(table)
    undone = await table.slash(table.mdt, "journal annuler", entree=f"g{asked[-1].group_id}")
    assert {FAFHRD, MOUSER} <= set(undone.buttons)
    await table.press(table.player, undone, FAFHRD, faces=(19,))
    assert MOUSER in table.again(undone).buttons


async def test_an_undone_throw_gives_its_button_back(table: Table) -> None:
    said = await group(table)
    await table.press(table.mdt, said, ABSENT, faces=(19, *PANIC))
    undone = await table.slash(table.mdt, "journal annuler")
    assert await madness(table) == [0, 0]
    assert list(undone.buttons) == [MOUSER, FAFHRD, "Rétablir"]
    await table.press(table.other, undone, MOUSER, faces=PANIC)
    assert await madness(table) == [0, 1]
    refused = await table.press(table.mdt, undone, "Rétablir")
    assert refused.private
    assert await madness(table) == [0, 1]


async def test_it_is_judged_on_the_character_as_it_is_then(table: Table) -> None:
    said = await horror(table)
    await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ="niveau", valeur=1)
    thrown = await table.press(table.player, said, THROW, faces=(11, 4, 1))
    assert "il fallait 12 ou plus" in thrown


async def test_a_public_seed_proves_what_players_throw(table: Table) -> None:
    published = await opened(table)
    said = await group(table)
    await table.press(table.player, said, FAFHRD)
    await table.press(table.mdt, said, ABSENT)
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert len(document["acts"]) == 2
    assert not verify.faults(document, published)


# --- what is thrown at once -----------------------------------------------------------------------------


async def test_secret_ones_npcs_and_ones_own_are_thrown_at_once(table: Table) -> None:
    await horror(table)
    await table.seat(monster())
    secret = await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(19,))
    assert "✅" in secret
    assert secret.private
    beast = await table.slash(
        table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", faces=(19,)
    )
    assert "✅" in beast
    own = await table.slash(table.player, "jet sauvegarde", contre="mort", faces=(19,))
    assert "✅" in own
    everybody = await table.slash(table.mdt, "horreur groupe", situation="horrible", secret=True, faces=(19,))
    assert "✅" in everybody


async def test_a_plain_save_asked_by_the_game_master_waits_too(table: Table) -> None:
    await horror(table)
    said = await table.slash(
        table.mdt, "jet sauvegarde", contre="paralysie", modificateur=2, personnage="Fafhrd"
    )
    assert "⏳ Fafhrd — sauvegarde : pétrification, paralysie" in said.text.replace("*", "")
    thrown = await table.press(table.player, said, THROW, faces=(19,))
    assert "19 + 2 (situation) = 21" in thrown.text.replace("*", "")
    secret = await table.slash(
        table.mdt, "jet sauvegarde", contre="mort", personnage="Fafhrd", secret=True, faces=(19,)
    )
    assert "✅" in secret


async def test_without_the_setting_nothing_waits(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "jet sauvegarde", contre="mort", personnage="Fafhrd", faces=(19,))
    assert "✅" in said


# --- a group --------------------------------------------------------------------------------------------


async def test_a_group_has_a_button_a_player_and_one_for_the_absent(table: Table) -> None:
    said = await group(table)
    words = said.text.replace("*", "")
    assert f"<@{table.player.id}> <@{table.other.id}>, à vous !" in words
    assert "⏳ Fafhrd · 1d20, il faut 10 ou plus (55 %)" in words
    assert list(said.buttons) == [FAFHRD, MOUSER, ABSENT]
    first, second = await acts(table)
    assert first.group_id == second.group_id == first.interaction_id


async def test_as_many_as_a_message_holds_have_their_button(table: Table) -> None:
    for number in range(30):
        await table.seat(warrior(name=f"H{number}", player_id=500 + number))
    await on(table)
    said = await table.slash(table.mdt, "horreur groupe", situation="horrible")
    assert len(said.buttons) == 24
    assert len(said.pressable) == 25
    assert ABSENT in said.buttons


async def test_each_throws_without_disturbing_the_others(table: Table) -> None:
    said = await group(table)
    refused = await table.press(table.player, said, MOUSER)
    assert refused.private
    thrown = await table.press(table.player, said, FAFHRD, faces=PANIC)
    assert "Fafhrd" in thrown
    assert list(table.again(said).buttons) == [MOUSER, ABSENT]
    await table.press(table.other, said, MOUSER, faces=(19,))
    assert table.again(said).buttons == {}, "nobody is absent any more"
    assert await madness(table) == [1, 0]


async def test_the_game_master_throws_for_those_who_remain(table: Table) -> None:
    said = await group(table)
    refused = await table.press(table.player, said, ABSENT)
    assert refused.private
    assert "Réservé au MdT" in refused
    await table.press(table.player, said, FAFHRD, faces=(19,))
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    thrown = await table.press(table.mdt, said, ABSENT, faces=PANIC)
    assert "Souricier Gris" in thrown
    assert "Fafhrd" not in thrown
    assert await madness(table) == [0, 1]
    assert table.again(said).buttons == {}
    nobody = await table.press(table.mdt, said, ABSENT)
    assert nobody.private
    assert "Plus personne" in nobody


async def test_the_absent_are_an_act_each_and_a_dead_one_stops_nobody(table: Table) -> None:
    said = await group(table)
    await dies(table)
    thrown = await table.press(table.mdt, said, ABSENT, faces=PANIC)
    assert "Fafhrd : est mort." in thrown.text.replace("*", "")
    assert list(table.again(said).buttons) == [FAFHRD, ABSENT]
    answer = (await acts(table))[-1]
    assert answer.relation == journal.ANSWERS
    assert answer.group_id == answer.interaction_id


async def test_one_erased_stops_nobody_and_is_waited_for_no_more(table: Table) -> None:
    said = await group(table)
    asked = await table.slash(table.player, "donnees effacer", personnages=True)
    sure = await table.press(table.player, asked, f"Effacer mes traces et 1{NBSP}personnage")
    await table.press(table.player, sure, "Oui, effacer pour toujours")
    assert "il a été effacé" in await table.press(table.mdt, said, FAFHRD)
    thrown = await table.press(table.mdt, said, ABSENT, faces=(19,))
    assert "Souricier Gris" in thrown
    assert table.again(said).buttons == {}


@pytest.mark.parametrize("button", ["lancer:999", "absents:999"])
async def test_a_button_of_nothing_is_refused(table: Table, button: str) -> None:
    said = await group(table)
    assert said.message is not None
    stored = table.env.backend.get_message(table.channel.id, said.message.id)
    stored.components[0]["components"][0]["custom_id"] = button
    await table.mdt.click(said.message, custom_id=button)
    assert len(await acts(table)) == 2
