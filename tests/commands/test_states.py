"""`/sante etat`, played (SAN-4)."""

from tests.characters import warrior
from tests.commands.table import Table


async def test_a_state_ends_by_itself_and_is_announced_once(table: Table) -> None:
    await table.seat(warrior(), table.player)
    stranger = await table.slash(table.player, "sante etat ajouter", personnage="Fafhrd", etat="paralyse")
    assert "Réservé au MdT" in stranger
    said = await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="paralyse", duree="3 rounds"
    )
    assert "paralysé, encore 3 rounds" in said.text.replace("*", "")
    await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="epuise", duree="2 tours", texte="marche"
    )
    await table.slash(table.mdt, "combat ouvrir")
    told = [await table.slash(table.mdt, "combat round") for _ in range(4)]
    assert ["paralysé, c’est fini" in one for one in told] == [False, False, True, False]
    assert "épuisé" not in await table.slash(table.mdt, "temps avancer", duree="10 min")
    assert "Fafhrd : épuisé (marche), c’est fini" in await table.slash(
        table.mdt, "temps avancer", duree="1 h"
    )
    assert "épuisé" not in await table.slash(table.mdt, "temps avancer", duree="1 h")


async def test_a_state_is_lifted_from_those_that_are_there(table: Table) -> None:
    await table.seat(warrior(), table.player)
    for duration in ("1 h", "3 h"):
        await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="epuise", duree=duration)
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="nauseeux", duree="1 min")
    await table.slash(table.mdt, "temps avancer", duree="2 min")
    proposed = await table.complete(table.mdt, "sante etat retirer", "etat", "epu", personnage="Fafhrd")
    assert [one["name"].replace("\u00a0", " ") for one in proposed] == [
        "épuisé, encore 58 minutes",
        "épuisé, encore 3 heures",
    ]
    for text in ("nauséeux", "épuisé"):  # one is over, the other ambiguous
        refused = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat=text)
        assert refused.private
    said = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat=proposed[0]["value"])
    assert "épuisé, c’est fini" in said
    alone = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="epuise")
    assert not alone.private


async def test_death_takes_no_duration_and_is_lifted_by_hand(table: Table) -> None:
    await table.seat(warrior(), table.player)
    refused = await table.slash(
        table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="mort", duree="1 h"
    )
    assert refused.private
    assert "pas de durée" in refused
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="mort")
    assert (await table.character("Fafhrd")).dead
    await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="mort")
    assert (await table.character("Fafhrd")).playable


async def test_lifting_a_stabilised_sleep_offers_the_save(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "sante blesser", pv=33)
    await table.slash(table.player, "sante mort", faces=(20,))
    said = await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="inconscient")
    assert "Sauvegarde contre la mort" in said.buttons


async def test_the_consumed_come_back_to_their_player(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "sante etat ajouter", personnage="Fafhrd", etat="consume")
    lost = await table.slash(table.player, "jet caracteristique", carac="for")
    assert lost.private
    await table.slash(table.mdt, "sante etat retirer", personnage="Fafhrd", etat="consumé")
    back = await table.slash(table.player, "jet caracteristique", carac="for", faces=(3,))
    assert not back.private
