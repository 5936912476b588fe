"""The reader of what Caffe's solver logs: several nets, averages, what ended it."""

from __future__ import annotations

import pytest

FRONT = "I0901 13:35:20.{:06}  7532 solver.cpp:189] "
HEAD = (
    "I0901 13:35:20.000001  7532 solver.cpp:32] Initializing solver from parameters: \n"
    'test_iter: 10\nbase_lr: 0.01\ndisplay: {}\nmax_iter: 450000\nlr_policy: "step"\nmomentum: 0.9\n{}'
    'type: "Nesterov"\n'
    'net_param {{\n  layer {{\n    name: "data"\n    type: "Data"\n      batch_size: 64\n  }}\n}}\n'
)
TEXT = (
    "I0901 13:35:20.000001  7532 solver.cpp:266] Iteration 0, Testing net (#0)\n"
    "I0901 13:35:20.000002  7532 solver.cpp:315]     Test net output #0: accuracy = 0.25\n"
    "I0901 13:35:20.000003  7532 solver.cpp:315]     Test net output #1: loss = 2.5 (* 1 = 2.5 loss)\n"
    "I0901 13:35:20.000004  7532 solver.cpp:266] Iteration 0, Testing net (#1)\n"
    "I0901 13:35:20.000005  7532 solver.cpp:315]     Test net output #0: accuracy = 0.125\n"
    "I0901 13:35:20.000006  7532 solver.cpp:189] Iteration 0, loss = 2.75\n"
    "I0901 13:35:20.000007  7532 solver.cpp:204]     Train net output #0: loss = 2.625 (* 1 = 2.625 loss)\n"
    "I0901 13:35:20.000008  7532 solver.cpp:464] Iteration 0, lr = 0.01\n"
    "I0901 13:35:21.000006  7532 solver.cpp:189] Iteration 20 (5.2 iter/s, 19.1s/20 iters), loss = nan\n"
    "I0901 13:35:21.000007  7532 solver.cpp:204]     Train net output #0: loss = -nan (* 1 = -nan loss)\n"
    "I0901 13:35:21.000008  7532 solver.cpp:464] Iteration 20, lr = 0.01\n"
)


def iterations(*steps: int) -> str:
    return "".join(FRONT.format(step) + f"Iteration {step}, loss = {step}.5\n" for step in steps)


SHOWN = 6  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "I0901 13:35:20.1  75 solver.cpp:1] ",
    "Iteration 5",
    "Iteration 6",
    ", loss = ",
    ", lr = 0.1",
    "2.5",
    "nan",
    "Testing net (#1)",
    "Test net output #0: ",
    "Train net output #1: ",
    "loss = 2 (* 1 = 2 loss)",
    "\n",
    "\r",
    "\0",
    "Test score #0: 2",
    "Optimization Done.",
    "average_loss: 20\n",
]


def test_the_loss_its_outputs_and_two_test_nets(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "caffe")
    assert repr(curve(run, "train/loss")) == "[(0, 2.75), (20, nan)]"
    assert repr(curve(run, "train/loss/output")) == "[(0, 2.625), (20, nan)]"
    assert curve(run, "lr") == [(0, 0.01), (20, 0.01)]
    assert curve(run, "val/metric/accuracy") == [(0, 0.25)]
    assert curve(run, "val/loss") == [(0, 2.5)]
    assert curve(run, "val/metric/net1_accuracy") == [(0, 0.125)]
    assert run.series["val/loss"].per == "evaluation"


@pytest.mark.parametrize(("display", "average", "per", "window"), [
    (20, "", "step", None), (20, "average_loss: 20\n", "window", 20), (20, "average_loss: 100\n", "smoothed", 100),
    (100, "average_loss: 20\n", "window", 20),
])  # fmt: skip
def test_the_head_tells_what_a_point_is(read, display: int, average: str, per: str, window: int | None) -> None:
    (run,) = read(HEAD.format(display, average) + iterations(0, 20, 40))
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == (per, window)
    assert run.settings == {"lr": 0.01, "steps_total": 450000, "schedule": "step", "momentum": 0.9, "batch_size": 64,
                            "optimizer": "Nesterov"}  # fmt: skip


def test_without_a_head_nothing_tells_it(read) -> None:
    (run,) = read(iterations(0, 20, 40))
    assert run.series["train/loss"].per == "unknown"


def test_a_head_longer_than_what_is_looked_at_is_enough(match) -> None:
    assert match(HEAD.format(20, "")).score > 0.6


def test_outputs_of_one_name_and_terms_of_the_loss(read, curve) -> None:
    (run,) = read(
        FRONT.format(1) + "Iteration 40, loss = 3.5\n"
        + "".join(FRONT.format(n) + f"    Train net output #{n}: {name}\n" for n, name in enumerate(
            ("loss1/loss1 = 2.5 (* 0.3 = .75 loss)", "per_class = 0.5", "per_class = 0.25", "accuracy = 0.75")))
    )  # fmt: skip
    assert curve(run, "train/loss/1") == [(40, 2.5)]
    assert curve(run, "per_class") == [(40, 0.5)]
    assert curve(run, "per_class 1") == [(40, 0.25)]
    assert curve(run, "train/metric/accuracy") == [(40, 0.75)]


def test_the_first_versions_number_their_scores(read, curve) -> None:
    text = iterations(78000) + FRONT.format(7) + "Testing net\n" + FRONT.format(8) + "Test score # 0: 0.001\n"
    (run,) = read(text + FRONT.format(9) + "Test score # 1: 6.90977\n" + iterations(78020))
    assert curve(run, "val/metric/score_0") == [(78000, 0.001)]
    assert curve(run, "val/metric/score_1") == [(78000, 6.90977)]


def test_clipped_gradients_tell_their_norm_and_the_threshold(read, curve) -> None:
    clip = "solver.cpp:558] Gradient clipping: scaling down gradients (L2 norm {} > 35) by scale factor 0.02\n"
    (run,) = read(iterations(20) + "I1023 19:14:38.399847   464 " + clip.format(411.5) + iterations(40))
    assert curve(run, "grad/norm") == [(20, 411.5)]
    assert run.settings["clip"] == 35


@pytest.mark.parametrize(("end", "state"), [
    ("solver.cpp:326] Optimization Done.", "completed"),
    ("solver.cpp:301] Optimization stopped early.\nI0901 13:35:22.0  7532 caffe.cpp:2] Optimization Done.", "stopped"),
    ("solver.cpp:301] Snapshotting to binary proto file", "unknown"),
])  # fmt: skip
def test_how_it_ended(read, end: str, state: str) -> None:
    (run,) = read(iterations(0, 20) + f"I0901 13:35:22.000000  7532 {end}\n")
    assert run.outcome.state == state


def test_a_failed_check_is_a_crash(read) -> None:
    fatal = (
        "F0901 13:35:22.000000  7532 syncedmem.cpp:56] Check failed: error == cudaSuccess (2 vs. 0)  out of memory\n"
    )
    (run,) = read(iterations(0, 20) + fatal)
    assert run.outcome.state == "crashed"
    assert run.outcome.error is not None
    assert run.outcome.error.where == "syncedmem.cpp:56"


def test_restored_from_a_snapshot_it_repeats_iterations_and_another_run_begins_at_its_start(read, curve) -> None:
    (run,) = read(iterations(0, 20, 40, 60) + iterations(40, 60, 80))
    assert [step for step, _ in curve(run, "train/loss")] == [0, 20, 40, 60, 80]
    assert run.fact("resumed") == 40
    first, second = read(iterations(0, 20, 40) + iterations(0, 20))
    assert (len(first.series["train/loss"]), len(second.series["train/loss"])) == (3, 2)


@pytest.mark.parametrize("text", ["", "Iteration 5: loss 2\n", "Iteration 5, accuracy = 2\n", "net output = 3\n"])
def test_what_caffe_does_not_log_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "Iteration 1" in found.reason
