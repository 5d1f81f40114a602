"""A combat on the real process: two thumbs at once, a card that a kill does not lose."""

import asyncio

import pytest

from rules.attacks import AttackAct, DamageAct
from tests.process.exchange import Interaction, Message
from tests.process.table import Table, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def opened(table: Table) -> Message:
    """Fafhrd against a rat that nothing kills at once; the card."""
    gateway = table.gateway
    await table.hero(gateway.player, "Fafhrd", points=2)
    await table.accepted(gateway.mdt, "personnage pnj", nom="Rat", pv=500, ca=-10)
    card = await table.accepted(gateway.mdt, "combat ouvrir", adversaire="Rat")
    assert card.message is not None
    return card.message


async def count(table: Table, kind: type) -> int:
    return sum(isinstance(act, kind) for act in (await table.acts()).values())


async def both(table: Table, message: Message, label: str) -> list[Interaction]:
    """The player and the game master press the same button at the same moment."""
    presses = [
        await table.app.send_press(message, label, by=who)
        for who in (table.gateway.player, table.gateway.mdt)
    ]
    return [await press.answered() for press in presses]


async def test_two_thumbs_on_a_card(table: Table) -> None:
    card = await opened(table)
    answers = await both(table, card, "Attaquer")
    assert not any(refused(answer) for answer in answers), "each strikes for its own"
    assert await count(table, AttackAct) == 2
    blow = next(answer.message for answer in answers if "Fafhrd attaque" in answer.text)
    assert blow is not None
    labels = [part["label"] for row in blow.components for part in row["components"]]
    if "Dommages" in labels:  # all but a natural 1
        answers = await both(table, blow, "Dommages")
        await table.gateway.until(lambda: any(answer.follow_ups for answer in answers))
        assert sum(refused(answer) for answer in answers) == 1
        assert await count(table, DamageAct) == 1
    rounds = [await table.app.send_press(card, "Round suivant", by=table.gateway.mdt) for _ in range(2)]
    told = [await press.answered() for press in rounds]
    assert sum(refused(answer) for answer in told) == 1
    await table.gateway.until(lambda: "round 2" in str(card.embeds))
    assert "Rat" in str(card.embeds)


async def test_a_burst_of_acts_makes_few_edits_and_the_last_is_shown(table: Table) -> None:
    channel = (await table.says(table.gateway.player, "heroism points")).channel
    card = next(one for one in table.gateway.said(channel) if "Combat ouvert" in str(one.embeds))
    before = card.edits
    await asyncio.gather(
        *(table.says(table.gateway.player, "sante blesser", pv=1) for _ in range(20)),
    )
    hero = await table.stored("Fafhrd")
    now = f"{hero.hit_points}/{hero.max_hit_points}".replace("-", "−")
    await table.gateway.until(lambda: now in str(card.embeds))
    assert card.edits - before <= 4
