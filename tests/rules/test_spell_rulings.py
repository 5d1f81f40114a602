"""What the game master forbids, allows and adds, and what a table then says of each spell (MAG-1)."""

import pytest

from rules import spell_rulings
from rules.madness import NothingChanges
from rules.names import BadName
from rules.spell_rulings import NamelessSpell, SpellBookRules, SpellKnownThere, SpellRuling
from rules.spells import SPELLS, SpellList, find, level_for

BOOK = SpellBookRules()
SLEEP, FIREBALL, IDENTIFY = SPELLS["sommeil"], SPELLS["boule_de_feu"], SPELLS["identification"]


def done(rules: SpellBookRules, *acts: SpellRuling) -> SpellBookRules:
    for act in acts:
        after = spell_rulings.after(rules, act)
        assert spell_rulings.taken_back(after, act) == rules
        rules = after
    return rules


def test_the_book_forbids_direct_damage_and_care_and_says_why() -> None:
    assert BOOK.why_forbidden(FIREBALL) == "ce sort inflige des dommages directs"
    assert BOOK.why_forbidden(SPELLS["soins_legers"]) == "ce sort soigne des points de vie"
    assert BOOK.why_forbidden(SLEEP) == ""


def test_the_table_forbids_with_its_reason_and_allows_again() -> None:
    forbidden = done(BOOK, spell_rulings.forbid(BOOK, SLEEP, "  trop   fort "))
    assert forbidden.why_forbidden(SLEEP) == "le MdT l’a interdit (trop fort)"
    allowed = done(forbidden, spell_rulings.allow(forbidden, SLEEP))
    assert allowed.why_forbidden(SLEEP) == ""
    again = done(allowed, spell_rulings.forbid(allowed, SLEEP))
    assert again.why_forbidden(SLEEP) == "le MdT l’a interdit"


def test_the_table_allows_what_the_book_forbids_or_advises_against() -> None:
    allowed = done(BOOK, spell_rulings.allow(BOOK, FIREBALL))
    assert allowed.why_forbidden(FIREBALL) == ""
    assert BOOK.discourages(IDENTIFY)
    assert not done(BOOK, spell_rulings.allow(BOOK, IDENTIFY)).discourages(IDENTIFY)


def test_what_is_already_so_changes_nothing() -> None:
    with pytest.raises(NothingChanges):
        spell_rulings.forbid(BOOK, FIREBALL)
    with pytest.raises(NothingChanges):
        spell_rulings.allow(BOOK, SLEEP)
    once = done(BOOK, spell_rulings.forbid(BOOK, SLEEP, "non"))
    with pytest.raises(NothingChanges):
        spell_rulings.forbid(once, SLEEP, "non")


def test_a_spell_of_the_tables_own_is_found_like_the_others() -> None:
    rules = done(BOOK, spell_rulings.add(BOOK, " Éclipse  de Sheelba ", SpellList.PROFANE, 5))
    spell = find("eclipse de sheelba", rules.spells)
    assert spell is not None
    assert (spell.name, level_for(spell, "black"), level_for(spell, "white")) == (
        "Éclipse de Sheelba",
        5,
        None,
    )
    assert set(rules.spells) - set(SPELLS) == {spell.key}


def test_a_known_spell_enters_one_more_list_under_its_own_name() -> None:
    rules = done(BOOK, spell_rulings.add(BOOK, "sleep", SpellList.DIVINE, 2))
    spell = rules.spells["sommeil"]
    assert (spell.name, level_for(spell, "black"), level_for(spell, "white")) == ("Sommeil", 1, 2)
    assert len(rules.spells) == len(SPELLS)
    with pytest.raises(SpellKnownThere, match="sorts divins, au niveau 2"):
        spell_rulings.add(rules, "SOMMEIL", SpellList.DIVINE, 3)


@pytest.mark.parametrize("name", ["…", "Feu, glace", "Feu ; glace"])
def test_a_name_that_could_not_be_typed_is_refused(name: str) -> None:
    with pytest.raises(NamelessSpell):
        spell_rulings.add(BOOK, name, SpellList.PROFANE, 1)


def test_a_name_is_clean() -> None:
    with pytest.raises(BadName):
        spell_rulings.add(BOOK, "a\u202eb", SpellList.PROFANE, 1)
