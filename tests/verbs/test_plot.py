import json
import math

import pytest

from traindx.guards.refusal import Refused
from traindx.verbs.plot import draw_two, export, lines_of_two, sparklines


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


def test_the_log_is_not_written_over(log) -> None:
    before = log.read_text()
    with pytest.raises(Refused, match="is the log itself"):
        export((str(log),), str(log))
    assert log.read_text() == before


def test_two_runs(log, tmp_path) -> None:
    assert "train/loss" in lines_of_two(str(log), str(log))
    assert draw_two(str(log), str(log), str(tmp_path)) == [f"wrote {tmp_path / 'training_comparison.png'}"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "more.csv").write_text(log.read_text())
    with pytest.raises(Refused, match="holds 2 runs; name one of them with --after"):
        lines_of_two(str(log), str(tmp_path))


def test_two_runs_without_anything_to_draw(tmp_path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text("step,test_loss\n" + "".join(f"{n},{n % 7}\n" for n in range(20)))
    with pytest.raises(Refused, match="hold none of loss"):
        draw_two(str(tmp_path / "a.csv"), str(tmp_path / "b.csv"), str(tmp_path / "two.png"))
