"""New characters as stored: given their identity, then written in the journal by one act."""

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import characters, journal
from bot.storage.journal import Author
from rules import roster
from rules.acts import CharacterChange
from rules.campaign import Campaign
from rules.changes import apply
from rules.character import Character
from rules.creation import Creation
from rules.npcs import NpcCreation


async def one(
    connection: AsyncConnection, campaign: Campaign, act: Creation, author: Author, current: Character | None
) -> Creation:
    """A player's new character. ``current``, whose place it may take, steps down first (CRE-3).

    Raises ``NameTaken`` and ``AlreadyDone``.
    """
    leaving: tuple[CharacterChange, ...] = ()
    if current and act.character.active:
        leaving = roster.stepping_down(current)
        for entry in leaving:
            await characters.update(connection, current, apply(current, entry.change))
    born = await characters.create(connection, campaign.guild_id, act.character)
    act = replace(act, character=born, character_id=born.id, changes=leaving)
    await journal.touch(connection, await journal.write(connection, campaign, act, author), act)
    return act


async def several(
    connection: AsyncConnection,
    campaign: Campaign,
    act: NpcCreation,
    author: Author,
    *,
    group: int | None = None,
) -> NpcCreation:
    """New NPCs, perhaps for a gesture that does more. The act is about one of them only when there is only one.

    Raises ``NameTaken`` and ``AlreadyDone``.
    """
    npcs = tuple(
        [
            replace(npc, character=await characters.create(connection, campaign.guild_id, npc.character))
            for npc in act.npcs
        ]
    )
    act = replace(act, npcs=npcs, character_id=npcs[0].character.id if len(npcs) == 1 else None)
    await journal.write(connection, campaign, act, author, group=group)
    return act
