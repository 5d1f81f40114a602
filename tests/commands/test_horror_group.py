"""`/horreur groupe`, played: everybody at once, each with their own row (HOR)."""

import asyncio
from typing import Any

import discord
import pytest
from sqlalchemy import select

from bot.client import Bot
from bot.storage import campaigns, characters, journal
from bot.storage.tables import ActRow
from rules import horror
from rules.character import Element, ElementKind, State
from rules.dice import verify
from tests.characters import monster, thief, warrior, white_magician
from tests.commands.table import NBSP, WHY, Said, Table
from tests.commands.test_fairness import attached, opened

PANIC = (1, 4, 1)  # a failed save, the effect, one point of madness
PASSED = (19,)
FAFHRD = f"Destin héroïque{NBSP}: Fafhrd"
MOUSER = f"Destin héroïque{NBSP}: Souricier Gris"
EFFECT_OF_FAFHRD, EFFECT_OF_MOUSER = (f"{name}{NBSP}: Panique" for name in ("Fafhrd", "Souricier Gris"))
DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")


async def seated(table: Table, **facts: Any) -> None:
    """Fafhrd for the player, the Mouser for the other one, and a rat."""
    await table.seat(warrior(**facts), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())


async def frightened(table: Table, faces: tuple[int, ...] = PANIC + PANIC, **options: Any) -> Said:
    wanted = {"situation": "horrible", **options}
    return await table.slash(table.mdt, "horreur groupe", faces=faces, **wanted)


async def madness(table: Table) -> list[int]:
    """Of Fafhrd and of the Mouser."""
    return [(await table.character(name)).madness for name in ("Fafhrd", "Souricier Gris")]


async def acts(table: Table) -> list[Any]:
    """The rows of the journal, oldest first."""
    async with table.bot.database.reading() as connection:
        return list((await connection.execute(select(ActRow.__table__).order_by(ActRow.id))).all())


# --- what is said, and to whom ---------------------------------------------------------------------------


async def test_everybody_is_told_in_one_public_message(table: Table) -> None:
    await seated(table)
    faces = (5, 1, 4, 2, 20)
    said = await frightened(table, faces, situation="insoutenable", ajustement=1)
    assert not said.private
    assert said.text.replace("*", "").splitlines() == [
        "😨 Horreur insoutenable — 2 personnages",
        "Pour tous : situation −2, ajustement du MdT +1",
        "❌ Fafhrd · 🎲 5 − 2 + 1 = 4 contre 10",
        "💥 Paralysie, 4 rounds · 🌀 Folie 0 → 3 / SAG 9",
        "✅ Souricier Gris · 🎲 20 + 1 (Lankhmarien) − 2 + 1 = 20 contre 12",
    ]


async def test_folie_rolls_and_a_passing_madness_are_told(table: Table) -> None:
    await table.seat(warrior(madness=8), table.player)
    words = (await frightened(table, (1, 10, 2, 7, 3, 7))).text.replace("*", "")
    assert "💥 Folie temporaire (Paranoïa aiguë)" in words
    assert "🌀 Folie 8 → 11 / SAG 9 · 🧠 Paranoïa aiguë" in words


async def test_a_natural_that_decides_is_told(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
    assert "contre 10 (20 naturel)" in (await frightened(table, (20,))).text.replace("*", "")


async def test_eight_characters_fit_a_phone_and_their_buttons_a_message(table: Table) -> None:
    for number in range(8):
        name = f"Hrafn {number} " + "x" * 55
        await table.seat(warrior(name=name, player_id=500 + number))
    said = await frightened(table, PANIC * 8)
    again = [label for label in said.pressable if label.startswith("Destin héroïque")]
    assert len(again) == 8
    assert all(len(label) <= 80 and label.endswith(f" · 55{NBSP}%") for label in again)
    assert len(said.choices) == 8
    assert WHY in said.pressable
    assert len(said.text.splitlines()) == 1 + 2 * 8


async def test_thirty_characters_stay_within_discords_limits(table: Table) -> None:
    for number in range(30):
        await table.seat(warrior(name=f"{number} {'|' * 60}", player_id=500 + number))
    said = await frightened(table, PANIC * 30)
    assert "… et " in said
    assert len(said.pressable) == 19
    assert len(said.choices) == 25


async def test_a_secret_is_for_the_game_master_alone_and_is_not_rerolled(table: Table) -> None:
    await seated(table)
    said = await frightened(table, secret=True)
    assert said.private
    assert list(said.buttons) == ["Révéler"]
    assert all(row.secret and row.dice is None for row in await acts(table))
    ended = await table.pick(table.mdt, said, EFFECT_OF_FAFHRD)
    assert ended.private


async def test_a_secret_group_is_revealed_as_one(table: Table) -> None:
    await seated(table)
    said = await frightened(table, secret=True)
    shown = await table.press(table.mdt, said, "Révéler")
    assert not shown.private
    assert shown.text.startswith(said.text)
    assert all(row.revealed for row in await acts(table) if row.secret)
    again = await table.press(table.mdt, said, "Révéler")
    assert again.private
    assert "déjà révélé" in again


async def test_what_stands_again_after_the_reveal_is_revealed_too(table: Table) -> None:
    await seated(table)
    said = await frightened(table, secret=True)
    undone = await table.slash(table.mdt, "journal annuler", entree="1")
    shown = await table.press(table.mdt, said, "Révéler")
    assert "Fafhrd" not in shown
    await table.press(table.mdt, undone, "Rétablir")
    rest = await table.press(table.mdt, said, "Révéler")
    assert not rest.private
    assert "Fafhrd" in rest
    assert "Souricier" not in rest


async def test_only_the_game_master_frightens(table: Table) -> None:
    await seated(table)
    for preview in (False, True):
        said = await table.slash(table.player, "horreur groupe", situation="horrible", apercu=preview)
        assert said.private
        assert "Réservé au MdT" in said
    assert await acts(table) == []


async def test_a_preview_throws_nothing(table: Table) -> None:
    await seated(table, elements=(DEAD,))
    said = await frightened(table, (), apercu=True, ajustement=-2)
    assert said.private
    words = said.text.replace("*", "")
    assert "Souricier Gris · échec 60 % · 1d20 + 1 (Lankhmarien) − 2, il faut 12 ou plus" in words
    assert "Fafhrd : est mort." in words
    assert list(said.pressable) == ["Lancer"]
    assert await acts(table) == []


async def test_the_preview_is_thrown_once_by_its_button(table: Table) -> None:
    await seated(table)
    said = await frightened(
        table,
        (),
        situation="insoutenable",
        apercu=True,
        ajustement=1,
        sauf="Souricier Gris",
        **{"folie-sup": 2},
    )
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    faced = await table.press(table.mdt, said, "Lancer", faces=PANIC)
    assert not faced.private
    assert faced.text.replace("*", "").splitlines() == [
        "😨 Horreur insoutenable — 1 personnage",
        "Pour tous : situation −2, ajustement du MdT +1, folie en cas d’échec +2",
        "❌ Fafhrd · 🎲 1 − 2 + 1 = 0 contre 10",
        "💥 Panique, durée au choix du MdT · 🌀 Folie 0 → 4 / SAG 9",
    ]
    await table.slash(table.mdt, "journal annuler")
    twice = await table.press(table.mdt, said, "Lancer")
    assert "déjà été lancé" in twice
    assert await madness(table) == [0, 0]


async def test_the_preview_of_a_secret_is_thrown_in_secret(table: Table) -> None:
    await seated(table)
    said = await frightened(table, (), apercu=True, secret=True)
    faced = await table.press(table.mdt, said, "Lancer en secret", faces=PANIC + PANIC)
    assert faced.private
    assert list(faced.buttons) == ["Révéler"]
    assert all(row.secret for row in await acts(table))


async def test_a_preview_that_leaves_too_many_out_has_no_button(table: Table) -> None:
    for number in range(30):
        await table.seat(warrior(name=f"H{number}", player_id=500 + number))
    said = await frightened(table, (), apercu=True, sauf=",".join(f"H{number}" for number in range(29)))
    assert "1 personnage" in said
    assert said.pressable == {}


# --- who is in it ---------------------------------------------------------------------------------------


async def test_npcs_and_characters_put_aside_are_not_in_it(table: Table) -> None:
    await seated(table)
    await table.seat(white_magician(active=False), table.player)
    said = await frightened(table)
    assert "2 personnages" in said
    assert "Rat géant" not in said
    assert "Sheelba" not in said


async def test_without_anybody_active_it_says_what_to_do(table: Table) -> None:
    await table.seat(warrior(active=False), table.player)
    await table.seat(thief(elements=(DEAD,)), table.other)
    await table.seat(monster())
    said = await frightened(table, ())
    assert said.private
    assert "/personnage activer" in said


async def test_another_server_is_not_frightened(table: Table) -> None:
    await seated(table)
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, 77)
        await characters.create(connection, 77, warrior(name="Hrafn"))
    assert "Hrafn" not in await frightened(table)


async def test_a_modifier_out_of_its_range_is_refused_for_all(table: Table) -> None:
    await seated(table)
    said = await frightened(table, (), modificateur=-4)
    assert said.private
    assert "de −1 à +1" in said


async def test_those_left_out_are_named_with_commas(table: Table) -> None:
    await seated(table)
    await table.seat(white_magician(name="Ourph, le Mingol"))
    said = await frightened(table, PANIC, sauf="souricier gris,Ourph, le Mingol")
    assert "Fafhrd" in said
    assert "Souricier" not in said
    assert "Ourph" not in said


async def test_an_unknown_name_stops_everything(table: Table) -> None:
    await seated(table)
    said = await frightened(table, (), sauf="Fafhrd, Rat géant")
    assert said.private
    assert "« Rat géant » n’est le personnage actif de personne" in said
    assert await acts(table) == []


async def test_nobody_left_is_told(table: Table) -> None:
    await seated(table)
    assert "aucun personnage actif" in await frightened(table, (), sauf="Fafhrd,Souricier Gris,")


async def test_completion_adds_a_name_to_those_typed(table: Table) -> None:
    await seated(table)
    first = await table.complete(table.mdt, "horreur groupe", "sauf", "", situation="horrible")
    assert [one["value"] for one in first] == ["Fafhrd", "Souricier Gris"]
    second = await table.complete(table.mdt, "horreur groupe", "sauf", "fafhrd, ", situation="horrible")
    assert [one["value"] for one in second] == ["fafhrd, Souricier Gris"]


# --- one act a character, under one group ---------------------------------------------------------------


async def test_a_group_is_an_act_a_character_under_one_group(table: Table) -> None:
    await seated(table)
    await frightened(table)
    first, second = await acts(table)
    assert [first.record["kind"], second.record["kind"]] == ["horror", "horror"]
    assert first.group_id == second.group_id == first.interaction_id
    assert second.interaction_id is None
    found = [await table.character(name) for name in ("Fafhrd", "Souricier Gris")]
    uids = [element.uid for one in found for element in one.of_kind(ElementKind.STATE)]
    assert len(set(uids)) == 2
    assert await madness(table) == [1, 1]


async def test_a_public_seed_proves_every_row(table: Table) -> None:
    published = await opened(table)
    await seated(table)
    await frightened(table, ())
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert [act["command"] for act in document["acts"]] == ["horreur groupe"] * 2
    assert not verify.faults(document, published)


# --- one row that fails ---------------------------------------------------------------------------------


async def test_a_dead_character_says_so_and_the_others_stand(table: Table) -> None:
    await seated(table, elements=(DEAD,))
    said = await frightened(table, PANIC)
    assert "⚠️ Fafhrd : est mort." in said.text.replace("*", "")
    assert await madness(table) == [0, 1]
    assert list(said.buttons) == [MOUSER]


def failing(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, place: int) -> None:
    """A function that does its work, then fails when it was for Fafhrd."""
    work = getattr(module, name)

    def told(argument: Any) -> str:
        return str(argument.name)

    async def late(*given: Any, **options: Any) -> Any:
        done = await work(*given, **options)
        if told(given[place]) == "Fafhrd":
            raise ZeroDivisionError
        return done

    def at_once(*given: Any, **options: Any) -> Any:
        done = work(*given, **options)
        if told(given[place]) == "Fafhrd":
            raise ZeroDivisionError
        return done

    monkeypatch.setattr(module, name, late if asyncio.iscoroutinefunction(work) else at_once)


@pytest.mark.parametrize(
    ("module", "name", "place"), [(horror, "face", 0), (journal, "accept", 2)], ids=["thrown", "written"]
)
async def test_an_unexpected_error_has_a_reference_and_undoes_its_row_alone(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    module: Any,
    name: str,
    place: int,
) -> None:
    await seated(table)
    failing(monkeypatch, module, name, place)
    said = await frightened(table)
    assert "Référence : `" in said
    assert "ZeroDivisionError" in caplog.text
    caplog.clear()
    assert await madness(table) == [0, 1]
    (only,) = await acts(table)
    assert only.interaction_id == only.group_id, "the first written, not the first tried"
    assert only.dice == [[20, 1], [10, 4], [3, 1]], "the dice of the row that failed are nobody's"
    assert list(said.buttons) == [MOUSER]


async def test_a_row_that_fails_leaves_the_proof_of_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    published = await opened(table)
    await seated(table)
    failing(monkeypatch, journal, "accept", 2)
    await frightened(table, ())
    caplog.clear()
    monkeypatch.undo()
    await frightened(table, ())
    document = await attached(await table.slash(table.mdt, "seance fin"))
    assert len(document["acts"]) == 3
    assert not verify.faults(document, published)


# --- the buttons ----------------------------------------------------------------------------------------


async def test_each_reroll_is_its_players_and_leaves_the_others(table: Table) -> None:
    await seated(table)
    said = await frightened(table)
    assert list(said.buttons) == [FAFHRD, MOUSER]
    stranger = await table.press(table.other, said, FAFHRD)
    assert stranger.private
    assert "n’est pas votre personnage" in stranger
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    rerolled = await table.press(table.player, said, FAFHRD, faces=PASSED)
    assert "Fafhrd" in rerolled
    left = table.again(said)
    assert list(left.buttons) == [MOUSER]
    assert list(left.choices) == [EFFECT_OF_MOUSER], "the effect went with the roll"
    assert await madness(table) == [0, 1]
    await table.press(table.other, left, MOUSER, faces=PASSED)
    assert await madness(table) == [0, 0]
    twice = await table.press(table.other, said, MOUSER)
    assert twice.private
    assert "une fois" in twice


async def test_of_two_presses_at_once_neither_brings_the_others_button_back(table: Table) -> None:
    await seated(table)
    said = await frightened(table)
    await table.press(table.player, said, FAFHRD, faces=PASSED)
    await table.press(table.other, said, MOUSER, faces=PASSED)  # its copy still has Fafhrd's
    assert table.again(said).buttons == {}


async def test_without_a_point_there_is_no_reroll(table: Table) -> None:
    await seated(table, heroism=0)
    assert list((await frightened(table)).buttons) == [MOUSER]


async def test_the_game_master_ends_one_effect_and_the_others_last(table: Table) -> None:
    await seated(table)
    said = await frightened(table)
    refused = await table.pick(table.player, said, EFFECT_OF_FAFHRD)
    assert refused.private
    ended = await table.pick(table.mdt, said, EFFECT_OF_FAFHRD)
    assert not ended.private
    assert not (await table.character("Fafhrd")).has(State.PANICKED)
    assert (await table.character("Souricier Gris")).has(State.PANICKED)
    left = table.again(said)
    assert list(left.choices) == [EFFECT_OF_MOUSER]
    assert list(left.buttons) == [FAFHRD, MOUSER]
    over = await table.pick(table.mdt, said, EFFECT_OF_FAFHRD)
    assert "déjà terminé" in over


async def test_nothing_to_end_shows_no_menu(table: Table) -> None:
    await seated(table)
    said = await frightened(table, PASSED + PASSED)
    assert said.message is not None
    assert "effets" not in str(said.components)


async def test_who_failed_is_offered_a_reroll_first_and_at_a_glance(table: Table) -> None:
    await seated(table)
    said = await frightened(table, (19, 3, 4, 2))
    assert said.message is not None
    again = [
        (item.custom_id, item.style)
        for row in said.message.components
        for item in getattr(row, "children", [])
        if (getattr(item, "label", None) or "").startswith("Destin héroïque")
    ]
    assert again == [
        (said.buttons[MOUSER], discord.ButtonStyle.primary),
        (said.buttons[FAFHRD], discord.ButtonStyle.secondary),
    ]


async def test_a_preview_says_that_nothing_is_thrown_and_explains_nothing(table: Table) -> None:
    await seated(table)
    said = await table.slash(table.mdt, "horreur groupe", situation="horrible", apercu=True)
    assert said.private
    assert said.text.startswith("🔮 Horreur horrible — 2 personnages")
    assert "rien n’est lancé" in said
    assert list(said.pressable) == ["Lancer"]
