"""What stands in the way of undoing: answers, other undoings, points spent, another active character."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.storage import characters, past
from bot.storage.characters import SECOND_WIND
from bot.storage.journal import ANSWERS, OVERTAKING, REPLACES, REVEALS, UNDOES
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from rules import undoing
from rules.campaign import Campaign
from rules.changes import Overtaken
from rules.character import Character
from rules.combat import CombatAct, CombatEvent
from rules.heroism import Spend
from rules.sessions import SessionOpening
from rules.undoing import AlreadyUndone, SpentSince, UndoAct

_SPENT = (
    select(ActRow.id)
    .where(ActRow.guild_id == bindparam("guild"), ActRow.spend.is_not(None), past.EFFECTIVE)
    .order_by(ActRow.id.desc())
    .limit(1)
)
_SPENT_IN_ROUND = _SPENT.where(ActRow.combat == bindparam("combat"), ActRow.round == bindparam("round"))
_SPENT_IN_PERIOD = _SPENT.where(ActRow.spend == SECOND_WIND, ActRow.period == bindparam("period"))
_of_root = aliased(ActRow)
_SPENT_TOO = _SPENT.join(_of_root, _of_root.id == bindparam("root")).where(
    ActRow.character_id == _of_root.character_id,
    ActRow.id != _of_root.id,
    or_(
        and_(ActRow.combat == _of_root.combat, ActRow.round == _of_root.round),
        and_(
            ActRow.period == _of_root.period,
            ActRow.spend == SECOND_WIND,
            _of_root.spend == SECOND_WIND,
        ),
    ),
)
_SHOWN = select(ActRow.__table__).where(ActRow.follows_id == bindparam("act_id"), ActRow.relation == REVEALS)


@dataclass(frozen=True, slots=True)
class Origin:
    """What an entry comes down to: ``root``, which it is or undoes, or does again where it is itself an undoing.

    ``again``: undoing the entry gives the root its effect back.
    """

    root: Entry
    again: bool


async def origin_of(connection: AsyncConnection, entry: Entry) -> Origin:
    """Where the entry leads, from undoing to undoing."""
    again = False
    while entry.relation == UNDOES and entry.follows_id is not None:
        followed = await past.entry(connection, entry.guild_id, entry.follows_id)
        if followed is None:
            break
        entry, again = followed, not again
    return Origin(entry, again)


async def showing(connection: AsyncConnection, entry: Entry, origin: Origin) -> Sequence[Entry]:
    """What showed a hidden act to the table, and changed a state by it, goes and comes back with the act."""
    rows = (await connection.execute(_SHOWN, {"act_id": origin.root.id})).all()
    shown = [one for one in map(past.entry_of, rows) if one.act.changes]
    if not origin.again:
        return [one for one in shown if one.standing]
    gone = [await past.followers(connection, one.id) for one in shown]
    same = entry.group_id
    return [one for some in gone for one in some if one.relation == UNDOES and same and one.group_id == same]


async def verify(connection: AsyncConnection, entry: Entry, origin: Origin) -> None:
    """Raises the reason why the act is not to be undone, before looking at what it changed."""
    what = undoing.NOTHING_TO_UNDO.get(type(entry.act))
    if what is not None and not entry.act.changes:
        raise undoing.NothingToUndo(entry.id, what)
    for one in await past.followers(connection, entry.id):
        if one.relation in OVERTAKING:
            raise AlreadyUndone(entry.id, one.id, replaced=one.relation == REPLACES)
        raise Overtaken(one.id)
    root = origin.root
    if not origin.again:
        return
    spent = None
    if isinstance(root.act, Spend):  # HER-3, HER-8: in its round or its period, another one took its place
        spent = (await connection.execute(_SPENT_TOO, {"guild": root.guild_id, "root": root.id})).scalar()
    if spent is not None:
        raise Overtaken(spent)
    if root.relation in (ANSWERS, REPLACES) and root.follows_id is not None:
        for one in await past.followers(connection, root.follows_id):
            raise Overtaken(one.id)


async def verify_spends(connection: AsyncConnection, campaign: Campaign, act: UndoAct) -> None:
    """Raises :class:`rules.undoing.SpentSince`: a point spent in a round that never was would be of the next."""
    where = {"guild": campaign.guild_id}
    match act.undone:
        case CombatAct(event=CombatEvent.OPEN | CombatEvent.ROUND) as moved:
            query, where = _SPENT_IN_ROUND, {**where, "combat": moved.number, "round": moved.round}
        case CombatAct(period=(old, new)) | SessionOpening(period=(old, new)) if old != new:
            query, where = _SPENT_IN_PERIOD, {**where, "period": new}
        case _:
            return
    spent = (await connection.execute(query, where)).scalar()
    if spent is not None:
        raise SpentSince(act.undone_id, spent)


async def verify_active(
    connection: AsyncConnection,
    before: Mapping[int, Character],
    after: Mapping[int, Character],
    campaign: Campaign,
) -> None:
    """Raises :class:`rules.undoing.AnotherActive` (CRE-3)."""
    for one in after.values():
        was = before[one.id]
        if one.player_id is None or not one.active or (was.active and was.player_id == one.player_id):
            continue
        current = await characters.active(connection, campaign.guild_id, one.player_id)
        if current and after.get(current.character.id, current.character).active:
            raise undoing.AnotherActive(one, current.character)
