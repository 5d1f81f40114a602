"""Sessions and occurrences as stored: each start of an event opens its session exactly once (SEA-1 to SEA-3, SEA-6)."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from bot.storage import campaigns, combats, journal, occurrences, past, sessions
from bot.storage.engine import Database
from bot.storage.journal import AlreadyDone, Author, Link
from bot.storage.migrate import migrate
from bot.storage.occurrences import Sighting
from bot.storage.sessions import Opened
from bot.storage.tables import ActRow, OccurrenceRow, SessionRow
from rules import combat
from rules.campaign import HOUR, Campaign
from rules.character import Element, ElementKind, State
from rules.heroism import Use
from rules.sessions import NoSession, SessionClosing, SessionOpening
from rules.starts import Reason
from tests.characters import monster, thief, warrior
from tests.storage import play

NOW = 1_800_000_000
EVENT = Sighting(play.GUILD, 77, NOW, "Une nuit à Lankhmar", active=True)
OVER = replace(EVENT, active=False)
DAY = 24 * HOUR


def by(at: int = NOW, interaction_id: int | None = None) -> Author:
    return Author(actor_id=None, interaction_id=interaction_id, command="évènement", at=at)


async def see(database: Database, sighting: Sighting, at: int = NOW) -> SessionClosing | None:
    async with database.writing() as connection:
        return await occurrences.see(connection, sighting, by(at))


async def campaign(database: Database, guild: int = play.GUILD) -> Campaign:
    async with database.reading() as connection:
        return await campaigns.load(connection, guild)


async def opened(
    database: Database,
    title: str = "",
    *,
    at: int = NOW,
    interaction_id: int | None = None,
    event_id: int | None = None,
) -> Opened:
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, play.GUILD)
        asker = by(at, interaction_id)
        return await sessions.begin(connection, campaign, title, asker, event_id=event_id)


async def ended(database: Database, at: int = NOW) -> SessionClosing:
    async with database.writing() as connection:
        return await sessions.end(connection, await campaigns.begin(connection, play.GUILD), by(at))


async def count(database: Database, table: Any) -> int:
    async with database.reading() as connection:
        return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


async def openings(database: Database) -> list[SessionOpening]:
    async with database.reading() as connection:
        acts = [one.act for one in await past.recent(connection, play.GUILD, 1000)]
    return [act for act in acts if isinstance(act, SessionOpening)]


async def untold(database: Database) -> list[Reason]:
    async with database.reading() as connection:
        return [one.question.reason for one in await occurrences.untold(connection, play.GUILD)]


async def test_an_active_event_opens_its_session(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    assert await see(database, EVENT) is None
    assert (await play.stored(database)).heroism == 2
    (act,) = await openings(database)
    assert act.title == "Une nuit à Lankhmar"
    assert (await campaign(database)).session_id is not None


async def test_it_does_so_once_however_often_and_late_it_is_seen(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    await see(database, EVENT)
    await play.spend(database)
    for minute in range(20):
        await see(database, replace(EVENT, title=f"Titre {minute}"), NOW + 60 * minute)
    assert (await play.stored(database)).heroism == 1, "the point spent is not given again"
    assert len(await openings(database)) == 1
    assert await untold(database) == []


async def test_twenty_deliveries_at_once_open_one_session(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    await asyncio.gather(*(see(database, EVENT) for _ in range(20)))
    assert len(await openings(database)) == 1
    assert await count(database, SessionRow) == await count(database, OccurrenceRow) == 1
    assert await untold(database) == []


async def test_two_processes_on_one_database_open_one_session(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    other = Database(database.url.render_as_string(hide_password=False))
    await migrate(other)
    try:
        await asyncio.gather(*(see(each, EVENT) for _ in range(10) for each in (database, other)))
    finally:
        await other.close()
    assert len(await openings(database)) == 1
    assert await untold(database) == []


async def test_a_failure_leaves_nothing_and_the_next_sighting_opens(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))

    async def crash() -> None:
        async with database.writing() as connection:
            await occurrences.see(connection, EVENT, by())
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await crash()
    assert await count(database, SessionRow) == await count(database, OccurrenceRow) == 0
    assert (await play.stored(database)).heroism == 0
    await see(database, EVENT)
    assert (await play.stored(database)).heroism == 2


async def test_an_event_that_is_only_planned_leaves_no_trace(database: Database) -> None:
    assert await see(database, OVER) is None
    assert await count(database, OccurrenceRow) == await count(database, SessionRow) == 0


async def test_the_end_of_the_event_closes_its_session_once(database: Database) -> None:
    await see(database, EVENT)
    closing = await see(database, OVER, NOW + HOUR)
    assert closing is not None
    assert closing.title == "Une nuit à Lankhmar"
    assert (await campaign(database)).session_id is None
    assert await see(database, OVER, NOW + HOUR) is None
    async with database.reading() as connection:
        last = await sessions.last_closed(connection, play.GUILD)
    assert last is not None
    assert last.closed_at == NOW + HOUR


async def test_an_event_never_closes_a_session_that_it_did_not_open(database: Database) -> None:
    await opened(database, "À la main")
    await see(database, EVENT)
    assert await untold(database) == [Reason.ALREADY_OPEN]
    before = (await campaign(database)).session_id
    assert await see(database, OVER) is None
    assert (await campaign(database)).session_id == before


async def test_an_event_joins_the_open_session_and_gives_nothing_again(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    by_hand = await opened(database, "À la main")
    await play.spend(database)
    await see(database, EVENT, NOW + HOUR)
    await see(database, EVENT, NOW + HOUR)
    assert (await play.stored(database)).heroism == 1
    assert await untold(database) == [Reason.ALREADY_OPEN], "asked once"
    async with database.reading() as connection:
        row = (await connection.execute(select(OccurrenceRow.session_id))).scalar_one()
    assert row == by_hand.session_id


async def test_the_next_occurrence_of_a_recurring_event_is_another_session(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    for week in range(3):
        starts_at = NOW + 7 * DAY * week
        await see(database, replace(EVENT, starts_at=starts_at), starts_at)
        await see(database, replace(OVER, starts_at=starts_at + 7 * DAY), starts_at + 4 * HOUR)
    assert len(await openings(database)) == 3
    assert await untold(database) == []


async def test_an_occurrence_already_played_asks(database: Database) -> None:
    await see(database, EVENT)
    await see(database, OVER, NOW + HOUR)
    await see(database, EVENT, NOW + 20 * HOUR)
    assert len(await openings(database)) == 1
    assert await untold(database) == [Reason.PLAYED]


@pytest.mark.parametrize(("hours", "asks"), [(5, True), (7, False)])
async def test_a_new_occurrence_soon_after_the_last_session_asks(
    database: Database, hours: int, asks: bool
) -> None:
    await see(database, EVENT)
    await see(database, OVER, NOW + HOUR)
    later = NOW + HOUR + hours * HOUR
    await see(database, replace(EVENT, starts_at=later), later)
    assert len(await openings(database)) == 2 - asks
    assert await untold(database) == [Reason.RECENT] * asks


async def test_a_session_forgotten_open_gives_way_to_the_next_start(database: Database) -> None:
    await see(database, EVENT)
    other = replace(EVENT, event_id=78, title="Autre", starts_at=NOW + DAY)
    await see(database, other, NOW + DAY)
    newest, oldest = await openings(database)
    assert (newest.title, newest.previous) == ("Autre", "Une nuit à Lankhmar")
    assert oldest.previous is None
    assert await see(database, OVER, NOW + DAY) is None, "the old event no longer closes anything"
    assert (await campaign(database)).session_id is not None


async def test_a_session_forgotten_open_is_closed_even_when_the_game_master_is_asked(
    database: Database,
) -> None:
    await see(database, EVENT)
    await see(database, OVER, NOW + HOUR)
    await opened(database, "À la main", at=NOW + HOUR)
    await see(database, EVENT, NOW + 15 * HOUR)
    assert (await campaign(database)).session_id is None
    assert await untold(database) == [Reason.PLAYED]


async def test_a_question_never_told_is_forgotten_with_its_start(database: Database) -> None:
    await see(database, EVENT)
    await see(database, OVER, NOW + HOUR)
    soon = replace(EVENT, starts_at=NOW + 2 * HOUR)
    await see(database, soon, NOW + 2 * HOUR)
    assert await untold(database) == [Reason.RECENT]
    await see(database, replace(soon, active=False), NOW + 3 * HOUR)
    await see(database, soon, NOW + 8 * HOUR)
    assert len(await openings(database)) == 2, "nothing had been given for that occurrence"
    assert await untold(database) == []


async def test_an_occurrence_whose_predecessor_s_end_went_unseen_opens(database: Database) -> None:
    """The bot was away when the event went back to « programmé », then active again, a week later."""
    await see(database, EVENT)
    later = NOW + 7 * DAY
    await see(database, replace(EVENT, starts_at=later), later)
    assert len(await openings(database)) == 2
    assert await untold(database) == []
    async with database.reading() as connection:
        assert not await occurrences.active(connection, EVENT.event_id, NOW)
        assert await occurrences.active(connection, EVENT.event_id, later)


async def test_a_planned_start_edited_while_active_changes_nothing(database: Database) -> None:
    await see(database, EVENT)
    for moved in (NOW - HOUR, NOW + HOUR):
        await see(database, replace(EVENT, starts_at=moved), NOW + 60)
    assert len(await openings(database)) == await count(database, OccurrenceRow) == 1
    assert await see(database, replace(OVER, starts_at=NOW + HOUR), NOW + 120) is not None


async def test_a_session_closed_by_hand_stays_closed_while_the_event_goes_on(database: Database) -> None:
    await see(database, EVENT)
    await ended(database, NOW + HOUR)
    for minute in range(10):
        await see(database, EVENT, NOW + HOUR + 60 * minute)
    await see(database, replace(EVENT, starts_at=NOW + 60), NOW + 2 * HOUR)
    assert (await campaign(database)).session_id is None
    assert await untold(database) == []
    assert await see(database, OVER, NOW + 3 * HOUR) is None


@pytest.mark.parametrize(("events", "opens"), [("tous", 1), ("LANKHMAR", 1), ("aucun", 0), ("rats", 0)])
async def test_only_followed_events_open(database: Database, events: str, opens: int) -> None:
    async with database.writing() as connection:
        await campaigns.begin(connection, play.GUILD)
        await campaigns.change(connection, play.GUILD, events=events)
    await see(database, EVENT)
    assert len(await openings(database)) == opens


async def test_an_event_no_longer_followed_still_closes_its_session(database: Database) -> None:
    await see(database, EVENT)
    async with database.writing() as connection:
        await campaigns.change(connection, play.GUILD, events="aucun")
    await see(database, EVENT)
    assert await see(database, OVER) is not None


async def test_two_guilds_have_each_their_session(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    await play.seat(database, warrior(heroism=0), guild=2)
    await see(database, replace(EVENT, guild_id=2, event_id=99))
    assert (await play.stored(database)).heroism == 0
    assert (await play.stored(database, guild=2)).heroism == 2
    await see(database, EVENT)
    assert (await campaign(database)).session_id != (await campaign(database, 2)).session_id


async def test_the_database_refuses_two_open_sessions(database: Database) -> None:
    await opened(database)
    async with database.writing() as connection:
        await campaigns.change(connection, play.GUILD, session_id=None)
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        await opened(database)


async def test_npcs_and_the_archived_are_not_touched(database: Database) -> None:
    await play.seat(database, monster(heroism=4))
    await play.seat(database, thief(heroism=1, archived=True))
    await opened(database)
    assert (await play.stored(database, "Rat géant")).heroism == 4
    assert (await play.stored(database, "Souricier Gris")).heroism == 1


async def test_a_close_lifts_rounds_in_the_database(database: Database) -> None:
    effect = Element("1.effet", ElementKind.STATE, State.FLEEING, "fuite", 60, in_rounds=True)
    await play.seat(database, warrior(elements=(effect,)))
    await opened(database)
    act = await ended(database)
    assert [one.text for one in act.lifted] == ["fuite"]
    assert (await play.stored(database)).elements == ()


async def test_a_second_opening_closes_the_first_in_one_interaction(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    await opened(database, "Un")
    await opened(database, "Deux", interaction_id=5)
    with pytest.raises(AlreadyDone):
        await opened(database, "Deux", interaction_id=5)
    newest, _ = await openings(database)
    assert (newest.title, newest.previous) == ("Deux", "Un")
    async with database.reading() as connection:
        kinds = [type(one.act).__name__ for one in await past.recent(connection, play.GUILD, 10)]
    assert kinds == ["SessionOpening", "SessionClosing", "SessionOpening"]


async def test_acts_carry_the_session_in_which_they_were_done(database: Database) -> None:
    await play.seat(database)
    first = (await opened(database)).session_id
    spent = await play.read(database, await play.spend(database))
    assert spent.session_id == first
    await ended(database)
    async with database.reading() as connection:
        rows = await connection.execute(select(ActRow.session_id).order_by(ActRow.id))
        assert list(rows.scalars()) == [first] * 3, "opening, spend, close"


async def test_without_a_session_there_is_nothing_to_close(database: Database) -> None:
    with pytest.raises(NoSession):
        await ended(database)


async def test_a_resumed_session_gives_nothing_and_goes_on(database: Database) -> None:
    await play.seat(database, warrior(heroism=0))
    first = (await opened(database, "Un", event_id=EVENT.event_id)).session_id
    await play.spend(database)
    await ended(database)
    question = await play.write(database, (await openings(database))[0])
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, play.GUILD)
        link = Link(question, journal.ANSWERS)
        act = await sessions.resume(connection, campaign, first, by(), link)
    assert act.title == "Un"
    assert (await play.stored(database)).heroism == 1
    async with database.reading() as connection:
        campaign = await campaigns.load(connection, play.GUILD)
        current = await sessions.current(connection, campaign)
    assert current is not None
    assert (current.id, current.closed_at) == (first, None)


async def test_what_was_not_told_is_found_until_it_is(database: Database) -> None:
    await see(database, EVENT)
    async with database.writing() as connection:
        (waiting,) = await sessions.unannounced(connection, play.GUILD)
        assert waiting.act == (await openings(database))[0]
        assert await sessions.unannounced(connection, 2) == []
        await sessions.announced(connection, waiting.session_id)
    async with database.reading() as connection:
        assert await sessions.unannounced(connection, play.GUILD) == []
    other = replace(EVENT, event_id=78)
    await see(database, other)
    async with database.writing() as connection:
        (question,) = await occurrences.untold(connection, play.GUILD)
        await occurrences.told(connection, question.question)
    assert await untold(database) == []


async def test_a_session_already_over_and_a_question_without_its_event_are_not_told(
    database: Database,
) -> None:
    await see(database, EVENT)
    other = replace(EVENT, event_id=78)
    await see(database, other)
    await see(database, replace(other, active=False))
    await see(database, OVER)
    async with database.reading() as connection:
        assert await sessions.unannounced(connection, play.GUILD) == []
    assert await untold(database) == []


async def test_a_session_in_the_calm_begins_a_period_and_during_a_combat_does_not(
    database: Database,
) -> None:
    await opened(database)
    assert (await campaign(database)).period == 1
    async with database.writing() as connection:
        calm = await campaigns.begin(connection, play.GUILD)
        await campaigns.save_course(connection, combat.after(calm, combat.open_combat(calm)))
    assert (await campaign(database)).period == 2
    await opened(database)
    assert (await campaign(database)).period == 2


async def test_who_spent_in_this_round(database: Database) -> None:
    await play.seat(database, warrior(heroism=3))
    await play.spend(database)
    async with database.writing() as connection:
        calm = await campaigns.begin(connection, play.GUILD)
        assert await combats.spends(connection, calm) == ()
        await campaigns.save_course(connection, combat.after(calm, combat.open_combat(calm)))
    await play.spend(database)
    async with database.writing() as connection:
        fought = await campaigns.begin(connection, play.GUILD)
        assert await combats.spends(connection, fought) == [("Fafhrd", Use.MASTER_STROKE)]
        await campaigns.save_course(connection, combat.after(fought, combat.next_round(fought, [], "7")))
        fought = await campaigns.begin(connection, play.GUILD)
        assert await combats.spends(connection, fought) == []
