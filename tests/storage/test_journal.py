"""The journal: written with the effect, once an interaction, and read back as the rules need it."""

from dataclasses import replace

import pytest
from sqlalchemy import insert

from bot.storage import campaigns, characters, journal, past, strikes
from bot.storage.engine import Database
from bot.storage.journal import ANSWERS, REPLACES, UNDOES, AlreadyDone, Link
from bot.storage.tables import SessionRow
from rules import attacks, destiny, heroism, heroism_points, rolls
from rules.abilities import Ability
from rules.acts import Act
from rules.attacks import AttackAct, Followed
from rules.campaign import Campaign, Combat
from rules.character import Character
from rules.checks import Check, Direction
from rules.destiny import LastRoll
from rules.dice import roll
from rules.rolls import RollAct
from tests.characters import campaign, thief, warrior
from tests.dice import ScriptedDice
from tests.storage import play

CHECK = Check(label="attaque", direction=Direction.OVER, die=15, target=10, naturals=True)
SIX = RollAct(rolls=(roll("1d6", ScriptedDice(6)),))


def check(character: Character, die: int = 12) -> Act:
    """A strength check of this character."""
    return rolls.ability_check(character, Ability.STRENGTH, campaign(), ScriptedDice(die))


async def last_roll(database: Database, character: Character, guild: int = play.GUILD) -> LastRoll | None:
    async with database.reading() as connection:
        return await past.last_roll(connection, guild, character.id)


async def for_nobody(database: Database) -> int:
    """Somebody without a character throws a die."""
    async with database.writing() as connection:
        return await journal.write_for_nobody(connection, play.GUILD, SIX, play.author())


async def at(database: Database, **columns: int | None) -> None:
    """Puts the campaign there."""
    async with database.writing() as connection:
        await campaigns.change(connection, play.GUILD, **columns)


async def test_an_act_is_written_with_all_that_surrounds_it(database: Database) -> None:
    fafhrd = await play.seat(database)
    await at(database, clock=70, combats=3, combat_round=2, period=5)
    act_id = await play.spend(database, play.author(77, at=1_800_000_000, command="heroism spend"))
    entry = await play.read(database, act_id)
    assert isinstance(entry.act, heroism.MasterStroke)
    assert (entry.act.character_id, entry.actor_id, entry.at) == (fafhrd.id, 100, 1_800_000_000)
    assert (entry.command, entry.secret, entry.standing) == ("heroism spend", False, True)
    assert (entry.combat, entry.round, entry.session_id) == (3, 2, None)
    assert (await play.stored(database)).heroism == 1


async def test_an_interaction_delivered_twice_acts_once(database: Database) -> None:
    await play.seat(database)
    by = play.author()
    await play.spend(database, by)
    with pytest.raises(AlreadyDone):
        await play.spend(database, by)
    assert ((await play.stored(database)).heroism, await play.count(database)) == (1, 1)


async def test_an_interaction_delivered_twice_is_done_even_where_the_rules_would_now_refuse(
    database: Database,
) -> None:
    """The act itself says so, whatever it would have changed: nothing of the second one stays."""
    fafhrd = await play.seat(database)
    by = play.author()
    await play.spend(database, by)
    correction = heroism_points.correct(await play.stored(database), 9)
    with pytest.raises(AlreadyDone):
        async with database.writing() as connection:
            await journal.accept(connection, campaign(), correction, by, [replace(fafhrd, heroism=1)])
    assert (await play.stored(database)).heroism == 1


async def test_an_act_of_the_bot_itself_has_no_interaction_and_may_be_repeated(database: Database) -> None:
    fafhrd = await play.seat(database)
    for _ in range(2):
        async with database.writing() as connection:
            by = replace(play.author(), interaction_id=None, actor_id=None)
            await journal.write(connection, campaign(), check(fafhrd), by)
    assert await play.count(database) == 2


async def test_an_act_is_another_server_s_secret(database: Database) -> None:
    await play.seat(database)
    act_id = await play.spend(database)
    await play.seat(database, guild=2)
    async with database.reading() as connection:
        assert await past.entry(connection, play.GUILD, act_id) is not None
        assert await past.entry(connection, 2, act_id) is None
        assert [entry.id for entry in await past.recent(connection, play.GUILD, 5)] == [act_id]
        assert await past.recent(connection, 2, 5) == []


async def test_a_character_is_another_server_s_secret(database: Database) -> None:
    fafhrd = await play.seat(database)
    async with database.reading() as connection:
        assert await characters.by_id(connection, 2, fafhrd.id) is None
        assert await characters.active(connection, 2, 100) is None
        assert await characters.by_name(connection, 2, "Fafhrd") is None
        assert await characters.of_guild(connection, 2) == []
        assert await characters.candidates(connection, 2) == []


async def test_the_latest_acts_come_first(database: Database) -> None:
    fafhrd = await play.seat(database)
    written = [await play.write(database, check(fafhrd)) for _ in range(4)]
    async with database.reading() as connection:
        found = await past.recent(connection, play.GUILD, 3)
    assert [entry.id for entry in found] == written[:0:-1]


# --- the last d20 (HER-5) -----------------------------------------------------------------------------


async def test_the_last_roll_is_the_character_s_last_public_d20(database: Database) -> None:
    fafhrd, mouser = await play.seat(database), await play.seat(database, thief())
    assert await last_roll(database, fafhrd) is None
    await play.write(database, check(fafhrd, 3))
    wanted = await play.write(database, check(fafhrd, 4))
    await play.write(database, check(mouser, 5))
    await play.write(database, check(fafhrd, 6), secret=True)
    await play.spend(database)
    found = await last_roll(database, fafhrd)
    assert found is not None
    assert (found.act_id, found.act, found.rerolled) == (wanted, check(fafhrd, 4), False)


@pytest.mark.parametrize(("formula", "faces", "followed"), [("1d20+3", (7,), True), ("2d6", (3, 4), False)])
async def test_a_free_roll_counts_when_it_is_one_d20(
    database: Database, formula: str, faces: tuple[int, ...], followed: bool
) -> None:
    fafhrd = await play.seat(database)
    act = RollAct(character_id=fafhrd.id, rolls=(roll(formula, ScriptedDice(*faces)),))
    await play.write(database, act)
    assert (await last_roll(database, fafhrd) is not None) is followed


async def test_what_came_after_is_told_oldest_first_without_what_was_undone(database: Database) -> None:
    fafhrd = await play.seat(database, warrior(heroism=9))
    await play.write(database, check(fafhrd))
    kept = await play.spend(database)
    undone = await play.spend(database)
    await play.write(database, check(fafhrd), secret=True, link=Link(undone, UNDOES))
    last = await play.spend(database)
    found = await last_roll(database, fafhrd)
    assert found is not None
    assert [later.act_id for later in found.later if later.change] == [kept, last]


async def test_an_act_stands_again_once_what_undid_it_is_undone(database: Database) -> None:
    """Undone, undone again, and so on: each time what it had itself undone changes too."""
    fafhrd = await play.seat(database, warrior(heroism=9))
    chain = [await play.spend(database)]

    async def standing() -> list[bool]:
        return [(await play.read(database, act_id)).standing for act_id in chain]

    assert await standing() == [True]
    for expected in ([False, True], [True, False, True], [False, True, False, True]):
        chain.append(await play.write(database, check(fafhrd), link=Link(chain[-1], UNDOES)))
        assert await standing() == expected


async def test_a_roll_replaced_stands_again_once_its_reroll_is_undone(database: Database) -> None:
    fafhrd = await play.seat(database)
    first = await play.write(database, check(fafhrd))
    second = await play.write(database, check(fafhrd), link=Link(first, REPLACES))
    assert not (await play.read(database, first)).standing
    await play.write(database, check(fafhrd), link=Link(second, UNDOES))
    assert (await play.read(database, first)).standing


async def test_a_spend_undone_counts_again_once_that_is_undone(database: Database) -> None:
    fafhrd = await play.seat(database)
    await at(database, combats=1, combat_round=2)
    undone = await play.write(database, check(fafhrd), link=Link(await play.spend(database), UNDOES))
    assert not (await play.scene(database)).spent_in_round
    await play.write(database, check(fafhrd), link=Link(undone, UNDOES))
    assert (await play.scene(database)).spent_in_round


async def test_what_another_s_act_did_to_a_character_came_after_too(database: Database) -> None:
    """Written under the one who strikes, found under the one struck."""
    fafhrd, mouser = await play.seat(database), await play.seat(database, thief())
    await play.write(database, check(mouser))
    struck = AttackAct(character_id=fafhrd.id, name="Fafhrd", check=CHECK, bonus=3, formula="1d6")
    attack_id = await play.write(database, struck)
    act = attacks.damage(Followed(attack_id, struck), mouser, campaign(), ScriptedDice(4))
    async with database.writing() as connection:
        link = Link(attack_id, ANSWERS)
        damage_id = await journal.accept(
            connection, campaign(), act, play.author(), [fafhrd, mouser], link=link
        )
    await play.write(database, attacks.damage(Followed(attack_id, struck), None, campaign(), ScriptedDice(4)))
    found = await last_roll(database, mouser)
    assert found is not None
    assert [(later.act_id, later.change) for later in found.later] == [(damage_id, act.change_of(mouser.id))]
    assert (await play.stored(database, "Souricier Gris")).wounds == 4
    assert (await play.stored(database)).wounds == 0


async def test_an_attack_is_read_back_with_what_answered_it_and_stands(database: Database) -> None:
    fafhrd = await play.seat(database)
    await at(database, combats=1, combat_round=2)
    struck = AttackAct(character_id=fafhrd.id, name="Fafhrd", check=CHECK, bonus=3, formula="1d6")
    attack_id = await play.write(database, struck)
    await play.write(database, check(fafhrd))
    scene = await play.scene(database)

    async def followed() -> Followed | None:
        async with database.reading() as connection:
            return await strikes.in_round(connection, scene)

    assert await followed() == Followed(attack_id, struck, combat=Combat(1, 2))
    act = attacks.damage(Followed(attack_id, struck), None, campaign(), ScriptedDice(4))
    damage_id = await play.write(database, act, link=Link(attack_id, ANSWERS))
    assert await followed() == Followed(attack_id, struck, answer=act, combat=Combat(1, 2))
    await play.write(database, check(fafhrd), link=Link(damage_id, UNDOES))
    assert await followed() == Followed(attack_id, struck, combat=Combat(1, 2))
    await play.write(database, check(fafhrd), link=Link(attack_id, UNDOES))
    assert await followed() is None
    async with database.reading() as connection:
        assert await strikes.by_id(connection, play.GUILD, attack_id) == Followed(
            attack_id, struck, False, combat=Combat(1, 2)
        )
        assert await strikes.by_id(connection, play.GUILD, damage_id) is None
        assert await strikes.by_id(connection, 2, attack_id) is None


async def test_a_roll_replaced_was_rerolled_and_so_was_the_one_that_replaces_it(database: Database) -> None:
    fafhrd = await play.seat(database)
    first = await play.write(database, check(fafhrd))
    last = await last_roll(database, fafhrd)
    assert last is not None
    scene = await play.scene(database)
    again = destiny.reroll(scene, last, ScriptedDice(8), "9")
    async with database.writing() as connection:
        link = Link(first, REPLACES)
        second = await journal.accept(
            connection, scene.campaign, again, play.author(), [scene.character], link=link
        )
    found = await last_roll(database, fafhrd)
    assert found is not None
    assert (found.act_id, found.rerolled) == (second, True)
    assert not (await play.read(database, first)).standing


async def test_a_roll_keeps_the_session_in_which_it_was_thrown(database: Database) -> None:
    fafhrd = await play.seat(database)
    async with database.writing() as connection:
        row = {"guild_id": play.GUILD, "title": "Minuit", "opened_at": 1, "announced": True, "seed": ""}
        await connection.execute(insert(SessionRow), {"id": 6, **row})
        await campaigns.change(connection, play.GUILD, session_id=6)
    await play.write(database, check(fafhrd))
    await at(database, session_id=None)
    found = await last_roll(database, fafhrd)
    assert found is not None
    assert found.session_id == 6


# --- what limits heroism ------------------------------------------------------------------------------


@pytest.mark.parametrize(("relation", "counts"), [(UNDOES, False), (ANSWERS, True), (REPLACES, True)])
async def test_a_spend_counts_in_its_round_unless_it_was_undone(
    database: Database, relation: str, counts: bool
) -> None:
    fafhrd = await play.seat(database)
    await at(database, combats=1, combat_round=2)
    act_id = await play.spend(database)
    assert (await play.scene(database)).spent_in_round
    await play.write(database, check(fafhrd), link=Link(act_id, relation))
    assert (await play.scene(database)).spent_in_round is counts


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"combat_round": 3},
        {"combat_round": None},
        {"combats": 2},
    ],
    ids=["the next round", "after the combat", "the same round of another combat"],
)
async def test_a_spend_does_not_count_elsewhere(database: Database, elsewhere: dict[str, int | None]) -> None:
    await play.seat(database)
    await play.seat(database, thief())
    await at(database, combats=1, combat_round=2)
    await play.spend(database)
    assert not (await play.scene(database, "Souricier Gris")).spent_in_round
    await at(database, **elsewhere)
    assert not (await play.scene(database)).spent_in_round


async def test_a_second_wind_counts_in_its_period(database: Database) -> None:
    await play.seat(database, warrior(wounds=9))
    scene = await play.scene(database)
    act = heroism.second_wind(scene, ScriptedDice(4))
    await play.write(database, act)
    assert (await play.scene(database)).second_wind_taken
    await at(database, period=1)
    assert not (await play.scene(database)).second_wind_taken


async def test_another_use_is_no_second_wind(database: Database) -> None:
    await play.seat(database)
    await play.spend(database)
    assert not (await play.scene(database)).second_wind_taken


# --- acts that touch nobody ---------------------------------------------------------------------------


async def test_a_roll_of_nobody_reads_where_the_campaign_stands(database: Database) -> None:
    await play.seat(database)
    await at(database, clock=70, combats=3, combat_round=2, period=5)
    act_id = await for_nobody(database)
    entry = await play.read(database, act_id)
    assert (entry.combat, entry.round, entry.act.character_id) == (3, 2, None)
    await at(database, combat_round=None)
    entry = await play.read(database, await for_nobody(database))
    assert (entry.combat, entry.round) == (None, None)


async def test_a_roll_of_nobody_needs_no_campaign_and_acts_once(database: Database) -> None:
    by = play.author()
    async with database.writing() as connection:
        await journal.write_for_nobody(connection, 9, SIX, by)
    with pytest.raises(AlreadyDone):
        async with database.writing() as connection:
            await journal.write_for_nobody(connection, 9, SIX, by)
    async with database.reading() as connection:
        assert len(await past.recent(connection, 9, 5)) == 1


async def test_a_campaign_is_as_it_starts_until_it_begins(database: Database) -> None:
    async with database.reading() as connection:
        assert await campaigns.load(connection, 9) == Campaign(guild_id=9)
    async with database.writing() as connection:
        begun = await campaigns.begin(connection, 9)
        assert begun == Campaign(guild_id=9)
        await campaigns.change(connection, 9, combats=2, combat_round=4)
        assert (await campaigns.load(connection, 9)).combat == Combat(2, 4)
