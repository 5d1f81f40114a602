"""What is computed beside the bot: one process of its own, started when first asked, watched, replaced."""

import asyncio
import faulthandler
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import ParamSpec, TypeVar

from rules.refusals import Refusal

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 20.0  # seconds for one computation, which is bounded beforehand to about three
ANSWERS = 200  # of one process, before another takes its place: icepool remembers all that it did
MOST_WAITING = 8  # answers asked for at the same time


class CalculatorLost(Refusal):
    """The process that computes ended, or took too long."""

    def __init__(self) -> None:
        super().__init__(
            "Le calcul s’est interrompu avant la fin ; rien n’a changé. Réessayez dans un instant."
        )


class CalculatorBusy(Refusal):
    """Too many computations wait already."""

    def __init__(self) -> None:
        super().__init__("Trop de calculs attendent déjà : réessayez dans un instant.")


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
    """Computes in another process, one thing at a time: the bot's own waits neither for arithmetic nor for drawing."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    @property
    def processes(self) -> list[BaseProcess]:
        """The process, once it is started."""
        running = self._pool._processes if self._pool else None  # no public way before Python 3.14
        return list((running or {}).values())

    async def run(self, task: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
        """What ``task`` gives, computed there: a function of a module, and values that travel.

        Raises what it does, :class:`CalculatorLost` and :class:`CalculatorBusy`.
        """
        if self._waiting >= MOST_WAITING:
            raise CalculatorBusy
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _settle, max_tasks_per_child=ANSWERS)
        pool = self._pool
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, partial(_bounded, task, *arguments, **options))
        except BrokenProcessPool as error:
            if self._pool is pool:
                self.close()
            raise CalculatorLost from error
        finally:
            self._waiting -= 1

    async def picture(
        self, task: Callable[P, bytes], *arguments: P.args, **options: P.kwargs
    ) -> bytes | None:
        """An image beside words that do without it: None when it cannot be drawn, which is no reason to be silent."""
        try:
            return await self.run(task, *arguments, **options)
        except Refusal as error:
            log.warning("Image non dessinée : %s", error)
        except Exception:
            log.exception("Image non dessinée.")
        return None

    def close(self) -> None:
        """Ends the process, whatever it is computing."""
        if self._pool is None:
            return
        processes = self.processes
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        self._pool = None


def _bounded(task: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> R:
    """The task within :data:`PATIENCE`. Runs in the other process."""
    with watched():
        return task(*arguments, **options)


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
