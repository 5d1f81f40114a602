"""CLA: every figure of the class tables, written by hand."""

from collections.abc import Mapping

import pytest

from rules.abilities import Ability
from rules.classes import CLASSES, MORALS, ORDERS, SaveCategory, find, read_classes
from rules.data import DIRECTORY, parse
from rules.multiclass import best_attack_bonus, best_save_targets, best_skill_values, incompatible
from rules.thief_skills import SKILLS

WARRIORS = ("guerrier", "barbare", "rodeur")
ROGUES = ("voleur", "assassin")
MAGICIANS = ("magicien_noir", "magicien_blanc")

WARRIOR_XP = (
    0, 2_035, 4_065, 8_125, 16_251, 32_501, 65_001, 120_001, 240_001,
    360_001, 480_001, 600_001, 720_001, 840_001, 960_001,
)  # fmt: skip
THIEF_XP = (
    0, 1_251, 2_501, 5_001, 10_001, 20_001, 40_001, 80_001, 160_001,
    280_001, 400_001, 520_001, 640_001, 760_001, 880_001,
)  # fmt: skip
MAGICIAN_XP = (
    0, 2_501, 5_001, 10_001, 20_001, 40_001, 80_001, 160_001, 310_001,
    460_001, 610_001, 760_001, 910_001, 1_060_001, 1_210_001,
)  # fmt: skip
ASSASSIN_XP = (
    0, 1_501, 3_001, 6_001, 12_001, 24_001, 48_001, 96_001, 192_001,
    332_001, 472_001, 612_001, 762_001, 902_001, 1_042_001,
)  # fmt: skip
RANGER_XP = (
    0, 2_235, 4_465, 8_925, 17_851, 35_701, 71_401, 135_001, 255_001,
    375_001, 495_001, 615_001, 735_001, 855_001, 975_001,
)  # fmt: skip
XP = {
    "guerrier": WARRIOR_XP,
    "barbare": RANGER_XP,
    "rodeur": RANGER_XP,
    "voleur": THIEF_XP,
    "assassin": ASSASSIN_XP,
    "magicien_noir": MAGICIAN_XP,
    "magicien_blanc": MAGICIAN_XP,
}

# (first level, last level): breath, death, paralysis, wands, spells
WARRIOR_SAVES = {
    (0, 0): (17, 14, 16, 15, 18),
    (1, 3): (15, 12, 14, 13, 16),
    (4, 6): (13, 10, 12, 11, 14),
    (7, 9): (9, 8, 10, 9, 12),
    (10, 12): (7, 6, 8, 7, 10),
    (13, 20): (5, 4, 6, 5, 8),
}
ROGUE_SAVES = {
    (1, 4): (16, 14, 13, 15, 14),
    (5, 8): (14, 12, 11, 13, 12),
    (9, 12): (12, 10, 9, 11, 10),
    (13, 20): (10, 8, 7, 9, 8),
}
MAGICIAN_SAVES = {
    (1, 5): (16, 13, 13, 13, 14),
    (6, 10): (14, 11, 11, 11, 12),
    (11, 20): (12, 9, 9, 9, 8),
}

WARRIOR_ATTACK = (0, 0, 1, 2, 3, 4, 5, 5, 6, 7, 7, 8, 9, 10, 11)
ROGUE_ATTACK = (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 6, 7)
MAGICIAN_ATTACK = (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5)

SLOTS = (
    (1,),
    (2,),
    (2, 1),
    (2, 2),
    (2, 2, 1),
    (2, 2, 2),
    (3, 2, 2, 1),
    (3, 3, 2, 2),
    (3, 3, 3, 2, 1),
    (3, 3, 3, 3, 2),
    (4, 3, 3, 3, 2, 1),
    (4, 4, 3, 3, 3, 2),
    (4, 4, 4, 3, 3, 2, 1),
    (4, 4, 4, 4, 3, 3, 2),
    (5, 4, 4, 4, 4, 3, 2, 1),
)

SKILL_TABLE = {
    "crochetage": (17, 23, 27, 31, 35, 45, 55, 65, 75, 85),
    "pieges": (14, 17, 20, 23, 33, 43, 53, 63, 73, 83),
    "vol_a_la_tire": (23, 27, 30, 37, 40, 43, 53, 63, 73, 83),
    "deplacement_silencieux": (23, 27, 30, 37, 40, 43, 53, 63, 73, 83),
    "escalade": (87, 88, 89, 90, 91, 92, 93, 94, 95, 96),
    "dissimulation": (13, 17, 20, 27, 30, 37, 47, 57, 67, 77),
    "ecoute": (2, 2, 3, 3, 3, 4, 4, 4, 4, 5),
}

ALL_ARMOURS = ("aucune", "cuir", "brigandine", "mailles", "plates")


Rows = Mapping[tuple[int, int], tuple[int, ...]]


def by_level(group: tuple[str, ...], saves: Rows) -> list[tuple[str, int, tuple[int, ...]]]:
    """Each class of the group, each level, its targets."""
    return [
        (key, level, targets)
        for key in group
        for (first, last), targets in saves.items()
        for level in range(first, last + 1)
    ]


def test_the_classes_are_those_allowed() -> None:
    """CLA-1."""
    assert set(CLASSES) == {*WARRIORS, *ROGUES, *MAGICIANS}
    assert {cls.source for cls in CLASSES.values()} == {"doc"}


@pytest.mark.parametrize(
    ("key", "hit_die", "prime", "fixed", "armours", "shield"),
    [
        ("guerrier", 8, ("for",), 2, ALL_ARMOURS, True),
        ("barbare", 6, ("for", "con"), 2, ("aucune", "cuir", "brigandine", "mailles"), True),
        ("rodeur", 6, ("for", "int", "sag"), 2, ALL_ARMOURS, True),
        ("voleur", 4, ("dex",), 2, ("aucune", "cuir"), False),
        ("assassin", 4, ("dex",), 2, ("aucune", "cuir"), False),
        ("magicien_noir", 4, ("int",), 1, ("aucune",), False),
        ("magicien_blanc", 4, ("int",), 1, ("aucune",), False),
    ],
)
def test_each_class(
    key: str, hit_die: int, prime: tuple[str, ...], fixed: int, armours: tuple[str, ...], shield: bool
) -> None:
    cls = CLASSES[key]
    assert (cls.key, cls.hit_die, cls.prime, cls.fixed_hp_after_9) == (key, hit_die, prime, fixed)
    assert (cls.armours, cls.shield) == (armours, shield)


@pytest.mark.parametrize("key", XP)
def test_every_threshold(key: str) -> None:
    cls = CLASSES[key]
    assert tuple(cls.threshold(level) for level in range(1, 16)) == XP[key]
    for level, threshold in enumerate(XP[key], start=1):
        assert cls.level_at(threshold) == level
        assert level == 1 or cls.level_at(threshold - 1) == level - 1
    assert cls.level_at(10**9) == 15
    assert cls.level_at(-1) == 1


@pytest.mark.parametrize("level", [-1, 0, 16])
def test_a_level_out_of_the_table_has_no_threshold(level: int) -> None:
    with pytest.raises(ValueError, match="level"):
        CLASSES["guerrier"].threshold(level)


@pytest.mark.parametrize(
    ("key", "level", "targets"),
    [
        *by_level(WARRIORS, WARRIOR_SAVES),
        *by_level(ROGUES, ROGUE_SAVES),
        *by_level(MAGICIANS, MAGICIAN_SAVES),
    ],
)
def test_every_save(key: str, level: int, targets: tuple[int, ...]) -> None:
    assert CLASSES[key].save_targets(level) == targets


@pytest.mark.parametrize(
    ("group", "bonuses"),
    [(WARRIORS, WARRIOR_ATTACK), (ROGUES, ROGUE_ATTACK), (MAGICIANS, MAGICIAN_ATTACK)],
)
def test_every_attack_bonus(group: tuple[str, ...], bonuses: tuple[int, ...]) -> None:
    for key in group:
        assert tuple(CLASSES[key].attack_bonus(level) for level in range(1, 16)) == bonuses
        assert CLASSES[key].attack_bonus(16) == bonuses[-1]
        assert CLASSES[key].attack_bonus(0) == 0


@pytest.mark.parametrize("key", MAGICIANS)
def test_every_spell_slot(key: str) -> None:
    assert tuple(CLASSES[key].spell_slots(level) for level in range(1, 16)) == SLOTS
    assert CLASSES[key].spell_slots(16) == SLOTS[-1]


def test_only_magicians_prepare_spells() -> None:
    assert {key: cls.caster for key, cls in CLASSES.items() if cls.caster} == {
        "magicien_noir": "black",
        "magicien_blanc": "white",
    }
    assert all(CLASSES[key].spell_slots(5) == () for key in (*WARRIORS, *ROGUES))


def test_every_thief_skill() -> None:
    thief = CLASSES["voleur"]
    assert set(thief.skill_values(1)) == set(SKILL_TABLE)
    for key, values in SKILL_TABLE.items():
        assert SKILLS[key].die == (6 if key == "ecoute" else 100)
        assert tuple(thief.skill_values(level)[key] for level in range(1, 11)) == values
        assert thief.skill_values(15)[key] == values[-1]


def test_an_assassin_is_a_thief_two_levels_lower() -> None:
    assassin = CLASSES["assassin"]
    for key, values in SKILL_TABLE.items():
        shown = tuple(assassin.skill_values(level)[key] for level in range(1, 13))
        assert shown == (values[0], values[0], *values)


def test_a_barbarian_sneaks_and_climbs_as_a_thief() -> None:
    for level in range(1, 11):
        assert CLASSES["barbare"].skill_values(level) == {
            "deplacement_silencieux": SKILL_TABLE["deplacement_silencieux"][level - 1],
            "escalade": SKILL_TABLE["escalade"][level - 1],
        }


def test_a_ranger_tracks_at_90() -> None:
    assert all(CLASSES["rodeur"].skill_values(level) == {"pister": 90} for level in (1, 7, 15))


def test_alignments() -> None:
    """CLA-3: nine alignments, less what each class forbids."""
    for key, cls in CLASSES.items():
        for order in ORDERS:
            for moral in MORALS:
                expected = {
                    "magicien_noir": moral != "bon",
                    "magicien_blanc": moral == "bon",
                    "assassin": moral != "bon",
                    "barbare": order != "loyal",
                }.get(key, True)
                assert cls.allows_alignment(order, moral) is expected
    assert [key for key, cls in CLASSES.items() if cls.morals == ("bon",)] == ["magicien_blanc"]
    assert {key for key, cls in CLASSES.items() if "bon" not in cls.morals} == {"magicien_noir", "assassin"}
    assert [key for key, cls in CLASSES.items() if "loyal" not in cls.orders] == ["barbare"]


def test_forbidden_pairs() -> None:
    """CLA-2: thief with assassin, black with white, nothing else."""
    forbidden = {frozenset(ROGUES), frozenset(MAGICIANS)}
    for one in CLASSES:
        for other in CLASSES:
            if one != other:
                pair = incompatible([CLASSES[one], CLASSES["guerrier"], CLASSES[other]])
                assert (pair is not None) is (frozenset({one, other}) in forbidden)


def test_minima() -> None:
    """CLA-5."""
    minima = {key: dict(cls.minima) for key, cls in CLASSES.items() if cls.minima}
    assert minima == {
        "assassin": {"for": 12, "dex": 12, "int": 11},
        "barbare": {"for": 15, "dex": 12, "con": 12},
        "rodeur": {"con": 15, "int": 12, "sag": 12},
    }
    scores = dict.fromkeys(Ability, 12)
    assert CLASSES["assassin"].shortfalls(scores) == {}
    assert CLASSES["barbare"].shortfalls(scores) == {Ability.STRENGTH: 15}
    assert CLASSES["rodeur"].shortfalls(scores) == {Ability.CONSTITUTION: 15}


def test_only_a_player_s_magician_is_capped() -> None:
    """CLA-4."""
    capped = [cls for cls in CLASSES.values() if cls.pc_level_cap]
    caps = {cls.key: (cls.pc_level_cap, cls.pc_experience_cap) for cls in capped}
    assert caps == dict.fromkeys(MAGICIANS, (5, 20_001))
    assert CLASSES["guerrier"].pc_experience_cap is None


def test_sources_are_kept() -> None:
    """What is a default is told apart from what was read."""
    for key in ("guerrier", "voleur", "magicien_noir", "magicien_blanc"):
        assert CLASSES[key].source_of("experience_level_2") == "PMT"
        assert CLASSES[key].source_of("experience") == "défaut"
    for key in ("barbare", "rodeur", "assassin"):
        assert CLASSES[key].source_of("experience_level_2") == "défaut"
    hit_dice = {key: cls.source_of("hit_die") for key, cls in CLASSES.items()}
    assert hit_dice == dict.fromkeys(CLASSES, "PMT") | {"assassin": "défaut"}
    assert CLASSES["barbare"].source_of("minima") == CLASSES["rodeur"].source_of("minima") == "PMT"
    assert CLASSES["assassin"].source_of("minima") == "défaut"
    assert CLASSES["magicien_noir"].source_of("pc_level_cap") == "doc"


def test_save_categories_in_the_book_s_order() -> None:
    assert [category.value for category in SaveCategory] == [
        "souffles",
        "mort",
        "paralysie",
        "baguettes",
        "sorts",
    ]
    assert [category.label for category in SaveCategory] == [
        "souffles",
        "poison, mort",
        "pétrification, paralysie",
        "bâtons, baguettes",
        "sorts, objets",
    ]
    targets = CLASSES["guerrier"].save_targets(1)
    assert [category.of(targets) for category in SaveCategory] == [15, 12, 14, 13, 16]


def test_several_classes_keep_the_best_of_each_column() -> None:
    """CLA-6."""
    levels = [(CLASSES["guerrier"], 3), (CLASSES["voleur"], 5), (CLASSES["magicien_noir"], 2)]
    assert best_save_targets(levels) == (14, 12, 11, 13, 12)
    assert best_attack_bonus(levels) == 1
    climbers = [(CLASSES["barbare"], 4), (CLASSES["voleur"], 2)]
    assert best_skill_values(climbers)["escalade"] == 90
    assert best_skill_values(climbers)["crochetage"] == 23


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Guerrière", "guerrier"),
        ("RODEUR", "rodeur"),
        ("rôdeuse", "rodeur"),
        ("magicien noir", "magicien_noir"),
        ("magicien_noir", "magicien_noir"),
        ("Magicienne blanche", "magicien_blanc"),
        ("voleuse", "voleur"),
        ("assassine", "assassin"),
    ],
)
def test_a_class_is_found_by_any_spelling(text: str, key: str) -> None:
    assert find(text) is CLASSES[key]


@pytest.mark.parametrize("text", ["", "clerc", "magicien"])
def test_an_unknown_class_is_not_found(text: str) -> None:
    assert find(text) is None


def test_a_class_is_added_without_code() -> None:
    text = (DIRECTORY / "classes.toml").read_text(encoding="utf-8")
    text += """
[classes.acrobate]
name = "Acrobate"
hit_die = 6
fixed_hp_after_9 = 1
prime = ["dex", "for"]
minima = { dex = 13 }
experience = "voleur"
saves = "voleur"
attack = "guerrier"
weapons = "Dague, bâton."
armours = ["cuir"]
shield = false
skills = ["escalade"]
skill_level_offset = 1
note = "Toits et cordes raides."
source = "défaut"
"""
    classes = read_classes(parse(text, "classes.toml"))
    acrobat = find("ACROBATE", classes)
    assert acrobat is classes["acrobate"]
    assert set(classes) == {*CLASSES, "acrobate"}
    assert (acrobat.level_at(2_501), acrobat.attack_bonus(3), acrobat.save_targets(3)[1]) == (3, 1, 14)
    assert acrobat.skill_values(1) == {"escalade": 88}
    assert acrobat.spell_slots(3) == ()
    assert all(acrobat.allows_alignment(order, moral) for order in ORDERS for moral in MORALS)


def test_a_class_can_be_a_key() -> None:
    assert {CLASSES["voleur"]: 1}[CLASSES["voleur"]] == 1
