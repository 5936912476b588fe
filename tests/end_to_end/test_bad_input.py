"""Whatever a person points at: one line, exit status 2, no traceback, and the other paths are still answered."""

import os
import pathlib
import socket
import subprocess
import sys

import pytest

GOOD = "step,loss\n" + "".join(f"{10 * n},{2.3 / (n + 1) ** 0.5 + 0.01 * (n % 3)}\n" for n in range(60))
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 12345\n"


def junk(path: pathlib.Path) -> None:
    path.write_bytes(bytes((n * 7919 + n // 3) % 256 for n in range(70_000)))


def pipe(path: pathlib.Path) -> None:
    os.mkfifo(path)


def loop(path: pathlib.Path) -> None:
    path.symlink_to(path.name)


def listening(path: pathlib.Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def sparse(path: pathlib.Path) -> None:
    with path.open("wb") as file:
        file.truncate(10 << 30)


CASES = {
    "missing.csv": lambda path: None,
    "empty.csv": lambda path: path.write_bytes(b""),
    "folder": lambda path: path.mkdir(),
    "junk.bin": junk,
    "pointer.json": lambda path: path.write_text(LFS),
    "pipe.log": pipe,
    "loop.log": loop,
    "socket.log": listening,
    "sparse.log": sparse,
    "deep.json": lambda path: path.write_text("[" * 100_000),
    "digits.json": lambda path: path.write_text('{"loss": ' + "9" * 5_000 + "}"),
    "latin.txt": lambda path: path.write_bytes(b"caf\xe9 \xff\xfe loss of appetite\n" * 50),
    "nul.csv": lambda path: path.write_bytes(b"step,loss\n\0\0\0\0\n"),
    "none*.csv": lambda path: None,
    "prose.md": lambda path: path.write_text("# Notes\n\nThe loss was fine in epoch 3, they said.\n"),
}


def diagnose(folder: pathlib.Path, *paths: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from traindx.doors.cli import main; main()", "diagnose", *paths]
    environment = {"PYTHONIOENCODING": "utf-8", "PATH": os.environ["PATH"]}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120, env=environment
    )


@pytest.mark.parametrize("name", CASES)
def test_one_line(tmp_path, name: str) -> None:
    CASES[name](tmp_path / name)
    done = diagnose(tmp_path, name)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("traindx: ")
    assert "; " in done.stderr, "first what is wrong, then what to do"
    assert "Traceback" not in done.stderr


def test_no_permission(tmp_path) -> None:
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "secret.csv").write_text(GOOD)
    (tmp_path / "secret.csv").chmod(0)
    # Root may read everything: the child loads all it needs, then becomes somebody else.
    code = (
        "import os, sys\n"
        "import traindx.doors.cli.commands\n"
        "from traindx.doors.cli import main\n"
        "from traindx.verbs.diagnose import answer; answer(['good.csv', 'none.csv'], flags={})\n"
        "import traindx.doors.cli.diagnose, traindx.verbs.tell\n"
        "os.getuid() or os.setuid(65534)\n"
        "sys.argv = ['traindx', 'diagnose', 'secret.csv']\n"
        "main()\n"
    )
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "may not be read by this user" in done.stderr


def test_the_others_are_still_answered(tmp_path) -> None:
    for name, make in CASES.items():
        make(tmp_path / name)
    (tmp_path / "good.csv").write_text(GOOD)
    done = diagnose(tmp_path, *CASES, "good.csv")
    assert done.returncode == 2
    assert "HEALTHY" in done.stdout
    assert done.stderr.count("\n") == len(CASES)


def test_a_folder_full_of_them_still_gives_its_run(tmp_path) -> None:
    for name, make in CASES.items():
        if "*" not in name:
            make(tmp_path / name)
    (tmp_path / "good.csv").write_text(GOOD)
    done = diagnose(tmp_path, ".")
    assert done.returncode == 0, done.stderr
    assert "HEALTHY" in done.stdout
