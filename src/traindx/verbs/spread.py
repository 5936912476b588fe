"""Does the same to many things on all cores, with the answers in the order of the things.

The first quarter of a second of work is done here; only what then remains goes to workers, so that a small answer pays
nothing for them, and what they need is loaded once, before they are made.

Workers are forked: they begin with everything loaded and hold what is to be worked on already. Two hundred runs take
2.1 times as long on one core as on two forked workers; with workers that start as new interpreters the second core
earns nothing. Forking is safe only where no other thread can hold a lock in that moment. So it is done on Linux alone
(the system libraries of macOS do not survive it, Windows has no fork), for the command line alone, whose process holds
NumPy and traindx and nothing else (OpenBLAS puts its own threads away around a fork), and never where another thread
of Python lives. Everywhere else one core does the work, with the same answer.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import selectors
import signal
import struct
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Two workers are forked and waited for in about 20 ms: less than a tenth of what was done by then.
ALONE = 0.25  # seconds
# A worker always has the next thing waiting, so that it does not stand still while its answer is taken.
AHEAD = 2
LENGTH = struct.Struct("<Q")

Told = Callable[[int, int], None]  # how many of how many are done


class Lost(NamedTuple):
    """Stands in the place of an answer whose worker was ended from outside."""

    reason: str


def spread(
    work: Callable[[T], R], things: Iterable[T], *, cores: int = 1, told: Told | None = None, alone: float = ALONE
) -> list[R | Lost]:
    """The answers in the order of the things. What `work` raises is raised here; a worker that is killed loses only
    what it was at work on."""
    everything = list(things)
    answers: list[R | Lost] = []
    begun = time.monotonic()
    for thing in everything:
        rest = len(everything) - len(answers)
        if rest > 1 and cores > 1 and time.monotonic() - begun >= alone and _may_fork():
            return answers + _forked(work, everything, len(answers), min(cores, rest), told)
        answers.append(work(thing))
        if told is not None:
            told(len(answers), len(everything))
    return answers


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def _may_fork() -> bool:
    return sys.platform == "linux" and threading.active_count() == 1


class _Worker:
    """A child process with a pipe to it and one from it."""

    def __init__(self, work: Callable[[Any], Any], things: Sequence[Any], others: list[_Worker]) -> None:
        tasks, self.tasks = os.pipe()
        self.results, results = os.pipe()
        self.held: list[int] = []  # what it was given and has not answered, in that order
        with warnings.catch_warnings():
            # Python 3.12 warns wherever the process has a second thread: here those of OpenBLAS.
            warnings.simplefilter("ignore", DeprecationWarning)
            # An interrupt between the fork and the next line would run the parent's cleaning up in the child.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                self.id = os.fork()
                if self.id == 0:
                    _live(work, things, tasks, results, [end for one in (*others, self) for end in one.ends])
            except OSError:
                os.close(self.tasks)
                os.close(self.results)
                raise
            finally:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
                os.close(tasks)
                os.close(results)

    @property
    def ends(self) -> tuple[int, int]:
        return self.tasks, self.results

    def give(self, number: int) -> None:
        self.held.append(number)
        with contextlib.suppress(BrokenPipeError):  # it is gone: its results will end, and say so
            os.write(self.tasks, LENGTH.pack(number))

    def answer(self) -> tuple[bool, Any] | None:
        """Whether the next thing went well, and its answer or exception; None where the worker is gone."""
        head = _exactly(self.results, LENGTH.size)
        body = None if head is None else _exactly(self.results, LENGTH.unpack(head)[0])
        # What is unpickled was written by our own child into a pipe that nobody else holds.
        return None if body is None else pickle.loads(body)

    def end(self) -> str:
        """Ends it where it still lives; how it ended."""
        for end in self.ends:
            os.close(end)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.id, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
        return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"


def _live(work: Callable[[Any], Any], things: Sequence[Any], tasks: int, results: int, foreign: list[int]) -> None:
    """The life of a worker. It never returns, and leaves what the parent would do at its own end to the parent."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches every process of the terminal
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for end in foreign:  # else a worker would keep the pipes of another open, and never see the parent go
            os.close(end)
        while (task := _exactly(tasks, LENGTH.size)) is not None:
            try:
                said = pickle.dumps((True, work(things[LENGTH.unpack(task)[0]])), pickle.HIGHEST_PROTOCOL)
            except Exception as error:
                said = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
            _all(results, LENGTH.pack(len(said)) + said)
    finally:
        os._exit(0)


def _forked(work: Callable[[Any], Any], things: Sequence[Any], first: int, count: int, told: Told | None) -> list[Any]:
    """The answers from the thing `first` on. What no worker is left for is done here."""
    answers: dict[int, Any] = {}
    waiting = deque(range(first, len(things)))
    workers: list[_Worker] = []
    gc.freeze()  # a collection in a child would touch, and so copy, every page of the parent
    try:
        with contextlib.suppress(OSError):  # no room for another process: those that there are do the work
            for _ in range(count):
                workers.append(_Worker(work, things, workers))
        _fill(workers, waiting)
        while busy := [worker for worker in workers if worker.held]:
            for worker in _ready(busy):
                if not _heard(worker, answers):
                    workers.remove(worker)
                    waiting.extendleft(reversed(worker.held))
            _fill(workers, waiting)
            if told is not None:
                told(first + len(answers), len(things))
    finally:
        gc.unfreeze()
        for worker in workers:
            worker.end()
    answers.update((number, work(things[number])) for number in waiting)
    return [answers[number] for number in range(first, len(things))]


def _fill(workers: list[_Worker], waiting: deque[int]) -> None:
    for turn in range(1, AHEAD + 1):
        for worker in workers:
            if waiting and len(worker.held) < turn:
                worker.give(waiting.popleft())


def _ready(workers: list[_Worker]) -> list[_Worker]:
    """Waits for those that have answered, or are gone."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            selector.register(worker.results, selectors.EVENT_READ, worker)
        return [key.data for key, _ in selector.select()]


def _heard(worker: _Worker, answers: dict[int, Any]) -> bool:
    """Takes an answer. False where the worker is gone: what it was at work on is lost, what waited is still held."""
    said = worker.answer()
    if said is None:
        answers[worker.held.pop(0)] = Lost(worker.end())
        return False
    well, what = said
    if not well:
        raise what
    answers[worker.held.pop(0)] = what
    return True


def _exactly(end: int, size: int) -> bytes | None:
    """So many bytes, or None where the other side is gone."""
    pieces: list[bytes] = []
    while size and (piece := os.read(end, min(size, 1 << 20))):
        pieces.append(piece)
        size -= len(piece)
    return None if size else b"".join(pieces)


def _all(end: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(end, view) :]
