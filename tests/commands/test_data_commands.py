"""`/donnees`: a file for who asks, alone; and nothing left once it is asked twice."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.client import Bot
from bot.screens import data as screens
from bot.storage import characters, data
from tests.characters import monster, thief, warrior
from tests.commands.table import Said, Table

TRACES, FOREVER = "Effacer mes traces", "Oui, effacer pour toujours"
EVERYTHING = "Effacer tout Lankhmar"
DICE = (4,) * 18  # six scores


async def attached(said: Said) -> Any:
    assert said.message is not None
    (file,) = said.message.attachments
    assert file.filename.endswith(".json")
    return json.loads(await file.read())


async def stored(table: Table) -> str:
    """All that is stored of the server, as text."""
    async with table.bot.database.reading() as connection:
        return json.dumps(await data.of_guild(connection, table.guild.id))


@pytest.fixture
async def played(table: Table) -> Table:
    """Fafhrd has asked a question, the Mouser has been hurt."""
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    await table.slash(table.player, "heroism spend intuition", question="Que cache Sheelba ?")
    await table.slash(table.other, "sante blesser", pv=3)
    return table


async def test_a_player_gets_a_private_file_of_their_own(played: Table) -> None:
    await played.slash(played.mdt, "personnage pnj", nom="Rat", dv=2, faces=(4, 4))
    said = await played.slash(played.player, "donnees exporter")
    assert said.private
    document = await attached(said)
    assert [one["name"] for one in document["personnages"]] == ["Fafhrd"]
    assert [one["texte"] for one in document["actes"]] == [{"question": "Que cache Sheelba ?"}]
    text = json.dumps(document)
    assert "Rat" not in text
    assert "Souricier" not in text


async def test_who_has_played_nothing_gets_an_empty_file(table: Table) -> None:
    document = await attached(await table.slash(table.player, "donnees exporter"))
    assert document == {"personnages": [], "objets": [], "actes": [], "brouillon": None}


async def test_the_whole_server_is_the_game_master_s_to_have(played: Table) -> None:
    refused = await played.slash(played.player, "donnees exporter", serveur=True)
    assert refused.private
    assert "Réservé au MdT" in refused
    said = await played.slash(played.mdt, "donnees exporter", serveur=True)
    assert said.private
    document = await attached(said)
    assert {one["name"] for one in document["characters"]} == {"Fafhrd", "Souricier Gris"}


def test_a_big_file_is_a_zip_and_a_bigger_one_slices_of_it() -> None:
    document = {"actes": [{"numero": number, "des": [[20, number % 20]]} for number in range(20_000)]}
    whole = json.dumps(document, ensure_ascii=False, indent=1).encode()
    (plain,) = screens.packed("d", document, 10_000_000)
    assert (plain.name, plain.content) == ("d.json", whole)
    (zipped,) = screens.packed("d", document, screens.MARGIN + len(whole) // 2)
    assert zipped.name == "d.zip"
    slices = screens.packed("d", document, screens.MARGIN + 30_000)
    assert [one.name for one in slices[:2]] == ["d.zip.001", "d.zip.002"]
    assert all(len(one.content) <= 30_000 for one in slices)
    for archive in (zipped.content, b"".join(one.content for one in slices)):
        assert zipfile.ZipFile(io.BytesIO(archive)).read("d.json") == whole


async def test_slices_are_one_message_each_all_private(
    played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.Guild, "filesize_limit", screens.MARGIN + 300)
    said = await played.slash(played.mdt, "donnees exporter", serveur=True)
    assert said.private
    assert said.message is not None
    assert said.message.attachments[0].filename.startswith(f"donnees-{played.guild.id}.zip.0")


async def test_a_player_is_forgotten_once_asked_twice(played: Table) -> None:
    asked = await played.slash(played.player, "donnees effacer")
    assert asked.private
    assert "1 personnage et 1 acte" in asked.text
    assert "Reste, sans joueur : Fafhrd" in asked.text.replace("*", "")
    again = await played.press(played.player, asked, TRACES)
    assert again.private
    assert str(played.player.id) in await stored(played), "nothing has gone yet"
    done = await played.press(played.player, again, FOREVER)
    assert done.private
    left = await stored(played)
    assert str(played.player.id) not in left
    assert "Sheelba ?" not in left
    assert (await played.character("Fafhrd")).player_id is None
    assert (await played.character("Souricier Gris")).player_id == played.other.id


async def test_the_files_hold_nothing_of_it_either(played: Table) -> None:
    """Not the free pages of the base, nor its write-ahead log."""
    await played.slash(played.mdt, "personnage creer", nom="Vlana", joueur=played.player, faces=DICE)
    await played.slash(played.player, "personnage creer", nom="Ivrian", faces=DICE)
    asked = await played.slash(played.player, "donnees effacer", personnages=True)
    again = await played.press(played.player, asked, "Effacer mes traces et 1\u00a0personnage")
    await played.press(played.player, again, FOREVER)
    base = Path(str(played.bot.database.url.database))
    files = list(base.parent.glob(f"{base.name}*"))
    assert base in files
    for trace in (str(played.player.id), "Fafhrd", "Ivrian", "Sheelba ?"):
        assert not [file.name for file in files if trace.encode() in file.read_bytes()], trace


async def test_a_character_that_the_game_master_was_making_for_them_is_abandoned(played: Table) -> None:
    making = await played.slash(played.mdt, "personnage creer", nom="Vlana", joueur=played.other, faces=DICE)
    asked = await played.slash(played.other, "donnees effacer")
    again = await played.press(played.other, asked, TRACES)
    await played.press(played.other, again, FOREVER)
    assert str(played.other.id) not in await stored(played)
    assert "terminée ou abandonnée" in await played.press(played.mdt, making, "Abandonner")


async def test_the_characters_too(played: Table) -> None:
    asked = await played.slash(played.player, "donnees effacer", personnages=True)
    assert "Part aussi, pour toujours : Fafhrd" in asked.text.replace("*", "")
    again = await played.press(played.player, asked, "Effacer mes traces et 1\u00a0personnage")
    await played.press(played.player, again, FOREVER)
    assert "Fafhrd" not in await stored(played)


async def test_pressing_twice_erases_once(played: Table) -> None:
    again = await played.press(played.player, await played.slash(played.player, "donnees effacer"), TRACES)
    await played.press(played.player, again, FOREVER)
    twice = await played.press(played.player, again, FOREVER)
    assert twice.private
    assert "Rien à effacer" in twice


@pytest.mark.parametrize("who", ["other", "mdt"])
async def test_somebody_else_s_button_erases_nobody(played: Table, who: str) -> None:
    again = await played.press(played.player, await played.slash(played.player, "donnees effacer"), TRACES)
    before = await stored(played)
    assert again.message is not None
    message = played.env.backend.get_message(played.channel.id, again.message.id)
    message.flags = 0  # Discord itself hides it from the others
    refused = await played.press(getattr(played, who), again, FOREVER)
    assert refused.private
    assert "posée à quelqu’un d’autre" in refused
    assert await stored(played) == before


async def test_a_question_outlives_the_process(played: Table) -> None:
    again = await played.press(played.player, await played.slash(played.player, "donnees effacer"), TRACES)
    await played.env.restart_bot(Bot(played.bot.database, dice=played.dice))
    await played.press(played.player, again, FOREVER)
    assert str(played.player.id) not in await stored(played)


async def test_the_server_is_erased_by_who_manages_it(played: Table) -> None:
    await played.slash(played.mdt, "seance debut")
    await played.slash(played.mdt, "combat ouvrir", faces=(1,))
    asked = await played.slash(played.mdt, "donnees effacer", serveur=True)
    assert asked.private
    assert "2 personnages" in asked
    again = await played.press(played.mdt, asked, EVERYTHING)
    assert await stored(played) != "{}"
    done = await played.press(played.mdt, again, FOREVER)
    assert "plus rien n’est retenu" in done
    async with played.bot.database.reading() as connection:
        assert not await characters.of_guild(connection, played.guild.id)
    assert "Rien à effacer" in await played.slash(played.mdt, "donnees effacer", serveur=True)
    assert "Aucune séance ouverte" in await played.slash(played.player, "seance etat")


async def test_the_game_master_s_role_is_not_enough(played: Table) -> None:
    role = played.guild.create_role("MdT")
    helper = played.guild.add_member(played.env.create_user("adjoint"), roles=[role])
    await played.slash(played.mdt, "reglages changer", reglage="role_mdt", role=role)
    refused = await played.slash(helper, "donnees effacer", serveur=True)
    assert refused.private
    assert "Gérer le serveur" in refused


async def test_who_no_longer_manages_the_server_erases_nothing(played: Table) -> None:
    again = await played.press(
        played.mdt, await played.slash(played.mdt, "donnees effacer", serveur=True), EVERYTHING
    )
    manager = next(one for one in played.bot.get_guild(played.guild.id).roles if one.name == "Meneur")  # type: ignore[union-attr]
    played.env.backend.edit_role(played.guild.id, manager.id, {"permissions": 0})
    await played.env.settle()
    assert "Gérer le serveur" in await played.press(played.mdt, again, FOREVER)
    assert "Fafhrd" in await stored(played)


async def test_the_bot_sent_away_erases_nothing(played: Table) -> None:
    before = await stored(played)
    played.bot.dispatch("guild_remove", played.bot.get_guild(played.guild.id))
    await played.env.settle()
    assert await stored(played) == before


async def test_an_odd_name_is_harmless(table: Table) -> None:
    await table.seat(warrior(name="@everyone **rats**"), table.player)
    await table.seat(monster())
    said = await table.slash(table.player, "donnees effacer")
    assert "@everyone" not in said
    assert r"\*\*rats" in said


async def test_a_combat_goes_on_without_the_character_erased(played: Table) -> None:
    await played.slash(played.mdt, "combat ouvrir", faces=(1,))
    await played.slash(played.player, "combat attaque", cible="Souricier Gris", degats="1d4", faces=(15,))
    asked = await played.slash(played.player, "donnees effacer", personnages=True)
    again = await played.press(played.player, asked, "Effacer mes traces et 1\u00a0personnage")
    await played.press(played.player, again, FOREVER)
    card = await played.slash(played.mdt, "combat etat")
    assert "Souricier Gris" in card
    assert "Fafhrd" not in card
    assert "Round 2" in await played.slash(played.mdt, "combat round")
    assert "Combat clos" in await played.slash(played.mdt, "combat fermer")


async def test_an_old_button_of_a_character_erased_has_no_object(played: Table) -> None:
    said = await played.slash(played.player, "jet caracteristique", carac="for", faces=(20,))
    asked = await played.slash(played.player, "donnees effacer", personnages=True)
    again = await played.press(played.player, asked, "Effacer mes traces et 1\u00a0personnage")
    await played.press(played.player, again, FOREVER)
    refused = await played.press(played.player, said, "Destin héroïque")
    assert refused.private
    assert "Aucun personnage" in refused
