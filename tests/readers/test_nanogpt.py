"""The reader of what nanoGPT prints: golden files, dresses, resumption, several runs, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.nanogpt import Nanogpt, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "nanogpt"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Nanogpt(Head("log.txt", raw, True))
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


TEXT = (
    "number of parameters: 10.65M\nstep 0: train loss 4.2874, val loss 4.2823\n"
    "iter 0: loss 4.2664, time 37173.68ms, mfu -100.00%\niter 10: loss 3.1460, time 26.50ms, mfu 14.08%\n"
    "step 20: train loss 2.9, val loss 3.0\nsaving checkpoint to out\niter 20: loss 2.7, time 26.50ms, mfu 14.08%\n"
)


def test_the_loss_of_a_step_and_the_two_of_an_evaluation() -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert curve(run, "train/loss") == [(0, 4.2664), (10, 3.146), (20, 2.7)]
    assert curve(run, "train/loss/estimated") == [(0, 4.2874), (20, 2.9)]
    assert curve(run, "val/loss") == [(0, 4.2823), (20, 3.0)]
    assert [run.series[key].per for key in ("train/loss", "train/loss/estimated", "val/loss")] == [
        "step", "evaluation", "evaluation"]  # fmt: skip
    assert curve(run, "time/step")[1] == (10, 26.5 * 1e-3)


def test_where_only_evaluations_are_told_theirs_is_the_loss() -> None:
    (run,) = read("".join(f"step {n}: train loss {4 - n}.5, val loss {5 - n}.5\n" for n in range(3)))
    assert curve(run, "train/loss") == [(0, 4.5), (1, 3.5), (2, 2.5)]
    assert run.series["train/loss"].per == "evaluation"


@pytest.mark.parametrize("text", [
    "2023-03-22 09:30:39 iter 2: loss 3.5, time 1.00ms, mfu 1.34%\n2023-03-22 09:30:40 iter 3: loss nan, time 1.0ms\n",
    "[rank0]: iter 2: loss 3.5, time 1.00ms\n[rank0]: iter 3: loss nan, time 1.00ms\n",
    "wandb: off\riter 2: loss 3.5, time 1.00ms\riter 3: loss nan, time 1.00ms",
])  # fmt: skip
def test_with_something_in_front(text: str) -> None:
    (run,) = read(text)
    assert repr(curve(run, "train/loss")) == "[(2, 3.5), (3, nan)]"


def test_a_resumed_run_repeats_what_it_lost_and_another_run_begins_at_its_start() -> None:
    lines = [f"iter {n}: loss {n}.5, time 1.00ms, mfu 1.00%\n" for n in range(6)]
    (run,) = read("".join([*lines[:5], "iter 3: loss 9.5, time 1.00ms, mfu 1.00%\n", *lines[4:]]))
    assert curve(run, "train/loss") == [(0, 0.5), (1, 1.5), (2, 2.5), (3, 9.5), (4, 4.5), (5, 5.5)]
    assert run.fact("resumed") == 3
    first, second = read("".join(lines + lines[:4]))
    assert (len(first.series["train/loss"]), len(second.series["train/loss"])) == (6, 4)


@pytest.mark.parametrize("text", ["", "iter 5: loss 2\n", "step 5: train loss 2\n", "iter x: loss 1, time 2ms\n",
                                  "step 5, loss 2.0, time 3ms\n"])  # fmt: skip
def test_what_nanogpt_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "iter 1" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


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
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
