"""MAG-5: the base lists, what MAG-1 forbids in them, how a spell is found."""

import re
import tomllib
from collections import Counter

import pytest

from rules.classes import CLASSES
from rules.data import DIRECTORY, DataError, fold, parse
from rules.spells import (
    HIGHEST_SPELL_LEVEL,
    SPELLS,
    Spell,
    SpellList,
    find,
    level_for,
    lists_of,
    read_spells,
    search,
)

P, F, D, R = SpellList.PROFANE, SpellList.FANTASMATIQUE, SpellList.DIVINE, SpellList.DRUIDIC

# Names of PMT, kept as they are.
PMT = {
    (P, 1): """Bouclier, Charme-personne, Détection de la magie, Disque flottant, Lecture de la magie, Lecture
        des langages, Lumière, Projectile magique (interdit), Protection contre le mal, Sommeil, Ventriloquie,
        Verrouillage""",
    (P, 2): """Déblocage, Détection de l'invisibilité, Détection de pensées, Détection du mal, Force
        fantasmagorique, Image miroir, Invisibilité, Lévitation, Localisation d'objet, Lumière continuelle,
        Toile d'araignée, Verrou arcane""",
    (D, 1): """Détection de la magie, Détection du mal, Lumière, Protection contre le mal, Purification,
        Regain d'assurance, Résistance au froid, Soins légers (interdit)""",
}

# The rest, by English name.
ENGLISH = {
    (P, 1): """Affect Normal Fires, Burning Hands (interdit), Comprehend Languages, Dancing Lights, Enlarge,
        Erase, Feather Fall, Find Familiar, Friends, Identify, Jump, Magic Aura, Mending, Message, Push,
        Shocking Grasp (interdit), Spider Climb, Unseen Servant, Write""",
    (P, 2): """Audible Glamour, Darkness, False Trap, Fool's Gold, Forget, Magic Mouth, Pyrotechnics, Ray of
        Enfeeblement, Rope Trick, Scare, Shatter, Stinking Cloud, Strength""",
    (P, 3): """Blink, Clairaudience, Clairvoyance, Dispel Magic, Explosive Runes, Feign Death, Fireball
        (interdit), Flame Arrow (interdit), Fly, Gust of Wind, Haste, Hold Person, Infravision, Invisibility
        10', Lightning Bolt (interdit), Monster Summoning I, Protection from Evil 10', Protection from Normal
        Missiles, Slow, Suggestion, Tiny Hut, Tongues, Water Breathing""",
    (F, 1): """Audible Glamour, Change Self, Colour Spray, Dancing Lights, Darkness, Detect Illusion, Detect
        Invisibility, Gaze Reflection, Hypnotism, Light, Phantasmal Force, Wall of Fog""",
    (F, 2): """Blindness, Blur, Deafness, Detect Magic, Fog Cloud, Hypnotic Pattern, Improved Phantasmal
        Force, Invisibility, Magic Mouth, Mirror Image, Misdirection, Ventriloquism""",
    (F, 3): """Continual Darkness, Continual Light, Dispel Illusion, Fear, Hallucinatory Terrain, Illusory
        Script, Invisibility 10', Non-Detection, Paralysation, Rope Trick, Spectral Force, Suggestion""",
    (D, 1): "Bless, Command, Create Water, Sanctuary",
    (D, 2): """Augury, Chant, Detect Charm, Find Traps, Hold Person, Know Alignment, Resist Fire, Silence 15',
        Slow Poison, Snake Charm, Speak with Animals, Spiritual Weapon""",
    (D, 3): """Animate Dead, Continual Light, Create Food and Water, Cure Blindness (interdit), Cure Disease
        (interdit), Dispel Magic, Feign Death, Glyph of Warding, Locate Object, Prayer, Remove Curse, Speak
        with Dead""",
    (R, 1): """Animal Friendship, Detect Magic, Detect Pits and Snares, Entangle, Faerie Fire, Invisibility to
        Animals, Locate Animals, Pass Without Trace, Predict Weather, Purify Water, Shillelagh, Speak with
        Animals""",
    (R, 2): """Barkskin, Charm Person or Mammal, Create Water, Cure Light Wounds (interdit), Feign Death, Fire
        Trap, Heat Metal, Locate Plants, Obscurement, Produce Flame, Trip, Warp Wood""",
    (R, 3): """Call Lightning, Cure Disease (interdit), Hold Animal, Neutralise Poison (interdit), Plant
        Growth, Protection from Fire, Pyrotechnics, Snare, Stone Shape, Summon Insects, Tree, Water
        Breathing""",
}

COUNTS = {
    (P, 1): 31,
    (P, 2): 25,
    (P, 3): 23,
    (F, 1): 12,
    (F, 2): 12,
    (F, 3): 12,
    (D, 1): 12,
    (D, 2): 12,
    (D, 3): 12,
    (R, 1): 12,
    (R, 2): 12,
    (R, 3): 12,
}

PMT_ENGLISH = {
    "Bouclier": "Shield",
    "Charme-personne": "Charm Person",
    "Détection de la magie": "Detect Magic",
    "Disque flottant": "Floating Disk",
    "Lecture de la magie": "Read Magic",
    "Lecture des langages": "Read Languages",
    "Lumière": "Light",
    "Projectile magique": "Magic Missile",
    "Protection contre le mal": "Protection from Evil",
    "Sommeil": "Sleep",
    "Ventriloquie": "Ventriloquism",
    "Verrouillage": "Hold Portal",
    "Déblocage": "Knock",
    "Détection de l'invisibilité": "Detect Invisibility",
    "Détection de pensées": "ESP",
    "Détection du mal": "Detect Evil",
    "Force fantasmagorique": "Phantasmal Force",
    "Image miroir": "Mirror Image",
    "Invisibilité": "Invisibility",
    "Lévitation": "Levitate",
    "Localisation d'objet": "Locate Object",
    "Lumière continuelle": "Continual Light",
    "Toile d'araignée": "Web",
    "Verrou arcane": "Wizard Lock",
    "Purification": "Purify Food and Drink",
    "Regain d'assurance": "Remove Fear",
    "Résistance au froid": "Resist Cold",
    "Soins légers": "Cure Light Wounds",
}

# Written before the next one, which could take its names.
HOMONYM = """
[autre]
name = "Autre"
english = "Other"
levels = { profane = 1 }
source = "défaut"
"""

ONE_MORE = """
[pluie_de_roses]
name = "Pluie de roses"
english = "Rain of Roses"
aliases = ["Averse de pétales"]
levels = { fantasmatique = 2, druidique = 1 }
forbidden = "soigne des points de vie"
source = "défaut"
"""


def listed(text: str) -> list[tuple[str, bool]]:
    """The names of a list as the rules write it, and which are forbidden."""
    names = (" ".join(part.split()) for part in text.split(",") if part)
    return [(name.removesuffix(" (interdit)"), name.endswith("(interdit)")) for name in names]


def plain(text: str) -> str:
    """A name with the apostrophes of a keyboard."""
    return text.replace("’", "'").replace("′", "'")


def held(where: tuple[SpellList, int]) -> list[Spell]:
    """The spells of a list at a level."""
    return [spell for spell in SPELLS.values() if spell.levels.get(where[0]) == where[1]]


def names(spells: tuple[Spell, ...]) -> list[str]:
    return [plain(spell.name) for spell in spells]


@pytest.mark.parametrize("where", COUNTS)
def test_each_list_holds_the_spells_of_the_rules_and_no_other(where: tuple[SpellList, int]) -> None:
    """MAG-5."""
    from_pmt = [(PMT_ENGLISH[name], forbidden) for name, forbidden in listed(PMT.get(where, ""))]
    wanted = from_pmt + listed(ENGLISH.get(where, ""))
    found = [(plain(spell.english), bool(spell.forbidden)) for spell in held(where)]
    assert sorted(found) == sorted(wanted)
    assert len(found) == COUNTS[where]


def test_no_spell_is_anywhere_else() -> None:
    assert {(one, level) for spell in SPELLS.values() for one, level in spell.levels.items()} == set(COUNTS)


def test_the_names_of_pmt_are_kept_and_their_source_told() -> None:
    """MAG-5: every other name is a default."""
    given = {name for text in PMT.values() for name, _ in listed(text)}
    assert given == set(PMT_ENGLISH)
    from_pmt = {plain(spell.name): spell.english for spell in SPELLS.values() if spell.source == "PMT"}
    assert from_pmt == PMT_ENGLISH
    assert {spell.source for spell in SPELLS.values()} == {"PMT", "défaut"}


def test_why_each_forbidden_spell_is() -> None:
    """MAG-1: the black magician strikes nobody directly, the white magician heals nobody."""
    reasons = {spell.english: spell.forbidden for spell in SPELLS.values() if spell.forbidden}
    strikes, heals, cures = (
        "inflige des dommages directs",
        "soigne des points de vie",
        "guérit une affliction",
    )
    assert reasons == {
        "Magic Missile": strikes,
        "Burning Hands": strikes,
        "Shocking Grasp": strikes,
        "Fireball": strikes,
        "Flame Arrow": strikes,
        "Lightning Bolt": strikes,
        "Cure Light Wounds": heals,
        "Cure Blindness": cures,
        "Cure Disease": cures,
        "Neutralise Poison": cures,
    }


@pytest.mark.parametrize(
    ("reversed_form", "english", "spell"),
    [
        ("Blessures légères", "Cause Light Wounds", "soins_legers"),
        ("Aveuglement", "Cause Blindness", "guerison_de_la_cecite"),
        ("Contagion", "Cause Disease", "guerison_des_maladies"),
        ("Empoisonnement", "Empoisonnement", "neutralisation_du_poison"),
    ],
)
def test_the_reversed_form_of_a_forbidden_spell_is_that_forbidden_spell(
    reversed_form: str, english: str, spell: str
) -> None:
    """MAG-6."""
    found = find(reversed_form)
    assert found is SPELLS[spell]
    assert find(english) is found
    assert found.forbidden
    assert found.note == f"Sa forme inversée, {reversed_form}, est interdite aussi."


def test_only_identify_is_discouraged_and_it_is_not_forbidden() -> None:
    """MAG-1, MAG-5."""
    (spell,) = (spell for spell in SPELLS.values() if spell.discouraged)
    assert (spell.name, spell.english, spell.forbidden) == ("Identification", "Identify", "")
    assert spell.note.startswith("Déconseillé")


def test_the_limits_left_to_the_game_master_are_allowed_at_first_and_say_so() -> None:
    """MAG-6."""
    noted = {spell.english for spell in SPELLS.values() if spell.note.startswith("Permis au départ")}
    assert noted == {"Slow Poison", "Remove Curse", "Remove Fear", "Explosive Runes", "Web"}
    assert not any(spell.forbidden for spell in SPELLS.values() if spell.english in noted)


def test_no_name_means_two_spells() -> None:
    counted = Counter(name for spell in SPELLS.values() for name in spell.folded_names)
    assert [name for name, times in counted.items() if times > 1] == []
    assert len({spell.name for spell in SPELLS.values()}) == len(SPELLS) == 155


def test_no_entry_is_written_twice() -> None:
    """The file itself: an entry twice would be refused, a spell under two keys has two names."""
    text = (DIRECTORY / "spells.toml").read_text(encoding="utf-8")
    assert re.findall(r"^\[(.+)\]$", text, re.MULTILINE) == list(tomllib.loads(text)) == list(SPELLS)


def test_each_key_is_the_french_name_in_ascii() -> None:
    for key, spell in SPELLS.items():
        assert key == spell.key == fold(spell.name).replace(" ", "_")
        assert key.isascii()


def test_french_names_are_written_as_names() -> None:
    for spell in SPELLS.values():
        assert spell.name[0].isupper()
        assert spell.name == spell.name.strip()
        assert not re.search(r"'|  |\d m\b", spell.name)  # 3 m holds together


def test_effroi_is_the_spell_that_phobias_name() -> None:
    """The table of alterations (COR-4) sends back to it by this name."""
    assert find("Effroi") is find("Fear")


@pytest.mark.parametrize("spell_list", SpellList)
def test_each_list_has_its_french_label(spell_list: SpellList) -> None:
    labels = {P: "sorts profanes", F: "sorts fantasmatiques", D: "sorts divins", R: "sorts druidiques"}
    assert spell_list.label == labels[spell_list]


def test_black_and_white_magicians_have_two_lists_each() -> None:
    """MAG-1."""
    assert lists_of("black") == (P, F)
    assert lists_of("white") == (D, R)
    assert lists_of(None) == ()
    assert lists_of(CLASSES["magicien_noir"].caster) == (P, F)
    assert lists_of(CLASSES["magicien_blanc"].caster) == (D, R)
    assert lists_of(CLASSES["guerrier"].caster) == ()


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        ("Sleep", 1, None),
        ("Bless", None, 1),
        ("Detect Magic", 1, 1),
        ("Phantasmal Force", 1, None),  # profane 2, fantasmatique 1
        ("Continual Light", 2, 3),  # profane 2, fantasmatique 3
        ("Feign Death", 3, 2),  # profane 3, divin 3, druidique 2
        ("Speak with Animals", None, 1),  # divin 2, druidique 1
        ("Cure Light Wounds", None, 1),  # forbidden, yet it has a level
    ],
)
def test_the_level_of_a_spell_is_the_lowest_of_the_magicians_lists(
    text: str, black: int | None, white: int | None
) -> None:
    found = find(text)
    assert found
    assert (level_for(found, "black"), level_for(found, "white")) == (black, white)
    assert level_for(found, None) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("sommeil", "sommeil"),
        ("SLEEP ", "sommeil"),
        ("toile d'araignee", "toile_d_araignee"),
        ("Toile d’araignée", "toile_d_araignee"),
        ("toile_d_araignee", "toile_d_araignee"),
        ("charme personne", "charme_personne"),
        ("detection de l'invisibilite", "detection_de_l_invisibilite"),
        ("invisibilité", "invisibilite"),
        ("invisibility 10'", "invisibilite_sur_3_m"),
        ("invisibilité sur 3 m", "invisibilite_sur_3_m"),
        ("fool's gold", "or_des_fous"),
        ("Color Spray", "gerbe_de_couleurs"),
        ("neutralize poison", "neutralisation_du_poison"),
        ("nuage puant", "nuage_nauseabond"),
        ("eclair", "eclair"),
        ("force", "force"),
        ("esp", "detection_de_pensees"),
    ],
)
def test_a_spell_is_found_by_any_of_its_names(text: str, key: str) -> None:
    assert find(text) is SPELLS[key]


@pytest.mark.parametrize("text", ["", " ' ", "somm", "détection", "sommeil profond"])
def test_a_part_of_a_name_finds_no_spell(text: str) -> None:
    assert find(text) is None


def test_a_name_of_two_spells_finds_neither() -> None:
    """A table's own spells are not those of one file."""
    more = read_spells(parse(ONE_MORE.replace("Averse de pétales", "Sleep"), "campagne.toml"))
    assert find("sleep", {**SPELLS, **more}) is None
    assert find("sommeil", {**SPELLS, **more}) is SPELLS["sommeil"]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("lumiere", ["Lumière", "Lumière continuelle", "Lumières dansantes"]),
        ("LUMIÈRE", ["Lumière", "Lumière continuelle", "Lumières dansantes"]),
        ("écl", ["Éclair"]),
        ("fire", ["Boule de feu", "Piège de feu", "Contrôle des feux normaux"]),
        ("mur", ["Mur de brouillard"]),
        ("force", ["Force", "Force fantasmagorique", "Force fantasmagorique améliorée", "Force spectrale"]),
        ("araignee", ["Pattes d'araignée", "Toile d'araignée"]),
        ("web", ["Toile d'araignée"]),
        ("fear", ["Effroi", "Regain d'assurance"]),
        ("detection magie", ["Détection de la magie"]),
        ("toile d'ar", ["Toile d'araignée"]),
        ("cure", ["Guérison de la cécité", "Guérison des maladies", "Soins légers", "Obscurcissement"]),
        ("blessures", ["Soins légers"]),
        ("zzz", []),
    ],
)
def test_a_search_needs_no_accents_and_puts_what_begins_so_first(text: str, first: list[str]) -> None:
    assert names(search(text))[: max(len(first), 1)] == first


def test_a_search_finds_each_spell_by_the_beginning_of_each_of_its_names() -> None:
    for spell in SPELLS.values():
        for name in (spell.name, spell.english, *spell.aliases):
            assert spell in search(name[:3])


def test_a_search_names_no_spell_twice() -> None:
    for text in ("", "a", "de", "detection", "l"):
        found = search(text)
        assert len(found) == len(set(found))


def test_an_empty_search_gives_all_the_spells_by_name() -> None:
    found = search(" ")
    assert [spell.name for spell in found[:3]] == ["Agrandissement", "Amitié", "Amitié avec les animaux"]
    assert set(found) == set(SPELLS.values())


def test_a_spell_is_added_without_code() -> None:
    more = read_spells(parse(ONE_MORE, "campagne.toml"))
    spell = more["pluie_de_roses"]
    assert dict(spell.levels) == {F: 2, R: 1}
    assert (level_for(spell, "black"), level_for(spell, "white")) == (2, 1)
    assert (spell.forbidden, spell.discouraged, spell.note) == ("soigne des points de vie", False, "")
    assert find("averse de petales", more) is spell
    assert search("rain", more) == (spell,)
    assert find("pluie de roses") is None


def test_a_spell_cannot_be_changed_and_can_be_a_key() -> None:
    spell = SPELLS["sommeil"]
    assert {spell: 1}[spell] == 1
    with pytest.raises(TypeError):
        spell.levels[P] = 3  # type: ignore[index]
    with pytest.raises(AttributeError):
        spell.forbidden = "oui"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('name = "Pluie de roses"', "", "name"),
        ('english = "Rain of Roses"', "", "english"),
        ('english = "Rain of Roses"', 'anglais = "Rain of Roses"', "english"),
        ("{ fantasmatique = 2, druidique = 1 }", "{ }", "levels"),
        ("{ fantasmatique = 2, druidique = 1 }", "2", "levels"),
        ("fantasmatique = 2", "illusion = 2", "levels"),
        ("fantasmatique = 2", "fantasmatique = 0", "levels"),
        ("fantasmatique = 2", f"fantasmatique = {HIGHEST_SPELL_LEVEL + 1}", "levels"),
        ("fantasmatique = 2", "fantasmatique = true", "levels"),
        ("fantasmatique = 2", 'fantasmatique = "2"', "levels"),
        ("levels = { fantasmatique = 2, druidique = 1 }", "", "levels"),
        ('forbidden = "soigne des points de vie"', "forbidden = true", "forbidden"),
        ('forbidden = "soigne des points de vie"', 'forbidden = ""', "forbidden"),
        ('source = "défaut"', 'source = "livre"', "source"),
        ('source = "défaut"', 'source = "défaut"\ndiscouraged = "oui"', "discouraged"),
        ('source = "défaut"', 'source = "défaut"\nniveau = 1', "niveau"),
        ('source = "défaut"', 'source = "défaut"\nnote = 3', "note"),
        ('["Averse de pétales"]', '"Averse de pétales"', "aliases"),
        ('name = "Pluie de roses"', 'name = "Autre"', "name"),
        ("Rain of Roses", "OTHER", "english"),
        ("Averse de pétales", "Autre", "aliases"),
    ],
)
def test_a_mistake_in_a_spell_says_where(old: str, new: str, field: str) -> None:
    assert old in ONE_MORE
    with pytest.raises(DataError) as caught:
        read_spells(parse(HOMONYM + ONE_MORE.replace(old, new), "campagne.toml"))
    assert (caught.value.file, caught.value.entry, caught.value.field) == (
        "campagne.toml",
        "pluie_de_roses",
        field,
    )


def test_the_highest_level_is_that_of_the_slots() -> None:
    """A spell of any level that a magician can prepare may be added."""
    longest = max(len(CLASSES["magicien_noir"].spell_slots(level)) for level in range(1, 16))
    assert longest == HIGHEST_SPELL_LEVEL
