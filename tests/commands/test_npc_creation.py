"""`/personnage pnj`, played (HER-2, HOR-5)."""

from typing import Any

import pytest

from bot.storage import characters, past
from bot.storage.past import Entry
from rules.npcs import NpcCreation
from tests.characters import warrior
from tests.commands.table import Table


async def everyone(table: Table) -> list[str]:
    """The names of all that is stored."""
    async with table.bot.database.reading() as connection:
        return [one.name for one in await characters.of_guild(connection, table.guild.id)]


async def last_entry(table: Table) -> Entry:
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    return entry


async def test_an_npc_throws_its_hit_points(table: Table) -> None:
    """HOR-5."""
    said = await table.slash(
        table.mdt, "personnage pnj", nom="Rat géant", dv=2, ca=13, degats="1d6", sag=4, faces=(3, 5)
    )
    words = said.text.replace("*", "")
    assert "PNJ · 2 DV" in words
    assert "CA 6 [13] · dommages 1d6" in words
    assert "PV 8 ← 2d8 [3, 5]" in words
    rat = await table.character("Rat géant")
    assert (rat.npc, rat.player_id, rat.max_hit_points, rat.wisdom, rat.heroism) == (True, None, 8, 4, 0)
    entry = await last_entry(table)
    assert entry.act.character_id == rat.id


async def test_a_major_npc_has_its_heroism(table: Table) -> None:
    """HER-2."""
    said = await table.slash(
        table.mdt,
        "personnage pnj",
        nom="Sheelba",
        majeur=True,
        classe="magicien noir",
        niveau=7,
        faces=(4, *[2] * 6),
    )
    assert "✨ **4** ← 1d6 [4]" in said
    sheelba = await table.character("Sheelba")
    assert (sheelba.heroism, sheelba.level, sheelba.major) == (4, 7, True)


async def test_several_npcs_are_numbered_and_journalled_as_one_act(table: Table) -> None:
    await table.slash(table.mdt, "personnage pnj", nom="Rat 2", faces=(1,))
    said = await table.slash(table.mdt, "personnage pnj", nom="Rat", nombre=3, faces=(1, 2, 3))
    assert "3 nouveaux PNJ" in said
    assert await everyone(table) == ["Rat 1", "Rat 2", "Rat 3", "Rat 4"]
    entry = await last_entry(table)
    assert isinstance(entry.act, NpcCreation)
    assert [npc.character.name for npc in entry.act.npcs] == ["Rat 1", "Rat 3", "Rat 4"]
    assert all(npc.character.id for npc in entry.act.npcs)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"classe": "ninja"}, "« ninja » n’existe pas"),
        ({"classe": "voleur", "dv": 2}, "donnez `niveau` plutôt que `dv`"),
        ({"niveau": 2}, "donnez `dv` plutôt que `niveau`"),
        ({"degats": "gros"}, "Formule de dés incomprise"),
    ],
)
async def test_a_refused_npc_leaves_nothing(table: Table, options: dict[str, Any], words: str) -> None:
    said = await table.slash(table.mdt, "personnage pnj", nom="Rat", **options)
    assert said.private
    assert words in said
    assert await everyone(table) == []


async def test_npcs_are_the_game_masters(table: Table) -> None:
    said = await table.slash(table.player, "personnage pnj", nom="Rat")
    assert said.private
    assert "Réservé au MdT" in said
    assert await everyone(table) == []


async def test_a_name_taken_among_npcs_is_refused(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "personnage pnj", nom="fafhrd", faces=(1,))
    assert said.private
    assert "déjà pris" in said


async def test_twenty_npcs_of_many_dice_fit_in_one_message(table: Table) -> None:
    name = "*" * 60
    said = await table.slash(table.mdt, "personnage pnj", nom=name, nombre=20, dv=99, faces=(8,) * 99 * 20)
    assert said.private
    assert "… et" in said
    assert len(await everyone(table)) == 20


async def test_what_a_monster_has_left_is_the_game_masters_secret(table: Table) -> None:
    created = await table.slash(table.mdt, "personnage pnj", nom="Rat géant", dv=2, pv=9)
    assert created.private
    refused = await table.slash(table.player, "personnage fiche", personnage="Rat géant")
    assert refused.private
    assert "Réservé au MdT" in refused
    sheet = await table.slash(table.mdt, "personnage fiche", personnage="Rat géant")
    assert sheet.private
    assert "9" in sheet
    listed = await table.slash(table.player, "personnage liste")
    assert "Rat géant" in listed
    assert "9/9" not in listed
