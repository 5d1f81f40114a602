"""How long people wait: the bot against a bare discord.py client, on one loopback gateway.

    python -m benchmarks.latency [--rounds 30] [--series 20] [--at-once 50]

Both are real processes, on the same kind of event loop. In each round, each case in turn is asked a short series
one at a time, then one all at once, pong before every case: what slows the machine down for a while slows both.
A time goes from the interaction's dispatch to the arrival of its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import importlib.util
import math
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cases import CASES, PONG, Case, must_succeed, set_up
from tests.process.application import Application
from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway

WARM_UP = 3  # rounds that do not count


@dataclass
class Times:
    """The seconds measured for a case, in both ways of asking."""

    alone: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)


def percentile(seconds: Sequence[float], share: float) -> float:
    """The nearest-rank percentile, in milliseconds."""
    return 1000 * sorted(seconds)[math.ceil(share * len(seconds)) - 1]


def disk(folder: Path, count: int = 20) -> list[float]:
    """The seconds of bare durable commits of SQLite on this disk: no writing command can take less."""
    with contextlib.closing(sqlite3.connect(folder / "disque.sqlite3", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("CREATE TABLE IF NOT EXISTS pages (text)")
        seconds = []
        for _ in range(count):
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("INSERT INTO pages VALUES (zeroblob(8 * 4096))")
            before = time.perf_counter()
            bare.execute("COMMIT")
            seconds.append(time.perf_counter() - before)
    return seconds


async def measure(gateway: Gateway, app: Application, case: Case, series: int, at_once: int) -> Times:
    """One series of each kind."""
    for act in case.before:
        must_succeed(await act(gateway, app))
    must_succeed(await case.act(gateway, app))
    alone = [await case.act(gateway, app) for _ in range(series)]
    together = await asyncio.gather(*(case.act(gateway, app) for _ in range(at_once)))
    for answer in (*alone, *together):
        must_succeed(answer)
    return Times([answer.seconds for answer in alone], [answer.seconds for answer in together])


async def compare(options: argparse.Namespace, folder: Path) -> tuple[dict[Case, Times], list[float]]:
    """Runs both processes and takes the times, bot and pong interleaved; and those of bare commits."""
    gateway = Gateway()
    await gateway.start()
    pong_app = gateway.application("jeton-de-pong", "Pong")
    for name in ("bot", "pong"):
        (folder / name).mkdir()
    pong = BotProcess(pong_app, folder / "pong", ("-m", "benchmarks.pong"))
    bot = BotProcess(gateway.app, folder / "bot", settings={"LOG_LEVEL": "WARNING"})
    times = {case: Times() for case in (PONG, *CASES)}
    commits: list[float] = []
    try:
        await pong.start()
        await bot.start()
        await set_up(gateway, gateway.app)
        for number in range(WARM_UP + options.rounds):
            for case in CASES:
                for asked, app in ((PONG, pong_app), (case, gateway.app)):
                    found = await measure(gateway, app, asked, options.series, options.at_once)
                    if number >= WARM_UP:
                        times[asked].alone += found.alone
                        times[asked].together += found.together
            commits += disk(folder)
            gateway.forget()
        return times, commits
    finally:
        await bot.discard()
        await pong.discard()
        await gateway.stop()


def report(times: dict[Case, Times], commits: list[float], at_once: int) -> None:
    """Prints the table: median and 99th percentile in milliseconds, and ratios to pong's medians."""
    print(f"\nBoucle d’évènements des deux : {'uvloop' if light_loop() else 'asyncio'}.")
    print(f"{'':32}{'un à la fois':^26}{f'{at_once} à la fois':^26}")
    print(f"{'(ms)':32}" + f"{'médiane':>9}{'99 %':>8}{'× pong':>9}" * 2 + f"{'visé':>8}")
    base = times[PONG]
    for case, found in times.items():
        line = f"{case.name:32}"
        for seconds, pong in ((found.alone, base.alone), (found.together, base.together)):
            ratio = statistics.median(seconds) / statistics.median(pong)
            line += f"{percentile(seconds, 0.5):9.2f}{percentile(seconds, 0.99):8.2f}{ratio:9.2f}"
        print(line + (f"{'≤ ' + format(case.aim, 'g'):>8}" if case is not PONG else ""))
    print(
        f"{'une validation durable, seule':32}{percentile(commits, 0.5):9.2f}{percentile(commits, 0.99):8.2f}"
    )


def light_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop for the gateway where it is installed: its own share of the times must be small."""
    if importlib.util.find_spec("uvloop") is None:
        return None
    uvloop = importlib.import_module("uvloop")
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Temps de réponse du bot, comparés à un client discord.py nu."
    )
    parser.add_argument("--rounds", type=int, default=30, help="tours entrelacés")
    parser.add_argument("--series", type=int, default=20, help="demandes l’une après l’autre, par tour")
    parser.add_argument("--at-once", type=int, default=50, help="demandes simultanées, par tour")
    parser.add_argument(
        "--folder", help="où mettre la base (le disque compte : chaque validation est durable)"
    )
    options = parser.parse_args()
    with (
        asyncio.Runner(loop_factory=light_loop()) as runner,
        tempfile.TemporaryDirectory(dir=options.folder) as folder,
    ):
        report(*runner.run(compare(options, Path(folder))), options.at_once)


if __name__ == "__main__":
    main()
