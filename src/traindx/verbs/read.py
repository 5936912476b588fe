"""Reads what a person points at: chooses the reader of each file, walks folders, joins the files of one run."""

from __future__ import annotations

import glob
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

import msgspec

from traindx.guards.limits import HEAD_BYTES, MAX_FILE_BYTES
from traindx.guards.paths import open_regular, walk
from traindx.guards.refusal import Refused
from traindx.registry import Unit, units
from traindx.schema import Head, Match, Run
from traindx.verbs.joining import joined

PIECE = 1 << 20
# Inside a folder these are not opened: no log has these names, and looking into each would cost the walk its time.
NO_LOG = frozenset(
    (".py", ".pyc", ".pyi", ".ipynb", ".md", ".rst", ".html", ".css", ".js", ".ts", ".c", ".h", ".cpp", ".cu", ".so",
     ".o", ".a", ".whl", ".zip", ".gz", ".tar", ".bz2", ".xz", ".7z", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf",
     ".webp", ".mp4", ".wav", ".mp3", ".pt", ".pth", ".ckpt", ".bin", ".safetensors", ".npy", ".npz", ".pkl", ".pickle",
     ".h5", ".hdf5", ".keras", ".onnx", ".pb", ".tflite", ".parquet", ".arrow", ".model", ".lock", ".sh", ".toml",
     ".cfg", ".ini", ".egg-info", ".ttf", ".woff", ".db", ".sqlite", ".lmdb", ".mdb", ".tfrecord")
)  # fmt: skip


class Trouble(NamedTuple):
    """Something that could not be read: which, what is wrong with it, what to do."""

    source: str
    what: str
    do: str


class Harvest(NamedTuple):
    """All that a list of paths gave."""

    runs: list[Run]
    troubles: list[Trouble]
    notes: list[str]  # what the walk left out
    nearest: dict[str, list[tuple[str, Match]]]  # per refused file: the formats it came nearest to


def read(source: Any) -> list[Run]:
    """The runs of a log, a folder of logs, several of them, a dict of lists, a DataFrame or a Keras History."""
    if isinstance(source, (str, os.PathLike)):
        paths = [os.fspath(source)]
    elif isinstance(source, (list, tuple)) and source and all(isinstance(one, (str, os.PathLike)) for one in source):
        paths = [os.fspath(one) for one in source]
    else:
        return read_object(source)
    harvest = gather(paths)
    if harvest.troubles and not harvest.runs:
        first = harvest.troubles[0]
        raise Refused(first.what, first.do)
    return harvest.runs


def read_object(source: Any) -> list[Run]:
    """The run that an object of Python holds."""
    for unit in _readers("object"):
        if unit.declaration.accepts(source).score > 0:
            return joined(unit.subject(source).runs())
    raise Refused(
        f"a {type(source).__name__} holds no curves that are known",
        "give a path, a dict of lists, a DataFrame or a Keras History",
    )


def gather(paths: Iterable[str], *, plugins: tuple[str, ...] = ()) -> Harvest:
    """Everything below the given paths that a reader knows; each path that gives nothing is a trouble of its own."""
    runs: list[Run] = []
    troubles: list[Trouble] = []
    notes: list[str] = []
    nearest: dict[str, list[tuple[str, Match]]] = {}
    read_already: set[str] = set()
    for path in paths:
        try:
            for file, named in _files(path, notes):
                real = os.path.realpath(file) if file != "-" else file
                if real in read_already:
                    continue
                read_already.add(real)
                runs += _file(file, named=named, plugins=plugins, troubles=troubles, nearest=nearest)
        except Refused as refusal:
            troubles.append(Trouble(path, refusal.what, refusal.do))
    whole = joined(runs)
    fruitless = [path for path in paths if os.path.isdir(path) and not any(_below(run.source, path) for run in whole)]
    for path in fruitless:
        if not any(_below(trouble.source, path) for trouble in troubles):
            troubles.append(Trouble(path, f"no training log lies in {path}", "name the log itself, or another folder"))
    troubles += [
        Trouble(run.source, f"{run.source} holds settings but no curve", "name the log beside it too")
        for run in runs
        if not run.series and not any(_beside(run, other) for other in whole)
    ]
    return Harvest(whole, troubles, notes, nearest)


def _below(path: str, folder: str) -> bool:
    return os.path.abspath(path).startswith(os.path.abspath(folder).rstrip(os.sep) + os.sep) or path == folder


def _beside(settings: Run, run: Run) -> bool:
    return run.settings.items() >= settings.settings.items()


def _files(path: str, notes: list[str]) -> Iterator[tuple[str, bool]]:
    """The files that a path means, and whether the user named each of them."""
    if path == "-":
        yield path, True
    elif os.path.isdir(path):
        found = walk(path)
        if found.stopped:
            notes.append(f"{path}: {found.stopped}")
        for file in sorted(found.files, key=_natural):
            if os.path.splitext(file)[1].lower() not in NO_LOG:
                yield file, False
    elif glob.has_magic(path) and not os.path.lexists(path):
        matches = sorted(glob.glob(path, recursive=True), key=_natural)
        if not matches:
            raise Refused(f"nothing matches {path}", "check the pattern and the folder you are in")
        for match in matches:
            yield from ((file, False) for file, _ in _files(match, notes))
    else:
        yield path, True


def _natural(path: str) -> list[tuple[int, int | str]]:
    """checkpoint-9 before checkpoint-10."""
    return [(0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d{1,18})", path) if part]


def _file(
    path: str,
    *,
    named: bool,
    plugins: tuple[str, ...],
    troubles: list[Trouble],
    nearest: dict[str, list[tuple[str, Match]]],
) -> list[Run]:
    try:
        with _opened(path, named=named) as file:
            return _content(path, file, named=named, plugins=plugins, nearest=nearest)
    except Refused as refusal:
        if named:
            troubles.append(Trouble(path, refusal.what, refusal.do))
    except Exception as error:  # a broken file must not take the answer for the others with it
        troubles.append(Trouble(path, f"{path} could not be read ({type(error).__name__}: {error})"[:300], "report it"))
    return []


def _opened(path: str, *, named: bool) -> BinaryIO:
    return sys.stdin.buffer if path == "-" else open_regular(path, refuse_empty=named)


def _content(
    path: str, file: BinaryIO, *, named: bool, plugins: tuple[str, ...], nearest: dict[str, list[tuple[str, Match]]]
) -> list[Run]:
    data = _filled(file, HEAD_BYTES)
    head = Head(path, data, len(data) < HEAD_BYTES)
    ranked = choose(head, plugins)
    if not ranked or ranked[0][1].score <= 0:
        nearest[path] = [(unit.id, match) for unit, match in ranked]
        raise Refused(f"{path} is no training log that is known", "give a file with steps and a loss in it")
    unit = ranked[0][0]
    fold = unit.subject(head)
    fold.feed(data)
    total = len(data)
    while not head.whole and (piece := file.read(PIECE)):
        total += len(piece)
        if not unit.declaration.appended and total > MAX_FILE_BYTES:
            raise Refused(f"{path} is larger than {MAX_FILE_BYTES >> 20} MiB", "cut it, or give a log that is a table")
        fold.feed(piece)
    found = fold.runs()
    runs = [msgspec.structs.replace(run, source=path, id=run.id or f"{path}#{n}") for n, run in enumerate(found)]
    if not runs and named:
        nearest[path] = [(unit.id, match) for unit, match in ranked]
        raise Refused(
            f"{path} looks like {unit.title[:1].lower()}{unit.title[1:]} without a point in it", "wait for it to grow"
        )
    return runs


def _filled(file: BinaryIO, size: int) -> bytes:
    """So many bytes, or all there are: a pipe gives them in pieces."""
    pieces: list[bytes] = []
    while size > 0 and (piece := file.read(size)):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def choose(head: Head, plugins: tuple[str, ...] = ()) -> list[tuple[Unit, Match]]:
    """Every reader with how well it knows what it sees, the best first."""
    matches = [(unit, unit.declaration.accepts(head)) for unit in _readers("bytes", plugins)]
    return sorted(matches, key=lambda one: -one[1].score)


def _readers(takes: str, plugins: tuple[str, ...] = ()) -> list[Unit]:
    return [unit for unit in units("readers", plugins).values() if unit.declaration.takes == takes]
