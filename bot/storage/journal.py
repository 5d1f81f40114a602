"""The journal: every accepted act, written in the transaction of its effect."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, case, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from bot.storage import characters, fairness
from bot.storage.mapping import act_document
from bot.storage.tables import ActRow, CampaignRow, TouchRow
from rules.acts import Act
from rules.campaign import Campaign
from rules.changes import apply
from rules.character import Character
from rules.destiny import Destiny, can_reroll
from rules.heroism import Spend
from rules.reminders import Near, brought_near

REPLACES = "replaces"
UNDOES = "undoes"
ANSWERS = "answers"
REVEALS = "reveals"

OVERTAKING = (REPLACES, UNDOES)


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
    """How an act follows another: it replaces, undoes, answers or reveals it."""

    act_id: int
    relation: str


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
