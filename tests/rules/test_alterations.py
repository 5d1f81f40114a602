"""The campaign's own table of alterations (COR-4, COR-6)."""

from collections import Counter as Tally
from dataclasses import replace

import pytest

from rules import alterations, corruption
from rules.abilities import Ability
from rules.alteration_table import ALTERATIONS, AlterationTable
from rules.alterations import AlreadySuffered, EmptyText, SameAlteration, TableFull, UnknownAlteration
from rules.campaign import Campaign
from rules.changes import apply, inverse
from rules.character import Character, ElementKind
from rules.madness import NothingChanges
from tests.characters import black_magician, campaign
from tests.dice import ScriptedDice


def added(*entries: tuple[str, str]) -> Campaign:
    """A campaign with these texts and effects added."""
    table = campaign()
    for number, (text, effect) in enumerate(entries):
        table, _ = alterations.add(table, text, "physique", "mineure", effect, str(number))
    return table


def without(*names: str) -> Campaign:
    table = campaign()
    for name in names:
        table, _ = alterations.remove(table, name)
    return table


def struck(one: Character, table: AlterationTable, *faces: int, points: int = 1) -> Character:
    dice = ScriptedDice(*faces)
    act = corruption.adjust(one, points, dice, "7", table)
    assert dice.left == 0
    after = apply(one, act.change_of(one.id))
    assert apply(after, inverse(act.change_of(one.id))) == one
    return after


def suffered(one: Character) -> list[str]:
    return [element.text for element in one.of_kind(ElementKind.ALTERATION)]


def test_a_table_left_alone_is_the_books() -> None:
    assert AlterationTable().rows == ALTERATIONS


def test_an_added_entry_makes_the_die_larger_and_comes_out() -> None:
    table = added(("Cornes de bouc.", "CHA −2")).alterations
    assert len(table.rows) == 21
    after = struck(black_magician(), table, 21)
    assert suffered(after) == ["Cornes de bouc."]
    assert after.score(Ability.CHARISMA) == 7
    with pytest.raises(AssertionError, match="21 is not on a d20"):
        struck(black_magician(), AlterationTable(), 21)


def test_a_removed_entry_never_comes_out_and_the_others_close_up() -> None:
    table = without("Langue noire").alterations
    assert len(table.rows) == 19
    after = struck(black_magician(), table, 2)
    assert suffered(after) == ["Attire la vermine alentour\u00a0: cafards, rats…"]


@pytest.mark.parametrize(
    "removed", [(), ("Vermine", "Bave"), ("Phobie", "Langue noire", "Maigreur squelettique")]
)
def test_every_entry_left_is_as_likely(removed: tuple[str, ...]) -> None:
    table = without(*removed).alterations
    tally = Tally(suffered(struck(black_magician(), table, face))[0] for face in table.rows)
    assert set(tally.values()) == {1}
    assert len(tally) == 20 - len(removed)


def test_an_entry_already_suffered_is_thrown_again_by_what_it_is_not_by_its_face() -> None:
    """Faces move when an entry goes; what was suffered does not come twice (COR-4)."""
    first = struck(black_magician(), AlterationTable(), 5)
    table = without("Langue noire").alterations
    after = struck(first, table, 4, 5, points=10)
    assert suffered(after) == [ALTERATIONS[5].text, ALTERATIONS[6].text]


def test_what_is_suffered_stays_readable_once_its_entry_is_gone() -> None:
    with_horns = added(("Cornes de bouc.", "CHA −2"))
    bearer = struck(black_magician(), with_horns.alterations, 21)
    gone, _ = alterations.remove(with_horns, "cornes de bouc")
    assert len(gone.alterations.rows) == 20
    assert suffered(bearer) == ["Cornes de bouc."]
    assert bearer.score(Ability.CHARISMA) == 7
    assert suffered(struck(bearer, gone.alterations, 2, points=10))[0] == "Cornes de bouc."


def test_an_empty_table_leaves_the_choice_to_the_game_master() -> None:
    bare = without(*(row.name for row in ALTERATIONS.values())).alterations
    assert not bare.rows
    assert suffered(struck(black_magician(), bare)) == []


def test_a_printed_entry_comes_back_to_its_place() -> None:
    again, act = alterations.put_back(without("Langue noire"), "langue noire")
    assert again.alterations == AlterationTable()
    assert act.sides == (19, 20)


def test_a_printed_entry_may_be_classed_and_given_an_effect() -> None:
    table, act = alterations.describe(
        campaign(), "Dos déformé", category="physique", severity="majeure", effect="DEX −1"
    )
    row = table.alterations.rows[16]
    assert (row.category, row.severity, dict(row.losses)) == ("physique", "majeure", {"dex": -1})
    assert len(table.alterations.rows) == 20
    assert act.before == ALTERATIONS[16]
    again, _ = alterations.describe(table, "Dos déformé", severity="mineure")
    assert (again.alterations.rows[16].category, again.alterations.rows[16].severity) == (
        "physique",
        "mineure",
    )
    assert struck(black_magician(), again.alterations, 16).score(Ability.DEXTERITY) == 11
    with pytest.raises(NothingChanges):
        alterations.describe(again, "Dos déformé", severity="mineure")


def test_a_loss_of_wisdom_makes_folie_rolls_due() -> None:
    """FOL-2: SAG 8 → 6 with 14 points: 1 multiple becomes 2; and COR-3's own point with it."""
    table = added(("Esprit brisé.", "SAG −1")).alterations
    one = black_magician(corruption=29, stages_suffered=2, madness=14)
    after = struck(one, table, 21)
    assert after.wisdom == 6
    assert len(list(after.of_kind(ElementKind.MADNESS_DUE))) == 1


def test_wisdom_lost_to_an_alteration_consumes() -> None:
    """COR-5."""
    table = added(("Esprit brisé.", "SAG −10")).alterations
    assert struck(black_magician(), table, 21).consumed


def test_the_game_master_chooses_one() -> None:
    one = black_magician()
    act = alterations.bear(one, AlterationTable(), "Phobie", "les rats", "9")
    after = apply(one, act.change_of(one.id))
    assert suffered(after) == [f"{ALTERATIONS[11].text} : les rats"]
    with pytest.raises(AlreadySuffered):
        alterations.bear(after, AlterationTable(), "phobie", "", "10")


def test_entries_are_found_by_key_name_or_words() -> None:
    rows = AlterationTable().rows.values()
    assert alterations.find(rows, "langue_noire").number == 2
    assert alterations.find(rows, "LANGUE NOIRE").number == 2
    assert alterations.find(rows, "cafards").number == 3
    for vague in ("", "phobi", "zzz"):
        with pytest.raises(UnknownAlteration):
            alterations.find(rows, vague)


def test_what_is_refused() -> None:
    with pytest.raises(SameAlteration):
        alterations.add(campaign(), "la langue est devenue NOIRE", "physique", "mineure", "", "1")
    with pytest.raises(EmptyText):
        alterations.add(campaign(), "  \n ", "physique", "mineure", "", "1")
    full = added(*((f"Marque {number}", "") for number in range(30)))
    with pytest.raises(TableFull):
        alterations.add(full, "De trop", "physique", "mineure", "", "99")
    with pytest.raises(UnknownAlteration):
        alterations.put_back(campaign(), "Langue noire")


def test_an_entry_removed_by_name_is_no_other() -> None:
    table = replace(without("Phobie").alterations)
    assert "autre_phobie" in {row.key for row in table.rows.values()}
    assert "phobie" not in {row.key for row in table.rows.values()}
