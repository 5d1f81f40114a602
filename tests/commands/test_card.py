"""The combat card, played: who enters, in what order, and a message kept up to date (SEA-4)."""

from typing import Any

import pytest

from bot.client import Bot
from bot.replies import DESCRIPTION_LIMIT
from bot.storage import campaigns, characters, combats
from rules.character import Element, ElementKind, State
from rules.fight import Fight
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Said, Table, plain

BUTTONS = ["Attaquer", "Round suivant", "Héroïsme", "Tout voir", "Fermer"]


async def fight(table: Table) -> Fight:
    async with table.bot.database.reading() as connection:
        return await combats.fight(connection, await campaigns.load(connection, table.guild.id))


async def order(table: Table) -> list[str]:
    """The names of the fighters, first to act first."""
    fought = await fight(table)
    async with table.bot.database.reading() as connection:
        known = await characters.several(connection, table.guild.id, fought.identities)
    return [known[one].name for one in fought.identities]


def now(table: Table, card: Said) -> str:
    return plain(table.now(card))


def cards(table: Table) -> list[str]:
    """The messages of the channel that look like an open card."""
    return [
        message.embeds[0].title or ""
        for message in table.channel.history()
        if message.embeds and (message.embeds[0].title or "").startswith("⚔️ Combat ouvert")
    ]


def tired(rounds: int = 3) -> Element:
    return Element("1.e", ElementKind.STATE, State.FLEEING, "fuite", 10 * rounds, in_rounds=True)


# --- who enters -----------------------------------------------------------------------------------------


async def test_the_active_characters_and_the_named_foe_enter(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(active=False), table.other)
    await table.seat(black_magician(archived=True), table.mdt)
    await table.seat(monster())
    await table.seat(monster(name="Loup"))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(2, 5))
    assert not card.private
    assert list(card.buttons) == BUTTONS
    assert await order(table) == ["Rat géant", "Fafhrd"]


async def test_copies_of_an_npc_are_numbered_unhurt_and_its_equals(table: Table) -> None:
    await table.seat(warrior(), table.player)
    model = await table.seat(monster(name="Garde", wounds=5, fixed_armour_class=14, major=True, heroism=3))
    await table.seat(monster(name="garde 2"))
    await table.slash(table.mdt, "combat ouvrir", adversaire=f"#{model.id}", nombre=2, faces=(5, 3))
    assert await order(table) == ["Fafhrd", "Garde 1", "Garde 3"]
    copy = await table.character("Garde 3")
    assert (copy.hit_points, copy.fixed_armour_class, copy.major, copy.heroism) == (9, 14, False, 0)
    assert (await table.character("Garde")).wounds == 5


async def test_an_unknown_name_makes_new_npcs(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.mdt, "combat ouvrir", adversaire="Nonchalant", nombre=2, faces=(6, 2, 5, 3))
    assert await order(table) == ["Fafhrd", "Nonchalant 1", "Nonchalant 2"]
    assert [(await table.character(f"Nonchalant {n}")).hit_points for n in (1, 2)] == [6, 2]


async def test_a_player_s_character_is_no_foe_and_nothing_opens(table: Table) -> None:
    await table.seat(warrior(), table.player)
    said = await table.slash(table.mdt, "combat ouvrir", adversaire="Fafhrd")
    assert said.private
    assert "n’est pas un PNJ" in said
    assert cards(table) == []


async def test_the_option_proposes_npcs_alone(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster())
    found = await table.complete(table.mdt, "combat ouvrir", "adversaire", "")
    assert [choice["name"] for choice in found] == ["Rat géant (PNJ)"]


async def test_others_enter_later(table: Table) -> None:
    await table.seat(warrior(), table.player)
    card = await table.slash(table.mdt, "combat ouvrir")
    assert (await table.slash(table.mdt, "combat entrer")).private, "all are in"
    await table.seat(thief(), table.other)
    assert "Souricier Gris" in await table.slash(table.mdt, "combat entrer")
    said = await table.slash(table.mdt, "combat entrer", adversaire="Rat", nombre=2, faces=(4, 4, 6, 2))
    assert "Rat 1 et Rat 2 entrent" in plain(said)
    assert await order(table) == ["Fafhrd", "Souricier Gris", "Rat 1", "Rat 2"]
    assert "Rat 2" in now(table, card)
    assert (await table.slash(table.player, "combat entrer", personnage="Fafhrd")).private


# --- initiative -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "first"), [((2, 5), "Rat géant"), ((5, 2), "Fafhrd"), ((4, 4), "Fafhrd")])
async def test_each_side_throws_one_die_and_a_tie_is_the_heroes_(
    table: Table, faces: tuple[int, int], first: str
) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=faces)
    assert (await order(table))[0] == first
    assert f"🛡️ Héros — initiative {faces[0]}" in plain(card)
    assert f"👹 Adversaires — initiative {faces[1]}" in plain(card)


async def test_each_may_throw_for_itself_with_dexterity(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(1, 1))
    said = await table.slash(table.mdt, "combat initiative", individuelle=True, faces=(3, 3, 4))
    assert "🎲 3 +2 (DEX) = 5 Souricier Gris" in plain(said)
    assert await order(table) == ["Souricier Gris", "Rat géant", "Fafhrd"]
    assert "`5` ▰▰▰▰▰ 14/14 Souricier Gris" in now(table, card)
    assert (await table.slash(table.player, "combat initiative")).private


async def test_the_setting_makes_it_the_table_s_custom(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())
    await table.slash(table.mdt, "reglages changer", reglage="initiative", valeur="individuelle")
    await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(6, 3, 1))
    assert (await fight(table)).individual
    assert await order(table) == ["Fafhrd", "Souricier Gris", "Rat géant"]


# --- what it shows --------------------------------------------------------------------------------------


async def test_players_read_their_own_figures_and_bars_of_the_others(table: Table) -> None:
    await table.seat(warrior(wounds=21, elements=(tired(),)), table.player)
    await table.seat(monster(wounds=5, heroism=4))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 2))
    assert "▰▱▱▱▱ 12/33 Fafhrd ●●\n↳ 💥 fuite, encore 3 rounds" in plain(card)
    assert "▰▰▱▱▱ Rat géant mal en point" in plain(card)
    assert "4/9" not in card.text


async def test_the_game_master_sees_all_in_private(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(wounds=5, fixed_armour_class=13, damage="2d4"))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 2))
    said = await table.press(table.mdt, card, "Tout voir")
    assert said.private
    assert "PV 4/9 · CA 6 [13] · TAC0 19 · 2d4" in plain(said)
    assert "Réservé au MdT" in await table.press(table.player, card, "Tout voir")


async def test_a_crowd_of_odd_names_fits(table: Table) -> None:
    for number in range(12):
        name = f"{number:02} *_~`|[" + "\\" * 40 + "שלום"
        await table.seat(warrior(id=0, name=name, player_id=1_000 + number, elements=(tired(),) * 4))
    await table.seat(monster(name="@everyone <@1> # Rat"))
    card = await table.slash(
        table.mdt, "combat ouvrir", adversaire="@everyone <@1> # Rat", nombre=20, faces=(3, 4)
    )
    assert not card.private
    assert card.message is not None
    assert len(card.message.embeds[0].description or "") <= DESCRIPTION_LIMIT
    assert "autres" in card
    assert "@everyone" not in card.text.replace("@\u200beveryone", "")
    shown = await table.press(table.mdt, card, "Tout voir")
    assert shown.message is not None
    asked = await table.slash(table.mdt, "combat attaque", personnage="#1")
    assert len(asked.choices) == 20


# --- kept up to date in place ---------------------------------------------------------------------------


async def opened(table: Table, **facts: Any) -> Said:
    await table.seat(warrior(**facts), table.player)
    await table.seat(monster())
    return await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 2))


async def test_every_act_that_changes_it_edits_it(table: Table) -> None:
    card = await opened(table, wounds=10)
    blow = await table.press(table.player, card, "Attaquer", faces=(15,))
    assert "Fafhrd ●● ✓" in now(table, card)
    await table.press(table.player, blow, "Dommages", faces=(1,))
    assert "▰▰▰▱▱ Rat géant blessé" in now(table, card)
    await table.slash(table.player, "sante blesser", pv=3)
    assert "20/33" in now(table, card)
    await table.slash(table.player, "sante soigner", pv=5)
    assert "25/33" in now(table, card)
    await table.slash(table.player, "heroism spend second-souffle", faces=(2,))
    assert "28/33 Fafhrd ●○ ✓" in now(table, card)
    assert "Fafhrd : point dépensé ce round (Second souffle)" in now(table, card)
    await table.slash(table.mdt, "horreur horrible", joueur=table.player, faces=(1, 1, 3, 1))
    assert "encore 3 rounds" in now(table, card)
    await table.press(table.mdt, card, "Round suivant")
    assert "round 2" in now(table, card)
    assert "encore 2 rounds" in now(table, card)
    assert "✓" not in now(table, card)
    assert len(cards(table)) == 1


async def test_nothing_is_edited_where_nothing_changed(table: Table) -> None:
    await opened(table)

    def edits() -> int:
        return sum("MESSAGE_UPDATE" in str(line) for line in table.env.backend.transcript)

    before = edits()
    await table.slash(table.player, "personnage fiche")
    assert edits() == before


async def test_a_server_without_combat_reads_nothing_more(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.slash(table.player, "sante blesser", pv=3)
    assert table.guild.id in table.bot.cards._quiet
    card = await table.slash(table.mdt, "combat ouvrir")
    await table.slash(table.player, "sante blesser", pv=3)
    assert "27/33" in now(table, card)


async def test_a_card_deleted_is_said_again_by_the_next_act(table: Table) -> None:
    card = await opened(table)
    assert card.message is not None
    await table.guild.add_member(table.guild.owner).delete(card.message)
    said = await table.slash(table.player, "sante blesser", pv=3)
    assert not said.private
    (again,) = [
        message for message in table.channel.history() if "Combat ouvert" in str(message.embeds[0].title)
    ]
    assert "30/33" in (again.embeds[0].description or "")
    await table.slash(table.player, "sante blesser", pv=1)
    assert len(cards(table)) == 1


async def test_the_state_brings_the_card_here_and_the_old_one_goes(table: Table) -> None:
    card = await opened(table)
    moved = await table.slash(table.other, "combat etat")
    assert list(moved.buttons) == BUTTONS
    assert table.now(card) == ""
    await table.slash(table.player, "sante blesser", pv=3)
    assert "30/33" in now(table, moved)


async def test_it_goes_on_after_a_restart(table: Table) -> None:
    card = await opened(table)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    await table.slash(table.player, "sante blesser", pv=3)
    assert "30/33" in now(table, card)
    assert "Round 2" in await table.press(table.mdt, card, "Round suivant")
    assert "round 2" in now(table, card)


async def test_a_session_that_begins_shows_at_once(table: Table) -> None:
    card = await opened(table, heroism=0)
    await table.slash(table.mdt, "seance debut")
    assert "Fafhrd ●●" in now(table, card)


@pytest.mark.parametrize("by", ["press", "command", "command after a restart"])
async def test_a_closed_combat_leaves_a_closed_card(table: Table, by: str) -> None:
    card = await opened(table)
    if by == "press":
        await table.press(table.mdt, card, "Fermer")
    else:
        if by.endswith("restart"):
            await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        await table.slash(table.mdt, "combat fermer")
    assert "🏁 Combat clos" in now(table, card)
    assert "33/33" not in now(table, card)
    assert cards(table) == []
    assert card.message is not None
    stored = table.env.backend.get_message(table.channel.id, card.message.id)
    assert not stored.components
    await table.slash(table.mdt, "combat ouvrir")
    assert "🏁 Combat clos" in now(table, card), "the card of a combat is no other's"


async def test_the_card_of_another_server_stays_as_it_is(table: Table) -> None:
    card = await opened(table)
    other = table.env.create_guild(name="Quarmall")
    channel = other.create_text_channel("salle")
    chief = other.add_member(other.owner)
    await chief.slash(channel, "combat ouvrir")
    await chief.slash(channel, "combat round")
    assert "round 1" in now(table, card)


# --- « Héroïsme » ---------------------------------------------------------------------------------------


async def test_the_menu_offers_what_is_allowed_now(table: Table) -> None:
    card = await opened(table, wounds=20)
    menu = await table.press(table.player, card, "Héroïsme")
    assert menu.private
    assert list(menu.buttons) == ["Second souffle", "Intuition"]
    await table.press(table.player, card, "Attaquer", faces=(15,))
    menu = await table.press(table.player, card, "Héroïsme")
    assert list(menu.buttons) == ["Coup de maître", "Destin héroïque", "Second souffle", "Intuition"]
    said = await table.press(table.player, menu, "Second souffle", faces=(4,))
    assert not said.private
    assert "PV 13 → 18" in plain(said)
    spent = await table.press(table.player, card, "Héroïsme")
    assert "un seul par round" in spent
    assert (await table.press(table.player, menu, "Coup de maître")).private
    assert (await table.character("Fafhrd")).heroism == 1


async def test_a_stroke_from_the_menu_strikes_the_target(table: Table) -> None:
    card = await opened(table, damage="1d8")
    await table.press(table.player, card, "Attaquer", faces=(15,))
    menu = await table.press(table.player, card, "Héroïsme")
    await table.press(table.player, menu, "Coup de maître")
    assert (await table.character("Rat géant")).hit_points == -1


async def test_the_question_is_asked_in_a_window(table: Table) -> None:
    card = await opened(table)
    menu = await table.press(table.player, card, "Héroïsme")
    assert menu.message is not None
    window = await table.player.click(menu.message, custom_id=menu.buttons["Intuition"])
    await table.player.submit_modal(window, {"question": "Qui vient ?"})
    assert (await table.character("Fafhrd")).heroism == 1
    assert any("Qui vient" in str(message.embeds[0].description) for message in table.channel.history())


async def test_the_question_typed_during_a_restart_is_asked(table: Table) -> None:
    card = await opened(table)
    menu = await table.press(table.player, card, "Héroïsme")
    assert menu.message is not None
    window = await table.player.click(menu.message, custom_id=menu.buttons["Intuition"])
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    await table.player.submit_modal(window, {"question": "Qui vient ?"})
    assert (await table.character("Fafhrd")).heroism == 1
    assert any("Qui vient" in str(message.embeds[0].description) for message in table.channel.history())


async def test_a_form_of_another_version_says_to_open_it_again(table: Table) -> None:
    card = await opened(table)
    menu = await table.press(table.player, card, "Héroïsme")
    assert menu.message is not None
    window = await table.player.click(menu.message, custom_id=menu.buttons["Intuition"])
    table.bot.forms.clear()
    said = table._said(await table.player.submit_modal(window, {"question": "Qui vient ?"}))
    assert said.private
    assert "rouvrez-le" in said
    assert (await table.character("Fafhrd")).heroism == 2


async def test_the_dying_may_cheat_death_from_the_menu(table: Table) -> None:
    card = await opened(table, wounds=40)
    menu = await table.press(table.player, card, "Héroïsme")
    await table.press(table.player, menu, "Éviter la mort")
    assert "0/33" in now(table, card)


async def test_the_game_master_s_menu_is_of_the_npcs_with_points(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(name="Chef", major=True, heroism=2, wounds=4))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Chef", faces=(5, 2))
    menu = await table.press(table.mdt, card, "Héroïsme")
    assert "Héroïsme de Chef" in menu
    await table.seat(monster(name="Second", major=True, heroism=1))
    await table.slash(table.mdt, "combat entrer", adversaire="Second")
    asked = await table.press(table.mdt, card, "Héroïsme")
    assert "Héroïsme de Second" in await table.pick(table.mdt, asked, "Second")
    assert "/personnage creer" in await table.press(table.other, card, "Héroïsme")


# --- the gestures of a fight ----------------------------------------------------------------------------


async def test_a_fight_of_four_and_two_over_three_rounds_takes_few_gestures(table: Table) -> None:
    """A typed command or argument, a press or a choice: each is one. Everybody attacks in every round."""
    gestures = 0
    third, fourth = (table.guild.add_member(table.env.create_user(name)) for name in ("sheelba", "karl"))
    heroes = {
        table.player: warrior(damage="1d8"),
        table.other: thief(damage="1d6"),
        third: black_magician(damage="1d4"),
        fourth: warrior(id=0, name="Hrafn", damage="1d6"),
    }
    for who, hero in heroes.items():
        await table.seat(hero, who)
    await table.seat(monster(name="Ogre", fixed_hit_points=40, fixed_armour_class=14))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Ogre", nombre=2, faces=(4, 3))
    gestures += 3

    async def strikes(who: Any, face: int, target: str = "", damage: int = 0) -> int:
        """One attack; how many gestures it took."""
        said = await table.press(who, card, "Attaquer", faces=() if target else (face,))
        count = 1
        if target:
            said = await table.pick(who, said, target, faces=(face,))
            count += 1
        assert not said.private
        if damage:
            await table.press(who, said, "Dommages", faces=(damage,))
            count += 1
        return count

    for number in (1, 2, 3):
        first = number == 1
        for place, who in enumerate(heroes):
            hits = (place + number) % 2
            target = f"Ogre {1 + place % 2}" if first else ""
            gestures += await strikes(who, 19 if hits else 2, target, 3 if hits else 0)
        for place in (0, 1):
            target = ("Fafhrd", "Souricier Gris")[place] if first else ""
            gestures += await strikes(table.mdt, 19 if place else 2, target, 2 if place else 0)
        if number < 3:
            await table.press(table.mdt, table.again(card), "Round suivant")
            gestures += 1
    closed = await table.press(table.mdt, card, "Fermer")
    gestures += 1
    assert "Après 3 rounds" in closed
    assert (await table.character("Souricier Gris")).hit_points == 14 - 3 * 2
    assert gestures <= 45
    assert table.dice.left == 0
