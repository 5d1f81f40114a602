"""`/corruption table` and `/corruption alteration`, played (COR-4, COR-6)."""

from typing import Any

from bot.client import Bot
from bot.storage import campaigns, past
from rules.alterations import TableAct
from rules.character import ElementKind
from tests.characters import black_magician, warrior
from tests.commands.table import Table

HORNS: dict[str, Any] = {"texte": "Cornes de bouc.", "categorie": "physique", "gravite": "majeure"}


async def test_an_added_entry_is_listed_and_makes_the_die_larger(table: Table) -> None:
    said = await table.slash(table.mdt, "corruption table ajouter", **HORNS, effet="CHA −2, attaque −1")
    words = said.text.replace("*", "")
    assert "Cornes de bouc. (physique, majeure · CHA −2, attaque −1) ✍️" in words
    assert "1d20 → 1d21" in words
    listed = await table.slash(table.player, "corruption table lister")
    assert "Altérations de la corruption — 1d21" in listed
    assert "21. Cornes de bouc." in listed.text.replace("*", "")
    assert "14. N’a plus que la peau sur les os ; une demi-ration suffit. (FOR −2)" in listed.text.replace(
        "*", ""
    )
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    assert isinstance(entry.act, TableAct)


async def test_the_effect_acts_on_the_next_roll_and_is_named(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.slash(
        table.mdt, "corruption table ajouter", texte="Regard vide.", categorie="mentale", gravite="mineure",
        effet="jet CHA −2, sauvegarde −1",
    )  # fmt: skip
    said = await table.slash(table.mdt, "corruption regler", personnage="Ahriman", points=1, faces=(21,))
    assert "Regard vide. (1d21 : 21)" in said.text.replace("*", "")
    check = await table.slash(table.player, "jet caracteristique", carac="cha", faces=(8,))
    assert "🎲 8 + 2 (Regard vide.) = 10, il fallait 9 ou moins → ❌" in check.text.replace("*", "")
    save = await table.slash(table.player, "jet sauvegarde", contre="mort", faces=(13,))
    assert "🎲 13 − 1 (Regard vide.) = 12, il fallait 13 ou plus → ❌" in save.text.replace("*", "")
    other = await table.slash(table.player, "jet caracteristique", carac="for", faces=(8,))
    assert "Regard vide" not in other
    state = await table.slash(table.player, "corruption etat")
    assert "Regard vide. (jet CHA −2, sauvegardes −1)" in state.text.replace("*", "")


async def test_a_loss_of_ability_acts(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.slash(table.mdt, "corruption table ajouter", **HORNS, effet="CHA −2")
    await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 21))
    said = await table.slash(table.player, "jet caracteristique", carac="cha", faces=(8,))
    assert "il fallait 7 ou moins" in said


async def test_destiny_throws_on_the_campaigns_table(table: Table) -> None:
    """HER-5: the second failure's alteration comes from the same d21."""
    await table.seat(black_magician(), table.player)
    await table.slash(table.mdt, "corruption table ajouter", **HORNS)
    said = await table.slash(table.player, "corruption jet", niveau=2, occasion="incantation", faces=(20, 3))
    again = await table.press(table.player, said, "Destin héroïque", faces=(20, 21))
    assert "Cornes de bouc." in again
    (element,) = (await table.character("Ahriman")).of_kind(ElementKind.ALTERATION)
    assert element.text == "Cornes de bouc."


async def test_what_is_suffered_stays_readable_after_its_entry_is_gone(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    await table.slash(table.mdt, "corruption table ajouter", **HORNS, effet="CHA −2")
    await table.slash(table.mdt, "corruption regler", personnage="Ahriman", points=1, faces=(21,))
    said = await table.slash(table.mdt, "corruption table retirer", alteration="Cornes de bouc.")
    words = said.text.replace("*", "")
    assert "1d21 → 1d20" in words
    assert "Qui la subit déjà la garde." in words
    sheet = await table.slash(table.player, "personnage fiche")
    assert "Cornes de bouc." in sheet
    assert "CHA 9 → 7" in sheet
    listed = await table.slash(table.player, "corruption table lister")
    assert "Cornes" not in listed


async def test_a_printed_entry_goes_and_comes_back(table: Table) -> None:
    said = await table.slash(table.mdt, "corruption table retirer", alteration="langue_noire")
    assert "1d20 → 1d19" in said.text.replace("*", "")
    listed = await table.slash(table.player, "corruption table lister")
    assert "1d19" in listed
    assert "Retirées du livre : Langue noire." in listed
    offered = await table.complete(table.mdt, "corruption table remettre", "alteration", "")
    assert [choice["value"] for choice in offered] == ["langue_noire"]
    back = await table.slash(table.mdt, "corruption table remettre", alteration="langue_noire")
    assert "1d19 → 1d20" in back.text.replace("*", "")
    async with table.bot.database.reading() as connection:
        campaign = await campaigns.load(connection, table.guild.id)
    assert len(campaign.alterations.rows) == 20


async def test_an_entry_of_the_book_may_be_classed(table: Table) -> None:
    said = await table.slash(
        table.mdt, "corruption table classer", alteration="Dos déformé", categorie="physique", gravite="majeure", effet="DEX −1"
    )  # fmt: skip
    assert "Marche courbé. (physique, majeure · DEX −1)" in said.text.replace("*", "")


async def test_each_server_has_its_own_table_and_it_outlives_the_bot(table: Table) -> None:
    await table.slash(table.mdt, "corruption table ajouter", **HORNS)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    listed = await table.slash(table.player, "corruption table lister")
    assert "Cornes de bouc." in listed
    async with table.bot.database.reading() as connection:
        other = await campaigns.load(connection, table.guild.id + 1)
    assert len(other.alterations.rows) == 20


async def test_only_the_game_master_changes_the_table(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    for command, options in (
        ("table ajouter", HORNS),
        ("table retirer", {"alteration": "Bave"}),
        ("table remettre", {"alteration": "Bave"}),
        ("table classer", {"alteration": "Bave", "gravite": "mineure"}),
        ("alteration ajouter", {"personnage": "Ahriman", "alteration": "Bave"}),
        ("alteration retirer", {"personnage": "Ahriman", "alteration": "Bave"}),
        ("alteration preciser", {"personnage": "Ahriman", "alteration": "Bave", "texte": "x"}),
    ):
        said = await table.slash(table.player, f"corruption {command}", **options)
        assert said.private
        assert "Réservé au MdT" in said
    listed = await table.slash(table.player, "corruption table lister")
    assert "1d20" in listed


async def test_an_unreadable_effect_is_refused_with_examples(table: Table) -> None:
    said = await table.slash(table.mdt, "corruption table ajouter", **HORNS, effet="très laid")
    assert said.private
    assert "« FOR −2 »" in said
    assert "1d20" in await table.slash(table.player, "corruption table lister")


async def test_the_game_master_gives_makes_precise_and_takes_an_alteration(table: Table) -> None:
    await table.seat(black_magician(), table.player)
    offered = await table.complete(table.mdt, "corruption alteration ajouter", "alteration", "phobie")
    assert [choice["value"] for choice in offered] == ["phobie", "autre_phobie"]
    said = await table.slash(
        table.mdt, "corruption alteration ajouter", personnage="Ahriman", alteration="phobie"
    )
    assert "Ajouté" in said
    again = await table.slash(
        table.mdt, "corruption alteration ajouter", personnage="Ahriman", alteration="phobie"
    )
    assert again.private
    (own,) = await table.complete(
        table.mdt, "corruption alteration preciser", "alteration", "", personnage="Ahriman"
    )
    precise = await table.slash(
        table.mdt, "corruption alteration preciser", personnage="Ahriman", alteration=own["value"], texte="les rats"
    )  # fmt: skip
    assert ": les rats" in precise
    (element,) = (await table.character("Ahriman")).of_kind(ElementKind.ALTERATION)
    assert element.text.endswith(" : les rats")
    gone = await table.slash(
        table.mdt, "corruption alteration retirer", personnage="Ahriman", alteration="les rats"
    )
    assert "Retiré" in gone
    assert not list((await table.character("Ahriman")).of_kind(ElementKind.ALTERATION))


async def test_a_given_alteration_that_costs_wisdom_makes_folie_rolls_due(table: Table) -> None:
    """FOL-2, with its button."""
    await table.seat(warrior(madness=8), table.player)
    await table.slash(
        table.mdt, "corruption table ajouter", texte="Esprit fêlé", categorie="mentale", gravite="majeure", effet="SAG −1"
    )  # fmt: skip
    said = await table.slash(
        table.mdt, "corruption alteration ajouter", personnage="Fafhrd", alteration="Esprit fêlé"
    )
    assert "SAG 9 → 8" in said.text.replace("*", "")
    assert "1 jet de Folie en attente" in said
    assert "Lancer les jets de Folie" in said.buttons


async def test_the_longest_table_fits_a_message(table: Table) -> None:
    for number in range(30):
        await table.slash(
            table.mdt, "corruption table ajouter", texte=f"{number} {'x*' * 80}", categorie="physique",
            gravite="majeure", effet="FOR −2, sauvegarde mort −1, jet de charisme −2, talent −10",
        )  # fmt: skip
    listed = await table.slash(table.player, "corruption table lister")
    assert "1d50" in listed
    assert all(f"{face}. " in listed.text.replace("*", "") for face in range(1, 51))
    full = await table.slash(table.mdt, "corruption table ajouter", **HORNS)
    assert "50 altérations" in full
