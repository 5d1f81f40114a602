"""French as it is printed."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rules
from bot.french import (
    arrow,
    fitting,
    harmless,
    listed,
    number,
    of,
    plural,
    shortened,
    shown,
    signed,
    typeset,
)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("PV : 3", "PV\u00a0: 3"),
        ("Vraiment ?", "Vraiment\u00a0?"),
        ("Non !", "Non\u00a0!"),
        ("a ; b", "a\u00a0; b"),
        ("« Destin »", "«\u00a0Destin\u00a0»"),
        ("folie 2 → **5**", "folie 2\u00a0→\u00a0**5**"),
        ("SAG 1 → −1", "SAG 1\u00a0→\u00a0−1"),
        ("nom Rat 1 → Rat", "nom Rat 1 → Rat"),
        ("« Destin » : oui", "«\u00a0Destin\u00a0»\u00a0: oui"),
        ("80 %", "80\u00a0%"),
        ("**Malus** : 1", "**Malus**\u00a0: 1"),
        ("l'or d'Ourph", "l’or d’Ourph"),
        ("3d6, 'cité'", "3d6, 'cité'"),
        ("https://exemple.fr :8080", "https://exemple.fr :8080"),
        ("a\u00a0: b", "a\u00a0: b"),
        ("", ""),
    ],
)
def test_spaces_and_apostrophes(typed: str, printed: str) -> None:
    assert typeset(typed) == printed


@given(st.text())
def test_typesetting_twice_changes_nothing_more_and_no_length(text: str) -> None:
    once = typeset(text)
    assert typeset(once) == once
    assert len(once) == len(text)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Fafhrd", "Fafhrd"),
        ("Souricier Gris", "Souricier Gris"),
        ("D’Artagnan-le-Vif", "D’Artagnan-le-Vif"),
        ("**gras**", "\\*\\*gras\\*\\*"),
        ("_x_ ~~y~~ `z` ||w||", "\\_x\\_ \\~\\~y\\~\\~ \\`z\\` \\|\\|w\\|\\|"),
        ("[clic](http://x.y)", "\\[clic](http:\\//x.y)"),
        ("<@123456789012345678>", "\\<@\u200b123456789012345678>"),
        ("@everyone", "@\u200beveryone"),
        ("@here", "@\u200bhere"),
        ("# Titre", "\\# Titre"),
        ("> cité", "\\> cité"),
        ("- puce", "\\- puce"),
        ("\\", "\\\\"),
        ("🐀 rat", "🐀 rat"),
        ("אבנר", "\u2068אבנר\u2069"),
    ],
)
def test_a_name_is_shown_harmlessly(typed: str, printed: str) -> None:
    assert shown(typed) == printed


@given(st.text("ab*_~`|[]<>@#- \n\\/:"))
@example("\\**")
def test_every_mark_of_a_name_is_escaped(name: str) -> None:
    """Once each escaped pair is a plain letter, no mark is left, and no line opens with one."""
    left = re.sub(r"\\.", "x", shown(name))
    assert not re.search(r"[\\*_~`|\[<]|://|^\s*[->#]", left, re.MULTILINE)
    assert re.sub(r"\\(.)", r"\1", shown(name)).replace("\u200b", "") == name


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        ("Voyez `/personnage creer`.", "Voyez `/personnage creer`."),
        ("Réglage `seance_max` : un nombre", "Réglage `seance_max` : un nombre"),
        ("role_mdt ou goule_bouclier", "role_mdt ou goule_bouclier"),
        ("**Faf_hrd** est `mort` !", "\\*\\*Faf_hrd\\*\\* est `mort` !"),
        ("_Fafhrd_ @everyone", "\\_Fafhrd\\_ @\u200beveryone"),
    ],
)
def test_a_refusal_keeps_its_commands_and_nothing_else(sentence: str, printed: str) -> None:
    assert harmless(sentence) == printed


@pytest.mark.parametrize(("value", "printed"), [(2, "+2"), (-1, "−1"), (0, "0")])
def test_a_modifier_carries_its_sign(value: int, printed: str) -> None:
    assert signed(value) == printed


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1\u202f000"),
        (-20_000, "−20\u202f000"),
        (10**15, "1" + "\u202f000" * 5),
    ],
)
def test_thousands_are_grouped(value: int, printed: str) -> None:
    assert number(value) == printed


@pytest.mark.parametrize(
    ("count", "printed"),
    [(0, "0 point"), (1, "1 point"), (2, "2 points"), (1_200, "1\u202f200 points"), (-3, "−3 points")],
)
def test_a_count_and_its_noun(count: int, printed: str) -> None:
    assert plural(count, "point") == printed.replace(" ", "\u00a0")


def test_a_plural_of_its_own() -> None:
    assert plural(3, "PV", "PV") == "3\u00a0PV"
    assert plural(2, "jet de Folie", "jets de Folie") == "2\u00a0jets de Folie"


@pytest.mark.parametrize(
    ("words", "printed"), [([], ""), (["a"], "a"), (["a", "b"], "a et b"), (["a", "b", "c"], "a, b et c")]
)
def test_a_list(words: list[str], printed: str) -> None:
    assert listed(words) == printed
    assert listed(iter(words), last="ou") == printed.replace(" et ", " ou ")


@pytest.mark.parametrize(
    ("old", "new", "printed"),
    [
        (3, 1, "3 → **1**"),
        (0, -2, "0 → **−2**"),
        (1_500, 0, "1\u202f500 → **0**"),
        ("a", "b", "a → **b**"),
        (True, False, "True → **False**"),
    ],
)
def test_old_and_new(old: object, new: object, printed: str) -> None:
    assert arrow(old, new) == printed


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Fafhrd", "de Fafhrd"),
        ("Ourph", "d’Ourph"),
        ("élan", "d’élan"),
        ("Îlot", "d’Îlot"),
        ("\\*x", "de \\*x"),
    ],
)
def test_de_is_elided_before_a_vowel(name: str, printed: str) -> None:
    assert of(name) == printed


@given(st.text(), st.integers(1, 50))
def test_a_text_is_cut_to_what_fits_and_says_so(text: str, limit: int) -> None:
    cut = shortened(text, limit)
    assert len(cut) <= limit
    assert cut == text if len(text) <= limit else cut.endswith("…")


def test_a_text_cut_after_a_sentence_has_one_ellipsis_and_no_full_stop() -> None:
    assert shortened("Voit par infravision. Craint le jour.", 22) == "Voit par infravision…"


@given(st.lists(st.text("ab ", max_size=12), max_size=40), st.integers(20, 200))
def test_lines_are_kept_whole_and_those_left_out_are_counted(lines: list[str], limit: int) -> None:
    kept = fitting(lines, limit)
    assert len("\n".join(kept)) <= limit
    if list(kept) != lines:
        *whole, count = kept
        assert whole == lines[: len(whole)]
        assert re.fullmatch(rf"… et {len(lines) - len(whole)}\u00a0autres?", count)


def test_no_refusal_writes_de_before_a_name_that_may_begin_with_a_vowel() -> None:
    """The rules do not elide: « de Ahriman » is written otherwise."""
    pattern = re.compile(r"\b(?:de|que) \{(?:self\.)?(?:character\.)?name\}")
    found = [
        f"{path.name}: {match[0]}"
        for path in sorted(Path(rules.__file__).parent.rglob("*.py"))
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not found
