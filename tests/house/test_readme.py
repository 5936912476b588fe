"""What the README shows is what the program prints."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
SHOWN = re.findall(r"```console\n\$ (traindx [^\n]+)\n(.*?)```", README, re.S)


def test_there_is_something_to_compare() -> None:
    assert SHOWN


@pytest.mark.parametrize(("command", "screen"), SHOWN, ids=[command for command, _ in SHOWN])
def test_screen(command: str, screen: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from traindx.doors.cli import main; main()", *command.split()[1:]],
        cwd=ROOT, capture_output=True, text=True, check=False, env={"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"},
    )  # fmt: skip
    assert done.stdout.strip() == screen.strip()
