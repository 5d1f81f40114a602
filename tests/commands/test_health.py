"""`/sante`, played (SAN)."""

from rules.character import State
from tests.characters import monster, warrior
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


# An NPC’s figures are the game master’s secret.


async def test_the_wounds_of_an_npc_are_told_without_figures(table: Table) -> None:
    await table.seat(monster(npc=True, fixed_hit_points=57))
    looks = []
    for points in (1, 20, 15, 15, 6):
        said = await table.slash(table.mdt, "sante blesser", pv=points, personnage="Rat géant")
        assert not said.private
        assert "57" not in said
        assert "/ " not in said.text.replace("/ 33", "")
        looks.append(said.text.splitlines()[1].replace("*", ""))
    assert looks == [
        "Indemne → à peine touché",
        "À peine touché → blessé",
        "Blessé → mal en point",
        "Mal en point → à bout de forces",
        "À bout de forces → à terre",
    ]
    assert "Mourant" in said
    saved = await table.slash(table.mdt, "sante mort", personnage="Rat géant", faces=(20,))
    assert "PV" not in saved
    healed = await table.slash(table.mdt, "sante soigner", pv=2, personnage="Rat géant")
    assert "57" not in healed
    assert "57" in await table.slash(table.mdt, "personnage fiche", personnage="Rat géant")


async def test_the_heroism_of_an_npc_tells_no_figure_either(table: Table) -> None:
    await table.seat(monster(major=True, heroism=2, fixed_hit_points=57, wounds=41))
    wind = await table.slash(table.mdt, "heroism spend second-souffle", personnage="Rat géant", faces=(8,))
    assert "mal en point" in wind
    assert "57" not in wind
    await table.slash(table.mdt, "sante blesser", pv=60, personnage="Rat géant")
    saved = await table.slash(table.mdt, "heroism spend eviter-la-mort", personnage="Rat géant")
    assert "nconscient, stabilisé" in saved
    assert "PV" not in saved


async def test_correcting_an_npc_is_told_to_the_game_master_alone(table: Table) -> None:
    await table.seat(monster(fixed_hit_points=57))
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Rat géant", champ="pv", valeur=5)
    assert said.private
    assert not (
        await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ="pv", valeur=5)
    ).private
