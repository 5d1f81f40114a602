"""Every act can be accounted for, and every fact that a change moves has its French word."""

from dataclasses import fields

import pytest

from bot.screens.accounts import Account, check_lines
from bot.screens.changes import COUNTERS, FACTS, KINDS, change_words
from bot.screens.why import ACCOUNTS
from bot.storage import mapping
from rules.abilities import Ability
from rules.changes import Add, Change, Counter, Put, Set, Take
from rules.character import Character, ClassTrack, Element, ElementKind
from rules.checks import Check, Direction, modifiers
from tests.commands.table import NBSP

CHOC = Element("1", ElementKind.STATE, "epuise", "Choc_")


@pytest.mark.parametrize("word", sorted(mapping.KINDS))
def test_every_act_of_the_journal_is_accounted_for(word: str) -> None:
    assert mapping.KINDS[word] in ACCOUNTS


def test_everything_that_a_change_may_move_has_its_word() -> None:
    assert set(COUNTERS) == set(Counter)
    assert set(KINDS) == set(ElementKind)
    assert {item.name for item in fields(Character)} - {"id"} == set(FACTS)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((Add(Counter.MADNESS, 3),), "folie +3"),
        ((Add(Counter.WOUNDS, 3),), "PV −3"),
        ((Add(Counter.WISDOM_LOST, 1),), "SAG −1"),
        ((Put(CHOC), Take(CHOC)), "état ajouté : Choc\\_ · état retiré : Choc\\_"),
        ((Put(Element("2", ElementKind.MADNESS_DUE, "du")),), "jet de Folie en attente ajouté"),
        ((Set("heroism", 1, 3),), "héroïsme 1 → **3**"),
        ((Set("archived", False, True),), "archivé non → **oui**"),
        ((Set("player_id", None, 7),), "joueur rien → **<@7>**"),
        ((Set("armour", "aucune", "plates"),), "armure Sans armure → **Armure de plates**"),
        ((Set("scores", (9,) * 6, (9, 9, 9, 9, 9, 12)),), f"{list(Ability)[5].label} 9 → **12**"),
        (
            (Set("classes", (), (ClassTrack("guerrier", 20_000, (8,)),)),),
            "classes rien → **Guerrier 5 (20\u202f000 PX)**",
        ),
    ],
)
def test_a_change_reads_in_french(change: Change, words: str) -> None:
    assert change_words(change, {}, mastered=False) == words


def test_old_and_new_are_told_where_the_act_knows_them() -> None:
    change = (Add(Counter.MADNESS, -1), Add(Counter.MADNESS, 4), Add(Counter.WOUNDS, 2), Add(Counter.GOLD, 1))
    reached = {Counter.MADNESS: 5, Counter.WOUNDS: 10}
    assert change_words(change, reached, mastered=False) == "folie 2 → **5** · PV 12 → **10** · po +1"


def test_what_is_taken_back_and_given_again_is_not_told() -> None:
    assert change_words((Add(Counter.MADNESS, -1), Add(Counter.MADNESS, 1)), {}, mastered=False) == ""


def test_a_secret_state_is_for_the_game_master() -> None:
    secret = (Put(Element("1", ElementKind.STATE, "epuise", "Choc", secret=True)),)
    assert change_words(secret, {}, mastered=False) == ""
    assert change_words(secret, {}, mastered=True) == "état ajouté : Choc"


def test_a_check_tells_its_die_each_modifier_its_threshold_and_its_chance() -> None:
    check = Check(
        label="mort",
        direction=Direction.OVER,
        die=9,
        target=12,
        modifiers=modifiers((-2, "situation"), (1, "Lankhmarien")),
    )
    assert check_lines(check, "sauvegarde contre la mort") == (
        "🎲 1d20 : **9**",
        "• − 2 : situation",
        "• + 1 : Lankhmarien",
        f"= **8**, il fallait **12{NBSP}ou{NBSP}plus** *(sauvegarde contre la mort)*",
        f"→{NBSP}❌{NBSP}**Échec** *(une réussite avait 40 % de chances)*",
    )


def test_a_malus_is_added_to_an_ability_s_die() -> None:
    check = Check(label="FOR", direction=Direction.UNDER, die=9, target=12, modifiers=modifiers((-2, "nuit")))
    assert "• + 2 : nuit" in check_lines(check, "sa valeur de FOR")


def test_a_line_is_plain() -> None:
    assert Account(what="horreur", came="échec").line == "horreur : échec"
    assert Account(what="archivé").line == "archivé"
