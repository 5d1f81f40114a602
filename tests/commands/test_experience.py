"""`/personnage px`, played (CLA-4, CLA-6)."""

from typing import Any

from bot.storage import past
from rules.character import ClassTrack
from rules.growth import ExperienceAct
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Table

THIRD = (ClassTrack("guerrier", 8_000, (8, 5, 5)),)


async def test_a_level_is_announced_with_its_die_and_all_that_it_changes(table: Table) -> None:
    await table.seat(warrior(classes=THIRD, wounds=3), table.player)
    said = await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Fafhrd", faces=(7,))
    words = said.text.replace("*", "")
    assert "Fafhrd gagne 1 000 PX" in words
    assert "Guerrier 8 000 → 9 100 PX (+10 %)" in words
    assert "Guerrier 3 → 4 · 🎲 d8 : 7, CON +1 par dé" in words
    assert "PV maximum 21 → 29 · PV 18/21 → 26/29" in words
    assert "souffles 15 → 13 · poison, mort 12 → 10" in words
    assert "Attaque +1 → +2" in words
    assert not said.private
    assert (await table.character("Fafhrd")).level == 4


async def test_classes_share_a_gain(table: Table) -> None:
    two = (ClassTrack("guerrier", 0, (8,)), ClassTrack("voleur", 0, (4,)))
    await table.seat(warrior(classes=two, scores=(16, 15, 12, 10, 9, 13)), table.player)
    said = await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Fafhrd")
    words = said.text.replace("*", "")
    assert "Guerrier 0 → 550 PX (+10 %)" in words
    assert "Voleur 0 → 525 PX (+5 %)" in words


async def test_a_magician_is_told_what_its_cap_loses(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Ahriman", faces=(3,))
    words = said.text.replace("*", "")
    assert "20 000 → 20 001 PX (+5 %) · plafond : 1 049 PX perdus" in words
    assert "Sorts préparés 2/2 → 2/2/1" in words
    again = await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Ahriman")
    assert again.private
    assert "plafond" in again


async def test_among_others_what_does_not_move_has_no_arrow(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Ahriman", faces=(3,))
    await table.seat(warrior(), table.other)
    said = await table.slash(table.mdt, "personnage px", gain=100, tous=True)
    assert "Magicien noir 20 001 PX (+5 %) · plafond : 105 PX perdus" in said.text.replace("*", "")


async def test_all_grow_in_one_message_and_one_act(table: Table) -> None:
    await table.seat(warrior(classes=THIRD), table.player)
    await table.seat(thief(), table.other)
    await table.seat(black_magician(active=False), table.player)
    await table.seat(monster())
    said = await table.slash(table.mdt, "personnage px", gain=1_000, tous=True, faces=(7, 2))
    words = said.text.replace("*", "")
    assert "1 000 PX pour chacun" in words
    assert "Fafhrd — Guerrier 8 000 → 9 100 PX" in words
    assert "Souricier Gris — Voleur 20 000 → 21 100 PX (+10 %)" in words
    assert "Ahriman" not in words
    assert (await table.character("Ahriman")).classes[0].experience == 20_000
    async with table.bot.database.reading() as connection:
        entries = await past.recent(connection, table.guild.id, 5)
    (act,) = [entry.act for entry in entries]
    assert isinstance(act, ExperienceAct)
    assert len(act.changes) == 2


async def test_experience_taken_back_lowers_what_it_raised_and_dice_are_not_fished(table: Table) -> None:
    start = await table.seat(warrior(classes=THIRD), table.player)
    await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Fafhrd", faces=(1,))
    back = await table.slash(table.mdt, "personnage px", gain=-1_000, personnage="Fafhrd")
    words = back.text.replace("*", "")
    assert "Fafhrd perd 1 000 PX" in words
    assert "Guerrier 4 → 3" in words
    assert "PV maximum 23 → 21" in words
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.level, fafhrd.max_hit_points) == (start.level, start.max_hit_points)
    again = await table.slash(table.mdt, "personnage px", gain=1_000, personnage="Fafhrd")
    assert "déjà lancé, d8 : 1" in again


async def test_a_player_gives_no_experience(table: Table) -> None:
    before = await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "personnage px", gain=1_000, personnage="Fafhrd")
    assert said.private
    assert await table.character("Fafhrd") == before


async def test_one_or_all_must_be_said(table: Table) -> None:
    await table.seat(warrior(), table.player)
    both: dict[str, Any] = {"personnage": "Fafhrd", "tous": True}
    for options in ({}, both):
        said = await table.slash(table.mdt, "personnage px", gain=10, **options)
        assert said.private
        assert "`personnage`, ou `tous`" in said


async def test_a_full_table_still_fits_a_message(table: Table) -> None:
    two = (ClassTrack("guerrier", 0, (8,)), ClassTrack("voleur", 0, (4,)))
    for number in range(30):
        hero = warrior(name=f"Héros au nom plutôt long numéro {number}", classes=two)
        await table.seat(hero, table.guild.add_member(table.env.create_user(f"joueur{number}")))
    said = await table.slash(table.mdt, "personnage px", gain=5_000, tous=True, faces=(5, 2) * 30)
    assert len(said.text) < 4_200
    assert "autres" in said


async def test_an_npcs_growth_is_for_the_game_master(table: Table) -> None:
    await table.seat(warrior(npc=True, active=False, player_id=None, classes=THIRD))
    assert (await table.slash(table.mdt, "personnage px", gain=10, personnage="Fafhrd")).private


async def experience(table: Table, name: str) -> tuple[int, ...]:
    return tuple(track.experience for track in (await table.character(name)).classes)


async def test_the_last_gain_taken_back_takes_what_it_had_raised_and_no_more(table: Table) -> None:
    """CLA-4: a capped magician had kept one point of it."""
    await table.seat(black_magician(), table.player)
    await table.seat(warrior(classes=THIRD), table.other)
    back: dict[str, Any] = {"gain": -1_000, "personnage": "Ahriman"}
    await table.slash(table.mdt, "personnage px", gain=1_000, tous=True, faces=(3, 7))
    assert await experience(table, "Ahriman") == (20_001,)
    await table.slash(table.mdt, "personnage px", **back)
    assert await experience(table, "Ahriman") == (20_000,)
    assert await experience(table, "Fafhrd") == (9_100,)
    await table.slash(table.mdt, "personnage px", **back)
    assert await experience(table, "Ahriman") == (18_950,), "the gain is no longer there: taken as typed"
    await table.slash(table.mdt, "personnage px", gain=-500, personnage="Fafhrd")
    assert await experience(table, "Fafhrd") == (8_550,), "not the last gain: taken as typed"


async def test_a_gain_taken_back_from_all_leaves_each_where_it_was(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.seat(warrior(classes=THIRD), table.other)
    await table.slash(table.mdt, "personnage px", gain=1_000, tous=True, faces=(3, 7))
    await table.slash(table.mdt, "personnage px", gain=-1_000, tous=True)
    assert await experience(table, "Ahriman") == (20_000,)
    assert await experience(table, "Fafhrd") == (8_000,)


async def test_a_capped_magician_gives_nothing_back_of_what_it_did_not_keep(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.seat(warrior(classes=THIRD), table.other)
    await table.slash(table.mdt, "personnage px", gain=1_000, tous=True, faces=(3, 7))
    await table.slash(table.mdt, "personnage px", gain=700, tous=True)
    said = await table.slash(table.mdt, "personnage px", gain=-700, personnage="Ahriman")
    assert said.private
    assert "n’avait rien gardé de ce gain" in said
    assert await experience(table, "Ahriman") == (20_001,)
