"""The reader of what torchtitan prints: colours, ranks, older versions."""

from __future__ import annotations

import pytest

LINE = "[titan] 2026-02-24 19:46:17,508 - root - INFO - step: {:2}  loss: {}  grad_norm: {}  memory: 66.91GiB(37.51%)  "
TEXT = (
    LINE.format(1, " 7.62585", "26.6250")
    + "tps: 10,050  tflops: 1,314.71  mfu: 13.99%\n"
    + LINE.format(10, " 7.07623", "46.5000")
    + "tps: 10,007  tflops: 313.36  mfu: 13.93%\n"
    + "[titan] 2026-02-24 19:46:20,145 - root - INFO - "
    "validate step: 10  loss:  7.5  memory: 66.91GiB(37.51%)  tps: 9\n"
    + LINE.format(20, "     nan", "    nan")
    + "tps: 10,007  tflops: 313.36  mfu: 13.93%\n"
)
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "step: 5",
    "step: 10",
    "  loss: ",
    "3.5",
    "nan",
    "  grad_norm: 1",
    "  memory: 2GiB(3%)",
    "  tps: 1,000",
    "\n",
    "\r",
    "validate ",
    "\x1b[31m",
    "[rank1]:",
    "\0",
    "  mfu: 3%",
]


def test_steps_validation_and_what_else_is_there(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(1, 7.62585), (10, 7.07623), (20, nan)]"
    assert repr(curve(run, "grad/norm")) == "[(1, 26.625), (10, 46.5), (20, nan)]"
    assert curve(run, "val/loss") == [(10, 7.5)]
    assert curve(run, "tflops")[0] == (1, 1314.71)
    assert curve(run, "memory (GiB)")[0] == (1, 66.91)
    assert (run.series["train/loss"].per, run.series["val/loss"].per) == ("step", "evaluation")


def test_older_versions_print_no_norm(read, curve) -> None:
    (run,) = read("[titan] 2025 - root - INFO - step: 200  loss:  6.1384  memory: 49.66GiB(52.28%)  tps: 5,856\n")
    assert curve(run, "train/loss") == [(200, 6.1384)]
    assert curve(run, "throughput/tokens") == [(200, 5856.0)]


def test_every_rank_prints_the_same(read, curve) -> None:
    lines = TEXT.splitlines(keepends=True)
    (unnamed,) = read("".join(line for line in lines for _ in range(4)))
    assert curve(unnamed, "val/loss") == [(10, 7.5)]
    assert len(unnamed.series["train/loss"]) == 3
    (named,) = read("".join(f"[rank{one}]:{line}" for line in lines for one in (1, 0)))
    assert {"train/loss", "train/loss@1"} <= named.series.keys()
    assert len(named.series["train/loss"]) == 3


def test_resumed_from_a_checkpoint_it_repeats_steps(read, curve) -> None:
    one = "step: {:2}  loss: {:8.5f}  memory: 1.00GiB(1.00%)\n"
    (run,) = read("".join(one.format(n, value) for n, value in ((1, 9), (10, 8), (20, 7), (30, 6), (20, 5), (30, 4))))
    assert curve(run, "train/loss") == [(1, 9), (10, 8), (20, 5), (30, 4)]
    assert run.fact("resumed") == 20


@pytest.mark.parametrize(
    "text", ["", "step: 1  loss: 2\n", "step: x  loss: 2  memory: 1GiB(2%)\n", "memory: 3GiB(4%)\n"]
)
def test_what_torchtitan_does_not_print_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "step: 1" in found.reason
