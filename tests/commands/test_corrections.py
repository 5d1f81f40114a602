"""`/personnage regler`, played."""

import pytest

from bot.storage import past
from rules import corrections
from rules.acts import Act
from rules.character import Element, ElementKind, State
from tests.characters import monster, warrior
from tests.commands.table import Table

DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")


async def last_act(table: Table) -> Act:
    """The latest act of the journal, as it is read back."""
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    return entry.act


async def test_a_level_throws_its_hit_dice(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(
        table.mdt, "personnage regler", personnage="Fafhrd", champ="niveau", valeur=7, faces=(3, 4)
    )
    words = said.text.replace("*", "")
    assert "Guerrier 5 → 7 · 🎲 3 4" in words
    assert "PV 33/33 → 42/42" in words
    assert (await table.character("Fafhrd")).level == 7
    act = await last_act(table)
    assert isinstance(act, corrections.Correction)
    assert act.field is corrections.Field.LEVEL


@pytest.mark.parametrize(
    ("champ", "valeur", "words"),
    [
        ("or", 1_250, "0 → 1 250"),
        ("for", 18, "16 → 18"),
        ("pv", 12, "33 → 12"),
        ("pv_max", 20, "33 → 20"),
    ],
)
async def test_values_old_to_new(table: Table, champ: str, valeur: int, words: str) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ=champ, valeur=valeur)
    assert words in said.text.replace("*", "")


async def test_an_npcs_armour_class_reads_in_both_conventions(table: Table) -> None:
    await table.seat(monster())
    said = await table.slash(table.mdt, "personnage regler", personnage="Rat géant", champ="ca", valeur=15)
    assert "9 [10] → **4 [15]**" in said


async def test_a_lower_wisdom_offers_the_rolls_it_owes(table: Table) -> None:
    """FOL-2: 12 points, wisdom 9 → 4, two more multiples."""
    await table.seat(warrior(madness=12), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ="sag", valeur=4)
    assert "2 jets de Folie en attente" in said
    assert "Lancer les jets de Folie" in said.buttons


async def test_hit_points_at_zero_offer_the_save(table: Table) -> None:
    """SAN-3."""
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ="pv", valeur=0)
    assert "Sauvegarde contre la mort" in said.buttons


async def test_death_may_be_corrected(table: Table) -> None:
    await table.seat(warrior(wounds=33, elements=(DEAD,)), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ="pv", valeur=5)
    assert "Fin : mort" in said
    assert not (await table.character("Fafhrd")).dead


@pytest.mark.parametrize(
    ("champ", "valeur"), [("niveau", 16), ("or", -1), ("for", 26), ("dv", 3), ("ca", 12), ("or", 0)]
)
async def test_what_makes_no_sense_is_refused(table: Table, champ: str, valeur: int) -> None:
    before = await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "personnage regler", personnage="Fafhrd", champ=champ, valeur=valeur)
    assert said.private
    assert await table.character("Fafhrd") == before
