"""The process dies and comes back: what was answered is in the file, what was not may be asked again."""

import asyncio

import pytest

from rules.heroism import MasterStroke
from tests.process.application import labelled
from tests.process.bot_process import BotProcess
from tests.process.exchange import Interaction, Message
from tests.process.gateway import Gateway
from tests.process.table import WARRIOR, Table, refused

pytestmark = pytest.mark.asyncio(loop_scope="module")

SPEND = "heroism spend coup-de-maitre"
POINTS = 500


async def restart(bot: BotProcess) -> None:
    """Killed without a word, and started again on the same file."""
    await bot.kill()
    await bot.application.gateway.until(lambda: not bot.application.connected)
    await bot.start()


async def until_answered(table: Table, sent: list[Interaction], count: int) -> None:
    """Waits until that many were answered, and no longer."""
    await table.gateway.until(lambda: sum(one.accepted is not None for one in sent) >= count)


@pytest.mark.parametrize("after", [1, 7, 20])
async def test_killed_amid_commands_nothing_answered_is_lost(table: Table, after: int) -> None:
    player = table.gateway.player
    name = f"Fafhrd {after}"
    await table.hero(player, name, points=POINTS)
    sent = [await table.app.send(SPEND, by=player) for _ in range(40)]
    await until_answered(table, sent, after)
    await restart(table.bot)

    answered = {one.id for one in sent if one.accepted is not None}
    assert after <= len(answered) < 40
    spent = await spends(table, name)
    assert answered <= spent <= {one.id for one in sent}
    assert (await table.stored(name)).heroism == POINTS - len(spent)

    # Discord delivers the others again: those already written do nothing, each of the rest acts once.
    left = [one for one in sent if one.accepted is None]
    await asyncio.gather(*(table.app.redeliver(one, within=2) for one in left if one.id not in spent))
    await asyncio.gather(*(table.app.redeliver(one, within=0.3) for one in left if one.id in spent))
    assert await spends(table, name) == {one.id for one in sent}
    assert (await table.stored(name)).heroism == POINTS - 40


async def spends(table: Table, name: str) -> set[int]:
    """The interactions that spent a point of this character's, as the journal has them."""
    acts = await table.acts()
    return {number for number, act in acts.items() if isinstance(act, MasterStroke) and act.name == name}


async def test_killed_while_it_creates_characters_each_has_its_act(table: Table) -> None:
    """A character without its line in the journal, or a line without its character, would show half a commit."""
    sent = [
        await table.app.send("personnage creer", {**WARRIOR, "nom": f"Rat {number}"}, by=table.gateway.other)
        for number in range(25)
    ]
    await until_answered(table, sent, 5)
    await restart(table.bot)
    born = {act.name for act in (await table.acts()).values() if type(act).__name__ == "Creation"}
    choices = await table.app.autocomplete("personnage fiche", "personnage", "Rat", by=table.gateway.other)
    listed = {choice["name"] for choice in choices.choices}
    assert listed == {name for name in born if name.startswith("Rat")}
    assert {
        one.payload["data"]["options"][0]["options"][-1]["value"] for one in sent if one.accepted
    } <= listed


async def test_buttons_of_before_the_restart_still_work(table: Table) -> None:
    gateway = table.gateway
    await table.hero(gateway.player, "Ourph", points=5)
    asked = await table.accepted(gateway.player, "heroism spend intuition", question="Par où ?")
    check = await table.accepted(gateway.player, "jet caracteristique", carac="for")
    await restart(table.bot)
    for message, label, who in (
        (asked.message, "Indice donné", gateway.mdt),
        (check.message, "Destin héroïque", gateway.player),
    ):
        assert isinstance(message, Message)
        custom_id = next(one["custom_id"] for one in message.buttons if labelled(one, label))
        assert refused(await table.presses(gateway.other, message, custom_id))
        pressed = await table.presses(who, message, custom_id)
        assert not pressed.follow_ups[0].ephemeral
        assert custom_id not in [one["custom_id"] for one in message.buttons]
    assert (await table.stored("Ourph")).heroism == 3


async def test_a_button_pressed_again_after_a_restart_does_nothing_twice(table: Table) -> None:
    """Another client may still show the button: it presses what the message no longer carries."""
    gateway = table.gateway
    check = await table.accepted(gateway.player, "jet caracteristique", carac="for")
    assert check.message is not None
    shown = list(check.message.components)
    await table.presses(gateway.player, check.message, "Destin héroïque")
    await restart(table.bot)
    check.message.components = shown
    assert refused(await table.presses(gateway.player, check.message, "Destin héroïque"))
    assert (await table.stored("Ourph")).heroism == 2


async def test_commands_are_declared_once_until_they_change(
    gateway: Gateway, tmp_path_factory: pytest.TempPathFactory
) -> None:
    app = gateway.application("jeton.de.synchro", "Synchro")
    bot = BotProcess(app, tmp_path_factory.mktemp("synchro"))
    try:
        await bot.start()
        assert (app.syncs, set(app.commands)) == (1, {None})
        assert await bot.stop() == 0
        await bot.start()
        assert app.syncs == 1
        await bot.kill()
        bot.settings["DEV_GUILD_ID"] = str(gateway.guild.id)
        await bot.start()
        assert app.syncs == 2
        assert app.commands[gateway.guild.id].keys() == app.commands[None].keys()
        assert await bot.stop() == 0
        assert not bot.errors(), bot.log
    finally:
        await bot.discard()


async def test_stopped_amid_commands_it_answers_what_it_accepts_and_ends(table: Table) -> None:
    """Ctrl-C while people play: over at once, without an error; the file and the answers agree."""
    before = await table.acts()
    sent = [await table.app.send("lancer", {"expression": "2d6"}, by=table.gateway.player) for _ in range(30)]
    await until_answered(table, sent, 3)
    assert await table.bot.stop(within=5) == 0
    answered = {one.id for one in sent if one.accepted is not None}
    assert (await table.acts()).keys() - before.keys() == answered
    await table.bot.start()
