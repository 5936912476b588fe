"""The reader of what torchtitan prints: golden files, colours, ranks, older versions, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.torchtitan import Torchtitan, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "torchtitan"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Torchtitan(Head("log.txt", raw, True))
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


def test_steps_validation_and_what_else_is_there() -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(1, 7.62585), (10, 7.07623), (20, nan)]"
    assert repr(curve(run, "grad/norm")) == "[(1, 26.625), (10, 46.5), (20, nan)]"
    assert curve(run, "val/loss") == [(10, 7.5)]
    assert curve(run, "tflops")[0] == (1, 1314.71)
    assert curve(run, "memory (GiB)")[0] == (1, 66.91)
    assert (run.series["train/loss"].per, run.series["val/loss"].per) == ("step", "evaluation")


def test_older_versions_print_no_norm() -> None:
    (run,) = read("[titan] 2025 - root - INFO - step: 200  loss:  6.1384  memory: 49.66GiB(52.28%)  tps: 5,856\n")
    assert curve(run, "train/loss") == [(200, 6.1384)]
    assert curve(run, "tps") == [(200, 5856.0)]


def test_every_rank_prints_the_same() -> None:
    lines = TEXT.splitlines(keepends=True)
    (unnamed,) = read("".join(line for line in lines for _ in range(4)))
    assert curve(unnamed, "val/loss") == [(10, 7.5)]
    assert len(unnamed.series["train/loss"]) == 3
    (named,) = read("".join(f"[rank{one}]:{line}" for line in lines for one in (1, 0)))
    assert {"train/loss", "train/loss@1"} <= named.series.keys()
    assert len(named.series["train/loss"]) == 3


def test_resumed_from_a_checkpoint_it_repeats_steps() -> None:
    one = "step: {:2}  loss: {:8.5f}  memory: 1.00GiB(1.00%)\n"
    (run,) = read("".join(one.format(n, value) for n, value in ((1, 9), (10, 8), (20, 7), (30, 6), (20, 5), (30, 4))))
    assert curve(run, "train/loss") == [(1, 9), (10, 8), (20, 5), (30, 4)]
    assert run.fact("resumed") == 20


@pytest.mark.parametrize(
    "text", ["", "step: 1  loss: 2\n", "step: x  loss: 2  memory: 1GiB(2%)\n", "memory: 3GiB(4%)\n"]
)
def test_what_torchtitan_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "step: 1" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


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
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
