"""The dice as stored: which source a command throws with, the seed of a session, and the account of every die."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.tables import ActRow, CampaignRow, SessionRow
from bot.storage.thrown import Thrown, Untold, held, hold
from rules.campaign import Campaign
from rules.dice import Dice
from rules.dice.seeded import SeededDice
from rules.dice.verify import SEED_BYTES
from rules.sessions import Proof

Counts = Counter[tuple[int, int]]
"""How many times each (sides, face) came up."""

PAGE = 500  # acts counted between two turns of the event loop
_KNOWN = "graine_publique"

_ON = select(CampaignRow.settings).where(CampaignRow.guild_id == bindparam("guild"))
_OPEN = (
    select(SessionRow.id, SessionRow.seed, SessionRow.dice_drawn)
    .where(SessionRow.guild_id == bindparam("guild"), SessionRow.closed_at.is_(None))
    .with_for_update()
)
_SEED = select(SessionRow.seed, SessionRow.dice_first, SessionRow.dice_drawn).where(
    SessionRow.id == bindparam("session")
)
_ADVANCE = (
    update(SessionRow)
    .where(SessionRow.id == bindparam("session"), SessionRow.dice_drawn == bindparam("first"))
    .values(dice_drawn=bindparam("next"))
)
_RESEED = (
    update(SessionRow)
    .where(SessionRow.id == bindparam("session"))
    .values(seed=bindparam("fresh"), dice_first=SessionRow.dice_drawn)
)
_PROVED = (
    # Of the acts of one gesture, only the first bears the interaction that threw for them all.
    select(
        ActRow.id,
        func.coalesce(ActRow.interaction_id, ActRow.group_id).label("request"),
        ActRow.command,
        ActRow.at,
        ActRow.dice_from,
        ActRow.dice,
    )
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.session_id == bindparam("session"),
        ActRow.dice_from >= bindparam("first"),
        ActRow.dice_from < bindparam("next"),
    )
    .order_by(ActRow.dice_from)
)
_COUNTED = (
    select(ActRow.id, ActRow.session_id, ActRow.dice)
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.dice_count.is_not(None),
        ActRow.id > bindparam("after"),
    )
    .order_by(ActRow.id)
    .limit(PAGE)
)


def new_seed() -> str:
    """A secret seed, in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


async def dice(
    connection: AsyncConnection,
    where: Campaign | int,
    otherwise: Dice,
    request: int,
    *,
    secret: bool = False,
) -> Thrown:
    """What a command throws with: the seed of the open session, if the table wants it, else ``otherwise``.

    ``where``: the campaign, or the guild when it was not loaded. ``request``: the interaction. What is ``secret``
    never comes from the seed, whose publication would betray it.
    """
    if not secret and await _wanted(connection, where):
        already = held(connection)
        if already is not None and already.session_id is not None:
            return already
        guild_id = where if isinstance(where, int) else where.guild_id
        row = (await connection.execute(_OPEN, {"guild": guild_id})).one_or_none()
        if row is not None:
            seeded = SeededDice(bytes.fromhex(row.seed), row.dice_drawn, request)
            return hold(connection, Thrown(seeded, session_id=row.id))
    return hold(connection, Thrown(otherwise, secret=secret))


async def _wanted(connection: AsyncConnection, where: Campaign | int) -> bool:
    """The setting. Without a campaign, as the writer's connection remembers it: a free roll reads nothing else."""
    if isinstance(where, Campaign):
        return where.settings.graine_publique and where.session_id is not None
    known: dict[int, bool] = connection.info.setdefault(_KNOWN, {})
    if where not in known:
        settings: Mapping[str, Any] | None = (await connection.execute(_ON, {"guild": where})).scalar()
        known[where] = bool((settings or {}).get("graine_publique", False))
    return known[where]


def forget_setting(connection: AsyncConnection, guild_id: int) -> None:
    """The guild's settings change in this transaction: those remembered no longer hold."""
    connection.info.get(_KNOWN, {}).pop(guild_id, None)


def columns(connection: AsyncConnection, *, secret: bool) -> dict[str, Any]:
    """What the row of an act says of the dice thrown for it. Raises :class:`bot.storage.thrown.Untold`."""
    thrown = held(connection)
    if thrown is None or not thrown.faces:
        return {}
    if secret:
        if thrown.session_id is not None:
            raise Untold("a secret act has dice of the public seed")
        return {}
    seeded = thrown.session_id is not None
    return {
        "dice": [list(one) for one in thrown.faces],
        "dice_from": thrown.first if seeded else None,
        "dice_count": thrown.counter - thrown.first if seeded else len(thrown.faces),
    }


async def written(connection: AsyncConnection) -> None:
    """The act is in the journal: the counter of the session moves on, in the same transaction."""
    thrown = held(connection)
    if thrown is None:
        return
    if thrown.session_id is not None and thrown.faces:
        move = {"session": thrown.session_id, "first": thrown.first, "next": thrown.counter}
        if (await connection.execute(_ADVANCE, move)).rowcount != 1:
            raise Untold(f"the counter of session {thrown.session_id} has moved")
    thrown.written()


async def proof(connection: AsyncConnection, session_id: int) -> Proof:
    """The seed of a session and the counters that it served."""
    row = (await connection.execute(_SEED, {"session": session_id})).one()
    return Proof(row.seed, row.dice_first, row.dice_drawn)


async def reseed(connection: AsyncConnection, session_id: int) -> Proof:
    """A new seed for a session that goes on after its seed was told; the counter does not go back."""
    await connection.execute(_RESEED, {"session": session_id, "fresh": new_seed()})
    return await proof(connection, session_id)


@dataclass(frozen=True, slots=True)
class ProvedAct:
    """An act whose dice came from the seed."""

    act_id: int
    request: int
    command: str
    at: int
    first: int
    dice: tuple[tuple[int, int], ...]


async def proved(connection: AsyncConnection, guild_id: int, session_id: int, told: Proof) -> list[ProvedAct]:
    """The acts whose dice a published seed gave, in the order of its counters."""
    parameters = {"guild": guild_id, "session": session_id, "first": told.first, "next": told.next}
    rows = await connection.execute(_PROVED, parameters)
    return [
        ProvedAct(
            row.id,
            row.request,
            row.command,
            row.at,
            row.dice_from,
            tuple((sides, face) for sides, face in row.dice),
        )
        for row in rows
    ]


async def counted(
    connection: AsyncConnection, guild_id: int, session_id: int | None, player_id: int | None = None
) -> tuple[Counts, Counts]:
    """The dice thrown in a session and since ever, by whoever asked or by one player; secret ones apart."""
    query = _COUNTED if player_id is None else _COUNTED.where(ActRow.actor_id == player_id)
    of_session: Counts = Counter()
    ever: Counts = Counter()
    after = 0
    while rows := (await connection.execute(query, {"guild": guild_id, "after": after})).all():
        for row in rows:
            faces = [(sides, face) for sides, face in row.dice]
            ever.update(faces)
            if session_id is not None and row.session_id == session_id:
                of_session.update(faces)
        after = rows[-1].id
        await asyncio.sleep(0)  # a long journal keeps nobody waiting
    return of_session, ever
