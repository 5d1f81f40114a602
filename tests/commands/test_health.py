"""`/sante`, played (SAN-3)."""

from rules.character import State
from tests.characters import warrior
from tests.commands.table import Table


async def test_wounds_show_old_and_new(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "sante blesser", pv=7)
    assert "PV 33 → 26 / 33" in said.text.replace("*", "")
    assert (await table.character("Fafhrd")).hit_points == 26


async def test_hit_points_stop_at_minus_ten_and_at_the_maximum(table: Table) -> None:
    await table.seat(warrior(), table.player)
    fallen = await table.slash(table.player, "sante blesser", pv=60)
    assert "PV 33 → −10" in fallen.text.replace("*", "")
    assert "Mourant" in fallen
    healed = await table.slash(table.player, "sante soigner", pv=100)
    assert "PV −10 → 33" in healed.text.replace("*", "")
    full = await table.slash(table.player, "sante soigner", pv=1)
    assert full.private


async def test_a_dying_character_saves_with_one_press(table: Table) -> None:
    await table.seat(warrior(), table.player)
    fallen = await table.slash(table.player, "sante blesser", pv=35)
    stranger = await table.press(table.other, fallen, "Sauvegarde contre la mort")
    assert stranger.private
    saved = await table.press(table.player, fallen, "Sauvegarde contre la mort", faces=(10,))
    assert "inconscient, stabilisé" in saved
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.hit_points, fafhrd.dying, fafhrd.has(State.UNCONSCIOUS)) == (0, False, True)
    again = await table.press(table.player, fallen, "Sauvegarde contre la mort")
    assert again.private


async def test_a_failed_save_kills_and_destiny_may_bring_back(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "sante blesser", pv=35)
    dead = await table.slash(table.player, "sante mort", faces=(9,))
    assert "Mort." in dead
    assert (await table.character("Fafhrd")).dead
    refused = await table.slash(table.player, "sante soigner", pv=5)
    assert refused.private
    back = await table.press(table.player, dead, "Destin héroïque", faces=(15,))
    assert "✅" in back.text
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.dead, fafhrd.hit_points, fafhrd.heroism) == (False, 0, 1)


async def test_a_wound_at_zero_makes_dying_again(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "sante blesser", pv=33)
    await table.slash(table.player, "sante mort", faces=(20,))
    said = await table.slash(table.player, "sante blesser", pv=1)
    assert "Mourant" in said
    assert (await table.character("Fafhrd")).dying


async def test_one_who_is_not_dying_does_not_save(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "sante mort")
    assert said.private
    assert "n’est pas mourant" in said


async def test_a_stranger_wounds_nobody_and_the_game_master_may(table: Table) -> None:
    await table.seat(warrior(), table.player)
    refused = await table.slash(table.other, "sante blesser", pv=3, personnage="Fafhrd")
    assert refused.private
    assert "n’est pas votre personnage" in refused
    await table.slash(table.mdt, "sante blesser", pv=3, personnage="Fafhrd")
    assert (await table.character("Fafhrd")).hit_points == 30
