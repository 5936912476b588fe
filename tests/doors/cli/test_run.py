"""`traindx run`, as far as no training is needed; trainings stand in the tests of the verb."""

import pathlib
import subprocess
import sys

TRAINDX = [sys.executable, "-c", "from traindx.doors.cli import main; main()", "run"]


def run(folder: pathlib.Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*TRAINDX, *words], cwd=folder, capture_output=True, text=True)


def test_options_end_at_the_command(tmp_path: pathlib.Path) -> None:
    done = run(tmp_path, sys.executable, "-c", "import sys; print(sys.argv[1:])", "--steps", "3", "-o", "x", "--help")
    assert done.stdout == "['--steps', '3', '-o', 'x', '--help']\n"
    assert done.returncode == 0
    assert done.stderr.startswith("traindx: watching ")
    assert "not attached: no PyTorch was imported" in done.stderr


def test_the_status_is_that_of_the_command(tmp_path: pathlib.Path) -> None:
    assert run(tmp_path, "--quiet", sys.executable, "-c", "raise SystemExit(9)").returncode == 9


def test_standard_input_is_the_commands(tmp_path: pathlib.Path) -> None:
    done = subprocess.run([*TRAINDX, "cat"], cwd=tmp_path, input="a\nb", capture_output=True, text=True)
    assert done.stdout == "a\nb"


def test_mistakes_in_our_own_options_have_a_status_of_their_own(tmp_path: pathlib.Path) -> None:
    for words in ([], ["--steps", "0", "true"], ["--stop-on", "plateau", "true"], ["--format", "json", "true"]):
        done = run(tmp_path, *words)
        assert (done.returncode, done.stdout) == (125, ""), words
        assert done.stderr.startswith("traindx"), words
        assert len(done.stderr.splitlines()) == 1
    assert run(tmp_path, "no-such-program").returncode == 127


def test_a_quiet_one_says_nothing(tmp_path: pathlib.Path) -> None:
    assert run(tmp_path, "--quiet", sys.executable, "-c", "pass").stderr == ""
