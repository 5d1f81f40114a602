"""What is erased of somebody, or of a whole server, in one transaction (`/donnees effacer`)."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, String, bindparam, cast, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import drafts, fairness
from bot.storage.data import of
from bot.storage.mapping import kind_of
from bot.storage.tables import ActRow, Base, CampaignRow, CharacterRow, DraftRow, ItemRow, TouchRow
from rules.drafts import ScoresThrown, abandon
from rules.refusals import Refusal

ERASED = "personnage effacé"
TYPED = ("question", "comment")  # what a record holds of a person's own words
# Where a record tells a character's name; elsewhere, the same letters are a key of the rules.
NAMES = frozenset({"name", "target_name", "previous", "before", "after", "old", "new", "hurt", "kept_awake"})

_PLAYER: BindParameter[int] = bindparam("player")
_OWN = select(CharacterRow.id, CharacterRow.name).where(
    CharacterRow.guild_id == bindparam("guild"), CharacterRow.player_id == _PLAYER
)
_RECORD_TEXT = cast(ActRow.record, String)
_NAMED = select(func.count()).where(
    ActRow.guild_id == bindparam("guild"),
    or_(ActRow.actor_id == _PLAYER, _RECORD_TEXT.contains(bindparam("cited", type_=String))),
)
_OTHERS = select(CharacterRow.name).where(
    CharacterRow.guild_id == bindparam("guild"), CharacterRow.id.not_in(bindparam("own", expanding=True))
)
_DRAFTS = select(DraftRow.player_id, DraftRow.facts).where(DraftRow.guild_id == bindparam("guild"))
_RECORD = update(ActRow).where(ActRow.id == bindparam("act"))


class NothingKept(Refusal):
    """There is nothing to erase, or no longer."""

    def __init__(self) -> None:
        super().__init__("Rien à effacer : le bot ne retient rien de tel ici.")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is held of a player: the names of the characters, how many acts tell of who it is, whether a draft."""

    characters: tuple[str, ...] = ()
    acts: int = 0
    draft: bool = False

    def __bool__(self) -> bool:
        return bool(self.characters or self.acts or self.draft)


async def kept_of_player(connection: AsyncConnection, guild_id: int, player_id: int) -> Kept:
    """What there is to erase. Raises :class:`NothingKept`."""
    who = {"guild": guild_id, "player": player_id}
    kept = Kept(
        tuple(row.name for row in await connection.execute(_OWN, who)),
        (await connection.execute(_NAMED, {**who, "cited": str(player_id)})).scalar_one(),
        bool(await _makers(connection, guild_id, player_id)),
    )
    if not kept:
        raise NothingKept
    return kept


async def erase_player(
    connection: AsyncConnection, guild_id: int, player_id: int, *, with_characters: bool
) -> Kept:
    """Forgets who did what; the characters stay, nobody's, or go too. Raises :class:`NothingKept`.

    The acts themselves stay: others are built upon them, and so is the proof of a session's dice.
    """
    kept = await kept_of_player(connection, guild_id, player_id)
    found = await connection.execute(_OWN, {"guild": guild_id, "player": player_id})
    own = {row.id: row.name for row in found}
    await _rewrite(connection, guild_id, player_id, own, with_characters=with_characters)
    mine = ActRow.guild_id == guild_id, ActRow.actor_id == player_id
    await connection.execute(update(ActRow).where(*mine).values(actor_id=None))
    await _abandon(connection, guild_id, player_id)
    await drafts.use_up(connection, guild_id, player_id)
    if with_characters:
        await _remove(connection, tuple(own))
    else:
        left = update(CharacterRow).where(CharacterRow.id.in_(tuple(own)))
        await connection.execute(left.values(player_id=None, active=False))
    return kept


async def _rewrite(
    connection: AsyncConnection, guild_id: int, player_id: int, own: dict[int, str], *, with_characters: bool
) -> None:
    """Takes the player out of the records, and with the characters all that is said of them."""
    names, gone = (await _names(connection, own), frozenset(own)) if with_characters else (frozenset(), ())
    others = await connection.execute(_OTHERS, {"guild": guild_id, "own": list(own)})
    borne = names - set(others.scalars())  # a name left may be somebody else's now
    for row in await _telling(connection, guild_id, player_id, tuple(own), names):
        theirs = row.character_id in own
        record = _blanked(row.record) if theirs or row.actor_id == player_id else row.record
        cleaned = _scrubbed(record, player_id, names if theirs else borne, gone)
        if cleaned != row.record:
            await connection.execute(_RECORD.values(record=cleaned), {"act": row.id})


async def _makers(connection: AsyncConnection, guild_id: int, player_id: int) -> list[int]:
    """Those who are making a character for the player: itself, or a game master."""
    found = await connection.execute(_DRAFTS, {"guild": guild_id})
    return [row.player_id for row in found if player_id in (row.player_id, row.facts.get("player_id"))]


async def _abandon(connection: AsyncConnection, guild_id: int, player_id: int) -> None:
    """Nobody makes a character for the player any more; the scores wait for somebody else's (CAR-1)."""
    for maker_id in await _makers(connection, guild_id, player_id):
        draft = await drafts.load(connection, guild_id, maker_id)
        assert draft is not None
        await drafts.save(connection, guild_id, maker_id, abandon(draft))


async def _names(connection: AsyncConnection, own: dict[int, str]) -> frozenset[str]:
    """Every name that the characters bore: their acts tell them."""
    told = select(ActRow.record["name"].as_string()).where(ActRow.character_id.in_(tuple(own))).distinct()
    before = {name for name in (await connection.execute(told)).scalars() if name}
    return frozenset(before | set(own.values()))


async def _telling(
    connection: AsyncConnection,
    guild_id: int,
    player_id: int,
    own: tuple[int, ...],
    names: Iterable[str],
) -> list[Any]:
    """The acts that may tell of the player: theirs, their characters', and those that cite one of them."""
    # SQLite keeps a document as `json` wrote it, PostgreSQL as it reads.
    words = {
        str(player_id),
        *(
            form
            for name in names
            for form in (json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1])
        ),
    }
    cites = [_RECORD_TEXT.contains(word, autoescape=True) for word in words]
    query = select(ActRow.id, ActRow.actor_id, ActRow.character_id, ActRow.record).where(
        ActRow.guild_id == guild_id,
        or_(
            ActRow.actor_id == player_id,
            ActRow.character_id.in_(own),
            ActRow.id.in_(select(TouchRow.act_id).where(TouchRow.character_id.in_(own))),
            *cites,
        ),
    )
    return list((await connection.execute(query)).all())


def _blanked(record: dict[str, Any]) -> dict[str, Any]:
    """A record without the words that the player typed; the name of a draft is one that perhaps nobody bears."""
    typed = (*TYPED, "name") if record["kind"] == kind_of(ScoresThrown) else TYPED
    return {**record, **{name: "…" for name in typed if record.get(name)}}


def _scrubbed(
    record: dict[str, Any], player_id: int, names: Collection[str], gone: Collection[int]
) -> dict[str, Any]:
    """A record that no longer says who the player is, nor anything of the characters that are ``gone``."""

    def clean(value: Any, key: str = "") -> Any:
        match value:
            case dict():
                return {name: clean(one, name) for name, one in value.items()}
            case list():
                return [clean(one, key) for one in value if not _of(one, gone)]
            case str() if key in NAMES and value in names:
                return ERASED
            case int() if value == player_id:
                return None if key in ("old", "new") else 0  # what was a player may be nobody
        return value

    cleaned: dict[str, Any] = clean(record)
    return cleaned


def _of(value: Any, gone: Collection[int]) -> bool:
    """True for the change of a character that is ``gone``."""
    return isinstance(value, dict) and "change" in value and value.get("character_id") in gone


async def _remove(connection: AsyncConnection, own: tuple[int, ...]) -> None:
    """Deletes characters; what they held is nobody's, what they did is an act of the table's."""
    await connection.execute(update(ItemRow).where(ItemRow.holder_id.in_(own)).values(holder_id=None))
    await connection.execute(delete(TouchRow).where(TouchRow.character_id.in_(own)))
    await connection.execute(update(ActRow).where(ActRow.character_id.in_(own)).values(character_id=None))
    await connection.execute(delete(CharacterRow).where(CharacterRow.id.in_(own)))


async def kept_of_guild(connection: AsyncConnection, guild_id: int) -> dict[str, int]:
    """How many rows of each table are a server's. Raises :class:`NothingKept`."""
    counts: dict[str, int] = {}
    for table in Base.metadata.sorted_tables:
        if (where := of(table, guild_id)) is not None:
            query = select(func.count()).select_from(table).where(where)
            counts[table.name] = (await connection.execute(query)).scalar_one()
    if not any(counts.values()):
        raise NothingKept
    return counts


async def erase_guild(connection: AsyncConnection, guild_id: int) -> dict[str, int]:
    """Deletes every row of a server, those that refer to others first. Raises :class:`NothingKept`."""
    kept = await kept_of_guild(connection, guild_id)
    await connection.execute(
        update(CampaignRow).where(CampaignRow.guild_id == guild_id).values(session_id=None)
    )
    for table in reversed(Base.metadata.sorted_tables):
        if (where := of(table, guild_id)) is not None:
            await connection.execute(delete(table).where(where))
    fairness.forget_setting(connection, guild_id)
    return kept
