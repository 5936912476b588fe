"""How many files that are no log of a training are read as one: python benchmarks/not_logs.py [--each 40] [-v]

Files of other kinds, most of them with something that a log has too: data sets with a column called loss, epoch or
step, written in six ways; logs, configurations and results of other programs; and source, documents and data that lie
in the installed packages and in Python's own library, found when this runs, so many of each kind. Each is named to the
readers as a user would name it. `piped` is the same text without its name. Printed with n and with the rate that can
still be true at 95 % (Clopper and Pearson); the bar is 1 %.
"""

from __future__ import annotations

import argparse
import collections
import csv
import gzip
import io
import json
import pathlib
import random
import sysconfig
import tempfile
from collections.abc import Iterator

from intervals import upper_bound
from others import later
from others.documents import configurations, results
from others.program_logs import program_logs
from others.tables import Row, tables

from traindx.guards.limits import HEAD_BYTES
from traindx.schema import Head
from traindx.verbs.read import choose, gather

BAR = 0.01
FOUND = {
    "Python source": (".py", ".pyi"),
    "other source": (".c", ".h", ".hpp", ".js", ".ts", ".css", ".html", ".pyx", ".f90", ".sh"),
    "documents": (".md", ".rst", ".txt", ".tex"),
    "of a package": ("METADATA", "RECORD", "WHEEL", "LICENSE", "entry_points.txt", "top_level.txt", "INSTALLER"),
    "installed configurations": (".toml", ".cfg", ".ini", ".yaml", ".yml", ".in"),
    "installed data": (".csv", ".tsv", ".json", ".jsonl", ".dat", ".xml", ".csv.gz", ".data", ".npy", ".mat"),
}  # fmt: skip
SUFFIX = {"CSV": "csv", "TSV": "tsv", "CSV with an index": "csv", "JSON lines": "jsonl", "JSON records": "json",
          "JSON columns": "json"}  # fmt: skip
Others = Iterator[tuple[str, str, bytes]]


def made() -> Others:
    """(kind, name, content) of what is made here."""
    for name, rows in {**tables(), **bundled()}.items():
        for way, content in written(rows).items():
            yield f"data sets as {way}", f"{name}.{SUFFIX[way]}", content.encode()
    for kind, files in (("configurations", configurations()), ("results and other texts", results())):
        yield from ((kind, name, content.encode()) for name, content in files.items())
    yield from (("logs of programs", f"{name}.log", content.encode()) for name, content in program_logs().items())
    for name, rows in later.tables().items():
        for way, content in written(rows).items():
            yield "later data sets", f"{name}.{SUFFIX[way]}", content.encode()
    yield from (("later texts", name, content.encode()) for name, content in later.texts().items())


def bundled() -> dict[str, list[Row]]:
    """The data sets that come with scikit-learn."""
    from sklearn import datasets

    sets = {name: getattr(datasets, f"load_{name}")(as_frame=True) for name in
            ("iris", "wine", "breast_cancer", "diabetes", "digits", "linnerud")}  # fmt: skip
    return {name: one.frame.head(150).to_dict("records") for name, one in sets.items()}


def written(rows: list[Row]) -> dict[str, str]:
    """A table in the ways in which tables are written."""
    return {
        "CSV": _csv(rows, ","),
        "TSV": _csv(rows, "\t"),
        "CSV with an index": _csv([{"": index, **row} for index, row in enumerate(rows)], ","),
        "JSON lines": "".join(json.dumps(row) + "\n" for row in rows),
        "JSON records": json.dumps(rows, indent=1),
        "JSON columns": json.dumps({name: [row[name] for row in rows] for name in rows[0]}),
    }


def _csv(rows: list[Row], delimiter: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def discovered(each: int) -> Others:
    """(kind, name, content) of what lies in the installed packages and in Python's own library."""
    folders = {sysconfig.get_path(where) for where in ("purelib", "platlib", "stdlib")}
    files = sorted({path for folder in folders for path in pathlib.Path(folder).rglob("*") if path.is_file()})
    for kind, endings in FOUND.items():
        some = [path for path in files if path.name.endswith(endings) and 0 < path.stat().st_size < 4_000_000]
        for path in random.Random(kind).sample(some, min(each, len(some))):
            content = path.read_bytes()
            name = path.name
            if name.endswith(".gz"):
                name, content = name.removesuffix(".gz"), gzip.decompress(content)
            yield kind, name, content


def read_as(path: pathlib.Path) -> str:
    """The reader that makes a run of a file, or nothing."""
    return next((run.format for run in gather([str(path)]).runs if run.series), "")


def taken_by(content: bytes) -> str:
    """The reader that a text without a name goes to."""
    unit, match = choose(Head("-", content[:HEAD_BYTES], len(content) <= HEAD_BYTES))[0]
    return unit.id if match.score > 0 and unit.id != "settings-file" else ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=40, help="files of each kind that is found in what is installed")
    parser.add_argument("-v", action="store_true", help="name each that is read")
    asked = parser.parse_args()
    count: collections.Counter[str] = collections.Counter()
    wrong: dict[str, list[str]] = collections.defaultdict(list)
    piped = 0
    with tempfile.TemporaryDirectory() as folder:
        for place, (kind, name, content) in enumerate((*made(), *discovered(asked.each))):
            own = pathlib.Path(folder) / str(place)
            own.mkdir()
            (own / name).write_bytes(content)
            count[kind] += 1
            piped += bool(taken_by(content))
            if reader := read_as(own / name):
                wrong[kind].append(f"{name} ({reader})")
    for kind, n in count.items():
        print(f"{kind:32s} {len(wrong[kind]):3d} of {n:4d}", *(wrong[kind] if asked.v else []), sep="  ")
    hits, n = sum(map(len, wrong.values())), count.total()
    bound = upper_bound(hits, n)
    print(
        f"read as a log: {hits} of {n} = {hits / n:.2%}, <= {bound:.2%} at 95 % (bar {BAR:.0%}); piped: {piped} of {n}"
    )
    return 0 if hits / n <= BAR else 1


if __name__ == "__main__":
    raise SystemExit(main())
