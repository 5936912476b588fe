"""Looks at a model and its data on the bench, in this process or in a child of the model's own environment."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TextIO

import msgspec

from traindx.configuration import configuration
from traindx.guards.escaping import terminal as shown
from traindx.guards.refusal import Refused
from traindx.readers.traindx_recording import TraindxRecording
from traindx.reports.progress import Progress
from traindx.schema import Diagnosis, Fact, Head, Run
from traindx.verbs.baseline import baseline, left_out
from traindx.verbs.child import KILLED, Left, how_it_ended, in_child, interpreter
from traindx.verbs.diagnose import Answer, check_names, diagnosis

FAMILIES = ("gradients", "activations", "data", "architecture")


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What `traindx inspect` was asked."""

    model: str
    data: str
    weights: str | None = None
    loss: str | None = None
    batches: int = 1
    only: tuple[str, ...] = ()
    python: str | None = None


def inspected(
    request: Request, *, flags: dict[str, Any], baseline_file: str | None = None, terminal: TextIO | None = None
) -> Answer:
    """The answer of the bench in a child process; `terminal` is shown that it takes its time."""
    config = configuration(flags)
    check_names(config)
    known = baseline(baseline_file) if baseline_file is not None else frozenset()
    for name in request.only:
        if name not in FAMILIES:
            near = difflib.get_close_matches(name, FAMILIES, n=1)
            do = f"did you mean {near[0]}?" if near else f"choose of {', '.join(FAMILIES)}"
            raise Refused(f"{shown(name)} is no part of the bench", do)
    left = _left(request, terminal)
    run = _answered(recorded(left.recording, request.model), left.status)
    if not request.only or "data" in request.only:
        run = with_data(run, left.sample)
    diagnoses = [diagnosis(run, config=config, why="inspect")]
    notes = left_out(diagnoses, known)
    return Answer(diagnoses, [], notes, {}, config, known, command="inspect", sample=left.sample)


def with_data(run: Run, sample: Mapping[str, Any] | None) -> Run:
    """The same run, with what its rows show as data; without rows, what the batch was told to be."""
    from traindx.verbs.data_facts import batch_facts, data_facts
    from traindx.verbs.given_data import given, target

    fact = batch_facts(run.fact("batch") or {})
    if sample is not None and "x" in sample:
        x, y = (_joined(sample, word) for word in ("x", "y"))
        known = None if y is None or len(y) != len(x) else target(y)
        fact = data_facts(given(x), known)
    return run if fact is None else msgspec.structs.replace(run, facts=[*run.facts, Fact("data", fact)])


def _joined(sample: Mapping[str, Any], word: str) -> Any:
    """The rows of all batches in the order in which they came."""
    import numpy as np

    parts = [sample[key] for key in (f"earlier_{word}", word) if key in sample]
    return np.concatenate(parts) if parts else None


def _left(request: Request, terminal: TextIO | None) -> Left:
    """What the child left, while a person is told that it takes its time."""
    python = interpreter(request.python)
    progress = None if terminal is None else Progress(terminal)
    tick = None if progress is None else functools.partial(progress.waiting, f"looking at {shown(request.model)}")
    try:
        return in_child(msgspec.to_builtins(request), python, tick)
    finally:
        if progress is not None:
            progress.clear()


def _answered(run: Run, status: int) -> Run:
    """The run of a look that came to its end; else the sentence that says why not."""
    error = run.outcome.error
    if run.outcome.state == "refused" and error is not None:
        raise Refused(shown(error.message), shown(error.where))
    if run.outcome.state != "completed":
        memory = -status in KILLED or status in KILLED
        do = "memory may have run out: try a smaller batch" if memory else "see what it printed above"
        raise Refused(f"the look at the model did not come to its end ({how_it_ended(status)})", do)
    # Where the rows of the batch lay is of no use: that folder is gone.
    return msgspec.structs.replace(run, facts=[one for one in run.facts if one.name != "sample"])


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
    if isinstance(data, list) and data and all(isinstance(one, (tuple, dict)) for one in data):
        return True  # a list of batches; one batch as a list holds arrays
    batch = isinstance(data, (tuple, list, dict, str)) or hasattr(data, "shape") or hasattr(data, "keys")
    return hasattr(data, "__iter__") and not batch
