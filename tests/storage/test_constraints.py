"""What the rules refuse, the database refuses too, whatever the code above it does."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, UniqueConstraint, delete, insert, update
from sqlalchemy.exc import IntegrityError

from bot.storage import campaigns, characters
from bot.storage.engine import Database
from bot.storage.tables import ActRow, Base, CampaignRow, CharacterRow, ItemRow, OccurrenceRow, SessionRow
from rules.changes import Counter
from rules.names import NameTaken
from tests.characters import thief, warrior
from tests.storage import play

SESSION: dict[str, Any] = {"guild_id": play.GUILD, "title": "La maison du voleur", "opened_at": 1}
SESSION |= {"announced": False, "seed": "00" * 32}
OCCURRENCE: dict[str, Any] = {"event_id": 5, "starts_at": 6, "guild_id": play.GUILD, "active": True}
OCCURRENCE |= {"title": "La maison du voleur"}
ITEM: dict[str, Any] = {"guild_id": play.GUILD, "name": "Anneau", "name_key": "anneau", "facts": {}}

# Constraint → a statement that breaks it, and nothing else, where Fafhrd and the Mouser are seated.
BREAKING: dict[str, Any] = {
    **{
        f"ck_characters_{counter}": update(CharacterRow).values({counter: -1})
        for counter in ("heroism", "madness", "corruption", "wounds", "gold")
    },
    "ck_campaigns_clock": update(CampaignRow).values(clock=-1),
    "ck_campaigns_combat_round": update(CampaignRow).values(combat_round=0),
    "ck_acts_relation": update(ActRow).values(relation="undoes"),
    "uq_characters_guild_id_name_key": update(CharacterRow).values(name_key="fafhrd"),
    "ix_characters_one_active": update(CharacterRow).values(player_id=100),
    "uq_acts_interaction_id": update(ActRow).values(interaction_id=7),
    "ix_sessions_one_open": insert(SessionRow).values([SESSION, SESSION]),
    "ck_items_charges": insert(ItemRow).values({**ITEM, "charges": -1}),
    "pk_occurrences": insert(OccurrenceRow).values([OCCURRENCE, OCCURRENCE]),
}


def constraints() -> set[str]:
    """The name of every constraint beyond keys, from the tables themselves."""
    found = {
        str(one.name)
        for table in Base.metadata.tables.values()
        for one in (*table.constraints, *table.indexes)
        if isinstance(one, CheckConstraint | UniqueConstraint) or (isinstance(one, Index) and one.unique)
    }
    return found | {"pk_occurrences"}


def test_no_constraint_is_left_untried() -> None:
    assert set(BREAKING) == constraints()


def test_every_counter_that_acts_add_to_is_bounded() -> None:
    """Those of the document (`facts`) are held by the rules alone."""
    columns = {counter for counter in Counter if counter in CharacterRow.__table__.columns}
    assert {f"ck_characters_{counter}" for counter in columns} <= set(BREAKING)


@pytest.mark.parametrize("name", sorted(BREAKING))
async def test_a_constraint_refuses(database: Database, name: str) -> None:
    await play.seat(database, warrior())
    await play.seat(database, thief())
    for _ in range(2):
        await play.spend(database)
    with pytest.raises(IntegrityError) as refused:
        async with database.writing() as connection:
            await connection.execute(BREAKING[name])
    # SQLite names a CHECK, but the columns of a unique constraint.
    wanted = [name] if name.startswith("ck") else _columns(name)
    assert all(words in str(refused.value.orig) for words in wanted), refused.value.orig


def _columns(name: str) -> list[str]:
    """The columns that a unique constraint is about."""
    for table in Base.metadata.tables.values():
        for one in (table.primary_key, *table.constraints, *table.indexes):
            if isinstance(one, UniqueConstraint | PrimaryKeyConstraint | Index) and name in (
                one.name,
                f"pk_{table.name}",
            ):
                return [f"{table.name}.{column.name}" for column in one.columns]
    raise AssertionError(name)


async def test_only_active_characters_of_one_player_on_one_server_are_counted(database: Database) -> None:
    await play.seat(database, warrior())
    await play.seat(database, thief(player_id=100, active=False))
    for number in range(2):
        await play.seat(database, warrior(name=f"Rat {number}", player_id=None, npc=True, active=True))
    await play.seat(database, warrior(), guild=2)


async def test_closed_sessions_are_as_many_as_one_likes(database: Database) -> None:
    async with database.writing() as connection:
        for closed in (2, 3, None):
            await connection.execute(insert(SessionRow), {**SESSION, "closed_at": closed})
        await connection.execute(insert(SessionRow), {**SESSION, "guild_id": 2, "closed_at": None})


async def test_a_taken_name_is_refused_by_its_sentence_however_it_is_written(database: Database) -> None:
    await play.seat(database, warrior())
    mouser = await play.seat(database, thief())
    with pytest.raises(NameTaken, match="FAFHRD"):
        await play.seat(database, thief(name="FAFHRD", player_id=300))
    with pytest.raises(NameTaken, match="Fafhrd"):
        async with database.writing() as connection:
            await characters.update(connection, mouser, replace(mouser, name="Fafhrd"))
    assert (await play.stored(database, "Souricier Gris")).id == mouser.id


async def test_another_constraint_is_not_taken_for_a_taken_name(database: Database) -> None:
    await play.seat(database, warrior())
    with pytest.raises(IntegrityError):
        await play.seat(database, warrior(name="Autre"))


async def test_what_the_journal_tells_of_stays(database: Database) -> None:
    await play.seat(database)
    act_id = await play.spend(database)
    for statement in (
        delete(CharacterRow),
        update(ActRow).where(ActRow.id == act_id).values(character_id=12),
        update(ActRow).where(ActRow.id == act_id).values(follows_id=12, relation="undoes"),
        update(ActRow).where(ActRow.id == act_id).values(session_id=12),
    ):
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            async with database.writing() as connection:
                await connection.execute(statement)


async def test_numbers_of_what_was_removed_are_not_given_again(database: Database) -> None:
    """A button of a removed act must never mean another one."""
    first = await play.seat(database)
    async with database.writing() as connection:
        await connection.execute(delete(CharacterRow))
    assert (await play.seat(database)).id > first.id


async def test_a_campaign_begun_twice_is_one(database: Database) -> None:
    async with database.writing() as connection:
        await campaigns.begin(connection, play.GUILD)
        await campaigns.change(connection, play.GUILD, clock=60)
        again = await campaigns.begin(connection, play.GUILD)
    assert again.clock == 60
