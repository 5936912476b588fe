import csv
import json
import pathlib

from click.testing import CliRunner

from traindx.doors.cli.commands import group

EXAMPLE = str(pathlib.Path(__file__).parents[3] / "examples" / "problem")


def plot(*arguments: str):
    result = CliRunner().invoke(group, ["plot", EXAMPLE, *arguments], prog_name="traindx")
    assert result.exit_code == 0, result.output
    return result


def test_sparklines_name_every_series() -> None:
    output = plot().stdout
    assert all(name in output for name in ("train/loss", "val/loss", "lr", "grad/norm"))
    assert max(len(line) for line in output.splitlines()) <= 80


def test_pictures(tmp_path) -> None:
    plot("-o", str(tmp_path / "loss.svg"))
    assert b"<svg" in (tmp_path / "loss.svg").read_bytes()
    plot("-o", str(tmp_path / "all"))
    assert {path.name for path in (tmp_path / "all").iterdir()} == {"loss_curve.png", "lr_loss_correlation.png"}


def test_points_as_a_table(tmp_path) -> None:
    plot("--data", str(tmp_path / "points.csv"), "--series", "val/*")
    rows = list(csv.DictReader((tmp_path / "points.csv").read_text().splitlines()))
    assert {row["series"] for row in rows} <= {"val/loss", "val/metric/accuracy"}
    assert all(float(row["value"]) > 0 and int(row["step"]) >= 0 for row in rows)


def test_points_as_lines(tmp_path) -> None:
    plot("--data", str(tmp_path / "points.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "points.jsonl").read_text().splitlines()]
    assert {"run", "series", "step", "value"} == set(lines[0])
