"""The guided creation, played: `/personnage creer` with a name alone (CAR-1, PEU, CLA, CRE)."""

from dataclasses import replace

import simcord

from bot.client import Bot
from bot.storage import campaigns, characters, drafts, journal, past
from bot.storage.journal import Author, Link
from bot.storage.past import Entry
from rules.creation import Creation
from rules.drafts import Draft, ScoresThrown
from tests.commands.table import Said, Table

# FOR 15, DEX 12, CON 13, INT 9, SAG 9, CHA 13
FACES = (6, 5, 4, 5, 5, 2, 5, 4, 4, 3, 3, 3, 2, 3, 4, 6, 6, 1)
HIT_DICE, GOLD = (5, 5, 5, 5), (3,)


async def opened(table: Table, nom: str = "Fafhrd", *, faces: tuple[int, ...] = FACES) -> Said:
    return await table.slash(table.player, "personnage creer", nom=nom, faces=faces)


def menus(said: Said) -> dict[str, dict[str, bool]]:
    """What each menu offers: value → chosen."""
    return {
        part["custom_id"].split(":")[-1]: {
            option["value"]: option.get("default", False) for option in part["options"]
        }
        for row in said.components
        for part in row["components"]
        if part["type"] == 3
    }


async def pick(
    table: Table, said: Said, which: str, value: str, who: simcord.MemberActor | None = None
) -> Said:
    """``value`` chosen in a menu as it was shown."""
    assert said.message is not None
    table.env.backend.get_message(table.channel.id, said.message.id).components = said.components
    custom_id = next(
        part["custom_id"]
        for row in said.components
        for part in row["components"]
        if part["custom_id"].endswith(f":{which}")
    )
    return table._said(await (who or table.player).select(said.message, [value], custom_id=custom_id))


async def type_in(table: Table, said: Said, **values: str) -> Said:
    """The form filled and sent."""
    assert said.message is not None
    form = await table.player.click(said.message, custom_id=said.pressable["Nom, valeurs, arme"])
    return table._said(await table.player.submit_modal(form, values))


async def chosen(table: Table, *choices: tuple[str, str], said: Said | None = None) -> Said:
    """The path after these choices."""
    said = said or await opened(table)
    for which, value in choices:
        said = await pick(table, said, which, value)
    return said


NORDIC = (("peuple", "nordique"), ("classe", "guerrier"), ("alignement", "neutre"))


async def summed_up(table: Table) -> Said:
    """A Nordic warrior, ready to be born."""
    return await table.press(table.player, await chosen(table, *NORDIC), "Suite")


async def kept(table: Table, who: simcord.MemberActor | None = None) -> Draft | None:
    async with table.bot.database.reading() as connection:
        return await drafts.load(connection, table.guild.id, (who or table.player).id)


async def entries(table: Table) -> list[Entry]:
    """The journal, oldest first."""
    async with table.bot.database.reading() as connection:
        return list(reversed(await past.recent(connection, table.guild.id, 20)))


async def names(table: Table) -> list[str]:
    async with table.bot.database.reading() as connection:
        return [one.name for one in await characters.of_guild(connection, table.guild.id)]


async def set_settings(table: Table, **settings: object) -> None:
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, settings=settings)


async def test_a_name_alone_throws_the_scores_and_opens_the_path_in_private(table: Table) -> None:
    """CAR-1: each die shown, and journalled as an act of its own."""
    said = await opened(table)
    assert said.private
    assert "FOR **15** (+1) ← 🎲 6 5 4" in said
    assert "CHA **13** (+1) ← 🎲 6 6 1" in said
    assert "À choisir : le peuple, la classe et l’alignement" in said
    assert "**\n" not in said.text.split("FOR")[0], "nothing chosen yet is nothing said, not empty italics"
    (entry,) = await entries(table)
    assert isinstance(entry.act, ScoresThrown)
    assert [roll.total for roll in entry.act.rolls] == [15, 12, 13, 9, 9, 13]
    assert (entry.actor_id, entry.secret, entry.act.name) == (table.player.id, False, "Fafhrd")
    assert table.dice.left == 0
    assert await names(table) == []


async def test_the_dice_of_the_path_come_from_the_public_seed(table: Table) -> None:
    """A draft's dice belong to their act: none of the seed is thrown for nothing."""
    await table.slash(table.mdt, "reglages changer", reglage="graine_publique", valeur="oui")
    await table.slash(table.mdt, "seance debut")
    said = await opened(table, faces=())
    for which, value in NORDIC:
        said = await pick(table, said, which, value)
    said = await table.press(table.player, said, "Suite")
    await table.press(table.player, said, "Créer")
    assert await names(table) == ["Fafhrd"]


async def test_only_what_is_lawful_is_offered_and_the_rest_says_why(table: Table) -> None:
    said = await opened(table)
    assert "Goule de Nehwon (réglage `goules`)" in said
    assert "Assassin (INT 11, vous avez 9)" in said
    assert set(menus(said)["classe"]) == {"guerrier", "barbare", "voleur", "magicien_noir", "magicien_blanc"}
    assert "goule" not in menus(said)["peuple"]
    assert "autres" not in menus(said)
    said = await chosen(table, ("classe", "voleur"), said=said)
    assert "magicien_noir+magicien_blanc" not in menus(said)["autres"]
    assert "Magicien noir et Magicien blanc (pas ensemble)" in said
    said = await chosen(table, ("classe", "magicien_blanc"), said=said)
    assert set(menus(said)["alignement"]) == {"loyal_bon", "neutre_bon", "chaotique_bon"}
    assert "Chaotique Mauvais (Magicien blanc : toujours bon)" in said


async def test_labels_tell_what_each_choice_gives(table: Table) -> None:
    said = await opened(table)
    labels = [
        option["label"]
        for row in said.components
        for part in row["components"]
        for option in part.get("options", ())
    ]
    assert "Nordique — FOR +1, SAG −1" in labels
    assert "Barbare — d6, minima FOR 15, DEX 12, CON 12" in labels


async def test_every_message_of_the_path_is_within_discord_s_limits(table: Table) -> None:
    """Five rows, twenty-five options; the richest scores offer the most."""
    said = await type_in(table, await opened(table), nom="x" * 64, valeurs="18 18 18 18 18 18")
    for which, value in NORDIC:
        said = await pick(table, said, which, value)
        assert len(said.components) <= 5
        assert all(len(menu) <= 25 for menu in menus(said).values())
    said = await table.press(table.player, said, "Suite")
    assert len(said.components) <= 5


async def test_a_change_keeps_what_remains_lawful_and_says_what_it_drops(table: Table) -> None:
    said = await chosen(table, *NORDIC, ("autres", "barbare"))
    assert menus(said)["autres"]["barbare"]
    said = await chosen(table, ("peuple", "mingol"), said=said)
    assert "⚠️ Retiré : Barbare (FOR 15, vous avez 14)." in said
    assert "Mingol · Guerrier · Neutre" in said


async def test_the_summary_tells_the_sheet_and_what_is_still_to_be_thrown(table: Table) -> None:
    said = await chosen(table, ("armure", "mailles"), ("arme", "hache"), said=await summed_up(table))
    said = await table.press(table.player, said, "Avec un bouclier")
    assert "FOR **16** (+2) ← 🎲 6 5 4, +1 Nordique" in said
    assert "**Guerrier 5** · 22 000 PX (+10 %)" in said
    assert "CA **4 [15]** · Cotte de mailles, bouclier, hache (1d6)" in said
    assert "PV 8 + 4d8, CON +1 par dé ; or 1d6 × 100 po" in said
    assert "Avec un bouclier" not in said.buttons
    assert await names(table) == []


async def test_creer_makes_the_character_of_the_dice_thrown_first(table: Table) -> None:
    """The ordinary creation, told to all; the draft and its scores are used up."""
    said = await summed_up(table)
    born = await table.press(table.player, said, "Créer", faces=HIT_DICE + GOLD)
    assert not born.private
    assert "Fafhrd entre en scène" in born
    assert "FOR **16** (+2) ← 🎲 6 5 4, +1 Nordique" in born
    fafhrd = await table.character("Fafhrd")
    assert (fafhrd.scores, fafhrd.player_id, fafhrd.active, fafhrd.gold) == (
        (16, 12, 13, 9, 8, 13),
        table.player.id,
        True,
        300,
    )
    assert isinstance((await entries(table))[-1].act, Creation)
    assert said.message is not None
    assert table.env.backend.get_message(table.channel.id, said.message.id).components == []
    assert await kept(table) is None
    twice = await table.press(table.player, said, "Créer")
    assert twice.private
    assert "terminée ou abandonnée" in twice
    assert await names(table) == ["Fafhrd"]
    other = await opened(table, "Ourph", faces=(1,) * 18)
    assert "FOR **3** (−3) ← 🎲 1 1 1" in other


async def test_starting_over_does_not_buy_other_dice(table: Table) -> None:
    """CAR-1: abandoned, reopened under another name: the same scores, and one throw in the journal."""
    said = await table.press(table.player, await chosen(table, *NORDIC), "Abandonner")
    assert "Création abandonnée" in said
    assert said.pressable == {}
    again = await opened(table, "Ourph", faces=())
    assert "Ourph" in again
    assert "FOR **15** (+1) ← 🎲 6 5 4" in again
    assert "À choisir : le peuple" in again
    assert len(await entries(table)) == 1


async def test_an_abandoned_message_does_nothing_more(table: Table) -> None:
    said = await opened(table)
    await table.press(table.player, said, "Abandonner")
    late = await pick(table, said, "peuple", "nordique")
    assert late.private
    assert "terminée ou abandonnée" in late
    assert (await kept(table) or Draft(thrown=())).people_key == ""


async def test_a_lost_message_is_shown_again_where_it_stood(table: Table) -> None:
    await chosen(table, *NORDIC[:2])
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    again = await opened(table, "Ourph", faces=())
    assert "Ourph" in again
    assert "Nordique · Guerrier" in again
    assert "À choisir : l’alignement" in again


async def test_the_path_goes_on_after_a_restart(table: Table) -> None:
    said = await summed_up(table)
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    said = await pick(table, said, "armure", "cuir")
    await table.press(table.player, said, "Créer", faces=HIT_DICE + GOLD)
    assert (await table.character("Fafhrd")).armour == "cuir"


async def test_a_form_opened_before_a_restart_is_taken_after_it(table: Table) -> None:
    said = await opened(table)
    assert said.message is not None
    form = await table.player.click(said.message, custom_id=said.pressable["Nom, valeurs, arme"])
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    again = table._said(
        await table.player.submit_modal(form, {"nom": "Ourph", "valeurs": "", "arme": "dague"})
    )
    assert "Ourph" in again
    assert (await kept(table) or Draft(thrown=())).weapon == "dague"


async def test_a_form_of_the_draft_as_it_no_longer_is_changes_nothing(table: Table) -> None:
    said = await opened(table)
    assert said.message is not None
    form = await table.player.click(said.message, custom_id=said.pressable["Nom, valeurs, arme"])
    await pick(table, said, "peuple", "nordique")
    late = table._said(await table.player.submit_modal(form, {"nom": "Ourph", "valeurs": "", "arme": ""}))
    assert "n’était plus à jour" in late
    assert (await kept(table) or Draft(thrown=())).name == "Fafhrd"


async def test_an_outdated_message_says_so_and_does_nothing(table: Table) -> None:
    first = await opened(table)
    await pick(table, first, "peuple", "nordique")
    late = await pick(table, first, "peuple", "mingol")
    assert "n’était plus à jour" in late
    assert "Nordique" in late
    assert (await kept(table) or Draft(thrown=())).people_key == "nordique"
    assert menus(await pick(table, late, "peuple", "kvarch"))["peuple"]["kvarch"]


async def test_creer_makes_what_the_message_shows_and_nothing_else(table: Table) -> None:
    """The draft changed since: what is confirmed would not be what was read."""
    said = await summed_up(table)
    await pick(table, said, "armure", "cuir")
    late = await table.press(table.player, said, "Créer")
    assert "n’était plus à jour" in late
    assert await names(table) == []


async def test_a_setting_changed_since_is_told_before_the_birth(table: Table) -> None:
    """PEU-1."""
    await set_settings(table, goules=True)
    said = await chosen(table, ("peuple", "goule"), *NORDIC[1:])
    said = await table.press(table.player, said, "Suite")
    await set_settings(table, goules=False)
    late = await table.press(table.player, said, "Créer")
    assert "Retiré : Goule de Nehwon (réglage `goules`)" in late
    assert "À choisir : le peuple" in late
    assert await names(table) == []


async def test_a_name_taken_meanwhile_is_refused_and_the_draft_stays(table: Table) -> None:
    """CRE-3: nothing is reserved."""
    said = await summed_up(table)
    typed = {"peuple": "nordique", "classe": "guerrier", "alignement": "neutre"}
    scores = dict.fromkeys(("for", "dex", "con", "int", "sag", "cha"), 12)
    await table.slash(table.other, "personnage creer", nom="FAFHRD", faces=HIT_DICE + GOLD, **typed, **scores)
    refused = await table.press(table.player, said, "Créer", faces=HIT_DICE + GOLD)
    assert refused.private
    assert "déjà pris" in refused
    assert await kept(table) is not None
    said = await type_in(table, said, nom="Ourph")
    await table.press(table.player, said, "Créer", faces=HIT_DICE + GOLD)
    assert (await table.character("Ourph")).player_id == table.player.id


async def test_a_name_already_taken_throws_nothing(table: Table) -> None:
    await table.press(table.player, await summed_up(table), "Créer", faces=HIT_DICE + GOLD)
    said = await opened(table, faces=())
    assert "déjà pris" in said
    assert await kept(table) is None


async def test_the_form_takes_real_dice_a_name_and_a_weapon(table: Table) -> None:
    """CAR-1: as the command does, from 3 to 18."""
    said = await type_in(
        table, await summed_up(table), nom="*Ourph*", valeurs="12 12 12 12 12 12", arme="épée de Kvarch"
    )
    assert "\\*Ourph\\*" in said
    assert "FOR **13** (+1) ← donné 12, +1 Nordique" in said
    assert "épée de Kvarch (1d8)" in said
    for valeurs, words in (("19 9 9 9 9 9", "de 3 à 18"), ("12 12", "six nombres")):
        refused = await type_in(table, said, nom="Ourph", valeurs=valeurs)
        assert refused.private
        assert words in refused
    said = await type_in(table, said, nom="Ourph", valeurs="", arme="")
    assert "FOR **16** (+2) ← 🎲 6 5 4, +1 Nordique" in said


async def test_nobody_else_presses(table: Table) -> None:
    said = await opened(table)
    assert said.message is not None
    table.env.backend.get_message(table.channel.id, said.message.id).flags = 0  # as if others could see it
    await table.slash(table.other, "personnage creer", nom="Ivivis", faces=(1,) * 18)
    stranger = await pick(table, said, "peuple", "nordique", table.other)
    assert stranger.private
    assert "terminée ou abandonnée" in stranger
    for who in (table.player, table.other):
        assert (await kept(table, who) or Draft(thrown=())).people_key == ""


async def test_two_servers_have_their_own_drafts(table: Table) -> None:
    guild = table.env.create_guild(name="Ilthmar")
    elsewhere = replace(
        table,
        guild=guild,
        channel=guild.create_text_channel("port"),
        player=guild.add_member(table.player.user),
    )
    await chosen(table, *NORDIC)
    there = await opened(elsewhere, faces=(1,) * 18)
    assert "FOR **3**" in there
    assert "À choisir : le peuple" in there


async def test_the_game_master_makes_one_for_a_player(table: Table) -> None:
    """The draft is its maker's; the character, the player's."""
    said = await table.slash(table.mdt, "personnage creer", nom="Fafhrd", joueur=table.player, faces=FACES)
    assert f"pour <@{table.player.id}>" in said
    for which, value in NORDIC:
        said = await pick(table, said, which, value, table.mdt)
    said = await table.press(table.mdt, said, "Suite")
    await table.press(table.mdt, said, "Créer", faces=HIT_DICE + GOLD)
    assert (await table.character("Fafhrd")).player_id == table.player.id


async def test_a_path_shown_again_is_still_for_the_same_player(table: Table) -> None:
    whom = f"pour <@{table.player.id}>"
    await table.slash(table.mdt, "personnage creer", nom="Fafhrd", joueur=table.player, faces=FACES)
    assert whom in await table.slash(table.mdt, "personnage creer", nom="Fafhrd")
    own = await table.slash(table.mdt, "personnage creer", nom="Fafhrd", joueur=table.mdt)
    assert whom not in own
    assert "**\n" not in own.text, "nothing chosen, nothing in italics"


async def test_only_the_game_master_opens_a_path_for_somebody_else(table: Table) -> None:
    said = await table.slash(table.player, "personnage creer", nom="Fafhrd", joueur=table.other)
    assert "Réservé au MdT" in said
    assert await kept(table) is None


async def test_scores_that_the_game_master_took_back_are_thrown_anew(table: Table) -> None:
    said = await opened(table)
    (entry,) = await entries(table)
    async with table.bot.database.writing() as connection:
        campaign = await campaigns.begin(connection, table.guild.id)
        by = Author(actor_id=table.mdt.id, interaction_id=1, command="journal annuler", at=0)
        link = Link(entry.id, journal.UNDOES)
        await journal.write(connection, campaign, ScoresThrown(rolls=()), by, link=link)
    assert "terminée ou abandonnée" in await pick(table, said, "peuple", "nordique")
    again = await opened(table, faces=(1,) * 18)
    assert "FOR **3**" in again


async def test_heroism_comes_at_once_during_a_session(table: Table) -> None:
    """HER-1."""
    await table.slash(table.mdt, "seance debut")
    born = await table.press(table.player, await summed_up(table), "Créer", faces=HIT_DICE + GOLD)
    assert "Héroïsme ●●" in born
