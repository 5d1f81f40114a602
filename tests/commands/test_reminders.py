"""What the bot says before it is too late: a threshold, a reserve, an evening without a channel."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.client import Bot
from bot.storage import campaigns
from bot.storage.tables import ReminderRow
from rules.campaign import HOUR
from tests.characters import black_magician, known, monster, ready, warrior
from tests.commands.table import Table, text_of

REMINDER = "où annoncer la séance ?"
WATCH = "À surveiller"


async def test_the_act_that_brings_a_stage_near_says_so(table: Table) -> None:
    await table.seat(black_magician(corruption=8), table.player)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20,))
    assert "⚠️ Encore 1 point avant le palier 1" in said
    again = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(1,))
    assert "avant le palier" not in again, "nothing has changed"


@pytest.mark.parametrize(("points", "left"), [(5, None), (6, "2 points"), (7, "1 point"), (8, None)])
async def test_madness_near_its_next_multiple_is_told_when_given(
    table: Table, points: int, left: str | None
) -> None:
    await table.seat(black_magician(corruption=0), table.player)
    said = await table.slash(table.mdt, "horreur folie", personnage="Ahriman", points=points, faces=(1,))
    assert ("avant le seuil" in said) is (left is not None)
    if left:
        assert f"⚠️ Encore {left} de folie avant le seuil de 8" in said


async def test_a_spell_that_corrupts_warns_and_the_reroll_that_spares_says_nothing(table: Table) -> None:
    spells = known("invisibilite") + ready("invisibilite")
    await table.seat(black_magician(corruption=7, elements=spells), table.player)
    cast = await table.slash(table.player, "magie lancer", sort="invisibilite", faces=(20,))
    assert "Encore 2 points avant le palier 1" in cast
    spared = await table.press(table.player, cast, "Destin héroïque", faces=(1,))
    assert "avant le palier" not in spared


async def test_a_secret_horror_warns_its_author_alone(table: Table) -> None:
    await table.seat(warrior(scores=(9, 9, 14, 9, 9, 9)), table.player)
    said = await table.slash(
        table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(1, 5, 3), **{"folie-sup": 5}
    )
    assert said.private
    assert "Encore 1 point de folie avant le seuil de 9" in said


async def test_nothing_is_said_of_an_npc(table: Table) -> None:
    await table.seat(monster(corruption=8, scores=(9,) * 6))
    said = await table.slash(table.mdt, "corruption regler", personnage="Rat géant", points=1)
    assert "Corruption 8" in said.text.replace("*", "")
    assert "avant le palier" not in said
    assert WATCH not in await table.slash(table.mdt, "seance debut")
    assert WATCH not in await table.slash(table.mdt, "seance etat")


async def test_the_opening_lists_what_to_watch(table: Table) -> None:
    await table.seat(black_magician(madness=7, elements=ready("sommeil")), table.player)
    await table.seat(warrior(), table.other)
    await table.slash(table.mdt, "temps avancer", duree="21 h")
    for command in ("seance debut", "seance etat"):
        said = await table.slash(table.mdt, command)
        block = said.text.replace("*", "").partition(WATCH)[2]
        assert "Ahriman : encore 1 point de folie avant le seuil de 8" in block
        assert "Ahriman : encore 1 point avant le palier 1" in block
        assert "Ahriman : ses sorts en réserve l’épuisent dans 3 h" in block
        assert not any(
            "Fafhrd" in line for line in block.splitlines() if "avant" in line or "réserve" in line
        )


async def test_an_opening_told_by_an_event_lists_it_too(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    event = planned(table, hours=1)
    await table.env.settle()
    table.env.backend.edit_scheduled_event(table.guild.id, event, {"status": 2})
    await table.env.settle()
    assert any(WATCH in text_of(message) for message in table.channel.history())


async def test_a_long_list_still_leaves_the_opening_within_discord_s_limits(table: Table) -> None:
    for number in range(40):
        name = f"{number:02}" + "*" * 62
        await table.seat(black_magician(name=name, madness=7, active=False))
    said = await table.slash(table.mdt, "seance debut")
    assert WATCH in said
    assert "Empreinte" in said, "what comes last is not cut"


async def test_the_clock_names_once_whose_reserve_is_about_to_exhaust(table: Table) -> None:
    await table.seat(black_magician(elements=ready("sommeil")), table.player)
    line = "Ahriman : ses sorts en réserve l’épuisent dans"
    assert line not in await table.slash(table.mdt, "temps avancer", duree="19 h")
    said = await table.slash(table.mdt, "temps avancer", duree="2 h")
    assert f"{line} 3 h" in said.text.replace("*", "")
    assert line not in await table.slash(table.mdt, "temps avancer", duree="1 h"), "once a crossing"
    tired = await table.slash(table.mdt, "temps avancer", duree="3 h")
    assert "Épuisé" in tired
    assert line not in tired


async def test_the_rounds_of_a_combat_name_it_too(table: Table) -> None:
    await table.seat(black_magician(elements=ready("sommeil")), table.player)
    await table.slash(table.mdt, "temps avancer", duree="19 h 59 min 50 s")
    await table.slash(table.mdt, "combat ouvrir", faces=(1,))
    assert "l’épuisent dans 4 h" in (await table.slash(table.mdt, "combat round")).text.replace("*", "")


def planned(table: Table, name: str = "La maison du voleur", *, hours: float = 5) -> int:
    """A scheduled event, so many hours from now."""
    start = (table.env.now() + timedelta(hours=hours)).isoformat()
    return table.guild.create_scheduled_event(name, start_time=start).id


def reminded(table: Table, channel: Any = None) -> list[str]:
    texts = [text_of(message) for message in (channel or table.channel).history()]
    return [text for text in texts if REMINDER in text]


async def test_an_evening_without_a_channel_is_told_once_with_what_to_do(table: Table) -> None:
    event = planned(table)
    await table.env.settle()
    (said,) = reminded(table)
    assert "La maison du voleur" in said
    assert "/seance suivre evenements:tous salon:" in said
    table.env.backend.edit_scheduled_event(table.guild.id, event, {"description": "Venez."})
    await table.env.advance_time(2 * HOUR)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    await table.env.settle()
    assert len(reminded(table)) == 1


async def test_time_alone_brings_it_a_day_before(table: Table) -> None:
    planned(table, hours=40)
    await table.env.settle()
    await table.env.advance_time(14 * HOUR)
    assert not reminded(table)
    await table.env.advance_time(3 * HOUR)
    assert len(reminded(table)) == 1


async def test_another_occurrence_is_another_evening(table: Table) -> None:
    event = planned(table)
    await table.env.settle()
    later = (table.env.now() + timedelta(hours=20)).isoformat()
    table.env.backend.edit_scheduled_event(table.guild.id, event, {"scheduled_start_time": later})
    await table.env.settle()
    assert len(reminded(table)) == 2


async def test_a_channel_chosen_keeps_it_silent_until_it_is_deleted(table: Table) -> None:
    chosen = table.guild.create_text_channel("annonces")
    await table.slash(table.mdt, "seance suivre", evenements="tous", salon=chosen)
    planned(table)
    await table.env.settle()
    assert not reminded(table)
    table.env.backend.delete_channel(chosen.id)
    await table.env.advance_time(HOUR)
    assert len(reminded(table)) == 1


async def test_an_event_that_opens_no_session_needs_no_channel(table: Table) -> None:
    await table.slash(table.mdt, "seance suivre", evenements="voleur")
    planned(table, "Soirée crêpes")
    await table.env.settle()
    assert not reminded(table)
    assert "Soirée crêpes" not in await table.slash(table.mdt, "seance etat")


async def test_the_game_master_s_channel_has_it_when_there_is_one(table: Table) -> None:
    private = table.guild.create_text_channel("meneur")
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, gm_channel_id=private.id)
    planned(table)
    await table.env.settle()
    assert len(reminded(table, private)) == 1
    assert not reminded(table)


async def test_the_state_of_the_table_tells_it_as_long_as_it_lasts(table: Table) -> None:
    planned(table, "*Nuit*")
    await table.env.settle()
    for _ in range(2):
        said = await table.slash(table.player, "seance etat")
        assert r"« \*Nuit\* » commence" in said
    await table.slash(table.mdt, "seance suivre", evenements="tous", salon=table.channel)
    assert "commence" not in await table.slash(table.player, "seance etat")


async def test_it_is_written_even_where_nobody_hears_it(table: Table) -> None:
    """Said twice is worse than unsaid: the session opens all the same."""
    table.env.backend.delete_channel(table.channel.id)
    planned(table)
    await table.env.settle()
    async with table.bot.database.reading() as connection:
        assert len((await connection.execute(select(ReminderRow.key))).all()) == 1


async def test_nothing_is_asked_of_discord_while_nothing_is_planned(table: Table) -> None:
    before = len(table.env.http_requests)
    await table.env.advance_time(5 * HOUR)
    assert len(table.env.http_requests) == before


async def test_the_trouble_of_one_look_does_not_end_the_watch(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks = 0

    async def look(_: object) -> None:
        nonlocal looks
        looks += 1
        raise OSError

    cog = table.bot.get_cog("Reminders")
    monkeypatch.setattr(cog, "look", look)
    await table.env.advance_time(3 * HOUR)
    assert looks == 3
    assert "Rappels" in caplog.text
    caplog.clear()
