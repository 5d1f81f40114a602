"""Scheduled events, live and after an absence: one opening an occurrence, whatever Discord repeats (SEA-1 to SEA-3, SEA-6)."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.client import Bot
from bot.storage import campaigns, journal, past, sessions
from rules.campaign import Campaign
from rules.character import Element, ElementKind, State
from rules.sessions import Session, SessionClosing, SessionOpening, SessionResuming
from tests.characters import monster, thief, warrior
from tests.commands.table import WHY, Said, Table, text_of

PLANNED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4
HOUR = 3600
REMINDER = "où annoncer la séance"
NEW, KEEP, RESUME = "Ouvrir une nouvelle séance", "Garder la séance en cours", "Reprendre la séance"


class Agenda:
    """A table's scheduled event, and what came of it."""

    def __init__(self, table: Table, name: str = "Une nuit à Lankhmar", *, hours: float = 1) -> None:
        self.table = table
        self.name = name
        self.id = table.guild.create_scheduled_event(name, start_time=self.moment(hours)).id

    def moment(self, hours: float) -> str:
        """So many hours from now."""
        return (self.table.env.now() + timedelta(hours=hours)).isoformat()

    def change(self, **fields: Any) -> None:
        """Discord says that the event changed."""
        self.table.env.backend.edit_scheduled_event(self.table.guild.id, self.id, fields)

    async def becomes(self, status: int, *, hours: float | None = None) -> None:
        """The event takes a status, perhaps with another planned start."""
        start = {} if hours is None else {"scheduled_start_time": self.moment(hours)}
        self.change(status=status, **start)
        await self.table.env.settle()

    async def vanishes(self) -> None:
        """The event is deleted."""
        self.table.env.backend.delete_scheduled_event(self.table.guild.id, self.id)
        await self.table.env.settle()

    def forgotten_by_discord(self) -> None:
        """The event ends while nobody is connected to hear of it."""
        del self.table.env.backend.get_guild(self.table.guild.id).scheduled_events[self.id]

    def silently(self, **fields: Any) -> None:
        """The event changes while nobody is connected to hear of it."""
        event = self.table.env.backend.get_scheduled_event(self.table.guild.id, self.id)
        for name, value in fields.items():
            setattr(event, name, value)


@pytest.fixture
async def agenda(table: Table) -> Agenda:
    """Fafhrd, without a point, and an event planned in an hour."""
    await table.seat(warrior(heroism=0), table.player)
    made = Agenda(table)
    await table.env.settle()
    return made


def said(table: Table) -> list[Said]:
    """What the bot announced in the tavern, but the reminder that no channel is chosen."""
    return [
        Said(text_of(message), False, message, [dict(row.to_dict()) for row in message.components])
        for message in table.channel.history()
        if message.interaction_metadata is None and REMINDER not in text_of(message)
    ]


def words(table: Table) -> str:
    return "\n".join(one.text for one in said(table)).replace("*", "")


async def points(table: Table, name: str = "Fafhrd") -> int:
    return (await table.character(name)).heroism


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def session(table: Table) -> Session | None:
    """The open session."""
    async with table.bot.database.reading() as connection:
        return await sessions.current(connection, await campaigns.load(connection, table.guild.id))


async def acts(table: Table, kind: type = SessionOpening) -> int:
    """How many acts of this kind the journal holds."""
    async with table.bot.database.reading() as connection:
        entries = await past.recent(connection, table.guild.id, 1000)
    return sum(isinstance(one.act, kind) for one in entries)


async def reconnect(table: Table) -> None:
    """The process dies; another one connects with the same database."""
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))


def ready(table: Table) -> dict[str, Any]:
    """What Discord says to a bot that has just connected, while the table's server is in an outage."""
    return {
        "v": 10,
        "user": dict(serializers.user_payload(table.env.backend.bot_user)),
        "guilds": [{"id": str(table.guild.id), "unavailable": True}],
        "session_id": "s",
        "resume_gateway_url": "wss://simcord.invalid",
        "application": {"id": str(table.env.backend.application_id), "flags": 0},
    }


async def comes_back(table: Table, times: int = 1) -> None:
    """Discord says that the server is available again."""
    server = serializers.guild_create_payload(table.env.backend, table.env.backend.get_guild(table.guild.id))
    for _ in range(times):
        table.env.backend.emit("GUILD_CREATE", {**server, "unavailable": False})
    await table.env.settle()


async def spend(table: Table) -> None:
    await table.slash(table.player, "heroism spend coup-de-maitre")


# The start and the end


async def test_an_event_that_starts_opens_and_announces_the_session(agenda: Agenda, table: Table) -> None:
    await table.seat(thief(heroism=7), table.other)
    await table.seat(monster(heroism=4))
    await agenda.becomes(ACTIVE)
    assert (await points(table), await points(table, "Souricier Gris")) == (2, 2)
    assert await points(table, "Rat géant") == 4
    (announced,) = said(table)
    assert "Séance ouverte — Une nuit à Lankhmar" in announced
    assert "●● Fafhrd 0 → 2" in words(table)
    assert "●● Souricier Gris 7 → 2" in words(table)
    assert "Rat géant" not in announced


async def test_what_an_event_does_is_explained_too(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    opened = await table.press(table.player, said(table)[-1], WHY)
    assert opened.private
    assert "HER-1" in opened
    assert "héroïsme 0 → 2" in opened.text.replace("*", "")
    assert "évènement du serveur" in opened
    await agenda.becomes(COMPLETED)
    assert "Séance close" in await table.press(table.player, said(table)[-1], WHY)
    await agenda.becomes(ACTIVE)  # the same occurrence again: the game master is asked
    assert "SEA-6" in await table.press(table.player, said(table)[-1], WHY)


async def test_an_event_starts_by_itself_at_its_hour(agenda: Agenda, table: Table) -> None:
    await table.env.advance_time(HOUR)
    assert await points(table) == 2


async def test_an_event_created_active_opens_too(table: Table) -> None:
    """Discord sends a creation, and the cached object may already read « active » when its turn comes."""
    await table.seat(warrior(heroism=0), table.player)
    agenda = Agenda(table)
    agenda.change(status=ACTIVE)
    await table.env.settle()
    assert await points(table) == 2
    assert await acts(table) == len(said(table)) == 1


@pytest.mark.parametrize("status", [COMPLETED, CANCELED, PLANNED])
async def test_the_end_closes_and_says_so(agenda: Agenda, table: Table, status: int) -> None:
    effect = Element("1.e", ElementKind.STATE, State.FLEEING, "fuite", 60, in_rounds=True)
    await table.seat(thief(elements=(effect,)), table.other)
    await agenda.becomes(ACTIVE)
    await agenda.becomes(status, hours=7 * 24)
    assert await session(table) is None
    closed = said(table)[-1]
    assert "Séance close — Une nuit à Lankhmar" in closed
    assert "Souricier Gris : fuite, c’est fini" in closed
    assert (await table.character("Souricier Gris")).elements == ()


async def test_a_deleted_event_closes_its_session(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.vanishes()
    assert await session(table) is None
    assert "Séance close" in words(table)


async def test_a_planned_event_edited_or_deleted_does_nothing(agenda: Agenda, table: Table) -> None:
    agenda.change(description="Apportez des dés")
    await agenda.becomes(CANCELED)
    await agenda.vanishes()
    assert said(table) == []
    assert await acts(table) == await acts(table, SessionClosing) == 0


# Exactly once


async def test_repeated_updates_change_nothing(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    for number in range(30):
        agenda.change(description=f"Version {number}")
    await table.env.settle()
    for _ in range(10):
        await agenda.becomes(ACTIVE)
    assert await points(table) == 1
    assert await acts(table) == 1
    assert len(said(table)) == 1


async def test_a_burst_of_starts_opens_once(agenda: Agenda, table: Table) -> None:
    for _ in range(30):
        agenda.change(status=ACTIVE)
    await table.env.settle()
    assert await acts(table) == len(said(table)) == 1


async def test_reconnections_change_nothing(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    for _ in range(3):
        await reconnect(table)
        agenda.change(description="Encore")
        await table.env.settle()
    assert await points(table) == 1
    assert await acts(table) == 1
    assert len(said(table)) == 1


async def test_the_server_coming_back_again_and_again_changes_nothing(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    await comes_back(table, times=5)
    assert await points(table) == 1
    assert len(said(table)) == 1


async def test_two_servers_have_each_their_evening(agenda: Agenda, table: Table) -> None:
    other = table.env.create_guild(name="Quarmall")
    other.create_text_channel("salle")
    event = other.create_scheduled_event("Ailleurs", start_time=agenda.moment(1))
    await table.env.settle()
    table.env.backend.edit_scheduled_event(other.id, event.id, {"status": ACTIVE})
    await table.env.settle()
    assert await points(table) == 0
    assert said(table) == []
    await agenda.becomes(ACTIVE)
    table.env.backend.edit_scheduled_event(other.id, event.id, {"status": COMPLETED})
    await table.env.settle()
    assert await session(table) is not None


# Recurring events


async def test_each_occurrence_of_a_recurring_event_is_a_session(agenda: Agenda, table: Table) -> None:
    week = 7 * 24
    for number in range(1, 4):
        await agenda.becomes(ACTIVE)
        assert await acts(table) == number
        await spend(table)
        await table.env.advance_time(4 * HOUR)
        await agenda.becomes(PLANNED, hours=week - 4)
        assert await session(table) is None
        await table.env.advance_time((week - 4) * HOUR - 60)  # the MdT starts it a minute early
    assert await acts(table) == 3
    assert "Reprendre" not in words(table)


async def test_the_next_occurrence_minutes_after_asks(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    await agenda.becomes(PLANNED, hours=7 * 24)
    await table.env.advance_time(600)
    await agenda.becomes(ACTIVE)
    assert await points(table) == 1
    asked = said(table)[-1]
    assert "a été close il y a 10 min" in asked
    assert list(asked.buttons) == [NEW, RESUME]


# Questions


async def test_an_event_started_again_asks_and_may_resume(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    first = await session(table)
    assert first is not None
    await spend(table)
    await agenda.becomes(PLANNED)
    await agenda.becomes(ACTIVE)
    assert await points(table) == 1
    asked = said(table)[-1]
    assert "il a déjà eu sa séance" in asked
    resumed = await table.press(table.mdt, asked, RESUME)
    assert "La séance reprend — Une nuit à Lankhmar" in resumed
    assert not resumed.private
    now = await session(table)
    assert now is not None
    assert now.id == first.id
    assert await points(table) == 1
    assert (await acts(table), await acts(table, SessionResuming)) == (1, 1)
    await agenda.becomes(COMPLETED)
    assert await session(table) is None, "the event still closes the session that it opened"


async def test_an_event_started_again_may_open_anew(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    await agenda.becomes(PLANNED)
    await agenda.becomes(ACTIVE)
    opened = await table.press(table.mdt, said(table)[-1], NEW)
    assert "Fafhrd 1 → 2" in opened.text.replace("*", "")
    assert await acts(table) == 2
    await reconnect(table)
    assert await acts(table) == 2
    assert words(table).count("Séance ouverte") == 1, "the second was told in the answer"
    await agenda.becomes(COMPLETED)
    assert await session(table) is None


@pytest.mark.parametrize("answer", [NEW, RESUME])
async def test_what_was_answered_counts_as_played(agenda: Agenda, table: Table, answer: str) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.becomes(PLANNED, hours=1)
    await agenda.becomes(ACTIVE)
    await table.press(table.mdt, said(table)[-1], answer)
    await agenda.becomes(COMPLETED)
    await table.env.advance_time(7 * HOUR)
    given = await acts(table)
    await agenda.becomes(ACTIVE)
    assert "il a déjà eu sa séance, close il y a 7 h 00" in said(table)[-1]
    assert await acts(table) == given


async def test_an_event_during_a_session_joins_it_and_asks(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await spend(table)
    before = await session(table)
    await agenda.becomes(ACTIVE)
    assert await session(table) == before
    assert await points(table) == 1
    (asked,) = said(table)
    assert (
        "commence, mais la séance « Les rats », ouverte à l’instant, n’est pas close : il s’y rattache"
        in asked
    )
    assert list(asked.buttons) == [NEW, KEEP]
    kept = await table.press(table.mdt, asked, KEEP)
    assert "La séance continue — Les rats" in kept
    await agenda.becomes(COMPLETED)
    assert await session(table) == before, "it closes only what it opened"


async def test_an_event_during_a_session_may_replace_it(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await spend(table)
    await agenda.becomes(ACTIVE)
    await table.press(table.mdt, said(table)[0], NEW)
    now = await session(table)
    assert now is not None
    assert (now.title, now.event_id) == ("Une nuit à Lankhmar", agenda.id)
    assert await points(table) == 2
    await agenda.becomes(COMPLETED)
    assert await session(table) is None


async def test_a_stranger_s_press_is_refused(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    before = await session(table)
    await agenda.becomes(ACTIVE)
    for label in (NEW, KEEP):
        refused = await table.press(table.player, said(table)[0], label)
        assert refused.private
        assert "Réservé au MdT" in refused
    assert await session(table) == before


@pytest.mark.parametrize("second", [NEW, RESUME])
@pytest.mark.parametrize("first", [NEW, RESUME])
async def test_the_first_answer_is_the_one(agenda: Agenda, table: Table, first: str, second: str) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.becomes(PLANNED)
    await agenda.becomes(ACTIVE)
    asked = said(table)[-1]
    await table.press(table.mdt, asked, first)
    before, given = await session(table), await acts(table)
    again = await table.press(table.mdt, asked, second)
    assert again.private
    assert "déjà reçu sa réponse" in again
    assert (await session(table), await acts(table)) == (before, given)


async def test_an_answer_after_the_event_s_end_is_refused(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    before = await session(table)
    await agenda.becomes(ACTIVE)
    asked = said(table)[0]
    await agenda.becomes(COMPLETED)
    refused = await table.press(table.mdt, asked, NEW)
    assert refused.private
    assert "La situation a changé" in refused
    assert await session(table) == before


async def test_an_answer_when_a_session_opened_since_is_refused(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.becomes(PLANNED)
    await agenda.becomes(ACTIVE)
    asked = said(table)[-1]
    await table.slash(table.mdt, "seance debut")
    before = await session(table)
    for label in (NEW, RESUME):
        assert "La situation a changé" in await table.press(table.mdt, asked, label)
    assert await session(table) == before


async def test_a_question_outlives_the_process_and_is_not_put_twice(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await agenda.becomes(ACTIVE)
    await reconnect(table)
    agenda.change(description="Encore")
    await table.env.settle()
    (asked,) = said(table)
    assert "La séance continue" in await table.press(table.mdt, asked, KEEP)


# By hand, during an event


async def test_a_session_closed_by_hand_is_left_closed(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await table.slash(table.mdt, "seance fin")
    for number in range(3):
        agenda.change(description=f"Version {number}")
        await table.env.settle()
        await reconnect(table)
    assert await session(table) is None
    assert await acts(table) == 1
    assert len(said(table)) == 1
    await agenda.becomes(COMPLETED)
    assert len(said(table)) == 1


async def test_a_session_opened_by_hand_after_that_is_not_the_event_s(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await table.slash(table.mdt, "seance fin")
    await table.slash(table.mdt, "seance debut", titre="Après minuit")
    await agenda.becomes(COMPLETED)
    now = await session(table)
    assert now is not None
    assert now.title == "Après minuit"


async def test_a_forgotten_session_gives_way(table: Table) -> None:
    agenda = Agenda(table, hours=13)
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.env.advance_time(13 * HOUR)
    assert "La séance précédente « Les rats » est close" in words(table)
    now = await session(table)
    assert now is not None
    assert now.event_id == agenda.id


# After an absence


async def test_an_event_already_active_at_connection_opens(agenda: Agenda, table: Table) -> None:
    agenda.silently(status=ACTIVE)
    await reconnect(table)
    assert await points(table) == 2
    assert "Fafhrd 0 → 2" in words(table)
    await reconnect(table)
    assert await acts(table) == len(said(table)) == 1


@pytest.mark.parametrize("status", [COMPLETED, CANCELED, PLANNED, None])
async def test_an_event_over_at_connection_has_its_session_closed(
    agenda: Agenda, table: Table, status: int | None
) -> None:
    await agenda.becomes(ACTIVE)
    if status is None:
        agenda.forgotten_by_discord()
    else:
        agenda.silently(status=status, scheduled_start_time=agenda.moment(7 * 24))
    await reconnect(table)
    assert await session(table) is None
    assert words(table).count("Séance close") == 1


async def test_an_occurrence_that_replaced_another_during_the_absence_opens(
    agenda: Agenda, table: Table
) -> None:
    await agenda.becomes(ACTIVE)
    await spend(table)
    await table.env.advance_time(7 * 24 * HOUR)
    agenda.silently(scheduled_start_time=agenda.moment(0))
    await reconnect(table)
    assert await acts(table) == 2
    assert await points(table) == 2


async def test_one_event_over_and_another_active_at_connection(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    second = Agenda(table, "La suite")
    await table.env.settle()
    agenda.silently(status=COMPLETED)
    second.silently(status=ACTIVE)
    await reconnect(table)
    now = await session(table)
    assert now is not None
    assert now.event_id == second.id
    assert "quelle séance" not in words(table)


async def test_the_bot_invited_during_an_event_opens_its_session(table: Table) -> None:
    guild = table.env.create_guild(name="Quarmall")
    channel = guild.create_text_channel("salle")
    event = guild.create_scheduled_event("Ailleurs", start_time="2000-01-01T20:00:00+00:00")
    event.status = ACTIVE
    await table.env.settle()
    await reconnect(table)
    assert [message.embeds[0].title for message in channel.history()] == ["🎲 Séance ouverte — Ailleurs"]


async def test_a_server_unavailable_closes_nothing(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    events = table.env.backend.get_guild(table.guild.id).scheduled_events
    kept = dict(events)
    table.env.backend.emit("GUILD_DELETE", {"id": str(table.guild.id), "unavailable": True})
    events.clear()
    table.env.backend.emit("READY", ready(table))
    await table.env.settle()
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    assert guild.unavailable
    assert list(guild.scheduled_events) == []
    assert await session(table) is not None
    events.update(kept)
    await comes_back(table)
    assert await session(table) is not None
    assert len(said(table)) == 1


async def test_when_discord_does_not_list_its_events_nothing_is_closed(
    agenda: Agenda, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.table.env.settle()
    agenda.forgotten_by_discord()
    table.env.inject_error("GET", "/guilds/*/scheduled-events", status=403, code=50001)
    await reconnect(table)
    assert await session(table) is not None
    assert "non lus" in caplog.text
    await reconnect(table)
    assert await session(table) is None


async def test_when_discord_does_not_list_its_events_an_active_one_opens(
    agenda: Agenda, table: Table
) -> None:
    agenda.silently(status=ACTIVE)
    table.env.inject_error("GET", "/guilds/*/scheduled-events", status=403, code=50001)
    await reconnect(table)
    assert await points(table) == 2


async def test_a_stale_cache_does_not_decide(agenda: Agenda, table: Table) -> None:
    """A server that comes back from an outage keeps in cache an event that ended meanwhile."""
    await agenda.becomes(ACTIVE)
    guild = table.bot.get_guild(table.guild.id)
    assert guild is not None
    agenda.forgotten_by_discord()
    assert guild.get_scheduled_event(agenda.id) is not None
    await comes_back(table)
    assert guild.get_scheduled_event(agenda.id) is not None
    assert await session(table) is None
    assert await acts(table) == 1


# Telling


@pytest.fixture
def silenced(table: Table) -> Iterator[None]:
    """Nothing that the bot posts in a channel gets through."""
    table.env.inject_error("POST", "/channels/*/messages", status=400, code=50035, times=None)
    yield
    table.env.backend.faults.clear()


async def test_an_opening_that_was_not_told_is_told_at_connection(
    agenda: Agenda, table: Table, silenced: None
) -> None:
    await agenda.becomes(ACTIVE)
    assert await points(table) == 2
    assert said(table) == []
    table.env.backend.faults.clear()
    await reconnect(table)
    assert "Fafhrd 0 → 2" in words(table)
    await reconnect(table)
    assert len(said(table)) == 1
    assert await acts(table) == 1


async def test_a_question_that_was_not_put_is_put_at_connection(
    agenda: Agenda, table: Table, silenced: None
) -> None:
    await table.slash(table.mdt, "seance debut")
    await agenda.becomes(ACTIVE)
    assert said(table) == []
    table.env.backend.faults.clear()
    await reconnect(table)
    (asked,) = said(table)
    await reconnect(table)
    assert len(said(table)) == 1
    assert "La séance continue" in await table.press(table.mdt, asked, KEEP)


async def test_an_opening_by_hand_whose_answer_was_lost_is_told_at_connection(table: Table) -> None:
    await table.seat(warrior(heroism=0), table.player)
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.begin(connection, table.guild.id)
        by = journal.Author(actor_id=table.mdt.id, interaction_id=5, command="seance debut", at=0)
        await sessions.begin(connection, campaign, "Les rats", by)
    await reconnect(table)
    assert "Séance ouverte — Les rats" in words(table)
    await reconnect(table)
    assert len(said(table)) == 1


async def test_an_opening_answered_by_hand_is_not_told_again(table: Table) -> None:
    await table.slash(table.mdt, "seance debut")
    await reconnect(table)
    assert said(table) == []


async def test_the_chosen_channel_then_the_system_s_then_the_first_open_one(table: Table) -> None:
    me = table.guild.me
    assert me is not None
    silence = discord.PermissionOverwrite(send_messages=False)
    mute = table.guild.create_text_channel("crypte", overwrites={me: silence})
    system = table.guild.create_text_channel("accueil")
    chosen = table.guild.create_text_channel("annonces")

    async def heard(channel: Any) -> int:
        agenda = Agenda(table)
        await table.env.settle()
        await agenda.becomes(ACTIVE)
        await agenda.vanishes()
        return sum(REMINDER not in text_of(message) for message in channel.history())

    assert await heard(table.channel) == 2, "an opening and a close"
    table.env.backend.edit_guild(table.guild.id, {"system_channel_id": system.id})
    assert await heard(system) == 2
    await table.slash(table.mdt, "seance suivre", evenements="tous", salon=chosen)
    assert await heard(chosen) == 2
    await table.slash(table.mdt, "seance suivre", evenements="tous", salon=mute)
    assert await heard(system) == 4
    tried = [request.path for request in table.env.http_requests]
    assert not any(str(mute.id) in path for path in tried), "what Discord would refuse is not asked"


async def test_without_any_channel_the_session_opens_all_the_same(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    guild = table.env.create_guild(name="Quarmall")
    event = guild.create_scheduled_event("Ailleurs", start_time="2100-01-01T20:00:00+00:00")
    await table.env.settle()
    with caplog.at_level(logging.WARNING):
        table.env.backend.edit_scheduled_event(guild.id, event.id, {"status": ACTIVE})
        await table.env.settle()
    assert "aucun salon où annoncer" in caplog.text
    async with table.bot.database.reading() as connection:
        assert (await campaigns.load(connection, guild.id)).session_id is not None


async def test_a_channel_that_refuses_is_passed_over(agenda: Agenda, table: Table) -> None:
    second = table.guild.create_text_channel("cour")
    table.env.inject_error("POST", f"/channels/{table.channel.id}/messages", status=403, code=50013)
    await agenda.becomes(ACTIVE)
    assert said(table) == []
    assert len(second.history()) == 1


async def test_thirty_characters_are_all_announced(table: Table) -> None:
    for number in range(30):
        await table.seat(warrior(name=f"{number:02}" + "é" * 62, heroism=0, active=False))
    agenda = Agenda(table)
    await table.env.settle()
    await agenda.becomes(ACTIVE)
    assert words(table).count("→") == 30


# What is followed


async def test_no_event_is_followed_when_none_is_wanted(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance suivre", evenements="aucun")
    await agenda.becomes(ACTIVE)
    await reconnect(table)
    assert await acts(table) == 0


async def test_a_word_of_the_title_chooses(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance suivre", evenements="LANKHMÂR")
    dance = Agenda(table, "Soirée dansante")
    await table.env.settle()
    await dance.becomes(ACTIVE)
    assert await acts(table) == 0
    await agenda.becomes(ACTIVE)
    assert await acts(table) == 1


async def test_an_event_under_way_opens_once_it_is_followed(agenda: Agenda, table: Table) -> None:
    await table.slash(table.mdt, "seance suivre", evenements="aucun")
    await agenda.becomes(ACTIVE)
    await table.slash(table.mdt, "seance suivre", evenements="tous")
    assert await acts(table) == 1
    await table.slash(table.mdt, "seance suivre", evenements="aucun")
    assert await session(table) is not None, "what is open stays open"
    await agenda.becomes(COMPLETED)
    assert await session(table) is None


async def test_the_journal_says_that_the_event_did_it(agenda: Agenda, table: Table) -> None:
    await agenda.becomes(ACTIVE)
    await agenda.becomes(COMPLETED)
    async with table.bot.database.reading() as connection:
        entries = await past.recent(connection, table.guild.id, 10)
    assert [(type(one.act), one.actor_id, one.command) for one in entries] == [
        (SessionClosing, None, "évènement"),
        (SessionOpening, None, "évènement"),
    ]


async def test_a_storm_of_everything_opens_each_occurrence_once(agenda: Agenda, table: Table) -> None:
    """Restarts, repeated updates and returns of the server, over three occurrences."""
    for _ in range(3):
        for number in range(5):
            agenda.change(status=ACTIVE, description=f"{number}")
        await comes_back(table, times=3)
        await reconnect(table)
        agenda.change(description="Encore")
        await agenda.becomes(PLANNED, hours=24)
        await reconnect(table)
        await table.env.advance_time(23 * HOUR)
    assert await acts(table) == await acts(table, SessionClosing) == 3
    assert words(table).count("Séance ouverte") == words(table).count("Séance close") == 3
