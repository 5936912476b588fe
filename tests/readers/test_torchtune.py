"""The reader of what torchtune's loggers write: golden files, bars, tensors, resumption, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.torchtune import Torchtune, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "torchtune"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = Torchtune(Head("log.txt", raw, True))
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
    "Step 1 | loss:2.085338592529297 lr:2e-05 tokens_per_second_per_gpu:57.828881833956174 \n"
    "Step 2 | loss:1.8718312978744507 lr:2e-05 tokens_per_second_per_gpu:405.044978758513 \n"
    "Step 3 | loss:nan lr:2e-05 tokens_per_second_per_gpu:405.044978758513 \n"
)


def test_every_name_is_a_series() -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(1, 2.085338592529297), (2, 1.8718312978744507), (3, nan)]"
    assert curve(run, "lr") == [(1, 2e-05), (2, 2e-05), (3, 2e-05)]
    assert len(run.series["tokens_per_second_per_gpu"]) == 3
    assert run.series["train/loss"].per == "step"


def test_validation_and_tensors() -> None:
    (run,) = read("Step 4 | loss:tensor(1.5, device='cuda:0') grad_norm:tensor(0.5) \nStep 4 | val_loss:1.75 \n")
    assert curve(run, "train/loss") == [(4, 1.5)]
    assert curve(run, "grad/norm") == [(4, 0.5)]
    assert curve(run, "val/loss") == [(4, 1.75)]


def test_bars_beside_the_rows_are_none() -> None:
    bar = "\r1|{}|Loss: 9.5:  10%|#    | {}/10 [00:05<00:30,  2.5s/it]"
    (run,) = read("".join(bar.format(n, n) + f"Step {n} | loss:{n}.5 lr:0.1 \n" for n in range(1, 9)))
    assert curve(run, "train/loss") == [(n, n + 0.5) for n in range(1, 9)]
    assert run.series.keys() == {"train/loss", "lr"}


def test_a_log_that_is_appended_to_by_another_run() -> None:
    lines = [f"Step {n} | loss:{n}.5 lr:0.1 \n" for n in range(1, 5)]
    first, second = read("".join(lines + lines))
    assert curve(first, "train/loss") == curve(second, "train/loss")
    (run,) = read("".join(lines + lines[2:]))
    assert run.fact("resumed") == 3


@pytest.mark.parametrize("text", ["", "Step 1\n", "Step 1 | loss 2.0\n", "Step x | loss:2\n", "MyStep 1 | loss:2.0\n",
                                  "Step 1 | name:text \n"])  # fmt: skip
def test_what_torchtune_does_not_write_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "Step 1" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


PIECES = [
    "Step 5",
    "Step 6 | ",
    "loss:",
    "3.5 ",
    "nan ",
    "lr:2e-5 ",
    "tensor(",
    "2.5)",
    "\n",
    "\r",
    "1|2|Loss: 2: ",
    "\0",
    "grad_norm:1 ",
    "1e999 ",
]
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
