"""The harness itself, proved on two small discord.py clients rather than on the bot."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway
from tests.process.interactions import NotOffered
from tests.process.world import ACTIVE

pytestmark = pytest.mark.asyncio(loop_scope="module")
PONG = ("-m", "benchmarks.pong")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def parrot(loopback: Gateway, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    process = BotProcess(loopback.app, tmp_path_factory.mktemp("parrot"), ("-m", "tests.process.parrot"))
    try:
        await process.start()
        yield process
        assert await process.stop() == 0
        assert not process.errors(), process.log
    finally:
        await process.discard()


@pytest_asyncio.fixture(loop_scope="module")
async def pong(gateway: Gateway, tmp_path: Path) -> AsyncIterator[BotProcess]:
    """A pong client under an account of its own."""
    process = BotProcess(gateway.application("jeton-de-pong", "Pong"), tmp_path, PONG)
    yield process
    await process.discard()


async def test_options_of_every_kind_come_through(gateway: Gateway, parrot: BotProcess) -> None:
    options = {
        "texte": "bonjour",
        "joueur": gateway.mdt,
        "nombre": -2,
        "libre": True,
        "salon": gateway.channel_mdt,
        "role": gateway.mdt.roles[0],
    }
    answer = await gateway.app.command("dire profond everything", options, by=gateway.player)
    assert answer.text == "['bonjour', 'Sheelba', -2, True, 'mdt', 'MdT'] (False, True) Fafhrd"
    assert not answer.ephemeral
    assert 0 < answer.seconds < 3


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("inconnue", {}),
        ("dire", {}),
        ("dire inconnue", {}),
        ("reserve", {}),
        ("dire profond everything", {"texte": "sans joueur"}),
        ("dire lentement", {"suite": "oui"}),
        ("dire lentement", {"autre": 1}),
    ],
)
async def test_what_discord_would_not_send_is_refused(
    gateway: Gateway, parrot: BotProcess, path: str, options: dict[str, object]
) -> None:
    with pytest.raises(NotOffered):
        await gateway.app.command(path, options, by=gateway.player)


async def test_bounds_are_kept(gateway: Gateway, parrot: BotProcess) -> None:
    options = {"texte": "x", "joueur": gateway.mdt, "nombre": 5}
    with pytest.raises(NotOffered, match="out of bounds"):
        await gateway.app.command("dire profond everything", options, by=gateway.player)


async def test_a_reserved_command_is_offered_to_who_may(gateway: Gateway, parrot: BotProcess) -> None:
    assert (await gateway.app.command("reserve", by=gateway.mdt)).text == "entre nous"


async def test_a_private_conversation(gateway: Gateway, parrot: BotProcess) -> None:
    answer = await (await gateway.app.command("dire lentement", by=gateway.player.user)).settled()
    assert answer.text == "fini\nTitre"
    assert answer.channel.guild is None


async def test_completion(gateway: Gateway, parrot: BotProcess) -> None:
    answer = await gateway.app.autocomplete(
        "dire profond everything", "texte", "fa", {"nombre": 2}, by=gateway.player
    )
    assert answer.choices == [{"name": "fa-a-2", "value": "a"}, {"name": "fa-b-2", "value": "b"}]


async def test_deferred_answers(gateway: Gateway, parrot: BotProcess) -> None:
    answer = await gateway.app.command("dire lentement", by=gateway.player)
    assert answer.type == 5
    await answer.settled()
    assert answer.text == "fini\nTitre"
    assert answer.ephemeral
    answer = await gateway.app.command("dire lentement", {"suite": True}, by=gateway.player)
    await gateway.until(lambda: len(answer.follow_ups) == 1)
    assert answer.text == "première"
    assert answer.follow_ups[0].text == "seconde"


async def test_files_and_other_channels(gateway: Gateway, parrot: BotProcess) -> None:
    answer = await gateway.app.command("dire fichier", by=gateway.player)
    assert answer.message is not None
    assert [(one["filename"], one["size"]) for one in answer.message.attachments] == [("lettres.txt", 3)]
    await gateway.app.command("dire ailleurs", by=gateway.player)
    assert [message.text for message in gateway.said(gateway.channel_mdt)] == ["d’ailleurs, oui"]


async def test_buttons_menus_and_forms(gateway: Gateway, parrot: BotProcess) -> None:
    message = (await gateway.app.command("dire boutons", by=gateway.player)).message
    assert message is not None
    assert (await gateway.app.press(message, "Modifier", by=gateway.other)).text == "modifié"
    await (await gateway.app.press(message, "plus-tard", by=gateway.other)).settled()
    assert message.text == "plus tard"
    form = await gateway.app.press(message, "Remplir", by=gateway.other)
    answer = await gateway.app.submit(form, {"Texte": "des rats"})
    assert (answer.text, answer.ephemeral) == ("reçu : des rats", True)
    assert (await gateway.app.choose(message, "menu", ["b"], by=gateway.player)).text == "choisi ['b']"
    assert (await gateway.app.choose(message, "gens", [gateway.mdt], by=gateway.player)).text == str(
        gateway.mdt.id
    )
    for wanted in ("Grisé", "Absent"):
        with pytest.raises(NotOffered):
            await gateway.app.press(message, wanted, by=gateway.player)
    with pytest.raises(NotOffered):
        await gateway.app.choose(message, "menu", ["c"], by=gateway.player)


async def test_scheduled_events(gateway: Gateway, parrot: BotProcess) -> None:
    event = gateway.guild.event("La maison du voleur")
    before = len(gateway.said(gateway.channel_open))
    await gateway.event_create(event)
    await gateway.until(lambda: len(gateway.said(gateway.channel_open)) == before + 1)
    await gateway.event_update(event, status=ACTIVE)
    await gateway.until(lambda: len(gateway.said(gateway.channel_open)) == before + 2)
    await gateway.event_delete(event)
    await gateway.until(lambda: len(gateway.said(gateway.channel_open)) == before + 3)
    assert [message.text for message in gateway.said(gateway.channel_open)[before:]] == [
        "La maison du voleur annoncé ['La maison du voleur']",
        "La maison du voleur active ['La maison du voleur']",
        "La maison du voleur supprimé []",
    ]


async def test_an_unknown_route_is_a_problem(gateway: Gateway, parrot: BotProcess) -> None:
    answer = await (await gateway.app.command("perdu", by=gateway.player)).settled()
    assert answer.text == "rien"
    (problem,), gateway.problems = gateway.problems, []
    assert problem == "no such route: GET /invites/inconnue"
    gateway.unchecked.clear()


async def test_fifty_at_once_and_the_same_twice(gateway: Gateway, pong: BotProcess) -> None:
    app = pong.application
    await pong.start()
    answers = await asyncio.gather(*(app.command("ping", by=gateway.player) for _ in range(50)))
    assert {answer.text for answer in answers} == {"pong"}
    again = await app.redeliver(answers[0])
    assert again is not None
    assert again.status == 400
    assert len(answers[0].callbacks) == 2
    await pong.stop()
    assert len(pong.errors()) > 0, "a repeated answer is an error that a bot must foresee"


async def test_resumes_and_gets_what_it_missed(gateway: Gateway, pong: BotProcess) -> None:
    app = pong.application
    await pong.start()
    app.drop_connection()
    answer = await app.command("ping", by=gateway.player)
    assert (answer.text, app.resumed, app.identified) == ("pong", 1, 1)
    await app.ask_reconnect()
    await gateway.until(lambda: app.resumed == 2)
    assert (await app.command("ping", by=gateway.player)).text == "pong"
    assert await pong.stop() == 0
    assert not pong.errors(), pong.log


async def test_killed_and_started_again(gateway: Gateway, pong: BotProcess) -> None:
    app = pong.application
    await pong.start()
    await pong.kill()
    await gateway.until(lambda: not app.connected)
    lost = await app.send("ping", by=gateway.player)
    with pytest.raises(TimeoutError, match="no answer"):
        await lost.answered(0.05)
    await pong.start()
    assert (app.identified, app.syncs) == (2, 2)
    again = await app.redeliver(lost)
    assert again is not None
    assert again.status == 200
    assert (await app.command("ping", by=gateway.player)).text == "pong"
    await pong.stop(signal.SIGINT)


async def test_a_refused_token(gateway: Gateway, tmp_path: Path) -> None:
    app = gateway.application("bon", "Refusé")
    process = BotProcess(app, tmp_path, PONG, {"DISCORD_TOKEN": "mauvais"})
    await process.launch()
    assert await process.wait() != 0
    assert "Improper token" in process.log
    assert app.identified == 0


async def test_a_process_that_does_not_start_shows_its_log(gateway: Gateway, tmp_path: Path) -> None:
    process = BotProcess(gateway.app, tmp_path, ("-c", "raise SystemExit('perdu')"))
    with pytest.raises(AssertionError, match="perdu"):
        await process.start()


async def test_zlib_stream_as_discord_does_it(tmp_path: Path) -> None:
    gateway = Gateway(compress=True)
    await gateway.start()
    process = BotProcess(gateway.app, tmp_path, PONG)
    try:
        await process.start()
        assert (await gateway.app.command("ping", by=gateway.player)).text == "pong"
        await process.stop()
    finally:
        await process.discard()
        await gateway.stop()


async def test_sessions_that_cannot_be_resumed(gateway: Gateway) -> None:
    """At the level of frames: discord.py waits five seconds before it identifies again."""
    app = gateway.application("jeton-nu", "Nu")
    resume = {"op": 6, "d": {"token": app.token, "session_id": "oubliée", "seq": 3}}
    identify = {"op": 2, "d": {"token": app.token, "intents": 1, "properties": {}}}
    async with aiohttp.ClientSession() as session, session.ws_connect(gateway.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json(resume)
        assert (await socket.receive_json())["op"] == 9
        await socket.send_json(identify)
        assert [(await socket.receive_json())["t"] for _ in range(2)] == ["READY", "GUILD_CREATE"]
        await app.invalidate()
        assert (await socket.receive_json())["d"] is False
        await socket.send_json({"op": 1, "d": 2})
        assert (await socket.receive_json())["op"] == 11
        await socket.send_json({"op": 2, "d": {"token": "mauvais"}})
        assert (await socket.receive()).data == 4004
