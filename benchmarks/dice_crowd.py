"""Whether a hundred hostile rolls at once delay another player's answer: the real bot, on the loopback gateway.

    .venv/bin/python -m benchmarks.dice_crowd [--rounds 10]

In each round another player asks for `1d20`: alone, then just after a hundred ordinary rolls, then just after a hundred
hostile ones. What is shown is that player's own wait, and how long the whole hundred took.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.dice import HOSTILE
from benchmarks.latency import light_loop
from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway

CROWD = 100
ORDINARY = ("1d20+5",)


async def wait_amid(gateway: Gateway, formulas: tuple[str, ...], crowd: int) -> tuple[float, float]:
    """The other player's wait behind a crowd that throws ``formulas`` in turn, and the crowd's own, in seconds."""
    start = time.perf_counter()
    asked = [
        asyncio.ensure_future(
            gateway.app.command("lancer", {"expression": formulas[number % len(formulas)]}, by=gateway.player)
        )
        for number in range(crowd)
    ]
    await asyncio.sleep(0)  # the crowd is on its way
    answer = await gateway.app.command("lancer", {"expression": "1d20"}, by=gateway.other)
    assert not answer.ephemeral, answer.text
    await asyncio.gather(*asked)
    return answer.seconds, time.perf_counter() - start


async def compare(rounds: int, folder: Path) -> dict[str, list[tuple[float, float]]]:
    """The waits of every round, by what goes on around."""
    gateway = Gateway()
    await gateway.start()
    bot = BotProcess(gateway.app, folder, settings={"LOG_LEVEL": "WARNING"})
    found: dict[str, list[tuple[float, float]]] = {"seul": [], "cent ordinaires": [], "cent hostiles": []}
    try:
        await bot.start()
        for number in range(rounds + 2):
            for name, formulas, crowd in (
                ("seul", ORDINARY, 0),
                ("cent ordinaires", ORDINARY, CROWD),
                ("cent hostiles", HOSTILE, CROWD),
            ):
                waited = await wait_amid(gateway, formulas, crowd)
                if number >= 2:  # the first rounds warm up
                    found[name].append(waited)
            gateway.forget()
        return found
    finally:
        await bot.discard()
        await gateway.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="L’attente d’un joueur parmi cent jets hostiles.")
    parser.add_argument("--rounds", type=int, default=10, help="tours")
    options = parser.parse_args()
    with asyncio.Runner(loop_factory=light_loop()) as runner, tempfile.TemporaryDirectory() as folder:
        found = runner.run(compare(options.rounds, Path(folder)))
    print(
        "| autour de lui | son attente, médiane (ms) | la pire (ms) | la foule entière, médiane (ms) |\n|---|---|---|---|"
    )
    for name, waits in found.items():
        own, whole = zip(*waits, strict=True)
        figures = (statistics.median(own), max(own), statistics.median(whole))
        print(f"| {name} | " + " | ".join(f"{seconds * 1e3:.1f}" for seconds in figures) + " |")


if __name__ == "__main__":
    main()
