"""The odds told before a choice: beside the buttons, in the private previews, in the lists of spells."""

from typing import Any

from bot.client import Bot
from bot.storage import past
from rules.acts import Act
from rules.character import ElementKind
from rules.horror import HorrorAct
from tests.characters import black_magician, known, monster, ready, thief, warrior, white_magician
from tests.commands.table import NBSP, WHY, Said, Table, plain

DESTINY = "Destin héroïque"
MAGE = black_magician(
    corruption=29,
    stages_suffered=2,
    elements=(*known("sommeil", "invisibilite"), *ready("sommeil", "invisibilite")),
)


def shown(said: Said) -> list[str]:
    """The labels as they are read, « Pourquoi ? » left out."""
    return [label.replace(NBSP, " ") for label in said.pressable if label != WHY]


async def acts(table: Table) -> list[Act]:
    async with table.bot.database.reading() as connection:
        return [entry.act for entry in await past.recent(connection, table.guild.id, 50)]


async def horrors(table: Table) -> list[Act]:
    return [act for act in await acts(table) if isinstance(act, HorrorAct)]


# --- beside the buttons ----------------------------------------------------------------------------------


class TestDestiny:
    async def test_a_horror_save(self, table: Table) -> None:
        """10 or more after −2: 12 and above."""
        await table.seat(warrior(), table.player)
        said = await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, faces=(5, 4, 2))
        assert f"{DESTINY} · 45 %" in shown(said)
        again = await table.press(table.player, said, DESTINY, faces=(12,))
        assert "✅" in again.text

    async def test_a_reroll_that_cannot_pass_is_grey(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        for adjustment, style in ((-20, 2), (0, 1)):
            options = {"joueur": table.player, "ajustement": adjustment}
            said = await table.slash(table.mdt, "horreur insoutenable", faces=(5, 4, 2), **options)
            assert said.components[0]["components"][0]["style"] == style
            assert shown(said)[0] == f"{DESTINY} · {0 if adjustment else 45} %"

    async def test_a_check_and_a_save(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        check = await table.slash(
            table.player, "jet caracteristique", carac="sag", modificateur=-2, faces=(20,)
        )
        assert shown(check) == [f"{DESTINY} · 35 %"], "SAG 9: 7 or less"
        save = await table.slash(table.player, "jet sauvegarde", contre="mort", modificateur=3, faces=(2,))
        assert shown(save) == [f"{DESTINY} · 70 %"], "7 or more"

    async def test_the_setting_of_naturals_counts(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.mdt, "reglages changer", reglage="naturels", valeur="oui")
        save = await table.slash(table.player, "jet sauvegarde", contre="mort", modificateur=20, faces=(1,))
        assert shown(save) == [f"{DESTINY} · 95 %"]

    async def test_a_death_save_that_killed(self, table: Table) -> None:
        await table.seat(warrior(wounds=35), table.player)
        dead = await table.slash(table.player, "sante mort", modificateur=-2, faces=(9,))
        assert shown(dead) == [f"{DESTINY} · 45 %"], "10, the modifier of the first throw kept: 12 or more"

    async def test_a_corruption(self, table: Table) -> None:
        await table.seat(MAGE, table.player)
        said = await table.slash(table.player, "magie lancer", sort="invisibilité", faces=(20, 14))
        assert f"{DESTINY} · 60 %" in shown(said), "INT 15, level 2, stage 2 (−1): 12 or less"

    async def test_a_free_roll_has_no_threshold(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "lancer", expression="1d20+3", faces=(4,))
        assert shown(said) == [DESTINY]

    async def test_an_attack_on_a_known_armour_class(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "combat attaque", ca=17, faces=(4,))
        assert shown(said) == [f"{DESTINY} · 45 %"], "+3 and FOR +2: 12 or more"

    async def test_a_monster_s_armour_class_is_not_betrayed(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.seat(monster(fixed_armour_class=17))
        said = await table.slash(table.player, "combat attaque", cible="Rat géant", faces=(4,))
        assert shown(said) == [DESTINY]
        card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 3))
        await table.press(table.player, card, "Attaquer", faces=(4,))
        menu = await table.press(table.player, card, "Héroïsme")
        assert DESTINY in shown(menu)

    async def test_an_npc_s_horror_is_not_betrayed_but_its_game_master_sees_the_rest(
        self, table: Table
    ) -> None:
        await table.seat(monster(major=True, heroism=2))
        said = await table.slash(
            table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", faces=(3, 4)
        )
        assert not said.private
        assert DESTINY in shown(said)
        assert "%" not in said.text + "".join(shown(said))
        save = await table.slash(
            table.mdt, "jet sauvegarde", contre="mort", personnage="Rat géant", faces=(2,)
        )
        assert save.private
        assert shown(save) == [f"{DESTINY} · 45 %"]


async def test_the_heroism_menu_tells_what_each_point_buys(table: Table) -> None:
    await table.seat(warrior(wounds=20, damage="1d8"), table.player)
    await table.seat(thief(), table.other)
    await table.seat(monster())
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(5, 3))
    await table.slash(table.player, "combat attaque", ca=17, cible="Rat géant", faces=(15,))
    menu = await table.press(table.player, card, "Héroïsme")
    assert shown(menu)[:2] == ["Coup de maître · 10 (moyenne 6,5)", f"{DESTINY} · 45 %"]
    assert "💨 Second souffle : 1d8 + 1, de 2 à 9 PV" in plain(menu)
    assert "il en manque" not in menu
    await table.slash(table.mdt, "sante soigner", pv=15, personnage="Fafhrd")
    nearly = await table.press(table.player, card, "Héroïsme")
    assert "de 2 à 9 PV (il en manque 5)" in plain(nearly)


async def test_the_menu_of_an_npc_which_the_game_master_alone_sees_tells_its_chance(table: Table) -> None:
    await table.seat(monster(heroism=1))
    await table.seat(monster(name="Loup", fixed_armour_class=14))
    card = await table.slash(table.mdt, "combat ouvrir", adversaire="Rat géant", faces=(3,))
    said = await table.slash(table.mdt, "combat attaque", personnage="Rat géant", cible="Loup", faces=(2,))
    assert shown(said) == [DESTINY], "all see the attack"
    menu = await table.press(table.mdt, card, "Héroïsme")
    assert menu.private
    assert f"{DESTINY} · 35 %" in shown(menu), "two hit dice: no bonus, 14 or more"


async def test_a_stroke_says_what_it_would_do(table: Table) -> None:
    await table.seat(warrior(damage="1d8"), table.player)
    said = await table.slash(table.player, "combat attaque", ca=10, faces=(15,))
    assert "Coup de maître · 10 (moyenne 6,5)" in shown(said)
    stroke = await table.press(table.player, said, "Coup de maître")
    assert "🎲 10 ← 1d8 (dés au maximum) + 2 (FOR)" in plain(stroke)


async def test_an_npc_s_damage_is_not_told_before_it_is_dealt(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(monster(heroism=1, damage="1d8"))
    said = await table.slash(table.mdt, "combat attaque", personnage="Rat géant", cible="Fafhrd", faces=(18,))
    assert "Coup de maître" in shown(said)


class TestDeathSave:
    async def test_the_chance_is_beside_the_button(self, table: Table) -> None:
        await table.seat(thief(), table.player)
        fallen = await table.slash(table.player, "sante blesser", pv=30)
        assert "Sauvegarde contre la mort · 50 %" in shown(fallen), "12, the people's +1: 11 or more"
        saved = await table.press(table.player, fallen, "Sauvegarde contre la mort", faces=(11,))
        assert "✅" in saved.text

    async def test_an_npc_s_is_the_game_master_s_to_know(self, table: Table) -> None:
        await table.seat(monster(major=True))
        fallen = await table.slash(table.mdt, "sante blesser", pv=10, personnage="Rat géant")
        assert shown(fallen) == ["Sauvegarde contre la mort"]


# --- the preview of a horror -----------------------------------------------------------------------------


async def preview(table: Table, **options: Any) -> Said:
    return await table.slash(table.mdt, "horreur insoutenable", joueur=table.player, apercu=True, **options)


class TestHorror:
    async def test_it_tells_the_chance_each_modifier_the_points_and_the_threshold(self, table: Table) -> None:
        before = await table.seat(thief(madness=6), table.player)
        said = await preview(table, modificateur=-4, ajustement=2, **{"folie-sup": 1})
        assert said.private
        assert shown(said) == ["Lancer"]
        words = plain(said)
        assert "Échec : 60 % (3/5)" in words
        assert (
            "1d20 + 1 (Lankhmarien) − 4 (situation insoutenable) + 2 (ajustement du MdT), il faut 12 ou plus"
            in words
        )
        assert "3 à 6 points de folie (1d4 + 1, +1 du MdT)" in words
        assert "Folie 6 / SAG 10 · seuil 10, jet de Folie : 45 % (9/20)" in words, "4, 5 and 6 of four"
        assert await table.character("Souricier Gris") == before
        assert await acts(table) == []

    async def test_a_threshold_out_of_reach_is_said(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        assert "seuil 9, jet de Folie : hors d’atteinte" in plain(await preview(table))

    async def test_a_monster_has_no_madness_and_stays_the_game_master_s(self, table: Table) -> None:
        await table.seat(monster())
        said = await table.slash(
            table.mdt, "horreur pnj", personnage="Rat géant", situation="horrible", apercu=True
        )
        assert said.private
        assert "Échec : 55 %" in plain(said)
        assert "la folie n’est pas comptée" in said
        thrown = await table.press(table.mdt, said, "Lancer", faces=(3, 4))
        assert not thrown.private
        assert "🎲" not in thrown.text

    async def test_a_player_previews_nobody(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "horreur horrible", joueur=table.player, apercu=True)
        assert "Réservé au MdT" in said
        said = await preview(table)
        keeper = table.guild.create_role("Conteur")
        await table.slash(table.mdt, "reglages changer", reglage="role_mdt", role=keeper)
        assert "Réservé au MdT" in await table.press(table.mdt, said, "Lancer"), "no longer the game master"
        assert await horrors(table) == []

    async def test_what_would_be_refused_is_refused_at_once(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.seat(thief(), table.other)
        named = await preview(table, personnage="Souricier Gris")
        assert "n’est pas un personnage de ce joueur" in named
        assert shown(named) == []

    async def test_its_button_throws_for_all_to_see_with_the_very_same_modifiers(self, table: Table) -> None:
        await table.seat(warrior(madness=5), table.player)
        said = await preview(table, modificateur=-3, ajustement=-1, **{"folie-sup": 2})
        thrown = await table.press(table.mdt, said, "Lancer", faces=(5, 4, 1, 7))
        assert not thrown.private
        words = plain(thrown)
        assert "5 − 3 (situation insoutenable) − 1 (ajustement du MdT) = 1, il fallait 10 ou plus" in words
        assert "Folie 5 → 9 / SAG 9 (1d4 : 1 + 1, +2 du MdT)" in words
        assert f"{DESTINY} · 35 %" in shown(thrown)
        assert said.message is not None
        assert not table.env.backend.get_message(table.channel.id, said.message.id).components

    async def test_a_secret_preview_throws_in_secret(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await preview(table, secret=True)
        thrown = await table.press(table.mdt, said, "Lancer en secret", faces=(1, 4, 1))
        assert thrown.private
        assert DESTINY not in thrown.buttons
        effect = next((await table.character("Fafhrd")).of_kind(ElementKind.STATE))
        assert effect.secret

    async def test_it_throws_on_the_state_as_it_is_then(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await preview(table)
        await table.slash(table.mdt, "horreur folie", personnage="Fafhrd", points=8)
        thrown = await table.press(table.mdt, said, "Lancer", faces=(1, 4, 1, 7))
        assert "Folie 8 → 10" in plain(thrown)

    async def test_pressed_twice_it_throws_once(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await preview(table)
        await table.press(table.mdt, said, "Lancer", faces=(1, 4, 1))
        again = await table.press(table.mdt, said, "Lancer")
        assert again.private
        assert "déjà été lancé" in again
        assert len(await acts(table)) == 1
        other = await preview(table)
        await table.press(table.mdt, other, "Lancer", faces=(20,))
        assert len(await acts(table)) == 2, "another preview is another button"

    async def test_it_outlives_the_process(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await preview(table)
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        thrown = await table.press(table.mdt, said, "Lancer", faces=(20,))
        assert "✅" in thrown.text
        assert "déjà été lancé" in await table.press(table.mdt, said, "Lancer")


# --- the preview of a corruption -------------------------------------------------------------------------


class TestCorruption:
    async def test_before_a_spell_is_cast(self, table: Table) -> None:
        before = await table.seat(MAGE, table.player)
        said = await table.slash(table.player, "magie lancer", sort="invisibilité", apercu=True)
        assert said.private
        words = plain(said)
        assert "Corruption : 40 % (2/5)" in words
        assert "1d20 + 2 (niveau du sort) + 1 (palier 2), il faut 15 ou moins" in words
        assert "29 points aujourd’hui : palier 3 au point suivant" in words
        assert "consumé" not in words
        assert await table.character("Ahriman") == before
        assert await acts(table) == []

    async def test_of_a_check_asked_by_hand(self, table: Table) -> None:
        await table.seat(black_magician(corruption=3), table.player)
        said = await table.slash(
            table.player, "corruption jet", niveau=3, occasion="apprentissage", apercu=True
        )
        assert said.private
        assert "Corruption : 40 %" in plain(said)
        assert "palier 1 dans 7 points" in plain(said)
        assert await acts(table) == []

    async def test_the_last_wisdom_is_seen_coming(self, table: Table) -> None:
        await table.seat(
            black_magician(corruption=29, stages_suffered=2, scores=(9, 12, 10, 15, 1, 9)), table.player
        )
        said = await table.slash(
            table.player, "corruption jet", niveau=2, occasion="incantation", apercu=True
        )
        assert "consumé" in said

    async def test_nobody_else_sees_it_and_nothing_is_foretold_where_nothing_is_due(
        self, table: Table
    ) -> None:
        await table.seat(MAGE, table.player)
        options: dict[str, Any] = {
            "niveau": 2,
            "occasion": "incantation",
            "apercu": True,
            "personnage": "Ahriman",
        }
        assert "seul son joueur" in await table.slash(table.other, "corruption jet", **options)
        cast = await table.slash(
            table.other, "magie lancer", sort="invisibilité", apercu=True, personnage="Ahriman"
        )
        assert "seul son joueur" in cast
        first = await table.slash(table.player, "magie lancer", sort="sommeil", apercu=True)
        assert "aucun jet n’est dû" in first
        unheld = await table.slash(table.player, "magie lancer", sort="bouclier", apercu=True)
        assert "n’a pas préparé" in unheld


class TestSpellLists:
    async def test_the_chance_is_in_the_list_of_spells_to_cast(self, table: Table) -> None:
        await table.seat(MAGE, table.player)
        names = [
            choice["name"].replace(NBSP, " ")
            for choice in await table.complete(table.player, "magie lancer", "sort", "")
        ]
        assert any(name.startswith("Invisibilité — niv. 2 · corruption 40 %") for name in names), names
        assert all("corruption" not in name for name in names if name.startswith("Sommeil"))
        cancelled = await table.complete(table.player, "magie annuler", "sort", "")
        assert "corruption" not in str(cancelled), "giving a spell up risks nothing"

    async def test_and_of_those_to_learn_unless_they_are_of_the_start(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        learnt = await table.complete(table.player, "magie apprendre", "sort", "invisi")
        assert "corruption 35" in str(learnt)
        start = await table.complete(table.player, "magie apprendre", "sort", "invisi", depart=True)
        assert "corruption" not in str(start)
        await table.seat(white_magician(), table.other)
        white = await table.complete(table.other, "magie apprendre", "sort", "")
        assert "corruption" not in str(white)

    async def test_the_longest_name_leaves_room_for_the_chance(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        await table.slash(table.mdt, "magie ajouter", nom="W" * 64, liste="profane", niveau=2)
        (choice,) = await table.complete(table.player, "magie apprendre", "sort", "WWW")
        assert choice["name"].endswith(f"corruption 35{NBSP}%")
        assert len(choice["name"]) <= 100

    async def test_the_spell_book_tells_the_chance_by_level(self, table: Table) -> None:
        await table.seat(MAGE, table.player)
        said = await table.slash(table.player, "magie grimoire")
        assert "Risque de corruption par sort : niv. 2 40 %" in plain(said)
        await table.seat(white_magician(), table.other)
        assert "corruption" not in (await table.slash(table.other, "magie grimoire")).text
