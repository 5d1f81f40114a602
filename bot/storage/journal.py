"""The journal: every accepted act, written in the transaction of its effect."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, bindparam, case, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from bot.storage import characters, fairness
from bot.storage.mapping import act_document, act_value
from bot.storage.tables import ActRow, CampaignRow, TouchRow
from rules.acts import Act
from rules.attacks import AttackAct
from rules.campaign import Campaign
from rules.changes import LaterChange, apply
from rules.character import Character
from rules.destiny import Destiny, LastRoll, can_reroll
from rules.growth import ExperienceAct
from rules.heroism import Spend
from rules.reminders import Near, brought_near

REPLACES = "replaces"
UNDOES = "undoes"
ANSWERS = "answers"
REVEALS = "reveals"

OVERTAKING = (REPLACES, UNDOES)

_later = ActRow.__table__.alias("later")
UNDONE = exists().where(
    _later.c.follows_id == ActRow.id, _later.c.relation == UNDOES, _later.c.standing.is_(True)
)
# What an undone act did, and what undoing it did, are as if neither had been.
EFFECTIVE = and_(ActRow.relation.is_distinct_from(UNDOES), ~UNDONE)


class AlreadyDone(Exception):
    """This very interaction was already accepted: Discord delivered it twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who asks, through which interaction and command, and when (Unix seconds)."""

    actor_id: int | None
    interaction_id: int | None
    command: str
    at: int
    written: list[int] = field(default_factory=list, compare=False)
    """The acts written so far through this interaction, oldest first."""
    nearing: list[tuple[Near, bool]] = field(default_factory=list, compare=False)
    """The thresholds that those acts brought near; True: of a secret act."""

    @property
    def key(self) -> str:
        """The identity that elements made by this act carry."""
        return str(self.interaction_id if self.interaction_id is not None else self.at)


@dataclass(frozen=True, slots=True)
class Link:
    """How an act follows another: it replaces, undoes or answers it."""

    act_id: int
    relation: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An act read back from the journal."""

    id: int
    guild_id: int
    act: Act
    actor_id: int | None
    at: int
    command: str
    secret: bool
    session_id: int | None
    combat: int | None
    round: int | None
    standing: bool
    clock: int = 0
    blind: bool = False
    revealed: bool = False
    follows_id: int | None = None
    relation: str | None = None
    group_id: int | None = None

    @property
    def hidden(self) -> bool:
        """The table is not to see it."""
        return self.secret and not self.revealed


async def accept(
    connection: AsyncConnection,
    campaign: Campaign,
    act: Act,
    author: Author,
    touched: Iterable[Character] = (),
    *,
    secret: bool = False,
    blind: bool = False,
    link: Link | None = None,
    group: int | None = None,
) -> int:
    """Applies the act's changes to the ``touched`` characters and writes it down; its number.

    Raises :class:`AlreadyDone` when the interaction already acted: the transaction then changes nothing.
    """
    by_id = {character.id: character for character in touched}
    for entry in act.changes:
        before = by_id[entry.character_id]
        by_id[entry.character_id] = after = apply(before, entry.change)
        await characters.update(connection, before, after)
        if not blind:  # who threw it would learn what came of it
            author.nearing.extend((one, secret) for one in brought_near(before, after))
    number = await write(
        connection, campaign, act, author, secret=secret, blind=blind, link=link, group=group
    )
    await touch(connection, number, act)
    return number


_INSERT = insert(ActRow).returning(ActRow.id)
_TOUCH = insert(TouchRow)


async def write(
    connection: AsyncConnection,
    campaign: Campaign,
    act: Act,
    author: Author,
    *,
    secret: bool = False,
    blind: bool = False,
    link: Link | None = None,
    group: int | None = None,
) -> int:
    """Writes an act down; its number. Raises :class:`AlreadyDone`.

    ``group``: the interaction of a gesture that makes several acts, of which only the first bears it as its own.
    """
    row: dict[str, Any] = {
        **_columns(campaign.guild_id, act, author, secret, link),
        "blind": blind,
        **fairness.columns(connection, secret=secret),
        **_grouped(author, group),
        "clock": campaign.clock,
        "session_id": campaign.session_id,
        "combat": campaign.combat.number if campaign.combat else None,
        "round": campaign.combat.round if campaign.combat else None,
        "period": campaign.period,
    }
    number = await _insert(connection, _INSERT, row)
    author.written.append(number)
    if link is not None and link.relation in OVERTAKING:
        await _overtake(connection, link.act_id)
    return number


async def touch(connection: AsyncConnection, number: int, act: Act) -> None:
    """Writes down whom an act changed, beside its own character."""
    others = {one.character_id for one in act.changes} - {act.character_id}
    if others:
        touched = [{"character_id": other, "act_id": number} for other in sorted(others)]
        await connection.execute(_TOUCH, touched)


_STAND = (
    update(ActRow)
    .where(ActRow.id == bindparam("act_id"))
    .values(standing=bindparam("stands"))
    .returning(ActRow.follows_id, ActRow.relation)
)


async def _overtake(connection: AsyncConnection, act_id: int | None) -> None:
    """An act no longer stands; what it had itself replaced or undone stands again, and so on."""
    stands = False
    while act_id is not None:
        row = (await connection.execute(_STAND, {"act_id": act_id, "stands": stands})).one()
        act_id, stands = row.follows_id if row.relation in OVERTAKING else None, not stands


def _grouped(author: Author, group: int | None) -> dict[str, Any]:
    """What a row says of the gesture that it shares with others: twice delivered, it fails on the first of them."""
    if group is None:
        return {}
    return {"group_id": group} | ({"interaction_id": None} if author.written else {})


def _columns(guild_id: int, act: Act, author: Author, secret: bool, link: Link | None) -> dict[str, Any]:
    """What a row says of the act itself."""
    return {
        "guild_id": guild_id,
        "interaction_id": author.interaction_id,
        "at": author.at,
        "actor_id": author.actor_id,
        "character_id": act.character_id,
        "command": author.command,
        "record": act_document(act),
        "secret": secret,
        "spend": act.use.value if isinstance(act, Spend) else None,
        "d20": act.character_id is not None and (can_reroll(act) or isinstance(act, Destiny)),
        "follows_id": link.act_id if link else None,
        "relation": link.relation if link else None,
    }


async def _insert(connection: AsyncConnection, statement: ReturningInsert[Any], row: dict[str, Any]) -> int:
    given = {name: value for name, value in row.items() if value is not None}
    try:
        number: int = (await connection.execute(statement, given)).scalar_one()
    except IntegrityError as error:
        if "interaction_id" in str(error.orig):
            raise AlreadyDone from error
        raise
    await fairness.written(connection)
    return number


def _now(expression: Any) -> Any:
    """What a column of the campaign says at the moment of the INSERT."""
    return select(expression).where(CampaignRow.guild_id == bindparam("of_guild")).scalar_subquery()


_INSERT_FOR_NOBODY = (
    insert(ActRow)
    .values(
        clock=func.coalesce(_now(CampaignRow.clock), 0),
        session_id=_now(CampaignRow.session_id),
        combat=_now(case((CampaignRow.combat_round.is_not(None), CampaignRow.combats))),
        round=_now(CampaignRow.combat_round),
        period=func.coalesce(_now(CampaignRow.period), 0),
    )
    .returning(ActRow.id)
)


async def write_for_nobody(
    connection: AsyncConnection,
    guild_id: int,
    act: Act,
    author: Author,
    *,
    secret: bool = False,
    blind: bool = False,
) -> int:
    """Writes down an act that touches nobody, reading where the campaign stands in the same statement.

    Works before the campaign has begun. Raises :class:`AlreadyDone`.
    """
    row = {
        **_columns(guild_id, act, author, secret, None),
        "blind": blind,
        **fairness.columns(connection, secret=secret),
        "of_guild": guild_id,
    }
    number = await _insert(connection, _INSERT_FOR_NOBODY, row)
    author.written.append(number)
    return number


_ENTRY = select(ActRow.__table__)
_BY_ID = _ENTRY.where(ActRow.id == bindparam("act_id"), ActRow.guild_id == bindparam("guild"))
_LAST_D20 = (  # by the character alone: the guild's whole journal would be a longer way
    _ENTRY.where(
        ActRow.character_id == bindparam("character"),
        ActRow.d20,
        ~ActRow.secret,
        ~UNDONE,
    )
    .order_by(ActRow.id.desc())
    .limit(1)
)
_LATER = (
    select(ActRow.id, ActRow.record)
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.id > bindparam("act_id"),
        EFFECTIVE,
        or_(
            ActRow.character_id == bindparam("character"),
            ActRow.character_id.is_(None),
            ActRow.id.in_(select(TouchRow.act_id).where(TouchRow.character_id == bindparam("character"))),
        ),
    )
    .order_by(ActRow.id)
)
_GAINS = _LATER.where(ActRow.command == "personnage px", ActRow.standing)
_ANSWERS = select(ActRow.record).where(
    ActRow.follows_id == bindparam("act_id"), ActRow.relation == ANSWERS, ActRow.standing
)
_ANSWERED = select(ActRow.id).where(
    ActRow.follows_id == bindparam("act_id"), ActRow.relation != REVEALS, ActRow.standing
)
_THROUGH = (
    select(ActRow.id)
    .where(ActRow.character_id == bindparam("character"), ActRow.command == bindparam("command"))
    .limit(1)
)
# An answer thrown again remains an answer; undone, it is one no more.
_REALLY_ANSWERED = (
    select(ActRow.id)
    .where(ActRow.follows_id == bindparam("act_id"), ActRow.relation == ANSWERS, ~UNDONE)
    .limit(1)
)
_GROUP = _ENTRY.where(
    ActRow.group_id == bindparam("group"), ActRow.guild_id == bindparam("guild"), ActRow.standing
).order_by(ActRow.id)
_FOLLOWERS = _ENTRY.where(
    ActRow.follows_id == bindparam("act_id"), ActRow.relation != REVEALS, ActRow.standing
).order_by(ActRow.id.desc())
_RECENT = (
    _ENTRY.where(ActRow.guild_id == bindparam("guild")).order_by(ActRow.id.desc()).limit(bindparam("count"))
)


def entry_of(row: Any) -> Entry:
    """An act read back from its row."""
    return Entry(
        row.id,
        row.guild_id,
        act_value(row.record),
        row.actor_id,
        row.at,
        row.command,
        row.secret,
        row.session_id,
        row.combat,
        row.round,
        row.standing,
        row.clock,
        row.blind,
        row.revealed,
        row.follows_id,
        row.relation,
        row.group_id,
    )


async def entry(connection: AsyncConnection, guild_id: int, act_id: int) -> Entry | None:
    """One act of this guild."""
    row = (await connection.execute(_BY_ID, {"guild": guild_id, "act_id": act_id})).one_or_none()
    return entry_of(row) if row else None


async def recent(connection: AsyncConnection, guild_id: int, count: int) -> Sequence[Entry]:
    """The latest acts of a guild, newest first."""
    rows = await connection.execute(_RECENT, {"guild": guild_id, "count": count})
    return [entry_of(row) for row in rows]


async def followed(connection: AsyncConnection, act_id: int) -> bool:
    """True when an act that stands answers, replaces or undoes this one."""
    return (await connection.execute(_ANSWERED, {"act_id": act_id})).first() is not None


async def came_through(connection: AsyncConnection, character_id: int, command: str) -> bool:
    """True when an act of this character, standing or not, came through this command or very button."""
    found = await connection.execute(_THROUGH, {"character": character_id, "command": command})
    return found.first() is not None


async def answered(connection: AsyncConnection, act_id: int) -> bool:
    """True when an act answers this one, or did until it was itself thrown again."""
    return (await connection.execute(_REALLY_ANSWERED, {"act_id": act_id})).first() is not None


async def followers(connection: AsyncConnection, act_id: int) -> Sequence[Entry]:
    """The standing acts that answer, replace or undo this one, newest first."""
    return [entry_of(row) for row in await connection.execute(_FOLLOWERS, {"act_id": act_id})]


async def undone(connection: AsyncConnection, act_id: int) -> bool:
    """True when a standing act undoes this one."""
    return any(one.relation == UNDOES for one in await followers(connection, act_id))


async def of_group(connection: AsyncConnection, guild_id: int, group: int) -> Sequence[Entry]:
    """The acts that one gesture made and that stand, oldest first."""
    rows = await connection.execute(_GROUP, {"guild": guild_id, "group": group})
    return [entry_of(row) for row in rows]


async def later_acts(
    connection: AsyncConnection, guild_id: int, act_id: int, character_id: int
) -> Sequence[tuple[int, Act]]:
    """What came after an act for a character, oldest first, without what is undone nor what undid it."""
    rows = await connection.execute(_LATER, {"guild": guild_id, "character": character_id, "act_id": act_id})
    return [(row.id, act_value(row.record)) for row in rows]


async def gains(connection: AsyncConnection, guild_id: int, character_id: int) -> Sequence[ExperienceAct]:
    """The experience given to a character or taken from it, alone or with the others, oldest first (CLA-4)."""
    rows = await connection.execute(_GAINS, {"guild": guild_id, "character": character_id, "act_id": 0})
    acts = (act_value(row.record) for row in rows)
    return [act for act in acts if isinstance(act, ExperienceAct)]


async def last_roll(connection: AsyncConnection, guild_id: int, character_id: int) -> LastRoll | None:
    """The last public d20 of a character, with what came after (HER-5)."""
    found = (await connection.execute(_LAST_D20, {"character": character_id})).one_or_none()
    if found is None or found.guild_id != guild_id:
        return None
    act = act_value(found.record)
    later = await later_acts(connection, guild_id, found.id, character_id)
    came = await answer(connection, found.id) if isinstance(act, AttackAct) else None
    return LastRoll(
        found.id,
        act,
        found.session_id,
        rerolled=isinstance(act, Destiny) or not found.standing,
        later=tuple(LaterChange(number, one.change_of(character_id)) for number, one in later),
        combat=found.combat,
        answer=came,
    )


async def answer(connection: AsyncConnection, act_id: int) -> Act | None:
    """What answers an act and stands."""
    record = (await connection.execute(_ANSWERS, {"act_id": act_id})).scalars().first()
    return act_value(record) if record else None
