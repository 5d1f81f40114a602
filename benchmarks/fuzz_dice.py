"""Looks for a text that makes the dice engine fail otherwise than by its own refusal.

    python -m benchmarks.fuzz_dice [options of libFuzzer, as -max_total_time=600]

Needs `atheris` (Linux, pip install atheris), which is in no lock of ours; the suite itself fuzzes with Hypothesis.
"""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any

from rules.dice.limits import HIGHEST_TOTAL, MOST_THROWS

STALL = 0.1  # seconds: a hostile formula takes a few milliseconds at most


def throw(data: bytes) -> None:
    """One text, thrown and written out; fails for a stall, a promise not kept, or any error but a refusal."""
    from rules.dice import DiceError, format_roll, maximised, parse, roll
    from rules.dice.words import VALUES

    text = data.decode("utf-8", "replace")
    values = dict.fromkeys(VALUES, 12)
    start = time.perf_counter()
    try:
        thrown = roll(text, values=values)
        shown = format_roll(thrown)
        maximised(text, values)
    except DiceError:
        pass
    else:
        assert sum(len(term.dice) for term in thrown.terms) <= MOST_THROWS
        assert all(abs(total) <= HIGHEST_TOTAL for total in thrown.totals)
        assert len(shown) < 2_500
        notation = parse(text).notation
        assert len(notation) > 200 or parse(notation).parts == parse(text).parts
    assert time.perf_counter() - start < STALL, f"too slow: {text!r}"


def main() -> None:
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        sys.exit(
            "atheris n’est pas installé (Linux : pip install atheris) ; les tests font le même essai avec Hypothesis."
        )
    with atheris.instrument_imports(include=["rules.dice"]):
        importlib.import_module("rules.dice")
    atheris.Setup(sys.argv, throw)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
