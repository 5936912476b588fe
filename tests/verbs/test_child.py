from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

from traindx.guards.refusal import Refused
from traindx.verbs.child import how_it_ended, in_child, interpreter

SELF = """
def model(): raise SystemExit(3)
def slow():
    import pathlib, time
    pathlib.Path("begun").write_text("")
    time.sleep(60)
"""


@pytest.fixture
def here(tmp_path, monkeypatch) -> pathlib.Path:
    """A working directory with models, and a temporary folder of its own."""
    (tmp_path / "own_child.py").write_text(SELF)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_the_child_recorded_is_brought_back_and_its_folder_is_gone(here) -> None:
    left = in_child({"model": "own_child:none", "data": "own_child:none"}, sys.executable)
    assert left.status == 0
    assert b"own_child has no none" in left.recording
    assert left.sample is None
    assert list((here / "temporary").iterdir()) == []


def test_a_module_of_the_user_does_not_stand_in_for_one_of_python(here) -> None:
    (here / "json.py").write_text("raise RuntimeError('the own json')")
    assert b"has no none" in in_child({"model": "own_child:none", "data": "x:y"}, sys.executable).recording


def test_it_is_told_that_it_goes_on(here) -> None:
    ticks: list[int] = []
    program = "import time; time.sleep(0.5)"
    (here / "slow_import.py").write_text(program)
    in_child({"model": "slow_import:none", "data": "x:y"}, sys.executable, lambda: ticks.append(1))
    assert ticks


def test_what_is_no_python_is_said(here) -> None:
    with pytest.raises(Refused, match="left no recording"):
        in_child({"model": "own_child:model", "data": "x:y"}, "/bin/false")
    with pytest.raises(Refused, match="cannot be started"):
        in_child({"model": "own_child:model", "data": "x:y"}, str(here))


def test_no_place_for_a_temporary_folder(here, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(here / "nowhere"))
    with pytest.raises(Refused, match="TMPDIR"):
        in_child({"model": "own_child:model", "data": "x:y"}, sys.executable)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_who_ends_it_leaves_no_child_and_no_folder(here, number: int, status: int) -> None:
    program = "from traindx.doors.cli import main; main()"
    command = [sys.executable, "-c", program, "inspect", "own_child:slow", "--data", "own_child:slow"]
    started = subprocess.Popen([*command, "--python", sys.executable], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not (here / "begun").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    started.send_signal(number)
    _, said = started.communicate(timeout=30)
    assert started.returncode == status
    assert said.strip() == b""
    assert list((here / "temporary").iterdir()) == []


def test_how_a_process_ended_in_words() -> None:
    assert [how_it_ended(one) for one in (3, -9, -99)] == ["exit status 3", "ended by SIGKILL", "ended by signal 99"]


def test_the_python_of_the_active_environment_comes_first(tmp_path, monkeypatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path))
    assert interpreter(None) == str(tmp_path / "bin" / "python")
    assert interpreter(sys.executable) == sys.executable
    monkeypatch.delenv("VIRTUAL_ENV")
    monkeypatch.setenv("PATH", os.devnull)
    assert interpreter(None) == sys.executable
