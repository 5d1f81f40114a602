"""An evening read back from the journal: what counts, what the table may know, and without walking it whole."""

from dataclasses import replace
from typing import Any

from sqlalchemy import event, update

from bot.storage import campaigns, characters, journal, past, recap, sessions
from bot.storage.engine import Database
from bot.storage.journal import REPLACES, UNDOES, Link
from bot.storage.recap import Account
from bot.storage.tables import ActRow
from rules import heroism, rolls
from rules.abilities import Ability
from rules.campaign import Scene
from rules.character import Character
from rules.heroism import MasterStroke, Use
from rules.sessions import Session
from tests.characters import campaign, monster, thief, warrior
from tests.dice import ScriptedDice
from tests.storage import play

NOW = 1_800_000_000


async def begin(database: Database, guild: int = play.GUILD, at: int = NOW) -> Session:
    """A session opens."""
    async with database.writing() as connection:
        found = await campaigns.begin(connection, guild)
        opened = await sessions.begin(connection, found, "Les rats", play.author(at=at))
        session = await sessions.find(connection, guild, opened.session_id)
    assert session is not None
    return session


async def end(database: Database, guild: int = play.GUILD, at: int = NOW + 3_600) -> None:
    async with database.writing() as connection:
        await sessions.end(connection, await campaigns.begin(connection, guild), play.author(at=at))


async def account(database: Database, session: Session, guild: int = play.GUILD) -> Account:
    async with database.reading() as connection:
        return await recap.account(connection, guild, session, NOW + 60)


def stroke(character: Character) -> MasterStroke:
    """A point spent."""
    return heroism.master_stroke(Scene(campaign(), replace(character, heroism=3)))


async def changed(database: Database, character: Character, **facts: Any) -> Character:
    """The character with other facts, as if an act had made them."""
    async with database.writing() as connection:
        after = replace(character, **facts)
        await characters.update(connection, character, after)
    return after


async def spent(database: Database, session: Session) -> int:
    """How many points of heroism the account counts."""
    found = (await account(database, session)).recap.heroism
    return sum(times for one in found for _, times in one.by)


async def test_only_this_session_s_acts_count(database: Database) -> None:
    fafhrd = await play.seat(database)
    await play.write(database, stroke(fafhrd))
    first = await begin(database)
    await play.write(database, stroke(fafhrd))
    await play.write(database, stroke(fafhrd))
    await end(database)
    await play.write(database, stroke(fafhrd))
    second = await begin(database, at=NOW + 7_200)
    assert await spent(database, first) == 2
    assert await spent(database, second) == 0


async def test_what_was_undone_or_replaced_does_not_count_until_it_stands_again(database: Database) -> None:
    fafhrd = await play.seat(database)
    session = await begin(database)
    first = await play.write(database, stroke(fafhrd))
    undoing = await play.write(database, stroke(fafhrd), link=Link(first, UNDOES))
    assert await spent(database, session) == 0
    await play.write(database, stroke(fafhrd), link=Link(undoing, UNDOES))
    assert await spent(database, session) == 1
    await play.write(database, stroke(fafhrd), link=Link(first, REPLACES))
    assert await spent(database, session) == 1


async def test_a_secret_act_counts_once_it_is_revealed(database: Database) -> None:
    fafhrd = await play.seat(database)
    session = await begin(database)
    secret = await play.write(database, stroke(fafhrd), secret=True)
    assert await spent(database, session) == 0
    async with database.writing() as connection:
        await connection.execute(update(ActRow).where(ActRow.id == secret).values(revealed=True))
    assert await spent(database, session) == 1


async def test_npcs_have_no_figure_and_names_are_those_of_today(database: Database) -> None:
    fafhrd = await play.seat(database)
    rat = await play.seat(database, monster(heroism=3))
    session = await begin(database)
    await play.write(database, stroke(fafhrd))
    await play.write(database, replace(stroke(rat), npc=False))
    await changed(database, fafhrd, name="Fafhrd le Rouge")
    (found,) = (await account(database, session)).recap.heroism
    assert (found.use, found.by) == (Use.MASTER_STROKE, (("Fafhrd le Rouge", 1),))


async def test_public_dice_are_read_and_a_long_evening_is_read_whole(
    database: Database, monkeypatch: Any
) -> None:
    monkeypatch.setattr(recap, "_TOLD", recap._TOLD.limit(2))
    fafhrd = await play.seat(database)
    session = await begin(database)
    act = rolls.ability_check(fafhrd, Ability.STRENGTH, campaign(), ScriptedDice(1))
    numbers = [await play.write(database, act) for _ in range(5)]
    async with database.writing() as connection:
        await connection.execute(update(ActRow).where(ActRow.id.in_(numbers)).values(dice=[[20, 1]]))
    assert (await account(database, session)).recap.ones == (("Fafhrd", 5),)


async def test_the_length_is_of_the_close_or_until_now(database: Database) -> None:
    await play.seat(database)
    session = await begin(database)
    assert (await account(database, session)).length == 60
    await end(database)
    async with database.reading() as connection:
        closed = await sessions.find(connection, play.GUILD, session.id)
    assert closed is not None
    assert (await account(database, closed)).length == 3_600


async def test_the_curves_come_from_each_close_then_from_today(database: Database) -> None:
    fafhrd = await play.seat(database, warrior(madness=1))
    await play.seat(database, thief(), guild=2)
    first = await begin(database)
    fafhrd = await changed(database, fafhrd, madness=4)
    await end(database)
    await begin(database, guild=2)  # another table's evenings are not counted
    second = await begin(database, at=NOW + 9_000)
    await changed(database, fafhrd, madness=6)
    found = await account(database, second)
    assert [(curve.name, curve.madness) for curve in found.curves] == [("Fafhrd", ((0, 1), (1, 4), (2, 6)))]
    assert [mark.madness for mark in (*found.evening.opening, *found.evening.closing)] == [4, 6]
    assert (await account(database, first)).curves[0].madness == ((0, 1), (1, 4))


async def test_a_session_taken_up_again_has_its_last_close_as_its_point(database: Database) -> None:
    fafhrd = await play.seat(database)
    session = await begin(database)
    await end(database)
    async with database.writing() as connection:
        found = await campaigns.begin(connection, play.GUILD)
        (last,) = await past.recent(connection, play.GUILD, 1)
        await sessions.resume(connection, found, session.id, play.author(), Link(last.id, journal.ANSWERS))
    await changed(database, fafhrd, madness=5)
    assert (await account(database, session)).curves[0].madness == ((0, 0), (1, 5)), "still open: as of now"
    await end(database, at=NOW + 9_000)
    assert (await account(database, session)).curves[0].madness == ((0, 0), (1, 5))


async def test_the_journal_is_not_walked_to_tell_an_evening(database: Database) -> None:
    session = await begin(database)
    asked: list[tuple[str, Any]] = []

    def note(_c: object, _u: object, statement: str, parameters: Any, *_: object) -> None:
        if "FROM acts" in statement:
            asked.append((statement, parameters))

    engine = database.readers.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    await account(database, session)
    event.remove(engine, "before_cursor_execute", note)
    assert len(asked) >= 2
    async with database.reading() as connection:
        for statement, parameters in asked:
            rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            ways = [row.detail for row in rows if " acts" in row.detail]
            assert ways
            assert all("ix_acts_session_id_id" in way for way in ways), ways
