"""`/sante`, played (SAN)."""

from bot.client import Bot
from bot.storage import campaigns
from rules.character import State
from tests.characters import monster, thief, warrior
from tests.commands.table import Said, Table


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


# After a combat (SAN-1).


async def fight(table: Table, **lost: int) -> Said:
    """A combat in which each loses hit points, then its close."""
    await table.slash(table.mdt, "combat ouvrir")
    for name, points in lost.items():
        await table.slash(table.mdt, "sante blesser", pv=points, personnage=name)
    return await table.slash(table.mdt, "combat fermer")


async def clock(table: Table) -> int:
    async with table.bot.database.reading() as connection:
        return (await campaigns.load(connection, table.guild.id)).clock


async def test_bandaging_gives_back_two_hit_points_once_a_combat(table: Table) -> None:
    await table.seat(warrior(wounds=4), table.player)
    refused = await table.slash(table.player, "sante panser")
    assert refused.private
    assert "dernier combat" in refused
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.player, "sante blesser", pv=6)
    early = await table.slash(table.player, "sante panser")
    assert early.private
    assert "/combat fermer" in early
    await table.slash(table.mdt, "combat fermer")
    said = await table.slash(table.player, "sante panser")
    assert "PV 23 → 25 / 33" in said.text.replace("*", "")
    assert not said.private
    again = await table.slash(table.player, "sante panser")
    assert again.private
    assert "une seule fois" in again
    assert (await table.character("Fafhrd")).hit_points == 25


async def test_a_kit_gives_three_and_its_uses_are_the_game_master_s_to_give(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await fight(table, Fafhrd=6)
    empty = await table.slash(table.player, "sante panser", trousse=True)
    assert empty.private
    assert "/sante trousse" in empty
    stranger = await table.slash(table.player, "sante trousse", utilisations=5)
    assert "Réservé au MdT" in stranger
    await table.slash(table.mdt, "sante trousse", utilisations=5, personnage="Fafhrd")
    said = await table.slash(table.player, "sante panser", trousse=True)
    assert "PV 27 → 30 / 33" in said.text.replace("*", "")
    assert "Trousse : 5 → 4" in said.text.replace("*", "")
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.hit_points, fafhrd.kit_uses) == (30, 4)


async def test_the_card_of_a_closed_combat_bandages_with_one_press(table: Table) -> None:
    await table.seat(warrior(kit_uses=1), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4, "Rat géant": 3})
    assert "À panser, en 5 min : Fafhrd et Souricier Gris" in card
    assert list(card.buttons) == ["Panser", "Panser avec la trousse", "Panser tous"]
    player = await table.press(table.player, card, "Panser tous")
    assert player.private
    assert "Réservé au MdT" in player
    own = await table.press(table.player, card, "Panser avec la trousse")
    assert "PV 28 → 31 / 33" in own.text.replace("*", "")
    twice = await table.press(table.player, card, "Panser")
    assert twice.private
    everyone = await table.press(table.mdt, card, "Panser tous")
    assert "Souricier Gris" in everyone
    assert "Fafhrd" not in everyone
    nobody = await table.press(table.mdt, card, "Panser tous")
    assert nobody.private
    hurt = [(await table.character(name)).hit_points for name in ("Fafhrd", "Souricier Gris", "Rat géant")]
    maximum = (await table.character("Souricier Gris")).max_hit_points
    assert hurt == [31, maximum - 2, 6]


async def test_a_combat_without_a_loss_offers_no_care(table: Table) -> None:
    await table.seat(warrior(wounds=5), table.player)
    assert (await fight(table)).buttons == {}


async def test_the_card_outlives_a_restart_but_not_the_next_combat(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4})
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert not (await table.press(table.player, card, "Panser")).private
    await fight(table, **{"Souricier Gris": 1})
    late = await table.press(table.other, card, "Panser")
    assert late.private
    assert "/sante panser" in late


async def test_several_cares_take_five_minutes_together(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4})
    first = await table.press(table.player, card, "Panser")
    second = await table.press(table.other, card, "Panser")
    label = "Avancer de 5\u00a0min"
    stranger = await table.press(table.player, first, label)
    assert "Réservé au MdT" in stranger
    assert "5 min plus tard" in await table.press(table.mdt, first, label)
    for said in (first, second):
        late = await table.press(table.mdt, said, label)
        assert late.private
        assert "déjà passé" in late
    assert await clock(table) == 300


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


# Rest (SAN-2).


async def test_a_night_gives_what_the_game_master_says(table: Table) -> None:
    await table.seat(warrior(wounds=9), table.player)
    await table.seat(thief(wounds=1), table.other)
    asked = await table.slash(table.mdt, "sante repos")
    assert asked.private
    assert "`pv`" in asked
    player = await table.slash(table.player, "sante repos", pv=3)
    assert "Réservé au MdT" in player
    said = await table.slash(table.mdt, "sante repos", pv=3)
    assert "Fafhrd PV 24 → 27 / 33" in said.text.replace("*", "")
    assert (await table.character("Souricier Gris")).wounds == 0
    night = await table.press(table.mdt, said, "Avancer de 8\u00a0h")
    assert "8 h plus tard" in night
    assert await clock(table) == 8 * 3600


async def test_a_night_follows_the_table_s_formula(table: Table) -> None:
    await table.seat(warrior(wounds=20), table.player)
    await table.slash(table.mdt, "reglages changer", reglage="recuperation", valeur="1d8 + con")
    said = await table.slash(table.mdt, "sante repos", heures=6, personnage="Fafhrd", faces=(5,))
    assert "PV 13 → 19 / 33" in said.text.replace("*", "")
    assert "Règle de la table : 1d8+CON par nuit" in said
    assert "6 ← 1d8 [5] + 1" in said.text.replace("*", "")
    assert list(said.buttons) == ["Avancer de 6\u00a0h"]


# States (SAN-4).


async def test_a_state_ends_by_itself_and_is_announced_once(table: Table) -> None:
    await table.seat(warrior(), table.player)
    stranger = await table.slash(table.player, "sante etat ajouter", personnage="Fafhrd", etat="paralyse")
    assert "Réservé au MdT" in stranger
    said = await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="paralyse", duree="3 rounds"
    )
    assert "paralysé, encore 3 rounds" in said.text.replace("*", "")
    await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="epuise", duree="2 tours", texte="marche"
    )
    await table.slash(table.mdt, "combat ouvrir")
    told = [await table.slash(table.mdt, "combat round") for _ in range(4)]
    assert ["paralysé, c’est fini" in one for one in told] == [False, False, True, False]
    assert "épuisé" not in await table.slash(table.mdt, "temps avancer", duree="10 min")
    assert "Fafhrd : épuisé : marche, c’est fini" in await table.slash(
        table.mdt, "temps avancer", duree="1 h"
    )
    assert "épuisé" not in await table.slash(table.mdt, "temps avancer", duree="1 h")


async def test_a_state_is_lifted_from_those_that_are_there(table: Table) -> None:
    await table.seat(warrior(), table.player)
    for duration in ("1 h", "3 h"):
        await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="epuise", duree=duration)
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="nauseeux", duree="1 min")
    await table.slash(table.mdt, "temps avancer", duree="2 min")
    proposed = await table.complete(table.mdt, "sante etat retirer", "etat", "epu", personnage="Fafhrd")
    assert [one["name"].replace("\u00a0", " ") for one in proposed] == [
        "épuisé, encore 58 minutes",
        "épuisé, encore 3 heures",
    ]
    for text in ("nauséeux", "épuisé"):  # one is over, the other ambiguous
        refused = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat=text)
        assert refused.private
    said = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat=proposed[0]["value"])
    assert "épuisé, c’est fini" in said
    alone = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="epuise")
    assert not alone.private


async def test_death_takes_no_duration_and_is_lifted_by_hand(table: Table) -> None:
    await table.seat(warrior(), table.player)
    refused = await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="mort", duree="1 h"
    )
    assert refused.private
    assert "pas de durée" in refused
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="mort")
    assert (await table.character("Fafhrd")).dead
    await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="mort")
    assert (await table.character("Fafhrd")).playable


async def test_lifting_a_stabilised_sleep_offers_the_save(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "sante blesser", pv=33)
    await table.slash(table.player, "sante mort", faces=(20,))
    said = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="inconscient")
    assert "Sauvegarde contre la mort" in said.buttons


async def test_the_consumed_come_back_to_their_player(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="consume")
    lost = await table.slash(table.player, "jet caracteristique", carac="for")
    assert lost.private
    await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="consumé")
    back = await table.slash(table.player, "jet caracteristique", carac="for", faces=(3,))
    assert not back.private


async def test_the_heroism_of_an_npc_tells_no_figure_either(table: Table) -> None:
    await table.seat(monster(major=True, heroism=2, fixed_hit_points=57, wounds=41))
    wind = await table.slash(table.mdt, "heroism spend second-souffle", personnage="Rat géant", faces=(8,))
    assert "Mal en point" in wind
    assert "57" not in wind
    await table.slash(table.mdt, "sante blesser", pv=60, personnage="Rat géant")
    saved = await table.slash(table.mdt, "heroism spend eviter-la-mort", personnage="Rat géant")
    assert "nconscient, stabilisé" in saved
    assert "PV" not in saved
