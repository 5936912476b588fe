import json
import sys

import pytest
from click.testing import CliRunner

from traindx.doors.cli.commands import group

NETS = """
import torch
def model(): return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))
def batch(): return torch.randn(64, 4), torch.randint(0, 3, (64,))
"""


@pytest.fixture
def inspect(tmp_path, monkeypatch):
    (tmp_path / "own_door.py").write_text(NETS)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str):
        given = ["inspect", "own_door:model", "--data", "own_door:batch", "--python", sys.executable, *arguments]
        return CliRunner().invoke(group, given, prog_name="traindx", standalone_mode=True)

    return run


def test_json_is_one_envelope(inspect) -> None:
    result = inspect("--format", "json")
    assert result.exit_code == 0, result.output
    (run,) = json.loads(result.stdout)["runs"]
    assert run["run"]["framework"] == "torch"
    assert "grad/norm/0.weight" in run["run"]["series"]


def test_a_set_of_reports_is_written(inspect, tmp_path) -> None:
    assert inspect("-o", "out/").exit_code == 0
    assert {"diagnosis.json", "report.html", "diagnostic_report.md"} <= {
        one.name for one in (tmp_path / "out").iterdir()
    }


def test_data_must_be_named() -> None:
    result = CliRunner().invoke(group, ["inspect", "own_door:model"], prog_name="traindx")
    assert result.exit_code == 2
    assert "--data" in result.output
