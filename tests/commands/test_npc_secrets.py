"""An NPC's figures are the game master's secret: what is told of them, by command, button and completion."""

from typing import Any

import pytest

from bot.storage import past
from rules.alteration_table import ALTERATIONS
from rules.character import Element, ElementKind, State
from tests.characters import black_magician, known, monster, ready, thief, warrior
from tests.commands.table import WHY, Said, Table

RAT = "Rat géant"
DESTINY = "Destin héroïque"
SORCERER: dict[str, Any] = {
    "id": 0,
    "name": RAT,
    "npc": True,
    "player_id": None,
    "active": False,
    "major": True,
    "heroism": 3,
}


async def played(table: Table, command: str, faces: tuple[int, ...] = (), **options: Any) -> Said:
    said = await table.slash(table.mdt, command, faces=faces, personnage=RAT, **options)
    assert "Rat" in said, said.text
    return said


FIGURES: list[tuple[str, tuple[int, ...], dict[str, Any]]] = [
    ("personnage equiper", (), {"degats": "1d4"}),
    ("corruption jet", (3,), {"niveau": 2, "occasion": "incantation"}),
    ("corruption regler", (), {"points": -1}),
    ("corruption alteration ajouter", (), {"alteration": ALTERATIONS[1].key}),
    ("heroism regler", (), {"valeur": 5}),
    ("horreur folie", (), {"points": 2}),
    ("horreur trouble ajouter", (), {"trouble": 4}),
    ("jet caracteristique", (5,), {"carac": "dex"}),
    ("jet sauvegarde", (5,), {"contre": "mort"}),
    ("sante trousse", (), {"utilisations": 3}),
    ("magie lancer", (3,), {"sort": "invisibilite"}),
]


@pytest.mark.parametrize(("command", "faces", "options"), FIGURES, ids=[one[0] for one in FIGURES])
async def test_an_npcs_figures_are_told_to_the_game_master_alone(
    table: Table, command: str, faces: tuple[int, ...], options: dict[str, Any]
) -> None:
    npc = {**SORCERER, "elements": (*known("invisibilite"), *ready("invisibilite"))}
    await table.seat(black_magician(**npc))
    said = await played(table, command, faces, **options)
    assert said.private
    async with table.bot.database.reading() as connection:
        (entry, *_) = await past.recent(connection, table.guild.id, 1)
    assert not entry.secret  # the answer is private; the act is written down as any other


THROWN: list[tuple[str, tuple[int, ...], dict[str, Any]]] = [
    *(one for one in FIGURES if one[1]),
    ("corruption regler", (1, 1, 1, 1), {"points": 1}),
    ("horreur folie", (1, 1), {"points": 20}),
    ("horreur pnj", (1, 4, 1), {"situation": "horrible"}),
    ("sante mort", (17,), {}),
    ("sante repos", (2,), {}),
    ("heroism spend second-souffle", (2,), {}),
]


@pytest.mark.parametrize(("command", "faces", "options"), THROWN, ids=[one[0] for one in THROWN])
async def test_an_npcs_dice_that_the_table_does_not_see_are_in_no_account(
    table: Table, command: str, faces: tuple[int, ...], options: dict[str, Any]
) -> None:
    wounds = 99 if command == "sante mort" else 3
    npc = {**SORCERER, "wounds": wounds, "elements": (*known("invisibilite"), *ready("invisibilite"))}
    await table.seat(black_magician(**npc))
    await table.slash(table.mdt, "reglages changer", reglage="recuperation", valeur="1d3")
    said = await played(table, command, faces, **options)
    if DESTINY in said.buttons:
        passing = 20 if "horreur" in command or "sauvegarde" in command else 2
        await table.press(table.mdt, said, DESTINY, faces=(passing,))
    assert "Aucun dé public" in await table.slash(table.player, "des bilan")


async def test_an_npcs_dice_that_the_table_sees_are_in_the_account(table: Table) -> None:
    await table.seat(monster(major=True, heroism=1))
    said = await played(table, "combat attaque", (5,), ca=14)
    await table.press(table.mdt, said, DESTINY, faces=(6,))
    assert "d20 · 2 dés" in (await table.slash(table.player, "des bilan")).text.replace("*", "")


@pytest.mark.parametrize(("command", "faces", "options"), FIGURES, ids=[one[0] for one in FIGURES])
async def test_those_of_a_player_character_stay_public(
    table: Table, command: str, faces: tuple[int, ...], options: dict[str, Any]
) -> None:
    elements = (*known("invisibilite"), *ready("invisibilite"))
    own = await table.seat(black_magician(elements=elements), table.player)
    said = await table.slash(table.mdt, command, faces=faces, personnage=own.name, **options)
    assert not said.private, said.text


async def test_renaming_an_npc_is_no_secret(table: Table) -> None:
    await table.seat(monster())
    assert not (await played(table, "personnage renommer", nom="Rat noir")).private


async def test_an_npcs_save_against_death_is_told_to_the_game_master_alone(table: Table) -> None:
    await table.seat(monster(major=True, wounds=9, heroism=1))
    assert (await played(table, "sante mort", (20,))).private
    await table.seat(monster(name="Loup", major=True))
    felled = await table.slash(table.mdt, "sante blesser", pv=9, personnage="Loup")
    assert (await table.press(table.mdt, felled, "Sauvegarde contre la mort", faces=(20,))).private


async def test_an_npcs_check_is_thrown_again_in_private(table: Table) -> None:
    await table.seat(black_magician(**SORCERER))
    said = await played(table, "jet caracteristique", (19,), carac="dex")
    again = await table.press(table.mdt, said, DESTINY, faces=(2,))
    assert again.private
    assert "Réussite" in again
    assert "Héroïsme 3" not in again


async def test_an_npc_before_a_horror_shows_its_effect_and_no_figure(table: Table) -> None:
    await table.seat(black_magician(**SORCERER))
    for faces in ((1, 4, 1), (20,)):
        said = await played(table, "horreur pnj", faces, situation="horrible")
        assert not said.private
        for word in ("🎲", "fallait", "Folie", "SAG", "1d10"):
            assert word not in said, said.text
    assert "Réussite" in said
    secret = await played(table, "horreur pnj", (20,), situation="horrible", secret=True)
    assert secret.private
    assert "il fallait" in secret


async def test_an_npcs_horror_thrown_again_shows_what_has_become_of_it(table: Table) -> None:
    await table.seat(black_magician(**SORCERER))
    said = await played(table, "horreur pnj", (1, 4, 1), situation="horrible")
    again = await table.press(table.mdt, said, DESTINY, faces=(1, 2, 3, 1))
    assert not again.private
    assert "Premier jet : ~~Panique~~" in again
    assert "Fuite" in again
    for word in ("🎲", "fallait", "Folie", "folie", "SAG", "1d10", "rounds"):
        assert word not in again, again.text
    why = await table.press(table.mdt, again, WHY)
    assert "🎲" in why


async def test_what_an_npc_spends_tells_nothing_of_what_is_left(table: Table) -> None:
    await table.seat(monster(major=True, heroism=2, fixed_hit_points=57, wounds=41))
    wind = await played(table, "heroism spend second-souffle", (8,))
    stroke = await played(table, "heroism spend coup-de-maitre", libre=True)
    for said in (wind, stroke):
        assert not said.private
        assert "Héroïsme" not in said
        assert "1d8" not in said


async def test_the_dexterity_of_an_npc_is_hidden_in_individual_initiative(table: Table) -> None:
    await table.seat(thief(), table.player)
    await table.seat(black_magician(**{**SORCERER, "scores": (9, 18, 10, 15, 8, 9)}))
    await table.slash(table.mdt, "combat ouvrir", adversaire=RAT, faces=(2, 3))
    said = await table.slash(table.mdt, "combat initiative", individuelle=True, faces=(3, 4))
    lines = {line.replace("*", "") for line in said.text.splitlines()}
    (npc,) = (line for line in lines if RAT in line)
    assert "DEX" not in npc
    assert "=" not in npc
    (own,) = (line for line in lines if "Souricier" in line)
    assert "(DEX) =" in own


COMPLETIONS = [
    ("horreur trouble retirer", "trouble", ElementKind.TROUBLE, "4"),
    ("horreur trouble preciser", "trouble", ElementKind.TROUBLE, "4"),
    ("corruption alteration retirer", "alteration", ElementKind.ALTERATION, "a"),
    ("corruption alteration preciser", "alteration", ElementKind.ALTERATION, "a"),
    ("sante etat retirer", "etat", ElementKind.STATE, State.PANICKED.value),
]


@pytest.mark.parametrize(
    ("command", "option", "kind", "key"), COMPLETIONS, ids=[one[0] for one in COMPLETIONS]
)
async def test_a_completion_tells_players_nothing_of_what_one_suffers(
    table: Table, command: str, option: str, kind: ElementKind, key: str
) -> None:
    suffered = Element("9.1", kind, key, "Terreur des chats")
    for one in (monster(elements=(suffered,)), warrior(elements=(suffered,), player_id=table.player.id)):
        seated = await table.seat(one, table.player if one.player_id else None)
        chosen = f"#{seated.id}"
        assert await table.complete(table.mdt, command, option, "", personnage=chosen)
        assert not await table.complete(table.other, command, option, "", personnage=chosen)
        assert not await table.complete(table.player, command, option, "", personnage=chosen)
