"""`/horreur`, played (HOR, FOL)."""

import pytest

from bot.client import Bot
from rules.character import Character, ElementKind, State
from tests.characters import monster, thief, warrior
from tests.commands.table import Table

FAILED_SAVE, PARALYSIS, FOUR_ROUNDS, THREE_POINTS = 5, 1, 4, 2


def troubles(character: Character) -> list[str]:
    return [element.text for element in character.of_kind(ElementKind.TROUBLE)]


async def test_a_failure_says_everything_in_one_public_message(table: Table) -> None:
    await table.seat(warrior(madness=8), table.player)
    said = await table.slash(
        table.mdt,
        "horreur insoutenable",
        joueur=table.player,
        faces=(FAILED_SAVE, PARALYSIS, FOUR_ROUNDS, THREE_POINTS, 7),
    )
    assert not said.private
    words = said.text.replace("*", "")
    assert "🎲 5 − 2 (situation insoutenable) = 3, il fallait 10 ou plus → ❌ Échec" in words
    assert "Paralysie, 4 rounds (1d10 : 1)" in words
    assert "Folie 8 → 11 / SAG 9 (1d4 : 2 + 1)" in words
    assert "Trouble : Paranoïa aiguë (1d10 : 7)" in words
    fafhrd = await table.character("Fafhrd")
    assert fafhrd.madness == 11
    assert fafhrd.has(State.PARALYSED, clock=39)
    assert not fafhrd.has(State.PARALYSED, clock=40)
    assert troubles(fafhrd) == ["Paranoïa aiguë"]


async def test_a_success_changes_nothing(table: Table) -> None:
    before = await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(10,))
    assert "✅ Réussite" in said.text.replace("*", "")
    assert await table.character("Fafhrd") == before


async def test_each_modifier_is_named(table: Table) -> None:
    await table.seat(thief(), table.player)
    said = await table.slash(
        table.mdt,
        "horreur insoutenable",
        joueur=table.player,
        modificateur=-4,
        ajustement=2,
        faces=(13,),
    )
    words = said.text.replace("*", "")
    assert "13 + 1 (Lankhmarien) − 4 (situation insoutenable) + 2 (ajustement du MdT) = 12" in words
    assert "✅" in words


async def test_secret_is_for_the_game_master_alone_and_is_not_rerolled(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 4, 2))
    assert said.private
    assert "Destin héroïque" not in said.buttons
    refused = await table.slash(table.player, "heroism spend destin-heroique", faces=(12,))
    assert "1d20 : 12" in refused.text.replace("*", ""), "no public roll is followed: a bare d20"


async def test_a_player_without_a_character_is_told_what_to_do(table: Table) -> None:
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.other)
    assert said.private
    assert "/personnage creer" in said


async def test_a_player_cannot_frighten_anybody(table: Table) -> None:
    before = await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "horreur horrible", joueur=table.player)
    assert said.private
    assert "Réservé au MdT" in said
    assert await table.character("Fafhrd") == before


async def test_the_named_character_is_taken_over_the_active_one(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(active=False), table.player)
    said = await table.slash(
        table.mdt, "horreur horrible", joueur=table.player, personnage="souricier gris", faces=(20,)
    )
    assert "Souricier Gris" in said


async def test_a_monster_saves_by_its_hit_dice_and_has_no_madness(table: Table) -> None:
    await table.seat(monster())
    said = await table.slash(
        table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", secret=True, faces=(11, 4)
    )
    words = said.text.replace("*", "")
    assert "il fallait 12 ou plus" in words
    assert "la folie n’est pas comptée" in words


async def test_a_modifier_out_of_its_range_is_refused(table: Table) -> None:
    await table.seat(monster())
    said = await table.slash(
        table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", modificateur=-4
    )
    assert said.private
    assert "de −1 à +1" in said


async def test_the_end_of_an_effect_is_the_game_masters_button(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 4, 1))
    refused = await table.press(table.player, said, "Fin de l’effet")
    assert refused.private
    assert (await table.character("Fafhrd")).has(State.PANICKED)
    ended = await table.press(table.mdt, said, "Fin de l’effet")
    assert not ended.private
    assert not (await table.character("Fafhrd")).has(State.PANICKED)
    assert (await table.character("Fafhrd")).madness == 1


async def test_points_taken_back_offer_the_trouble_for_removal(table: Table) -> None:
    await table.seat(warrior(), table.player)
    given = await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=9, faces=(1,))
    assert "Phobie grave" in given
    taken = await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=-4)
    assert "Folie 9 → 5" in taken.text.replace("*", "")
    assert troubles(await table.character("Fafhrd")) == ["Phobie grave"]
    refused = await table.press(table.player, taken, "Retirer : Phobie grave")
    assert refused.private
    await table.press(table.mdt, taken, "Retirer : Phobie grave")
    assert troubles(await table.character("Fafhrd")) == []


async def test_points_stop_at_zero(table: Table) -> None:
    await table.seat(warrior(madness=2), table.player)
    said = await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=-5)
    assert "Folie 2 → 0" in said.text.replace("*", "")
    again = await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=-5)
    assert again.private


async def test_troubles_are_added_made_precise_and_removed(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "horreur trouble ajouter", personnage="Fafhrd", trouble=1, texte="les rats")
    assert troubles(await table.character("Fafhrd")) == ["Phobie grave : les rats"]
    twice = await table.slash(table.mdt, "horreur trouble ajouter", personnage="Fafhrd", trouble=1)
    assert twice.private
    choices = await table.complete(
        table.mdt, "horreur trouble preciser", "trouble", "phobie", personnage="Fafhrd"
    )
    await table.slash(
        table.mdt,
        "horreur trouble preciser",
        personnage="Fafhrd",
        trouble=choices[0]["value"],
        texte="les araignées",
    )
    assert troubles(await table.character("Fafhrd")) == ["Phobie grave : les araignées"]
    await table.slash(table.mdt, "horreur trouble retirer", personnage="Fafhrd", trouble="phobie")
    assert troubles(await table.character("Fafhrd")) == []


@pytest.mark.parametrize("restart", [False, True])
async def test_owed_rolls_wait_for_the_game_master(table: Table, restart: bool) -> None:
    """FOL-2: SAG 10 → 9 with 18 points makes one roll due; nothing is thrown until a button is pressed."""
    await table.seat(thief(madness=18, classes=warrior().classes), table.player)
    await table.slash(table.mdt, "personnage regler", personnage="Souricier Gris", champ="sag", valeur=9)
    asked = await table.slash(table.mdt, "horreur jets", personnage="Souricier Gris")
    assert asked.private
    assert "1 jet de Folie" in asked
    if restart:
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    thrown = await table.press(table.mdt, asked, "Lancer les jets de Folie", faces=(10,))
    assert "Sautes d’humeur" in thrown
    none = await table.slash(table.mdt, "horreur jets", personnage="Souricier Gris")
    assert "aucun jet de Folie en attente" in none


async def test_owed_rolls_may_be_given_up(table: Table) -> None:
    await table.seat(thief(madness=18), table.player)
    await table.slash(table.mdt, "personnage regler", personnage="Souricier Gris", champ="sag", valeur=9)
    asked = await table.slash(table.mdt, "horreur jets", personnage="Souricier Gris")
    given_up = await table.press(table.mdt, asked, "Y renoncer")
    assert "renonce à 1 jet" in given_up
    mouser = await table.character("Souricier Gris")
    assert troubles(mouser) == []
    assert not list(mouser.of_kind(ElementKind.MADNESS_DUE))


async def test_the_state_shows_the_next_threshold(table: Table) -> None:
    await table.seat(warrior(madness=11), table.player)
    said = await table.slash(table.player, "horreur etat")
    assert "11 / SAG 9 · prochain seuil : 18" in said.text.replace("*", "")


async def test_a_secret_stays_secret_to_its_end(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "combat ouvrir")
    secret = await table.slash(
        table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 1, 1, 1)
    )
    assert "Paralysie" in secret
    assert "Paralysie" not in await table.slash(table.player, "personnage fiche")
    assert "Paralysie" not in await table.slash(table.player, "horreur etat")
    assert "Paralysie" not in await table.slash(table.mdt, "combat round")
    calmed = await table.slash(
        table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 4, 1)
    )
    ended = await table.press(table.mdt, calmed, "Fin de l’effet")
    assert ended.private


async def test_an_effect_already_over_is_not_ended_again_and_may_still_be_rerolled(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "combat ouvrir")
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 1, 1, 2))
    await table.slash(table.mdt, "combat round")
    over = await table.press(table.mdt, said, "Fin de l’effet")
    assert over.private
    assert "déjà terminé" in over
    rerolled = await table.press(table.player, said, "Destin héroïque", faces=(20,))
    assert not rerolled.private
    assert (await table.character("Fafhrd")).madness == 0


async def test_a_shock_says_that_it_exhausts(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 7, 3, 1))
    assert "Épuisé : −2 aux jets d’attaque et de dommages" in said
    assert "épuisé (choc), encore 3 heures" in await table.slash(table.player, "horreur etat")


async def test_a_character_named_must_be_the_players(table: Table) -> None:
    await table.seat(warrior(), table.player)
    before = await table.seat(thief(), table.other)
    said = await table.slash(table.mdt, "horreur horrible", joueur=table.player, personnage="Souricier Gris")
    assert said.private
    assert "n’est pas un personnage de ce joueur" in said
    assert await table.character("Souricier Gris") == before


async def test_a_monsters_state_is_the_game_masters(table: Table) -> None:
    await table.seat(monster())
    for command in ("horreur etat", "corruption etat", "heroism points"):
        assert (await table.slash(table.player, command, personnage="Rat géant")).private
        assert (await table.slash(table.mdt, command, personnage="Rat géant")).private
