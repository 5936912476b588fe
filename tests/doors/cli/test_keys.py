import os
import pty
import sys
import termios
import time

import pytest

from traindx.doors.cli.keys import Keys


@pytest.fixture
def keyboard(monkeypatch):
    """A terminal as standard input, and the end on which one types."""
    typed, end = pty.openpty()
    with os.fdopen(end) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(os, "tcgetpgrp", lambda end: os.getpgrp())  # the test's own terminal is another one
        yield typed
    os.close(typed)


def test_a_key_is_heard_at_once_and_the_terminal_is_put_back(keyboard) -> None:
    before = termios.tcgetattr(sys.stdin.fileno())
    with Keys() as keys:
        assert keys.there
        os.write(keyboard, b"Q")
        begun = time.monotonic()
        assert keys(10) == "q"
        assert time.monotonic() - begun < 5
        assert keys(0.01) is None
        assert not termios.tcgetattr(sys.stdin.fileno())[3] & termios.ICANON
        assert termios.tcgetattr(sys.stdin.fileno())[3] & termios.ISIG  # Ctrl-C still interrupts
    assert termios.tcgetattr(sys.stdin.fileno()) == before


def test_an_arrow_is_one_key(keyboard) -> None:
    with Keys() as keys:
        os.write(keyboard, b"\x1b[A")
        assert keys(5) == "\x1b"
        assert keys(0.01) is None


def test_in_the_background_the_terminal_is_left_alone(keyboard, monkeypatch) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda end: os.getpgrp() + 1)
    before = termios.tcgetattr(sys.stdin.fileno())
    with Keys() as keys:
        assert not keys.there
        assert termios.tcgetattr(sys.stdin.fileno()) == before


def test_without_a_keyboard_it_only_waits(monkeypatch, tmp_path) -> None:
    (tmp_path / "in").write_text("q")
    with open(tmp_path / "in") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        with Keys() as keys:
            begun = time.monotonic()
            assert keys(0.05) is None
            assert time.monotonic() - begun >= 0.05
            assert not keys.there
