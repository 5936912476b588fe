"""Looks at a model and its data on the bench, in this process or in a child of the model's own environment."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from traindx.configuration import configuration
from traindx.guards.refusal import Refused
from traindx.readers.traindx_recording import TraindxRecording
from traindx.schema import Diagnosis, Head, Run
from traindx.verbs.diagnose import Answer, check_names, diagnosis

FAMILIES = ("gradients", "activations", "data", "architecture")
# The guest is loaded by path under a name of its own: nothing of ours need be installed where the model lives.
BOOT = """
import importlib.util, sys
init, folder, request = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("_traindx_guest", init, submodule_search_locations=[folder])
sys.modules["_traindx_guest"] = guest = importlib.util.module_from_spec(spec)
spec.loader.exec_module(guest)
sys.argv[:] = sys.argv[:1]
from _traindx_guest.child import main
main(request)
"""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What `traindx inspect` was asked."""

    model: str
    data: str
    weights: str | None = None
    loss: str | None = None
    batches: int = 1
    only: tuple[str, ...] = ()
    python: str | None = None


def inspected(request: Request, *, flags: dict[str, Any]) -> Answer:
    """The answer of the bench in a child process."""
    config = configuration(flags)
    check_names(config)
    for name in request.only:
        if name not in FAMILIES:
            raise Refused(f"{name} is no part of the bench", f"choose of {', '.join(FAMILIES)}")
    run = _in_child(request)
    return Answer([diagnosis(run, config=config, why="inspect")], [], [], {}, config)


def _in_child(request: Request) -> Run:
    """Starts the child and reads what it recorded."""
    python = interpreter(request.python)
    guest = pathlib.Path(__file__).parents[1] / "guest"
    with tempfile.TemporaryDirectory(prefix="traindx-") as folder:
        recording, asked = os.path.join(folder, "recording.jsonl"), os.path.join(folder, "request.json")
        wanted = {**msgspec.to_builtins(request), "recording": recording, "sample": os.path.join(folder, "sample.npz")}
        pathlib.Path(asked).write_text(json.dumps(wanted), encoding="utf-8")
        command = [python, "-c", BOOT, str(guest / "__init__.py"), str(guest), asked]
        # What the user's modules print must not mix with the answer: it goes to standard error, the descriptor 2.
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, check=False)
        except OSError as error:
            raise Refused(f"{python} cannot be started ({error.strerror})", "name another with --python") from None
        run = recorded(_content(recording, python, done.returncode), request.model)
        return _answered(run, python, done.returncode)


def _content(recording: str, python: str, status: int) -> bytes:
    try:
        return pathlib.Path(recording).read_bytes()
    except OSError:
        raise Refused(
            f"{python} left no recording (exit status {status})",
            "see what it printed above, or choose another --python",
        ) from None


def _answered(run: Run, python: str, status: int) -> Run:
    """The run of a look that came to its end; else the sentence that says why not."""
    error = run.outcome.error
    if run.outcome.state == "refused" and error is not None:
        raise Refused(error.message, error.where)
    if run.outcome.state != "completed":
        how = f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"
        raise Refused(f"the look at the model {how}", "try a smaller batch; memory may have run out")
    return run


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


def measured(
    model: Any,
    data: Any,
    loss: Any = None,
    *,
    only: Iterable[str] = (),
    batches: int = 1,
    optimizer: Any = None,
) -> Run:
    """What one batch, or several, does to a model that lives in this process."""
    from traindx.guest.bench import look
    from traindx.guest.capture import Capture
    from traindx.guest.unfit import Unfit

    pieces: list[bytes] = []
    try:
        look(model, each(data, batches), loss, Capture(pieces.append), only=frozenset(only), optimizer=optimizer)
    except Unfit as error:
        raise Refused(error.what, error.do) from error.__cause__
    return recorded(b"".join(pieces), type(model).__name__)


def described(model: Any) -> Run:
    """What a model of this process is made of; nothing is called."""
    from traindx.guest.bench import describe
    from traindx.guest.capture import Capture
    from traindx.guest.unfit import Unfit

    pieces: list[bytes] = []
    try:
        describe(model, Capture(pieces.append))
    except Unfit as error:
        raise Refused(error.what, error.do) from error.__cause__
    return recorded(b"".join(pieces), type(model).__name__)


def judged(run: Run, families: tuple[str, ...]) -> Diagnosis:
    """What the detectors of some families say of a look."""
    return diagnosis(run, config=configuration({"select": ",".join(families)}), why="inspect")


def table(run: Run, word: str, columns: Iterable[str]) -> dict[str, dict[str, float]]:
    """The last numbers of each tensor or layer, a row each, in the order of the model."""
    rows: dict[str, dict[str, float]] = {}
    for column in columns:
        begin = f"{word}/{column}/"
        for key, series in run.series.items():
            if key.startswith(begin):
                number = float(series.values[-1])
                whole = column in ("zeros", "count", "nonfinite")
                rows.setdefault(key.removeprefix(begin), {})[column] = int(number) if whole else number
    return rows


def recorded(recording: bytes, name: str) -> Run:
    """The run that a recording tells of."""
    fold = TraindxRecording(Head(name, recording[:65536], True))
    fold.feed(recording)
    (run,) = fold.runs()
    return run


def each(data: Any, batches: int) -> Iterator[Any]:
    """The batches of a loader, or the one batch that was handed over."""
    return islice(iter(data), batches) if is_loader(data) else iter([data])


def is_loader(data: Any) -> bool:
    """Whether it gives batches one by one: whatever can be iterated and is no batch itself."""
    batch = isinstance(data, (tuple, list, dict, str)) or hasattr(data, "shape") or hasattr(data, "keys")
    return hasattr(data, "__iter__") and not batch
