"""Attacks read back from the journal, each with what came of it (HER-4)."""

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import past
from bot.storage.mapping import act_value
from bot.storage.past import Entry
from bot.storage.tables import ActRow
from rules.acts import Act
from rules.attacks import AttackAct, Followed
from rules.campaign import Combat, Scene
from rules.destiny import Destiny

_D20_OF_ROUND = (
    select(ActRow.id, ActRow.record)
    .where(
        ActRow.guild_id == bindparam("guild"),
        ActRow.character_id == bindparam("character"),
        ActRow.combat == bindparam("combat"),
        ActRow.round == bindparam("round"),
        ActRow.d20,
        ActRow.standing,
        ~ActRow.blind | ActRow.revealed,  # or its refusal would tell the player that it missed
    )
    .order_by(ActRow.id.desc())
)
_SINCE = (ActRow.guild_id == bindparam("guild"), ActRow.id > bindparam("act_id"))
_FOUGHT_SINCE = select(ActRow.id).where(*_SINCE, ActRow.combat.is_not(None), past.EFFECTIVE).limit(1)
_D20_SINCE = select(ActRow.record).where(
    *_SINCE, ActRow.character_id == bindparam("character"), ActRow.d20, ActRow.standing
)


def attack_of(act: Act) -> AttackAct | None:
    """The attack that an act is, or that it throws again."""
    thrown = act.second if isinstance(act, Destiny) else act
    return thrown if isinstance(thrown, AttackAct) else None


async def by_id(connection: AsyncConnection, guild_id: int, act_id: int) -> Followed | None:
    """An attack by its number, and what came of it; None when that act is none."""
    found = await past.entry(connection, guild_id, act_id)
    thrown = attack_of(found.act) if found else None
    if found is None or thrown is None:
        return None
    combat = Combat(found.combat, found.round) if found.combat and found.round else None
    return Followed(
        found.id,
        thrown,
        found.standing,
        await past.answer(connection, found.id),
        combat,
        combat is not None or await _latest(connection, found, thrown),
    )


async def _latest(connection: AsyncConnection, found: Entry, thrown: AttackAct) -> bool:
    """Whether neither another attack of the character nor a combat came after this attack."""
    since = {"guild": found.guild_id, "act_id": found.id}
    if (await connection.execute(_FOUGHT_SINCE, since)).first() is not None:
        return False
    rows = await connection.execute(_D20_SINCE, {**since, "character": thrown.character_id})
    return all(attack_of(act_value(row.record)) is None for row in rows)


async def in_round(connection: AsyncConnection, scene: Scene) -> Followed | None:
    """The last attack of a character in this round of the open combat, which HER-4 follows."""
    combat = scene.campaign.combat
    if combat is None:
        return None
    parameters = {"guild": scene.campaign.guild_id, "character": scene.character.id}
    rows = await connection.execute(
        _D20_OF_ROUND, {**parameters, "combat": combat.number, "round": combat.round}
    )
    for row in rows:
        if (thrown := attack_of(act_value(row.record))) is not None:
            return Followed(row.id, thrown, True, await past.answer(connection, row.id), combat)
    return None
