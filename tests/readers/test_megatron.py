"""The reader of what Megatron prints: losses left out, skipped iterations, ranks."""

from __future__ import annotations

import pytest


def line(
    step: int, loss: str = "2.5E+00", *, skipped: int = 0, broken: int = 0, norm: str = "0.5", more: str = ""
) -> str:
    said = f" lm loss: {loss} |{more}" if loss else more
    return (
        f" [2026-01-02 03:04:05] iteration {step:8d}/    5000 | consumed samples: {16 * step:12d} | "
        f"elapsed time per iteration (ms): 412.5 | learning rate: 3.000000E-04 | global batch size:    16 |{said} "
        f"loss scale: 1.0 | grad norm: {norm} | number of skipped iterations: {skipped:3d} | "
        f"number of nan iterations: {broken:3d} |\n"
    )


TEXT = (
    line(10, "7.250000E+00") + line(20, "6.500000E+00")
    + "----\n validation loss at iteration 20 | lm loss value: 6.75E+00 | lm loss PPL: 8.54E+02 | \n----\n"
    + line(30, "", norm="nan") + line(40, "", norm="nan") + line(50, "5.5E+00")
)  # fmt: skip
LEFT_OUT = "losses left out that were NaN"
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    " iteration 5/ 90 |",
    " iteration 6/ 90 |",
    " lm loss: ",
    "2.5E+00 |",
    " nan |",
    " loss scale: 1.0 |",
    " number of skipped iterations: 1 |",
    " number of nan iterations: 0 |",
    "\n",
    "\r",
    "\0",
    " grad norm: 3 |",
    " validation loss at iteration 5 | lm loss value: 2 |",
    "[rank1]:",
]


def test_a_line_without_a_loss_holds_nan(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(10, 7.25), (20, 6.5), (30, nan), (40, nan), (50, 5.5)]"
    (fact,) = [fact for fact in run.facts if fact.name == LEFT_OUT]
    assert (fact.value, fact.step, fact.where) == (2, 30, "train/loss")
    assert repr(curve(run, "grad/norm")) == "[(10, 0.5), (20, 0.5), (30, nan), (40, nan), (50, 0.5)]"
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("window", 10)
    assert run.series["lr"].per == "step"
    assert curve(run, "amp/scale")[0] == (10, 1.0)
    assert curve(run, "time/step")[0] == (10, 412.5 * 1e-3)
    assert curve(run, "val/loss") == [(20, 6.75)]
    assert curve(run, "val/metric/perplexity") == [(20, 854)]
    assert run.settings == {"steps_total": 5000, "batch_size": 16}


def test_one_step_a_line_is_a_point_a_step(read) -> None:
    (run,) = read("".join(line(step) for step in range(1, 6)))
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("step", None)


@pytest.mark.parametrize(("skipped", "broken", "left_out"), [(1, 0, False), (1, 1, True), (0, 0, True), (0, 1, True)])
def test_where_every_iteration_was_skipped_there_is_no_loss(
    read, curve, skipped: int, broken: int, left_out: bool
) -> None:
    (run,) = read(line(1) + line(2) + line(3, "", skipped=skipped, broken=broken) + line(4))
    assert (3 in dict(curve(run, "train/loss"))) is left_out
    assert (run.fact(LEFT_OUT) == 1) is left_out


def test_where_some_of_the_iterations_were_skipped_the_others_held_nan(read, curve) -> None:
    (run,) = read(line(10) + line(20, "", skipped=10) + line(30, "", skipped=3) + line(40))
    assert repr(curve(run, "train/loss")) == "[(10, 2.5), (30, nan), (40, 2.5)]"


def test_a_log_that_begins_with_nan_and_one_whose_first_steps_were_skipped(read, curve) -> None:
    (run,) = read(line(10, "") + line(20, ""))
    assert repr(curve(run, "train/loss")) == "[(10, nan), (20, nan)]"
    (run,) = read(line(1, "", skipped=1) + line(2, "", skipped=1) + line(3))
    assert curve(run, "train/loss") == [(3, 2.5)]


def test_beside_a_term_that_is_printed_the_loss_is_missed_and_terms_may_be_negative(read, curve) -> None:
    term = " mtp_1 loss: 3.5E+00 |"
    (run,) = read(line(1, more=term) + line(2, "", more=term) + line(3))
    assert repr(curve(run, "train/loss")) == "[(1, 2.5), (2, nan), (3, 2.5)]"
    assert curve(run, "train/loss/mtp_1") == [(1, 3.5), (2, 3.5)]


def test_a_torn_line_has_left_out_nothing(read, curve) -> None:
    whole = line(1) + line(2) + line(3)
    for cut in range(len(line(1)), len(whole)):
        (run,) = read(whole[:cut])
        assert all(value == 2.5 for _, value in curve(run, "train/loss")), whole[:cut]
        assert run.fact(LEFT_OUT) is None


@pytest.mark.parametrize("text", [
    " samples/sec: 1.7 | iteration        1/   55000 | elapsed time per iteration (ms): 18806.7 | "
    "learning rate: 1.2E-09 | approx flops per GPU: 5.7TFLOPS | lm_loss: 2.5E+00 | "
    "number of skipped iterations:   0 | number of nan iterations: 0 |",
    " [default3]: iteration       1/ 3125000 | consumed samples: 960 | elapsed time per iteration (s): 7.2310 | "
    "learning rate: 4.438E-07 | global batch size: 96 | lm loss: 2.5E+00 | loss scale: 4096.0 | grad norm: 178 |",
    " iteration      1/  320000 | elapsed time per iteration (ms): 500.0 | learning rate 1.000E-04 | lm loss 2.5E+00 | "
    "loss scale 1.0 |",
])  # fmt: skip
def test_relatives(read, curve, text: str) -> None:
    (run,) = read(text + "\n")
    assert curve(run, "train/loss") == [(1, 2.5)]
    assert len(curve(run, "lr")) == 1
    assert len(curve(run, "time/step")) == 1


def test_an_evaluation_at_the_end_on_either_data(read, curve) -> None:
    (run,) = read(
        line(10) + " validation loss at the end of training for val data | lm loss value: 3.5E+00 | \n"
        " test loss at the end of training for test data | lm loss value: 4.5E+00 | \n"
    )
    assert curve(run, "val/loss") == [(10, 3.5)]
    assert curve(run, "test/loss") == [(10, 4.5)]


def test_a_counter_may_pass_its_total(read, curve) -> None:
    (run,) = read("".join(line(step) for step in (4990, 5000, 5010, 5020)))
    assert [step for step, _ in curve(run, "train/loss")] == [4990, 5000, 5010, 5020]
    assert run.settings["steps_total"] == 5000


def test_resumed_from_a_checkpoint_and_started_anew(read, curve) -> None:
    (run,) = read("".join(line(step) for step in (10, 20, 30, 40, 30, 40, 50)))
    assert [step for step, _ in curve(run, "train/loss")] == [10, 20, 30, 40, 50]
    assert run.fact("resumed") == 30
    first, second = read("".join(line(step) for step in (10, 20, 30, 10, 20)))
    assert (len(first.series["train/loss"]), len(second.series["train/loss"])) == (3, 2)


@pytest.mark.parametrize("text", ["", "iteration 5 | loss 2\n", "iteration 1/ 9 | note: x |\n", "iteration 1/9 done\n",
                                  "validation loss at 5 | 3\n"])  # fmt: skip
def test_what_megatron_does_not_print_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "iteration 1/" in found.reason
