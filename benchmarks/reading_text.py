"""What reading text logs costs: against a bare pass that decodes the text and splits its lines, and in memory.

Logs as programs print them, written here with other numbers on every line: a line a step, a logger with dates and
averages, numbers in full precision, a progress bar that is redrawn, epochs with a validation between other programs'
lines, rows of the transformers Trainer, bars of Keras; and lines of noise, which is no log. Ours is the whole reader up
to the finished runs; processor time of one process, ours and the bare pass in turn, median of ratios with an interval.

Then the most memory that a child process takes while it reads one log of `--megabytes`, above what it takes after
reading one megabyte, over the arrays that come out of it: 1000 is the promise of a log of a gigabyte in bounded memory,
20 the quick look. Exits with 1 when memory is over four times the arrays.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from intervals import median_interval

from traindx.registry import units
from traindx.schema import Head

PIECE, ROUNDS, MEGABYTES, PROMISED = 1 << 20, 7, 3, 4.0
Line = Callable[[int, random.Random], str]


def step(n: int, draw: random.Random) -> str:
    return f"step {n} | loss: {2 + draw.random():.4f} | lr {draw.random() / 1e3:.2e} | grad_norm: {draw.random():.3f}\n"


def logger(n: int, draw: random.Random) -> str:
    loss, when = 2 + draw.random(), f"2026-01-02 {n // 3600 % 24:02d}:{n // 60 % 60:02d}:{n % 60:02d},{n % 1000:03d}"
    told = f"Loss {loss:.4f} ({loss:.4f})\tPrec@1 {draw.random():.3f}"
    return f"{when} - INFO - Epoch: [{n // 1000}][{n % 1000}/1000]\t{told}\n"


def full(n: int, draw: random.Random) -> str:
    return f"iter={n} loss={2 + draw.random()!r} acc={draw.random()!r}\n"


def bar(n: int, draw: random.Random) -> str:
    at, rest = n % 1000, f"{draw.random():.2f}it/s, loss={draw.random():.3f}"
    return f"\r{at // 10:3d}%|{'█' * (at // 100):10s}| {at}/1000 [00:{n % 60:02d}<01:00, {rest}]"


def mixed(n: int, draw: random.Random) -> str:
    text = f"Epoch {n // 500 + 1} batch {n % 500} loss {2 + draw.random():.5f}\n"
    if n % 500 == 499:
        text += f"Validation: loss {2 + draw.random():.4f} acc {draw.random():.4f}\n"
    return text + (f"saving to ckpt_{n}.pt\n" if n % 7 == 0 else "")


def trainer(n: int, draw: random.Random) -> str:
    rest = f"'grad_norm': {draw.random()!r}, 'learning_rate': {draw.random()!r}, 'epoch': {n / 1000:.2f}"
    return f"{{'loss': {2 + draw.random():.4f}, {rest}}}\n"


def keras(n: int, draw: random.Random) -> str:
    at, rest = n % 100 + 1, f"loss: {2 + draw.random():.4f} - accuracy: {draw.random():.4f}"
    head = f"Epoch {n // 100 + 1}/100000\n" if at == 1 else ""
    drawn = "=" * (at * 30 // 100)
    if at == 100:
        return f"\r100/100 [{'=' * 30}] - 5s 50ms/step - {rest} - val_loss: {2 + draw.random():.4f}\n"
    return f"{head}\r{at:3d}/100 [{drawn}>{'.' * (29 - len(drawn))}] - ETA: {100 - at}s - {rest}"


def noise(n: int, draw: random.Random) -> str:
    return "".join(draw.choices("abcdefghij klmnopqrst 0123456789=:.,|/-()[]", k=draw.randrange(5, 120))) + "\n"


KINDS: dict[str, tuple[str, Line]] = {
    "a line a step": ("free-text", step),
    "logger": ("free-text", logger),
    "full precision": ("free-text", full),
    "redrawn bar": ("free-text", bar),
    "epochs, others between": ("free-text", mixed),
    "Trainer's rows": ("trainer-stdout", trainer),
    "Keras' bars": ("keras-progress", keras),
    "noise": ("free-text", noise),
}


def pieces(line: Line, megabytes: float) -> Iterator[bytes]:
    """A log in pieces, as it would be read from a disk."""
    draw, count = random.Random(0), itertools.count()
    left = int(megabytes * 1e6)
    while left > 0:
        text = bytearray()
        while len(text) < min(PIECE, left):
            text += line(next(count), draw).encode()
        left -= len(text)
        yield bytes(text)


def processor(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def ours(reader: str, log: list[bytes]) -> None:
    fold = units("readers")[reader].subject(Head("log.txt", b"", False))
    for piece in log:
        fold.feed(piece)
    fold.runs()


def bare(log: list[bytes]) -> None:
    for piece in log:
        piece.decode("utf-8", "replace").splitlines()


def speed(title: str) -> None:
    reader, line = KINDS[title]
    log = list(pieces(line, MEGABYTES))
    ours(reader, log[:1])  # what is imported late
    pairs = [(processor(lambda: ours(reader, log)), processor(lambda: bare(log))) for _ in range(ROUNDS)]
    ratios = [took / least for took, least in pairs]
    low, high = median_interval(ratios)
    rate = sum(map(len, log)) / 1e6 / statistics.median(took for took, _ in pairs)
    told = f"{statistics.median(ratios):5.1f}x the bare pass [{low:.1f}, {high:.1f}]"
    print(f"{title:24s} {rate:5.1f} MB/s  {told}  n={ROUNDS}")


def peak() -> int:
    """The most memory so far; that of `resource` begins with what the parent took."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))


def child(title: str, megabytes: float) -> None:
    """Reads one log; prints the most memory above that of one megabyte, and the arrays."""
    reader, line = KINDS[title]
    ours(reader, list(pieces(line, 1)))
    before, began = peak(), time.process_time()
    fold = units("readers")[reader].subject(Head("log.txt", b"", False))
    for piece in pieces(line, megabytes):
        fold.feed(piece)
    arrays = sum(len(one.step_bytes) + len(one.value_bytes) for run in fold.runs() for one in run.series.values())
    print(peak() - before, arrays, time.process_time() - began)


def memory(title: str, megabytes: float) -> bool:
    told = subprocess.run([sys.executable, __file__, "--child", title, "--megabytes", str(megabytes)],
                          capture_output=True, text=True, check=True).stdout.split()  # fmt: skip
    most, arrays, took = int(told[0]), int(told[1]), float(told[2])
    kept = most <= PROMISED * arrays
    figures = f"{most / 1e6:.0f} MB of memory, {most / arrays:.2f}x the {arrays / 1e6:.0f} MB of arrays"
    verdict = f"promised <= {PROMISED:g}x: {'kept' if kept else 'BROKEN'}"
    print(f"{title:24s} {megabytes:g} MB, {took:.0f} s: {figures}, {verdict}")
    return kept


def main() -> int:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    arguments.add_argument("--megabytes", type=float, default=20.0, help="the size of the log whose memory is measured")
    arguments.add_argument("--child", choices=KINDS, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.child:
        child(given.child, given.megabytes)
        return 0
    for title in KINDS:
        speed(title)
    return 0 if all([memory(title, given.megabytes) for title in ("a line a step", "epochs, others between")]) else 1


if __name__ == "__main__":
    sys.exit(main())
