"""The reader of what Darknet prints: golden files, both averages, NaN, layers between, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.darknet import Darknet, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "darknet"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Darknet(Head("log.txt", raw, True))
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
    "Learning Rate: 0.001, Momentum: 0.9, Decay: 0.0005\n"
    " 1: 806.750000, 806.750000 avg loss, 0.000000 rate, 3.850000 seconds, 64 images, -1.000000 hours left\n"
    "Loaded: 0.000045 seconds\n"
    " 2: 806.250000, 806.500000 avg loss, 0.000000 rate, 3.750000 seconds, 128 images, 4.000000 hours left\n"
    " 3: -nan, -nan avg loss, 0.000013 rate, 3.750000 seconds, 192 images, 4.000000 hours left\n"
)
LAYER = "Region 82 Avg IOU: -nan, Class: -nan, Obj: -nan, No Obj: 0.48, .5R: 0.0, .75R: 0.000000, count: 0\n"


def row(step: int, loss: str = "2.5", more: str = " loss") -> str:
    return f"{step}: {loss}, {loss} avg{more}, 0.001000 rate, 1.5 seconds, {64 * step} images\n"


def test_two_losses_rate_and_settings() -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(1, 806.75), (2, 806.25), (3, nan)]"
    assert repr(curve(run, "avg loss")) == "[(1, 806.75), (2, 806.5), (3, nan)]"
    assert curve(run, "lr") == [(1, 0.0), (2, 0.0), (3, 0.000013)]
    assert curve(run, "time/step")[0] == (1, 3.85)
    assert (run.series["train/loss"].per, run.series["avg loss"].per) == ("step", "smoothed")
    assert run.settings == {"lr": 0.001, "momentum": 0.9, "weight_decay": 0.0005}
    assert run.fact("zeros that may stand for small rates") == 2


def test_lines_of_the_layers_may_be_many() -> None:
    text = "".join(LAYER * 50 + row(step, "-nan" if step == 3 else f"{step}.5") for step in (1, 2, 3))
    assert match(text).score > 0.6
    (run,) = read(text)
    assert repr(curve(run, "train/loss")) == "[(1, 1.5), (2, 2.5), (3, nan)]"
    assert match(LAYER * 50).score == 0


@pytest.mark.parametrize("nan", ["nan", "-nan", "-nan(ind)", "nan(ind)"])
def test_spellings_of_nan_and_older_rows(nan: str) -> None:
    (run,) = read(row(7, "3.5", "") + row(8, nan, ""))
    assert repr(curve(run, "train/loss")) == "[(7, 3.5), (8, nan)]"


def test_a_classifier_counts_epochs_too() -> None:
    text = "{0}, {1:.3f}: 2.5, 2.5 avg, 0.1 rate, 1.5 seconds, {0} images\n"
    (run,) = read("".join(text.format(100 * n, n / 4) for n in (1, 2, 3, 4)))
    assert run.unit == "step"
    assert curve(run, "epoch") == [(100, 0.25), (200, 0.5), (300, 0.75), (400, 1.0)]
    assert run.steps_per_epoch == 400


@pytest.mark.parametrize("words", ["mean average precision", "mean_average_precision"])
def test_the_mean_average_precision_is_validation(words: str) -> None:
    (run,) = read(row(99) + row(100) + f" {words} (mAP@0.50) = 0.876543, or 87.65 % \n" + row(101))
    assert curve(run, "val/metric/map") == [(100, 0.876543)]


def test_resumed_from_a_backup_it_repeats_iterations() -> None:
    (run,) = read("".join(row(step) for step in (10, 11, 12, 13, 12, 13, 14)))
    assert [step for step, _ in curve(run, "train/loss")] == [10, 11, 12, 13, 14]
    assert run.fact("resumed") == 12


@pytest.mark.parametrize("text", ["", "1: 2.5, 2.5 avg\n", "100: loss 2, 3 avg loss\n", LAYER * 3, "yolov4\n"])
def test_what_darknet_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "avg loss" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


PIECES = [
    "5: ",
    "6: ",
    "2.5, ",
    "-nan, ",
    "3.5 avg",
    " loss",
    ", 0.1 rate",
    ", 3 seconds",
    ", 64 images",
    "\n",
    "\r",
    "\0",
    "Region 82 Avg IOU: 0.5",
    "mean average precision (mAP@0.50) = 0.5",
    "Learning Rate: 1, Momentum: 0, Decay: 0",
]
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
