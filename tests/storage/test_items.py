"""Items as stored: whole, refused below zero, and used once when two hands reach for the last charge (OBJ-1)."""

import asyncio

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.storage import campaigns, items
from bot.storage.engine import Database
from bot.storage.journal import AlreadyDone, Author
from bot.storage.tables import ItemRow
from rules import item_acts as rules
from rules.item_acts import Inert
from rules.items import Bonus, Item, ItemRequest, Power
from tests.characters import thief
from tests.dice import ScriptedDice
from tests.storage import play


async def made(database: Database, **request: object) -> Item:
    fafhrd = await play.seat(database)
    wanted = ItemRequest(name="Anneau", **request)  # type: ignore[arg-type]
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, play.GUILD)
        changed = rules.create(wanted, fafhrd, ScriptedDice())
        item, act = await items.accept(connection, campaign, changed, play.author())
    assert act.created == item
    assert act.item_id == item.id
    return item


async def use(database: Database, item_id: int, by: Author | None = None) -> int | None:
    """What a use does: reads the item locked, applies the rule, saves; the charges left."""
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, play.GUILD)
        item = await items.by_id(connection, play.GUILD, item_id, lock=True)
        assert item is not None
        after, _ = await items.accept(connection, campaign, rules.use(item, None), by or play.author())
    return after.charges


async def stored(database: Database, item_id: int) -> Item:
    async with database.reading() as connection:
        found = await items.by_id(connection, play.GUILD, item_id)
    assert found is not None
    return found


async def test_an_item_comes_back_as_it_was(database: Database) -> None:
    item = await made(database, charges=3, powers="Vol ; « Lumière »", bonus="attaque +1", lender="Sheelba")
    assert await stored(database, item.id) == item
    assert item.bonuses == ((Bonus.ATTACK, 1),)
    assert item.powers == (Power("Vol"), Power("« Lumière »"))
    async with database.reading() as connection:
        assert list(await items.held_by(connection, item.holder_id or 0)) == [item]
        assert list(await items.of_guild(connection, play.GUILD)) == [item]
        assert not await items.of_guild(connection, play.GUILD + 1)


async def test_of_twenty_uses_of_the_last_charge_one_is_accepted(database: Database) -> None:
    item = await made(database, charges=1)
    answers = await asyncio.gather(*(use(database, item.id) for _ in range(20)), return_exceptions=True)
    assert answers.count(0) == 1
    assert sum(isinstance(answer, Inert) for answer in answers) == 19
    assert (await stored(database, item.id)).charges == 0
    assert await play.count(database) == 2


async def test_a_use_delivered_twice_costs_one_charge(database: Database) -> None:
    item = await made(database, charges=3)
    by = play.author()
    assert await use(database, item.id, by) == 2
    with pytest.raises(AlreadyDone):
        await use(database, item.id, by)
    assert (await stored(database, item.id)).charges == 2


async def test_another_holder_is_stored(database: Database) -> None:
    item = await made(database, charges=3)
    mouser = await play.seat(database, thief())
    async with database.writing() as connection:
        campaign = await campaigns.begin(connection, play.GUILD)
        await items.accept(connection, campaign, rules.give(item, mouser), play.author())
        assert not await items.held_by(connection, item.holder_id or 0)
    assert (await stored(database, item.id)).holder_id == mouser.id


async def test_the_database_itself_refuses_a_charge_below_zero(database: Database) -> None:
    item = await made(database, charges=1)
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.execute(update(ItemRow).where(ItemRow.id == item.id).values(charges=-1))
