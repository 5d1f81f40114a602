"""`/personnage creer` and `pnj`, played (CAR-1, PEU, CLA, CRE, HER-2, HOR-5)."""

from dataclasses import replace
from typing import Any

import pytest

from bot.client import Bot
from bot.storage import campaigns, characters, past
from bot.storage.past import Entry
from rules.abilities import Ability
from rules.character import ClassTrack, Element, ElementKind, State
from rules.creation import Creation
from tests.characters import warrior
from tests.commands.table import Said, Table

SCORES: dict[str, Any] = {"for": 15, "dex": 12, "con": 14, "int": 10, "sag": 10, "cha": 13}
CHOICES: dict[str, Any] = {"peuple": "nordique", "classe": "guerrier", "alignement": "neutre"}
FOR_THROWN: dict[str, Any] = {"for": None}
HIT_DICE, GOLD = (5, 5, 5, 5), (3,)


async def create(table: Table, nom: str = "Fafhrd", *, who: Any = None, **options: Any) -> Said:
    """A Nordic warrior of given scores, unless ``options`` say otherwise (None: not given)."""
    faces = options.pop("faces", HIT_DICE + GOLD)
    typed = {"nom": nom, **CHOICES, **SCORES, **options}
    given = {option: value for option, value in typed.items() if value is not None}
    return await table.slash(who or table.player, "personnage creer", faces=faces, **given)


async def everyone(table: Table) -> list[str]:
    """The names of all that is stored."""
    async with table.bot.database.reading() as connection:
        return [one.name for one in await characters.of_guild(connection, table.guild.id)]


async def last_entry(table: Table) -> Entry | None:
    async with table.bot.database.reading() as connection:
        entries = await past.recent(connection, table.guild.id, 1)
    return entries[0] if entries else None


async def test_a_first_character_is_born_active_with_all_its_numbers(table: Table) -> None:
    """CRE-1, CAR-4, CAR-5: 20,000 experience +10 %, a level of it, hit dice, gold; adjusted scores."""
    said = await create(table, arme="épée longue", armure="mailles", bouclier=True)
    assert not said.private
    words = said.text.replace("*", "")
    assert "FOR 16 (+2) ← donné 15, +1 Nordique" in words
    assert "Guerrier 5 · 22 000 PX (+10 %)" in words
    assert "PV 33 ← d8 : 8, 5, 5, 5, 5 · CON +1 par dé" in words
    assert "300 po ← 1d6 [3] × 100" in words
    assert "CA 4 [15] · Cotte de mailles, bouclier, épée longue (1d8)" in words
    assert "Personnage actif." in words
    fafhrd = await table.character("fafhrd")
    assert fafhrd == replace(
        warrior(id=fafhrd.id, player_id=table.player.id, heroism=0),
        classes=(ClassTrack("guerrier", 22_000, (8, 5, 5, 5, 5)),),
        scores=(16, 12, 14, 10, 9, 13),
        armour="mailles",
        shield=True,
        weapon="épée longue",
        damage="1d8",
        gold=300,
    )
    assert table.dice.left == 0


async def test_scores_that_are_not_given_are_thrown_in_order_and_shown(table: Table) -> None:
    """CAR-1."""
    faces = (3, 4, 5, 6, 5, 4, 1, 2, 3, 4, 4, 4, 6, 6, 6, *HIT_DICE, *GOLD)
    scores: dict[str, Any] = dict.fromkeys(("for", "dex", "con", "int", "sag"))
    said = await create(table, faces=faces, **scores)
    words = said.text.replace("*", "")
    assert "FOR 13 (+1) ← 🎲 3 4 5, +1 Nordique" in words
    assert "SAG 17 (+2) ← 🎲 6 6 6, −1 Nordique" in words
    assert "CHA 13 (+1) ← donné 13" in words
    assert (await table.character("Fafhrd")).scores == (13, 15, 6, 12, 17, 13)


async def test_four_dice_keep_the_three_best_and_strike_the_other(table: Table) -> None:
    said = await create(table, methode="4d6", faces=(6, 2, 5, 3, *HIT_DICE, *GOLD), **FOR_THROWN)
    assert "FOR **15** (+1) ← 🎲 6 ~~2~~ 5 3, +1 Nordique" in said


async def test_what_is_missing_is_asked_for_in_private(table: Table) -> None:
    said = await table.slash(table.player, "personnage creer", nom="Fafhrd", arme="hache")
    assert said.private
    assert "le nom seul : le bot vous guide" in said
    assert "Peuple (option `peuple`) : Eevanmarenseeien, Ilthmartien" in said
    assert "Goule" not in said.text
    assert "Classe (option `classe`) : Guerrier, Barbare" in said
    assert "Alignement (option `alignement`) : Loyal Bon" in said
    assert await everyone(table) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"peuple": "martien"}, "« martien » n’existe pas"),
        ({"peuple": "goule"}, "accord du MdT"),
        ({"classe": "voleur", "classe2": "assassin"}, "ne se combinent pas"),
        ({"classe2": "guerrier"}, "toutes différentes"),
        ({"classe": "assassin", "alignement": "loyal bon"}, "ne convient pas"),
        ({"classe": "assassin", "classe2": "magicien blanc", "alignement": ""}, "Aucun alignement"),
        ({"classe": "voleur", "armure": "plates"}, "Armures permises ici"),
        ({"classe": "voleur", "armure": "cuir", "bouclier": True}, "Pas de bouclier"),
        ({"classe": "magicien noir", "arme": "hache"}, "Armes permises"),
        ({"armure": "carton"}, "Armure inconnue"),
        ({"classe": "rodeur"}, "Minima de classe non atteints"),
        ({"derogation": True}, "Seul le MdT"),
        ({"nom": "a\u202eb"}, "sens d’écriture"),
    ],
)
async def test_a_refused_creation_is_private_and_leaves_nothing(
    table: Table, options: dict[str, Any], words: str
) -> None:
    said = await create(table, **options)
    assert said.private
    assert words in said
    assert await everyone(table) == []
    assert await last_entry(table) is None


@pytest.mark.parametrize("typed", ["Kvarin", "KVARCH", " kvarine "])
async def test_variants_typed_by_hand_are_understood(table: Table, typed: str) -> None:
    """PEU-1."""
    await create(table, peuple=typed, classe="Guerrière", alignement="mauvaise loyale")
    born = await table.character("Fafhrd")
    assert (born.people_key, born.classes[0].key, born.alignment) == ("kvarch", "guerrier", "loyal_mauvais")


async def test_several_classes_share_everything(table: Table) -> None:
    """CLA-6: 20,000 ÷ 2 each; hit points summed then halved."""
    said = await create(table, classe2="voleur", faces=(5, 5, 5, 2, 2, 2, 3))
    assert "d8 : 8, 5, 5, 5 · d4 : 4, 2, 2, 2 · CON +1 par dé ÷ 2" in said
    born = await table.character("Fafhrd")
    assert [(track.key, track.experience) for track in born.classes] == [
        ("guerrier", 11_000),
        ("voleur", 10_000),
    ]
    assert born.max_hit_points == (9 + 6 * 3 + 5 + 3 * 3) // 2


async def test_a_second_character_waits_for_its_button(table: Table) -> None:
    """CRE-3."""
    await create(table)
    said = await create(table, "Ourph", peuple="mingol")
    assert "En réserve" in said
    assert not (await table.character("Ourph")).active
    stranger = await table.press(table.other, said, "Jouer ce personnage")
    assert stranger.private
    assert "n’est pas votre personnage" in stranger
    await table.env.restart_bot(Bot(table.bot.database, dice=table.dice))
    played = await table.press(table.player, said, "Jouer ce personnage")
    assert "à la place de Fafhrd" in played
    assert ((await table.character("Ourph")).active, (await table.character("Fafhrd")).active) == (
        True,
        False,
    )
    twice = await table.press(table.player, said, "Jouer ce personnage")
    assert twice.private
    assert "déjà" in twice


async def test_a_new_character_takes_the_place_of_a_consumed_one(table: Table) -> None:
    """COR-5."""
    consumed = Element("c.1", ElementKind.STATE, State.CONSUMED, "consumé")
    await table.seat(warrior(name="Perdu", elements=(consumed,)), table.player)
    await create(table)
    assert ((await table.character("Fafhrd")).active, (await table.character("Perdu")).active) == (
        True,
        False,
    )


async def test_heroism_comes_at_once_during_a_session_and_not_otherwise(table: Table) -> None:
    """HER-1: level 5, two points."""
    await create(table)
    assert (await table.character("Fafhrd")).heroism == 0
    await table.slash(table.mdt, "seance debut")
    said = await create(table, "Ourph")
    assert "Héroïsme ●●" in said
    assert (await table.character("Ourph")).heroism == 2


async def test_the_game_master_waives_minima_and_creates_for_a_player(table: Table) -> None:
    """CLA-5: noted in the reply and in the journal."""
    said = await create(
        table, who=table.mdt, classe="rodeur", derogation=True, joueur=table.player, faces=(3, 3, 3, 3, 3)
    )
    assert "⚠️ Dérogation du MdT : Rôdeur, CON 15 (ici 14)" in said
    born = await table.character("Fafhrd")
    assert (born.player_id, born.active) == (table.player.id, True)
    entry = await last_entry(table)
    assert entry is not None
    assert isinstance(entry.act, Creation)
    assert [missed.ability for missed in entry.act.waived] == [
        Ability.CONSTITUTION,
        Ability.INTELLIGENCE,
        Ability.WISDOM,
    ]


async def test_only_the_game_master_creates_for_somebody_else(table: Table) -> None:
    said = await create(table, joueur=table.other)
    assert said.private
    assert "Réservé au MdT" in said
    assert await everyone(table) == []


async def test_a_bot_plays_nobody(table: Table) -> None:
    bot = table.guild.add_member(table.env.create_user("automate", bot=True))
    said = await create(table, who=table.mdt, joueur=bot)
    assert "Un bot ne joue" in said


async def test_a_creation_is_journalled_with_its_character(table: Table) -> None:
    await create(table)
    entry, born = await last_entry(table), await table.character("Fafhrd")
    assert entry is not None
    assert isinstance(entry.act, Creation)
    assert (entry.actor_id, entry.command, entry.act.character_id) == (
        table.player.id,
        "personnage creer",
        born.id,
    )
    assert entry.act.character == born


@pytest.mark.parametrize("twin", ["FAFHRD", "  fafhrd ", "Ｆａｆｈｒｄ"])
async def test_a_name_is_unique_whatever_its_case_spaces_and_form(table: Table, twin: str) -> None:
    """CRE-3."""
    await create(table)
    said = await create(table, twin, who=table.other)
    assert said.private
    assert "déjà pris" in said
    assert await everyone(table) == ["Fafhrd"]


async def test_accents_make_another_name(table: Table) -> None:
    await create(table)
    await create(table, "Fàfhrd", who=table.other)
    assert len(await everyone(table)) == 2


async def test_two_servers_may_use_the_same_name(table: Table) -> None:
    guild = table.env.create_guild(name="Ilthmar")
    elsewhere = replace(
        table,
        guild=guild,
        channel=guild.create_text_channel("port"),
        player=guild.add_member(table.player.user),
    )
    await create(table)
    said = await create(elsewhere)
    assert not said.private
    assert (await elsewhere.character("Fafhrd")).id != (await table.character("Fafhrd")).id


async def test_the_options_propose_what_goes_together(table: Table) -> None:
    peoples = await table.complete(table.player, "personnage creer", "peuple", "KVAR")
    assert peoples == [{"name": "Kvarch — CON +1, CHA −1", "value": "kvarch"}]
    everything = await table.complete(table.player, "personnage creer", "peuple", "")
    assert "goule" not in [choice["value"] for choice in everything]
    thieves = await table.complete(table.player, "personnage creer", "classe2", "", classe="Voleur")
    assert not {"voleur", "assassin"} & {choice["value"] for choice in thieves}
    good = await table.complete(
        table.player, "personnage creer", "classe", "magicien", alignement="neutre bon"
    )
    assert [choice["value"] for choice in good] == ["magicien_blanc"]
    white = await table.complete(table.player, "personnage creer", "alignement", "", classe="magicien_blanc")
    assert {choice["name"] for choice in white} == {"Loyal Bon", "Neutre Bon", "Chaotique Bon"}
    light = await table.complete(table.player, "personnage creer", "armure", "", classe="voleur")
    assert [choice["value"] for choice in light] == ["aucune", "cuir"]
    bare = await table.complete(table.player, "personnage creer", "armure", "", peuple="goule")
    assert [choice["value"] for choice in bare] == ["aucune"]


async def test_ghouls_are_proposed_once_the_game_master_agrees(table: Table) -> None:
    """PEU-1."""
    async with table.bot.database.writing() as connection:
        await campaigns.begin(connection, table.guild.id)
        await campaigns.change(connection, table.guild.id, settings={"goules": True})
    found = await table.complete(table.player, "personnage creer", "peuple", "goule")
    assert [choice["value"] for choice in found] == ["goule"]
    assert not (await create(table, peuple="goule")).private
