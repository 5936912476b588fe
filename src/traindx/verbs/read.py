"""Reads what a person points at: chooses the reader of each file, walks folders, joins the files of one run."""

from __future__ import annotations

import functools
import glob
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

import msgspec

from traindx.configuration import configuration
from traindx.guards.addresses import is_address, list_address, local, open_address, shown
from traindx.guards.escaping import terminal
from traindx.guards.limits import HEAD_BYTES, MAX_FETCHED_BYTES, MAX_FILE_BYTES
from traindx.guards.packed import packed
from traindx.guards.paths import open_regular, walk
from traindx.guards.refusal import Refused
from traindx.guards.secrets import redact
from traindx.registry import Unit, units
from traindx.reports.progress import Progress
from traindx.schema import Head, Match, Run
from traindx.verbs.joining import joined
from traindx.verbs.spread import Lost, spread

PIECE = 1 << 20
EMPTY = 64  # pieces of nothing but NUL: a hole, behind which no writer goes on
UNKNOWN = "is no training log that is known"
# What well-known programs call the settings that they put beside a log.
SETTINGS = ("hparams.yaml", "config.yaml", "config.json", "args.yaml", "args.json", "training_args.json", "params.json",
            os.path.join(".hydra", "config.yaml"), os.path.join("files", "config.yaml"))  # fmt: skip
# Inside a folder these are not opened: no log has these names, and looking into each would cost the walk its time.
NO_LOG = frozenset(
    (".py", ".pyc", ".pyi", ".ipynb", ".md", ".rst", ".html", ".css", ".js", ".ts", ".c", ".h", ".cpp", ".cu", ".so",
     ".o", ".a", ".whl", ".zip", ".gz", ".tar", ".bz2", ".xz", ".7z", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf",
     ".webp", ".mp4", ".wav", ".mp3", ".pt", ".pth", ".ckpt", ".bin", ".safetensors", ".npy", ".npz", ".pkl", ".pickle",
     ".h5", ".hdf5", ".keras", ".onnx", ".pb", ".tflite", ".parquet", ".arrow", ".model", ".lock", ".sh", ".toml",
     ".cfg", ".ini", ".egg-info", ".ttf", ".woff", ".lmdb", ".mdb", ".tfrecord")
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
    harvest = gather(paths, plugins=configuration().plugins)
    if harvest.troubles and not harvest.runs:
        first = harvest.troubles[0]
        raise Refused(first.what, first.do)
    return harvest.runs


def read_object(source: Any) -> list[Run]:
    """The run that an object of Python holds."""
    for unit in _readers("object", configuration().plugins):
        if unit.declaration.accepts(source).score > 0:
            return joined(unit.subject(source).runs())
    raise Refused(
        f"a {type(source).__name__} holds no curves that are known",
        "give a path, a dict of lists, a DataFrame or a Keras History",
    )


def gather(
    paths: Iterable[str], *, plugins: tuple[str, ...] = (), cores: int = 1, progress: Progress | None = None
) -> Harvest:
    """Everything below the given paths that a reader knows; each path that gives nothing is a trouble of its own."""
    paths = list(paths)
    gathering = _Gathering()
    for path in paths:
        gathering.path(path)
    read_one = functools.partial(read_file, plugins=plugins, progress=progress)
    tasks = list(dict.fromkeys((file, named) for file, named, _ in gathering.plan))
    told = None if progress is None else functools.partial(progress, "reading files:")
    read = spread(read_one, tasks, cores=cores, told=told)
    gathering.take(
        {task: _lost(task, one) if isinstance(one, Lost) else one for task, one in zip(tasks, read, strict=True)}
    )
    return gathering.harvest(paths)


class Found(NamedTuple):
    """What one file gave: its runs, or why there are none."""

    runs: Sequence[Run] = ()
    trouble: Trouble | None = None
    refused: Refused | None = None  # a file in a folder that could not be read, which is no trouble yet
    nearest: list[tuple[str, Match]] | None = None


def read_file(task: tuple[str, bool], *, plugins: tuple[str, ...] = (), progress: Progress | None = None) -> Found:
    """Reads one file, and whether the user named it; it never raises."""
    address, named = task
    path = shown(address)
    nearest: dict[str, list[tuple[str, Match]]] = {}
    try:
        with _opened(address, named=named) as file:
            runs = _content(path, file, named=named, plugins=plugins, nearest=nearest, progress=progress)
    except Refused as refusal:
        what = refusal.what if terminal(path) in refusal.what else f"{terminal(path)}: {refusal.what}"
        if named:
            return Found(trouble=Trouble(path, what, refusal.do), nearest=nearest.get(path))
        return Found(refused=Refused(what, refusal.do), nearest=nearest.get(path))
    except Exception as error:  # a broken file must not take the answer for the others with it
        said = f"{type(error).__name__}: {error}".replace(address, path)
        what = f"{terminal(path)} could not be read ({terminal(redact(said))})"[:300]
        return Found(trouble=Trouble(path, what, "report it, with the file if you may"))
    return Found(runs, nearest=nearest.get(path))


def _lost(task: tuple[str, bool], lost: Lost) -> Found:
    path = shown(task[0])
    what = f"{terminal(path)} was not read: the process that read it {lost.reason}"
    return Found(trouble=Trouble(path, what, "name it alone; if memory is short, cut it"))


class _Gathering:
    """What is to be read, and what has been."""

    def __init__(self) -> None:
        self.plan: list[tuple[str, bool, str | None]] = []  # a file, whether it was named, the log that it lies beside
        self.runs: list[Run] = []
        self.troubles: list[Trouble] = []
        self.notes: list[str] = []
        self.nearest: dict[str, list[tuple[str, Match]]] = {}
        self.passed_over: dict[str, Refused] = {}
        self.named: set[str] = set()
        self.far: set[str] = set()  # folders on other machines

    def path(self, path: str) -> None:
        """Plans a file, or all files below a folder."""
        try:
            for file, named in files_of(path, self.notes):
                self.plan.append((file, named, None))
                if is_address(path) and not named:
                    self.far.add(shown(path))
                if named and file != "-":
                    self.plan += [(one, False, file) for one in settings_beside(file)]
        except Refused as refusal:
            self.troubles.append(Trouble(shown(path), refusal.what, refusal.do))

    def take(self, found: dict[tuple[str, bool], Found]) -> None:
        """What was read, each file once, in the order of the plan; settings only of a log that gave something."""
        seen: set[str] = set()
        fruitful: set[str] = set()
        for path, named, log in self.plan:
            real = path if path == "-" or is_address(path) else os.path.realpath(path)
            if real in seen or not (log is None or log in fruitful):
                continue
            seen.add(real)
            if named:
                self.named.add(shown(path))
            one = found[path, named]
            self.runs += one.runs
            self.troubles += [one.trouble] if one.trouble else []
            if one.refused is not None:
                self.passed_over[shown(path)] = one.refused
            if one.nearest is not None:
                self.nearest[shown(path)] = one.nearest
            if one.runs:
                fruitful.add(path)

    def harvest(self, paths: list[str]) -> Harvest:
        whole = joined(self.runs)
        for path in map(shown, paths):
            there = [*(run.source for run in whole), *(trouble.source for trouble in self.troubles)]
            if (os.path.isdir(path) or path in self.far) and not any(_below(source, path) for source in there):
                self.troubles.append(self.fruitless(path))
        self.troubles += [
            Trouble(run.source, f"{terminal(run.source)} holds settings but no curve", "name the log beside it too")
            for run in self.runs
            if not run.series and run.source in self.named and not any(_beside(run, other) for other in whole)
        ]
        return Harvest(whole, self.troubles, self.notes, self.nearest)

    def fruitless(self, folder: str) -> Trouble:
        """A folder without a log: what stood in the way of a file that looked like one, if anything did."""
        hindered = [one for path, one in self.passed_over.items() if _below(path, folder) and UNKNOWN not in one.what]
        if hindered:
            return Trouble(folder, hindered[0].what, hindered[0].do)
        what = f"no training log lies in {terminal(folder)}"
        return Trouble(folder, what, "name the log itself, or another folder")


def settings_beside(file: str) -> list[str]:
    """The settings that lie beside a log that was named."""
    paths = (os.path.join(os.path.dirname(file), name) for name in SETTINGS)
    return [path for path in paths if os.path.isfile(path)]


def _below(path: str, folder: str) -> bool:
    below, above = os.path.abspath(path), os.path.abspath(folder)
    return below == above or below.startswith(above.rstrip(os.sep) + os.sep)


def _beside(settings: Run, run: Run) -> bool:
    return run.settings.items() >= settings.settings.items()


def files_of(path: str, notes: list[str]) -> Iterator[tuple[str, bool]]:
    """The files that a path means, and whether the user named each of them."""
    path = local(path)
    if path == "-":
        yield path, True
    elif is_address(path):
        yield from _far_files(path, notes)
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
            raise Refused(f"nothing matches {terminal(path)}", "check the pattern and the folder you are in")
        for match in matches:
            yield from ((file, False) for file, _ in files_of(match, notes))
    else:
        yield path, True


def _far_files(address: str, notes: list[str]) -> Iterator[tuple[str, bool]]:
    """The same on another machine."""
    found = list_address(address)
    if found is None:
        yield address, True
        return
    if found.stopped:
        notes.append(f"{shown(address)}: {found.stopped}")
    for file in sorted(found.files, key=_natural):
        if os.path.splitext(file.partition("?")[0])[1].lower() not in NO_LOG:
            yield file, False


def _natural(path: str) -> list[tuple[int, int | str]]:
    """checkpoint-9 before checkpoint-10."""
    return [(0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d{1,18})", path) if part]


def _opened(path: str, *, named: bool) -> BinaryIO:
    if is_address(path):
        return open_address(path)
    return sys.stdin.buffer if path == "-" else open_regular(path, refuse_empty=named)


def _content(
    path: str,
    file: BinaryIO,
    *,
    named: bool,
    plugins: tuple[str, ...],
    nearest: dict[str, list[tuple[str, Match]]],
    progress: Progress | None,
) -> list[Run]:
    data = _filled(file, HEAD_BYTES)
    head = Head(path.partition("?")[0] if is_address(path) else path, data, len(data) < HEAD_BYTES)
    ranked = choose(head, plugins)
    if not ranked or ranked[0][1].score <= 0:
        nearest[path] = [(unit.id, match) for unit, match in ranked]
        if kind := packed(data):
            raise Refused(f"{terminal(path)} is packed ({kind})", "unpack it and give the log that is in it")
        raise Refused(f"{terminal(path)} {UNKNOWN}", "give a file with steps and a loss in it")
    unit = ranked[0][0]
    fold = unit.subject(head)
    fold.feed(data)
    total, empty = len(data), 0
    while not head.whole and (piece := file.read(PIECE)):
        total += len(piece)
        empty = empty + 1 if piece.count(0) == len(piece) else 0
        if empty > EMPTY:
            break
        most = MAX_FETCHED_BYTES if is_address(path) else MAX_FILE_BYTES
        if total > most and (not unit.declaration.appended or is_address(path)):
            raise Refused(f"{terminal(path)} is larger than {most >> 20} MiB", "cut it, or give a log that is a table")
        fold.feed(piece)
        if progress is not None and path != "-":
            progress.file(path, total, _size(file))
    found = fold.runs()
    runs = [msgspec.structs.replace(run, source=path, id=run.id or f"{path}#{n}") for n, run in enumerate(found)]
    if not runs and named:
        nearest[path] = [(unit.id, match) for unit, match in ranked]
        raise Refused(
            f"{terminal(path)} looks like {unit.title[:1].lower()}{unit.title[1:]} without a point in it",
            "wait for it to grow",
        )
    return runs


def _size(file: BinaryIO) -> int:
    """How large a file is; 0 where nobody says."""
    far = getattr(file, "size", None)  # of fsspec
    return int(far) if far is not None else os.fstat(file.fileno()).st_size if not hasattr(file, "fs") else 0


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
