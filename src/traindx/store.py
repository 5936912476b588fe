"""Where runs are kept: `.traindx/runs/<utc>-<script>` below the working directory, or below `TRAINDX_DIR`.

A folder is made for one command, by one process; the name of the newest stands in `last`. The oldest give way to new
ones, never one with trials in it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterable

FOLDER = ".traindx"
KEEP_RUNS = 20
KEEP_BYTES = 2 << 30
CAPTURE = re.compile(r"(\d+)-rank(\d+)\.jsonl")


def home() -> str:
    """The folder of all runs; where the working directory cannot be written to, one of the user's own."""
    named = os.environ.get("TRAINDX_DIR")
    if named:
        return os.path.abspath(named)
    here = os.path.abspath(FOLDER)
    if os.path.isdir(here) and os.access(here, os.W_OK | os.X_OK):
        return here
    if not os.path.lexists(here) and os.access(os.getcwd(), os.W_OK | os.X_OK):
        return here
    import platformdirs

    return platformdirs.user_state_dir("traindx")


def new_run(script: str) -> str:
    """Makes the folder of a further run and gives its path."""
    top = home()
    runs = os.path.join(top, "runs")
    os.makedirs(runs, mode=0o700, exist_ok=True)
    ignore = os.path.join(top, ".gitignore")
    if not os.path.exists(ignore):
        _put(ignore, "*\n")
    word = re.sub(r"[^A-Za-z0-9_.]+", "-", script).strip("-.")[:40] or "run"
    name = base = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{word}"
    number = 1
    while os.path.lexists(os.path.join(runs, name)):
        number += 1
        name = f"{base}-{number}"
    path = os.path.join(runs, name)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:  # another command was faster
        return new_run(script)
    replace(os.path.join(top, "last"), name + "\n")
    _make_room(runs, name)
    return path


def last_run() -> str | None:
    """The folder of the newest run, or None."""
    top = home()
    try:
        with open(os.path.join(top, "last"), encoding="utf-8") as file:
            name = file.read(300).strip()
    except (OSError, UnicodeDecodeError):
        return None
    path = os.path.join(top, "runs", os.path.basename(name))
    return path if name and os.path.isdir(path) else None


def recordings(run: str) -> list[str]:
    """What a run recorded, training by training."""
    try:
        found = [(match, name) for name in os.listdir(run) if (match := CAPTURE.fullmatch(name))]
    except OSError:
        return []
    found.sort(key=lambda one: (int(one[0][1]), int(one[0][2])))
    return [os.path.join(run, name) for _, name in found]


def replace(path: str, text: str) -> None:
    """Writes a file so that nobody ever reads half of it."""
    beside = f"{path}.{os.getpid()}.tmp"
    _put(beside, text)
    os.replace(beside, path)


def _put(path: str, text: str) -> None:
    where = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(where, "w", encoding="utf-8") as file:
        file.write(text)


def _make_room(runs: str, newest: str) -> None:
    """The oldest go where there are too many, or where they take too much; what somebody tried is kept."""
    most = os.environ.get("TRAINDX_KEEP", "")
    keep = int(most) if most.isdigit() and int(most) else KEEP_RUNS
    names = sorted((one for one in os.listdir(runs) if one != newest), reverse=True)
    left, room = keep - 1, KEEP_BYTES
    for name in names:
        path = os.path.join(runs, name)
        if os.path.islink(path) or not os.path.isdir(path):
            continue
        left, room = left - 1, room - _size(path)
        if (left < 0 or room < 0) and not os.path.exists(os.path.join(path, "trials")) and not _grows(path):
            shutil.rmtree(path, ignore_errors=True)


def _grows(path: str) -> bool:
    """Whether something was written into it within the last ten minutes: a training may still run."""
    return any(time.time() - os.stat(one).st_mtime < 600 for one in _files(path))


def _size(path: str) -> int:
    return sum(os.stat(one).st_size for one in _files(path))


def _files(path: str) -> Iterable[str]:
    for folder, _, names in os.walk(path):
        yield from (one for name in names if os.path.isfile(one := os.path.join(folder, name)))
