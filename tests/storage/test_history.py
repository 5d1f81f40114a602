"""The journal by pages: newest first, unmoved by new acts, each reader's own, through its indexes."""

import json
from typing import Any

from sqlalchemy import insert, text

from bot.storage import campaigns, characters, history, journal
from bot.storage.engine import Database
from bot.storage.history import Edge, Page, View
from bot.storage.tables import ActRow
from rules.acts import Act, CharacterChange
from rules.bandage import KitAct
from rules.changes import Add, Counter
from rules.character import Element, ElementKind
from rules.madness import ElementAct
from rules.npcs import NpcCreation
from rules.sessions import SessionKeeping
from tests.characters import monster, warrior
from tests.storage import play
from tests.storage.play import GUILD

TABLE = View(guild_id=GUILD, count=3)
GAME_MASTER = View(guild_id=GUILD, count=3, mastered=True)


async def page(database: Database, view: View = TABLE, edge: Edge | None = None) -> Page:
    async with database.reading() as connection:
        return await history.page(connection, view, edge)


def numbers(page: Page) -> list[int]:
    return [entry.id for entry in page.entries]


def kit(character_id: int | None = None, *touched: int) -> KitAct:
    """An act of a character, which touches others."""
    changes = tuple(CharacterChange(one, (Add(Counter.WOUNDS, 0),)) for one in touched)
    return KitAct(character_id=character_id, name="Fafhrd", before=0, after=1, changes=changes)


async def write(database: Database, *acts: Act, **facts: Any) -> list[int]:
    """The numbers of acts accepted one after the other."""
    numbers = []
    for act in acts:
        async with database.writing() as connection:
            campaign = await campaigns.begin(connection, GUILD)
            everyone = await characters.of_guild(connection, GUILD, lock=True)
            numbers.append(await journal.accept(connection, campaign, act, play.author(), everyone, **facts))
    return numbers


async def test_pages_go_to_the_oldest_and_back(database: Database) -> None:
    a, b, c, d, e, f, g = await write(database, *[SessionKeeping(title="")] * 7)
    first = await page(database)
    assert (numbers(first), first.newer, first.older) == ([g, f, e], False, True)
    second = await page(database, edge=Edge(e, newer=False))
    assert (numbers(second), second.newer, second.older) == ([d, c, b], True, True)
    last = await page(database, edge=Edge(b, newer=False))
    assert (numbers(last), last.newer, last.older) == ([a], True, False)
    back = await page(database, edge=Edge(a, newer=True))
    assert (numbers(back), back.newer, back.older) == ([d, c, b], True, True)
    top = await page(database, edge=Edge(f, newer=True))
    assert (numbers(top), top.newer, top.older) == ([g, f, e], False, True)


async def test_new_acts_do_not_shift_the_next_page(database: Database) -> None:
    a, b, c, *_ = await write(database, *[SessionKeeping(title="")] * 6)
    await write(database, *[SessionKeeping(title="")] * 2)
    assert numbers(await page(database, edge=Edge(c + 1, newer=False))) == [c, b, a]


async def test_an_exact_page_has_nothing_older(database: Database) -> None:
    await write(database, *[SessionKeeping(title="")] * 3)
    assert not (await page(database)).older


async def test_another_guild_sees_nothing(database: Database) -> None:
    await write(database, SessionKeeping(title=""))
    for view in (View(guild_id=2, count=3), View(guild_id=2, count=3, mastered=True)):
        assert not (await page(database, view)).entries
    async with database.reading() as connection:
        assert await history.told(connection, 2, 1) is None


async def test_a_character_s_journal_holds_what_others_did_to_it(database: Database) -> None:
    hero = await play.seat(database)
    foe = await play.seat(database, warrior(name="Hrafn", player_id=200))
    own, by_another, by_all, *_ = await write(
        database, kit(hero.id), kit(foe.id, hero.id), kit(None, hero.id, foe.id), kit(foe.id)
    )
    view = View(guild_id=GUILD, count=2, character_id=hero.id)
    first = await page(database, view)
    assert (numbers(first), first.older) == ([by_all, by_another], True)
    assert numbers(await page(database, view, Edge(by_another, newer=False))) == [own]
    assert numbers(await page(database, view, Edge(own, newer=True))) == [by_all, by_another]


async def test_secrets_are_the_game_master_s_until_they_are_revealed(database: Database) -> None:
    hero = await play.seat(database)
    (secret,) = await write(database, kit(hero.id), secret=True)
    for character_id in (None, hero.id):
        hidden = View(guild_id=GUILD, count=3, character_id=character_id)
        assert not (await page(database, hidden)).entries
    assert numbers(await page(database, GAME_MASTER)) == [secret]
    async with database.writing() as connection:
        await connection.execute(text("UPDATE acts SET revealed = true"))
    assert numbers(await page(database)) == [secret]


async def test_what_the_game_master_alone_was_told_is_not_the_table_s(database: Database) -> None:
    hero = await play.seat(database)
    npc = await play.seat(database, monster(player_id=None))
    state = Element("1", ElementKind.STATE, "choc", "Choc", secret=True)
    lifted = ElementAct(character_id=hero.id, name="Fafhrd", element=state, removed=True)
    hidden = await write(
        database, NpcCreation(npcs=()), kit(npc.id), kit(npc.id, npc.id), kit(None, npc.id), lifted
    )
    (seen,) = await write(database, kit(npc.id, hero.id))
    assert numbers(await page(database)) == [seen]
    mastered = View(guild_id=GUILD, count=9, mastered=True)
    assert numbers(await page(database, mastered)) == [seen, *reversed(hidden)]


async def test_what_undid_a_withheld_act_is_withheld_too(database: Database) -> None:
    (act,) = await write(database, kit())
    assert numbers(await page(database)) == [act]
    async with database.writing() as connection:
        born = json.dumps({"kind": "kit", "before": 0, "after": 1, "undone": {"kind": "npc_creation"}})
        await connection.execute(text("UPDATE acts SET record = :born"), {"born": born})
    assert not (await page(database)).entries


async def test_what_undid_an_act_is_named_while_it_stands(database: Database) -> None:
    (first,) = await write(database, kit())
    (undoing,) = await write(database, kit(), link=journal.Link(first, journal.UNDOES))
    async with database.reading() as connection:
        told = await history.told(connection, GUILD, first)
    assert told is not None
    assert told.overtaken == (undoing, journal.UNDOES)
    await write(database, kit(), link=journal.Link(undoing, journal.UNDOES))
    async with database.reading() as connection:
        again = await history.told(connection, GUILD, first)
    assert again is not None
    assert again.overtaken is None
    assert again.entry.standing


async def test_a_page_is_read_through_an_index_and_not_sorted(database: Database) -> None:
    async with database.reading() as connection:
        if connection.dialect.name != "sqlite":
            return
        for view, index in (
            (TABLE, "ix_acts_guild_id_id"),
            (View(guild_id=GUILD, count=3, character_id=1), "ix_acts_character_id_id"),
        ):
            for edge in (None, Edge(5, newer=False), Edge(5, newer=True)):
                query = history._statement(view, edge).params(guild=1, character=1, edge=5)
                written = query.compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {written}")
                told = "\n".join(str(row.detail) for row in plan)
                assert index in told, told
                assert "SCAN acts" not in told, told
                assert view is not TABLE or "TEMP B-TREE" not in told, told


async def test_an_act_of_all_touches_each_that_it_changes(database: Database) -> None:
    hero = await play.seat(database)
    await write(database, kit(None, hero.id))
    async with database.reading() as connection:
        touches = (await connection.execute(text("SELECT character_id FROM touches"))).scalars().all()
    assert touches == [hero.id]


async def test_ten_thousand_secrets_do_not_hide_the_page(database: Database) -> None:
    (seen,) = await write(database, SessionKeeping(title=""))
    async with database.writing() as connection:
        await campaigns.begin(connection, GUILD)
        row = {
            "guild_id": GUILD,
            "at": 1,
            "clock": 0,
            "command": "essai",
            "record": {"kind": "kit", "before": 0, "after": 1},
            "secret": True,
            "period": 0,
            "d20": False,
        }
        await connection.execute(insert(ActRow), [row] * 10_000)
    assert numbers(await page(database)) == [seen]
