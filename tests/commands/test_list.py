"""`/personnage liste`, played."""

from rules.character import Element, ElementKind, State
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Table

CONSUMED = Element("c.1", ElementKind.STATE, State.CONSUMED, "consumé")
DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")


async def test_an_empty_server_says_what_to_do(table: Table) -> None:
    said = await table.slash(table.player, "personnage liste")
    assert "0 PJ" in said
    assert "/personnage creer" in said


async def test_ones_own_come_first_then_players_then_npcs(table: Table) -> None:
    await table.seat(thief(), table.other)
    await table.seat(warrior(), table.player)
    await table.seat(warrior(name="Ourph", active=False), table.player)
    await table.seat(monster())
    await table.seat(thief(name="Ancien", active=False, archived=True), table.player)
    said = await table.slash(table.player, "personnage liste")
    assert not said.private
    assert said.text.replace("*", "").splitlines() == [
        "Personnages — 3 PJ, 1 PNJ",
        f"À <@{table.player.id}> (2)",
        "🟢 Fafhrd — guerrier 5 · PV 33/33",
        "⚪ Ourph — guerrier 5 · PV 33/33",
        "Personnages joueurs (1)",
        f"🟢 Souricier Gris — voleur 5 · PV 14/14 · <@{table.other.id}>",
        "PNJ (1)",
        "🎭 Rat géant — 2 DV",
        "🟢 actif · ⚪ en réserve · ⭐ PNJ majeur",
    ]
    everyone = await table.slash(table.player, "personnage liste", archives=True)
    assert "Archives (1)" in everyone.text.replace("*", "")
    assert "📦 **Ancien**" in everyone


async def test_the_fallen_are_marked(table: Table) -> None:
    await table.seat(warrior(elements=(DEAD,)), table.player)
    await table.seat(black_magician(elements=(CONSUMED,)), table.other)
    await table.seat(thief(name="Mourant", active=False, wounds=20), table.other)
    said = await table.slash(table.player, "personnage liste")
    for marked in ("🪦 **Fafhrd**", "☠️ **Ahriman**", "🩸 **Mourant**"):
        assert marked in said


async def test_sixty_of_them_are_all_named(table: Table) -> None:
    for number in range(40):
        await table.seat(warrior(name=f"Compagnon de la taverne {number}", active=False), table.other)
    for number in range(20):
        await table.seat(monster(name=f"Rat d’égout {number}"))
    said = await table.slash(table.player, "personnage liste")
    assert "40 PJ, 20 PNJ" in said
    assert all(f"taverne {number}" in said for number in range(40))
    assert all(f"égout {number}" in said for number in range(20))


async def test_sixty_of_the_longest_names_are_counted(table: Table) -> None:
    for number in range(60):
        await table.seat(warrior(name=f"{'*' * 62}{number:02}", active=False), table.other)
    await table.seat(warrior(), table.player)
    said = await table.slash(table.player, "personnage liste")
    assert "61 PJ" in said
    assert "🟢 Fafhrd" in said, "one's own is never cut"
    assert "… et" in said
