"""`/objet`, played (OBJ)."""

from typing import Any

from bot.client import Bot
from bot.storage import items, past
from rules.item_acts import ItemAct
from rules.items import Item
from tests.characters import monster, thief, warrior
from tests.commands.table import Said, Table

RING: dict[str, Any] = {"nom": "Anneau", "pouvoirs": "Vol ; Lumière", "personnage": "Fafhrd"}


async def seated(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)


async def ring(table: Table, *faces: int, **more: Any) -> Said:
    return await table.slash(table.mdt, "objet creer", faces=faces, **{**RING, **more})


async def stored(table: Table) -> list[Item]:
    async with table.bot.database.reading() as connection:
        return list(await items.of_guild(connection, table.guild.id))


async def values(table: Table, who: Any, command: str, typed: str = "", **filled: Any) -> list[str]:
    found = await table.complete(who, f"objet {command}", "objet", typed, **filled)
    return [choice["name"].replace("\u00a0", " ") for choice in found]


async def test_a_new_item_throws_its_charges_and_tells_the_game_master_alone(table: Table) -> None:
    await seated(table)
    said = await ring(table, 4)
    words = said.text.replace("*", "")
    assert said.private
    assert "Anneau entre en jeu" in words
    assert "5 charges ← 1d6 [4] + 1" in words
    assert "Porté par Fafhrd" in words
    assert "1. Vol (caché)" in words
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    assert entry.secret
    assert isinstance(entry.act, ItemAct)


async def test_a_player_sees_what_was_discovered_and_the_game_master_everything(table: Table) -> None:
    await seated(table)
    await ring(table, 4)
    before = await table.slash(table.player, "objet voir", objet="Anneau")
    assert "5 charges" in before
    assert "Vol" not in before
    assert "caché" not in before
    everything = await table.slash(table.mdt, "objet voir", objet="Anneau")
    assert everything.private
    assert "Vol" in everything
    assert "Lumière" in everything
    told = await table.slash(table.mdt, "objet reveler", objet="Anneau", pouvoir="2")
    assert not told.private
    assert "Fafhrd découvre un pouvoir : Anneau" in told
    assert "Lumière" in told
    assert "Vol" not in told
    after = await table.slash(table.player, "objet voir", objet="Anneau")
    assert "Lumière" in after
    assert "Vol" not in after


async def test_each_use_costs_a_charge_until_it_is_inert(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3)
    said = await table.slash(table.player, "objet utiliser", objet="Anneau")
    assert "Fafhrd use de « Anneau »" in said
    assert "Charges 3 → 2" in said.text.replace("*", "")
    last = await table.slash(table.player, "objet utiliser", objet="Anneau", charges=2)
    assert "Charges 2 → 0" in last.text.replace("*", "")
    assert "inerte" in last
    refused = await table.slash(table.player, "objet utiliser", objet="Anneau")
    assert refused.private
    assert "inerte" in refused
    more = await table.slash(table.mdt, "objet recharger", objet="Anneau", charges=4)
    assert "Charges 0 → 4" in more.text.replace("*", "")
    too_many = await table.slash(table.player, "objet utiliser", objet="Anneau", charges=5)
    assert too_many.private
    assert [item.charges for item in await stored(table)] == [4]


async def test_a_fine_item_has_a_bonus_and_no_charge(table: Table) -> None:
    await seated(table)
    said = await table.slash(
        table.mdt, "objet creer", nom="Lame de Tisinilit", pouvoirs="attaque +1", magique=False, personnage="Fafhrd"
    )  # fmt: skip
    assert "De qualité, sans magie ni charge" in said
    assert "attaque +1" in said
    refused = await table.slash(table.player, "objet utiliser", objet="Lame de Tisinilit")
    assert refused.private
    assert "n’est pas magique" in refused
    seen = await table.slash(table.player, "objet voir", objet="Lame de Tisinilit")
    assert "attaque +1" in seen


async def test_a_player_reaches_only_the_items_of_his_own_characters(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3)
    (item,) = await stored(table)
    assert await values(table, table.player, "voir") == ["Anneau (Fafhrd, 3 charges)"]
    assert await values(table, table.other, "voir") == []
    assert await values(table, table.mdt, "recharger", "ANN") == ["Anneau (Fafhrd, 3 charges)"]
    for command in ("voir", "utiliser"):
        for text in ("Anneau", f"#{item.id}"):
            said = await table.slash(table.other, f"objet {command}", objet=text)
            assert said.private
            assert "Aucun objet" in said
            assert "Fafhrd" not in said
    assert (await stored(table))[0].charges == 3


async def test_the_other_commands_are_the_game_masters(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3)
    for command, options in (
        ("creer", {"nom": "Épée"}),
        ("recharger", {"objet": "Anneau", "charges": 1}),
        ("reveler", {"objet": "Anneau"}),
        ("donner", {"objet": "Anneau", "personnage": "Souricier Gris"}),
        ("rendre", {"objet": "Anneau"}),
    ):
        said = await table.slash(table.player, f"objet {command}", **options)
        assert said.private
        assert "Réservé au MdT" in said
    assert await table.complete(table.player, "objet reveler", "pouvoir", "", objet="Anneau") == []
    offered = await table.complete(table.mdt, "objet reveler", "pouvoir", "", objet="Anneau")
    assert [choice["name"] for choice in offered] == ["Vol", "Lumière"]


async def test_an_item_follows_its_new_holder(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3)
    said = await table.slash(table.mdt, "objet donner", objet="Anneau", personnage="Souricier Gris")
    assert "Souricier Gris reçoit Anneau" in said
    assert (await table.slash(table.player, "objet utiliser", objet="Anneau")).private
    used = await table.slash(table.other, "objet utiliser", objet="Anneau")
    assert "Souricier Gris use de" in used


async def test_an_item_stays_with_a_character_given_to_another_player(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await ring(table, charges=3)
    await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
    assert (await table.slash(table.player, "objet utiliser", objet="Anneau")).private
    used = await table.slash(table.other, "objet utiliser", objet="Anneau")
    assert "Charges 3 → 2" in used.text.replace("*", "")


async def test_a_loan_says_by_whom_until_it_is_returned(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3, preteur="Sheelba au Visage sans Yeux")
    seen = await table.slash(table.player, "objet voir", objet="Anneau")
    assert "Prêté par Sheelba au Visage sans Yeux" in seen
    back = await table.slash(table.mdt, "objet rendre", objet="Anneau")
    assert "Anneau retourne à Sheelba" in back
    assert "Fafhrd le rend" in back
    assert (await table.slash(table.player, "objet voir", objet="Anneau")).private
    assert "Rendu à Sheelba" in await table.slash(table.mdt, "objet voir", objet="Anneau")
    again = await table.slash(table.mdt, "objet rendre", objet="Anneau")
    assert "a déjà été rendu" in again


async def test_homonyms_are_told_apart_by_the_list(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3)
    await ring(table, charges=5, personnage="Souricier Gris")
    unsure = await table.slash(table.mdt, "objet recharger", objet="anneau", charges=1)
    assert unsure.private
    assert "Plusieurs objets" in unsure
    names = await values(table, table.mdt, "recharger")
    assert names == ["Anneau (Fafhrd, 3 charges)", "Anneau (Souricier Gris, 5 charges)"]
    chosen = await table.slash(table.mdt, "objet utiliser", objet="anneau", personnage="Souricier Gris")
    assert "5 → 4" in chosen.text.replace("*", "")
    mine = await table.slash(table.player, "objet voir", objet="anneau")
    assert "3 charges" in mine


async def test_the_sheet_and_the_list_show_items_shortly(table: Table) -> None:
    await seated(table)
    await ring(table, charges=3, preteur="Sheelba")
    sheet = await table.slash(table.player, "personnage fiche")
    assert "Anneau · 3 charges · prêté par Sheelba" in sheet
    assert "Vol" not in sheet
    assert "Objets" not in await table.slash(table.other, "personnage fiche")
    own = await table.slash(table.player, "objet liste")
    assert "Anneau — Fafhrd · 3 charges" in own.text.replace("*", "")
    assert "cachés" not in own
    none = await table.slash(table.other, "objet liste")
    assert "Aucun objet" in none
    everything = await table.slash(table.mdt, "objet liste")
    assert everything.private
    assert "2 pouvoirs cachés" in everything


async def test_items_outlive_the_bot_and_belong_to_one_server(table: Table) -> None:
    await seated(table)
    await ring(table, 4)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert "5 charges" in await table.slash(table.player, "objet voir", objet="Anneau")
    (item,) = await stored(table)
    async with table.bot.database.reading() as connection:
        assert await items.by_id(connection, table.guild.id + 1, item.id) is None
        assert not await items.of_guild(connection, table.guild.id + 1)


async def test_names_are_harmless_in_a_message(table: Table) -> None:
    await seated(table)
    await ring(table, 4, nom="**@everyone**", preteur="_x_")
    said = await table.slash(table.player, "objet voir", objet="**@everyone**")
    assert "\\*\\*" in said
    assert "@everyone" not in said


class TestArmourClass:
    """OBJ-2: what gives a bonus to the armour class counts while its holder has it, and is named."""

    async def given(self, table: Table, **more: Any) -> None:
        await seated(table)
        mail = {"nom": "Cotte fine", "bonus": "CA +2", "personnage": "Fafhrd", **more}
        await table.slash(table.mdt, "objet creer", **mail)

    async def test_the_sheet_and_the_change_of_equipment_count_it(self, table: Table) -> None:
        await self.given(table)
        sheet = (await table.slash(table.player, "personnage fiche")).text.replace("*", "")
        assert "CA 7 [12] · +2 Cotte fine" in sheet
        worn = await table.slash(table.player, "personnage equiper", bouclier=True)
        assert "7 [12] → 6 [13]" in worn.text.replace("*", "")
        thrown = await table.slash(table.player, "lancer", expression="CA")
        assert "13" in thrown

    async def test_an_attack_must_reach_it(self, table: Table) -> None:
        await self.given(table)
        await table.seat(monster(), table.mdt)
        said = await table.slash(
            table.mdt, "combat attaque", personnage="Rat géant", cible="Fafhrd", faces=(9,)
        )
        assert "contre CA 7 [12] (dont +2 Cotte fine) → ❌ Manqué" in said.text.replace("*", "")
        told = await table.slash(
            table.mdt, "combat attaque", personnage="Rat géant", cible="Fafhrd", ca=10, faces=(9,)
        )
        assert "Cotte fine" not in told

    async def test_a_monster_s_stays_the_game_master_s(self, table: Table) -> None:
        await seated(table)
        await table.seat(monster(fixed_armour_class=13))
        await table.slash(table.mdt, "objet creer", nom="Écaille", bonus="CA +1", personnage="Rat géant")
        card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 3))
        assert "CA 5 [14]" in await table.press(table.mdt, card, "Tout voir")
        said = await table.slash(table.player, "combat attaque", cible="Rat géant", faces=(8,))
        assert "❌" in said
        assert "Écaille" not in said

    async def test_it_goes_with_the_item(self, table: Table) -> None:
        await self.given(table)
        await table.slash(table.mdt, "objet donner", objet="Cotte fine", personnage="Souricier Gris")
        assert "CA 9 [10]" in (await table.slash(table.player, "personnage fiche")).text.replace("*", "")

    async def test_an_inert_item_gives_nothing(self, table: Table) -> None:
        await self.given(table, pouvoirs="Vol", charges=1)
        await table.slash(table.player, "objet utiliser", objet="Cotte fine")
        sheet = (await table.slash(table.player, "personnage fiche")).text.replace("*", "")
        assert "CA 9 [10]" in sheet
        assert "+2 Cotte fine\n" not in sheet
