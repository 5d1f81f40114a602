"""`/jet talent`, played (CLA-6, PEU-2)."""

from bot.storage import past
from tests.characters import thief, warrior
from tests.commands.table import Table


async def test_a_ghoul_hides_in_the_dark_under_80(table: Table) -> None:
    await table.seat(warrior(people_key="goule"), table.player)
    said = await table.slash(table.player, "jet talent", talent="se_cacher_tenebres", faces=(80,))
    words = said.text.replace("*", "")
    assert "Fafhrd — se cacher dans les ténèbres (1d100)" in words
    assert "🎲 80, il fallait 80 ou moins → ✅ Réussite" in words
    missed = await table.slash(table.player, "jet talent", talent="se_cacher_tenebres", faces=(81,))
    assert "❌ Échec" in missed.text.replace("*", "")


async def test_a_malus_is_shown(table: Table) -> None:
    await table.seat(thief(), table.player)
    said = await table.slash(table.player, "jet talent", talent="crochetage", modificateur=-10, faces=(30,))
    assert "🎲 30 + 10 (situation) = 40, il fallait 35 ou moins → ❌ Échec" in said.text.replace("*", "")


async def test_destiny_does_not_follow_a_skill(table: Table) -> None:
    """HER-5: a d100 is not a d20; the last d20 stays the one before."""
    await table.seat(thief(), table.player)
    await table.slash(table.player, "jet caracteristique", carac="dex", faces=(20,))
    said = await table.slash(table.player, "jet talent", talent="crochetage", faces=(99,))
    assert not said.buttons
    again = await table.slash(table.player, "heroism spend destin-heroique", faces=(2,))
    assert "il fallait 17 ou moins" in again.text.replace("*", "")


async def test_the_list_holds_the_characters_own_skills(table: Table) -> None:
    await table.seat(thief(), table.player)
    await table.seat(warrior(people_key="goule"), table.other)
    found = await table.complete(table.player, "jet talent", "talent", "")
    assert len(found) == 7
    assert found[0]["name"].replace("\u00a0", " ") == "Crochetage — 35 %"
    heard = await table.complete(table.player, "jet talent", "talent", "ecou")
    assert [choice["value"] for choice in heard] == ["ecoute"]
    ghoul = await table.complete(table.mdt, "jet talent", "talent", "", personnage="Fafhrd")
    assert [choice["value"] for choice in ghoul] == ["se_cacher_tenebres"]
    assert await table.complete(table.mdt, "jet talent", "talent", "") == []


async def test_armour_refuses_until_the_setting_allows(table: Table) -> None:
    await table.seat(thief(armour="mailles"), table.player)
    refused = await table.slash(table.player, "jet talent", talent="crochetage")
    assert refused.private
    assert "pas de talent de voleur" in refused
    assert "talents_en_armure" in refused
    await table.slash(table.mdt, "reglages changer", reglage="talents_en_armure", valeur="oui")
    said = await table.slash(table.player, "jet talent", talent="crochetage", faces=(35,))
    assert "Réussite" in said
    assert "Gêné : Cotte de mailles" in said


async def test_a_secret_throw_is_for_its_author(table: Table) -> None:
    await table.seat(thief(), table.player)
    said = await table.slash(
        table.mdt, "jet talent", talent="pieges", personnage="Souricier Gris", secret=True, faces=(5,)
    )
    assert said.private
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    assert entry.secret


async def test_a_stranger_throws_for_nobody_else(table: Table) -> None:
    await table.seat(thief(), table.player)
    said = await table.slash(table.other, "jet talent", talent="pieges", personnage="Souricier Gris")
    assert said.private
