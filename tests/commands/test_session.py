"""`/seance`, played (SEA-1, SEA-6, HER-1, SAN-4)."""

from typing import Any

import discord
import pytest

from bot.client import Bot
from bot.storage import campaigns, past, sessions
from rules.acts import Act
from rules.campaign import Campaign
from rules.character import Element, ElementKind, State
from rules.sessions import Session, SessionKeeping, SessionOpening
from tests.characters import monster, thief, warrior
from tests.commands.table import Table, plain, text_of

HOUR = 3600
NEW, KEEP = "Ouvrir une nouvelle séance", "Garder la séance en cours"


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def session(table: Table) -> Session | None:
    """The open session."""
    async with table.bot.database.reading() as connection:
        return await sessions.current(connection, await campaigns.load(connection, table.guild.id))


async def acts(table: Table) -> list[Act]:
    """The journal, oldest first."""
    async with table.bot.database.reading() as connection:
        return [one.act for one in reversed(await past.recent(connection, table.guild.id, 100))]


async def points(table: Table, name: str = "Fafhrd") -> int:
    return (await table.character(name)).heroism


async def test_an_opening_gives_and_announces_each_character_s_heroism(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    await table.seat(thief(heroism=5), table.other)
    await table.seat(monster(heroism=4))
    said = await table.slash(table.mdt, "seance debut", titre="Les rats")
    assert not said.private
    assert "Séance ouverte — Les rats" in said
    assert "●● Fafhrd 0 → 2" in plain(said)
    assert "●● Souricier Gris 5 → 2" in plain(said)
    assert "Rat géant" not in said
    assert (await points(table), await points(table, "Souricier Gris")) == (2, 2)
    assert await points(table, "Rat géant") == 4


async def test_an_opening_without_characters_says_what_to_do(table: Table) -> None:
    assert "/personnage creer" in await table.slash(table.mdt, "seance debut")


@pytest.mark.parametrize("command", ["seance debut", "seance fin", "seance suivre"])
async def test_only_the_game_master_leads_it(table: Table, command: str) -> None:
    if command == "seance fin":
        await table.slash(table.mdt, "seance debut")
    before = await campaign(table)
    options: dict[str, Any] = {"evenements": "aucun"} if command == "seance suivre" else {}
    said = await table.slash(table.player, command, **options)
    assert said.private
    assert "Réservé au MdT" in said
    assert await campaign(table) == before


async def test_the_close_lifts_effects_counted_in_rounds(table: Table) -> None:
    rounds = Element("1.e", ElementKind.STATE, State.PARALYSED, "paralysie", 60, in_rounds=True)
    hours = Element("2.e", ElementKind.STATE, State.EXHAUSTED, "choc", 9_999)
    await table.seat(warrior(elements=(rounds, hours)), table.player)
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    said = await table.slash(table.mdt, "seance fin")
    assert "Séance close — Les rats" in said
    assert "Fafhrd : paralysie, c’est fini" in said
    assert "choc" not in said
    assert (await table.character("Fafhrd")).elements == (hours,)
    assert await session(table) is None


async def test_the_close_says_that_a_combat_is_left_open(table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    await table.slash(table.mdt, "combat ouvrir")
    assert "combat reste ouvert (round 1)" in await table.slash(table.mdt, "seance fin")


async def test_without_a_session_there_is_nothing_to_close(table: Table) -> None:
    said = await table.slash(table.mdt, "seance fin")
    assert said.private
    assert "/seance debut" in said


async def test_a_second_start_asks_the_game_master_alone(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    await table.env.advance_time(80 * 60)
    asked = await table.slash(table.mdt, "seance debut", titre="La suite")
    assert asked.private
    assert "La séance « Les rats », ouverte il y a 1 h 20, n’est pas close" in asked
    assert list(asked.buttons) == [NEW, KEEP]
    assert await points(table) == 1


async def test_keeping_changes_nothing(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    before = await session(table)
    asked = await table.slash(table.mdt, "seance debut")
    said = await table.press(table.mdt, asked, KEEP)
    assert "La séance continue — Les rats" in said
    assert await session(table) == before
    assert await points(table) == 1
    assert isinstance((await acts(table))[-1], SessionKeeping)


async def test_opening_anew_closes_the_first(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.player, "heroism spend coup-de-maitre")
    first = await session(table)
    asked = await table.slash(table.mdt, "seance debut", titre="La suite")
    recap = await table.press(table.mdt, asked, NEW)
    said = text_of(table.channel.history()[-2])
    assert "Séance ouverte — La suite" in said
    assert "Fafhrd 1 → 2" in said.replace("*", "")
    assert not recap.private
    assert "Séance close — Les rats" in recap
    assert "Coup de maître : Fafhrd" in plain(recap)
    now = await session(table)
    assert now is not None
    assert now != first
    assert now.title == "La suite"


@pytest.mark.parametrize(("first", "second"), [(NEW, NEW), (NEW, KEEP), (KEEP, NEW), (KEEP, KEEP)])
async def test_the_first_answer_is_the_one(table: Table, first: str, second: str) -> None:
    await table.slash(table.mdt, "seance debut")
    asked = await table.slash(table.mdt, "seance debut")
    await table.press(table.mdt, asked, first)
    before, written = await session(table), len(await acts(table))
    again = await table.press(table.mdt, asked, second)
    assert again.private
    assert "déjà reçu sa réponse" in again
    assert await session(table) == before
    assert len(await acts(table)) == written


@pytest.mark.parametrize("label", [NEW, KEEP])
async def test_an_answer_too_late_is_refused(table: Table, label: str) -> None:
    await table.slash(table.mdt, "seance debut")
    asked = await table.slash(table.mdt, "seance debut")
    await table.slash(table.mdt, "seance fin")
    said = await table.press(table.mdt, asked, label)
    assert said.private
    assert "La situation a changé" in said
    assert await session(table) is None
    await table.slash(table.mdt, "seance debut", titre="Autre")
    assert "La situation a changé" in await table.press(table.mdt, asked, label)


async def test_the_question_outlives_the_process(table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    asked = await table.slash(table.mdt, "seance debut", titre="La suite")
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert "Séance ouverte — La suite" in await table.press(table.mdt, asked, NEW)


async def test_a_session_forgotten_open_is_closed_by_the_next_start(table: Table) -> None:
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.env.advance_time(12 * HOUR + 1)
    said = await table.slash(table.mdt, "seance debut", titre="La suite")
    assert "Séance ouverte — La suite" in said
    assert "La séance précédente « Les rats » est close" in said


async def test_the_evening_s_length_is_a_setting(table: Table) -> None:
    await table.slash(table.mdt, "reglages changer", reglage="seance_max", valeur="1")
    await table.slash(table.mdt, "seance debut")
    await table.env.advance_time(HOUR + 1)
    assert "Séance ouverte" in await table.slash(table.mdt, "seance debut")


async def test_the_same_interaction_twice_opens_one_session(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    await table.slash(table.mdt, "seance debut")
    told = reversed(table.env.backend.transcript)
    payload = next(payload for _, name, payload in told if name == "INTERACTION_CREATE")
    table.env.backend.emit("INTERACTION_CREATE", payload)
    await table.env.settle()
    assert [type(act) for act in await acts(table)] == [SessionOpening]


async def test_the_state_is_for_all(table: Table) -> None:
    said = await table.slash(table.player, "seance etat")
    assert "Aucune séance ouverte" in said
    assert "tous les évènements" in said
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.mdt, "combat ouvrir")
    await table.env.advance_time(2 * HOUR + 300)
    said = await table.slash(table.player, "seance etat")
    assert "Séance ouverte — Les rats" in said
    assert "Ouverte à la main il y a 2 h 05" in said
    assert "Combat ouvert, round 1" in said
    await table.slash(table.mdt, "seance fin")
    await table.env.advance_time(72 * HOUR)
    assert "La séance précédente « Les rats » a été close il y a 3 jours" in await table.slash(
        table.player, "seance etat"
    )


async def test_following_is_kept_journalled_and_said(table: Table) -> None:
    other = table.guild.create_text_channel("annonces")
    said = await table.slash(table.mdt, "seance suivre", evenements="Épées", salon=other)
    assert "tous les évènements → ceux dont le titre contient « Épées »" in plain(said)
    assert other.mention in said
    now = await campaign(table)
    assert (now.events, now.channel_id) == ("Épées", other.id)
    said = await table.slash(table.mdt, "seance suivre", evenements="AUCUN")
    assert "aucun évènement" in said
    now = await campaign(table)
    assert (now.events, now.channel_id) == ("aucun", other.id)
    assert len(await acts(table)) == 2


async def test_a_channel_closed_to_the_bot_is_pointed_out(table: Table) -> None:
    me = table.guild.me
    assert me is not None
    silence = discord.PermissionOverwrite(send_messages=False)
    mute = table.guild.create_text_channel("crypte", overwrites={me: silence})
    said = await table.slash(table.mdt, "seance suivre", evenements="tous", salon=mute)
    assert "Je ne peux pas écrire" in said


async def test_an_empty_word_is_refused(table: Table) -> None:
    said = await table.slash(table.mdt, "seance suivre", evenements="  ")
    assert said.private
    assert "un mot du titre" in said
    assert (await campaign(table)).events == "tous"


async def test_the_titles_of_the_server_s_events_are_proposed(table: Table) -> None:
    table.guild.create_scheduled_event("L’Épée volée", start_time="2100-01-01T20:00:00+00:00")
    await table.env.settle()
    every = await table.complete(table.mdt, "seance suivre", "evenements", "")
    assert [one["value"] for one in every] == ["tous", "aucun", "L’Épée volée"]
    some = await table.complete(table.mdt, "seance suivre", "evenements", "epee")
    assert [one["value"] for one in some] == ["L’Épée volée"]


async def test_thirty_characters_with_the_longest_names_fit(table: Table) -> None:
    for number in range(30):
        name = f"{number:02}" + "é" * 62
        await table.seat(warrior(name=name, heroism=0, active=False))
    said = await table.slash(table.mdt, "seance debut")
    assert said.text.count("→") == 30


async def test_thirty_names_that_double_when_escaped_still_fit(table: Table) -> None:
    for number in range(30):
        await table.seat(warrior(name=f"{number:02}" + "*" * 62, heroism=0, active=False))
    said = await table.slash(table.mdt, "seance debut")
    assert not said.private
    assert "autres" in said
    assert (await points(table, "29" + "*" * 62)) == 2


async def test_a_title_is_harmless(table: Table) -> None:
    said = await table.slash(table.mdt, "seance debut", titre="@everyone **rats**")
    assert "@everyone" not in said
    assert r"\*\*rats" in said


async def test_a_new_session_closes_a_pending_intuition(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "seance debut")
    asked = await table.slash(table.player, "heroism spend intuition", question="Un piège ?")
    await table.slash(table.mdt, "seance fin")
    await table.slash(table.mdt, "seance debut")
    said = await table.press(table.mdt, asked, "Rien à apprendre")
    assert said.private
    assert "Question close" in said
    assert await points(table) == 2, "the new session's points, and no refund"


async def test_a_new_session_gives_another_second_wind(table: Table) -> None:
    await table.seat(warrior(wounds=20), table.player)
    await table.slash(table.player, "heroism spend second-souffle", faces=(1,))
    assert (await table.slash(table.player, "heroism spend second-souffle")).private
    await table.slash(table.mdt, "seance debut")
    said = await table.slash(table.player, "heroism spend second-souffle", faces=(1,))
    assert not said.private
