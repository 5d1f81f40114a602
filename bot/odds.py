"""Exact chances computed beside the bot: one process of its own, started when first asked, watched, replaced."""

import asyncio
import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from rules.refusals import Refusal

PATIENCE = 20.0  # seconds for one computation, which is bounded beforehand to about three
ANSWERS = 200  # of one process, before another takes its place: icepool remembers all that it did
MOST_WAITING = 8  # answers asked for at the same time
QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


class CalculatorLost(Refusal):
    """The process that computes ended, or took too long."""

    def __init__(self) -> None:
        super().__init__(
            "Le calcul s’est interrompu avant la fin ; rien n’a changé. Réessayez dans un instant."
        )


class CalculatorBusy(Refusal):
    """Too many computations wait already."""

    def __init__(self) -> None:
        super().__init__("Trop de calculs de probabilités attendent déjà : réessayez dans un instant.")


@dataclass(frozen=True, slots=True)
class Odds:
    """What is told of a law. ``quantiles``: at :data:`QUANTILES`. ``at_least`` and ``at_most``: of the threshold."""

    lowest: int
    highest: int
    mean: Fraction
    deviation: float
    quantiles: tuple[int, ...]
    threshold: int | None
    at_least: Fraction
    at_most: Fraction
    chart: bytes


def compute(formula: str, values: Mapping[str, int], threshold: int | None) -> Odds:
    """The odds of a formula already checked (:func:`rules.dice.odds.checked`). Runs in the other process."""
    from bot.charts import chart
    from rules.dice.odds import law_of

    with watched():
        law = law_of(formula, values)
        return Odds(
            lowest=law.lowest,
            highest=law.highest,
            mean=law.mean,
            deviation=law.deviation,
            quantiles=tuple(law.quantile(part) for part in QUANTILES),
            threshold=threshold,
            at_least=law.at_least(threshold) if threshold is not None else Fraction(0),
            at_most=law.at_most(threshold) if threshold is not None else Fraction(0),
            chart=chart(law, threshold),
        )


@contextmanager
def watched(seconds: float = PATIENCE) -> Iterator[None]:
    """Ends this process after so many ``seconds``, even in the midst of one long operation of Python's own."""
    with Path(os.devnull).open("w") as nowhere:  # its user is told, and the formula says the rest
        faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()


class Calculator:
    """Computes odds in another process, one at a time: the bot's own never waits for arithmetic."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    @property
    def processes(self) -> list[BaseProcess]:
        """The process, once it is started."""
        running = self._pool._processes if self._pool else None  # no public way before Python 3.14
        return list((running or {}).values())

    async def odds(self, formula: str, values: Mapping[str, int], threshold: int | None) -> Odds:
        """What :func:`compute` gives. Raises :class:`CalculatorLost` and :class:`CalculatorBusy`."""
        if self._waiting >= MOST_WAITING:
            raise CalculatorBusy
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _settle, max_tasks_per_child=ANSWERS)
        pool = self._pool
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, compute, formula, dict(values), threshold)
        except BrokenProcessPool as error:
            if self._pool is pool:
                self.close()
            raise CalculatorLost from error
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Ends the process, whatever it is computing."""
        if self._pool is None:
            return
        processes = self.processes
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        self._pool = None


def _settle() -> None:
    """Makes the new process give way to the bot, leave Ctrl-C to it, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    threading.Thread(target=_leave_with_the_bot, daemon=True).start()


def _leave_with_the_bot() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
