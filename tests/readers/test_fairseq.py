"""The reader of what fairseq logs: both layouts, old versions, overflows."""

from __future__ import annotations

import pytest

FRONT = "2026-01-02 03:04:05 | INFO | "
TEXT = (
    FRONT + "train_inner | epoch 001:    100 / 1891 loss=9.25, nll_loss=8.75, ppl=608.87, wps=52922, num_updates=100, "
    "lr=1.25e-05, gnorm=1.5, clip=0, loss_scale=8, train_wall=22, wall=30\n"
    + FRONT
    + "train_inner | epoch 001:    200 / 1891 loss=nan, nll_loss=nan, ppl=nan, wps=52922, num_updates=200, "
    "lr=2.5e-05, gnorm=nan, clip=0, loss_scale=8, train_wall=22, wall=52\n"
    + FRONT
    + 'fairseq_cli.train | begin validation on "valid" subset\n'
    + FRONT
    + "valid | epoch 001 | valid on 'valid' subset | loss 8.5 | nll_loss 7.5 | ppl 181.02 | wps 9 | wpb 2 | "
    "num_updates 1891 | best_loss 8.5\n"
    + FRONT
    + "train | epoch 001 | loss 9.75 | nll_loss 8.9 | ppl 477.71 | num_updates 1891 | lr 0.00023 | gnorm 1.75\n"
)
JSON = (
    FRONT + 'train_inner | {"epoch": 1, "update": 0.053, "loss": "9.25", "ppl": "608.87", "num_updates": "100", '
    '"lr": "1.25e-05", "gnorm": "1.5", "loss_scale": "8", "wall": "30"}\n'
    + FRONT
    + 'train_inner | {"epoch": 1, "update": 0.106, "loss": "nan", "ppl": "nan", "num_updates": "200", '
    '"lr": "2.5e-05", "gnorm": "nan", "loss_scale": "8", "wall": "52"}\n'
    + FRONT
    + 'valid | {"epoch": 1, "valid_loss": "8.5", "valid_ppl": "181.02", "valid_num_updates": "1891"}\n'
    + FRONT
    + 'train | {"epoch": 1, "train_loss": "9.75", "train_ppl": "477.71", "train_num_updates": "1891"}\n'
)
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "| train_inner | ",
    "| valid | ",
    "epoch 001:  5 / 9 ",
    "epoch 001 | ",
    "loss=2.5, ",
    "loss nan | ",
    "num_updates=5",
    "num_updates 6",
    '{"epoch": 1, "loss": "2", "num_updates": "3"}',
    "valid on 'valid' subset | ",
    "\n",
    "\r",
    "\0",
    "overflow detected, setting loss scale to: 4",
]


@pytest.mark.parametrize("text", [TEXT, JSON])
def test_means_of_a_window_of_an_epoch_and_of_an_evaluation(match, read, curve, text: str) -> None:
    assert match(text).score > 0.6
    (run,) = read(text)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(100, 9.25), (200, nan)]"
    assert repr(curve(run, "grad/norm")) == "[(100, 1.5), (200, nan)]"
    assert curve(run, "lr")[0] == (100, 1.25e-05)
    assert curve(run, "val/loss") == [(1891, 8.5)]
    assert curve(run, "val/metric/perplexity") == [(1891, 181.02)]
    assert curve(run, "train_loss") == [(1891, 9.75)]
    pers = {"train/loss": "window", "train_loss": "epoch", "val/loss": "evaluation", "lr": "step", "amp/scale": "step"}
    assert {key: run.series[key].per for key in pers} == pers
    assert run.series["train/loss"].window == 100
    assert run.fact("base of the logarithm of the loss") == 2


def test_older_versions_print_means_since_the_epoch_began(read, curve) -> None:
    (run,) = read(
        "| epoch 001:    450 / 1891 loss=11.5, ppl=1886.05, num_updates=445, lr=8.9e-05, gnorm=1.5, clip=100%, oom=0\n"
        "| epoch 001:    500 / 1891 loss=11.25, ppl=1637.83, num_updates=495, lr=9.9e-05, gnorm=1.5, clip=0%, oom=0\n"
        "| epoch 001 | valid on 'valid' subset | valid_loss 8.25 | valid_nll_loss 6 | valid_ppl 9 | num_updates 600\n"
        "| epoch 001 | loss 9.5 | nll_loss 8.5 | ppl 36.58 | num_updates 1891 | lr 0.0002 | gnorm 1.25 | clip 0%\n"
    )
    assert curve(run, "train/loss") == [(445, 11.5), (495, 11.25)]
    assert (run.series["train/loss"].per, run.series["train_loss"].per) == ("running", "epoch")
    assert curve(run, "val/loss") == [(600, 8.25)]
    assert curve(run, "clip") == [(445, 100.0), (495, 0.0)]


def test_a_bar_is_redrawn(read, curve) -> None:
    bar = "| epoch 003:  0%|  | {0}/565 [00:07<154:52,  7.43s/it, loss={0}.5, ppl=9.5, num_updates={0}, lr=0.1]\r"
    (run,) = read("".join(bar.format(n) for n in range(1, 5)))
    assert curve(run, "train/loss") == [(n, n + 0.5) for n in range(1, 5)]


@pytest.mark.parametrize("note", [
    "fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: 4.0",
    "fairseq.trainer | NOTE: overflow detected, setting loss scale to: 4.0",
])  # fmt: skip
def test_an_overflow_tells_the_scale_that_it_left(read, curve, note: str) -> None:
    first, second, *_ = TEXT.splitlines(keepends=True)
    (run,) = read(f"{first}{FRONT}{note}\n{second}")
    assert curve(run, "amp/scale") == [(100, 4.0), (200, 8.0)]


def test_a_counter_may_pass_its_total(read, curve) -> None:
    row = FRONT + "train_inner | epoch 001: {0:6d} / 150 loss={0}.5, num_updates={0}, lr=0.1\n"
    (run,) = read("".join(row.format(n) for n in (100, 200, 300)))
    assert [step for step, _ in curve(run, "train/loss")] == [100, 200, 300]


def test_on_the_way_through_the_validation_data_nothing_counts(read, curve) -> None:
    (run,) = read(TEXT + FRONT + "valid | epoch 002 | valid on 'valid' subset:  10 / 20 loss=3.5, ppl=2\n")
    assert curve(run, "val/loss") == [(1891, 8.5)]


def test_resumed_from_a_checkpoint_it_repeats_updates(read, curve) -> None:
    row = FRONT + "train_inner | epoch 001: {0:6d} / 1891 loss={0}.5, num_updates={0}, lr=0.1\n"
    (run,) = read("".join(row.format(n) for n in (100, 200, 300, 200, 300, 400)))
    assert [step for step, _ in curve(run, "train/loss")] == [100, 200, 300, 400]
    assert run.fact("resumed") == 200


@pytest.mark.parametrize("text", ["", "epoch 1 loss 2\n", "| train_inner | {broken\n", '| train | {"a": 1}\n',
                                  "epoch 001: 5 / 9 loss=2\n", "| train | [1]\n"])  # fmt: skip
def test_what_fairseq_does_not_log_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "train_inner" in found.reason
