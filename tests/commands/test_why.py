"""« Pourquoi ? »: every die, modifier and threshold of an act, to those alone who may know."""

from typing import Any

import simcord

from bot.client import Bot
from bot.storage import campaigns, journal
from rules.madness import DueRollsAct
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import WHY, Said, Table
from tests.storage import play

HORROR = (5, 1, 4, 2, 7)  # save, effect, rounds, madness, trouble


async def why(table: Table, said: Said, who: simcord.MemberActor | None = None) -> str:
    """What « Pourquoi ? » answers, in private, without bold."""
    told = await table.press(who or table.player, said, WHY)
    assert told.private
    return told.text.replace("*", "")


async def horrified(table: Table, **options: Any) -> Said:
    return await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=HORROR, **options)


async def test_a_horror_is_told_whole(table: Table) -> None:
    await table.seat(warrior(madness=8), table.player)
    told = await why(table, await horrified(table))
    for words in (
        "Pourquoi ? Fafhrd — horreur insoutenable",
        "HOR-1 Sauvegarde contre la mort",
        "réglage `naturels` : non (défaut)",
        "HOR-2 Échec",
        "FOL-1 Chaque multiple",
        "🎲 1d20 : 5",
        "• − 2 : situation insoutenable",
        "= 3, il fallait 10 ou plus (sauvegarde contre la mort)",
        "❌ Échec (une réussite avait 45 % de chances)",
        "Paralysie, 4 rounds (1d10 : 1)",
        "1d4 : 2 + 1",
        "Trouble : Paranoïa aiguë (1d10 : 7)",
        "Ce que cela a changé",
        "• Fafhrd : état ajouté : Paralysie · folie 8 → 11 · trouble ajouté : Paranoïa aiguë",
        "nº 1 ·",
        "`/horreur insoutenable`",
    ):
        assert words in told, (words, told)
    assert "HOR-3" not in told


async def test_explaining_writes_nothing(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table)
    before = await play.count(table.bot.database)
    assert WHY not in (await table.press(table.other, said, WHY)).pressable
    assert await play.count(table.bot.database) == before


async def test_the_setting_is_told_as_it_is_now(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(20,))
    await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
    told = await why(table, said)
    assert "réglage `naturels` : oui" in told
    assert "oui (défaut)" not in told
    assert "sa valeur de FOR" in told


async def test_it_works_after_a_restart(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table)
    old = table.bot
    table.bot = Bot(old.database, dice=table.dice)
    await table.env.restart_bot(table.bot)
    assert "1d20 : 5" in await why(table, said)
    old.calculator.close()
    table.bot.calculator.close()


async def test_a_secret_is_explained_to_the_game_master_alone(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table, secret=True)
    assert "1d20 : 5" in await why(table, said, table.mdt)


async def test_a_public_message_whose_act_became_secret_is_refused_to_the_others(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table)
    await changed(table, "UPDATE acts SET secret = true")
    refused = await why(table, said)
    assert "C’est un secret" in refused
    assert "1d20" not in refused
    assert "1d20 : 5" in await why(table, said, table.mdt)


async def test_one_s_own_secret_throw_is_explained_unless_it_was_blind(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(3,))
    await changed(table, "UPDATE acts SET secret = true")
    assert "1d20 : 3" in await why(table, said)
    assert "C’est un secret" in await why(table, said, table.other)
    await changed(table, "UPDATE acts SET blind = true")
    assert "C’est un secret" in await why(table, said)
    assert "1d20 : 3" in await why(table, said, table.mdt)
    await changed(table, "UPDATE acts SET revealed = true")
    assert "1d20 : 3" in await why(table, said, table.other)


async def changed(table: Table, statement: str) -> None:
    async with table.bot.database.writing() as connection:
        await connection.exec_driver_sql(statement)


async def test_an_npc_s_figures_stay_the_game_master_s(table: Table) -> None:
    await table.seat(monster(name="Rat géant"))
    said = await table.slash(
        table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", faces=(2, 8)
    )
    assert not said.private
    told = await why(table, said)
    assert "HOR-1" in told
    assert "Les chiffres d’un PNJ sont au MdT" in told
    for hidden in ("1d20 :", "HOR-2", "HOR-5", "rage", "changé"):
        assert hidden not in told, told
    mastered = await why(table, said, table.mdt)
    assert "1d20 : 2" in mastered
    assert "HOR-5" in mastered


async def test_what_a_blow_leaves_of_an_npc_and_its_armour_class_are_the_game_master_s(table: Table) -> None:
    await table.seat(warrior(damage="1d8"), table.player)
    await table.seat(monster(name="Rat géant", fixed_armour_class=12))
    await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(4, 2))
    blow = await table.slash(table.player, "combat attaque", cible="Rat géant", distance=False, faces=(15,))
    told = await why(table, blow)
    assert "JET-3" in told
    assert "15 + 3 (attaque)" in told
    assert "CA de la cible" not in told
    assert "CA de la cible : 7 [12]" in await why(table, blow, table.mdt)
    wounds = await table.press(table.player, blow, "Dommages", faces=(3,))
    told = await why(table, wounds)
    assert "1d8 [3]" in told
    assert "PV 9" not in told
    assert "changé" not in told
    assert "PV 9 → 4" in await why(table, wounds, table.mdt)


async def test_the_initiative_is_told_by_the_combat(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(name="Rat géant"))
    await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(4, 2))
    said = await table.slash(table.mdt, "combat initiative", individuelle=True, faces=(6, 1))
    told = await why(table, said)
    assert "SEA-4" in told
    assert "6 = 6 Fafhrd" in told


async def test_a_reroll_names_what_it_replaced_and_what_was_replaced_names_it(table: Table) -> None:
    await table.seat(warrior(madness=0), table.player)
    first = await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=(5, 4, 2))
    second = await table.press(table.player, first, "Destin héroïque", faces=(19,))
    assert "🔁 Remplacé depuis par la nº 2" in await why(table, first)
    told = await why(table, second)
    assert "Remplace la nº 1" in told
    assert "HER-5" in told
    assert "HOR-3 Réussite" in told
    assert "1d20 : 19" in told
    assert "héroïsme 2 → 1" in told
    assert "folie −3" in told
    assert "état retiré : Panique" in told
    assert "bouton pressé par" in told


async def test_what_was_undone_says_so(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table)
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
        link = journal.Link(1, journal.UNDOES)
        await journal.write(connection, campaign, DueRollsAct(dropped=1), play.author(), link=link)
    assert "↩️ Annulé depuis par la nº 2" in await why(table, said)


async def test_another_server_s_act_is_nothing_here(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await horrified(table)
    await changed(table, "UPDATE acts SET guild_id = 1")
    assert "Ce bouton n’a plus d’objet" in await why(table, said)


async def test_an_item_s_hidden_powers_are_told_to_the_game_master_alone(table: Table) -> None:
    await table.seat(warrior(), table.player)
    made = await table.slash(
        table.mdt, "objet creer", nom="Anneau", pouvoirs="Vol", personnage="Fafhrd", faces=(3,)
    )
    assert "Vol" in await why(table, made, table.mdt)
    used = await table.slash(table.player, "objet utiliser", objet="Anneau")
    told = await why(table, used)
    assert "OBJ-1" in told
    assert "Charges 4 → 3" in told
    assert "Vol" not in told


async def test_a_spell_tells_the_corruption_that_it_brought(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(19, 2))
    told = await why(table, said)
    for words in ("COR-1", "COR-3", "son INT", "corruption 9 → 10", "altération ajoutée : "):
        assert words in told, told


async def test_a_strange_name_stays_harmless(table: Table) -> None:
    await table.seat(warrior(name="*_~`|> @everyone"), table.player)
    told = await table.press(table.player, await horrified(table), WHY)
    assert "\\*\\_\\~\\`\\|" in told.text
    assert "@everyone" not in told.text


async def test_a_formula_of_a_thousand_dice_is_told_as_far_as_a_message_goes(table: Table) -> None:
    said = await table.slash(table.player, "lancer", expression="300d6", fois=3, faces=(6,) * 900)
    told = await table.press(table.player, said, WHY)
    assert told.message is not None
    assert len(told.message.embeds[0]) <= 6_000
    assert "nº 1" in told


async def test_of_several_each_player_is_told_their_own_and_may_choose_another(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    said = await table.slash(table.mdt, "horreur groupe", situation="horrible", faces=(12, 9, 4, 2))
    for who, name in ((table.player, "Fafhrd"), (table.other, "Souricier Gris")):
        assert f"Pourquoi ? {name} — horreur" in await why(table, said, who)
    told = await table.press(table.player, said, WHY)
    other = next(label for label in told.choices if "Souricier Gris" in label)
    assert "Pourquoi ? Souricier Gris — horreur" in await table.pick(table.player, told, other)


async def test_the_menu_of_a_gesture_offers_no_secret(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    said = await table.slash(table.mdt, "horreur groupe", situation="horrible", faces=(12, 9, 4, 2))
    await changed(table, "UPDATE acts SET secret = true WHERE id = 2")
    told = await table.press(table.player, said, WHY)
    assert told.message is not None
    assert not told.message.components
    assert len((await table.press(table.mdt, said, WHY)).choices) == 2


async def test_a_known_armour_class_tells_the_chance_there_was(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    blow = await table.slash(
        table.player, "combat attaque", cible="Souricier Gris", distance=False, faces=(15,)
    )
    assert "% de chances" in await why(table, blow)


async def test_an_event_of_the_server_acts_for_nobody(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(3,))
    await changed(table, "UPDATE acts SET actor_id = NULL")
    assert "· évènement du serveur · jour 1" in await why(table, said)


async def test_what_is_about_nobody_begins_with_a_capital(table: Table) -> None:
    said = await table.slash(table.mdt, "seance debut")
    assert "Pourquoi ? Séance ouverte" in await why(table, said)


async def test_a_change_too_long_is_told_in_part_rather_than_not_at_all(table: Table) -> None:
    await table.seat(black_magician(corruption=9), table.player)
    said = await table.slash(
        table.mdt, "corruption regler", personnage="Ahriman", points=150, faces=tuple(range(1, 16))
    )
    told = await why(table, said)
    assert "• Ahriman : corruption 9 → 159" in told
    assert " · …" in told
    assert "… et 1 autre" not in told
