"""Whatever a person points at: one line, exit status 2, no traceback, and the other paths are still answered."""

import gzip
import io
import json
import os
import pathlib
import socket
import subprocess
import sys
import tarfile
import zipfile

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


def bomb(path: pathlib.Path) -> None:
    """A gigabyte of rows in a megabyte, ten times in one another."""
    rows = b"step,loss\n" + b"1,2\n" * (1 << 22)
    if path.suffix == ".gz":
        with gzip.open(path, "wb", 1) as file:
            for _ in range(64):
                file.write(rows)
    elif path.suffix == ".tar":
        with tarfile.open(path, "w") as tar:
            member = tarfile.TarInfo("log.csv")
            member.size = len(rows)
            tar.addfile(member, io.BytesIO(rows))
    else:
        inner = io.BytesIO()
        with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as one, one.open("log.csv", "w") as file:
            for _ in range(16):
                file.write(rows)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as several:
            for index in range(10):
                several.writestr(f"{index}.zip", inner.getvalue())


def array(path: pathlib.Path) -> None:
    """800 MB of zeros as NumPy packs them."""
    head = b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (100000000,), }".ljust(127) + b"\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("loss.npy", "w") as file:
        file.write(head)
        for _ in range(50):
            file.write(bytes(16_000_000))


def nested(path: pathlib.Path) -> None:
    """Braces in a row of JSON lines, far deeper than any walker goes."""
    deep = '{"a":' * 5_000 + "1" + "}" * 5_000
    path.write_text("".join(f'{{"step": {step}, "loss": {deep}}}\n' for step in range(20)))


CASES = {
    "bomb.csv.gz": bomb,
    "bomb.zip": bomb,
    "bomb.tar": bomb,
    "bomb.npz": array,
    "nested.jsonl": nested,
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


COMMANDS = {
    "diagnose": ["diagnose"],
    "plot": ["plot"],
    "json": ["diagnose", "--format", "json"],
}  # fmt: skip
# What the process held at most is written down, in kilobytes. Linux says so of the program itself; elsewhere, and in
# getrusage, what held the process before it became this program counts too.
PROGRAM = """
import os, sys
from traindx.doors.cli import main
try:
    main()
finally:
    known = open("/proc/self/status").read() if os.path.exists("/proc/self/status") else "VmHWM: 0"
    held = known.partition("VmHWM:")[2].split()[0]
    open(sys.argv[0], "w").write(str(held))
"""
MEGABYTES = 512
SECONDS = 60  # on a loaded machine; alone each takes less than one


def diagnose(
    folder: pathlib.Path, *paths: str, command: tuple[str, ...] = ("diagnose",)
) -> subprocess.CompletedProcess[str]:
    environment = {"PYTHONIOENCODING": "utf-8", "PATH": os.environ["PATH"]}
    held = folder.parent / f"{folder.name}.held"
    program = f"import sys; sys.argv[0] = {str(held)!r}\n{PROGRAM}"
    done = subprocess.run(
        [sys.executable, "-c", program, *command, *paths], cwd=folder, capture_output=True, text=True, check=False,
        timeout=SECONDS, env=environment,
    )  # fmt: skip
    assert int(held.read_text()) < MEGABYTES << 10
    return done


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that says what is wrong, then what to do."""
    assert done.returncode == 2, done.stdout
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("traindx: ")
    assert "; " in done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", CASES)
def test_one_line(tmp_path, name: str, command: str) -> None:
    CASES[name](tmp_path / name)
    done = diagnose(tmp_path, name, command=tuple(COMMANDS[command]))
    told(done)
    assert done.stdout == "" or json.loads(done.stdout) is not None


def test_it_says_of_a_packed_file_what_to_do(tmp_path) -> None:
    for name in ("bomb.csv.gz", "bomb.zip", "bomb.tar", "bomb.npz"):
        CASES[name](tmp_path / name)
        assert "unpack it" in told(diagnose(tmp_path, name))


@pytest.mark.parametrize("name", ["", " ", "no such name", "../../etc/passwd", "x" * 5_000, "\x1b[31m", "loss-spike\n"])
def test_a_name_that_nothing_has(tmp_path, name: str) -> None:
    line = told(diagnose(tmp_path, name, command=("explain",)))
    assert len(line) < 2_000
    assert "\x1b" not in line


@pytest.mark.parametrize("name", ["missing", "folder", "junk.bin", "bomb.npz", "pipe.log", "loop.log", "empty.csv"])
def test_data_of_a_model_that_cannot_be_looked_at(tmp_path, name: str) -> None:
    CASES.get(name, lambda path: None)(tmp_path / name)
    told(diagnose(tmp_path, "nets:Net", "--data", name, command=("inspect",)))


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
