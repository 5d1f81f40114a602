"""What undoing writes, reads and refuses, without Discord around it."""

from dataclasses import replace

import pytest

from bot.storage import campaigns, characters, journal, past, undoable, undoing
from bot.storage.engine import Database
from bot.storage.journal import AlreadyDone, Author
from bot.storage.mapping import KINDS, act_value
from bot.storage.undoing import Outcome
from rules import (
    alterations,
    attacks,
    bandage,
    corrections,
    corruption,
    creation,
    destiny,
    fight,
    growth,
    health,
    heroism,
    heroism_points,
    horror,
    intuition,
    item_acts,
    madness,
    magic,
    npcs,
    requests,
    rest,
    rolls,
    roster,
    spellcraft,
    talents,
)
from rules.abilities import Ability
from rules.table_effects import EFFECTS
from rules.undoing import NOTHING_TO_UNDO, InTheWay, UndoAct
from tests import characters as people
from tests.dice import ScriptedDice
from tests.storage import play

ONLY_THEIR_CHARACTERS = {
    alterations.AlterationAct,
    attacks.DamageAct,
    bandage.BandageAct,
    bandage.KitAct,
    corrections.Correction,
    corruption.CorruptionAct,
    corruption.CorruptionCorrection,
    destiny.Destiny,
    growth.ExperienceAct,
    health.DeathSaveAct,
    health.HitPointsAct,
    heroism.CheatDeath,
    heroism.MasterStroke,
    heroism.SecondWind,
    heroism_points.HeroismCorrection,
    horror.HorrorAct,
    intuition.Intuition,
    intuition.IntuitionAnswer,
    madness.DueRollsAct,
    madness.ElementAct,
    madness.MadnessAct,
    magic.SpellsCancelled,
    magic.SpellsPrepared,
    rest.RestAct,
    roster.Activated,
    roster.Equipped,
    roster.Given,
    roster.Renamed,
    roster.Shelved,
    spellcraft.SpellCast,
    spellcraft.SpellLearnt,
}
ROLLS = {requests.SaveRequest, rolls.CheckAct, rolls.RollAct, talents.SkillAct}
OF_THEIR_OWN = {
    attacks.AttackAct,  # a blow of the fight
    creation.Creation,  # archived
    fight.InitiativeAct,
    item_acts.ItemAct,
    npcs.NpcCreation,  # archived
    UndoAct,
}


def test_no_kind_of_act_is_forgotten() -> None:
    """A new kind says here what undoing it takes back: its characters' changes, the table's, or its own way."""
    ways = (ONLY_THEIR_CHARACTERS, ROLLS, OF_THEIR_OWN, set(EFFECTS), set(NOTHING_TO_UNDO))
    assert set().union(*ways) == set(KINDS.values())
    assert sum(map(len, ways)) == len(KINDS), "each has one way"


async def wound(database: Database, points: int, group: int | None = None, by: Author | None = None) -> int:
    """Fafhrd is hurt; the act's number."""
    async with database.writing() as connection:
        found = await characters.by_name(connection, play.GUILD, "Fafhrd")
        assert found is not None
        act = health.wound(found.character, points, found.campaign)
        return await journal.accept(
            connection, found.campaign, act, by or play.author(), [found.character], group=group
        )


async def undo(database: Database, *act_ids: int, by: Author | None = None) -> Outcome:
    async with database.writing() as connection:
        found = [await past.entry(connection, play.GUILD, one) for one in act_ids]
        entries = [one for one in found if one is not None]
        campaign = await campaigns.begin(connection, play.GUILD)
        return await undoing.undo(connection, campaign, entries, by or play.author())


async def last(database: Database) -> list[int]:
    async with database.reading() as connection:
        return [one.id for one in await undoable.last(connection, play.GUILD)]


async def test_an_undoing_delivered_twice_undoes_once(database: Database) -> None:
    await play.seat(database)
    first, second = await wound(database, 3), await wound(database, 4)
    by = play.author(9_999)
    await undo(database, second, by=by)
    with pytest.raises(AlreadyDone):
        await undo(database, first, by=play.author(9_999))
    assert (await play.stored(database)).wounds == 3


async def test_the_acts_of_one_gesture_are_undone_and_put_back_together(database: Database) -> None:
    await play.seat(database)
    by = play.author(5_000)
    group = [await wound(database, points, 5_000, by) for points in (3, 4, 5)]
    assert await last(database) == group
    done = await undo(database, *group)
    assert (await play.stored(database)).wounds == 0
    assert [step.entry.id for step in done.steps] == group[::-1]
    async with database.reading() as connection:
        again = await undoable.chosen(connection, play.GUILD, f"g{done.group}")
    assert [one.id for one in again] == [step.number for step in done.steps]
    await undo(database, *(one.id for one in again))
    assert (await play.stored(database)).wounds == 12


async def test_a_group_that_cannot_be_undone_whole_stays_whole(database: Database) -> None:
    await play.seat(database)
    by = play.author(5_000)
    group = [await wound(database, points, 5_000, by) for points in (3, 4)]
    async with database.writing() as connection:
        found = await characters.by_name(connection, play.GUILD, "Fafhrd")
        assert found is not None
        act = health.heal(found.character, 4)
        heal = await journal.accept(connection, found.campaign, act, play.author(), [found.character])
    with pytest.raises(InTheWay) as refused:
        await undo(database, *group)
    assert refused.value.act_id == heal
    assert (await play.stored(database)).wounds == 3
    await undo(database, group[0])  # one of them alone fits
    assert (await play.stored(database)).wounds == 0


async def test_the_last_act_is_found_without_reading_the_whole_journal(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    fafhrd = await play.seat(database)
    check = rolls.ability_check(fafhrd, Ability.STRENGTH, people.campaign(), ScriptedDice(4))
    for _ in range(3):
        await play.write(database, check)
    act_id = await wound(database, 3)
    for _ in range(undoable.PAGE + 5):
        await play.write(database, check)
    read = 0

    def counted(document: dict[str, object]) -> object:
        nonlocal read
        read += 1
        return act_value(document)

    monkeypatch.setattr(past, "act_value", counted)
    assert await last(database) == [act_id]
    assert read == undoable.PAGE + 6


async def test_what_rested_on_an_undone_act_waits_for_it(database: Database) -> None:
    """A redoing is refused while the account of acts would not hold."""
    await play.seat(database, people.warrior())
    hurt = await wound(database, 5)
    async with database.writing() as connection:
        found = await characters.by_name(connection, play.GUILD, "Fafhrd")
        assert found is not None
        act = health.heal(found.character, 5)
        heal = await journal.accept(connection, found.campaign, act, play.author(), [found.character])
    no_heal = (await undo(database, heal)).steps[0].number
    no_wound = (await undo(database, hurt)).steps[0].number
    with pytest.raises(InTheWay, match="a été annulé entretemps"):
        await undo(database, no_heal)
    await undo(database, no_wound)
    await undo(database, no_heal)
    assert (await play.stored(database)).wounds == 0


async def test_an_undoing_is_about_the_same_people(database: Database) -> None:
    """What came later for a character is found through whoever was touched."""
    fafhrd = await play.seat(database)
    mouser = await play.seat(database, replace(people.thief(), player_id=100, active=False))
    async with database.writing() as connection:
        act = roster.activate(mouser, fafhrd)
        found = await characters.by_name(connection, play.GUILD, "Fafhrd")
        assert found is not None
        act_id = await journal.accept(connection, found.campaign, act, play.author(), [fafhrd, mouser])
    await undo(database, act_id)
    assert (await play.stored(database)).active
    assert not (await play.stored(database, "Souricier Gris")).active
