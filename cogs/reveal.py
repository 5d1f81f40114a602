"""« Révéler »: a hidden roll is shown to the table, once."""

from bot import buttons
from bot.access import is_game_master
from bot.announcements import Channel, may_speak
from bot.buttons import Press, Stale, retire
from bot.client import Bot, Interaction, author
from bot.privacy import post
from bot.replies import Button, Reply, refusal, send, why
from bot.rows import Row
from bot.screens import reveals as screens
from bot.storage import campaigns, characters, journal, past, reveals
from bot.storage.engine import Connection
from bot.storage.journal import Link
from bot.storage.past import Entry
from rules.attacks import AttackAct
from rules.campaign import Campaign, Scene
from rules.refusals import Refusal
from rules.reveals import AlreadyRevealed, NotYoursToReveal, reveal


class NowhereToReveal(Refusal):
    """The channel where the roll was asked cannot be written in."""

    def __init__(self) -> None:
        super().__init__(
            "Je ne peux pas écrire là où ce jet a été demandé : le salon n’existe plus, ou « Envoyer des messages » "
            "me manque. Le jet reste caché."
        )


class RevealPress(Press, template=rf"{buttons.REVEAL}:(?P<act>\d+):(?P<channel>\d+)"):
    """« Révéler »: its roller's, where they see it, and the game master's."""

    async def press(self, interaction: Interaction) -> None:
        channel = elsewhere(interaction, int(self.parts["channel"]))
        async with interaction.client.database.writing() as connection:
            reply = await show(connection, interaction, int(self.parts["act"]))
        await retire(interaction, self.custom_id)
        if channel is None:
            await send(interaction, reply)
        elif await post(channel, reply):
            await send(
                interaction, Reply(lines=(f"👁️ Révélé dans {channel.mention}.",), secret=True, explained=False)
            )
        else:
            await send(
                interaction,
                refusal(f"Révélé, mais {channel.mention} n’a pas pris le message : dites-le à la table."),
            )


def elsewhere(interaction: Interaction, channel_id: int) -> Channel | None:
    """The channel where the roll was asked; None when it is this one. Raises :class:`NowhereToReveal`."""
    guild = interaction.guild
    assert guild is not None
    if channel_id == interaction.channel_id:
        return None
    channel = guild.get_channel_or_thread(channel_id)
    if not isinstance(channel, Channel) or not may_speak(guild, channel):
        raise NowhereToReveal
    return channel


async def show(connection: Connection, interaction: Interaction, act_id: int) -> Reply:
    """Marks the act, and those of the same gesture, as shown; what all then see of them."""
    assert interaction.guild_id is not None
    entry = await past.entry(connection, interaction.guild_id, act_id)
    if entry is None or not entry.standing:
        raise Stale
    scene = await of_act(connection, entry)
    campaign = scene.campaign if scene else await campaigns.load(connection, entry.guild_id)
    leads = is_game_master(interaction, campaign)
    own = entry.actor_id == interaction.user.id and not entry.blind and not (scene and scene.character.npc)
    if not (leads or own):
        raise NotYoursToReveal
    if entry.group_id is not None:
        return await show_all(connection, interaction, entry.group_id)
    await mark(connection, interaction, entry, scene, campaign)
    offered = (*await still_to_come(connection, entry, scene), why(entry.id))
    return screens.revealed(entry.act, offered, by_game_master=leads)


async def show_all(connection: Connection, interaction: Interaction, group: int) -> Reply:
    """What a horror did to several, as far as it stands and is still hidden. Raises :class:`AlreadyRevealed`."""
    assert interaction.guild_id is not None
    rows = []
    for entry in await past.of_group(connection, interaction.guild_id, group):
        if entry.hidden and (scene := await of_act(connection, entry)) is not None:
            await mark(connection, interaction, entry, scene, scene.campaign)
            rows.append(Row(scene, entry.act, entry.id))
    if not rows:
        raise AlreadyRevealed
    return screens.revealed_group(rows, (why(rows[-1].act_id),))


async def mark(
    connection: Connection, interaction: Interaction, entry: Entry, scene: Scene | None, campaign: Campaign
) -> None:
    """Writes that the table sees an act. Raises :class:`AlreadyRevealed`."""
    if not await reveals.mark(connection, entry.id):
        raise AlreadyRevealed
    act = reveal(entry.act, entry.id, scene.character if scene else None)
    touched, link = [scene.character] if scene else [], Link(entry.id, journal.REVEALS)
    group = interaction.id if entry.group_id is not None else None
    await journal.accept(connection, campaign, act, author(interaction), touched, link=link, group=group)


async def of_act(connection: Connection, entry: Entry) -> Scene | None:
    """The character of an act, locked for writing."""
    if entry.act.character_id is None:
        return None
    return await characters.by_id(connection, entry.guild_id, entry.act.character_id, lock=True)


async def still_to_come(connection: Connection, entry: Entry, scene: Scene | None) -> tuple[Button, ...]:
    """What an attack not yet answered may still bring; the others have already done all that they do."""
    if scene is None or not isinstance(entry.act, AttackAct) or await past.answer(connection, entry.id):
        return ()
    return buttons.following(scene, entry.act, entry.id, secret=True)


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(RevealPress)
