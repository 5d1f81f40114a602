"""`/journal annuler` and its buttons, as the game master sees them."""

from typing import Any

import discord
import pytest
import simcord

from bot.client import Bot
from bot.storage import campaigns, combats, items, past
from bot.storage.past import Entry
from bot.undo_selection import choices
from rules import health
from rules.acts import Act
from rules.campaign import Campaign
from rules.heroism import Use
from rules.intuition import Intuition
from rules.undoing import UndoAct
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import NBSP, Said, Table
from tests.dice import ScriptedDice

UNDO = "journal annuler"


async def last(table: Table) -> Entry:
    async with table.bot.database.reading() as connection:
        return (await past.recent(connection, table.guild.id, 1))[0]


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


def plain(said: object) -> str:
    """What is read, without bold, with spaces that break."""
    return str(getattr(said, "text", said)).replace("*", "").replace(NBSP, " ")


async def undo(table: Table, entree: str | None = None, who: simcord.MemberActor | None = None) -> Said:
    options: dict[str, Any] = {} if entree is None else {"entree": entree}
    return await table.slash(who or table.mdt, UNDO, **options)


@pytest.fixture
async def fafhrd(table: Table) -> Table:
    """The table with Fafhrd seated, unhurt."""
    await table.seat(warrior(), table.player)
    return table


async def test_the_last_act_is_undone_and_the_answer_tells_what_changed(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    wound = await last(fafhrd)
    said = await undo(fafhrd)
    assert f"Annulée : nº {wound.id} · Fafhrd · perd 7 PV" in plain(said)
    assert "PV 26/33 → 33/33" in said.text.replace("*", "")
    assert not said.private
    assert (await fafhrd.character("Fafhrd")).wounds == 0
    entry = await last(fafhrd)
    assert isinstance(entry.act, UndoAct)
    assert entry.act.undone == wound.act


async def test_repeated_it_goes_further_back_then_says_that_nothing_is_left(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=5)
    await fafhrd.slash(fafhrd.player, "lancer", expression="1d20", faces=(4,))
    await undo(fafhrd)
    assert (await fafhrd.character("Fafhrd")).wounds == 7, "a bare roll has nothing to take back"
    await undo(fafhrd)
    assert (await fafhrd.character("Fafhrd")).wounds == 0
    said = await undo(fafhrd)
    assert "Rien à annuler" in said
    assert said.private


async def test_a_whole_horror_goes_away_with_its_points_effect_and_trouble(table: Table) -> None:
    await table.seat(warrior(madness=8), table.player)
    before = await table.character("Fafhrd")
    await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=(1, 9, 3, 2, 4, 4, 4, 4))
    table.dice._faces.clear()
    assert await table.character("Fafhrd") != before
    said = await undo(table)
    assert await table.character("Fafhrd") == before
    assert "folie" in said


async def test_what_is_undone_is_put_back_once_even_after_a_restart(
    fafhrd: Table, dice: ScriptedDice
) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    said = await undo(fafhrd)
    fafhrd.bot = Bot(fafhrd.bot.database, dice=dice)
    await fafhrd.env.restart_bot(fafhrd.bot)
    assert "Réservé au MdT" in await fafhrd.press(fafhrd.player, said, "Rétablir")
    back = await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert "Rétablie" in back
    assert "Rétablir" not in fafhrd.again(said).buttons
    again = await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert "déjà annulée" in again
    assert again.private
    assert (await fafhrd.character("Fafhrd")).wounds == 7
    await fafhrd.press(fafhrd.mdt, back, "Annuler de nouveau")
    assert (await fafhrd.character("Fafhrd")).wounds == 0
    assert "déjà annulée" in await fafhrd.press(fafhrd.mdt, back, "Annuler de nouveau")


async def test_an_act_undone_is_undone_once(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    wound = await last(fafhrd)
    await undo(fafhrd)
    said = await undo(fafhrd, str(wound.id))
    assert f"L’action nº {wound.id} est déjà annulée" in said


async def test_players_may_not_and_are_proposed_nothing(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    assert "Réservé au MdT" in await undo(fafhrd, who=fafhrd.player)
    assert (await fafhrd.character("Fafhrd")).wounds == 7
    assert await fafhrd.complete(fafhrd.player, UNDO, "entree", "") == []


async def test_what_stands_in_the_way_is_named_and_undone_by_its_button(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    wound = await last(fafhrd)
    await fafhrd.slash(fafhrd.player, "sante soigner", pv=7)
    heal = await last(fafhrd)
    said = await undo(fafhrd, str(wound.id))
    assert f"l’action nº {heal.id} en dépend" in said
    assert f"↳ nº {heal.id} · Fafhrd · regagne 7 PV : PV 26 → 33 · à l’instant" in plain(said)
    assert "Annulez-la d’abord" in said
    assert said.private
    assert (await fafhrd.character("Fafhrd")).wounds == 0, "nothing changed"
    await fafhrd.press(fafhrd.mdt, said, f"Annuler d’abord nº {heal.id}")
    assert (await fafhrd.character("Fafhrd")).wounds == 7
    await undo(fafhrd, str(wound.id))
    assert (await fafhrd.character("Fafhrd")).wounds == 0


async def test_the_list_tells_number_name_what_came_of_it_and_age(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    wound = await last(fafhrd)
    (choice,) = await fafhrd.complete(fafhrd.mdt, UNDO, "entree", "")
    assert plain(choice["name"]) == f"nº {wound.id} · Fafhrd · perd 7 PV : PV 33 → 26 · à l’instant"
    assert choice["value"] == str(wound.id)
    assert await fafhrd.complete(fafhrd.mdt, UNDO, "entree", "souricier") == []
    for words in ("perd 7 pv", "33 → 26", "FAFHRD", "sante blesser"):
        assert [one["value"] for one in await fafhrd.complete(fafhrd.mdt, UNDO, "entree", words)] == [
            str(wound.id)
        ], words
    await undo(fafhrd, "BLESSER")
    assert (await fafhrd.character("Fafhrd")).wounds == 0
    (choice,) = await fafhrd.complete(fafhrd.mdt, UNDO, "entree", "sante blesser")
    assert (
        plain(choice["name"])
        == f"nº {wound.id + 1} · Fafhrd · annule la nº {wound.id}, perd 7 PV : PV 33 → 26 · à l’instant"
    )


async def test_words_that_two_acts_answer_to_choose_none(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=2)
    assert "2 actions répondent" in await undo(fafhrd, "blesser")
    assert "Aucune action ne répond" in await undo(fafhrd, "corruption")
    assert "Aucune action ne répond" in await undo(fafhrd, "999")


async def test_an_act_of_another_server_is_unknown_here(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.player, "sante blesser", pv=7)
    wound = await last(fafhrd)
    guild = fafhrd.env.create_guild(name="Ilthmar")
    channel = guild.create_text_channel("quai")
    boss = guild.create_role("Meneur", permissions=discord.Permissions(manage_guild=True))
    stranger = guild.add_member(fafhrd.env.create_user("etranger"), roles=[boss])
    said = fafhrd._said(await stranger.slash(channel, UNDO, entree=str(wound.id)))
    assert "Aucune action ne répond" in said
    assert (await fafhrd.character("Fafhrd")).wounds == 7


async def test_an_undone_roll_is_no_longer_the_last_one(fafhrd: Table) -> None:
    first = await fafhrd.slash(fafhrd.player, "jet caracteristique", carac="for", faces=(19,))
    second = await fafhrd.slash(fafhrd.player, "jet caracteristique", carac="dex", faces=(18,))
    said = await undo(fafhrd, str((await last(fafhrd)).id))
    assert "ne compte plus" in said
    refused = await fafhrd.press(fafhrd.player, second, "Destin héroïque")
    assert "Jet annulé" in refused
    assert (await fafhrd.character("Fafhrd")).heroism == 2
    await fafhrd.press(fafhrd.player, first, "Destin héroïque", faces=(3,))
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_a_reroll_undone_gives_the_point_back_and_the_first_roll_stands(fafhrd: Table) -> None:
    roll = await fafhrd.slash(fafhrd.player, "jet caracteristique", carac="for", faces=(19,))
    first = await last(fafhrd)
    await fafhrd.press(fafhrd.player, roll, "Destin héroïque", faces=(3,))
    assert "relancé" in await undo(fafhrd, str(first.id))
    await undo(fafhrd)
    assert (await fafhrd.character("Fafhrd")).heroism == 2
    await fafhrd.press(fafhrd.player, roll, "Destin héroïque", faces=(5,))
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_an_answer_to_an_intuition_undone_takes_the_point_again_and_asks_again(fafhrd: Table) -> None:
    asked = await fafhrd.slash(fafhrd.player, "heroism spend intuition", question="Par où ?")
    await fafhrd.press(fafhrd.mdt, asked, "Rien à apprendre")
    assert (await fafhrd.character("Fafhrd")).heroism == 2
    said = await undo(fafhrd)
    assert (await fafhrd.character("Fafhrd")).heroism == 1
    await fafhrd.press(fafhrd.mdt, said, "Indice donné")
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_a_second_point_of_the_round_is_not_spent_by_undoing(fafhrd: Table) -> None:
    """HER-3: the round that « rien à apprendre » freed is taken by now."""
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    asked = await fafhrd.slash(fafhrd.player, "heroism spend intuition", question="Par où ?")
    await fafhrd.press(fafhrd.mdt, asked, "Rien à apprendre")
    answer = await last(fafhrd)
    await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    said = await undo(fafhrd, str(answer.id))
    assert "Annulez-la d’abord" in said
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_a_spend_undone_frees_its_round(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    assert "round" in await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    await undo(fafhrd)
    await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_rounds_and_the_combat_itself_are_undone_and_the_card_follows(fafhrd: Table) -> None:
    card = await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    await fafhrd.slash(fafhrd.mdt, "combat round")
    said = await undo(fafhrd)
    assert "round 2 → round 1" in said.text.replace("*", "")
    now = await campaign(fafhrd)
    assert now.combat is not None
    assert (now.combat.round, now.clock) == (1, 0)
    await undo(fafhrd)
    now = await campaign(fafhrd)
    assert (now.combat, now.combats, now.period) == (None, 0, 0)
    assert "clos" in fafhrd.now(card)


async def test_a_combat_closed_then_another_opened_by_mistake_are_both_undone(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    await fafhrd.slash(fafhrd.mdt, "combat round")
    await fafhrd.slash(fafhrd.mdt, "combat fermer")
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    await undo(fafhrd)
    said = await undo(fafhrd)
    assert "combat etat" in said
    now = await campaign(fafhrd)
    assert now.combat is not None
    assert (now.combat.number, now.combat.round) == (1, 2)
    await fafhrd.slash(fafhrd.mdt, "combat fermer")
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    now = await campaign(fafhrd)
    assert now.combat is not None
    assert now.combat.number == 3, "the number of an undone combat never serves again"


async def test_a_round_in_which_a_point_was_spent_waits_for_that_point(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir")
    await fafhrd.slash(fafhrd.mdt, "combat round")
    turn = await last(fafhrd)
    await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    spend = await last(fafhrd)
    said = await undo(fafhrd, str(turn.id))
    assert f"un point d’héroïsme a été dépensé depuis, par l’action nº {spend.id}" in said
    assert said.private
    await fafhrd.press(fafhrd.mdt, said, f"Annuler d’abord nº {spend.id}")
    assert "round 2 → round 1" in (await undo(fafhrd)).text.replace("*", "")


async def test_an_attack_undone_may_be_made_again_in_its_round(fafhrd: Table) -> None:
    rat = await fafhrd.seat(monster())
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir", adversaire="Rat géant", faces=(3, 4))
    await fafhrd.slash(fafhrd.player, "combat attaque", cible="Rat géant", ca=10, faces=(15,))
    blow = await last(fafhrd)
    await undo(fafhrd)
    async with fafhrd.bot.database.reading() as connection:
        fought = await combats.fight(connection, await campaigns.load(connection, fafhrd.guild.id))
    assert blow.act.character_id is not None
    assert fought.blows(blow.act.character_id, 1) == 0
    assert rat.wounds == 0


async def test_initiative_undone_gives_the_order_before_with_the_blows_since(fafhrd: Table) -> None:
    await fafhrd.seat(monster())
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir", adversaire="Rat géant", faces=(3, 4))
    await fafhrd.slash(fafhrd.player, "combat attaque", cible="Rat géant", ca=10, faces=(15,))
    await fafhrd.slash(fafhrd.mdt, "combat initiative", faces=(5, 2))
    said = await undo(fafhrd)
    assert "L’ordre d’avant revient" in said
    async with fafhrd.bot.database.reading() as connection:
        fought = await combats.fight(connection, await campaigns.load(connection, fafhrd.guild.id))
    assert [(one.initiative, one.blows) for one in fought.fighters] == [(4, 0), (3, 1)]
    assert "L’ordre relancé revient" in await fafhrd.press(fafhrd.mdt, said, "Rétablir")


async def test_damage_undone_is_rolled_again_from_the_answer(fafhrd: Table) -> None:
    await fafhrd.seat(monster())
    hit = await fafhrd.slash(fafhrd.player, "combat attaque", cible="Rat géant", ca=10, faces=(15,))
    attack = await last(fafhrd)
    await fafhrd.press(fafhrd.player, hit, "Dommages", faces=(1,))
    assert "Annulez-la d’abord" in await undo(fafhrd, str(attack.id))
    said = await undo(fafhrd)
    assert (await fafhrd.character("Rat géant")).wounds == 0
    assert "/9" not in said, "an NPC's figures are not for the table"
    await fafhrd.press(fafhrd.player, said, "Dommages", faces=(2,))
    assert (await fafhrd.character("Rat géant")).wounds > 0
    refused = await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert "L’action" in refused, "two damages for one attack"


async def test_what_is_undone_about_an_npc_is_said_to_the_game_master_alone(fafhrd: Table) -> None:
    await fafhrd.seat(monster())
    await fafhrd.slash(fafhrd.mdt, "sante blesser", pv=3, personnage="Rat géant")
    assert (await undo(fafhrd)).private


async def test_a_setting_the_sun_and_time_go_back(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "reglages changer", reglage="goules", valeur="oui")
    await fafhrd.slash(fafhrd.mdt, "temps soleil", brille=True)
    await fafhrd.slash(fafhrd.mdt, "temps avancer", duree="8 h")
    assert "Horloge" in await undo(fafhrd)
    assert "Soleil" in await undo(fafhrd)
    assert "oui → non" in (await undo(fafhrd)).text.replace("*", "")
    now = await campaign(fafhrd)
    assert (now.clock, now.sunlight, now.settings.goules) == (0, False, False)


async def test_a_session_undone_gives_heroism_back_and_one_closed_goes_on(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "heroism regler", personnage="Fafhrd", valeur=7)
    await fafhrd.slash(fafhrd.mdt, "seance debut", titre="Soirée")
    assert (await fafhrd.character("Fafhrd")).heroism == 2
    await fafhrd.slash(fafhrd.mdt, "seance fin")
    assert "close → ouverte" in (await undo(fafhrd)).text.replace("*", "")
    assert (await campaign(fafhrd)).session_id is not None
    await undo(fafhrd)
    assert (await campaign(fafhrd)).session_id is None
    assert (await fafhrd.character("Fafhrd")).heroism == 7
    assert "déjà ouverte" not in await fafhrd.slash(fafhrd.mdt, "seance debut")


async def test_the_session_that_an_undone_one_had_closed_is_named_and_opens_again(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "seance debut", titre="Soirée")
    first = (await campaign(fafhrd)).session_id
    question = await fafhrd.slash(fafhrd.mdt, "seance debut", titre="Méprise")
    await fafhrd.press(fafhrd.mdt, question, "Ouvrir une nouvelle séance")
    said = await undo(fafhrd)
    assert "La séance « Soirée » qu’elle avait close le reste : `/journal annuler` encore la rouvre." in said
    assert "close → ouverte" in (await undo(fafhrd)).text.replace("*", "")
    assert (await campaign(fafhrd)).session_id == first


async def test_an_item_never_made_is_nowhere_until_it_is_put_back(fafhrd: Table) -> None:
    await fafhrd.slash(
        fafhrd.mdt, "objet creer", nom="Anneau", charges=3, pouvoirs="Vol", personnage="Fafhrd"
    )
    said = await undo(fafhrd)
    assert said.private, "its making was the game master's alone"
    assert "Aucun objet" in await fafhrd.slash(fafhrd.mdt, "objet voir", objet="Anneau")
    await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    await fafhrd.slash(fafhrd.player, "objet utiliser", objet="Anneau")
    await undo(fafhrd)
    async with fafhrd.bot.database.reading() as connection:
        (ring,) = await items.of_guild(connection, fafhrd.guild.id)
    assert ring.charges == 3


async def test_a_creation_undone_is_archived_and_the_one_before_is_active_again(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(active=False, player_id=None), table.player)
    await table.slash(table.player, "personnage activer", personnage="Souricier Gris")
    await undo(table)
    assert (await table.character("Fafhrd")).active
    assert not (await table.character("Souricier Gris")).active
    await table.slash(table.mdt, "personnage pnj", nom="Goule", faces=(1,) * 6)
    table.dice._faces.clear()
    said = await undo(table)
    assert said.private
    assert (await table.character("Goule")).archived
    await table.press(table.mdt, said, "Rétablir")
    assert not (await table.character("Goule")).archived


async def test_an_active_character_is_not_given_back_over_another(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(active=False), table.player)
    await table.slash(table.player, "personnage archiver", personnage="Fafhrd")
    shelved = await last(table)
    await table.slash(table.player, "personnage activer", personnage="Souricier Gris")
    said = await undo(table, str(shelved.id))
    assert "joue maintenant Souricier Gris" in said
    assert (await table.character("Fafhrd")).archived


async def test_troubles_that_points_no_longer_explain_are_offered_for_removal(table: Table) -> None:
    await table.seat(warrior(madness=8), table.player)
    await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=1, faces=(4,))
    gain = await last(table)
    await table.slash(table.mdt, "horreur trouble ajouter", personnage="Fafhrd", trouble=8)
    said = await undo(table, str(gain.id))
    assert any(label.startswith("Retirer") for label in said.buttons), said.text


async def test_a_question_to_the_game_master_has_nothing_to_undo(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "seance debut")
    await fafhrd.slash(fafhrd.mdt, "seance debut")
    question = await last(fafhrd)
    assert "rien à annuler" in await undo(fafhrd, str(question.id))


async def test_experience_and_its_levels_go_back_whole(fafhrd: Table) -> None:
    before = await fafhrd.character("Fafhrd")
    await fafhrd.slash(fafhrd.mdt, "personnage px", gain=40_000, personnage="Fafhrd", faces=(5,) * 2)
    fafhrd.dice._faces.clear()
    said = await undo(fafhrd)
    assert "niveau" in said
    assert await fafhrd.character("Fafhrd") == before


async def test_a_spell_cast_goes_back_with_its_corruption(table: Table) -> None:
    before = await table.seat(black_magician(corruption=9), table.player)
    await table.slash(table.player, "corruption jet", niveau=3, occasion="incantation", faces=(20, 5))
    assert (await table.character("Ahriman")).corruption == 10
    await undo(table)
    assert (await table.character("Ahriman")) == before


async def test_a_session_whose_seed_served_ends_with_its_seed_told(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "reglages changer", reglage="graine_publique", valeur="oui")
    await fafhrd.slash(fafhrd.mdt, "seance debut")
    opening = await last(fafhrd)
    await fafhrd.slash(fafhrd.player, "lancer", expression="1d20")
    assert "`/seance fin`" in await undo(fafhrd, str(opening.id))
    assert (await campaign(fafhrd)).session_id is not None
    told = await fafhrd.slash(fafhrd.mdt, "seance fin")
    reopened = await undo(fafhrd)
    assert "mpreinte" in reopened, "its seed was told: a new one serves from now on"
    assert "lancés" not in told


async def test_what_was_secret_is_undone_in_private(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "horreur horrible", joueur=fafhrd.player, secret=True, faces=(20,))
    entry = await last(fafhrd)
    assert (await undo(fafhrd, str(entry.id))).private
    assert (await last(fafhrd)).secret


async def test_an_effect_of_a_secret_horror_lifted_then_put_back_stays_secret(fafhrd: Table) -> None:
    """The lifting itself is no secret act, but what it lifted is."""
    horror = await fafhrd.slash(
        fafhrd.mdt, "horreur horrible", joueur=fafhrd.player, secret=True, faces=(1, 4, 2)
    )
    await fafhrd.press(fafhrd.mdt, horror, "Fin de l’effet")
    said = await undo(fafhrd)
    assert "revenu" in said
    assert said.private


def told(number: int, act: Act, command: str = "horreur groupe", group: int | None = None) -> Entry:
    """An act of the journal, at the beginning of time."""
    return Entry(number, 1, act, 7, 0, command, False, None, None, None, True, group_id=group)


def test_a_gesture_is_one_choice_before_its_acts_within_discords_limits() -> None:
    long = warrior(name="Fafhrd " * 12)
    wound = health.wound(long, 3, Campaign(guild_id=1))
    acts = [told(number, wound, group=77) for number in (45, 44, 43)]
    undoing = UndoAct(undone_id=45, undone=wound, name="Hrafn", command="horreur groupe")
    found = [*choices([told(46, undoing, "annuler:45"), *acts], "", 180)]
    assert [one.value for one in found] == ["46", "g77", "45", "44", "43"]
    assert plain(found[0].name) == "nº 46 · Hrafn · annule la nº 45, perd 3 PV : PV 33 → 30 · il y a 3 min"
    assert plain(found[1].name) == "nº 43 à 45 · perd 3 PV · 3 actions · il y a 3 min"
    assert found[2].name.startswith("nº 45 · Fafhrd Fafhrd Fafhrd Fafhrd")
    assert [*choices(acts, "horreur GROUPE", 180)] == found[1:]
    assert [one.value for one in choices([told(46, undoing, "annuler:45")], "groupe", 180)] == ["46"]
    assert not [*choices([told(46, undoing, "annuler:45")], "annuler:", 180)]


def test_what_came_of_an_act_is_cut_never_its_age() -> None:
    spent = Intuition(
        character_id=1, name="Hrafn", use=Use.INTUITION, before=2, after=1, question="Par où ? " * 30
    )
    (choice,) = choices([told(999_999, spent)], "", 3 * 86_400)
    assert len(choice.name) == 100
    assert plain(choice.name).startswith("nº 999999 · Hrafn · intuition : Par où ? Par où ?")
    assert plain(choice.name).endswith("… · il y a 3 jours")
    assert [*choices([told(999_999, spent)], "par ou ? " * 25, 0)], "found by what is cut"


async def test_a_creation_waits_for_the_archiving_that_came_after(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "personnage pnj", nom="Rat", dv=1, pv=4)
    made = await last(fafhrd)
    await fafhrd.slash(fafhrd.mdt, "personnage archiver", personnage="Rat")
    shelved = await last(fafhrd)
    assert f"nº {shelved.id}" in await undo(fafhrd, str(made.id))
    await undo(fafhrd)
    await undo(fafhrd, str(made.id))
    assert (await fafhrd.character("Rat")).archived


async def test_a_secret_horror_shown_to_the_table_is_undone_whole_and_comes_back_as_it_was(
    fafhrd: Table,
) -> None:
    """What was shown needs no undoing of its own, and the state that came of it is not hidden again."""
    before = await fafhrd.character("Fafhrd")
    said = await fafhrd.slash(
        fafhrd.mdt, "horreur horrible", joueur=fafhrd.player, secret=True, faces=(1, 7, 2, 3)
    )
    secret = await last(fafhrd)
    await fafhrd.press(fafhrd.mdt, said, "Révéler")
    struck = await fafhrd.character("Fafhrd")
    assert struck.wounds == before.wounds
    assert struck != before
    said = await undo(fafhrd, str(secret.id))
    assert await fafhrd.character("Fafhrd") == before
    assert "2 actions" not in said
    await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert await fafhrd.character("Fafhrd") == struck
    await undo(fafhrd, str(secret.id))
    assert await fafhrd.character("Fafhrd") == before


async def test_a_secret_throw_without_effect_is_undone_after_it_was_shown(fafhrd: Table) -> None:
    said = await fafhrd.slash(fafhrd.player, "jet caracteristique", carac="for", secret=True, faces=(19,))
    throw = await last(fafhrd)
    await fafhrd.press(fafhrd.player, said, "Révéler")
    assert "ne compte plus" in await undo(fafhrd, str(throw.id))


async def test_a_trouble_put_in_other_words_waits_for_those_words_and_never_comes_back_alone(
    fafhrd: Table,
) -> None:
    await fafhrd.slash(fafhrd.mdt, "horreur trouble ajouter", personnage="Fafhrd", trouble=1)
    added = await last(fafhrd)
    (trouble,) = (await fafhrd.character("Fafhrd")).elements
    await fafhrd.slash(
        fafhrd.mdt,
        "horreur trouble preciser",
        personnage="Fafhrd",
        trouble=trouble.text,
        texte="les rats",
    )
    said = await undo(fafhrd, str(added.id))
    (label,) = (one for one in said.buttons if one.startswith("Annuler d’abord"))
    await fafhrd.press(fafhrd.mdt, said, label)
    assert (await fafhrd.character("Fafhrd")).elements == (trouble,)
    await undo(fafhrd, str(added.id))
    assert (await fafhrd.character("Fafhrd")).elements == ()


async def test_an_answered_save_undone_is_left_to_its_player_again(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "reglages changer", reglage="jets_joueurs", valeur="oui")
    asked = await fafhrd.slash(fafhrd.mdt, "horreur horrible", joueur=fafhrd.player)
    await fafhrd.press(fafhrd.player, asked, "Lancer la sauvegarde", faces=(20,))
    said = await undo(fafhrd, str((await last(fafhrd)).id))
    (again,) = (one for one in said.buttons if one.startswith("Lancer"))
    assert "20" in await fafhrd.press(fafhrd.player, said, again, faces=(20,))
    refused = await fafhrd.press(fafhrd.player, said, again, faces=())
    assert "a déjà lancé" in refused


async def test_a_horror_of_the_group_goes_whole_with_what_was_thrown_again(fafhrd: Table) -> None:
    await fafhrd.seat(thief(), fafhrd.other)
    start = [await fafhrd.character(one) for one in ("Fafhrd", "Souricier Gris")]
    faces = (1, 7, 2, 3)
    faced = await fafhrd.slash(fafhrd.mdt, "horreur groupe", situation="horrible", faces=faces * 2)
    group = (await last(fafhrd)).group_id
    again = next(one for one in faced.buttons if one.endswith("Fafhrd"))
    await fafhrd.press(fafhrd.player, faced, again, faces=faces)
    then = [await fafhrd.character(one) for one in ("Fafhrd", "Souricier Gris")]
    said = await undo(fafhrd, f"g{group}")
    assert "3 actions" in said
    assert [await fafhrd.character(one) for one in ("Fafhrd", "Souricier Gris")] == start
    await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert [await fafhrd.character(one) for one in ("Fafhrd", "Souricier Gris")] == then


async def test_births_undone_before_the_table_say_that_they_are_shelved(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir", adversaire="Garde", nombre=2, faces=(3,) * 12)
    fafhrd.dice._faces.clear()
    said = await undo(fafhrd)
    assert "**Garde 1** — archivé" in said
    assert "**Garde 1** — sorti des archives" in await fafhrd.press(fafhrd.mdt, said, "Rétablir")


@pytest.mark.parametrize("typed", ["9" * 19, "9" * 40, "g" + "9" * 19])
async def test_a_number_greater_than_any_is_nobody_s(fafhrd: Table, typed: str) -> None:
    assert "Aucune action ne répond" in await undo(fafhrd, typed)


async def test_what_an_erased_character_did_is_undone_without_them(fafhrd: Table) -> None:
    """Their number is nobody's by now; what they did to others still goes, and comes back."""
    await fafhrd.seat(thief(), fafhrd.other)
    await fafhrd.slash(fafhrd.mdt, "combat ouvrir", faces=(3, 4))
    fafhrd.dice._faces.clear()
    hit = await fafhrd.slash(fafhrd.player, "combat attaque", cible="Souricier Gris", ca=10, faces=(15,))
    await fafhrd.press(fafhrd.player, hit, "Dommages", faces=(1,))
    hurt = (await fafhrd.character("Souricier Gris")).wounds
    await fafhrd.slash(fafhrd.mdt, "objet creer", nom="Anneau", charges=3, personnage="Fafhrd")
    await fafhrd.slash(fafhrd.mdt, "objet donner", objet="Anneau", personnage="Souricier Gris")
    given = await last(fafhrd)
    asked = await fafhrd.slash(fafhrd.player, "donnees effacer", personnages=True)
    sure = await fafhrd.press(fafhrd.player, asked, next(iter(asked.buttons)))
    await fafhrd.press(fafhrd.player, sure, next(iter(sure.buttons)))
    await undo(fafhrd, str(given.id))
    async with fafhrd.bot.database.reading() as connection:
        (ring,) = await items.of_guild(connection, fafhrd.guild.id)
    assert ring.holder_id is None
    said = await undo(fafhrd, str(given.id - 2))
    assert (await fafhrd.character("Souricier Gris")).wounds == 0
    await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    assert (await fafhrd.character("Souricier Gris")).wounds == hurt


async def test_a_point_of_before_the_session_is_neither_added_to_its_points_nor_taken_from_them(
    fafhrd: Table,
) -> None:
    """HER-1: the session's points replace the old ones, even where they are as many."""
    await fafhrd.slash(fafhrd.mdt, "heroism regler", personnage="Fafhrd", valeur=3)
    await fafhrd.slash(fafhrd.player, "heroism spend coup-de-maitre", libre=True)
    spent = await last(fafhrd)
    asked = await fafhrd.slash(fafhrd.player, "heroism spend intuition", question="Par où ?")
    await fafhrd.press(fafhrd.mdt, asked, "Rien à apprendre")
    given_back = await last(fafhrd)
    await fafhrd.slash(fafhrd.mdt, "seance debut")
    opening = await last(fafhrd)
    for entry in (spent, given_back):
        assert f"nº {opening.id}" in await undo(fafhrd, str(entry.id))
        assert (await fafhrd.character("Fafhrd")).heroism == 2
    await undo(fafhrd, str(opening.id))
    await undo(fafhrd, str(given_back.id))
    assert (await fafhrd.character("Fafhrd")).heroism == 1


async def test_an_active_character_does_not_go_back_to_a_player_who_plays_another(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(active=False), table.player)
    await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
    given = await last(table)
    assert (await table.character("Fafhrd")).active
    await table.slash(table.player, "personnage activer", personnage="Souricier Gris")
    assert "joue maintenant Souricier Gris" in await undo(table, str(given.id))
    assert (await table.character("Fafhrd")).player_id == table.other.id


async def test_an_npc_of_whom_the_table_knows_nothing_is_undone_unseen(fafhrd: Table) -> None:
    await fafhrd.seat(monster(scores=(12,) * 6))
    asked = await fafhrd.slash(
        fafhrd.mdt, "jet caracteristique", carac="for", personnage="Rat géant", faces=(19,)
    )
    assert asked.private
    said = await undo(fafhrd, str((await last(fafhrd)).id))
    assert said.private
    assert (await fafhrd.press(fafhrd.mdt, said, "Rétablir")).private


async def test_what_an_npc_did_to_a_player_s_character_is_undone_before_all(fafhrd: Table) -> None:
    await fafhrd.seat(monster(heroism=1, major=True))
    hit = await fafhrd.slash(
        fafhrd.mdt, "combat attaque", personnage="Rat géant", cible="Fafhrd", ca=10, faces=(15,)
    )
    await fafhrd.press(fafhrd.mdt, hit, "Coup de maître")
    said = await undo(fafhrd)
    assert "**33/33**" in said
    assert not said.private
    assert "héroïsme" not in said, "the NPC's points are the game master's"


async def test_what_stands_in_the_way_names_anybody_without_harm(table: Table) -> None:
    await table.seat(warrior(name="**Gras** @everyone"), table.player)
    await table.slash(table.player, "sante blesser", pv=7)
    wound = await last(table)
    await table.slash(table.player, "sante soigner", pv=7)
    said = await undo(table, str(wound.id))
    assert "\\*\\*Gras" in said
    assert "@everyone" not in said


async def test_scores_thrown_for_a_character_in_the_making_stay_thrown(table: Table) -> None:
    await table.slash(table.player, "personnage creer", nom="Hrafn", faces=(3,) * 18)
    thrown = await last(table)
    assert "rien à annuler" in await undo(table, str(thrown.id))
    assert "Rien à annuler" in await undo(table)


async def test_a_save_asked_for_and_an_answer_say_what_becomes_of_them(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "reglages changer", reglage="jets_joueurs", valeur="oui")
    await fafhrd.slash(fafhrd.mdt, "horreur horrible", joueur=fafhrd.player)
    said = await undo(fafhrd, str((await last(fafhrd)).id))
    assert "n’est plus demandée" in said
    assert "de nouveau demandée" in await fafhrd.press(fafhrd.mdt, said, "Rétablir")
    asked = await fafhrd.slash(fafhrd.player, "heroism spend intuition", question="Par où ?")
    await fafhrd.press(fafhrd.mdt, asked, "Indice donné")
    assert "attend de nouveau" in await undo(fafhrd, str((await last(fafhrd)).id))


async def test_a_death_undone_leaves_the_save_to_be_thrown_and_does_not_come_back_to_the_unhurt(
    fafhrd: Table,
) -> None:
    hurt = await fafhrd.slash(fafhrd.player, "sante blesser", pv=40)
    save = next(one for one in hurt.buttons if one.startswith("Sauvegarde"))
    await fafhrd.press(fafhrd.player, hurt, save, faces=(1,))
    said = await undo(fafhrd)
    assert "Éviter la mort" in said.buttons
    assert save in said.buttons
    await undo(fafhrd)
    assert (await fafhrd.press(fafhrd.mdt, said, "Rétablir")).private
    assert not (await fafhrd.character("Fafhrd")).dead


async def test_the_wound_that_killed_waits_for_the_death_to_be_undone(fafhrd: Table) -> None:
    hurt = await fafhrd.slash(fafhrd.player, "sante blesser", pv=40)
    wound = await last(fafhrd)
    save = next(one for one in hurt.buttons if one.startswith("Sauvegarde"))
    await fafhrd.press(fafhrd.player, hurt, save, faces=(1,))
    said = await undo(fafhrd, str(wound.id))
    await fafhrd.press(fafhrd.mdt, said, f"Annuler d’abord nº {wound.id + 1}")
    await undo(fafhrd, str(wound.id))
    after = await fafhrd.character("Fafhrd")
    assert (after.dead, after.wounds) == (False, 0)


async def test_a_save_asked_for_by_mistake_is_the_last_act_until_it_is_thrown(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "sante blesser", pv=3, personnage="Fafhrd")
    await fafhrd.slash(fafhrd.mdt, "reglages changer", reglage="jets_joueurs", valeur="oui")
    asked = await fafhrd.slash(fafhrd.mdt, "horreur horrible", joueur=fafhrd.player)
    assert "n’est plus demandée" in await undo(fafhrd)
    assert "n’est plus demandée" in await fafhrd.press(fafhrd.player, asked, "Lancer la sauvegarde")
    again = await fafhrd.slash(fafhrd.mdt, "horreur horrible", joueur=fafhrd.player)
    await fafhrd.press(fafhrd.player, again, "Lancer la sauvegarde", faces=(20,))
    assert "Les joueurs lancent leurs dés" in await undo(fafhrd), (
        "the throw changed nothing: before it, the setting"
    )


async def test_words_never_choose_an_undoing(fafhrd: Table) -> None:
    await fafhrd.slash(fafhrd.mdt, "sante blesser", pv=3, personnage="Fafhrd")
    await undo(fafhrd)
    said = await undo(fafhrd, "blesser")
    assert said.private
    assert "Aucune action ne répond" in said
    assert (await fafhrd.character("Fafhrd")).wounds == 0


async def test_entering_a_combat_opened_with_nobody_is_undone(table: Table) -> None:
    await table.slash(table.mdt, "combat ouvrir")
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "combat entrer", personnage="Fafhrd")
    said = await undo(table)
    assert "ne s’annule plus" not in said
    shown = await table.slash(table.mdt, "combat etat")
    assert "Fafhrd" not in shown
