"""Names: what is kept, what is refused and why, what makes two names the same (CRE-3)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.names import LONGEST, LONGEST_KEY, BadName, NameFault, clean_name, name_key

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Fafhrd", "Fafhrd"),
        ("  Souricier   Gris ", "Souricier Gris"),
        ("Souricier\u00a0Gris", "Souricier Gris"),
        ("E\u0301lise", "Élise"),
        ("@everyone", "@everyone"),
        (
            "**Ningauble** [aux](https://x.y) `yeux` ||sept||",
            "**Ningauble** [aux](https://x.y) `yeux` ||sept||",
        ),
        ("Sheelba 🔮", "Sheelba 🔮"),
        ("Cœur ❤\ufe0f", "Cœur ❤\ufe0f"),
        ("Mage 🧙🏽\u200d♀\ufe0f", "Mage 🧙🏽\u200d♀\ufe0f"),
        ("Famille 👨\u200d👩\u200d👧", "Famille 👨\u200d👩\u200d👧"),
        ("Numéro 1\ufe0f\u20e3", "Numéro 1\ufe0f\u20e3"),
        ("12", "12"),
        ("Nº #3", "Nº #3"),
        ("Жанна", "Жанна"),
        ("x" * LONGEST, "x" * LONGEST),
        ("E\u0301" * LONGEST, "É" * LONGEST),
        ("a\u0323\u0302\u0301", "ậ\u0301"),
    ],
)
def test_a_name_is_kept_composed_and_without_useless_spaces(text: str, kept: str) -> None:
    assert clean_name(text) == kept


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", NameFault.EMPTY),
        (" \u00a0\t ", NameFault.EMPTY),
        ("\u0301", NameFault.EMPTY),
        ("\u2800", NameFault.INVISIBLE),
        ("\u3164", NameFault.INVISIBLE),
        ("x" * (LONGEST + 1), NameFault.TOO_LONG),
        ("x" * 6000, NameFault.TOO_LONG),
        ("\ufdfa" * LONGEST, NameFault.TOO_LONG),
        ("a\nb", NameFault.NEW_LINE),
        ("a\x00b", NameFault.NEW_LINE),
        ("a\x1b[31mb", NameFault.NEW_LINE),
        ("a\u2028b", NameFault.NEW_LINE),
        ("a\u202eb", NameFault.DIRECTION),
        ("a\u200fb", NameFault.DIRECTION),
        ("\u2067a\u2069", NameFault.DIRECTION),
        ("a\u200bb", NameFault.INVISIBLE),
        ("a\u200db", NameFault.INVISIBLE),
        ("🔮\u200db", NameFault.INVISIBLE),
        ("a\ufe0fb", NameFault.INVISIBLE),
        ("a\u00adb", NameFault.INVISIBLE),
        ("a\ufeffb", NameFault.INVISIBLE),
        ("\U000e0041a", NameFault.INVISIBLE),
        ("z" + "\u0335" * 4, NameFault.MARKS),
        ("#12", NameFault.RESERVED),
        ("\uff0312", NameFault.RESERVED),
        ("a\ud800b", NameFault.BROKEN),
    ],
)
def test_a_bad_name_is_refused_with_its_reason(text: str, fault: NameFault) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(text)
    assert refused.value.fault is fault
    assert str(fault) in str(refused.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fafhrd", " FAFHRD "),
        ("Straße", "STRASSE"),
        ("L’Ombre", "l'ombre"),
        ("Fafhrd", "\uff26afhrd"),
        ("É", "e\u0301"),
        ("Souricier Gris", "souricier\u00a0\u00a0gris"),
        ("ﬁlou", "filou"),
    ],
)
def test_the_same_name_in_another_form_has_the_same_key(one: str, other: str) -> None:
    """CRE-3: neither case, nor outer spaces, nor the Unicode form count."""
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Élise", "Elise"), ("Ivrian", "Vlana"), ("Fafhrd", "Faf hrd")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    """CRE-3: accents count."""
    assert name_key(one) != name_key(other)


@given(ANY_TEXT)
def test_any_text_is_a_stable_name_or_is_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert 1 <= len(name) <= LONGEST
    assert name == unicodedata.normalize("NFC", name) == clean_name(name)
    assert name.isprintable() or any(unicodedata.category(letter) in ("Cn", "Co", "Cf") for letter in name)
    assert 1 <= len(name_key(name)) <= LONGEST_KEY
    assert name_key(name) == name_key(text)
    name.encode()


@given(ANY_TEXT)
def test_a_key_is_its_own_key(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)
