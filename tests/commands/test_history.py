"""`/journal voir`: newest first, by pages that nothing shifts, secrets for the game master alone."""

from dataclasses import replace
from typing import Any

import simcord
from discord import SelectOption

from bot.client import Bot
from bot.screens.history import evenings
from bot.storage.past import Entry
from rules.bandage import KitAct
from tests.characters import monster, thief, warrior
from tests.commands.table import NBSP, Said, Table
from tests.storage import play

NEWER, OLDER = "◀ Plus récent", "Plus ancien ▶"


async def roll(table: Table, *faces: int) -> None:
    """Fritz throws ability checks."""
    for face in faces:
        await table.slash(table.player, "jet caracteristique", carac="for", faces=(face,))


async def journal(table: Table, who: simcord.MemberActor | None = None, **options: Any) -> Said:
    return await table.slash(who or table.player, "journal voir", **options)


async def turn(table: Table, said: Said, label: str, who: simcord.MemberActor | None = None) -> Said:
    """The same message, once a page is turned."""
    await table.press(who or table.player, said, label)
    return table.again(said)


def acts(said: Said) -> list[str]:
    """The lines of the acts, without bold."""
    return [line.replace("*", "") for line in said.text.splitlines() if " · <t:" in line]


def numbers(said: Said) -> list[int]:
    return [int(line.removeprefix("↳ ").split(" ")[0]) for line in acts(said)]


async def test_an_act_is_told_in_a_line_the_newest_first(table: Table) -> None:
    await table.seat(warrior(madness=2), table.player)
    await roll(table, 3)
    await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=(5, 4, 2))
    said = await journal(table)
    assert not said.private
    first, second = acts(said)
    assert first.startswith("2 · <t:")
    assert first.endswith(":t> · Fafhrd — horreur insoutenable : échec, panique, folie 2 → 5")
    assert second.endswith("Fafhrd — jet de FOR : réussite")


async def test_pages_turn_in_the_same_message_and_new_acts_do_not_shift_them(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1, 2, 3, 4, 5)
    said = await journal(table, nombre=2)
    assert numbers(said) == [5, 4]
    assert NEWER not in said.pressable
    await roll(table, 6)
    older = await turn(table, said, OLDER, table.other)
    assert numbers(older) == [3, 2]
    oldest = await turn(table, older, OLDER)
    assert numbers(oldest) == [1]
    assert OLDER not in oldest.pressable
    assert numbers(await turn(table, oldest, NEWER)) == [3, 2]


async def test_a_short_journal_has_no_button_but_the_menu(table: Table) -> None:
    await table.seat(warrior(), table.player)
    assert "Rien n’est écrit ici" in await journal(table)
    await roll(table, 1)
    said = await journal(table)
    assert not said.pressable
    assert list(said.choices) == [f"1 · Fafhrd — jet de FOR{NBSP}: réussite"]


async def test_an_entry_is_explained_in_private_from_the_menu(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 3, 4)
    said = await journal(table)
    told = await table.pick(table.other, said, f"1 · Fafhrd — jet de FOR{NBSP}: réussite")
    assert told.private
    assert "1d20 : 3" in told.text.replace("*", "")


async def test_a_character_s_journal_keeps_its_filter_from_page_to_page(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    await roll(table, 1)
    await table.slash(table.other, "jet caracteristique", carac="for", faces=(1,))
    await roll(table, 2)
    await table.slash(table.mdt, "personnage px", gain=10, tous=True, faces=(1,))
    said = await journal(table, personnage="Fafhrd", nombre=2)
    assert "Journal de Fafhrd" in said
    assert numbers(said) == [4, 3]
    assert numbers(await turn(table, said, OLDER)) == [1]


async def test_secrets_and_npcs_are_shown_to_the_game_master_in_private(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(name="Rat géant"))
    await roll(table, 1)
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(20,))
    await table.slash(table.mdt, "sante blesser", personnage="Rat géant", pv=3)
    await table.slash(table.mdt, "personnage pnj", nom="Ogre", pv=9)
    assert numbers(await journal(table)) == [1]
    said = await journal(table, table.mdt, nombre=3)
    assert said.private
    assert numbers(said) == [4, 3, 2]
    assert "🔒 Fafhrd — horreur horrible" in acts(said)[2]
    assert "Pour le MdT seul" in said
    refused = await journal(table, personnage="Rat géant")
    assert "Réservé au MdT" in refused
    assert numbers(await journal(table, table.mdt, personnage="Rat géant")) == [3]


async def test_the_game_master_who_turns_the_table_s_page_shows_no_secret(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1)
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(20,))
    await roll(table, 2, 3)
    said = await journal(table, nombre=2)
    assert numbers(await turn(table, said, OLDER, table.mdt)) == [1]


async def test_the_game_master_s_page_is_no_longer_turned_by_who_is_not(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1, 2, 3)
    said = await journal(table, table.mdt, nombre=1)
    role = table.guild.create_role("Nouveau")
    await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=role)
    assert "Réservé au MdT" in await table.press(table.mdt, said, OLDER)


async def test_pages_and_menu_work_after_a_restart(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1, 2, 3)
    said = await journal(table, nombre=1)
    old = table.bot
    table.bot = Bot(old.database, dice=table.dice)
    await table.env.restart_bot(table.bot)
    assert numbers(await turn(table, said, OLDER)) == [2]
    assert "1d20" in await table.pick(table.player, said, f"3 · Fafhrd — jet de FOR{NBSP}: réussite")
    old.calculator.close()
    table.bot.calculator.close()


async def test_what_no_longer_stands_is_struck(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(20,))
    await table.press(table.player, said, "Destin héroïque", faces=(2,))
    reroll, first = acts(await journal(table))
    assert "~~Fafhrd — jet de FOR : échec~~" in first
    assert reroll.endswith("Fafhrd — destin héroïque, jet de FOR : réussite")


async def test_the_acts_of_one_gesture_stay_together(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1, 2, 3)
    async with table.bot.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE acts SET group_id = 7 WHERE id < 3")
    third, second, first = acts(await journal(table))
    assert not third.startswith("↳")
    assert not second.startswith("↳")
    assert first.startswith("↳ 1 ·")


async def test_twenty_five_acts_of_long_and_strange_names_hold_in_a_page(table: Table) -> None:
    await table.seat(warrior(name="*_~`|>" * 10 + "[x]"), table.player)
    await roll(table, *[1] * 25)
    said = await journal(table, nombre=25)
    assert numbers(said) == list(range(25, 0, -1))
    assert len(said.menu.options) == 25
    assert all(isinstance(one, SelectOption) and len(one.label) <= 100 for one in said.menu.options)


async def test_another_server_has_its_own_journal(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1)
    async with table.bot.database.writing() as connection:
        await connection.exec_driver_sql("UPDATE acts SET guild_id = 1")
    assert "Rien n’est écrit ici" in await journal(table)


def test_an_evening_ends_where_the_table_was_long_silent() -> None:
    act = KitAct(before=0, after=1)
    base = Entry(1, 1, act, None, 0, "essai", False, None, None, None, True)
    hours = (50, 49, 44, 30, 29)
    entries = [replace(base, id=at, at=at * 3_600) for at in hours]
    assert [[entry.id for entry in evening] for evening in evenings(entries)] == [[50, 49, 44], [30, 29]]
    assert evenings([]) == []


async def test_looking_back_writes_nothing(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await roll(table, 1, 2)
    said = await journal(table, nombre=1)
    await turn(table, said, OLDER)
    assert await play.count(table.bot.database) == 2


async def test_what_is_struck_is_explained_and_only_then(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(19,))
    assert "Barré" not in await journal(table)
    await table.press(table.player, said, "Destin héroïque", faces=(3,))
    assert "Barré : annulé ou remplacé depuis." in await journal(table)
