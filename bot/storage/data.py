"""What the database holds of somebody, or of a whole server, as documents to hand over (`/donnees exporter`)."""

from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, Table, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import items
from bot.storage.tables import ActRow, Base, CharacterRow, DraftRow, SessionRow, TouchRow

Document = dict[str, Any]
PAGE = 500  # acts read between two turns of the event loop

_OWN = select(CharacterRow.__table__).where(
    CharacterRow.guild_id == bindparam("guild"), CharacterRow.player_id == bindparam("player")
)
_DRAFT = select(DraftRow.facts).where(
    DraftRow.guild_id == bindparam("guild"), DraftRow.player_id == bindparam("player")
)
_TOUCHING = select(TouchRow.act_id).where(TouchRow.character_id.in_(bindparam("own", expanding=True)))
_ACTS = (
    select(ActRow.__table__)
    .where(ActRow.guild_id == bindparam("guild"), ActRow.id > bindparam("after"))
    .order_by(ActRow.id)
    .limit(PAGE)
)
_ACTS_OF_PLAYER = _ACTS.where(
    or_(
        ActRow.actor_id == bindparam("player"),
        ActRow.character_id.in_(bindparam("own", expanding=True)),
        ActRow.id.in_(_TOUCHING),
    )
)


async def of_player(connection: AsyncConnection, guild_id: int, player_id: int) -> Document:
    """What is held of a player: characters, their items, acts, a draft; nothing that the game master keeps secret."""
    who = {"guild": guild_id, "player": player_id}
    own = {row.id: row for row in await connection.execute(_OWN, who)}
    parameters = {**who, "own": list(own)}
    draft = (await connection.execute(_DRAFT, who)).scalar_one_or_none()
    acts = [
        shown
        async for row in _pages(connection, _ACTS_OF_PLAYER, parameters)
        if (shown := _act(row, player_id, own)) is not None
    ]
    return {
        "personnages": [_character(row) for row in own.values()],
        "objets": [one for identity in own for one in await _items(connection, identity)],
        "actes": acts,
        "brouillon": draft,
    }


async def _pages(
    connection: AsyncConnection, query: Select[Any], parameters: Mapping[str, Any]
) -> AsyncIterator[Any]:
    """Every act, a page at a time: the bot goes on answering."""
    after = 0
    while rows := (await connection.execute(query, {**parameters, "after": after})).all():
        for row in rows:
            yield row
        after = rows[-1].id


def _character(row: Any) -> Document:
    """A character as stored, but what its player does not know of it."""
    document = {**row._mapping, **row.facts}
    document["elements"] = [one for one in document["elements"] if not one["secret"]]
    return {key: value for key, value in document.items() if key not in ("facts", "name_key")}


async def _items(connection: AsyncConnection, character_id: int) -> list[Document]:
    """What a character has, each as its holder knows it (OBJ-2)."""
    return [
        {
            "nom": one.name,
            "charges": one.charges,
            "pouvoirs_connus": list(one.known),
            "bonus": [list(bonus) for bonus in one.bonuses],
            "preteur": one.lender,
        }
        for one in await items.held_by(connection, character_id)
    ]


def _act(row: Any, player_id: int, own: Mapping[int, Any]) -> Document | None:
    """An act as its player may know it; None for somebody else's secret.

    Of what the player did for others, as a game master, and of what was thrown blind: that it was done, no more.
    The record itself is never given: it may tell an NPC's figures.
    """
    by_player = row.actor_id == player_id
    if row.secret and not row.revealed and not by_player:
        return None
    document: Document = {
        "numero": row.id,
        "date": datetime.fromtimestamp(row.at, UTC).isoformat(),
        "horloge": row.clock,
        "commande": row.command if by_player else None,
        "par_vous": by_player,
    }
    hidden = row.blind and not row.revealed
    others = row.character_id is not None and row.character_id not in own
    if hidden or (others and by_player):
        return document
    written = {name: row.record[name] for name in ("question", "comment") if row.record.get(name)}
    return {
        **document,
        "personnage": own[row.character_id].name if row.character_id in own else None,
        "des": None if others else row.dice,
        "effets": list(_effects(row.record, own)),
        **({"texte": written} if by_player else {}),
    }


def _effects(record: Mapping[str, Any], own: Mapping[int, Any]) -> Iterator[Document]:
    """What an act changed to the player's own characters."""
    for one in record["changes"]:
        if one["character_id"] in own:
            change = [step for step in one["change"] if not step.get("element", {}).get("secret")]
            yield {"personnage": own[one["character_id"]].name, "changement": change}


async def of_guild(connection: AsyncConnection, guild_id: int) -> Document:
    """Every row of a server, table by table, but the seed of the session under way: it is secret until the close."""
    document: Document = {}
    for table in Base.metadata.sorted_tables:
        if table is ActRow.__table__:
            rows = [row async for row in _pages(connection, _ACTS, {"guild": guild_id})]
            document[table.name] = [dict(row._mapping) for row in rows]
        elif (where := of(table, guild_id)) is not None:
            found = await connection.execute(select(table).where(where))
            document[table.name] = [dict(row._mapping) for row in found]
    for session in document[SessionRow.__tablename__]:
        if session["closed_at"] is None:
            session["seed"] = None
    return document


def of(table: Table, guild_id: int) -> Any:
    """The rows of a table that are a server's; None for a table that is nobody's."""
    if "guild_id" in table.columns:
        return table.columns["guild_id"] == guild_id
    if table is TouchRow.__table__:
        acts = select(ActRow.id).where(ActRow.guild_id == guild_id)
        return TouchRow.act_id.in_(acts)
    return None
