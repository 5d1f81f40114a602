"""`/temps`, played (SEA-5, JET-5)."""

from bot.storage import campaigns, past
from rules.alteration_table import ALTERATIONS
from rules.campaign import Campaign
from rules.clock import ClockAct
from rules.corruption import alteration_element
from rules.exhaustion import SunlightAct
from tests.characters import black_magician, thief, warrior
from tests.commands.table import Table, plain

SUN_ENEMY = black_magician(elements=(alteration_element(ALTERATIONS[12], "4.palier1"),))


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def acts(table: Table) -> list[object]:
    async with table.bot.database.reading() as connection:
        return [entry.act for entry in await past.recent(connection, table.guild.id, 10)]


async def test_time_passes_and_is_journalled(table: Table) -> None:
    said = await table.slash(table.mdt, "temps avancer", duree="1 jour et 8 h")
    assert "1 jour 8 h plus tard" in said
    assert "Jour 1, 0 h 00 → jour 2, 8 h 00" in said.text.replace("*", "")
    assert not said.private
    assert (await campaign(table)).clock == 32 * 3600
    assert await acts(table) == [ClockAct(clock=(0, 32 * 3600))]
    assert "Jour 2, 8 h 00" in await table.slash(table.player, "temps etat")


async def test_only_the_game_master_advances_it_and_only_by_a_duration(table: Table) -> None:
    player = await table.slash(table.player, "temps avancer", duree="8 h")
    assert "Réservé au MdT" in player
    refused = await table.slash(table.mdt, "temps avancer", duree="longtemps")
    assert refused.private
    assert "8 h, 1 h 30, 10 min, 3 tours" in refused
    assert (await campaign(table)).clock == 0
    assert await acts(table) == []


async def test_durations_are_proposed(table: Table) -> None:
    async def names(typed: str) -> list[str]:
        return [one["name"] for one in await table.complete(table.mdt, "temps avancer", "duree", typed)]

    assert await names("8") == ["8 min", "8 h", "8 tours", "8 rounds", "8 jours"]
    assert await names("") == ["10 min", "1 h", "8 h", "1 tour", "1 round", "1 jour"]
    assert await names("1 h 30") == ["1 h 30"]
    assert await names("zut") == []


async def test_time_goes_on_after_the_combat_and_during_it(table: Table) -> None:
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.mdt, "combat round")
    await table.slash(table.mdt, "temps avancer", duree="1 tour")
    now = await campaign(table)
    assert (now.clock, now.combat and now.combat.round) == (610, 2)
    assert "Combat ouvert, round 2" in await table.slash(table.player, "temps etat")


async def test_the_sun_exhausts_who_suffers_from_it(table: Table) -> None:
    await table.seat(SUN_ENEMY, table.player)
    await table.seat(thief(), table.other)
    assert "😓" not in await table.slash(table.player, "personnage fiche")
    stranger = await table.slash(table.player, "temps soleil", brille=True)
    assert "Réservé au MdT" in stranger
    said = await table.slash(table.mdt, "temps soleil", brille=True)
    assert "Épuisé tant qu’il brille : Ahriman" in said
    assert "Souricier" not in said
    assert (await campaign(table)).sunlight
    assert "Épuisé : −2 à l’attaque et aux dommages (soleil)" in plain(
        (await table.slash(table.player, "personnage fiche")).text
    )
    assert "😓" not in await table.slash(table.other, "personnage fiche")
    same = await table.slash(table.mdt, "temps soleil", brille=True)
    assert same.private
    assert await acts(table) == [SunlightAct(before=False, after=True, hurt=("Ahriman",))]


async def test_the_sun_is_a_button_too(table: Table) -> None:
    await table.seat(SUN_ENEMY, table.player)
    shown = await table.slash(table.mdt, "temps etat")
    assert "Le soleil n’éclaire pas la scène" in shown
    refused = await table.press(table.player, shown, "Le soleil brille")
    assert refused.private
    await table.press(table.mdt, shown, "Le soleil brille")
    twice = await table.press(table.mdt, shown, "Le soleil brille")
    assert twice.private
    shown = await table.slash(table.mdt, "temps etat")
    assert "Ahriman" in shown
    gone = await table.press(table.mdt, shown, "Plus de soleil")
    assert "Ahriman n’en souffre plus" in gone
    assert not (await campaign(table)).sunlight


async def test_each_server_has_its_own_clock(table: Table) -> None:
    await table.seat(warrior(), table.player)
    other = table.env.create_guild(name="Quarmall")
    channel = other.create_text_channel("salle")
    await other.add_member(other.owner).slash(channel, "temps avancer", duree="8 h")
    assert (await campaign(table)).clock == 0
