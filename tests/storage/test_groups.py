"""Several acts of one gesture: parts that fail alone, and one delivery that acts once."""

import pytest

from bot.storage import campaigns, characters, journal, past, thrown
from bot.storage.engine import Connection, Database
from bot.storage.journal import ANSWERS, REPLACES, UNDOES, AlreadyDone, Author, Link
from bot.storage.savepoints import apart
from rules import heroism
from tests.characters import campaign, thief, warrior
from tests.storage import play
from tests.storage.test_journal import check


async def strike(connection: Connection, name: str, by: Author, group: int) -> int:
    """A master stroke of that character, as a row of a group."""
    scene = await characters.by_name(connection, play.GUILD, name, lock=True)
    assert scene is not None
    act = heroism.master_stroke(scene)
    return await journal.accept(connection, scene.campaign, act, by, [scene.character], group=group)


async def both(database: Database) -> list[int]:
    """The points left to Fafhrd and to the Mouser."""
    return [(await play.stored(database, name)).heroism for name in ("Fafhrd", "Souricier Gris")]


async def fails_after(connection: Connection, name: str, by: Author) -> None:
    async with apart(connection, by):
        await strike(connection, name, by, 50)
        raise ZeroDivisionError


async def test_a_part_that_fails_is_undone_alone(database: Database) -> None:
    await play.seat(database, warrior())
    await play.seat(database, thief())
    by = play.author(50)
    async with database.writing() as connection:
        with pytest.raises(ZeroDivisionError):
            await fails_after(connection, "Fafhrd", by)
        assert by.written == []
        async with apart(connection, by):
            number = await strike(connection, "Souricier Gris", by, 50)
    assert by.written == [number]
    assert await both(database) == [2, 1]
    assert await play.count(database) == 1


async def test_a_part_that_passes_goes_with_a_transaction_that_fails(database: Database) -> None:
    await play.seat(database, warrior())

    async def fails_later() -> None:
        async with database.writing() as connection:
            by = play.author(50)
            async with apart(connection, by):
                await strike(connection, "Fafhrd", by, 50)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fails_later()
    assert (await play.stored(database)).heroism == 2
    assert await play.count(database) == 0


async def test_a_first_statement_may_be_apart(database: Database) -> None:
    """The transaction then begins with its savepoint, and still locks the file at once."""
    await play.seat(database, warrior())
    by = play.author(50)
    async with database.writing() as connection, apart(connection, by):
        await strike(connection, "Fafhrd", by, 50)
    assert (await play.stored(database)).heroism == 1


async def test_the_dice_of_a_part_that_fails_are_let_go(database: Database) -> None:
    by = play.author(50)
    async with database.writing() as connection:
        thrown.hold(connection, thrown.Thrown(Twelve()))
        with pytest.raises(ZeroDivisionError):
            async with apart(connection, by):
                raise ZeroDivisionError
        assert thrown.held(connection) is None


class Twelve:
    def roll(self, sides: int) -> int:
        return min(sides, 12)


async def test_a_second_delivery_of_a_group_is_refused_as_a_whole(database: Database) -> None:
    await play.seat(database, warrior())
    await play.seat(database, thief())
    for refused in (False, True):
        by = play.author(50)
        try:
            async with database.writing() as connection:
                for name in ("Fafhrd", "Souricier Gris"):
                    async with apart(connection, by):
                        await strike(connection, name, by, 50)
        except AlreadyDone:
            assert refused
    assert await both(database) == [1, 1]
    assert await play.count(database) == 2


async def test_a_group_is_read_back_as_it_stands(database: Database) -> None:
    fafhrd = await play.seat(database, warrior())
    await play.seat(database, thief())
    by = play.author(50)
    async with database.writing() as connection:
        first = await strike(connection, "Fafhrd", by, 50)
        second = await strike(connection, "Souricier Gris", by, 50)
    await play.write(database, check(fafhrd), link=Link(first, UNDOES))
    async with database.reading() as connection:
        entries = await past.of_group(connection, play.GUILD, 50)
        elsewhere = await past.of_group(connection, play.GUILD + 1, 50)
    assert [(entry.id, entry.group_id) for entry in entries] == [(second, 50)]
    assert elsewhere == []


async def test_an_answer_thrown_again_still_answers_and_one_undone_does_not(database: Database) -> None:
    fafhrd = await play.seat(database, warrior())

    async def answered() -> bool:
        async with database.reading() as connection:
            return await past.answered(connection, asked)

    asked = await play.write(database, check(fafhrd))
    assert not await answered()
    answer = await play.write(database, check(fafhrd), link=Link(asked, ANSWERS))
    assert await answered()
    again = await play.write(database, check(fafhrd), link=Link(answer, REPLACES))
    assert await answered()
    await play.write(database, check(fafhrd), link=Link(again, UNDOES))
    await play.write(database, check(fafhrd), link=Link(answer, UNDOES))
    assert not await answered()


async def test_a_party_is_the_active_characters_of_players_by_name(database: Database) -> None:
    await play.seat(database, thief())
    await play.seat(database, warrior())
    await play.seat(database, warrior(name="Ourph", active=False))
    await play.seat(database, warrior(name="Rat", player_id=None, npc=True, active=True))
    await play.seat(database, warrior(name="Hrafn"), guild=2)
    async with database.writing() as connection:
        assert (await campaigns.begin(connection, play.GUILD)).guild_id == campaign().guild_id
        found = await characters.party(connection, play.GUILD, lock=True)
    assert [scene.character.name for scene in found] == ["Fafhrd", "Souricier Gris"]
