"""The reader of what nanoGPT prints: resumption, several runs."""

from __future__ import annotations

import pytest

TEXT = (
    "number of parameters: 10.65M\nstep 0: train loss 4.2874, val loss 4.2823\n"
    "iter 0: loss 4.2664, time 37173.68ms, mfu -100.00%\niter 10: loss 3.1460, time 26.50ms, mfu 14.08%\n"
    "step 20: train loss 2.9, val loss 3.0\nsaving checkpoint to out\niter 20: loss 2.7, time 26.50ms, mfu 14.08%\n"
)
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "iter 5",
    "iter 10",
    ": loss ",
    "3.5",
    "nan",
    ", time ",
    "2.0ms",
    ", mfu 5%",
    "\n",
    "\r",
    "step 5",
    ": train loss 2.5",
    ", val loss ",
    "\0",
    "\x1b[1m",
    "Killed",
]


def test_the_loss_of_a_step_and_the_two_of_an_evaluation(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert curve(run, "train/loss") == [(0, 4.2664), (10, 3.146), (20, 2.7)]
    assert curve(run, "train/loss/estimated") == [(0, 4.2874), (20, 2.9)]
    assert curve(run, "val/loss") == [(0, 4.2823), (20, 3.0)]
    assert [run.series[key].per for key in ("train/loss", "train/loss/estimated", "val/loss")] == [
        "step", "evaluation", "evaluation"]  # fmt: skip
    assert curve(run, "time/step")[1] == (10, 26.5 * 1e-3)


def test_where_only_evaluations_are_told_theirs_is_the_loss(read, curve) -> None:
    (run,) = read("".join(f"step {n}: train loss {4 - n}.5, val loss {5 - n}.5\n" for n in range(3)))
    assert curve(run, "train/loss") == [(0, 4.5), (1, 3.5), (2, 2.5)]
    assert run.series["train/loss"].per == "evaluation"


@pytest.mark.parametrize("text", [
    "2023-03-22 09:30:39 iter 2: loss 3.5, time 1.00ms, mfu 1.34%\n2023-03-22 09:30:40 iter 3: loss nan, time 1.0ms\n",
    "[rank0]: iter 2: loss 3.5, time 1.00ms\n[rank0]: iter 3: loss nan, time 1.00ms\n",
    "wandb: off\riter 2: loss 3.5, time 1.00ms\riter 3: loss nan, time 1.00ms",
])  # fmt: skip
def test_with_something_in_front(read, curve, text: str) -> None:
    (run,) = read(text)
    assert repr(curve(run, "train/loss")) == "[(2, 3.5), (3, nan)]"


def test_a_resumed_run_repeats_what_it_lost_and_another_run_begins_at_its_start(read, curve) -> None:
    lines = [f"iter {n}: loss {n}.5, time 1.00ms, mfu 1.00%\n" for n in range(6)]
    (run,) = read("".join([*lines[:5], "iter 3: loss 9.5, time 1.00ms, mfu 1.00%\n", *lines[4:]]))
    assert curve(run, "train/loss") == [(0, 0.5), (1, 1.5), (2, 2.5), (3, 9.5), (4, 4.5), (5, 5.5)]
    assert run.fact("resumed") == 3
    first, second = read("".join(lines + lines[:4]))
    assert (len(first.series["train/loss"]), len(second.series["train/loss"])) == (6, 4)


@pytest.mark.parametrize("text", ["", "iter 5: loss 2\n", "step 5: train loss 2\n", "iter x: loss 1, time 2ms\n",
                                  "step 5, loss 2.0, time 3ms\n"])  # fmt: skip
def test_what_nanogpt_does_not_print_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "iter 1" in found.reason
