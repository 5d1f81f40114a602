"""Alignments: their names, and which ones each set of classes allows (CLA-3), against an oracle written apart."""

from contextlib import nullcontext
from itertools import combinations

import pytest

from rules.alignment import Alignment, Law, Moral, allowed, demand, find
from rules.choices import ForbiddenAlignment, ForbiddenClasses, choose
from rules.classes import CLASSES
from rules.settings import Settings

SETS = [keys for size in (1, 2, 3) for keys in combinations(CLASSES, size)]


def accepted(key: str, label: str) -> bool:
    """CLA-3 as the book says it, on the printed words."""
    good, lawful = "Bon" in label, "Loyal" in label
    if key in ("magicien_noir", "assassin"):
        return not good
    if key == "magicien_blanc":
        return good
    return not lawful if key == "barbare" else True


def paired(keys: tuple[str, ...]) -> bool:
    """CLA-2: the forbidden pairs."""
    chosen = set(keys)
    return chosen >= {"voleur", "assassin"} or chosen >= {"magicien_noir", "magicien_blanc"}


def test_the_nine_alignments_have_their_printed_names() -> None:
    assert [alignment.label for alignment in Alignment] == [
        "Loyal Bon",
        "Loyal Neutre",
        "Loyal Mauvais",
        "Neutre Bon",
        "Neutre",
        "Neutre Mauvais",
        "Chaotique Bon",
        "Chaotique Neutre",
        "Chaotique Mauvais",
    ]
    assert {(one.law, one.good) for one in Alignment} == {(law, good) for law in Law for good in Moral}


@pytest.mark.parametrize("keys", SETS, ids="+".join)
def test_classes_allow_the_alignments_of_the_book(keys: tuple[str, ...]) -> None:
    """CLA-3, every set of one to three classes by every alignment."""
    expected = [one for one in Alignment if all(accepted(key, one.label) for key in keys)]
    assert list(allowed(CLASSES[key] for key in keys)) == expected


@pytest.mark.parametrize("keys", SETS, ids="+".join)
def test_choices_are_accepted_exactly_when_the_book_allows_them(keys: tuple[str, ...]) -> None:
    """CLA-2 and CLA-3 together, through what a player types."""
    for alignment in Alignment:
        suits = all(accepted(key, alignment.label) for key in keys)
        refusal = ForbiddenClasses if paired(keys) else None if suits else ForbiddenAlignment
        with pytest.raises(refusal) if refusal else nullcontext():
            assert choose("nordique", keys, alignment.label, Settings()).alignment is alignment


@pytest.mark.parametrize("alignment", Alignment)
def test_an_alignment_is_found_by_key_label_and_initials(alignment: Alignment) -> None:
    initials = f"{alignment.law.value[0]}{alignment.good.value[0]}"
    reversed_label = " ".join(reversed(alignment.label.split()))
    for text in (alignment.value, alignment.label, alignment.label.upper(), initials, reversed_label):
        assert find(text) is alignment


@pytest.mark.parametrize(
    ("text", "alignment"),
    [
        ("loyale bonne", Alignment.LAWFUL_GOOD),
        ("  Chaotique-mauvaise ", Alignment.CHAOTIC_EVIL),
        ("n", Alignment.NEUTRAL),
        ("Neutre Neutre", Alignment.NEUTRAL),
        ("loyal", None),
        ("bon", None),
        ("", None),
        ("chaotique loyal", None),
        ("bon mauvais", None),
        ("loyal bon bon", None),
        ("gentil", None),
    ],
)
def test_other_spellings(text: str, alignment: Alignment | None) -> None:
    assert find(text) is alignment


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("guerrier", ""),
        ("barbare", "jamais loyal"),
        ("assassin", "jamais bon"),
        ("magicien_noir", "jamais bon"),
        ("magicien_blanc", "toujours bon"),
    ],
)
def test_a_class_says_what_it_asks(key: str, words: str) -> None:
    assert demand(CLASSES[key]) == words


def test_classes_without_common_alignment_are_refused_with_the_reason() -> None:
    """CLA-3: assassin and white magician."""
    with pytest.raises(ForbiddenAlignment) as refused:
        choose("nordique", ("assassin", "magicien blanc"), "", Settings())
    assert refused.value.allowed == ()
    assert "Assassin : jamais bon" in str(refused.value)
    assert "Magicien blanc : toujours bon" in str(refused.value)
