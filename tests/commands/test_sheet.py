"""The full sheet: what it says, and that it always fits (`/personnage fiche`)."""

from dataclasses import replace

import pytest

from bot.screens.gauges import bar
from bot.screens.sheet import sheet
from rules.alteration_table import ALTERATIONS
from rules.campaign import Campaign
from rules.character import Character, ClassTrack, Element, ElementKind, State
from rules.corruption import alteration_element
from tests.characters import black_magician, campaign, monster, thief, warrior
from tests.commands.table import Table

THREE_CLASSES = tuple(
    ClassTrack(key, 10**9, (8, 5, 5, 5, 5, 5, 5, 5, 5)) for key in ("guerrier", "voleur", "magicien_noir")
)


def words(character: Character, where: Campaign | None = None) -> str:
    """The whole sheet without emphasis, with plain spaces."""
    embed = sheet(character, where or campaign()).embed
    parts = [embed.title, embed.description, *(f"{field.name}\n{field.value}" for field in embed.fields)]
    return (
        "\n".join(part or "" for part in parts).replace("*", "").replace("\u00a0", " ").replace("\u202f", " ")
    )


def element(kind: ElementKind, number: int, text: str, ends_at: int | None = None) -> Element:
    return Element(f"e.{number}", kind, f"key{number}", text, ends_at)


def laden() -> Character:
    """A character with everything, and everything long."""
    long = "||*_`[x](https://exemple.fr)" * 20
    elements = [
        *(element(ElementKind.STATE, n, f"{state} {long}", 10**6) for n, state in enumerate(State)),
        *(element(ElementKind.TROUBLE, 100 + n, f"trouble {n} {long}") for n in range(10)),
        *(alteration_element(one, f"a.{one.number}", long) for one in ALTERATIONS.values()),
        *(element(ElementKind.MADNESS_DUE, 200 + n, "") for n in range(9)),
    ]
    return warrior(
        name="*" * 64,
        people_key="goule",
        alignment="chaotique_mauvais",
        classes=THREE_CLASSES,
        scores=(18, 18, 18, 18, 18, 18),
        player_id=10**18,
        weapon="|" * 60,
        damage="+".join(["100d100"] * 25),
        armour="plates",
        shield=True,
        heroism=999,
        madness=10**6,
        corruption=10**6,
        gold=10**9,
        wounds=3,
        wisdom_lost=2,
        elements=tuple(elements),
    )


def test_a_warrior_reads_in_one_screen() -> None:
    read = words(
        warrior(
            wounds=10,
            heroism=1,
            madness=5,
            gold=300,
            armour="mailles",
            shield=True,
            weapon="Graywand",
            damage="1d8",
        )
    )
    assert read.startswith("📜 Fafhrd\nNordique · Neutre · joué par <@100> · actif\n")
    for line in (
        "Guerrier 5 · 20 000 PX (niveau 6 à 32 501)",
        "❤️ PV 23 / 33 ▰▰▰▰▰▰▱▱▱▱",
        "✨ Héroïsme ●○ 1",
        "🛡️ CA 4 [15] · Cotte de mailles et bouclier",
        "⚔️ Attaque +3 (TAC0 16) · mêlée +5 · distance +3",
        "🗡️ Graywand · dommages 1d8",
        "FOR 16 +2   INT 10  0",
        "DEX 12  0   SAG  9  0",
        "CON 14 +1   CHA 13 +1",
        "🎲 Sauvegardes : souffles 13 · poison, mort 10 · pétrification, paralysie 12 "
        "· bâtons, baguettes 11 · sorts, objets 14",
        "🌀 Folie 5 / SAG 9 · prochain seuil 9",
        "💰 300 po · 🗣️ bas lankhmarien, langue froide",
    ):
        assert line in read.splitlines(), line
    assert "Corruption" not in read


def test_the_peoples_bonus_against_death_and_wisdoms_against_magic_are_noted() -> None:
    """PEU-3, CAR-3."""
    read = words(thief(scores=(10, 17, 12, 13, 13, 12)))
    assert "poison, mort 12 (+1 Lankhmarien)" in read
    assert "contre la magie +1 (SAG)" in read


def test_each_class_has_its_line_and_saves_and_attack_are_the_best() -> None:
    """CLA-6, CLA-4."""
    both = warrior(
        classes=(
            ClassTrack("guerrier", 16_251, (8, 5, 5, 5, 5)),
            ClassTrack("magicien_blanc", 20_001, (4, 2, 2, 2, 2)),
        )
    )
    read = words(both)
    assert "Guerrier 5 · 16 251 PX (niveau 6 à 32 501)" in read
    assert "Magicien blanc 5 · 20 001 PX (niveau maximum)" in read
    assert (
        "souffles 13 · poison, mort 10 · pétrification, paralysie 12 · bâtons, baguettes 11 · sorts, objets 14"
        in read
    )


def test_an_npc_magician_goes_beyond_the_cap() -> None:
    """CLA-4."""
    npc = black_magician(
        npc=True, player_id=None, classes=(ClassTrack("magicien_noir", 20_001, (4, 2, 3, 2, 2)),)
    )
    assert "Magicien noir 5 · 20 001 PX (niveau 6 à 40 001)" in words(npc)


def test_corruption_shows_its_stage_its_malus_and_what_it_took() -> None:
    """COR-2, COR-3."""
    thin = alteration_element(ALTERATIONS[14], "c.1")
    suffering = black_magician(corruption=34, wisdom_lost=1, elements=(thin,))
    read = words(suffering)
    assert "🐍 Corruption 34 · palier 3 · malus 1 · prochain palier 40" in read
    assert "Pertes : FOR 9 → 7 et SAG 8 → 7" in read
    assert "🐍 Altérations\n• " in read
    assert "malus 2" in words(suffering, campaign(malus_cumule=True))
    assert "Corruption 9" in words(warrior(corruption=9)), "whoever it touched sees it"
    assert "Corruption 0" in words(black_magician(corruption=0)), "and whoever it threatens"


def test_states_say_what_time_is_left_and_expired_ones_are_gone() -> None:
    fleeing = replace(element(ElementKind.STATE, 1, "fuite", 1_040), in_rounds=True)
    old = element(ElementKind.STATE, 2, "nausée", 1_000)
    read = words(warrior(elements=(fleeing, old)), campaign(clock=1_000))
    assert "💥 États\n• fuite, encore 4 rounds" in read
    assert "nausée" not in read


def test_troubles_and_rolls_due_are_listed() -> None:
    """FOL-1, FOL-2."""
    phobia = element(ElementKind.TROUBLE, 1, "Phobie grave : les rats")
    due = element(ElementKind.MADNESS_DUE, 2, "8")
    read = words(warrior(elements=(phobia, due)))
    assert "🧠 Troubles\n• Phobie grave : les rats" in read
    assert "⏳ 1 jet de Folie en attente du MdT" in read


def test_intelligence_gives_languages_to_choose() -> None:
    """CAR-3."""
    assert "bas lankhmarien, haut lankhmarien, +2 au choix" in words(thief(scores=(10, 10, 10, 16, 10, 10)))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"wounds": 35}, "❤️ PV −2 / 33 ▱▱▱▱▱▱▱▱▱▱ · ☠️ mourant"),
        ({"elements": (Element("m.1", ElementKind.STATE, State.DEAD, "mort"),)}, "🪦 mort"),
        ({"elements": (Element("c.1", ElementKind.STATE, State.CONSUMED, "consumé"),)}, "☠️ consumé"),
        ({"archived": True, "active": False}, "📦 archivé"),
    ],
)
def test_the_fallen_are_marked(facts: dict[str, object], said: str) -> None:
    assert said in words(warrior(**facts))


def test_a_creature_shows_what_is_known_of_it() -> None:
    """HOR-5: saves and attack of a warrior of its hit dice; without scores, none is shown."""
    read = words(monster(major=True, heroism=4, damage="1d6", fixed_armour_class=13))
    assert read.startswith("📜 Rat géant — PNJ majeur\n2 DV\n")
    assert "✨ Héroïsme ●●●● 4" in read
    assert "CA 6 [13]" in read
    assert "souffles 15 · poison, mort 12" in read
    for absent in ("FOR", "Folie", "💰", "🗣️"):
        assert absent not in read
    assert "Héroïsme" not in words(monster())
    assert "moins d’un DV" in words(monster(hit_dice=0))
    assert "FOR 10  0   INT  —" in words(monster(scores=(10, None, None, None, None, None)))


def test_skills_are_the_best_of_the_classes() -> None:
    """CLA, PEU-2."""
    assert "crochetage 35 %" in words(thief())
    assert "écoute 3 / 6" in words(thief())
    assert "80 %" in words(warrior(people_key="goule"))


@pytest.mark.parametrize(("now", "filled"), [(-3, 0), (0, 0), (1, 1), (16, 4), (32, 9), (33, 10)])
def test_the_bar_is_full_or_empty_only_when_it_is_true(now: int, filled: int) -> None:
    assert bar(now, 33) == "▰" * filled + "▱" * (10 - filled)


def test_everything_long_stays_within_discords_limits_and_nothing_vital_is_cut() -> None:
    reply = sheet(laden(), campaign(clock=10))
    embed = reply.embed
    assert len(embed.title or "") <= 256
    description = embed.description or ""
    assert len(description) <= 4096
    assert not description.endswith("…"), "the description is whole"
    assert "Héroïsme ● × 999" in description
    assert "PV **" in description
    assert description.rstrip().endswith("au choix")
    assert len(embed.fields) == len(reply.fields) == 4
    for shown, written in zip(embed.fields, reply.fields, strict=True):
        assert len(shown.value or "") == len(written.value) <= 1024, (
            "every list was shortened before the limit"
        )
    assert all("… et " in (field.value or "") for field in embed.fields[:3])
    assert len(embed) <= 6000


async def test_everybody_sees_a_sheet_and_secret_is_for_the_asker(table: Table) -> None:
    await table.seat(warrior(), table.player)
    await table.seat(thief(), table.other)
    own = await table.slash(table.player, "personnage fiche")
    assert "Fafhrd" in own
    assert not own.private
    assert "Souricier Gris" in await table.slash(table.player, "personnage fiche", joueur=table.other)
    assert "Souricier Gris" in await table.slash(
        table.player, "personnage fiche", personnage="souricier gris"
    )
    assert (await table.slash(table.player, "personnage fiche", secret=True)).private


async def test_without_an_active_character_the_sheet_says_what_to_do(table: Table) -> None:
    said = await table.slash(table.player, "personnage fiche")
    assert said.private
    assert "/personnage creer" in said
    said = await table.slash(table.player, "personnage fiche", joueur=table.other)
    assert "Ce joueur n’a pas de personnage actif" in said


async def test_the_heaviest_sheet_is_accepted(table: Table) -> None:
    await table.seat(laden(), table.player)
    said = await table.slash(table.player, "personnage fiche")
    assert not said.private
    assert "Altérations" in said
