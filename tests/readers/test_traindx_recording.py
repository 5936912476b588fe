from __future__ import annotations

import math

import pytest

from traindx.guest.capture import Capture
from traindx.readers.traindx_recording import TraindxRecording, accepts
from traindx.schema import Failure, Head, Outcome, Run


def recording() -> bytes:
    pieces: list[bytes] = []
    capture = Capture(pieces.append)
    capture.header(kind="bench", framework="torch", versions={"torch": "2.13.0"})
    capture.settings({"batch_size": 32})
    capture.table("tensors", ["0.weight", "0.bias"])
    for step in range(4):
        capture.scalars(step, {"train/loss": 1 / (step + 1), "grad/norm": math.inf if step == 3 else 2.0}, wall=1.5)
        capture.vector(step, "grad/norm", "tensors", [0.1 * step, math.nan])
        capture.vector(step, "grad/zeros", "tensors", [3.0], at=[1])
    capture.fact("model", {"class": "Sequential"}, where="model.py:3")
    capture.fact("seen", 2, step=2)
    capture.end("crashed", exit=1, error={"type": "ValueError", "message": "no", "where": "a.py:1"})
    return b"".join(pieces)


def read(*pieces: bytes) -> Run:
    fold = TraindxRecording(Head("run.jsonl", pieces[0][:65536], True))
    for piece in pieces:
        fold.feed(piece)
    (run,) = fold.runs()
    return run


def test_what_was_written_comes_back() -> None:
    run = read(recording())
    assert (run.framework, run.settings, run.unit) == ("torch", {"batch_size": 32}, "step")
    assert run.series["train/loss"].values.tolist() == [1, 1 / 2, 1 / 3, 1 / 4]
    assert run.series["grad/norm"].values.tolist() == [2, 2, 2, math.inf]
    assert run.series["grad/norm/0.weight"].values.tolist() == [0.1 * step for step in range(4)]
    assert all(math.isnan(value) for value in run.series["grad/norm/0.bias"].values)
    assert run.series["grad/zeros/0.bias"].values.tolist() == [3] * 4
    assert "grad/zeros/0.weight" not in run.series
    assert run.on_bench
    assert [(fact.name, fact.value, fact.step, fact.where) for fact in run.facts[1:]] == [
        ("model", {"class": "Sequential"}, None, "model.py:3"),
        ("seen", 2, 2, None),
    ]
    assert run.outcome == Outcome("crashed", 1, Failure("ValueError", "no", "a.py:1"))


@pytest.mark.parametrize("rank", [0, 3])
def test_a_rank_stands_behind_its_series(rank: int) -> None:
    run = read(recording().replace(b'"rank":null', f'"rank":{rank}'.encode()))
    assert f"train/loss@{rank}" in run.series


def test_any_pieces_give_the_same() -> None:
    whole = recording()
    for size in (1, 7, 100):
        assert read(*(whole[first : first + size] for first in range(0, len(whole), size))) == read(whole)


def test_a_torn_end_is_left_out() -> None:
    whole = recording()
    torn = read(whole[: whole.index(b'"end"') - 2])
    assert torn.series == read(whole).series
    assert torn.outcome == Outcome()
    cut = whole.index(b'"f8"') + 10
    assert "grad/norm/0.weight" not in read(whole[:cut]).series


@pytest.mark.parametrize(
    "line",
    [
        b'{"step":9,"vector":"grad/norm","table":"tensors","version":9,"f8":"AAAA"}',
        b'{"step":9,"vector":"grad/norm","table":"tensors","version":1,"f8":"AAAA"}',
        b'{"step":9,"vector":"grad/norm","table":"tensors","version":1,"f8":"!"}',
        b'{"step":9,"vector":"grad/norm","table":"tensors","version":1}',
        b'{"step":9,"vector":"grad/norm","table":[],"version":1,"f8":"AAAAAAAAAAA="}',
        b'{"step":9,"vector":"grad/norm","table":"tensors","version":1,"f8":"AAAAAAAAAAA=","at":4}',
        b'{"step":"9","vector":"grad/norm"}',
        b'{"table":"tensors","names":3}',
        b'{"fact":3}',
        b"[1, 2]",
        b"not json",
    ],
)
def test_a_line_that_makes_no_sense_is_counted_and_changes_nothing(line: bytes) -> None:
    head, rest = recording().split(b"\n", 1)
    run, usual = read(head + b"\n" + line + b"\n" + rest), read(recording())
    assert run.series == usual.series
    assert run.fact("rows refused") == 1


def test_only_a_recording_is_claimed() -> None:
    assert accepts(Head("x", recording(), True)).score > 0.95
    for text in (b'{"step": 1, "loss": 2}\n', b'{"traindx": "0.1", "kind": "x"}\n', b'{"traindx": 1, "runs": []}', b""):
        assert accepts(Head("x", text, True)).score == 0
