import json
import sys

import jsonschema
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


def test_json_is_one_envelope_that_fits_its_schema(inspect) -> None:
    result = inspect("--format", "json")
    assert result.exit_code == 0, result.output
    whole = json.loads(result.stdout)
    (run,) = whole["runs"]
    assert whole["command"] == "inspect"
    assert run["run"]["framework"] == "torch"
    assert "grad/norm/0.weight" in run["run"]["series"]
    assert [one["name"] for one in whole["answer"]["tensors"]] == ["0.weight", "0.bias", "2.weight", "2.bias"]
    schema = CliRunner().invoke(group, ["inspect", "--schema"], prog_name="traindx")
    jsonschema.Draft202012Validator(json.loads(schema.stdout)).validate(whole)


@pytest.mark.parametrize("form", ["jsonl", "junit", "github", "markdown", "html"])
def test_every_form_names_the_model(inspect, form: str) -> None:
    result = inspect("--format", form)
    assert result.exit_code == 0, result.output
    assert "own_door:model" in result.stdout


def test_a_set_of_reports_is_written_and_the_screen_shown(inspect, tmp_path) -> None:
    result = inspect("-o", "out/")
    assert result.exit_code == 0
    assert "own_door:model" in result.stdout
    assert "wrote out/" in result.stderr
    assert {"diagnosis.json", "report.html", "diagnostic_report.md"} <= {
        one.name for one in (tmp_path / "out").iterdir()
    }


@pytest.mark.parametrize(("given", "said"), [(["m:net"], "--data"), ([], "no model is named")])
def test_what_is_not_named_is_asked_for(given: list[str], said: str) -> None:
    result = CliRunner().invoke(group, ["inspect", *given], prog_name="traindx")
    assert result.exit_code == 2
    assert said in result.output
