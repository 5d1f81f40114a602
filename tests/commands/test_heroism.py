"""`/heroism`, played."""

from tests.characters import warrior
from tests.commands.table import Table


async def test_a_second_wind_heals_and_shows_its_die(table: Table) -> None:
    await table.seat(warrior(wounds=20), table.player)
    said = await table.slash(table.player, "heroism spend second-souffle", faces=(6,))
    assert "1d8 : 6 + 1 (CON) = 7" in said.text.replace("*", "")
    assert (await table.character("Fafhrd")).wounds == 13
    assert (await table.character("Fafhrd")).heroism == 1
