import pathlib
import shlex
import subprocess
import sys

import pytest
from click.testing import CliRunner

from traindx.doors.cli import HELP
from traindx.doors.cli.commands import COMMANDS, group

HEALTHY = "step,loss\n" + "".join(f"{10 * n},{2.3 / (n + 1) ** 0.5 + 0.01 * (n % 3)}\n" for n in range(60))


def traindx(
    *arguments: str, cwd: pathlib.Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The program as a person starts it."""
    command = [sys.executable, "-c", "from traindx.doors.cli import main; main()", *arguments]
    done = subprocess.run(
        command,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "utf-8", **environment},
    )
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_quick_help_is_clicks_own() -> None:
    assert CliRunner().invoke(group, ["--help"], prog_name="traindx").output == HELP


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(group, [name, "--help"], prog_name="traindx")
    assert result.exit_code == 0
    assert f"  traindx {name} " in result.output
    assert COMMANDS[name] in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 80


def test_exit_status_and_streams(tmp_path) -> None:
    (tmp_path / "good.csv").write_text(HEALTHY)
    (tmp_path / "bad.csv").write_text(HEALTHY + "600,nan\n610,nan\n")
    good = traindx("diagnose", "good.csv", cwd=tmp_path)
    assert (good.returncode, good.stderr) == (0, "")
    assert "HEALTHY" in good.stdout
    bad = traindx("diagnose", "bad.csv", cwd=tmp_path)
    assert bad.returncode == 1
    assert "PROBLEM" in bad.stdout
    assert traindx("diagnose", "bad.csv", "--fail-on", "never", cwd=tmp_path).returncode == 0
    assert traindx("diagnose", "bad.csv", cwd=tmp_path, TRAINDX_FAIL_ON="never").returncode == 0
    both = traindx("diagnose", "good.csv", "none.csv", cwd=tmp_path)
    assert both.returncode == 2
    assert both.stderr == "traindx: none.csv does not exist; check the spelling and the folder you are in\n"
    assert "HEALTHY" in both.stdout
    assert traindx("diagnose", "bad.csv", "none.csv", cwd=tmp_path).returncode == 1


def test_standard_input(tmp_path) -> None:
    done = traindx("diagnose", "-", cwd=tmp_path, stdin=HEALTHY.encode())
    assert done.returncode == 0
    assert "HEALTHY" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["diagnos"], "did you mean 'diagnose'?"),
        (["log.csv"], "traindx diagnose log.csv"),
        (["diagnose"], "no path is given"),
        (["diagnose", "log.csv", "--select", "loss-spik"], "did you mean loss-spike?"),
        (["diagnose", "log.csv", "--format", "xml"], "'xml' is not one of"),
        (["explain", "loss-spikes"], "did you mean loss-spike?"),
        (["plot", "log.csv", "-o", "a.bmp"], "name a .png or .svg file"),
        (["plot", "log.csv", "--data", "a.xls"], "name a .csv or .jsonl file"),
        (["plot", "log.csv", "--series", "nothing"], "no series is called nothing"),
        (["diagnose", "log.csv", "-o", "log.csv/x/report.md"], "cannot be written"),
    ],
)
def test_what_a_user_can_cause_is_one_line(tmp_path, arguments, sentence) -> None:
    (tmp_path / "log.csv").write_text(HEALTHY)
    done = traindx(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_reader_that_left_is_no_error(tmp_path) -> None:
    command = f"{sys.executable} -c 'from traindx.doors.cli import main; main()' explain --list | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_plain_where_it_is_no_terminal(tmp_path) -> None:
    (tmp_path / "good.csv").write_text(HEALTHY)
    assert "\x1b" not in traindx("diagnose", "good.csv", cwd=tmp_path).stdout
    ascii_only = traindx("diagnose", "good.csv", cwd=tmp_path, PYTHONIOENCODING="ascii").stdout
    assert ascii_only.isascii()
    assert "HEALTHY" in ascii_only


def completed(line: str, folder: pathlib.Path) -> list[str]:
    """What bash offers for the last word of a line, by the script that it is told to load."""
    bin = folder / "bin"
    if not bin.exists():
        bin.mkdir()
        (bin / "traindx").write_text(f'#!/bin/sh\nexec {sys.executable} -c "{START}" "$@"\n')
        (bin / "traindx").chmod(0o755)
    words = line.split(" ")
    script = (
        'eval "$(_TRAINDX_COMPLETE=bash_source traindx)" && '
        f"COMP_WORDS=({shlex.join(words[:-1])} {shlex.quote(words[-1])}); COMP_CWORD={len(words) - 1}; "
        "_traindx_completion traindx 2>compopt; printf '%s\\n' \"${COMPREPLY[@]}\"; cat compopt >&2"
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=folder, capture_output=True, text=True, check=True,
        env={"PATH": f"{bin}:/usr/bin:/bin"},
    )  # fmt: skip
    # A word that is a path is left to the shell; outside of a real completion `compopt` says that there is none.
    return ["<path>"] if "compopt" in done.stderr else done.stdout.split()


START = "from traindx.doors.cli import main; main()"


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("traindx ", set(COMMANDS)),
        ("traindx di", {"diagnose"}),
        ("traindx diagnose --fo", {"--format", "--follow"}),
        ("traindx diagnose --format ju", {"junit"}),
        ("traindx diagnose lo", {"<path>"}),
        ("traindx diagnose x --baseline ", {"<path>"}),
        ("traindx plot x -o ", {"<path>"}),
        ("traindx explain loss-sp", {"loss-spike"}),
        ("traindx diagnos x", set()),
    ],
)
def test_bash_completes(tmp_path, line, offered) -> None:
    assert set(completed(line, tmp_path)) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how(tmp_path, shell) -> None:
    (tmp_path / "metrics.csv").write_text(HEALTHY)  # something that a bare traindx would speak of
    done = traindx(cwd=tmp_path, _TRAINDX_COMPLETE=f"{shell}_source", PATH="/usr/bin:/bin")
    assert done.returncode == 0
    assert f"{shell}_complete" in done.stdout
    assert "_TRAINDX_COMPLETE" in done.stdout
