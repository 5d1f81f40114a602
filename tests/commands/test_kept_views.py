"""A bot that runs for months keeps nothing of the answers it gave."""

from tests.characters import warrior
from tests.commands.table import Table


async def test_an_answer_with_buttons_is_not_kept_in_memory(table: Table) -> None:
    """Its buttons answer through their identifiers; discord.py would keep every view for ever."""
    await table.seat(warrior(heroism=5), table.player)
    for face in (12, 3):
        check = await table.slash(table.player, "jet caracteristique", carac="for", faces=(face,))
        assert "Destin héroïque" in check.buttons
    asked = await table.slash(table.player, "heroism spend intuition", question="Qui vient ?")
    assert "Indice donné" in asked.buttons
    await table.press(table.player, check, "Destin héroïque", faces=(9,))
    assert not table.bot.persistent_views
