"""Acts undone as stored: from what is there now, their undoing written in the same transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import campaigns, characters, combats, fairness, items, journal, past, sessions
from bot.storage.journal import UNDOES, Author, Link
from bot.storage.mapping import act_value, kind_of
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from bot.storage.undo_obstacles import Origin, origin_of, showing, verify, verify_active, verify_spends
from rules import table_effects, undoing
from rules.acts import Act, CharacterChange
from rules.attacks import AttackAct
from rules.campaign import Campaign, Combat
from rules.changes import LaterChange, Overtaken, apply
from rules.character import Character
from rules.fight import InitiativeAct
from rules.item_acts import ItemAct
from rules.items import Item
from rules.sessions import Proof, SessionClosing, SessionOpening, SessionResuming
from rules.undoing import InTheWay, UndoAct

_SINCE = (
    select(ActRow.id, ActRow.combat, ActRow.record)
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.id > bindparam("act_id"),
        past.EFFECTIVE,
        ActRow.record["kind"].as_string().in_(bindparam("kinds", expanding=True)),
    )
    .order_by(ActRow.id)
)
_TABLE = tuple(kind_of(kind) for kind in table_effects.EFFECTS)


@dataclass(frozen=True, slots=True)
class Undone:
    """An act just undone: the entry, the number and the act of its undoing; an item of which it was, old and new."""

    entry: Entry
    number: int
    act: UndoAct
    item: tuple[Item, Item] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What undoing changed: the campaign and the characters, old and new; ``proof``: of the session's new seed."""

    campaign: tuple[Campaign, Campaign]
    steps: tuple[Undone, ...] = ()
    before: Mapping[int, Character] = field(default_factory=dict)
    after: Mapping[int, Character] = field(default_factory=dict)
    proof: Proof | None = None
    group: int | None = None


async def undo(
    connection: AsyncConnection, campaign: Campaign, entries: Sequence[Entry], author: Author
) -> Outcome:
    """Undoes these acts, the newest first: all or nothing. ``campaign`` is locked by the caller.

    Raises the refusals of :mod:`rules.undoing`.
    """
    meant: dict[int, Entry] = {}
    for one in [await _meant(connection, entry) for entry in entries]:
        shown = await showing(connection, one, await origin_of(connection, one))
        meant |= {each.id: each for each in (one, *shown)}
    group = author.interaction_id if len(meant) > 1 else None
    outcome = Outcome((campaign, campaign), group=group)
    for entry in sorted(meant.values(), key=lambda one: -one.id):
        try:
            outcome = await _one(connection, outcome, entry, author)
        except Overtaken as refused:
            again = (await origin_of(connection, entry)).again
            raise InTheWay(entry.id, refused.act_id, again=again) from refused
    return outcome


async def _meant(connection: AsyncConnection, entry: Entry) -> Entry:
    """The act itself, for one that did it again: an act has one undoing at a time, which alone may be undone."""
    if not isinstance(entry.act, UndoAct) or not entry.act.redone:
        return entry
    return await past.entry(connection, entry.guild_id, entry.act.undone_id) or entry


async def _one(connection: AsyncConnection, outcome: Outcome, entry: Entry, author: Author) -> Outcome:
    """One act undone, and the outcome with it."""
    campaign = outcome.campaign[1]
    origin = await origin_of(connection, entry)
    await verify(connection, entry, origin)
    about = entry.act.character_id
    concerned = {*undoing.touched(entry.act), *(() if about is None else (about,))}
    known = await characters.several(connection, campaign.guild_id, concerned, lock=True)
    changes = [
        change
        for one in undoing.touched(entry.act)
        if one in known
        for change in await _taken_back(connection, known[one], entry, origin)
    ]
    act = undoing.undo(
        entry.act,
        entry.id,
        changes,
        command=entry.command,
        session_id=entry.session_id,
        combat=Combat(entry.combat, entry.round) if entry.combat and entry.round else None,
    )
    act = replace(act, character_id=about if about in known else None)  # erased by its player
    after = await _turned(connection, campaign, act, origin)
    fresh = await _seed(connection, campaign, after, act)
    item = await _handled(connection, campaign, act, origin)
    await _refight(connection, campaign, act, origin)
    then = _applied(known, act.changes)
    await verify_active(connection, known, then, campaign)
    link = Link(entry.id, UNDOES)
    number = await journal.accept(
        connection, campaign, act, author, known.values(), secret=entry.hidden, link=link, group=outcome.group
    )
    await sessions.turn(connection, campaign, after, author.at)
    await _save(connection, campaign, after)
    return replace(
        outcome,
        campaign=(outcome.campaign[0], after),
        steps=(*outcome.steps, Undone(entry, number, act, item)),
        before={**known, **outcome.before},
        after={**outcome.after, **then},
        proof=fresh or outcome.proof,
    )


async def _taken_back(
    connection: AsyncConnection, character: Character, entry: Entry, origin: Origin
) -> tuple[CharacterChange, ...]:
    """What undoing the entry does to one character."""
    change = entry.act.change_of(character.id)
    here = character.id in undoing.born(origin.root.act)
    place = (
        entry if here else origin.root
    )  # a creation is not taken out of the account: it is followed by another act
    rows = await past.later_acts(connection, entry.guild_id, place.id, character.id)
    later = [LaterChange(number, undoing.settled(one, character.id)) for number, one in rows]
    if here and not origin.again:
        return undoing.shelve(character, later)
    again = origin.again and not here
    taken = undoing.taken_back(character, change, later, again=again)
    done = tuple(one for each in taken for one in each.change)
    undoing.verify_saves(character, done, origin.root.act, rows, again=again)
    return taken


async def _since(
    connection: AsyncConnection, place: Entry, kinds: Sequence[str], combat: int | None = None
) -> Sequence[tuple[int, Act]]:
    """The acts of these kinds that came after one in its guild, perhaps in a combat, and count, oldest first."""
    parameters = {"guild": place.guild_id, "act_id": place.id, "kinds": kinds}
    rows = await connection.execute(_SINCE, parameters)
    return [(row.id, act_value(row.record)) for row in rows if combat in (None, row.combat)]


async def _turned(connection: AsyncConnection, campaign: Campaign, act: UndoAct, origin: Origin) -> Campaign:
    """The campaign as the undoing leaves it."""
    if type(act.undone) not in table_effects.EFFECTS:
        return campaign
    if not act.redone:
        await verify_spends(connection, campaign, act)
    later = await _since(connection, origin.root, _TABLE)
    return undoing.turned(
        campaign,
        act.undone,
        [(number, table_effects.effect(one)) for number, one in later],
        session_id=act.session_id,
        again=act.redone,
    )


async def _seed(connection: AsyncConnection, before: Campaign, after: Campaign, act: UndoAct) -> Proof | None:
    """A new seed for a session that goes on after its own was told. Raises :class:`rules.undoing.SeedServed`."""
    if before.session_id == after.session_id:
        return None
    if before.session_id is not None and isinstance(
        act.undone, SessionOpening | SessionClosing | SessionResuming
    ):
        proof = await fairness.proof(connection, before.session_id)
        if proof.first < proof.next:
            raise undoing.SeedServed
    if after.session_id is not None and isinstance(act.undone, SessionClosing | SessionResuming):
        return await fairness.reseed(connection, after.session_id)
    return None


async def _handled(
    connection: AsyncConnection, campaign: Campaign, act: UndoAct, origin: Origin
) -> tuple[Item, Item] | None:
    """The item that the act was about, old and new."""
    root = act.undone
    if not isinstance(root, ItemAct):
        return None
    item = await items.by_id(connection, campaign.guild_id, root.item_id, lock=True)
    if item is None:
        raise Overtaken(None)
    rows = await _since(connection, origin.root, [kind_of(ItemAct)])
    later = [(number, one) for number, one in rows if isinstance(one, ItemAct) and one.item_id == item.id]
    after = undoing.handled(item, root, later, again=act.redone)
    after = replace(after, holder_id=await _left(connection, campaign, after.holder_id))
    await items.update(connection, after)
    return item, after


async def _left(connection: AsyncConnection, campaign: Campaign, identity: int | None) -> int | None:
    """The holder of an item; None once its player had it erased."""
    if identity is None:
        return None
    found = await characters.several(connection, campaign.guild_id, [identity])
    return identity if identity in found else None


async def _refight(connection: AsyncConnection, campaign: Campaign, act: UndoAct, origin: Origin) -> None:
    """The fight that the act had a part in, as the undoing leaves it."""
    if act.combat is None or not isinstance(act.undone, AttackAct | InitiativeAct):
        return
    later: Sequence[tuple[int, Act]] = ()
    if isinstance(act.undone, InitiativeAct):
        later = await _since(connection, origin.root, [kind_of(InitiativeAct)], act.combat.number)
    fought = await combats.fight(connection, campaign, act.combat.number)
    then = undoing.refought(fought, act.undone, act.combat, later, again=act.redone)
    await combats.keep(connection, campaign, act.combat.number, then)


def _applied(known: Mapping[int, Character], changes: Sequence[CharacterChange]) -> dict[int, Character]:
    """These characters once changed."""
    then = dict(known)
    for entry in changes:
        then[entry.character_id] = apply(then[entry.character_id], entry.change)
    return then


async def _save(connection: AsyncConnection, before: Campaign, after: Campaign) -> None:
    """Writes what differs."""
    if before == after:
        return
    await campaigns.save_course(connection, after)
    await campaigns.save_settings(connection, after)
    if before.spells != after.spells:
        await campaigns.save_spells(connection, after)
    if before.alterations != after.alterations:
        await campaigns.save_alterations(connection, after)
    await campaigns.change(connection, after.guild_id, sunlight=after.sunlight, events=after.events)
