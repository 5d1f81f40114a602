"""`/magie`, played (MAG, COR-1, HER-5)."""

from typing import Any

import pytest

from bot.client import Bot
from bot.storage import campaigns, past
from rules.campaign import DAY, HOUR, Campaign
from rules.character import Character, ElementKind, State
from rules.spell_rulings import SpellRuling
from tests.characters import black_magician, known, monster, ready, warrior, white_magician
from tests.commands.table import NBSP, Table, plain

BOOK = known("sommeil", "bouclier", "invisibilite")
EDGE = black_magician(
    corruption=29, stages_suffered=2, madness=14, elements=(*BOOK, *ready("sommeil", "invisibilite"))
)


async def campaign(table: Table) -> Campaign:
    async with table.bot.database.reading() as connection:
        return await campaigns.load(connection, table.guild.id)


async def at(table: Table, clock: int) -> None:
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, clock=clock)


def keys(one: Character, kind: ElementKind) -> list[str]:
    return [element.key for element in one.of_kind(kind)]


async def spells(table: Table, kind: ElementKind = ElementKind.PREPARED, name: str = "Ahriman") -> list[str]:
    return keys(await table.character(name), kind)


def advance(words: str) -> str:
    """The label of the button that moves the clock."""
    return f"Avancer de {words.replace(' ', NBSP)}"


class TestLearning:
    async def test_a_black_magician_learns_and_checks_in_one_message(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        said = await table.slash(table.player, "magie apprendre", sort="Invisibilité", faces=(14, 14))
        assert not said.private
        assert "apprend « Invisibilité » (niveau 2)" in said
        assert "14 + 2 (niveau du sort) = 16, il fallait 15 ou moins → ❌ Échec" in plain(said)
        assert "Corruption 9 → 10" in plain(said)
        assert "Palier 1" in plain(said)
        ahriman = await table.character("Ahriman")
        assert keys(ahriman, ElementKind.SPELL) == ["invisibilite"], "learnt in spite of the failure"
        assert ahriman.corruption == 10

    async def test_level_one_asks_for_no_check(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        said = await table.slash(table.player, "magie apprendre", sort="sleep")
        assert "🎲" not in said.text
        assert await spells(table, ElementKind.SPELL) == ["sommeil"]

    async def test_a_white_magician_is_not_corrupted(self, table: Table) -> None:
        await table.seat(white_magician(), table.player)
        said = await table.slash(table.player, "magie apprendre", sort="augure")
        assert "🎲" not in said.text
        assert await spells(table, ElementKind.SPELL, "Sheelba") == ["augure"]

    @pytest.mark.parametrize(
        ("sort", "why"),
        [
            ("Projectile magique", "inflige des dommages directs"),
            ("Bénédiction", "sorts divins"),
            ("Sommeil", "Ahriman connaît déjà « Sommeil »"),
            ("Vol", "jusqu’au niveau 2"),
            ("Abracadabra", "Aucun sort"),
        ],
    )
    async def test_a_refusal_says_why_and_changes_nothing(self, table: Table, sort: str, why: str) -> None:
        before = await table.seat(black_magician(elements=BOOK), table.player)
        said = await table.slash(table.player, "magie apprendre", sort=sort)
        assert said.private
        assert why in said
        assert await table.character("Ahriman") == before

    async def test_the_book_of_the_start_is_chosen_without_check(self, table: Table) -> None:
        """MAG-6."""
        await table.seat(black_magician(), table.player)
        for sort in ("Sommeil", "Bouclier", "Invisibilité"):
            said = await table.slash(table.player, "magie apprendre", sort=sort, depart=True)
            assert "Sort du grimoire de départ : aucun jet." in said
        full = await table.slash(table.player, "magie apprendre", sort="Lévitation", depart=True)
        assert full.private
        assert "deux de niveau 1 et un de niveau 2" in full
        ahriman = await table.character("Ahriman")
        assert (len(keys(ahriman, ElementKind.SPELL)), ahriman.corruption) == (3, 9)

    async def test_a_spell_advised_against_is_learnt_with_a_warning(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        assert "déconseillé" in await table.slash(table.player, "magie apprendre", sort="Identification")
        assert await spells(table, ElementKind.SPELL) == ["identification"]

    async def test_the_table_opens_the_levels_to_come(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        await table.slash(table.mdt, "reglages changer", reglage="apprentissage_libre", valeur="oui")
        said = await table.slash(table.player, "magie apprendre", sort="Vol", faces=(1,))
        assert not said.private

    async def test_a_warrior_has_no_book(self, table: Table) -> None:
        await table.seat(warrior(), table.player)
        asked: dict[str, dict[str, Any]] = {"apprendre": {"sort": "Sommeil"}, "grimoire": {}}
        for command, options in asked.items():
            said = await table.slash(table.player, f"magie {command}", **options)
            assert said.private
            assert "pas de grimoire" in said

    async def test_a_new_magician_is_told_of_the_start(self, table: Table) -> None:
        scores: dict[str, Any] = dict.fromkeys(("for", "int", "sag", "dex", "con", "cha"), 12)
        said = await table.slash(
            table.player, "personnage creer", nom="Ourph", peuple="mingol", classe="magicien noir",
            alignement="neutre", faces=(4, 4, 4, 4, 4, 1),
            **scores,
        )  # fmt: skip
        assert not said.private, said.text
        assert "Grimoire de départ" in said


class TestRituals:
    async def test_spells_parted_by_commas_are_held_ready_and_the_time_is_told(self, table: Table) -> None:
        """MAG-2's own example: two hours."""
        await table.seat(black_magician(elements=BOOK), table.player)
        said = await table.slash(table.player, "magie preparer", sorts="sommeil, Shield,invisibilité")
        assert "Rituels : 2 h" in plain(said)
        assert "niv. 1 2/2 · niv. 2 1/2" in plain(said)
        assert await spells(table) == ["sommeil", "bouclier", "invisibilite"]

    async def test_the_table_chooses_the_time(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        await table.slash(table.mdt, "reglages changer", reglage="rituel_minutes", valeur="45")
        assert "1 h 30" in await table.slash(table.player, "magie preparer", sorts="invisibilite")
        await table.slash(table.mdt, "reglages changer", reglage="rituel_minutes", valeur="0")
        at_once = await table.slash(table.player, "magie preparer", sorts="invisibilite")
        assert not at_once.buttons

    async def test_slots_are_the_limit_and_a_refusal_prepares_nothing(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        said = await table.slash(table.player, "magie preparer", sorts="sommeil, sommeil, bouclier")
        assert said.private
        assert "2 emplacements" in said
        assert await spells(table) == []
        assert not (await table.slash(table.player, "magie preparer", sorts="sommeil, sommeil")).private

    async def test_an_npc_prepares_above_level_five_what_the_game_master_added(self, table: Table) -> None:
        """CLA-4, MAG-1."""
        await table.slash(
            table.mdt, "personnage pnj", nom="Hasjarl", classe="magicien noir", niveau=9, int=17,
            faces=(1,) * 8,
        )  # fmt: skip
        await table.slash(table.mdt, "magie ajouter", nom="Peste noire", liste="profane", niveau=5)
        hasjarl: dict[str, Any] = {"personnage": "Hasjarl"}
        learnt = await table.slash(table.mdt, "magie apprendre", sort="peste noire", faces=(1,), **hasjarl)
        assert learnt.private, "what an NPC knows is the game master's secret"
        said = await table.slash(table.mdt, "magie preparer", sorts="Peste noire", **hasjarl)
        assert "niv. 5 1/1" in plain(said)
        assert said.private
        cast = await table.slash(table.mdt, "magie lancer", sort="Peste noire", faces=(1,), **hasjarl)
        assert cast.private, "the check tells its INT"
        assert "+ 5 (niveau du sort)" in plain(cast)

    async def test_the_clock_advances_by_the_game_masters_button_once(self, table: Table) -> None:
        """SEA-5: of rituals held together, the longest."""
        await table.seat(black_magician(elements=BOOK), table.player)
        await table.seat(white_magician(elements=known("benediction")), table.other)
        long = await table.slash(table.player, "magie preparer", sorts="sommeil, bouclier, invisibilite")
        short = await table.slash(table.other, "magie preparer", sorts="benediction")
        refused = await table.press(table.player, long, advance("2 h"))
        assert refused.private
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        said = await table.press(table.mdt, long, advance("2 h"))
        assert "2 h" in said
        assert (await campaign(table)).clock == 2 * HOUR
        for asked, label in ((long, advance("2 h")), (short, advance("30 min"))):
            assert (await table.press(table.mdt, asked, label)).private
        assert (await campaign(table)).clock == 2 * HOUR


class TestCasting:
    async def test_a_spell_is_spent_and_the_check_is_in_the_same_message(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        said = await table.slash(table.player, "magie lancer", sort="invisibilite", faces=(20, 14))
        words = plain(said)
        assert "lance « Invisibilité » (niveau 2)" in words
        assert "20 + 2 (niveau du sort) + 1 (palier 2) = 23" in words
        assert "Corruption 29 → 30" in words
        assert "SAG 8 → 7" in words
        assert "En réserve : Sommeil" in words
        assert set(said.buttons) == {"Destin héroïque", "Lancer les jets de Folie", "Y renoncer"}
        ahriman = await table.character("Ahriman")
        assert keys(ahriman, ElementKind.PREPARED) == ["sommeil"]
        assert ahriman.corruption == 30
        async with table.bot.database.reading() as connection:
            entries = await past.recent(connection, table.guild.id, 10)
        assert len(entries) == 1, "one act"

    async def test_destiny_replaces_the_corruption_and_the_spell_stays_cast(self, table: Table) -> None:
        """HER-5."""
        await table.seat(EDGE, table.player)
        said = await table.slash(table.player, "magie lancer", sort="invisibilite", faces=(20, 14))
        await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
        again = await table.press(table.player, said, "Destin héroïque", faces=(3,))
        words = plain(again)
        assert "Premier jet : ~~🎲 20" in words
        assert "corruption −1" in words
        assert "« Invisibilité » reste lancé." in words
        ahriman = await table.character("Ahriman")
        assert keys(ahriman, ElementKind.PREPARED) == ["sommeil"]
        assert (ahriman.corruption, ahriman.wisdom, ahriman.heroism) == (29, 8, 1)
        assert not keys(ahriman, ElementKind.ALTERATION)
        assert not keys(ahriman, ElementKind.MADNESS_DUE)
        twice = await table.press(table.player, said, "Destin héroïque")
        assert twice.private
        assert (await table.character("Ahriman")).heroism == 1

    async def test_destiny_by_command_after_learning(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        await table.slash(table.player, "magie apprendre", sort="Invisibilité", faces=(20, 14))
        again = await table.slash(table.player, "heroism spend destin-heroique", faces=(1,))
        assert "« Invisibilité » reste au grimoire." in again
        ahriman = await table.character("Ahriman")
        assert keys(ahriman, ElementKind.SPELL) == ["invisibilite"]
        assert ahriman.corruption == 9

    async def test_a_spell_of_level_one_is_no_roll_to_throw_again(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        await table.slash(table.player, "jet caracteristique", carac="int", faces=(9,))
        said = await table.slash(table.player, "magie lancer", sort="sommeil")
        assert not said.buttons
        again = await table.slash(table.player, "heroism spend destin-heroique", faces=(2,))
        assert "Premier jet : ~~🎲 9" in plain(again)

    async def test_a_spell_that_consumes_its_magician(self, table: Table) -> None:
        """COR-5, and HER-5 by the one who played it."""
        await table.seat(
            black_magician(corruption=29, stages_suffered=2, wisdom_lost=7, elements=EDGE.elements),
            table.player,
        )
        said = await table.slash(table.player, "magie lancer", sort="invisibilite", faces=(20, 1))
        assert "Consumé" in said
        assert (await table.slash(table.player, "magie lancer", sort="sommeil")).private
        await table.press(table.player, said, "Destin héroïque", faces=(1,))
        assert not (await table.character("Ahriman")).consumed
        assert await spells(table) == ["sommeil"]

    async def test_the_last_copy_is_cast_once(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        assert not (await table.slash(table.player, "magie lancer", sort="sommeil")).private
        again = await table.slash(table.mdt, "magie lancer", sort="sommeil", personnage="Ahriman")
        assert again.private
        assert await spells(table) == ["invisibilite"]

    async def test_what_is_not_prepared_is_not_cast(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        said = await table.slash(table.player, "magie lancer", sort="Sommeil")
        assert said.private
        assert "Ahriman n’a pas préparé" in said

    async def test_a_stranger_does_no_magic_for_another(self, table: Table) -> None:
        before = await table.seat(EDGE, table.player)
        asked: dict[str, dict[str, Any]] = {
            "lancer": {"sort": "sommeil"},
            "preparer": {"sorts": "bouclier"},
            "apprendre": {"sort": "saut"},
            "annuler": {},
            "grimoire": {},
        }
        for command, options in asked.items():
            said = await table.slash(table.other, f"magie {command}", personnage="Ahriman", **options)
            assert said.private, command
            assert "n’est pas votre personnage" in said
        assert await table.character("Ahriman") == before


class TestReserve:
    async def test_a_day_in_reserve_exhausts_until_all_is_cancelled(self, table: Table) -> None:
        """MAG-3."""
        await table.seat(EDGE, table.player)
        await at(table, DAY)
        ritual = await table.slash(table.player, "magie preparer", sorts="bouclier")
        said = await table.press(table.mdt, ritual, advance("30 min"))
        assert "Ahriman : Épuisé : sorts gardés en réserve plus d’un jour" in said
        assert (await table.character("Ahriman")).has(State.EXHAUSTED)
        one = await table.slash(table.player, "magie annuler", sort="Sommeil")
        assert "En réserve : Invisibilité et Bouclier" in one
        assert (await table.character("Ahriman")).has(State.EXHAUSTED)
        gone = await table.slash(table.player, "magie annuler")
        assert "Annulé : Invisibilité et Bouclier" in gone
        assert "n’épuisent plus" in gone
        ahriman = await table.character("Ahriman")
        assert not ahriman.has(State.EXHAUSTED)
        assert keys(ahriman, ElementKind.PREPARED) == []
        assert (await table.slash(table.player, "magie annuler")).private

    async def test_the_book_shows_levels_reserve_slots_and_fatigue_to_come(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        await at(table, 3 * HOUR)
        said = await table.slash(table.player, "magie grimoire", secret=True)
        assert said.private
        words = plain(said)
        assert "Magicien noir 4" in words
        assert "niv. 1 1/2 · niv. 2 1/2" in words
        assert "Niveau 1 : Bouclier · Sommeil" in words
        assert "Niveau 2 : Invisibilité" in words
        assert "Sommeil, depuis 3 h" in words
        assert "Épuisé dans 21 h" in words
        await at(table, 2 * DAY)
        assert "Les lancer ou les annuler" in await table.slash(table.player, "magie grimoire")

    async def test_an_empty_book_says_where_to_start(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        said = await table.slash(table.player, "magie grimoire")
        assert "2 de niveau 1 et 1 de niveau 2" in said

    async def test_the_sheet_shows_the_reserve(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        said = await table.slash(table.player, "personnage fiche")
        assert "📖 Emplacements : niv. 1 1/2 · niv. 2 1/2 · Sommeil et Invisibilité" in plain(said)

    async def test_an_npcs_book_is_the_game_masters(self, table: Table) -> None:
        await table.seat(black_magician(npc=True, active=False, elements=BOOK))
        assert (await table.slash(table.player, "magie grimoire", personnage="Ahriman")).private
        said = await table.slash(table.mdt, "magie grimoire", personnage="Ahriman")
        assert said.private
        assert "Sommeil" in said


class TestRulings:
    """MAG-1."""

    async def test_a_spell_forbidden_binds_the_next_act_with_its_reason(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        said = await table.slash(table.mdt, "magie interdire", sort="Sommeil", raison="trop *commode*")
        assert not said.private
        asked: dict[str, dict[str, Any]] = {"lancer": {"sort": "sommeil"}, "preparer": {"sorts": "sommeil"}}
        for command, options in asked.items():
            refused = await table.slash(table.player, f"magie {command}", **options)
            assert refused.private
            assert "le MdT l’a interdit (trop \\*commode\\*)" in refused.text, command
        assert "~~Sommeil~~" in await table.slash(table.player, "magie grimoire")
        await table.slash(table.mdt, "magie permettre", sort="Sommeil")
        assert not (await table.slash(table.player, "magie lancer", sort="sommeil")).private

    async def test_a_spell_of_the_book_is_allowed(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        await table.slash(table.mdt, "magie permettre", sort="Projectile magique")
        assert not (await table.slash(table.player, "magie apprendre", sort="magic missile")).private
        assert await spells(table, ElementKind.SPELL) == ["projectile_magique"]

    async def test_a_spell_added_is_learnt_prepared_and_cast(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        said = await table.slash(
            table.mdt, "magie ajouter", nom="Éclipse de Sheelba", liste="fantasmatique", niveau=2
        )
        assert "sorts fantasmatiques" in said
        await table.slash(table.player, "magie apprendre", sort="eclipse de sheelba", faces=(1,))
        await table.slash(table.player, "magie preparer", sorts="Éclipse de Sheelba")
        cast = await table.slash(table.player, "magie lancer", sort="éclipse", faces=(1,))
        assert "Éclipse de Sheelba" in cast
        other = await table.slash(
            table.mdt, "magie ajouter", nom="ECLIPSE DE SHEELBA", liste="fantasmatique", niveau=3
        )
        assert other.private

    async def test_another_server_decides_for_itself(self, table: Table) -> None:
        await table.slash(table.mdt, "magie interdire", sort="Sommeil")
        async with table.bot.database.reading() as connection:
            elsewhere = await campaigns.load(connection, table.guild.id + 1)
        assert elsewhere.spells.word("sommeil") is None
        assert (await campaign(table)).spells.word("sommeil") is not None

    async def test_each_is_journalled_and_a_player_decides_nothing(self, table: Table) -> None:
        asked: dict[str, dict[str, Any]] = {
            "interdire": {"sort": "Sommeil"},
            "permettre": {"sort": "Éclair"},
            "ajouter": {"nom": "Peste", "liste": "divin", "niveau": 1},
        }
        for command, options in asked.items():
            refused = await table.slash(table.player, f"magie {command}", **options)
            assert refused.private
            assert "Réservé au MdT" in refused
            assert not (await table.slash(table.mdt, f"magie {command}", **options)).private
        async with table.bot.database.reading() as connection:
            entries = await past.recent(connection, table.guild.id, 10)
        assert [type(entry.act) for entry in entries] == [SpellRuling] * 3
        rules = (await campaign(table)).spells
        assert rules.forbidden == (("sommeil", "le MdT l’a interdit"),)
        assert rules.allowed == ("eclair",)
        assert [one.name for one in rules.added] == ["Peste"]


class TestCompletion:
    async def names(
        self, table: Table, command: str, option: str, typed: str, who: object = None, **filled: object
    ) -> list[str]:
        actor = who or table.player
        found = await table.complete(actor, f"magie {command}", option, typed, **filled)  # type: ignore[arg-type]
        return [choice["name"] for choice in found]

    async def test_to_learn_the_lists_without_accents_or_in_english(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        assert (await self.names(table, "apprendre", "sort", "levit"))[0].startswith("Lévitation — niv. 2")
        assert (await self.names(table, "apprendre", "sort", "web"))[0].startswith("Toile d’araignée")
        assert await self.names(table, "apprendre", "sort", "sommeil") == [], "already known"
        assert await self.names(table, "apprendre", "sort", "bénédiction") == [], "of other lists"
        missile = await self.names(table, "apprendre", "sort", "missile")
        assert [name for name in missile if "interdit" in name] == missile[-1:], "the forbidden one is last"

    async def test_with_nothing_typed_the_lowest_levels_come_first(self, table: Table) -> None:
        await table.seat(black_magician(), table.player)
        names = await self.names(table, "apprendre", "sort", "")
        assert len(names) == 25
        assert all("niv. 1" in name and "interdit" not in name for name in names)

    async def test_to_cast_only_what_is_ready(self, table: Table) -> None:
        await table.seat(EDGE, table.player)
        assert len(await self.names(table, "lancer", "sort", "")) == 2
        assert await self.names(table, "lancer", "sort", "bouclier") == []
        assert (await self.names(table, "annuler", "sort", "slee"))[0].startswith("Sommeil")

    async def test_to_prepare_the_last_of_the_list(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        assert await self.names(table, "preparer", "sorts", "sommeil, INVIS") == ["sommeil, Invisibilité"]
        assert await self.names(table, "preparer", "sorts", "sommeil, ") == [
            "sommeil, Bouclier",
            "sommeil, Invisibilité",
            "sommeil, Sommeil",
        ]

    async def test_the_choice_made_is_accepted(self, table: Table) -> None:
        await table.seat(black_magician(elements=BOOK), table.player)
        (choice,) = await table.complete(table.player, "magie preparer", "sorts", "sommeil, invis")
        assert not (await table.slash(table.player, "magie preparer", sorts=choice["value"])).private

    async def test_anothers_reserve_is_not_shown(self, table: Table) -> None:
        character = await table.seat(EDGE, table.player)
        who = f"#{character.id}"
        assert await self.names(table, "lancer", "sort", "", table.other, personnage=who) == []
        assert await self.names(table, "lancer", "sort", "", table.mdt, personnage=who) != []
        await table.seat(monster())
        assert await self.names(table, "lancer", "sort", "", table.mdt, personnage="Rat géant") == []

    async def test_to_forbid_and_to_allow(self, table: Table) -> None:
        assert await self.names(table, "interdire", "sort", "boule de feu", table.mdt) == []
        assert len(await self.names(table, "permettre", "sort", "boule de feu", table.mdt)) == 1
        assert len(await self.names(table, "permettre", "sort", "identi", table.mdt)) == 1
        assert "profane 2" in (await self.names(table, "interdire", "sort", "levitation", table.mdt))[0]
