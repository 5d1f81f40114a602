"""Any evening, undone in any accepted order, undone and done again on the way, gives the whole table back."""

import itertools
from collections.abc import Awaitable, Callable
from dataclasses import replace

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import (
    births,
    campaigns,
    characters,
    combats,
    items,
    journal,
    past,
    reveals,
    sessions,
    undoing,
)
from bot.storage.engine import Database
from bot.storage.journal import ANSWERS, REPLACES, REVEALS, Author, Link
from rules import (
    alterations,
    attacks,
    clock,
    combat,
    corruption,
    destiny,
    exhaustion,
    fight,
    growth,
    health,
    heroism,
    horror,
    item_acts,
    madness,
    npcs,
    rolls,
    roster,
    setting_acts,
    spell_rulings,
    starts,
)
from rules.abilities import Ability
from rules.acts import Act
from rules.attacks import AttackAct, Manner
from rules.campaign import Campaign
from rules.character import Character, ElementKind
from rules.horror import Ordeal, Situation
from rules.items import Item, ItemRequest
from rules.npcs import NpcRequest
from rules.refusals import Refusal
from rules.reveals import reveal
from rules.spells import SPELLS, SpellList
from rules.undoing import UndoAct, has_effect
from rules.undoing import born as born_of
from tests.characters import black_magician, warrior
from tests.rules.test_undoing import Bytes, within_bounds
from tests.storage import play

_guilds = itertools.count(10_000)


class Evening:
    """One transaction of it: the campaign, the characters, dice, and who asks."""

    def __init__(self, connection: AsyncConnection, campaign: Campaign, dice: Bytes) -> None:
        self.connection = connection
        self.campaign = campaign
        self.dice = dice
        self.by: Author = play.author()

    async def everyone(self) -> list[Character]:
        return list(await characters.of_guild(self.connection, self.campaign.guild_id))

    async def one(self) -> Character:
        people = [one for one in await self.everyone() if not one.archived]
        if not people:
            raise Refusal("nobody")
        return people[self.dice.below(len(people))]

    async def accept(self, act: Act, *touched: Character, link: Link | None = None) -> None:
        await journal.accept(self.connection, self.campaign, act, self.by, touched, link=link)

    async def about(self, rule: Callable[[Character], Act]) -> None:
        one = await self.one()
        await self.accept(rule(one), one)

    async def item(self) -> Item:
        held = await items.of_guild(self.connection, self.campaign.guild_id)
        if not held:
            raise Refusal("no item")
        return held[self.dice.below(len(held))]


async def _time(evening: Evening) -> None:
    people = await evening.everyone()
    act = clock.advance(evening.campaign, people, 1 + evening.dice.below(200) * 600, evening.by.key)
    await evening.accept(act, *people)
    await campaigns.save_course(evening.connection, clock.after(evening.campaign, act))


async def _combat(evening: Evening) -> None:
    now, people = evening.campaign, await evening.everyone()
    if now.combat is None:
        fought = fight.roll_initiative(people, evening.dice, individual=False)
        number = await combats.next_number(evening.connection, now)
        act = combat.open_combat(now, people, fought, number)
        await combats.keep(evening.connection, now, act.number, fought)
    elif evening.dice.below(3):
        act = combat.next_round(now, people, evening.by.key)
    else:
        act = combat.close_combat(now)
    then = combat.after(now, act)
    evening.campaign = then if then.combat else now
    await evening.accept(act, *people)
    await campaigns.save_course(evening.connection, then)


async def _attack(evening: Evening) -> None:
    one, now = await evening.one(), evening.campaign
    scene = await characters.by_id(evening.connection, now.guild_id, one.id)
    assert scene is not None
    others = [other for other in await evening.everyone() if other.id != one.id]
    target = others[evening.dice.below(len(others))]
    act = attacks.attack(scene, target, evening.dice, Manner(armour_class=5))
    await evening.accept(act)
    if now.combat is not None:
        fought = await combats.fight(evening.connection, now)
        struck = fought.struck(one, target, now.combat.round)
        await combats.keep(evening.connection, now, now.combat.number, struck)


async def _damage(evening: Evening) -> None:
    found = await past.recent(evening.connection, evening.campaign.guild_id, 8)
    for entry in found:
        if isinstance(entry.act, AttackAct) and not await past.followers(evening.connection, entry.id):
            target = await characters.by_id(
                evening.connection, entry.guild_id, entry.act.target_id or 0, lock=True
            )
            followed = attacks.Followed(entry.id, entry.act)
            assert target is not None
            act = attacks.damage(followed, target.character, evening.campaign, evening.dice)
            await evening.accept(act, target.character, link=Link(entry.id, ANSWERS))
            return


async def _destiny(evening: Evening) -> None:
    one = await evening.one()
    scene = await characters.by_id(evening.connection, evening.campaign.guild_id, one.id)
    last = await past.last_roll(evening.connection, evening.campaign.guild_id, one.id)
    assert scene is not None
    if last is not None:
        act = destiny.reroll(scene, last, evening.dice, evening.by.key)
        await evening.accept(act, one, link=Link(last.act_id, REPLACES))


async def _second_wind(evening: Evening) -> None:
    one = await evening.one()
    scene = await characters.by_id(evening.connection, evening.campaign.guild_id, one.id)
    assert scene is not None
    await evening.accept(heroism.second_wind(scene, evening.dice), one)


async def _initiative(evening: Evening) -> None:
    combat.require_fought(evening.campaign)
    assert evening.campaign.combat is not None
    before = await combats.fight(evening.connection, evening.campaign)
    fought = fight.roll_initiative(await evening.everyone(), evening.dice, individual=True, before=before)
    await evening.accept(fight.InitiativeAct(fight=fought, before=before))
    await combats.keep(evening.connection, evening.campaign, evening.campaign.combat.number, fought)


async def _session(evening: Evening) -> None:
    if evening.campaign.session_id is not None and evening.dice.below(2):
        await sessions.end(evening.connection, evening.campaign, evening.by)
    else:
        await sessions.begin(evening.connection, evening.campaign, "Soirée", evening.by)


async def _setting(evening: Evening) -> None:
    key, value = (("goules", "oui"), ("goules", "non"), ("methode", "4d6"), ("role_mdt", "12"))[
        evening.dice.below(4)
    ]
    changed, act = setting_acts.change(evening.campaign, key, value)
    await campaigns.save_settings(evening.connection, changed)
    await evening.accept(act)


async def _sun(evening: Evening) -> None:
    shines = not evening.campaign.sunlight
    act = exhaustion.shine(evening.campaign, await evening.everyone(), sunlight=shines)
    await campaigns.change(evening.connection, evening.campaign.guild_id, sunlight=shines)
    await evening.accept(act)


async def _events(evening: Evening) -> None:
    act = starts.follow(evening.campaign, ("tous", "aucun", "souris")[evening.dice.below(3)], None)
    await campaigns.change(evening.connection, evening.campaign.guild_id, events=act.events[1])
    await evening.accept(act)


async def _spells(evening: Evening) -> None:
    rules, spell = evening.campaign.spells, SPELLS[("sommeil", "invisibilite")[evening.dice.below(2)]]
    act = (
        lambda: spell_rulings.forbid(rules, spell, "non"),
        lambda: spell_rulings.allow(rules, spell),
        lambda: spell_rulings.add(rules, "Étincelle", [*SpellList][evening.dice.below(2)], 1),
    )[evening.dice.below(3)]()
    ruled = replace(evening.campaign, spells=spell_rulings.after(rules, act))
    await campaigns.save_spells(evening.connection, ruled)
    await evening.accept(act)


async def _table(evening: Evening) -> None:
    now, dice = evening.campaign, evening.dice
    rows = now.alterations.rows
    some = rows[1 + dice.below(len(rows))].key
    removed = now.alterations.printed_removed
    changed, act = (
        lambda: alterations.add(now, f"Œil {evening.by.key}", "physique", "mineure", "", evening.by.key),
        lambda: alterations.remove(now, some),
        lambda: alterations.put_back(now, removed[0].key if removed else "?"),
        lambda: alterations.describe(now, some, category=("physique", "mentale")[dice.below(2)]),
    )[dice.below(4)]()
    await campaigns.save_alterations(evening.connection, changed)
    await evening.accept(act)


async def _make(evening: Evening) -> None:
    holder = await evening.one()
    changed = item_acts.create(ItemRequest(name="Anneau", powers="Vol ; Lueur"), holder, evening.dice)
    await items.accept(evening.connection, evening.campaign, changed, evening.by)


async def _item(evening: Evening) -> None:
    item, to = await evening.item(), await evening.one()
    changed = (
        lambda: item_acts.use(item, None, 1 + evening.dice.below(3)),
        lambda: item_acts.recharge(item, None, 1 + evening.dice.below(4)),
        lambda: item_acts.reveal(item, None),
        lambda: item_acts.give(item, to),
    )[evening.dice.below(4)]()
    await items.accept(evening.connection, evening.campaign, changed, evening.by)


async def _born(evening: Evening) -> None:
    act = npcs.create_npcs(NpcRequest(name=f"Rat {evening.by.key}", count=1), evening.dice)
    await births.several(evening.connection, evening.campaign, act, evening.by)


async def _shelve(evening: Evening) -> None:
    people = await evening.everyone()
    one = people[evening.dice.below(len(people))]
    await evening.accept(roster.restore(one) if one.archived else roster.archive(one), one)


async def _reword(evening: Evening) -> None:
    one = await evening.one()
    if not (found := [*one.of_kind(ElementKind.TROUBLE)]):
        raise Refusal("no trouble")
    trouble = found[evening.dice.below(len(found))]
    await evening.accept(madness.precise(one, trouble, f"les rats {evening.by.key}"), one)


async def _reveal(evening: Evening) -> None:
    one = await evening.one()
    act = horror.face(one, ORDEAL, evening.campaign, evening.dice, evening.by.key)
    number = await journal.accept(evening.connection, evening.campaign, act, evening.by, [one], secret=True)
    await reveals.mark(evening.connection, number)
    evening.by = play.author()
    one = next(other for other in await evening.everyone() if other.id == one.id)
    await evening.accept(reveal(act, number, one), one, link=Link(number, REVEALS))


def about(rule: Callable[[Character, Evening], Act]) -> Callable[[Evening], Awaitable[None]]:
    """A gesture that is a rule on one character."""

    async def gesture(evening: Evening) -> None:
        await evening.about(lambda one: rule(one, evening))

    return gesture


ORDEAL = Ordeal(Situation.UNBEARABLE)
GESTURES: tuple[Callable[[Evening], Awaitable[None]], ...] = (
    _time,
    _combat,
    _combat,
    _attack,
    _damage,
    _destiny,
    _second_wind,
    _initiative,
    _session,
    _setting,
    _sun,
    _events,
    _spells,
    _table,
    _make,
    _item,
    _item,
    _born,
    _shelve,
    _reword,
    _reveal,
    about(lambda one, evening: health.wound(one, 1 + evening.dice.below(20), evening.campaign)),
    about(lambda one, evening: health.heal(one, 1 + evening.dice.below(9))),
    about(lambda one, evening: horror.face(one, ORDEAL, evening.campaign, evening.dice, evening.by.key)),
    about(
        lambda one, evening: corruption.adjust(one, evening.dice.below(30) - 9, evening.dice, evening.by.key)
    ),
    about(lambda one, evening: madness.adjust(one, evening.dice.below(9) - 4, evening.dice, evening.by.key)),
    about(lambda one, evening: madness.add_trouble(one, 1 + evening.dice.below(10), "", evening.by.key)),
    about(lambda one, evening: rolls.ability_check(one, Ability.STRENGTH, evening.campaign, evening.dice)),
    about(lambda one, evening: growth.give([one], 3_000 - evening.dice.below(5_000), evening.dice)),
    about(lambda one, evening: roster.rename(one, f"Nom {evening.dice.below(4)}")),
)


async def _try(
    database: Database, guild: int, dice: Bytes, gesture: Callable[[Evening], Awaitable[None]]
) -> bool:
    """A gesture in its own transaction; false where the rules refuse it."""
    try:
        async with database.writing() as connection:
            await gesture(Evening(connection, await campaigns.begin(connection, guild), dice))
    except Refusal:
        return False
    return True


def undoes(act_id: int) -> Callable[[Evening], Awaitable[None]]:
    """The gesture that undoes an act."""

    async def gesture(evening: Evening) -> None:
        entry = await past.entry(evening.connection, evening.campaign.guild_id, act_id)
        assert entry is not None
        await undoing.undo(evening.connection, evening.campaign, [entry], evening.by)

    return gesture


Seen = tuple[object, ...]


async def look(database: Database, guild: int) -> Seen:
    """All that a table is: campaign, characters, items; what was never born is nowhere."""
    async with database.reading() as connection:
        campaign = await campaigns.load(connection, guild)
        people = await characters.of_guild(connection, guild)
        owned = await items.of_guild(connection, guild)
        acts = await past.recent(connection, guild, 500)
    for one in people:
        within_bounds(one)
    for item in owned:
        assert item.charges is None or 0 <= item.charges <= 1_000
    assert campaign.clock >= 0
    born = {one for entry in acts for one in born_of(entry.act)}
    spells = campaign.spells
    return (
        replace(campaign, spells=type(spells)(), alterations=type(campaign.alterations)()),
        {frozenset(spells.forbidden), frozenset(spells.allowed), frozenset(spells.added)},
        [(face, replace(row, number=0)) for face, row in campaign.alterations.rows.items()],
        {(replace(one, elements=()), frozenset(one.elements)) for one in people if one.id not in born},
        all(one.archived for one in people if one.id in born),
        {item.id: item for item in owned},
    )


async def counting(database: Database, guild: int) -> list[int]:
    """The acts that still have an effect, oldest first."""
    async with database.reading() as connection:
        acts = await past.recent(connection, guild, 500)
    return [
        one.id
        for one in reversed(acts)
        if one.standing and not isinstance(one.act, UndoAct) and has_effect(one.act, fought=bool(one.combat))
    ]


PHASES = (Phase.generate,)  # a failure here takes long to shrink


@settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=PHASES,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.binary(min_size=20, max_size=110))
async def test_an_evening_undone_in_any_accepted_order_gives_the_table_back(
    database: Database, data: bytes
) -> None:
    dice, guild = Bytes(data), next(_guilds)
    await play.seat(database, warrior(name=f"Fafhrd {guild}", heroism=4), guild)
    await play.seat(database, black_magician(name=f"Ahriman {guild}", madness=6, corruption=28), guild)
    start = await look(database, guild)
    for _ in range(3 + dice.below(12)):
        await _try(database, guild, dice, GESTURES[dice.below(len(GESTURES))])
    for _ in range(10):  # undone, done again, undone again
        async with database.reading() as connection:
            acts = await past.recent(connection, guild, 40)
        standing = [one.id for one in acts if one.standing]
        if standing:
            await _try(database, guild, dice, undoes(standing[dice.below(len(standing))]))
            await look(database, guild)
    while left := await counting(database, guild):
        first = dice.below(len(left))
        for act_id in (*left[first:], *left[:first]):
            if await _try(database, guild, dice, undoes(act_id)):
                break
        else:
            raise AssertionError(f"nothing can be undone any more: {left}")
        await look(database, guild)
    assert await look(database, guild) == start
