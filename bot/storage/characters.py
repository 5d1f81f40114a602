"""Characters as stored: found by player, identity or name; created and updated."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, insert, literal_column, select
from sqlalchemy import update as update_statement
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from bot.storage.mapping import campaign_value, changed_columns, character_columns, character_value
from bot.storage.tables import ActRow, CampaignRow, CharacterRow
from rules.campaign import Scene
from rules.character import Character
from rules.heroism import Use
from rules.names import NameTaken, name_key

# Written out in the statement, for SQLite to see that its index of second winds is enough.
SECOND_WIND: ColumnElement[str] = literal_column(f"'{Use.SECOND_WIND.value}'")


def _stood() -> Any:
    """A spend of the character that nothing undid, as an EXISTS to be narrowed."""
    spend = aliased(ActRow)
    undo = aliased(ActRow)
    return spend, and_(
        spend.character_id == CharacterRow.id,
        spend.spend.is_not(None),
        ~exists().where(undo.follows_id == spend.id, undo.relation == "undoes", undo.standing),
    )


def _scenes() -> Select[Any]:
    """One statement for all that a command needs: character, campaign, heroism spent where it counts."""
    in_round, stood_in_round = _stood()
    wind, stood_wind = _stood()
    return select(
        CharacterRow.__table__,
        CampaignRow.clock,
        CampaignRow.settings,
        CampaignRow.session_id,
        CampaignRow.combats,
        CampaignRow.combat_round,
        CampaignRow.period,
        CampaignRow.gm_role_id,
        CampaignRow.channel_id,
        CampaignRow.gm_channel_id,
        CampaignRow.events,
        CampaignRow.spells,
        CampaignRow.sunlight,
        CampaignRow.alterations,
        exists()
        .where(
            stood_in_round,
            in_round.combat == CampaignRow.combats,
            in_round.round == CampaignRow.combat_round,
        )
        .label("spent_in_round"),
        exists()
        .where(stood_wind, wind.spend == SECOND_WIND, wind.period == CampaignRow.period)
        .label("second_wind_taken"),
    ).join(CampaignRow, CampaignRow.guild_id == CharacterRow.guild_id)


def _pair(query: Select[Any]) -> dict[bool, Select[Any]]:
    """A query, and the same that locks the rows it finds, where the engine has row locks; made once."""
    return {False: query, True: query.with_for_update(of=CharacterRow)}


_SCENE = _scenes().where(CharacterRow.guild_id == bindparam("guild"))
_ACTIVE = _pair(_SCENE.where(CharacterRow.player_id == bindparam("player"), CharacterRow.active))
_BY_ID = _pair(_SCENE.where(CharacterRow.id == bindparam("character")))
_BY_NAME = _pair(_SCENE.where(CharacterRow.name_key == bindparam("name_key")))
_PARTY = _pair(
    _SCENE.where(CharacterRow.active, ~CharacterRow.npc, ~CharacterRow.archived).order_by(
        CharacterRow.name_key
    )
)
_ALL = _pair(
    select(CharacterRow.__table__)
    .where(CharacterRow.guild_id == bindparam("guild"))
    .order_by(CharacterRow.name_key)
)
_SEVERAL = select(CharacterRow.__table__).where(
    CharacterRow.guild_id == bindparam("guild"), CharacterRow.id.in_(bindparam("characters", expanding=True))
)
_SEVERAL_LOCKED = _SEVERAL.order_by(CharacterRow.id).with_for_update()
_CANDIDATES = select(
    CharacterRow.id, CharacterRow.name, CharacterRow.player_id, CharacterRow.npc, CharacterRow.archived
).where(CharacterRow.guild_id == bindparam("guild"))
_INSERT = insert(CharacterRow).returning(CharacterRow.id)
_UPDATE = update_statement(CharacterRow).where(CharacterRow.id == bindparam("row_id"))


def _scene(row: Any) -> Scene:
    return Scene(campaign_value(row), character_value(row), row.spent_in_round, row.second_wind_taken)


async def _one(connection: AsyncConnection, query: Select[Any], parameters: dict[str, Any]) -> Scene | None:
    row = (await connection.execute(query, parameters)).one_or_none()
    return _scene(row) if row else None


async def active(
    connection: AsyncConnection, guild_id: int, player_id: int, *, lock: bool = False
) -> Scene | None:
    """The scene of a player's active character."""
    return await _one(connection, _ACTIVE[lock], {"guild": guild_id, "player": player_id})


async def by_id(
    connection: AsyncConnection, guild_id: int, character_id: int, *, lock: bool = False
) -> Scene | None:
    """The scene of a character of this guild."""
    return await _one(connection, _BY_ID[lock], {"guild": guild_id, "character": character_id})


async def by_name(
    connection: AsyncConnection, guild_id: int, name: str, *, lock: bool = False
) -> Scene | None:
    """The scene of the character of this name (CRE-3's comparison)."""
    return await _one(connection, _BY_NAME[lock], {"guild": guild_id, "name_key": name_key(name)})


async def party(connection: AsyncConnection, guild_id: int, *, lock: bool = False) -> Sequence[Scene]:
    """The scenes of the players' active characters, the dead with the others, by name."""
    return [_scene(row) for row in await connection.execute(_PARTY[lock], {"guild": guild_id})]


async def of_guild(connection: AsyncConnection, guild_id: int, *, lock: bool = False) -> Sequence[Character]:
    """Every character of a guild, by name."""
    return [character_value(row) for row in await connection.execute(_ALL[lock], {"guild": guild_id})]


async def several(
    connection: AsyncConnection, guild_id: int, identities: Collection[int], *, lock: bool = False
) -> Mapping[int, Character]:
    """Some characters of a guild, by identity."""
    query = _SEVERAL_LOCKED if lock else _SEVERAL
    rows = await connection.execute(query, {"guild": guild_id, "characters": list(identities)})
    return {row.id: character_value(row) for row in rows}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A character as a completion list needs it."""

    id: int
    name: str
    player_id: int | None
    npc: bool
    archived: bool


async def candidates(connection: AsyncConnection, guild_id: int) -> Sequence[Candidate]:
    """Every character of a guild, for completion."""
    return [Candidate(*row) for row in await connection.execute(_CANDIDATES, {"guild": guild_id})]


async def create(connection: AsyncConnection, guild_id: int, character: Character) -> Character:
    """Stores a new character; the same with its identity. Raises :class:`NameTaken`."""
    columns = {"guild_id": guild_id, "name_key": name_key(character.name), **character_columns(character)}
    try:
        identity = (await connection.execute(_INSERT, columns)).scalar_one()
    except IntegrityError as error:
        raise _refusal(error, character) from error
    return replace(character, id=identity)


async def update(connection: AsyncConnection, before: Character, after: Character) -> None:
    """Stores what differs in ``after``, of the same identity. Raises :class:`NameTaken`."""
    columns = changed_columns(before, after)
    if not columns:
        return
    if "name" in columns:
        columns["name_key"] = name_key(after.name)
    try:
        await connection.execute(_UPDATE, {**columns, "row_id": before.id})
    except IntegrityError as error:
        raise _refusal(error, after) from error


def _refusal(error: IntegrityError, character: Character) -> Exception:
    """The refusal that a constraint stands for, or the error itself."""
    return NameTaken(character.name) if "name_key" in str(error.orig) else error
