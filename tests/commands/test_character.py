"""`/personnage` once characters exist: list, activation, equipment, names, gifts, archives, corrections (CRE-3)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.storage import past
from rules import roster
from rules.acts import Act
from rules.character import Element, ElementKind, State
from tests.characters import black_magician, monster, thief, warrior
from tests.commands.table import Table

CONSUMED = Element("c.1", ElementKind.STATE, State.CONSUMED, "consumé")
DEAD = Element("m.1", ElementKind.STATE, State.DEAD, "mort")


async def last_act(table: Table) -> Act:
    """The latest act of the journal, as it is read back."""
    async with table.bot.database.reading() as connection:
        (entry,) = await past.recent(connection, table.guild.id, 1)
    return entry.act


async def active(table: Table, *names: str) -> list[bool]:
    return [(await table.character(name)).active for name in names]


class TestActivation:
    """`/personnage activer` (CRE-3)."""

    async def test_the_previous_one_steps_down_and_the_journal_tells(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        ourph = await table.seat(warrior(name="Ourph", active=False), table.player)
        said = await table.slash(table.player, "personnage activer", personnage=f"#{ourph.id}")
        assert f"Personnage actif de <@{table.player.id}>, à la place de Fafhrd." in said
        assert await active(table, "Fafhrd", "Ourph") == [False, True]
        act = await last_act(table)
        assert isinstance(act, roster.Activated)
        assert (act.character_id, act.previous) == (ourph.id, "Fafhrd")

    async def test_the_game_master_activates_for_anybody(self, table: Table) -> None:
        await table.seat(warrior(active=False), table.player)
        said = await table.slash(table.mdt, "personnage activer", personnage="Fafhrd")
        assert f"<@{table.player.id}>" in said
        assert await active(table, "Fafhrd") == [True]

    @pytest.mark.parametrize(
        ("facts", "words"),
        [
            ({"elements": (DEAD,)}, "est mort"),
            ({"elements": (CONSUMED,)}, "consumé"),
            ({"archived": True}, "restaurer"),
        ],
    )
    async def test_who_is_not_activated(self, table: Table, facts: dict[str, Any], words: str) -> None:
        """COR-5, HER-1."""
        await table.seat(warrior(active=False, **facts), table.player)
        said = await table.slash(table.player, "personnage activer", personnage="Fafhrd")
        assert said.private
        assert words in said
        assert await active(table, "Fafhrd") == [False]

    async def test_a_consumed_one_gives_its_place(self, table: Table) -> None:
        """COR-5."""
        await table.seat(warrior(elements=(CONSUMED,)), table.player)
        await table.seat(warrior(name="Ourph", active=False), table.player)
        await table.slash(table.player, "personnage activer", personnage="Ourph")
        assert await active(table, "Fafhrd", "Ourph") == [False, True]

    async def test_an_npc_is_nobodys(self, table: Table) -> None:
        await table.seat(monster())
        said = await table.slash(table.mdt, "personnage activer", personnage="Rat géant")
        assert "n’a pas de joueur" in said


class TestEquipment:
    """`/personnage equiper`."""

    async def test_armour_class_and_weapon_old_to_new(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(
            table.player,
            "personnage equiper",
            armure="cotte de mailles",
            bouclier=True,
            arme="épée à deux mains",
        )
        words = said.text.replace("*", "")
        assert "CA 9 [10] → 4 [15]" in words
        assert "Sans armure → Cotte de mailles, bouclier" in words
        assert "mains nues → épée à deux mains (1d10)" in words
        fafhrd = await table.character("Fafhrd")
        assert (fafhrd.armour, fafhrd.shield, fafhrd.damage) == ("mailles", True, "1d10")
        assert isinstance(await last_act(table), roster.Equipped)

    async def test_what_the_class_forbids_is_refused(self, table: Table) -> None:
        """CLA."""
        before = await table.seat(thief(), table.player)
        said = await table.slash(table.player, "personnage equiper", armure="plates")
        assert said.private
        assert "Armures permises ici : Sans armure, Cuir ou gambison" in said
        assert await table.character("Souricier Gris") == before

    async def test_a_hindered_class_is_warned(self, table: Table) -> None:
        """CLA-6."""
        both = warrior(classes=(*warrior().classes, *thief().classes))
        await table.seat(both, table.player)
        said = await table.slash(table.player, "personnage equiper", armure="plates")
        assert "⚠️ Voleur : ni talent ni sort ainsi équipé." in said

    async def test_a_bad_formula_is_refused(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "personnage equiper", degats="1d8+")
        assert said.private
        assert "Formule de dés incomprise" in said

    async def test_the_armours_are_proposed(self, table: Table) -> None:
        found = await table.complete(table.player, "personnage equiper", "armure", "MAIL")
        assert found == [{"name": "Cotte de mailles — CA 5 [14]", "value": "mailles"}]


class TestNames:
    """`/personnage renommer`."""

    async def test_a_new_name(self, table: Table) -> None:
        fafhrd = await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "personnage renommer", nom="Fafhrd le Roux")
        assert "Fafhrd → **Fafhrd le Roux**" in said
        assert (await table.character("FAFHRD LE ROUX")).id == fafhrd.id

    async def test_another_case_of_the_same_name_is_a_new_name(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.slash(table.player, "personnage renommer", nom="FAFHRD")
        assert (await table.character("fafhrd")).name == "FAFHRD"

    async def test_a_name_taken_is_refused(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.seat(thief(), table.other)
        said = await table.slash(table.player, "personnage renommer", nom="souricier GRIS")
        assert said.private
        assert "déjà pris" in said
        assert (await table.character("Fafhrd")).name == "Fafhrd"


class TestGifts:
    """`/personnage donner`."""

    async def test_it_is_active_where_the_place_is_free(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
        assert f"<@{table.player.id}> → <@{table.other.id}>" in said
        assert "C’est son personnage actif" in said
        assert f"<@{table.player.id}> n’a plus de personnage actif" in said
        fafhrd = await table.character("Fafhrd")
        assert (fafhrd.player_id, fafhrd.active) == (table.other.id, True)
        assert isinstance(await last_act(table), roster.Given)

    async def test_it_waits_where_another_is_active(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        await table.seat(thief(), table.other)
        said = await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
        assert "En réserve" in said
        assert await active(table, "Fafhrd", "Souricier Gris") == [False, True]

    async def test_it_takes_the_place_of_a_consumed_one(self, table: Table) -> None:
        """COR-5."""
        await table.seat(black_magician(elements=(CONSUMED,)), table.other)
        await table.seat(warrior(), table.player)
        await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.other)
        assert await active(table, "Ahriman", "Fafhrd") == [False, True]

    async def test_an_npc_becomes_a_player_character(self, table: Table) -> None:
        await table.seat(monster())
        said = await table.slash(table.mdt, "personnage donner", personnage="Rat géant", joueur=table.player)
        assert "De PNJ, il devient personnage joueur." in said
        rat = await table.character("Rat géant")
        assert (rat.npc, rat.player_id, rat.active) == (False, table.player.id, True)

    async def test_only_the_game_master_gives_and_to_people_only(self, table: Table) -> None:
        before = await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "personnage donner", personnage="Fafhrd", joueur=table.other)
        assert said.private
        assert "Réservé au MdT" in said
        bot = table.guild.add_member(table.env.create_user("automate", bot=True))
        said = await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=bot)
        assert "Un bot ne joue" in said
        said = await table.slash(table.mdt, "personnage donner", personnage="Fafhrd", joueur=table.player)
        assert "déjà à ce joueur" in said
        assert await table.character("Fafhrd") == before


class TestArchives:
    """`/personnage archiver` and `restaurer`."""

    async def test_archiving_leaves_the_place_free_and_is_reversible(self, table: Table) -> None:
        fafhrd = await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "personnage archiver", personnage="Fafhrd")
        assert "n’a plus de personnage actif" in said
        archived = await table.character("Fafhrd")
        assert archived == replace(fafhrd, active=False, archived=True)
        in_play = await table.complete(table.player, "personnage fiche", "personnage", "")
        aside = await table.complete(table.player, "personnage restaurer", "personnage", "")
        assert (in_play, aside) == ([], [{"name": "Fafhrd (archivé)", "value": f"#{fafhrd.id}"}])
        back = await table.slash(table.player, "personnage restaurer", personnage=aside[0]["value"])
        assert await table.character("Fafhrd") == replace(fafhrd, active=False)
        await table.press(table.player, back, "Jouer ce personnage")
        assert await table.character("Fafhrd") == fafhrd

    async def test_what_is_not_archived_is_not_restored(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        said = await table.slash(table.player, "personnage restaurer", personnage="Fafhrd")
        assert said.private
        assert "n’est pas archivé" in said

    async def test_a_stale_button_does_not_bring_back_an_archived_one(self, table: Table) -> None:
        await table.seat(warrior(active=False, archived=True), table.player)
        back = await table.slash(table.player, "personnage restaurer", personnage="Fafhrd")
        await table.slash(table.player, "personnage archiver", personnage="Fafhrd")
        said = await table.press(table.player, back, "Jouer ce personnage")
        assert said.private
        assert "est archivé" in said


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("activer", {}),
        ("equiper", {"arme": "hache"}),
        ("renommer", {"nom": "Volé"}),
        ("archiver", {}),
        ("restaurer", {}),
        ("regler", {"champ": "or", "valeur": 9}),
    ],
)
async def test_a_stranger_changes_nothing(table: Table, command: str, options: dict[str, Any]) -> None:
    before = await table.seat(warrior(active=False, archived=command == "restaurer"), table.player)
    said = await table.slash(table.other, f"personnage {command}", personnage="Fafhrd", **options)
    assert said.private
    assert "n’est pas votre personnage" in said or "Réservé au MdT" in said
    assert await table.character("Fafhrd") == before


@pytest.mark.parametrize("command", ["fiche", "activer", "archiver", "equiper"])
async def test_another_servers_identities_are_unknown(table: Table, command: str) -> None:
    guild = table.env.create_guild(name="Ilthmar")
    channel = guild.create_text_channel("port")
    visitor = guild.add_member(table.player.user)
    fafhrd = await table.seat(warrior(), table.player)
    elsewhere = replace(table, guild=guild, channel=channel, player=visitor)
    options: dict[str, Any] = {"arme": "hache"} if command == "equiper" else {}
    said = await elsewhere.slash(visitor, f"personnage {command}", personnage=f"#{fafhrd.id}", **options)
    assert said.private
    assert "Aucun personnage" in said
    assert await table.character("Fafhrd") == fafhrd
    assert "0 PJ" in await elsewhere.slash(visitor, "personnage liste")
