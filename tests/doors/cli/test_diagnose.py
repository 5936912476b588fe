import json
import pathlib

import pytest
from click.testing import CliRunner

from traindx.doors.cli.commands import group

EXAMPLES = pathlib.Path(__file__).parents[3] / "examples"


def diagnose(*arguments: str):
    return CliRunner().invoke(group, ["diagnose", *arguments], prog_name="traindx")


def test_a_folder_gets_the_whole_set(tmp_path) -> None:
    result = diagnose(str(EXAMPLES / "problem"), "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"diagnostic_report.md", "loss_curve.png", "lr_loss_correlation.png", "diagnosis.json",
                     "optimization_recommendations.md", "report.html"}  # fmt: skip
    assert (tmp_path / "out" / "loss_curve.png").read_bytes().startswith(b"\x89PNG")
    answer = json.loads((tmp_path / "out" / "diagnosis.json").read_text())
    assert answer["runs"][0]["verdict"] == "problem"


def test_several_runs_get_a_folder_each(tmp_path) -> None:
    diagnose(str(EXAMPLES), "-o", str(tmp_path / "out"))
    folders = [path for path in (tmp_path / "out").iterdir() if path.is_dir()]
    assert len(folders) == 3
    assert all((folder / "diagnosis.json").exists() for folder in folders)


def test_many_runs_are_a_line_each() -> None:
    result = diagnose(str(EXAMPLES))
    assert len(result.output.splitlines()) <= 12
    assert result.output.index("PROBLEM") < result.output.index("HEALTHY")


def test_json_is_one_envelope(tmp_path) -> None:
    result = diagnose(str(EXAMPLES / "healthy"), str(tmp_path / "none"), "--format", "json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 2
    assert (answer["schema"], answer["command"], len(answer["runs"])) == (1, "diagnose", 1)
    assert answer["errors"][0]["what"].endswith("does not exist")


def test_brief_is_short() -> None:
    assert len(diagnose(str(EXAMPLES / "problem"), "--brief").stdout) <= 6000


def test_a_file_gets_the_report_alone(tmp_path) -> None:
    result = diagnose(str(EXAMPLES / "problem"), "--format", "markdown", "-o", str(tmp_path / "diagnostic_report.md"))
    assert result.stdout == ""
    assert (tmp_path / "diagnostic_report.md").read_text().startswith("# ")


def test_select_narrows_the_scope() -> None:
    result = diagnose(str(EXAMPLES / "problem"), "--select", "schedule", "--format", "json")
    run = json.loads(result.stdout)["runs"][0]
    assert run["scope"] == ["schedule"]
    assert run["verdict"] != "healthy"


def test_the_schema_is_printed() -> None:
    assert json.loads(diagnose("--schema").stdout)["type"] == "object"


def test_full_names_the_formats_it_came_nearest_to(tmp_path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Nothing of this is a log.\n" * 5)
    short, full = diagnose(str(path)), diagnose(str(path), "--full")
    assert short.stderr.count("\n") == 1
    assert full.stderr.count("\n") > 1
    assert "  not " in full.stderr


def test_every_form_is_told() -> None:
    beginnings = {"json": "{", "jsonl": "{", "markdown": "# Diagnosis", "html": "<!doctype html>", "junit": "<?xml",
                  "github": "::error title=PROBLEM", "text": "3 runs"}  # fmt: skip
    forms = next(one for one in group.get_command(None, "diagnose").params if one.name == "form").type.choices
    assert set(forms) == set(beginnings)
    for form, beginning in beginnings.items():
        result = diagnose(str(EXAMPLES), "--format", form)
        assert result.stdout.startswith(beginning)
        assert (result.exit_code, result.stderr) == (1, "")


@pytest.mark.parametrize("form", ["jsonl", "html", "junit", "github"])
def test_a_form_goes_into_a_file(tmp_path, form) -> None:
    path = tmp_path / f"answer.{form}"
    result = diagnose(str(EXAMPLES / "problem"), "--format", form, "-o", str(path))
    assert (result.exit_code, result.stdout) == (1, "")
    assert path.read_text() == diagnose(str(EXAMPLES / "problem"), "--format", form).stdout


def test_the_job_gets_a_summary(tmp_path, monkeypatch) -> None:
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    diagnose(str(EXAMPLES), "--format", "json")
    assert path.read_text() == "before\n"
    diagnose(str(EXAMPLES), "--format", "github")
    assert path.read_text().startswith("before\n## traindx\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary.md"))
    result = diagnose(str(EXAMPLES), "--format", "github")
    assert "was not written" in result.stderr
    assert result.exit_code == 1


def test_a_baseline_leaves_known_findings_out_of_account(tmp_path) -> None:
    earlier = tmp_path / "earlier.json"
    diagnose(str(EXAMPLES / "problem"), "--format", "json", "-o", str(earlier))
    result = diagnose(str(EXAMPLES / "problem"), "--baseline", str(earlier))
    assert result.exit_code == 0
    assert "PROBLEM" in result.stdout
    assert "left out of account" in result.stderr
    quiet = diagnose(str(EXAMPLES / "problem"), "--baseline", str(earlier), "--quiet")
    assert (quiet.exit_code, quiet.stderr) == (0, "")
