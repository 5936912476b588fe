import json
import math

import pytest

from traindx.guards.refusal import Refused
from traindx.verbs.plot import export, sparklines


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("step,loss,lr\n" + "".join(f"{n},{1 / (n + 1)},0.1\n" for n in range(20)) + "20,nan,0.1\n")
    return path


def test_every_point_is_exported(log, tmp_path) -> None:
    lines = export((str(log),), str(tmp_path / "out.jsonl"))
    points = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert lines == [f"wrote {tmp_path / 'out.jsonl'}: 42 points of 1 run"]
    assert points[20]["value"] == "NaN"
    assert math.isclose(points[3]["value"], 0.25)


def test_series_can_be_chosen(log) -> None:
    assert "lr" not in sparklines((str(log),), ("train/*",)).split()
    with pytest.raises(Refused, match="these are there: lr, train/loss"):
        sparklines((str(log),), ("val/*",))


def test_unwritable(log, tmp_path) -> None:
    with pytest.raises(Refused, match="cannot be written"):
        export((str(log),), str(tmp_path / "none" / "out.csv"))
