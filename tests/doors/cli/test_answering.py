from __future__ import annotations

import pathlib

import click
import pytest
from click.testing import CliRunner

from traindx.doors.cli.answering import answering, display, flags, give, waiting
from traindx.doors.cli.commands import group

PROBLEM = pathlib.Path(__file__).parents[3] / "examples" / "problem"


def given(*arguments: str) -> dict[str, object]:
    """The options that a command line of a command with them holds."""
    found: dict[str, object] = {}

    @click.command()
    @answering
    def command(**options: object) -> None:
        found.update(options)

    assert CliRunner().invoke(command, list(arguments)).exit_code == 0
    return found


@pytest.mark.parametrize("command", ["diagnose", "inspect"])
def test_the_commands_that_look_for_problems_answer_alike(command: str) -> None:
    said = CliRunner().invoke(group, [command, "--help"], prog_name="traindx").output
    for option in ("--format", "--brief", "--full", "--baseline", "--fail-on", "--schema", "--select", "--quiet"):
        assert option in said


def test_the_configuration_is_told_what_it_knows() -> None:
    assert flags(given("--select", "loss")) == {
        "select": "loss", "ignore": None, "min_probability": None, "fail_on": None,
    }  # fmt: skip


@pytest.mark.parametrize(("columns", "width"), [("100", 100), ("20", 80), ("many", 80), ("9999", 200)])
def test_a_screen_that_is_no_terminal_is_as_wide_as_is_asked(columns: str, width: int, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = display(given("--full"))
    assert shown.width == width
    assert shown.full
    assert not shown.color


def test_nobody_waits_who_wants_quiet(monkeypatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert waiting(given("--quiet")) is None


def test_the_exit_status_is_that_of_the_answer(tmp_path, capsys) -> None:
    from traindx.verbs.diagnose import answer

    output = tmp_path / "answer.json"
    with pytest.raises(SystemExit) as ended:
        give(answer([str(PROBLEM)], flags={}), "json", given("-o", str(output)))
    assert ended.value.code == 1
    assert output.exists()
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"wrote {output}" in printed.err
