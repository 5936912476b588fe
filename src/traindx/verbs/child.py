"""Starts the child of `inspect` in the Python of the model, waits for it, and brings back what it left.

Whatever happens, the child ends with us and its temporary folder is gone afterwards.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.guards.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Sample = dict[str, NDArray[np.generic]]

# The guest is loaded by path under a name of its own: nothing of ours need be installed where the model lives. The
# working directory, where `-c` looks first, may hold a json.py or a types.py: it comes back when the model is sought.
# Ctrl-C ends the child without a word; the parent says what is to be said.
BOOT = """
import sys
sys.path[:] = [one for one in sys.path if one]
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
import importlib.util
init, folder, request = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("_traindx_guest", init, submodule_search_locations=[folder])
sys.modules["_traindx_guest"] = guest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(guest)
sys.argv[:] = sys.argv[:1]
from _traindx_guest.child import main
main(request)
"""
TICK = 0.2  # seconds between two looks at the child
GRACE = 2.0  # seconds that a child is given to end
KILLED = (9, 137)  # how the system ends a process when memory is out; in containers as an exit status


class Left(NamedTuple):
    """What a child left behind."""

    recording: bytes
    sample: Sample | None
    status: int


def in_child(request: Mapping[str, Any], python: str, tick: Callable[[], None] | None = None) -> Left:
    """Runs the bench for a request; `tick` is called while it is waited for."""
    guest = pathlib.Path(__file__).parents[1] / "guest"
    with _folder() as folder, _ending():
        recording, sample = os.path.join(folder, "recording.jsonl"), os.path.join(folder, "sample.npz")
        asked = pathlib.Path(folder, "request.json")
        asked.write_text(json.dumps({**request, "recording": recording, "sample": sample}), encoding="utf-8")
        status = _ran([python, "-c", BOOT, str(guest / "__init__.py"), str(guest), str(asked)], tick)
        try:
            told = pathlib.Path(recording).read_bytes()
        except OSError:
            raise Refused(
                f"{python} left no recording ({how_it_ended(status)})",
                "see what it printed above, or choose another with --python",
            ) from None
        return Left(told, _sample(sample), status)


@contextmanager
def _folder() -> Iterator[str]:
    """A folder of the user's own that is gone afterwards."""
    try:
        folder = tempfile.mkdtemp(prefix="traindx-")
    except OSError as error:
        raise Refused(
            f"no temporary folder can be made ({error.strerror})", "name one that can be written in TMPDIR"
        ) from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _ending() -> Iterator[None]:
    """A request to end, as `kill` sends it, ends in order: the child and the folder too."""
    if threading.current_thread() is not threading.main_thread():  # signals reach the main thread alone
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminated(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _ran(command: list[str], tick: Callable[[], None] | None) -> int:
    """The exit status of the child. What the user's modules print must not mix with the answer: it goes to stderr."""
    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=_printed())
    except OSError as error:
        raise Refused(
            f"{command[0]} cannot be started ({error.strerror})", "name another Python with --python"
        ) from None
    try:
        while True:
            try:
                return child.wait(TICK)
            except subprocess.TimeoutExpired:
                if tick is not None:
                    tick()
    finally:
        if child.poll() is None:
            child.terminate()
            try:
                child.wait(GRACE)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def _printed() -> int:
    """Standard error; nowhere, where it was closed."""
    try:
        os.fstat(2)
    except OSError:
        return subprocess.DEVNULL
    return 2


def _sample(path: str) -> Sample | None:
    """The rows that the child handed over: plain numbers, or nothing."""
    if not os.path.exists(path):
        return None
    import numpy as np

    with np.load(path, allow_pickle=False) as held:
        return {name: held[name] for name in held.files}


def how_it_ended(status: int) -> str:
    """ "exit status 3", "ended by signal 11"."""
    if status >= 0:
        return f"exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"ended by {name}"


def interpreter(asked: str | None) -> str:
    """The Python of the model: as asked, of the active environment, of PATH, or ours."""
    if asked is not None:
        found = shutil.which(asked)
        if found is None:
            raise Refused(f"{asked} is no Python that can be started", "give the path of one with --python")
        return found
    active = os.environ.get("VIRTUAL_ENV")
    inside = [os.path.join(active, part) for part in ("bin/python", "Scripts/python.exe")] if active else []
    known = next((path for path in inside if os.path.exists(path)), None)
    return known or shutil.which("python") or sys.executable
