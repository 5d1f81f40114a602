"""`/des`, and sessions whose dice anybody may verify."""

import ast
import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from bot.replies import Reply
from bot.screens.session import closing, opening, resuming
from bot.storage import campaigns, fairness, journal, past, sessions, thrown
from bot.storage.journal import Link
from bot.storage.tables import ActRow, SessionRow
from bot.storage.thrown import Untold
from rules.dice import verify
from rules.rolls import free_roll
from tests.characters import black_magician, monster, warrior
from tests.commands.table import Said, Table
from tests.storage import play

ROOT = Path(__file__).parents[2]
HASH = re.compile(r"[0-9a-f]{64}")


async def switch(table: Table, value: str = "oui") -> None:
    await table.slash(table.mdt, "reglages changer", reglage="graine_publique", valeur=value)


async def opened(table: Table) -> str:
    """A session whose dice come from its seed; what it published."""
    await switch(table)
    said = await table.slash(table.mdt, "seance debut", titre="Les rats")
    (published,) = HASH.findall(said.text)
    return str(published)


async def attached(said: Said) -> dict[str, Any]:
    """The file of a message."""
    assert said.message is not None
    (file,) = [one for one in said.message.attachments if one.filename.endswith(".json")]
    document: dict[str, Any] = json.loads(await file.read())
    return document


async def stored(table: Table) -> tuple[str, int, int]:
    """The seed of the last session, its first counter, its next one."""
    async with table.bot.database.reading() as connection:
        row = (await connection.execute(select(SessionRow).order_by(SessionRow.id.desc()))).first()
    assert row is not None
    return row.seed, row.dice_first, row.dice_drawn


def text_of_reply(reply: Reply) -> str:
    return "\n".join((reply.title, *reply.lines, reply.footer))


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same evening at each run of these tests."""
    number = itertools.count(1)
    monkeypatch.setattr(fairness, "new_seed", lambda: f"{next(number):064x}")


# --- the account --------------------------------------------------------------------------------------


async def test_the_account_counts_this_session_and_ever_by_player(table: Table) -> None:
    await table.slash(table.player, "lancer", expression="2d6", faces=(6, 5))
    await table.slash(table.mdt, "seance debut")
    await table.slash(table.player, "lancer", expression="1d20+2d6", faces=(17, 1, 2))
    await table.slash(table.other, "lancer", expression="1d8", faces=(3,))
    whole = await table.slash(table.other, "des bilan")
    assert not whole.private
    assert "**Séance** : 4 dés : d6 × 2, moyenne 1,5 ; d8 × 1, moyenne 3 ; d20 × 1, moyenne 17" in whole
    assert "**Depuis toujours** : 6 dés" in whole
    assert "**d6** · 4 dés · moyenne 3,5, attendue 3,5" in whole
    assert "17 ▇▇▇▇▇▇▇▇ 1" in whole
    assert "Trop peu de dés pour juger." in whole
    own = await table.slash(table.mdt, "des bilan", joueur=table.other)
    assert "ningauble" in own
    assert "**Depuis toujours** : 1 dé" in own


async def test_the_account_of_nothing_says_so(table: Table) -> None:
    assert "Aucun dé public" in await table.slash(table.player, "des bilan")


async def test_a_secret_roll_moves_no_account(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "lancer", expression="1d4", faces=(2,))
    before = (await table.slash(table.mdt, "des bilan")).text
    await table.slash(table.player, "lancer", expression="3d6", secret=True, faces=(1, 2, 3))
    await table.slash(table.player, "jet caracteristique", carac="for", secret=True, faces=(11,))
    await table.slash(table.mdt, "personnage pnj", nom="Rat", dv=2, faces=(4, 4))
    assert (await table.slash(table.mdt, "des bilan")).text == before


async def test_many_dice_are_judged_in_one_sentence(table: Table) -> None:
    await table.slash(table.player, "lancer", expression="60d6", faces=tuple(range(1, 7)) * 10)
    assert "s’écarteraient au moins autant 100 % du temps : rien d’anormal" in await table.slash(
        table.player, "des bilan"
    )
    await table.slash(table.player, "lancer", expression="100d6", faces=(6,) * 100)
    said = await table.slash(table.player, "des bilan")
    assert "moins de 0,1 % du temps : très inhabituel" in said


async def test_the_longest_account_fits_a_message(table: Table) -> None:
    for sides in range(11, 41):
        await table.slash(table.player, "lancer", expression=f"{sides}d{sides}", faces=(sides,) * sides)
    said = await table.slash(table.player, "des bilan")
    assert "d35 × 35, moyenne 35 ; d34" in said
    assert "et 19 autres tailles" in said
    assert said.text.endswith("Les jets secrets n’y sont pas comptés.")


def test_every_die_of_a_command_is_remembered() -> None:
    """Or an account, or a proof, would lack it: `bot.dice` is asked in one place."""
    asking = []
    for folder in ("bot", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and node.attr == "dice":
                    holder = node.value
                    name = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
                    if name in {"bot", "client"}:
                        asking.append(path.relative_to(ROOT).as_posix())
    assert asking == ["bot/fair.py"]


# --- a session whose dice are verifiable ---------------------------------------------------------------


async def test_an_evening_is_verified_from_its_first_die_to_its_last(table: Table) -> None:
    published = await opened(table)
    await table.seat(warrior(heroism=3), table.player)
    await table.seat(black_magician(), table.other)
    await table.seat(monster())
    said = [
        await table.slash(table.player, "lancer", expression="4d6kh3"),
        await table.slash(table.player, "lancer", expression="1d20"),
        await table.slash(table.player, "heroism spend destin-heroique"),
        await table.slash(table.player, "jet caracteristique", carac="for"),
        await table.slash(table.player, "jet sauvegarde", contre="sorts"),
        await table.slash(table.other, "corruption jet", niveau=3, occasion="apprentissage"),
        await table.slash(table.mdt, "horreur horrible", joueur=table.other),  # whom it may leave helpless
        await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant"),
        await table.slash(table.player, "combat attaque", ca=2, cible="Rat géant"),
        await table.slash(table.player, "heroism spend second-souffle"),
        await table.slash(table.player, "lancer", expression="10d10r<3"),
    ]
    assert all(one.text for one in said)
    said_last = await table.slash(table.mdt, "seance fin")
    document = await attached(said_last)
    assert document["seed"] in said_last
    assert "python -m rules.dice.verify" in said_last
    assert not verify.faults(document, published)
    commands = {act["command"] for act in document["acts"]}
    for wanted in ("lancer", "jet caracteristique", "horreur horrible", "combat ouvrir", "combat attaque"):
        assert wanted in commands
    again = await table.slash(table.player, "des preuve")
    assert await attached(again) == document


async def test_a_face_shown_is_the_one_of_the_file(table: Table) -> None:
    await opened(table)
    said = await table.slash(table.player, "lancer", expression="1d1000000")
    document = await attached(await table.slash(table.mdt, "seance fin"))
    ((sides, face),) = document["acts"][0]["dice"]
    assert sides == 10**6
    assert f"{face:,}".replace(",", " ") in said.text or str(face) in said.text


async def test_secret_rolls_come_from_the_system_and_stay_out_of_the_file(table: Table) -> None:
    published = await opened(table)
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "lancer", expression="1d20")
    await table.slash(table.player, "lancer", expression="2d6", secret=True, faces=(3, 4))
    await table.slash(table.player, "jet caracteristique", carac="for", secret=True, faces=(11,))
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, secret=True, faces=(20,))
    await table.slash(table.mdt, "personnage pnj", nom="Rat", dv=2, faces=(4, 4))
    await table.slash(table.player, "lancer", expression="1d20")
    assert table.dice.left == 0
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert [act["command"] for act in document["acts"]] == ["lancer", "lancer"]
    assert not verify.faults(document, published)


async def test_the_seed_is_told_by_nothing_before_the_close(table: Table) -> None:
    await opened(table)
    await table.slash(table.player, "lancer", expression="1d20")
    seed, _, _ = await stored(table)
    for command in ("seance etat", "des bilan", "reglages voir"):
        assert seed not in await table.slash(table.mdt, command)
    assert "Aucune séance close" in await table.slash(table.mdt, "des preuve")
    async with table.bot.database.reading() as connection:
        records = (await connection.execute(select(ActRow.record))).scalars().all()
    assert seed not in json.dumps(list(records))


async def test_a_refused_roll_leaves_no_trace(table: Table) -> None:
    published = await opened(table)
    await table.slash(table.player, "lancer", expression="1d20")
    _, _, before = await stored(table)
    refused = await table.slash(table.player, "lancer", expression="1/(1d1-1)")
    assert refused.private
    assert (await stored(table))[2] == before
    await table.slash(table.player, "lancer", expression="3d6")
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert [len(act["dice"]) for act in document["acts"]] == [1, 3]
    assert not verify.faults(document, published)


async def test_a_transaction_undone_gives_its_counters_back(table: Table) -> None:
    published = await opened(table)

    async def undone() -> None:
        async with table.bot.database.writing() as connection:
            campaign = await campaigns.load(connection, table.guild.id)
            dice = await fairness.dice(connection, campaign, table.dice, 7)
            await journal.write(connection, campaign, free_roll("9d6", dice), play.author())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await undone()
    assert (await stored(table))[2] == 0
    await table.slash(table.player, "lancer", expression="2d6")
    assert not verify.faults(await attached(await table.slash(table.mdt, "seance fin")), published)


async def test_dice_of_the_seed_that_no_act_keeps_stop_the_transaction(table: Table) -> None:
    await opened(table)

    async def forgetful() -> None:
        async with table.bot.database.writing() as connection:
            campaign = await campaigns.load(connection, table.guild.id)
            (await fairness.dice(connection, campaign, table.dice, 7)).roll(20)

    with pytest.raises(Untold):
        await forgetful()
    async with table.bot.database.writing() as connection:
        assert thrown.held(connection) is None


async def test_dice_of_the_seed_never_enter_a_secret_act(table: Table) -> None:
    await opened(table)

    async def indiscreet() -> None:
        async with table.bot.database.writing() as connection:
            campaign = await campaigns.load(connection, table.guild.id)
            dice = await fairness.dice(connection, campaign, table.dice, 7)
            await journal.write(connection, campaign, free_roll("1d6", dice), play.author(), secret=True)

    with pytest.raises(Untold):
        await indiscreet()


async def test_a_session_taken_up_again_has_a_new_seed(table: Table) -> None:
    published = await opened(table)
    await table.slash(table.player, "lancer", expression="2d6")
    first = await attached(await table.slash(table.mdt, "seance fin"))
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
        closed = await sessions.last_closed(connection, table.guild.id)
        (last,) = await past.recent(connection, table.guild.id, 1)
        assert closed is not None
        act = await sessions.resume(
            connection, campaign, closed.id, play.author(), Link(last.id, journal.ANSWERS)
        )
    (fresh,) = HASH.findall(text_of_reply(resuming(act)))
    assert fresh != published
    await table.slash(table.player, "lancer", expression="3d8")
    second = await attached(await table.slash(table.mdt, "seance fin"))
    assert not verify.faults(first, published)
    assert not verify.faults(second, fresh)
    assert second["first"] == first["next"]
    assert [act["dice"][0][0] for act in second["acts"]] == [8]


async def test_a_session_closed_by_the_next_one_or_by_its_event_has_its_seed_told_too(table: Table) -> None:
    await opened(table)
    await table.slash(table.player, "lancer", expression="2d6")
    seed, _, _ = await stored(table)
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
        next_one = await sessions.begin(connection, campaign, "", play.author())
    told = text_of_reply(opening(next_one.act))
    assert seed in told
    assert "`/des preuve`" in told
    assert next_one.act.proof is not None
    assert next_one.act.commitment != next_one.act.proof.commitment
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
        announced = text_of_reply(closing(await sessions.end(connection, campaign, play.author())))
    assert "🔓 Graine des dés" in announced
    assert "`/des preuve`" in announced


async def test_without_the_setting_nothing_changes_but_the_hash(table: Table) -> None:
    said = await table.slash(table.mdt, "seance debut")
    assert "Empreinte de la graine de dés : " in said
    await table.slash(table.player, "lancer", expression="1d20", faces=(12,))
    said_last = await table.slash(table.mdt, "seance fin")
    assert not HASH.search(said_last.text)
    assert said_last.message is not None
    assert not said_last.message.attachments
    assert "Aucune séance close" in await table.slash(table.player, "des preuve")


async def test_the_setting_chosen_in_the_middle_of_a_session_holds_at_once(table: Table) -> None:
    said = await table.slash(table.mdt, "seance debut")
    (published,) = HASH.findall(said.text)
    await table.slash(table.player, "lancer", expression="2d6", faces=(1, 2))
    await switch(table)
    await table.slash(table.player, "lancer", expression="2d6")
    await switch(table, "non")
    await table.slash(table.player, "lancer", expression="2d6", faces=(1, 2))
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert len(document["acts"]) == 1
    assert not verify.faults(document, published)


async def test_outside_a_session_the_system_throws(table: Table) -> None:
    await switch(table)
    assert "🎲" in await table.slash(table.player, "lancer", expression="1d6", faces=(3,))
    assert table.dice.left == 0


async def test_a_free_roll_is_still_one_statement(table: Table) -> None:
    await table.slash(table.player, "lancer", expression="2d6", faces=(1, 2))
    asked: list[str] = []
    engine = table.bot.database.writer.engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda _c, _u, statement, *_: asked.append(statement))
    await table.slash(table.player, "lancer", expression="2d6", faces=(1, 2))
    assert len(asked) == 1
    assert asked[0].startswith("INSERT INTO acts")


async def test_the_account_shows_an_image_of_the_most_thrown(table: Table) -> None:
    for _ in range(3):
        await table.slash(table.player, "lancer", expression="10d6", faces=(1, 2, 3, 4, 5, 6, 1, 2, 3, 4))
    said = await table.slash(table.player, "des bilan")
    assert said.message is not None
    (image,) = said.message.attachments
    assert image.filename == "bilan.png"
    assert said.message.embeds[0].image.url is not None
