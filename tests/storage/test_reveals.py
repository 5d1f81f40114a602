"""The mark of a hidden act that the table has seen since."""

import pytest

from bot.storage import journal, past, reveals
from bot.storage.engine import Database
from bot.storage.journal import Link
from rules.reveals import RevealAct
from rules.rolls import free_roll
from tests.dice import ScriptedDice
from tests.storage import play

ROLL = free_roll("1d6", ScriptedDice(4))


async def mark(database: Database, act_id: int) -> bool:
    async with database.writing() as connection:
        return await reveals.mark(connection, act_id)


@pytest.mark.parametrize("blind", [False, True])
async def test_a_hidden_act_is_marked_once(database: Database, blind: bool) -> None:
    await play.seat(database)
    act_id = await play.write(database, ROLL, secret=True, blind=blind)
    assert (await play.read(database, act_id)).hidden
    assert await mark(database, act_id)
    assert not await mark(database, act_id)
    found = await play.read(database, act_id)
    assert (found.secret, found.blind, found.revealed, found.hidden) == (True, blind, True, False)


async def test_a_public_act_has_nothing_to_reveal(database: Database) -> None:
    await play.seat(database)
    act_id = await play.write(database, ROLL)
    assert not await mark(database, act_id)
    assert not (await play.read(database, act_id)).revealed


async def test_a_reveal_neither_answers_nor_overtakes_what_it_shows(database: Database) -> None:
    """An attack once shown still awaits its damage."""
    await play.seat(database)
    act_id = await play.write(database, ROLL, secret=True)
    await play.write(database, RevealAct(revealed_id=act_id), link=Link(act_id, journal.REVEALS))
    assert (await play.read(database, act_id)).standing
    async with database.reading() as connection:
        assert await past.answer(connection, act_id) is None


async def test_a_roll_for_nobody_may_be_blind_too(database: Database) -> None:
    await play.seat(database)
    async with database.writing() as connection:
        act_id = await journal.write_for_nobody(
            connection, play.GUILD, ROLL, play.author(), secret=True, blind=True
        )
    assert (await play.read(database, act_id)).blind
