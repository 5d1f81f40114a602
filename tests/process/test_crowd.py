"""Everybody at once: the real process, its real file, and no answer lost or given twice."""

import asyncio
from collections import Counter

import pytest

from rules.heroism import Spend
from tests.process.exchange import Interaction
from tests.process.table import Table, join, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPEND = "heroism spend coup-de-maitre"


def outcome(answer: Interaction) -> str:
    """Accepted answers are public, refusals private."""
    return "refused" if answer.ephemeral else "accepted"


async def test_of_twenty_spends_of_the_last_point_one_is_accepted(table: Table) -> None:
    await table.hero(table.gateway.player, "Fafhrd", points=1)
    before = await table.acts()
    answers = await asyncio.gather(*(table.says(table.gateway.player, SPEND) for _ in range(20)))
    assert Counter(map(outcome, answers)) == {"accepted": 1, "refused": 19}
    refusals = {answer.text for answer in answers if answer.ephemeral}
    assert refusals == {"Fafhrd n’a plus de point d’héroïsme."}
    assert (await table.stored("Fafhrd")).heroism == 0
    spent = (await table.acts()).keys() - before.keys()
    assert spent == {answer.id for answer in answers if not answer.ephemeral}
    assert "locked" not in table.bot.log


async def test_fifty_commands_of_every_kind_at_once(table: Table) -> None:
    gateway = table.gateway
    await table.hero(gateway.other, "Souricier", points=30)
    commands = [
        coroutine
        for _ in range(10)
        for coroutine in (
            table.says(gateway.other, SPEND),
            table.says(gateway.other, "personnage fiche"),
            table.says(gateway.player, "lancer", expression="4d6k3"),
            table.says(gateway.mdt, "horreur horrible", joueur=gateway.other),
            gateway.app.autocomplete("personnage fiche", "personnage", "s", by=gateway.player),
        )
    ]
    answers = await asyncio.gather(*commands)
    assert len(answers) == 50
    assert not [answer.text for answer in answers if answer.type == 4 and answer.ephemeral]
    assert (await table.stored("Souricier")).heroism == 20
    journal = await table.acts()
    writing = [
        answer.id for answer in answers if answer.payload["data"]["name"] in ("heroism", "horreur", "lancer")
    ]
    assert set(writing) <= journal.keys()


async def test_an_interaction_delivered_twice_acts_once(table: Table) -> None:
    await table.accepted(table.gateway.mdt, "heroism regler", personnage="Fafhrd", valeur=5)
    first = await table.accepted(table.gateway.player, SPEND)
    assert await table.app.redeliver(first, within=0.5) is None
    assert (await table.stored("Fafhrd")).heroism == 4


async def test_the_same_interaction_twice_before_any_answer_acts_once(table: Table) -> None:
    """As after a RESUME that repeats what was under way."""
    sent = await table.app.send(SPEND, by=table.gateway.player)
    await table.app.dispatch("INTERACTION_CREATE", sent.payload)
    await sent.answered()
    await asyncio.sleep(0.2)
    assert len(sent.callbacks) == 1
    assert (await table.stored("Fafhrd")).heroism == 3


async def test_two_presses_at_once_act_once(table: Table) -> None:
    """A thumb that trembles: two interactions, one question, one answer."""
    asked = await table.accepted(table.gateway.player, "heroism spend intuition", question="Où est-il ?")
    assert asked.message is not None
    presses = [
        await table.app.send_press(asked.message, "Rien à apprendre", by=table.gateway.mdt) for _ in range(2)
    ]
    answers = [await press.answered() for press in presses]
    await table.gateway.until(lambda: any(answer.follow_ups for answer in answers))
    assert [len(answer.follow_ups) for answer in answers].count(1) == 1
    assert sum(refused(answer) for answer in answers) == 1
    assert (await table.stored("Fafhrd")).heroism == 3


async def test_a_preview_pressed_twice_at_once_throws_once(table: Table) -> None:
    gateway = table.gateway
    shown = await table.accepted(gateway.mdt, "horreur horrible", joueur=gateway.other, apercu=True)
    assert shown.message is not None
    before = len(await table.acts())
    presses = [await table.app.send_press(shown.message, "Lancer", by=gateway.mdt) for _ in range(2)]
    answers = [await press.answered() for press in presses]
    assert sum(refused(answer) for answer in answers) == 1
    assert len(await table.acts()) == before + 1


async def test_a_press_by_somebody_else_is_refused_in_private_and_changes_nothing(table: Table) -> None:
    asked = await table.accepted(table.gateway.player, "heroism spend intuition", question="Qui vient ?")
    assert asked.message is not None
    edits = asked.message.edits
    for stranger in (table.gateway.player, table.gateway.other):
        press = await table.presses(stranger, asked.message, "Indice donné")
        assert refused(press)
        assert "MdT" in press.text
    assert asked.message.edits == edits
    assert (await table.stored("Fafhrd")).heroism == 2
    given = await table.presses(table.gateway.mdt, asked.message, "Indice donné")
    assert not given.follow_ups[0].ephemeral


async def test_two_guilds_with_the_same_names_at_once(table: Table) -> None:
    guild, mdt, player, _ = join(table.gateway, "Ilthmar")
    await table.app.dispatch("GUILD_CREATE", guild.payload(table.app.user))
    await table.hero(player, "Fafhrd", points=7)
    await table.accepted(table.gateway.mdt, "heroism regler", personnage="Fafhrd", valeur=9)
    here, there = len(await table.acts()), len(await table.acts(guild))
    spends = [table.says(who, SPEND) for _ in range(6) for who in (table.gateway.player, player)]
    assert Counter(map(outcome, await asyncio.gather(*spends))) == {"accepted": 12}
    assert (await table.stored("Fafhrd")).heroism == 3
    assert (await table.stored("Fafhrd", guild)).heroism == 1
    assert len(await table.acts()) - here == len(await table.acts(guild)) - there == 6
    names = await table.app.autocomplete("personnage fiche", "personnage", "", by=player)
    assert [choice["name"] for choice in names.choices] == ["Fafhrd"]
    stranger = table.gateway.player
    identity = names.choices[0]["value"]
    assert (await table.says(stranger, "personnage fiche", personnage=identity)).ephemeral
    assert (await table.says(mdt, "personnage fiche", personnage="Souricier")).ephemeral


async def test_every_point_spent_is_written_down(table: Table) -> None:
    """At the end of all this, the points of the journal are the points of the characters."""
    last: dict[str, int] = {}
    for act in (await table.acts()).values():
        after = getattr(act, "after", None)
        if isinstance(act, Spend) or type(act).__name__ in ("HeroismCorrection", "IntuitionAnswer"):
            assert isinstance(after, int)
            last[act.name] = after
    assert last == {name: (await table.stored(name)).heroism for name in ("Fafhrd", "Souricier")}
