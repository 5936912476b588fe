"""The reader of what llm.c writes and prints: golden files, both layouts, small rates, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.llm_c import LlmC, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "llm_c"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = LlmC(Head("log.txt", raw, True))
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
    "s:0 tel:11.0095\ns:0 trl:11.0116 lr:0.000001 norm:14.96\ns:1 trl:10.9586 lr:0.000002 norm:15.18\n"
    "s:2 trl:nan lr:0.000002 norm:nan\ns:2 tel:10.5\ns:2 eval:0.2512\n"
)
PRINTED = (
    "val loss 11.009500\n"
    "step    1/19552 | loss 11.011600 (+nanz)| norm 14.9600 (+nanz)| lr 8.57e-07 | 5803.09 ms | -100.0% bf16 MFU | "
    "90 tok/s\n"
    "step    2/19552 | loss 10.958600 (+0.10z)| norm 15.1800 (-0.20z)| lr 1.71e-06 | 5803.50 ms | 45.0% bf16 MFU | "
    "90 tok/s\n"
    "val loss 10.500000\nHellaSwag: 2523/10042 = 0.251245\n"
)


def test_the_file_counts_from_zero() -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(0, 11.0116), (1, 10.9586), (2, nan)]"
    assert curve(run, "val/loss") == [(0, 11.0095), (2, 10.5)]
    assert curve(run, "lr")[0] == (0, 0.000001)
    assert curve(run, "val/metric/hellaswag_accuracy") == [(2, 0.2512)]
    assert (run.series["train/loss"].per, run.series["val/loss"].per) == ("step", "evaluation")


def test_the_printed_lines_count_from_one() -> None:
    assert match(PRINTED).score > 0.6
    (run,) = read(PRINTED)
    assert curve(run, "train/loss") == [(1, 11.0116), (2, 10.9586)]
    assert curve(run, "grad/norm") == [(1, 14.96), (2, 15.18)]
    assert curve(run, "lr") == [(1, 8.57e-07), (2, 1.71e-06)]
    assert curve(run, "val/loss") == [(1, 11.0095), (2, 10.5)]
    assert curve(run, "val/metric/hellaswag_accuracy") == [(2, 0.251245)]
    assert curve(run, "time/step") == [(1, 5803.09 * 1e-3), (2, 5803.5 * 1e-3)]
    assert run.settings["steps_total"] == 19552


def test_the_python_script_prints_nearly_the_same() -> None:
    (run,) = read("step    1/10 | train loss 10.95 | norm 15.1 | lr 1.71e-06 | (58.0 ms | 90 tok/s)\nval loss 10.5\n")
    assert curve(run, "train/loss") == [(1, 10.95)]
    assert curve(run, "grad/norm") == [(1, 15.1)]


def test_a_counter_may_pass_its_total() -> None:
    (run,) = read("".join(f"step {n:4d}/2 | loss {n}.5 (+0.1z)| norm 1.0 (+0.1z)| lr 1e-3 | 3 ms\n" for n in (1, 2, 3)))
    assert [step for step, _ in curve(run, "train/loss")] == [1, 2, 3]


def test_zeros_of_a_rate_are_kept_and_counted() -> None:
    rates = ("0.000001", "0.000000", "0.000000")
    (run,) = read("".join(f"s:{n} trl:3.{n} lr:{rate} norm:1.00\n" for n, rate in enumerate(rates)))
    assert curve(run, "lr") == [(0, 1e-6), (1, 0.0), (2, 0.0)]
    (fact,) = [fact for fact in run.facts if fact.name.startswith("zeros")]
    assert (fact.value, fact.step, fact.where) == (2, 1, "lr")


def test_resumed_it_appends_to_the_same_file() -> None:
    lines = [f"s:{n} trl:{n}.5 lr:0.000100 norm:1.00\n" for n in range(6)]
    (run,) = read("".join(lines[:5] + lines[3:]))
    assert [step for step, _ in curve(run, "train/loss")] == [0, 1, 2, 3, 4, 5]
    assert run.fact("resumed") == 3


@pytest.mark.parametrize(
    "text", ["", "val loss 3.5\n", "s:1\n", "s:x trl:3\n", "step 5 | loss 2\n", "loss 2 | norm 3\n"]
)
def test_what_llm_c_does_not_write_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "trl" in found.reason


def test_a_document_that_shows_some_lines_is_refused() -> None:
    assert match(TEXT).score > 0.6
    assert match("\n".join(TEXT.split("\n")[:2]) + "\nSome lines of text.\n" * 40).score == 0


PIECES = [
    "s:5",
    "s:6 ",
    " tel:",
    "3.5",
    "nan",
    " trl:2.5",
    " lr:0.1",
    " norm:1",
    "\n",
    "\r",
    "step    1/9",
    " | loss ",
    "2.0 ",
    "(+0.1z)",
    "| norm 3.0 ",
    "| lr 1e-3 ",
    "| 3 ms |",
    "val loss 3",
    "HellaSwag: 1/2 = 0.5",
    "\0",
]
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
