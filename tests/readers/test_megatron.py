"""The reader of what Megatron prints: golden files, losses left out, skipped iterations, ranks, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.megatron import Megatron, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "megatron"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Megatron(Head("log.txt", raw, True))
    for first, last in itertools.pairwise((0, *sorted(cuts), len(raw))):
        fold.feed(raw[first:last])
    return fold.runs()


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


@pytest.mark.parametrize("name", FACTS)
def test_golden(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    assert match(data).score > 0.6
    (run,) = read(data)
    for key, facts in FACTS[name]["series"].items():
        points = dict(curve(run, key))
        assert len(points) == facts["points"], key
        assert sum(not math.isfinite(value) for value in points.values()) == facts["non_finite"], key
        for step, value in facts["some"]:
            assert points[step] == pytest.approx(float(value), rel=1e-12, nan_ok=True), key
    for setting, value in FACTS[name]["settings"].items():
        assert run.settings[setting] == value


@pytest.mark.parametrize("name", FACTS)
def test_cut_anywhere_and_continued_it_reads_the_same(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    whole, choose = read(data), random.Random(name)
    for _ in range(25):
        assert repr(read(data, *(choose.randrange(len(data) + 1) for _ in range(choose.randint(1, 12))))) == repr(whole)


DRESSES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "colours": lambda text: text.replace("\n", "\x1b[0m\n\x1b[32m").encode(),
    "redraws": lambda text: text.replace("\n", "\rwaiting  1%|#  |\r\n").encode(),
}


@pytest.mark.parametrize("dress", DRESSES)
def test_dress(dress: str) -> None:
    text = TEXT
    data = DRESSES[dress](text)
    assert match(data).score == match(text).score > 0.6
    assert [run.series for run in read(data)] == [run.series for run in read(text)]


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


def test_a_line_without_a_loss_holds_nan() -> None:
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


def test_one_step_a_line_is_a_point_a_step() -> None:
    (run,) = read("".join(line(step) for step in range(1, 6)))
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("step", None)


@pytest.mark.parametrize(("skipped", "broken", "left_out"), [(1, 0, False), (1, 1, True), (0, 0, True), (0, 1, True)])
def test_where_every_iteration_was_skipped_there_is_no_loss(skipped: int, broken: int, left_out: bool) -> None:
    (run,) = read(line(1) + line(2) + line(3, "", skipped=skipped, broken=broken) + line(4))
    assert (3 in dict(curve(run, "train/loss"))) is left_out
    assert (run.fact(LEFT_OUT) == 1) is left_out


def test_where_some_of_the_iterations_were_skipped_the_others_held_nan() -> None:
    (run,) = read(line(10) + line(20, "", skipped=10) + line(30, "", skipped=3) + line(40))
    assert repr(curve(run, "train/loss")) == "[(10, 2.5), (30, nan), (40, 2.5)]"


def test_a_log_that_begins_with_nan_and_one_whose_first_steps_were_skipped() -> None:
    (run,) = read(line(10, "") + line(20, ""))
    assert repr(curve(run, "train/loss")) == "[(10, nan), (20, nan)]"
    (run,) = read(line(1, "", skipped=1) + line(2, "", skipped=1) + line(3))
    assert curve(run, "train/loss") == [(3, 2.5)]


def test_beside_a_term_that_is_printed_the_loss_is_missed_and_terms_may_be_negative() -> None:
    term = " mtp_1 loss: 3.5E+00 |"
    (run,) = read(line(1, more=term) + line(2, "", more=term) + line(3))
    assert repr(curve(run, "train/loss")) == "[(1, 2.5), (2, nan), (3, 2.5)]"
    assert curve(run, "train/loss/mtp_1") == [(1, 3.5), (2, 3.5)]


def test_a_torn_line_has_left_out_nothing() -> None:
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
def test_relatives(text: str) -> None:
    (run,) = read(text + "\n")
    assert curve(run, "train/loss") == [(1, 2.5)]
    assert len(curve(run, "lr")) == 1
    assert len(curve(run, "time/step")) == 1


def test_an_evaluation_at_the_end_on_either_data() -> None:
    (run,) = read(
        line(10) + " validation loss at the end of training for val data | lm loss value: 3.5E+00 | \n"
        " test loss at the end of training for test data | lm loss value: 4.5E+00 | \n"
    )
    assert curve(run, "val/loss") == [(10, 3.5)]
    assert curve(run, "test/loss") == [(10, 4.5)]


def test_a_counter_may_pass_its_total() -> None:
    (run,) = read("".join(line(step) for step in (4990, 5000, 5010, 5020)))
    assert [step for step, _ in curve(run, "train/loss")] == [4990, 5000, 5010, 5020]
    assert run.settings["steps_total"] == 5000


def test_resumed_from_a_checkpoint_and_started_anew() -> None:
    (run,) = read("".join(line(step) for step in (10, 20, 30, 40, 30, 40, 50)))
    assert [step for step, _ in curve(run, "train/loss")] == [10, 20, 30, 40, 50]
    assert run.fact("resumed") == 30
    first, second = read("".join(line(step) for step in (10, 20, 30, 10, 20)))
    assert (len(first.series["train/loss"]), len(second.series["train/loss"])) == (3, 2)


@pytest.mark.parametrize("text", ["", "iteration 5 | loss 2\n", "iteration 1/ 9 | note: x |\n", "iteration 1/9 done\n",
                                  "validation loss at 5 | 3\n"])  # fmt: skip
def test_what_megatron_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "iteration 1/" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


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
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
