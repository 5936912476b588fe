from __future__ import annotations

import pytest

from traindx.schema import Finding, Run
from traindx.schema.diagnosis import Diagnosis
from traindx.schema.display import drawn_by
from traindx.schema.stats import Stats

RUN = Run("m", "m", "traindx-recording")
FINDING = Finding(severity="warning", message="x", id="nan-gradient")


def test_it_is_a_table_by_name() -> None:
    stats = Stats(subject="gradients", run=RUN, rows={"a": {"norm": 1.0}, "b": {"norm": 2.0}})
    assert list(stats) == ["a", "b"]
    assert len(stats) == 2
    assert stats["b"]["norm"] == 2
    assert stats.problems == []


def test_its_problems_are_those_of_its_diagnosis() -> None:
    told = Diagnosis(run=RUN, verdict="problem", findings=[FINDING])
    assert Stats(subject="data", run=RUN, rows={}, diagnosis=told).problems == [FINDING]


def test_it_is_drawn_by_whoever_can(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("traindx.schema.display._DRAWN", {})
    stats = Stats(subject="data", run=RUN, rows={})
    with pytest.raises(NotImplementedError):
        stats.plot("x.png")
    drawn = []
    drawn_by("Stats", lambda one, path: drawn.append((one, path)))
    assert stats.plot(tmp_path / "x.png") == str(tmp_path / "x.png")
    assert drawn == [(stats, str(tmp_path / "x.png"))]
