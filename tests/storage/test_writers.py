"""Many at once: exactly as many points are spent as there were, and nobody waits for nothing."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.storage import campaigns, characters, journal
from bot.storage.engine import Database
from bot.storage.journal import AlreadyDone
from bot.storage.migrate import migrate
from rules import heroism
from rules.heroism import NoHeroism
from rules.names import NameTaken
from tests.characters import warrior
from tests.storage import play


@pytest.fixture(params=[1, 2], ids=["one bot", "two bots on one file"])
async def databases(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sequence[Database]]:
    """The same file, opened once or twice."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'table.sqlite3'}"
    opened = [Database(address) for _ in range(request.param)]
    await migrate(opened[0])
    yield opened
    for database in opened:
        await database.close()


async def at_once(databases: Sequence[Database], count: int) -> list[int | BaseException]:
    """That many spends of Fafhrd's, all started before any ends."""
    spends = (play.spend(databases[number % len(databases)]) for number in range(count))
    return await asyncio.gather(*spends, return_exceptions=True)


async def test_of_twenty_spends_of_the_last_point_one_is_accepted(databases: Sequence[Database]) -> None:
    await play.seat(databases[0], warrior(heroism=1))
    answers = await at_once(databases, 20)
    accepted = [answer for answer in answers if isinstance(answer, int)]
    refused = [answer for answer in answers if isinstance(answer, NoHeroism)]
    assert (len(accepted), len(refused)) == (1, 19), answers
    assert (await play.stored(databases[0])).heroism == 0
    assert await play.count(databases[0]) == 1


async def test_no_point_is_lost_nor_spent_twice(databases: Sequence[Database]) -> None:
    await play.seat(databases[0], warrior(heroism=30))
    answers = await at_once(databases, 50)
    assert sum(isinstance(answer, int) for answer in answers) == 30
    assert sum(isinstance(answer, NoHeroism) for answer in answers) == 20
    assert (await play.stored(databases[0])).heroism == 0
    points = [
        (await play.read(databases[0], number)).act
        for number in sorted(n for n in answers if isinstance(n, int))
    ]
    left = [act.after for act in points if isinstance(act, heroism.MasterStroke)]
    assert left == list(range(29, -1, -1))


async def test_of_ten_deliveries_of_one_interaction_one_acts(databases: Sequence[Database]) -> None:
    await play.seat(databases[0], warrior(heroism=5))
    same = play.author(7)
    spends = (play.spend(databases[number % len(databases)], same) for number in range(10))
    answers = await asyncio.gather(*spends, return_exceptions=True)
    assert sum(isinstance(answer, int) for answer in answers) == 1
    assert sum(isinstance(answer, AlreadyDone) for answer in answers) == 9
    assert (await play.stored(databases[0])).heroism == 4


async def test_of_ten_characters_of_one_name_one_is_born(databases: Sequence[Database]) -> None:
    births = (
        play.seat(databases[number % len(databases)], warrior(player_id=number, active=False))
        for number in range(10)
    )
    answers = await asyncio.gather(*births, return_exceptions=True)
    assert sum(isinstance(answer, NameTaken) for answer in answers) == 9


async def test_two_guilds_do_not_mix(databases: Sequence[Database]) -> None:
    """The same player, the same name, at the same time."""
    for guild in (1, 2):
        await play.seat(databases[0], warrior(heroism=3), guild)
    spends = [play.spend(databases[number % len(databases)], guild=1 + number % 2) for number in range(6)]
    await asyncio.gather(*spends)
    assert [(await play.stored(databases[0], guild=guild)).heroism for guild in (1, 2)] == [0, 0]


async def test_readers_see_points_and_journal_agree(databases: Sequence[Database]) -> None:
    """A single statement never sees half an act: `spent_in_round` and the points come together."""
    await play.seat(databases[0], warrior(heroism=20))
    async with databases[0].writing() as connection:
        await campaigns.change(connection, play.GUILD, combats=1, combat_round=1)
    seen: list[tuple[int, bool]] = []

    async def look() -> None:
        for _ in range(30):
            found = await play.scene(databases[-1])
            seen.append((found.character.heroism, found.spent_in_round))
            await asyncio.sleep(0)

    async def spend() -> None:
        await asyncio.sleep(0.005)
        await play.spend(databases[0])

    await asyncio.gather(look(), spend(), look())
    assert set(seen) <= {(20, False), (19, True)}


async def test_an_exception_between_the_effect_and_the_journal_undoes_both(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play.seat(database)
    updated: list[bool] = []

    async def update(*arguments: object) -> None:
        await really(*arguments)  # type: ignore[arg-type]
        updated.append(True)
        raise ConnectionResetError

    really = characters.update
    monkeypatch.setattr(characters, "update", update)
    with pytest.raises(ConnectionResetError):
        await play.spend(database)
    monkeypatch.undo()
    assert updated
    assert ((await play.stored(database)).heroism, await play.count(database)) == (2, 0)


async def test_an_exception_after_the_journal_undoes_both(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play.seat(database)

    async def write(*arguments: object, **options: object) -> int:
        await really(*arguments, **options)  # type: ignore[arg-type]
        raise ConnectionResetError

    really = journal.write
    monkeypatch.setattr(journal, "write", write)
    with pytest.raises(ConnectionResetError):
        await play.spend(database)
    monkeypatch.undo()
    assert ((await play.stored(database)).heroism, await play.count(database)) == (2, 0)
