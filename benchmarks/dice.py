"""How fast dice are thrown: our engine, the libraries `d20` and `dice`, and bare `random` as the floor.

    make bench-dice        (its own virtual environment: d20 and dice are no dependency of the bot)

Chi-square of a large sample of each die is printed first: fair dice give p-values spread evenly from 0 to 1.

All in one run, each contestant in turn in every round; the best round counts. « À froid »: the formula is read, then
thrown. « En cache »: it was read before. « Avec le texte »: read, thrown, and written out for a message.
"""

from __future__ import annotations

import argparse
import importlib
import random
import secrets
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rules.dice import Dice, DiceError, SystemDice, format_roll, parse, roll, throw
from rules.dice.chi_square import verdict
from rules.dice.odds import law_of
from rules.dice.seeded import SeededDice

Action = Callable[[], object]
COLUMNS = (
    "nous, à froid",
    "nous, en cache",
    "nous, avec le texte",
    "d20, à froid",
    "d20, en cache",
    "d20, avec le texte",
    "dice, à froid",
    "random",
)


@dataclass(frozen=True)
class Case:
    """The same throw, as each one writes it; ``floor`` throws the faces with `random` alone."""

    ours: str
    d20: str
    dice: str
    floor: tuple[tuple[int, int], ...]


CASES = (
    Case("1d20", "1d20", "1d20", ((1, 20),)),
    Case("1d20+5", "1d20+5", "1d20+5", ((1, 20),)),
    Case("4d6kh3", "4d6kh3", "4d6^3", ((4, 6),)),
    Case("2d20kl1+3", "2d20kl1+3", "2d20v1+3", ((2, 20),)),
    Case("10d10r<3", "10d10ro<3", "10d10r2", ((10, 10),)),
    Case("8d6+2d8+1d4+3", "8d6+2d8+1d4+3", "8d6+2d8+1d4+3", ((8, 6), (2, 8), (1, 4))),
)
HOSTILE = (
    "1000d1000000kl1",
    "900d6!!mi2ma5k500>=3",
    "990d1000000r<5000",
    "999d2!",
    "x".join(["1000000"] * 25),
)


def floor(groups: tuple[tuple[int, int], ...]) -> int:
    """What any library must at least do: as many calls to `random.randint` as there are dice."""
    return sum(random.randint(1, sides) for count, sides in groups for _ in range(count))


def contestants(case: Case) -> dict[str, Action]:
    """What is timed for a case, by its name."""
    actions: dict[str, Action] = {
        "nous, à froid": lambda: roll(parse.__wrapped__(case.ours)).total,
        "nous, en cache": lambda: roll(case.ours).total,
        "nous, avec le texte": lambda: _text(case.ours),
        "random": lambda: floor(case.floor),
    }
    d20 = _imported("d20")
    if d20 is not None:
        roller = d20.Roller()

        def cold() -> Any:
            roller._parse_cache.clear()
            return roller.roll(case.d20)

        actions |= {
            "d20, à froid": lambda: cold().total,
            "d20, en cache": lambda: roller.roll(case.d20).total,
            "d20, avec le texte": lambda: cold().result,
        }
    dice = _imported("dice")
    if dice is not None:
        actions["dice, à froid"] = lambda: dice.roll(case.dice)
    return actions


def _text(formula: str) -> str:
    parse.cache_clear()
    return format_roll(roll(formula))


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def best(actions: dict[str, Action], rounds: int, seconds: float) -> dict[str, float]:
    """The microseconds of each action in its best round, each round giving it about ``seconds``."""
    times: dict[str, float] = {}
    for _ in range(rounds):
        for name, action in actions.items():
            action()
            start = time.perf_counter()
            action()
            number = max(3, int(seconds / max(time.perf_counter() - start, 1e-7)))
            start = time.perf_counter()
            for _ in range(number):
                action()
            took = (time.perf_counter() - start) / number * 1e6
            times[name] = min(times.get(name, took), took)
    return times


def compare(rounds: int, seconds: float) -> None:
    """Prints the table of times, then the ratios."""
    table = {case.ours: best(contestants(case), rounds, seconds) for case in CASES}
    print("Microsecondes, meilleur tour :\n\n| formule | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for formula, times in table.items():
        print(
            f"| `{formula}` | "
            + " | ".join(f"{times[one]:.1f}" if one in times else "—" for one in COLUMNS)
            + " |"
        )
    print(
        "\nCombien de fois plus vite que `d20` :\n\n| formule | à froid | en cache | avec le texte |\n|---|---|---|---|"
    )
    for formula, times in table.items():
        ratios = [
            f"{times[f'd20, {way}'] / times[f'nous, {way}']:.1f}" if f"d20, {way}" in times else "—"
            for way in ("à froid", "en cache", "avec le texte")
        ]
        print(f"| `{formula}` | {' | '.join(ratios)} |")


def endure(rounds: int) -> None:
    """Prints what the costliest formulas take, thrown and written, or refused."""
    print("\nLes plus coûteuses, lues, lancées et écrites (ou refusées) :\n\n| formule | ms |\n|---|---|")
    total = 0.0
    for formula in HOSTILE:
        times = []
        for _ in range(max(rounds, 5)):
            parse.cache_clear()
            start = time.perf_counter()
            with suppress(DiceError):
                format_roll(roll(formula))
            times.append(time.perf_counter() - start)
        total += min(times) * 1e3
        print(f"| `{formula[:40]}` | {min(times) * 1e3:.2f} |")
    print(f"\nCent d’affilée : {total / len(HOSTILE) * 100:.0f} ms.")


# Each in a process of its own, once: icepool remembers, for as long as its process lives, what it counted.
OURS = "from rules.dice.odds import law_of as f; import icepool; a = {0!r}"
ICEPOOL = {
    "20d6kh10": "import icepool; a = None; f = lambda _: icepool.d(6).pool(20).highest(10).sum()",
    "100d6": "import icepool; a = None; f = lambda _: 100 @ icepool.d(6)",
}
TIMED = "import time; s = time.perf_counter(); f(a); print(time.perf_counter() - s)"


def alone(code: str, times: int) -> float:
    """The milliseconds of ``f(a)``, defined by ``code``, in the best of so many new processes."""
    took = [
        float(
            subprocess.run([sys.executable, "-c", f"{code}\n{TIMED}"], capture_output=True, check=True).stdout
        )
        for _ in range(times)
    ]
    return min(took) * 1e3


def weigh(times: int) -> None:
    """Prints what exact laws take, ours and those that icepool makes by itself."""
    if _imported("icepool") is None:
        return
    print(
        "\nProbabilités exactes, à froid (ms, meilleur processus) :\n\n| formule | nous | icepool | rapport |\n|---|---|---|---|"
    )
    for formula, code in ICEPOOL.items():
        ours, theirs = alone(OURS.format(formula), times), alone(code, times)
        print(f"| `{formula}` | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |")
    print("\nRéponses et refus :\n\n| formule | ms | |\n|---|---|---|")
    for formula in ("8d6!", "1000d6", "2d1000k1", "d1000000", "8d1000!"):
        start = time.perf_counter()
        try:
            words = f"{len(law_of(formula).weights)} totaux"
        except DiceError:
            words = "refus"
        print(f"| `{formula}` | {(time.perf_counter() - start) * 1e3:.2f} | {words} |")


def judge(throws: int) -> None:
    """Prints the chi-square of many faces of each die, from the operating system and from a seed."""
    sources: dict[str, Dice] = {"système": SystemDice(), "graine": SeededDice(secrets.token_bytes(32), 0, 0)}
    print(f"{throws} faces de chaque dé :\n\n| dé | source | chi² | degrés | p |\n|---|---|---|---|---|")
    for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100):
        for name, dice in sources.items():
            faces = Counter(throw(dice, throws, sides))
            found = verdict([faces[face] for face in range(1, sides + 1)])
            if found is not None:
                told = f"{found.statistic:.1f} | {found.degrees} | {found.probability:.4f}"
                print(f"| d{sides} | {name} | {told} |")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description="Vitesse des dés, comparée à d20, dice et random.")
    parser.add_argument("--rounds", type=int, default=40, help="tours entrelacés ; le meilleur compte")
    parser.add_argument("--seconds", type=float, default=0.004, help="durée d’une mesure")
    parser.add_argument("--throws", type=int, default=200_000, help="faces par dé pour le chi² ; 0 : aucun")
    options = parser.parse_args()
    if options.throws:
        judge(options.throws)
    compare(options.rounds, options.seconds)
    endure(options.rounds)
    weigh(max(3, options.rounds // 4))


if __name__ == "__main__":
    main()
