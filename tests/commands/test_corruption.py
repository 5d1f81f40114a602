"""`/corruption`, played (COR)."""

from rules.abilities import Ability
from rules.character import ElementKind
from tests.characters import black_magician, warrior
from tests.commands.table import Table


async def test_a_success_shows_die_and_modifiers(table: Table) -> None:
    before = await table.seat(black_magician(), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="apprentissage", faces=(13,))
    words = said.text.replace("*", "")
    assert "13 + 2 (niveau du sort) = 15, il fallait 15 ou moins → ✅ Réussite" in words
    assert await table.character("Ahriman") == before


async def test_a_failure_at_the_edge_reaches_a_stage(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(14, 14))
    words = said.text.replace("*", "")
    assert "Corruption 9 → 10" in words
    assert "Palier 1" in words
    ahriman = await table.character("Ahriman")
    assert ahriman.corruption == 10
    assert ahriman.score(Ability.STRENGTH) == 7, "alteration 14: FOR −2"


async def test_the_stages_malus_weighs_on_the_check(table: Table) -> None:
    await table.seat(black_magician(corruption=20, stages_suffered=2), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=3, occasion="incantation", faces=(11,))
    assert "11 + 3 (niveau du sort) + 1 (palier 2) = 15" in said.text.replace("*", "")


async def test_only_a_black_magician_is_corrupted(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation")
    assert said.private
    assert "n’est pas magicien noir" in said


async def test_a_spell_of_level_one_asks_for_no_check(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=1, occasion="incantation")
    assert said.private


async def test_falling_wisdom_makes_folie_rolls_due_behind_a_button(table: Table) -> None:
    """FOL-2: SAG 8 → 7 at stage 3 with 14 points: one roll due."""
    await table.seat(black_magician(corruption=29, stages_suffered=2, madness=14), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 1))
    words = said.text.replace("*", "")
    assert "SAG 8 → 7" in words
    assert "1 jet de Folie en attente du MdT" in words
    assert not list((await table.character("Ahriman")).of_kind(ElementKind.TROUBLE))
    refused = await table.press(table.player, said, "Lancer les jets de Folie")
    assert refused.private
    thrown = await table.press(table.mdt, said, "Lancer les jets de Folie", faces=(5,))
    assert "Amnésie" in thrown
    again = await table.press(table.mdt, said, "Lancer les jets de Folie")
    assert again.private


async def test_wisdom_at_zero_consumes_and_destiny_may_undo_that_very_roll(table: Table) -> None:
    """COR-5, HER-5: out of the player's hands, but for the reroll of the fatal check."""
    await table.seat(black_magician(corruption=29, stages_suffered=2, wisdom_lost=7), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 1))
    assert "Consumé" in said
    assert (await table.character("Ahriman")).consumed
    refused = await table.slash(table.player, "sante soigner", pv=1)
    assert refused.private
    saved = await table.press(table.player, said, "Destin héroïque", faces=(2,))
    assert not saved.private, saved.text
    ahriman = await table.character("Ahriman")
    assert not ahriman.consumed
    assert (ahriman.corruption, ahriman.wisdom, ahriman.stages_suffered) == (29, 1, 2)
    assert not list(ahriman.of_kind(ElementKind.ALTERATION))


async def test_a_consumed_character_leaves_room_for_another(table: Table) -> None:
    await table.seat(black_magician(corruption=29, stages_suffered=2, wisdom_lost=7), table.player)
    await table.seat(warrior(active=False), table.player)
    await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 1))
    none = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert none.private
    await table.slash(table.player, "personnage activer", personnage="Fafhrd")
    spent = await table.slash(table.player, "heroism spend coup-de-maitre")
    assert "Fafhrd" in spent


async def test_the_game_master_gives_points_stages_included(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.mdt, "corruption regler", personnage="Ahriman", points=12, faces=(2, 2, 3))
    words = said.text.replace("*", "")
    assert "Corruption 9 → 21" in words
    assert "Palier 1" in words
    assert "Palier 2" in words
    assert "après 2 déjà subi" in words
    back = await table.slash(table.mdt, "corruption regler", personnage="Ahriman", points=-15)
    assert "21 → 6" in back.text.replace("*", "")
    ahriman = await table.character("Ahriman")
    assert len(list(ahriman.of_kind(ElementKind.ALTERATION))) == 2, "a fall gives nothing back (COR-3)"
    again = await table.slash(table.mdt, "corruption regler", personnage="Ahriman", points=15)
    assert "Palier" not in again.text, "a stage already suffered does not strike twice"


async def test_a_player_does_not_adjust_corruption(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.player, "corruption regler", personnage="Ahriman", points=-9)
    assert said.private
    assert (await table.character("Ahriman")).corruption == 9


async def test_the_state_shows_stage_and_malus(table: Table) -> None:
    await table.seat(black_magician(corruption=25, stages_suffered=2), table.player)
    said = await table.slash(table.player, "corruption etat")
    words = said.text.replace("*", "")
    assert "25 points · palier 2 · malus 1" in words
    assert "Prochain palier : 30" in words


async def test_the_game_master_undoes_a_consumption_by_giving_wisdom_back(table: Table) -> None:
    """COR-5: « le MdT peut l’annuler »; and SAG set to 0 consumes."""
    await table.seat(black_magician(), table.player)
    gone = await table.slash(table.mdt, "personnage regler", personnage="Ahriman", champ="sag", valeur=0)
    assert "Consumé" in gone
    refused = await table.slash(table.player, "sante blesser", pv=1, personnage="Ahriman")
    assert refused.private
    assert "est consumé" in refused, "not « ce n’est pas votre personnage »"
    back = await table.slash(table.mdt, "personnage regler", personnage="Ahriman", champ="sag", valeur=8)
    assert "Fin : consumé" in back
    assert not (await table.slash(table.player, "sante blesser", pv=1)).private


async def test_a_stage_consumes_one_whose_wisdom_is_already_gone(table: Table) -> None:
    await table.seat(black_magician(corruption=29, stages_suffered=2, wisdom_lost=8, heroism=0), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 1))
    assert "Consumé" in said
