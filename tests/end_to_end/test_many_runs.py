"""Many runs as the command line looks at them: on all cores, with a line that says how far it is."""

import os
import pathlib
import pty
import subprocess
import sys

import pytest

RUNS = 16
# The command itself, with workers and the line from the first moment on.
START = """
import os, signal, sys
from traindx.reports import progress
from traindx.verbs import diagnose, spread
progress.PATIENCE = progress.APART = 0.0
if {workers}:
    begin = spread._forked
    spread._forked = lambda *given: (sys.stdout.write("forked\\n") if {told} else None) or begin(*given)
    diagnose.cores = lambda: 2
    diagnose.spread = lambda *given, **more: spread.spread(*given, **(more | dict(alone=0.0)))
else:
    diagnose.cores = lambda: 1
parent, judge = os.getpid(), diagnose.diagnosis
def diagnosis(run, **more):
    if {killed!r} and {killed!r} in run.source and os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(run, **more)
diagnose.diagnosis = diagnosis
from traindx.doors.cli import main
main()
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="not run: workers, which are forked on Linux alone")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> pathlib.Path:
    top = tmp_path_factory.mktemp("runs")
    for number in range(RUNS):
        rows = [f"{10 * n},{2.3 / (n + 1) ** 0.3 + 0.01 * (n % (3 + number)):.5f}" for n in range(40)]
        rows += ["400,nan", "410,nan"] if number % 3 == 0 else []
        path = top / f"run{number:02d}" / "log.csv"
        path.parent.mkdir()
        path.write_text("step,train_loss\n" + "\n".join(rows) + "\n")
    (top / "broken.csv").write_bytes(b"")
    return top


def diagnosed(folder: pathlib.Path, *more: str, workers: bool = True, killed: str = "", told: bool = False):
    code = START.format(workers=workers, killed=killed, told=told)
    command = [sys.executable, "-c", code, "diagnose", ".", *more]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@linux
def test_workers_give_the_answer_of_one_core(folder) -> None:
    one, all_ = (diagnosed(folder, "--format", "json", workers=workers) for workers in (False, True))
    assert (one.returncode, one.stderr) == (1, "")
    assert (all_.returncode, all_.stdout, all_.stderr) == (one.returncode, one.stdout, one.stderr)
    assert diagnosed(folder, told=True).stdout.count("forked") == 1


@linux
def test_a_worker_that_is_killed_loses_one_run(folder) -> None:
    done = diagnosed(folder, killed="run05")
    assert done.returncode == 1
    assert "run05" not in done.stdout
    assert all(f"run{number:02d}" in done.stdout for number in range(RUNS) if number != 5)
    assert done.stderr == (
        "traindx: ./run05/log.csv was not diagnosed: its process was ended by signal 9; diagnose it alone\n"
    )


def test_how_far_it_is_is_told_on_a_terminal_alone(folder) -> None:
    assert diagnosed(folder).stderr == ""
    for quiet, told in (((), True), (("--quiet",), False)):
        watched, end = pty.openpty()
        code = START.format(workers=False, killed="", told=False)
        command = [sys.executable, "-c", code, "diagnose", ".", *quiet]
        child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=end, text=True)
        os.close(end)
        out, _ = child.communicate(timeout=120)
        text = ""
        while True:
            try:
                piece = os.read(watched, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece.decode()
        os.close(watched)
        assert "reading" not in out
        assert (f"diagnosing runs: {RUNS} of {RUNS}" in text) is told
        assert text == "" or text.endswith("\r\x1b[K")  # the line is gone at the end
