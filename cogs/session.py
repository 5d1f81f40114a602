"""`/seance`: opening and closing the evening by hand, and which events do it (SEA-1, SEA-6)."""

import discord
from discord import app_commands
from discord.app_commands import Choice as Proposal
from discord.ext import commands

from bot import buttons, references, selection
from bot.announcements import may_speak, starts, unheard
from bot.buttons import Press, Stale, retire
from bot.client import Bot, Interaction, author
from bot.recap import farewell, recount
from bot.replies import MOST_CHOICES, Reply, send, think
from bot.screens import session as screens
from bot.screens.fairness import proof_file
from bot.screens.settings import CANNOT_ANNOUNCE
from bot.storage import campaigns, characters, fairness, journal, occurrences, past, sessions
from bot.storage.engine import Connection
from bot.storage.journal import Link
from bot.storage.sessions import Opened
from cogs.events import Events
from rules.campaign import Campaign
from rules.reminders import watched
from rules.sessions import SessionKeeping
from rules.starts import (
    EVERY_EVENT,
    NO_EVENT,
    Choice,
    Precedent,
    SessionQuestion,
    ask,
    decide,
    follow,
    verify_answer,
)


@app_commands.guild_only()
class Sessions(
    commands.GroupCog, name="seance", description="La séance\u00a0: l’ouvrir, la clore, savoir où elle en est"
):
    """The commands; opening is shared with the buttons."""

    def __init__(self, bot: Bot, events: Events) -> None:
        self.bot = bot
        self.events = events

    @app_commands.command(
        name="debut", description="MdT\u00a0: ouvrir une séance, qui rend à chacun son héroïsme"
    )
    @app_commands.describe(titre="Le titre de la séance")
    async def begin(self, interaction: Interaction, titre: app_commands.Range[str, 0, 100] = "") -> None:
        title, by = " ".join(titre.split()), author(interaction)
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            precedent = Precedent(open=await sessions.current(connection, campaign))
            start = decide(precedent, campaign.settings, by.at)
            if start.question is None:
                opened = await sessions.begin(connection, campaign, title, by)
            else:
                question = ask(*start.question, title, by.at)
                act_id = await journal.write(connection, campaign, question, by, secret=True)
        if start.question is None:
            await say_opening(interaction, opened)
        else:
            answers = buttons.session_question(act_id, question)
            await send(interaction, screens.question(question, answers, secret=True))

    @app_commands.command(
        name="fin", description="MdT\u00a0: clore la séance\u00a0; lève les effets comptés en rounds"
    )
    async def end(self, interaction: Interaction) -> None:
        by = author(interaction)
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            session = await sessions.current(connection, campaign)
            act = await sessions.end(connection, campaign, by)
            proof = None
            if act.proof is not None and campaign.session_id is not None:
                acts = await fairness.proved(connection, campaign.guild_id, campaign.session_id, act.proof)
                proof = proof_file(campaign.session_id, act, acts)
        assert session is not None
        await think(interaction)
        closing = screens.closing(act, proof)
        await send(interaction, await recount(self.bot, campaign.guild_id, session, by.at, closing))

    @app_commands.command(
        name="etat",
        description="Où en est la table\u00a0: la séance et ce qu’elle a été, combat, évènements suivis",
    )
    async def state(self, interaction: Interaction) -> None:
        guild = interaction.guild
        assert guild is not None
        async with self.bot.database.reading() as connection:
            campaign = await campaigns.load(connection, guild.id)
            session = await sessions.current(connection, campaign)
            last = await sessions.last_closed(connection, guild.id)
            everyone = await characters.of_guild(connection, guild.id)
        now = author(interaction).at
        standing = screens.Standing(
            campaign,
            session,
            last,
            channel_label(guild, campaign.channel_id),
            watched(everyone, campaign.clock),
            tuple((one.name, starts(one)) for one in unheard(guild, campaign, now)),
        )
        reply = screens.state(standing, now)
        if (told := session or last) is not None:
            await think(interaction)
            reply = await recount(self.bot, guild.id, told, now, reply)
        await send(interaction, reply)

    @app_commands.command(
        name="suivre", description="MdT\u00a0: quels évènements du serveur ouvrent une séance"
    )
    @app_commands.describe(
        evenements="tous, aucun, ou un mot de leur titre",
        salon="Le salon des annonces\u00a0; sans ce choix, celui d’avant",
    )
    async def follow(
        self,
        interaction: Interaction,
        evenements: app_commands.Range[str, 1, 100],
        salon: discord.TextChannel | None = None,
    ) -> None:
        guild = interaction.guild
        assert guild is not None
        async with self.bot.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            act = follow(campaign, evenements, salon.id if salon else None)
            await campaigns.change(connection, guild.id, events=act.events[1], channel_id=act.channel_id[1])
            await journal.write(connection, campaign, act, author(interaction))
        mute = salon is not None and not may_speak(guild, salon)
        label = channel_label(guild, act.channel_id[1])
        await send(interaction, screens.following(act, label, CANNOT_ANNOUNCE if mute else ""))
        await self.events.catch_up(guild)  # an event already under way may now be followed

    @follow.autocomplete("evenements")
    async def complete_events(self, interaction: Interaction, current: str) -> list[Proposal[str]]:
        titles = [event.name for event in interaction.guild.scheduled_events] if interaction.guild else []
        wanted = selection.folded(current.strip())
        found = dict.fromkeys(
            one for one in (EVERY_EVENT, NO_EVENT, *titles) if wanted in selection.folded(one)
        )
        return [Proposal(name=one, value=one) for one in found][:MOST_CHOICES]


def channel_label(guild: discord.Guild, channel_id: int | None) -> str:
    """Where sessions are announced."""
    if channel_id is None and guild.system_channel is not None:
        return f"{guild.system_channel.mention} (salon système)"
    return (
        "le premier salon ouvert au bot"
        if channel_id is None
        else references.channel_label(guild, channel_id)
    )


async def say_opening(interaction: Interaction, opened: Opened) -> None:
    """The opening, told in the answer itself; should that fail, the next connection tells it.

    Then what the session that it closed was, if there is one.
    """
    await send(interaction, screens.opening(opened.act))
    async with interaction.client.database.writing() as connection:
        await sessions.announced(connection, opened.session_id)
    assert interaction.guild_id is not None
    if opened.act.previous is not None:
        told = await farewell(interaction.client, interaction.guild_id, opened.at)
        if told is not None:
            await send(interaction, told)


class SessionPress(Press, template=rf"{buttons.SESSION}:(?P<act>\d+):(?P<choice>{'|'.join(Choice)})"):
    """The game master's answer to « which session? »: the first one that comes in time is the one."""

    async def press(self, interaction: Interaction) -> None:
        async with interaction.client.database.writing() as connection:
            campaign = await selection.led(connection, interaction)
            entry = await past.entry(connection, campaign.guild_id, int(self.parts["act"]))
            if entry is None or not isinstance(entry.act, SessionQuestion):
                raise Stale
            question, choice = entry.act, Choice(self.parts["choice"])
            settled = bool(await past.followers(connection, entry.id))
            active = await under_way(connection, question)
            verify_answer(question, choice, campaign, settled=settled, active=active)
            done = await answer(
                connection, interaction, campaign, question, choice, Link(entry.id, journal.ANSWERS)
            )
        await retire(interaction, buttons.SESSION)
        if isinstance(done, Opened):
            await say_opening(interaction, done)
        else:
            await send(interaction, done)


async def under_way(connection: Connection, question: SessionQuestion) -> bool:
    """False when the event that the question is about is over."""
    if question.event_id is None or question.starts_at is None:
        return True
    return await occurrences.active(connection, question.event_id, question.starts_at)


async def answer(
    connection: Connection,
    interaction: Interaction,
    campaign: Campaign,
    question: SessionQuestion,
    choice: Choice,
    link: Link,
) -> Opened | Reply:
    """Does what the game master chose, for the event that asked as for `/seance debut`."""
    by, session_id = author(interaction), question.session_id
    if choice is Choice.KEEP:
        kept = SessionKeeping(title=question.session_title)
        await journal.write(connection, campaign, kept, by, link=link)
        return screens.keeping(kept)
    done: Opened | Reply
    if choice is Choice.OPEN:
        done = await sessions.begin(
            connection, campaign, question.title, by, event_id=question.event_id, link=link
        )
        session_id = done.session_id
    else:
        done = screens.resuming(await sessions.resume(connection, campaign, session_id, by, link))
    if question.event_id is not None and question.starts_at is not None:
        await occurrences.attach(connection, question.event_id, question.starts_at, session_id)
    return done


async def setup(bot: Bot) -> None:
    bot.add_dynamic_items(SessionPress)
    events = Events(bot)
    await bot.add_cog(events)
    await bot.add_cog(Sessions(bot, events))
