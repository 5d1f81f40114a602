"""What is held of people, handed over without anybody's secret, and erased without a trace."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from bot.storage import campaigns, characters, data, erasing, items, journal, reminders
from bot.storage.data import Document
from bot.storage.engine import Database
from bot.storage.erasing import ERASED, Kept, NothingKept
from bot.storage.journal import Author
from bot.storage.mapping import act_value
from bot.storage.tables import (
    ActRow,
    Base,
    CombatRow,
    DraftRow,
    InstallationRow,
    OccurrenceRow,
    SessionRow,
    TouchRow,
)
from rules import health, intuition, item_acts, roster
from rules.acts import Act, CharacterChange
from rules.campaign import Scene
from rules.changes import Add, Counter, Put
from rules.character import Character, Element, ElementKind
from rules.items import ItemRequest
from rules.rolls import RollAct
from tests.characters import campaign, monster, thief, warrior
from tests.dice import ScriptedDice
from tests.storage import play

FRITZ, NINGAUBLE, MDT = 500_000_000_000_000_001, 500_000_000_000_000_002, 500_000_000_000_000_003
OTHER_GUILD = 2
ODD = 'Fafhrd « 100 % » _\\"é'
QUESTION = "Que cache Sheelba ?"
HIDDEN = Element("9.piege", ElementKind.STATE, "epuise", "Maudit par Sheelba", secret=True)


def by(player_id: int | None) -> Author:
    return play.author(actor_id=player_id)


async def accept(
    database: Database, act: Act, player_id: int | None, *touched: Character, **facts: Any
) -> int:
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        return await journal.accept(connection, table, act, by(player_id), touched, **facts)


async def hurt(database: Database, character: Character, player_id: int | None, **facts: Any) -> int:
    act = health.wound(character, 1, campaign())
    return await accept(database, act, player_id, character, **facts)


@pytest.fixture
async def fafhrd(database: Database) -> Character:
    """Fritz's, whose secret state is the game master's to know."""
    return await play.seat(database, warrior(name=ODD, player_id=FRITZ, elements=(HIDDEN,)))


async def exported(database: Database, player_id: int = FRITZ) -> Document:
    async with database.reading() as connection:
        return await data.of_player(connection, play.GUILD, player_id)


async def erased(database: Database, *, with_characters: bool = False, player_id: int = FRITZ) -> Kept:
    async with database.writing() as connection:
        return await erasing.erase_player(connection, play.GUILD, player_id, with_characters=with_characters)


async def everything(database: Database, guild: int = play.GUILD) -> str:
    """All that is stored of a server, as text."""
    async with database.reading() as connection:
        return json.dumps(await data.of_guild(connection, guild), ensure_ascii=False)


async def rows(database: Database, guild: int) -> dict[str, int]:
    async with database.reading() as connection:
        return await erasing.kept_of_guild(connection, guild)


async def test_a_player_has_characters_acts_dice_and_draft(database: Database, fafhrd: Character) -> None:
    roll = RollAct(rolls=(), comment="au jugé")
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        await journal.write(connection, table, roll, by(FRITZ))
        await connection.execute(update(ActRow).values(dice=[[20, 7]]))
        draft = {"guild_id": play.GUILD, "player_id": FRITZ, "facts": {"nom": "Ourph"}}
        await connection.execute(insert(DraftRow), draft)
    await hurt(database, fafhrd, MDT)
    document = await exported(database)
    json.dumps(document)
    (character,) = document["personnages"]
    assert character["name"] == ODD
    assert character["scores"] == list(fafhrd.scores)
    rolled, wounded = document["actes"]
    assert rolled["des"] == [[20, 7]]
    assert rolled["texte"] == {"comment": "au jugé"}
    assert rolled["par_vous"]
    assert not wounded["par_vous"]
    assert wounded["personnage"] == ODD
    assert {"op": "Add", "counter": "wounds", "amount": 1} in wounded["effets"][0]["changement"]
    assert document["brouillon"] == {"nom": "Ourph"}
    assert str(MDT) not in json.dumps(document), "who else acted is theirs"


async def test_an_export_holds_nobody_else_s_secret(database: Database, fafhrd: Character) -> None:
    rat = await play.seat(database, monster(name="Rat secret"))
    mouser = await play.seat(database, thief(player_id=NINGAUBLE))
    await hurt(database, rat, FRITZ)  # as a game master
    await hurt(database, mouser, NINGAUBLE)
    await hurt(database, fafhrd, MDT, secret=True)
    cursed = CharacterChange(fafhrd.id, (Put(replace(HIDDEN, uid="8")), Add(Counter.GOLD, 5)))
    bitten = CharacterChange(rat.id, (Add(Counter.WOUNDS, 3),))
    act = replace(health.wound(fafhrd, 1, campaign()), changes=(cursed, bitten))
    await accept(database, act, MDT, fafhrd, rat)
    blind = await play.write(database, RollAct(rolls=(), comment="à l’aveugle"), secret=True)
    async with database.writing() as connection:
        unseen = {"actor_id": FRITZ, "blind": True, "dice": [[20, 3]]}
        await connection.execute(update(ActRow).where(ActRow.id == blind).values(**unseen))
    held = await exported(database)
    text = json.dumps(held, ensure_ascii=False)
    for secret in ("Maudit", "Rat secret", mouser.name, "à l’aveugle"):
        assert secret not in text
    gold = {"counter": "gold", "amount": 5, "op": "Add"}
    told = [(one.get("effets"), one.get("des")) for one in held["actes"]]
    assert told == [(None, None), ([{"personnage": ODD, "changement": [gold]}], None), (None, None)]


async def test_an_item_s_hidden_powers_stay_hidden(database: Database, fafhrd: Character) -> None:
    wanted = ItemRequest(name="Anneau", charges=3, powers="Vol ; Feu", lender="Sheelba")
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        made = item_acts.create(wanted, fafhrd, ScriptedDice())
        item, _ = await items.accept(connection, table, made, by(MDT))
        await items.accept(connection, table, item_acts.reveal(item, fafhrd), by(MDT))
    held = await exported(database)
    assert held["objets"] == [
        {"nom": "Anneau", "charges": 3, "pouvoirs_connus": ["Vol"], "bonus": [], "preteur": "Sheelba"}
    ]
    assert "Feu" not in json.dumps(held)


async def test_many_acts_are_all_there(database: Database, fafhrd: Character) -> None:
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        for _ in range(data.PAGE + 1):
            await journal.write(connection, table, RollAct(rolls=()), by(FRITZ))
    assert len((await exported(database))["actes"]) == data.PAGE + 1


async def test_the_server_s_export_holds_every_table_but_the_seed_under_way(database: Database) -> None:
    await fill(database, play.GUILD)
    async with database.reading() as connection:
        document = await data.of_guild(connection, play.GUILD)
    assert set(document) == set(Base.metadata.tables) - {"installation"}
    assert all(document.values())
    assert [one["seed"] for one in document["sessions"]] == ["11" * 32, None]


async def fill(database: Database, guild: int) -> None:
    """A row of each table, each referring to all that it can."""
    fafhrd = await play.seat(database, warrior(player_id=FRITZ), guild)
    async with database.writing() as connection:
        table = await campaigns.begin(connection, guild)
        session = {"guild_id": guild, "title": "", "opened_at": 1, "announced": True}
        closed = await connection.execute(
            insert(SessionRow).returning(SessionRow.id), {**session, "closed_at": 2, "seed": "11" * 32}
        )
        session_id = closed.scalar_one()
        await connection.execute(insert(SessionRow), {**session, "seed": "22" * 32})
        await campaigns.change(connection, guild, session_id=session_id)
        act = health.wound(fafhrd, 1, campaign())
        first = await journal.accept(connection, table, act, by(FRITZ), [fafhrd])
        link = journal.Link(first, journal.ANSWERS)
        second = await journal.write(connection, table, RollAct(rolls=()), by(FRITZ), link=link)
        await connection.execute(insert(TouchRow), {"character_id": fafhrd.id, "act_id": second})
        await connection.execute(update(ActRow).where(ActRow.id == first).values(session_id=session_id))
        await connection.execute(insert(CombatRow), {"guild_id": guild, "number": 1, "facts": {}})
        await connection.execute(insert(DraftRow), {"guild_id": guild, "player_id": FRITZ, "facts": {}})
        occurrence = {"event_id": guild, "starts_at": 1, "guild_id": guild, "active": True, "title": ""}
        await connection.execute(
            insert(OccurrenceRow), {**occurrence, "session_id": session_id, "untold_id": second}
        )
        await reminders.give(connection, guild, "salon:1:1", 1)
        made = item_acts.create(ItemRequest(name="Anneau", charges=1), fafhrd, ScriptedDice())
        await items.accept(connection, table, made, by(MDT))


async def test_erasing_a_server_leaves_nothing_of_it_and_all_of_the_others(database: Database) -> None:
    for guild in (play.GUILD, OTHER_GUILD):
        await fill(database, guild)
    async with database.writing() as connection:
        await connection.execute(insert(InstallationRow), {"key": "commands", "value": "x"})
    others = await everything(database, OTHER_GUILD)
    full = await rows(database, play.GUILD)
    assert all(full.values()), "a table that the test forgot proves nothing"
    async with database.writing() as connection:
        assert await erasing.erase_guild(connection, play.GUILD) == full
    with pytest.raises(NothingKept):
        await rows(database, play.GUILD)
    assert await everything(database, OTHER_GUILD) == others
    async with database.reading() as connection:
        for table in Base.metadata.sorted_tables:
            left = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
            assert left == (await rows(database, OTHER_GUILD)).get(table.name, 1), table.name
        assert (await connection.execute(select(InstallationRow.value))).scalar_one() == "x"


async def test_a_server_that_is_not_known_has_nothing_to_erase(database: Database) -> None:
    with pytest.raises(NothingKept):
        async with database.writing() as connection:
            await erasing.erase_guild(connection, 77)


async def ask(database: Database, fafhrd: Character) -> int:
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        act = intuition.intuition(Scene(table, fafhrd), QUESTION)
        return await journal.accept(connection, table, act, by(FRITZ), [fafhrd])


async def test_a_player_erased_is_named_nowhere_and_the_table_goes_on(
    database: Database, fafhrd: Character
) -> None:
    asked = await ask(database, fafhrd)
    given = await accept(database, roster.give(fafhrd, NINGAUBLE), MDT, fafhrd)
    await accept(
        database,
        roster.give(await play.stored(database, ODD), FRITZ),
        NINGAUBLE,
        await play.stored(database, ODD),
    )
    kept = await erased(database)
    assert kept == Kept((ODD,), 3)
    text = await everything(database)
    assert str(FRITZ) not in text
    assert "Sheelba ?" not in text
    assert str(NINGAUBLE) in text, "the others' are theirs"
    stays = await play.stored(database, ODD)
    assert stays.player_id is None
    assert not stays.active
    assert stays.heroism == fafhrd.heroism - 1
    entry = await play.read(database, asked)
    assert entry.actor_id is None
    assert entry.act.character_id == fafhrd.id
    assert isinstance(entry.act, intuition.Intuition)
    assert entry.act.question == "…"
    assert isinstance((await play.read(database, given)).act, roster.Given)


async def test_characters_go_too_when_asked_down_to_their_names(
    database: Database, fafhrd: Character
) -> None:
    mouser = await play.seat(database, thief(player_id=NINGAUBLE))
    await ask(database, fafhrd)
    fafhrd = await play.stored(database, ODD)
    renamed = roster.rename(fafhrd, "Fafhrd le Roux")
    await accept(database, renamed, FRITZ, fafhrd)
    await accept(database, health.wound(mouser, 1, campaign()), NINGAUBLE, mouser)
    async with database.writing() as connection:
        table = await campaigns.begin(connection, play.GUILD)
        last = next(one for one in await characters.of_guild(connection, play.GUILD) if one.id == fafhrd.id)
        made = item_acts.create(ItemRequest(name="Anneau", charges=1), last, ScriptedDice())
        item, _ = await items.accept(connection, table, made, by(MDT))
        await connection.execute(insert(TouchRow), {"character_id": fafhrd.id, "act_id": 1})
    before = await play.count(database)
    await erased(database, with_characters=True)
    text = await everything(database)
    for trace in (str(FRITZ), "Fafhrd", "Sheelba ?"):
        assert trace not in text, trace
    assert ERASED in text
    assert await play.count(database) == before, "the journal is append-only"
    async with database.reading() as connection:
        found = await items.by_id(connection, play.GUILD, item.id)
        assert found is not None
        assert found.holder_id is None
        for record in (await connection.execute(select(ActRow.record))).scalars():
            assert all(one.character_id != fafhrd.id for one in act_value(record).changes)
    assert await play.stored(database, mouser.name)


@pytest.mark.parametrize("name", ["check", "wounds", "Add", "hit_points"])
async def test_a_name_that_is_a_word_of_the_journal_spoils_no_record(database: Database, name: str) -> None:
    fafhrd = await play.seat(database, warrior(name=name, player_id=FRITZ))
    act_id = await hurt(database, fafhrd, FRITZ)
    await erased(database, with_characters=True)
    assert (await play.read(database, act_id)).act.name == ERASED


async def test_only_this_server_s_data_go(database: Database, fafhrd: Character) -> None:
    await play.seat(database, warrior(player_id=FRITZ), OTHER_GUILD)
    before = await everything(database, OTHER_GUILD)
    await erased(database, with_characters=True)
    assert await everything(database, OTHER_GUILD) == before


async def test_nothing_is_erased_twice(database: Database, fafhrd: Character) -> None:
    await ask(database, fafhrd)
    await erased(database)
    with pytest.raises(NothingKept):
        await erased(database)


async def test_who_only_held_a_character_once_is_forgotten_too(database: Database, fafhrd: Character) -> None:
    await accept(database, roster.give(fafhrd, NINGAUBLE), MDT, fafhrd)
    given = await play.stored(database, ODD)
    await accept(database, roster.give(given, FRITZ), MDT, given)
    assert str(NINGAUBLE) in await everything(database)
    assert await erased(database, player_id=NINGAUBLE) == Kept((), 2)
    assert str(NINGAUBLE) not in await everything(database)
    assert (await play.stored(database, ODD)).player_id == FRITZ


async def test_a_name_that_somebody_else_bears_now_stays_theirs(
    database: Database, fafhrd: Character
) -> None:
    await accept(database, roster.rename(fafhrd, "Le Roux"), FRITZ, fafhrd)
    heir = await play.seat(database, thief(name=ODD, player_id=NINGAUBLE))
    act_id = await hurt(database, heir, NINGAUBLE)
    await erased(database, with_characters=True)
    assert (await play.read(database, act_id)).act.name == ODD
    assert "Le Roux" not in await everything(database)
