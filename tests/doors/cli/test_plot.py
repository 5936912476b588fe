import csv
import json
import pathlib
import subprocess
import sys

import pytest
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


HEALTHY = str(pathlib.Path(EXAMPLE).with_name("healthy"))


def two(*arguments: str):
    return CliRunner().invoke(group, ["plot", *arguments], prog_name="traindx")


def test_two_runs_in_lines() -> None:
    result = two("--before", EXAMPLE, "--after", HEALTHY)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "  final 1.80 -> 0.0775, better by 1.72; best 0.256 -> 0.0217, better by 0.235" in lines


def test_series_of_two_runs_can_be_chosen() -> None:
    result = two("--before", EXAMPLE, "--after", HEALTHY, "--series", "val/*")
    assert "val/loss" in result.stdout
    assert "grad/norm" not in result.stdout


def test_two_runs_in_a_picture(tmp_path) -> None:
    for output in (tmp_path / "two.png", tmp_path / "new"):
        result = two("--before", EXAMPLE, "--after", HEALTHY, "-o", str(output))
        assert result.exit_code == 0, result.output
    assert (tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "new" / "training_comparison.png").exists()


FOLDER = str(pathlib.Path(EXAMPLE).parent)
BOTH = ("--before", EXAMPLE, "--after", HEALTHY)
WRONG = {
    (): "no run is named",
    ("--before", EXAMPLE): "--before stands alone; name the other run with --after",
    ("--after", EXAMPLE): "--after stands alone; name the other run with --before",
    (HEALTHY, *BOTH): "is a third run; leave it out",
    (*BOTH, "--data", "x.csv"): "--data writes the points of a PATH; leave out --before and --after",
    (*BOTH, "--series", "lr", "-o", "x.png"): "leave it or -o out",
    (*BOTH, "-o", "x.pdf"): "is no picture that can be drawn; name a .png or .svg file",
    ("--before", FOLDER, "--after", HEALTHY): "holds 3 runs; name one of them with --before:",
    ("--before", EXAMPLE, "--after", "nowhere"): "nowhere does not exist",
    (*BOTH, "-o", "/proc/nowhere/x.png"): "cannot be written",
}


@pytest.mark.parametrize("arguments", WRONG, ids=WRONG.values())
def test_wrong_use_is_told_in_a_sentence(arguments) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from traindx.doors.cli import main; main()", "plot", *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert WRONG[arguments] in done.stderr


def test_the_help_fits() -> None:
    text = two("--help").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "--before" in text


def test_pictures_of_layers(tmp_path) -> None:
    rows = [
        {"step": step, "loss": 2.0 - 0.01 * step, "grad_norm/0.weight": 0.1, "grad_norm/2.weight": 0.2 + 0.01 * step}
        for step in range(30)
    ]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    runner = CliRunner()
    for target in ("all", "gradient_flow.svg"):
        result = runner.invoke(group, ["plot", str(tmp_path / "log.jsonl"), "-o", str(tmp_path / target)])
        assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "all").iterdir()}
    assert names == {"loss_curve.png", "gradient_flow.png", "grad_norm_by_layer.png"}
    assert "gradient by layer" in (tmp_path / "gradient_flow.svg").read_text()
