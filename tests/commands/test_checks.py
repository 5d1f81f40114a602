"""`/jet`, played (JET, CAR-3, PEU-3, HOR-5)."""

from typing import Any

import pytest

from bot.storage import campaigns, past
from rules.character import Character, Element, ElementKind, State
from rules.rolls import CheckAct
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Table

DESTINY = "Destin héroïque"


async def with_naturals(table: Table) -> None:
    """The table plays with the automatisms of JET-4."""
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, settings={"naturels": True})


@pytest.mark.parametrize(
    ("options", "face", "line"),
    [
        ({"carac": "for"}, 16, "🎲 16, il fallait 16 ou moins → ✅ Réussite"),
        ({"carac": "for"}, 17, "🎲 17, il fallait 16 ou moins → ❌ Échec"),
        (
            {"carac": "sag", "modificateur": -2},
            7,
            "🎲 7 + 2 (situation) = 9, il fallait 9 ou moins → ✅ Réussite",
        ),
        (
            {"carac": "sag", "modificateur": 4},
            14,
            "🎲 14 − 4 (situation) = 10, il fallait 9 ou moins → ❌ Échec",
        ),
        (
            {"carac": "cha", "modificateur": 20},
            1,
            "🎲 1 − 20 (situation) = −19, il fallait 13 ou moins → ✅ Réussite",
        ),
    ],
)
async def test_an_ability_check(table: Table, options: dict[str, Any], face: int, line: str) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", faces=(face,), **options)
    assert line in said.text.replace("*", "")
    assert said.text.startswith(f"Fafhrd — jet de {options['carac'].upper()}")
    assert not said.private


@pytest.mark.parametrize(
    ("who", "options", "face", "line"),
    [
        (warrior(), {"contre": "souffles"}, 13, "🎲 13, il fallait 13 ou plus → ✅ Réussite"),
        (warrior(), {"contre": "souffles"}, 12, "🎲 12, il fallait 13 ou plus → ❌ Échec"),
        (thief(), {"contre": "mort"}, 11, "🎲 11 + 1 (Lankhmarien) = 12, il fallait 12 ou plus → ✅ Réussite"),
        (thief(), {"contre": "paralysie", "modificateur": -3}, 13, "🎲 13 − 3 (situation) = 10, il fallait 11 ou plus → ❌ Échec"),
    ],
)  # fmt: skip
async def test_a_save(table: Table, who: Character, options: dict[str, Any], face: int, line: str) -> None:
    await table.seat(who, table.player)
    said = await table.slash(table.player, "jet sauvegarde", faces=(face,), **options)
    assert line in said.text.replace("*", "")
    assert f"{who.name} — sauvegarde : " in said


@pytest.mark.parametrize(
    ("contre", "magique", "counts"),
    [
        ("sorts", None, True),
        ("baguettes", None, True),
        ("mort", None, False),
        ("mort", True, True),
        ("sorts", False, False),
    ],
)
async def test_wisdom_counts_against_magic_alone(
    table: Table, contre: str, magique: bool | None, counts: bool
) -> None:
    """CAR-3: SAG 8 is a malus of 1; spells and wands are magic unless it is said otherwise."""
    await table.seat(black_magician(), table.player)
    said_or_not = {} if magique is None else {"magique": magique}
    said = await table.slash(table.player, "jet sauvegarde", contre=contre, faces=(14,), **said_or_not)
    assert ("14 − 1 (SAG contre la magie) = 13" in said.text.replace("*", "")) is counts


async def test_automatisms_count_from_the_next_roll_once_chosen(table: Table) -> None:
    """JET-4, both ways; the answer says why."""
    await table.seat(warrior(), table.player)
    before = await table.slash(table.player, "jet caracteristique", carac="for", modificateur=20, faces=(20,))
    assert "✅" in before
    await with_naturals(table)
    after = await table.slash(table.player, "jet caracteristique", carac="for", modificateur=20, faces=(20,))
    assert "❌ Échec (20 naturel)" in after.text.replace("*", "")
    save = await table.slash(table.player, "jet sauvegarde", contre="sorts", modificateur=-20, faces=(20,))
    assert "✅ Réussite (20 naturel)" in save.text.replace("*", "")
    ordinary = await table.slash(table.player, "jet caracteristique", carac="for", faces=(19,))
    assert "naturel" not in ordinary


async def test_a_monster_saves_as_a_warrior_of_its_hit_dice(table: Table) -> None:
    """HOR-5."""
    await table.seat(monster(hit_dice=4))
    said = await table.slash(table.mdt, "jet sauvegarde", contre="mort", personnage="Rat géant", faces=(10,))
    assert "il fallait 10 ou plus → ✅" in said


async def test_a_score_that_nobody_knows_is_refused(table: Table) -> None:
    await table.seat(monster())
    said = await table.slash(table.mdt, "jet caracteristique", carac="int", personnage="Rat géant")
    assert "Rat géant n’a pas de score en INT" in said
    assert said.private


async def test_a_check_may_be_thrown_again_by_its_player(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet caracteristique", carac="for", faces=(18,))
    stranger = await table.press(table.other, said, DESTINY)
    assert stranger.private
    again = await table.press(table.player, said, DESTINY, faces=(3,))
    words = again.text.replace("**", "")
    assert "~~🎲 18, il fallait 16 ou moins → ❌ Échec~~" in words
    assert "🎲 3, il fallait 16 ou moins → ✅ Réussite" in words
    twice = await table.press(table.player, said, DESTINY)
    assert twice.private
    assert (await table.character("Fafhrd")).heroism == 1


async def test_a_secret_check_is_private_and_is_not_followed(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "jet sauvegarde", contre="mort", secret=True, faces=(2,))
    assert said.private
    assert list(said.buttons) == ["Révéler"]
    async with table.bot.database.reading() as connection:
        fafhrd = await table.character("Fafhrd")
        assert await past.last_roll(connection, table.guild.id, fafhrd.id) is None


async def test_a_check_is_journalled_for_its_character(table: Table) -> None:
    fafhrd = await table.seat(warrior(), table.player)
    await table.slash(table.player, "jet caracteristique", carac="dex", faces=(12,))
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 5)
    assert isinstance(entry.act, CheckAct)
    assert (entry.act.character_id, entry.act.check.die, entry.actor_id) == (fafhrd.id, 12, table.player.id)


async def test_a_stranger_cannot_roll_for_somebody_else(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.other, "jet caracteristique", carac="for", personnage="Fafhrd")
    assert "Fafhrd n’est pas votre personnage" in said
    assert said.private
    by_mdt = await table.slash(table.mdt, "jet caracteristique", carac="for", personnage="Fafhrd", faces=(1,))
    assert "✅" in by_mdt


@pytest.mark.parametrize("command", ["jet caracteristique", "jet sauvegarde"])
async def test_without_a_character_one_is_told_what_to_do(table: Table, command: str) -> None:
    options: dict[str, Any] = {"carac": "for"} if command.endswith("caracteristique") else {"contre": "mort"}
    said = await table.slash(table.player, command, **options)
    assert "/personnage creer" in said
    assert said.private


async def test_the_dead_roll_nothing(table: Table) -> None:
    await table.seat(warrior(elements=(Element("x", ElementKind.STATE, State.DEAD, "mort"),)), table.player)
    said = await table.slash(table.player, "jet sauvegarde", contre="mort")
    assert "Fafhrd est mort" in said
    assert said.private
