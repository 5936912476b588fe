from __future__ import annotations

import pytest

from traindx.guest.benches.recording import put_down
from traindx.guest.capture import Capture
from traindx.guest.measures.torch import STATISTICS
from traindx.verbs.inspect import recorded


def test_numbers_by_kind_and_place_become_series_by_name() -> None:
    pieces: list[bytes] = []
    capture = Capture(pieces.append)
    capture.header(kind="bench", framework=None, versions={})
    capture.table("tensors", ["a", "b"])
    of_three = dict.fromkeys(STATISTICS, 0.0) | {"norm": 3.0, "count": 8.0}
    of_four = dict.fromkeys(STATISTICS, 0.0) | {"norm": 4.0, "count": 2.0}
    numbers = {"loss": [0.5], "grad 0": [*of_three.values()], "grad 1": [*of_four.values()], "dead 1": [0.25]}
    put_down(capture, 7, numbers, ["first", "second"], {"second": 64})
    run = recorded(b"".join(pieces), "m")
    assert run.series["grad/norm"].values.tolist() == [pytest.approx(5.0)]
    assert [run.series[f"grad/norm/{name}"].values[0] for name in "ab"] == [3, 4]
    assert run.series["grad/count/b"].values[0] == 2
    assert (run.series["act/dead/second"].values[0], run.series["act/dead/second"].window) == (0.25, 64)
    assert not any(key.startswith("weight/") for key in run.series)
    assert set(run.series["train/loss"].steps) == {7}


def test_without_gradients_there_is_no_norm() -> None:
    pieces: list[bytes] = []
    put_down(Capture(pieces.append), 0, {"loss": [1.0]}, [], {})
    assert b"grad/norm" not in b"".join(pieces)
