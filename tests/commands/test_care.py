"""Care after a combat and nights of rest, played (SAN-1, SAN-2)."""

from bot.client import Bot
from bot.storage import campaigns
from tests.characters import monster, thief, warrior
from tests.commands.table import Said, Table


async def fight(table: Table, **lost: int) -> Said:
    """A combat in which each loses hit points, then its close."""
    await table.slash(table.mdt, "combat ouvrir")
    for name, points in lost.items():
        await table.slash(table.mdt, "sante blesser", pv=points, personnage=name)
    return await table.slash(table.mdt, "combat fermer")


async def clock(table: Table) -> int:
    async with table.bot.database.reading() as connection:
        return (await campaigns.load(connection, table.guild.id)).clock


async def test_bandaging_gives_back_two_hit_points_once_a_combat(table: Table) -> None:
    await table.seat(warrior(wounds=4), table.player)
    refused = await table.slash(table.player, "sante panser")
    assert refused.private
    assert "dernier combat" in refused
    await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.player, "sante blesser", pv=6)
    early = await table.slash(table.player, "sante panser")
    assert early.private
    assert "/combat fermer" in early
    await table.slash(table.mdt, "combat fermer")
    said = await table.slash(table.player, "sante panser")
    assert "PV 23 → 25 / 33" in said.text.replace("*", "")
    assert not said.private
    again = await table.slash(table.player, "sante panser")
    assert again.private
    assert "une seule fois" in again
    assert (await table.character("Fafhrd")).hit_points == 25


async def test_a_kit_gives_three_and_its_uses_are_the_game_master_s_to_give(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await fight(table, Fafhrd=6)
    empty = await table.slash(table.player, "sante panser", trousse=True)
    assert empty.private
    assert "/sante trousse" in empty
    stranger = await table.slash(table.player, "sante trousse", utilisations=5)
    assert "Réservé au MdT" in stranger
    await table.slash(table.mdt, "sante trousse", utilisations=5, personnage="Fafhrd")
    said = await table.slash(table.player, "sante panser", trousse=True)
    assert "PV 27 → 30 / 33" in said.text.replace("*", "")
    assert "Trousse : 5 → 4" in said.text.replace("*", "")
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.hit_points, fafhrd.kit_uses) == (30, 4)


async def test_the_card_of_a_closed_combat_bandages_with_one_press(table: Table) -> None:
    await table.seat(warrior(kit_uses=1), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4, "Rat géant": 3})
    assert "À panser, en 5 min : Fafhrd et Souricier Gris" in card
    assert list(card.buttons) == ["Panser", "Panser avec la trousse", "Panser tous"]
    player = await table.press(table.player, card, "Panser tous")
    assert player.private
    assert "Réservé au MdT" in player
    own = await table.press(table.player, card, "Panser avec la trousse")
    assert "PV 28 → 31 / 33" in own.text.replace("*", "")
    twice = await table.press(table.player, card, "Panser")
    assert twice.private
    everyone = await table.press(table.mdt, card, "Panser tous")
    assert "Souricier Gris" in everyone
    assert "Fafhrd" not in everyone
    nobody = await table.press(table.mdt, card, "Panser tous")
    assert nobody.private
    hurt = [(await table.character(name)).hit_points for name in ("Fafhrd", "Souricier Gris", "Rat géant")]
    maximum = (await table.character("Souricier Gris")).max_hit_points
    assert hurt == [31, maximum - 2, 6]


async def test_a_combat_without_a_loss_offers_no_care(table: Table) -> None:
    await table.seat(warrior(wounds=5), table.player)
    assert (await fight(table)).buttons == {}


async def test_the_card_outlives_a_restart_but_not_the_next_combat(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4})
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    assert not (await table.press(table.player, card, "Panser")).private
    await fight(table, **{"Souricier Gris": 1})
    late = await table.press(table.other, card, "Panser")
    assert late.private
    assert "/sante panser" in late


async def test_several_cares_take_five_minutes_together(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    card = await fight(table, **{"Fafhrd": 5, "Souricier Gris": 4})
    first = await table.press(table.player, card, "Panser")
    second = await table.press(table.other, card, "Panser")
    label = "Avancer de 5\u00a0min"
    stranger = await table.press(table.player, first, label)
    assert "Réservé au MdT" in stranger
    assert "5 min plus tard" in await table.press(table.mdt, first, label)
    for said in (first, second):
        late = await table.press(table.mdt, said, label)
        assert late.private
        assert "déjà passé" in late
    assert await clock(table) == 300


# Rest (SAN-2).


async def test_a_night_gives_what_the_game_master_says(table: Table) -> None:
    await table.seat(warrior(wounds=9), table.player)
    await table.seat(thief(wounds=1), table.other)
    asked = await table.slash(table.mdt, "sante repos")
    assert asked.private
    assert "`pv`" in asked
    player = await table.slash(table.player, "sante repos", pv=3)
    assert "Réservé au MdT" in player
    said = await table.slash(table.mdt, "sante repos", pv=3)
    assert "Fafhrd PV 24 → 27 / 33" in said.text.replace("*", "")
    assert (await table.character("Souricier Gris")).wounds == 0
    night = await table.press(table.mdt, said, "Avancer de 8\u00a0h")
    assert "8 h plus tard" in night
    assert await clock(table) == 8 * 3600


async def test_a_night_follows_the_table_s_formula(table: Table) -> None:
    await table.seat(warrior(wounds=20), table.player)
    await table.slash(table.mdt, "reglages changer", reglage="recuperation", valeur="1d8 + con")
    said = await table.slash(table.mdt, "sante repos", heures=6, personnage="Fafhrd", faces=(5,))
    assert "PV 13 → 19 / 33" in said.text.replace("*", "")
    assert "Règle de la table : 1d8+CON par nuit" in said
    assert "6 ← 1d8 [5] + CON (1)" in said.text.replace("*", "")
    assert list(said.buttons) == ["Avancer de 6\u00a0h"]
