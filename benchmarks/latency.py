"""How long people wait: the bot against a bare discord.py client, on one loopback gateway.

    python -m benchmarks.latency [--rounds 5] [--series 100] [--at-once 50]

Both are real processes. In each round, each in turn answers one series one at a time, then one all at once;
a time goes from the interaction's dispatch to the arrival of its answer.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import importlib.util
import math
import statistics
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cases import CASES, PONG, Case, must_succeed, set_up
from tests.process.application import Application
from tests.process.bot_process import BotProcess
from tests.process.gateway import Gateway


@dataclass
class Times:
    """The seconds measured for a case, in both ways of asking."""

    alone: list[float] = field(default_factory=list)
    together: list[float] = field(default_factory=list)


def percentile(seconds: Sequence[float], share: float) -> float:
    """The nearest-rank percentile, in milliseconds."""
    return 1000 * sorted(seconds)[math.ceil(share * len(seconds)) - 1]


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


async def compare(options: argparse.Namespace, folder: Path) -> dict[Case, Times]:
    """Runs both processes and takes the times, bot and pong interleaved."""
    gateway = Gateway()
    await gateway.start()
    pong_app = gateway.application("jeton-de-pong", "Pong")
    for name in ("bot", "pong"):
        (folder / name).mkdir()
    pong = BotProcess(pong_app, folder / "pong", ("-m", "benchmarks.pong"))
    bot = BotProcess(gateway.app, folder / "bot", settings={"LOG_LEVEL": "WARNING"})
    table = [(PONG, pong_app)]
    try:
        await pong.start()
        if importlib.util.find_spec("bot.__main__") is None:
            print("Le bot n’est pas là : seul pong est mesuré.")
        else:
            await bot.start()
            await set_up(gateway, gateway.app)
            table += [(case, gateway.app) for case in CASES]
        times = {case: Times() for case, _ in table}
        for case, app in table:
            await measure(gateway, app, case, options.series // 4 + 1, options.at_once)
        for _ in range(options.rounds):
            for case, app in table:
                found = await measure(gateway, app, case, options.series, options.at_once)
                times[case].alone += found.alone
                times[case].together += found.together
            gateway.forget()
        return times
    finally:
        await bot.discard()
        await pong.discard()
        await gateway.stop()


def report(times: dict[Case, Times], at_once: int) -> None:
    """Prints the table: median and 99th percentile in milliseconds, and ratios to pong's medians."""
    print(f"\n{'':32}{'un à la fois':^26}{f'{at_once} à la fois':^26}")
    print(f"{'(ms)':32}" + f"{'médiane':>9}{'99 %':>8}{'× pong':>9}" * 2 + f"{'visé':>8}")
    base = times[PONG]
    for case, found in times.items():
        line = f"{case.name:32}"
        for seconds, pong in ((found.alone, base.alone), (found.together, base.together)):
            ratio = statistics.median(seconds) / statistics.median(pong)
            line += f"{percentile(seconds, 0.5):9.2f}{percentile(seconds, 0.99):8.2f}{ratio:9.2f}"
        print(line + (f"{'≤ ' + format(case.aim, 'g'):>8}" if case is not PONG else ""))


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
    parser.add_argument("--rounds", type=int, default=5, help="tours entrelacés")
    parser.add_argument("--series", type=int, default=100, help="demandes l’une après l’autre, par tour")
    parser.add_argument("--at-once", type=int, default=50, help="demandes simultanées, par tour")
    parser.add_argument(
        "--folder", help="où mettre la base (le disque compte : chaque validation est durable)"
    )
    options = parser.parse_args()
    with (
        asyncio.Runner(loop_factory=light_loop()) as runner,
        tempfile.TemporaryDirectory(dir=options.folder) as folder,
    ):
        report(runner.run(compare(options, Path(folder))), options.at_once)


if __name__ == "__main__":
    main()
