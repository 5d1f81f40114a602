"""A scheduled event and a connection that fails: heroism is given once an evening, whatever happens (SEA-1)."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from rules.sessions import SessionOpening
from tests.process.exchange import Message
from tests.process.table import Table, join
from tests.process.world import ACTIVE, COMPLETED, SCHEDULED, Event, Guild

pytestmark = pytest.mark.asyncio(loop_scope="module")

TITLE = "La maison du voleur"
WEEKLY = {"start": "2026-01-01T20:00:00+00:00", "frequency": 2, "interval": 1, "by_weekday": [3]}


async def openings(table: Table) -> int:
    """How many sessions opened, as the journal has them; the events' own acts carry no interaction."""
    return sum(isinstance(act, SessionOpening) for act in await table.all_acts())


def told(table: Table, guild: Guild, title: str) -> list[Message]:
    """What everybody was told of this event."""
    return [said for said in table.gateway.said(guild.channels[0]) if title in said.text]


async def calm(table: Table) -> None:
    """Long enough for what should not happen to happen."""
    await asyncio.sleep(0.3)


async def starts(table: Table, event: Event) -> None:
    """The event becomes active; the bot says so."""
    before = len(told(table, event.guild, event.name))
    await table.gateway.event_update(event, status=ACTIVE)
    await table.gateway.until(lambda: len(told(table, event.guild, event.name)) > before)


async def test_an_evening_through_every_accident(table: Table) -> None:
    gateway, app = table.gateway, table.app
    await table.hero(gateway.player, "Fafhrd", points=9)
    event = gateway.guild.event(TITLE, recurrence=WEEKLY)
    await gateway.event_create(event)
    await starts(table, event)
    given = (await table.stored("Fafhrd")).heroism
    assert given != 9
    assert "Fafhrd" in told(table, gateway.guild, TITLE)[-1].text
    assert await openings(table) == 1
    said = len(told(table, gateway.guild, TITLE))

    # Repeated by Discord.
    await gateway.event_update(event)
    await gateway.event_update(event)
    await table.accepted(gateway.player, "heroism spend coup-de-maitre")

    # The connection drops and resumes, with the event repeated meanwhile.
    app.drop_connection()
    await gateway.event_update(event)
    await gateway.until(lambda: app.resumed == 1)
    await app.ask_reconnect()
    await gateway.until(lambda: app.resumed == 2)

    # Killed, and back: a new identification, the event still active.
    await table.bot.kill()
    await gateway.until(lambda: not app.connected)
    await table.bot.start()
    await calm(table)
    assert (await table.stored("Fafhrd")).heroism == given - 1
    assert (await openings(table), len(told(table, gateway.guild, TITLE))) == (1, said)

    # It ends, and is planned for the next week; started again at once, it is a question for the MdT.
    await gateway.event_update(event, status=SCHEDULED, start=event.start + timedelta(days=7))
    await gateway.until(lambda: len(told(table, gateway.guild, TITLE)) > said)
    assert "Aucune séance" in (await table.says(gateway.player, "seance etat")).text
    await starts(table, event)
    assert told(table, gateway.guild, TITLE)[-1].buttons
    assert await openings(table) == 1
    assert (await table.stored("Fafhrd")).heroism == given - 1


async def test_a_new_identification_opens_nothing_twice(table: Table) -> None:
    """The session cannot be resumed: discord.py waits five seconds, then starts over."""
    gateway, app = table.gateway, table.app
    guild, mdt, player, _ = join(gateway, "Ilthmar")
    await app.dispatch("GUILD_CREATE", guild.payload(app.user))
    await table.hero(player, "Fafhrd", points=9)
    event = guild.event("Le marché", start=datetime.now(UTC))
    await gateway.event_create(event)
    await gateway.event_update(event, status=ACTIVE)
    await gateway.until(lambda: len(told(table, guild, "Le marché")) == 1)
    given = (await table.stored("Fafhrd", guild)).heroism
    await table.accepted(mdt, "heroism regler", personnage="Fafhrd", valeur=given + 4)
    before = app.identified
    await app.invalidate()
    await gateway.until(lambda: app.identified == before + 1, 15)
    await calm(table)
    assert (await table.stored("Fafhrd", guild)).heroism == given + 4
    assert len(told(table, guild, "Le marché")) == 1
    # The other guild's evening was none of its business.
    assert (await table.stored("Fafhrd")).heroism != given + 4


async def test_an_event_that_started_and_ended_while_the_bot_was_away(table: Table) -> None:
    gateway = table.gateway
    guild = next(one for one in gateway.guilds.values() if one.name == "Ilthmar")
    (over,) = guild.events.values()
    said = len(gateway.said(guild.channels[0]))
    await table.bot.kill()
    await gateway.until(lambda: not table.app.connected)
    over.status = COMPLETED
    del guild.events[over.id]
    guild.event("La tour", status=ACTIVE, start=datetime.now(UTC) + timedelta(minutes=5))
    await table.bot.start()
    await gateway.until(lambda: len(gateway.said(guild.channels[0])) == said + 2)
    closing, opening = gateway.said(guild.channels[0])[-2:]
    assert "Le marché" in closing.text
    assert "La tour" in opening.text
    assert (await table.stored("Fafhrd", guild)).heroism != 0
