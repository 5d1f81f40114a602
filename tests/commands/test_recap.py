"""What an evening was, told at its end and on the way."""

from tests.characters import black_magician, thief, warrior
from tests.commands.table import Table


async def test_probe(table: Table) -> None:
    await table.seat(warrior(madness=2), table.player)
    await table.seat(black_magician(), table.other)
    await table.seat(thief())
    await table.slash(table.mdt, "seance debut", titre="Les rats")
    await table.slash(table.mdt, "personnage px", gain=1200, tous=True, faces=(3, 3, 3, 3))
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(2, 3, 2, 3, 2))
    await table.slash(table.player, "heroism spend coup-de-maitre", degats="1d8+3")
    await table.slash(table.other, "corruption jet", niveau=3, occasion="apprentissage", faces=(20, 7, 7, 7))
    await table.slash(table.player, "jet caracteristique", carac="for", faces=(1,))
    await table.slash(table.player, "jet caracteristique", carac="for", faces=(2,))
    await table.env.advance_time(3 * 3600 + 1500)
    said = await table.slash(table.mdt, "seance fin")
    print(said.text)
    print(said.message.attachments[0].description, said.message.attachments)
    said = await table.slash(table.mdt, "seance etat")
    print(said.text)
    raise ValueError
