"""The grammar of ``docs/des.md`` is the one that the engine reads: no less, no more."""

import string
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.dice import DiceError, Expression, FormulaError, LimitError, parse
from rules.dice.limits import LONGEST
from rules.dice.words import VALUES
from tests.rules.ebnf import grammar, recognises, sentence

RULES = grammar()
SEEDS = st.integers(0, 2**64)
ALPHABET = "0123456789dkhlromia!<>=x*/+-();%f# .,\tgarderetireles mod.fordexconniveau"


def read(text: str) -> Expression | DiceError:
    """What a text means, or why it means nothing."""
    try:
        return parse(text)
    except DiceError as fault:
        return fault


def grammatical(text: str) -> bool:
    """The engine reads it, were it to refuse a limit that it passes."""
    return not isinstance(read(text), FormulaError) or isinstance(read(text), LimitError)


def check_round_trip(text: str) -> None:
    """What is read is written again so as to be read the same."""
    expression = read(text)
    if isinstance(expression, Expression) and len(expression.notation) <= LONGEST:
        again = parse(expression.notation)
        assert (again.parts, again.pools, again.names) == (
            expression.parts,
            expression.pools,
            expression.names,
        )
        assert again.notation == expression.notation


@given(SEEDS)
def test_every_sentence_of_the_written_grammar_is_read(seed: int) -> None:
    text = sentence(RULES, Random(seed))
    if len(text) <= LONGEST:
        assert grammatical(text), (text, read(text))
        check_round_trip(text)


def test_the_sentences_reach_every_word_of_the_grammar() -> None:
    random = Random(4)
    said = "".join(sentence(RULES, random) for _ in range(3_000)).lower()
    words = [
        *VALUES,
        "garde",
        "retire",
        "meilleurs",
        "pires",
        "relance",
        "explose",
        "rr",
        "!!",
        "!o",
        "≥",
        "÷",
    ]
    assert [
        word for word in words if word not in said.replace(" ", "").replace("\t", "").replace("\u00a0", "")
    ] == []


@given(SEEDS, st.data())
def test_a_changed_sentence_is_read_exactly_when_the_grammar_derives_it(
    seed: int, data: st.DataObject
) -> None:
    text = sentence(RULES, Random(seed))[:60]
    place = data.draw(st.integers(0, len(text)))
    removed = data.draw(st.integers(0, 2))
    changed = text[:place] + data.draw(st.text(ALPHABET, max_size=2)) + text[place + removed :]
    if read(changed).__class__ is LimitError:
        return  # a limit passed on the way hides what follows
    assert grammatical(changed) is recognises(RULES, changed), changed
    check_round_trip(changed)


@given(st.text(ALPHABET, max_size=14))
@example("fort")
@example("d6!!o")
@example("forx2")
@example("2d6garde le meilleurs")
@example("1d6r-1")
@example("4d6retire 2")
@example("dfor")
@example("mod.niveau")
def test_any_short_text_is_read_exactly_when_the_grammar_derives_it(text: str) -> None:
    if read(text).__class__ is not LimitError:
        assert grammatical(text) is recognises(RULES, text)
        check_round_trip(text)


@pytest.mark.parametrize(
    "character", [*string.printable, "é", "²", "٣", "½", "\u212a", "ﬁ", "\x00", "−", "×", "≥"]
)
def test_no_character_is_ever_passed_over(character: str) -> None:
    """One more character anywhere is read by the grammar, or refused where it stands."""
    for before, after in (("2d6", ""), ("", "2d6"), ("2d6+", "1"), ("2", "d6"), ("2d", "6")):
        text = before + character + after
        if read(text).__class__ is not LimitError:
            assert grammatical(text) is recognises(RULES, text), text
