"""`--follow` in a real terminal, beside a process that really writes the log."""

from __future__ import annotations

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable

import pytest

START = "from traindx.doors.cli import main; main()"
WRITER = """
import sys, time
path, rows, nan, wait = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
with open(path, "w") as file:
    print("step,train_loss,lr", file=file, flush=True)
    for n in range(rows):
        loss = "nan" if n >= nan else f"{2.3 / (n + 1) ** 0.3:.5f}"
        row = f"{10 * n},{loss},0.0003\\n"
        file.write(row[:4]); file.flush()   # every line is torn for a moment
        file.write(row[4:]); file.flush()
        time.sleep(0.005)
    time.sleep(wait)
"""
ANSI = re.compile(r"\x1b\[(\??\d*)([A-Za-z])")


class Screen:
    """What a terminal would show of the few movements that are used here."""

    def __init__(self) -> None:
        self.rows, self.row, self.column = [""], 0, 0
        self.widest = 0

    def take(self, text: str) -> None:
        place = 0
        while place < len(text):
            found = ANSI.match(text, place)
            if found:
                self.move(found[1], found[2])
                place = found.end()
                continue
            self.put(text[place])
            place += 1

    def move(self, count: str, word: str) -> None:
        if word == "A":
            self.row = max(0, self.row - int(count or 1))
        elif word == "K":
            self.rows[self.row] = "" if count == "2" else self.rows[self.row][: self.column]
        else:
            assert word in "hlm", f"an escape that is not known here: {count}{word}"

    def put(self, char: str) -> None:
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row += 1
            self.rows += [""] * (self.row + 1 - len(self.rows))
        else:
            line = self.rows[self.row].ljust(self.column)
            self.rows[self.row] = line[: self.column] + char + line[self.column + 1 :]
            self.column += 1
            self.widest = max(self.widest, self.column)

    @property
    def text(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)


class Terminal:
    """traindx in a terminal of 80 columns."""

    def __init__(self, folder: pathlib.Path, *arguments: str, **environment: str) -> None:
        self.screen = Screen()
        self.raw = ""
        self.id, self.end = pty.fork()
        if self.id == 0:
            os.chdir(folder)
            given = {"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
            os.execve(sys.executable, [sys.executable, "-c", START, *arguments], given | environment)
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.status: int | None = None

    def until(self, seen: Callable[[str], bool], seconds: float = 60.0) -> bool:
        """Reads until something is on the screen, or the program has ended."""
        ends = time.monotonic() + seconds
        waiting = b""
        while time.monotonic() < ends and self.status is None:
            if seen(self.screen.text):
                return True
            if not select.select([self.end], [], [], 0.05)[0]:
                continue
            try:
                waiting += os.read(self.end, 65536)
            except OSError:  # the other side has gone
                self.status = os.waitstatus_to_exitcode(os.waitpid(self.id, 0)[1])
                break
            try:
                text, waiting = waiting.decode(), b""
            except UnicodeDecodeError:
                continue
            self.raw += text
            self.screen.take(text)
        return seen(self.screen.text)

    def finished(self) -> int | None:
        self.until(lambda text: False)
        return self.status

    def press(self, key: bytes) -> None:
        os.write(self.end, key)


def writer(path: pathlib.Path, rows: int, nan: int, wait: float = 60.0) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(rows), str(nan), str(wait)])


@pytest.fixture
def writing(tmp_path):
    """A log that grows, spoilt at row 150."""
    path = tmp_path / "train.csv"
    child = writer(path, 160, 150)
    while not path.exists():
        time.sleep(0.01)
    yield path
    child.kill()
    child.wait()


def test_the_panel_tells_of_a_nan_and_q_leaves_with_the_answer(writing) -> None:
    terminal = Terminal(writing.parent, "diagnose", "--follow", "train.csv")
    # The last line too: what is read may end in the middle of a panel that is being drawn.
    told = ("training loss is not finite from step 1500", "q leave")
    assert terminal.until(lambda text: all(words in text for words in told))
    panel = terminal.screen.text
    assert "train.csv · CSV table · step 1,5" in panel
    assert panel.count("not finite from step 1500") == 1
    assert "q leave" in panel
    assert terminal.screen.widest <= 80
    terminal.press(b"q")
    assert terminal.finished() == 1
    assert "PROBLEM" in terminal.screen.text
    assert "q leave" not in terminal.screen.text  # the panel is gone, the answer stands
    assert "traindx: left at step 1,5" in terminal.screen.text
    assert terminal.raw.count("\x1b[?25l") == terminal.raw.count("\x1b[?25h") == 1  # the cursor is shown again


def test_ctrl_c_quits_tidily(writing) -> None:
    terminal = Terminal(writing.parent, "diagnose", "--follow", "train.csv")
    assert terminal.until(lambda text: "watching" in text and "step 1,5" in text)
    terminal.press(b"\x03")
    assert terminal.finished() == 1
    assert "PROBLEM" in terminal.screen.text
    assert "Traceback" not in terminal.screen.text
    assert "\x1b[?25h" in terminal.raw


def test_a_request_to_end_leaves_the_terminal_in_order(writing) -> None:
    terminal = Terminal(writing.parent, "diagnose", "--follow", "train.csv")
    assert terminal.until(lambda text: "watching" in text)
    os.kill(terminal.id, signal.SIGTERM)
    assert terminal.finished() == 128 + signal.SIGTERM
    assert "\x1b[?25h" in terminal.raw


def test_a_terminal_that_cannot_be_drawn_on_gets_lines(writing) -> None:
    terminal = Terminal(writing.parent, "diagnose", "--follow", "train.csv", TERM="dumb")
    assert terminal.until(lambda text: "traindx: step 1,500  error" in text)
    assert "\x1b" not in terminal.raw
    assert "; watching" in terminal.screen.text
    terminal.press(b"q")
    assert terminal.finished() == 1


def test_without_a_terminal_a_line_for_each_finding(writing) -> None:
    command = [sys.executable, "-c", START, "diagnose", "--follow", "train.csv"]
    child = subprocess.Popen(command, cwd=writing.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline().startswith("traindx: step 1,500  error  training loss is not finite")
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "PROBLEM" in out
    assert "\x1b" not in out
    assert err.startswith("traindx: left at step 1,5")


def test_json_lines_as_they_come(writing) -> None:
    command = [sys.executable, "-c", START, "diagnose", "--follow", "train.csv", "--format", "jsonl"]
    child = subprocess.Popen(command, cwd=writing.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    first = json.loads(child.stdout.readline())
    assert (first["type"], first["id"], first["first_step"]) == ("finding", "nan-loss", 1500)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    rest = [json.loads(line) for line in out.splitlines()]
    assert [one["id"] for one in rest if one["type"] == "finding" and one["id"] == "nan-loss"] == []  # told before
    assert (rest[-1]["type"], rest[-1]["verdict"]) == ("run", "problem")


def test_it_ends_by_itself_when_the_log_is_old(tmp_path) -> None:
    path = tmp_path / "train.csv"
    path.write_text("step,train_loss\n" + "".join(f"{10 * n},{2.3 / (n + 1) ** 0.5:.4f}\n" for n in range(60)))
    os.utime(path, (1e9, 1e9))
    command = [sys.executable, "-c", START, "diagnose", "--follow", "train.csv"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr.startswith("traindx: nothing was written for ")
    assert "HEALTHY" in done.stdout
    command = [*command, "--format", "json", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["runs"][0]["verdict"] == "healthy"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["none.csv"], "none.csv does not exist"),
        ([], "no growing log lies here"),
        (["a.csv", "b.csv"], "--follow takes one path"),
        (["-"], "standard input cannot be followed"),
    ],
)
def test_what_a_user_can_cause_is_one_line(tmp_path, arguments, sentence) -> None:
    command = [sys.executable, "-c", START, "diagnose", "--follow", *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
