"""What holds for every reader at once: golden files, torn files, broken files, hostile files.

A new reader is tested as soon as it lies in its folder, on the golden files that it claims.
"""

from __future__ import annotations

import json
import math
import pathlib
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from traindx.decoding.naming import series_name
from traindx.guards.limits import HEAD_BYTES
from traindx.guards.refusal import Refused
from traindx.registry import Unit, units
from traindx.schema import Head, Run
from traindx.verbs.read import choose, gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
FORMATS = sorted(folder.parent for folder in GOLDEN.glob("*/facts.json"))
OUR_OWN = {"facts.json", "made_by.json"}
FILES = sorted(
    path for folder in FORMATS for path in folder.rglob("*") if path.is_file() and path.name not in OUR_OWN
)  # fmt: skip
READERS = [unit for unit in units("readers").values() if unit.declaration.takes == "bytes"]
# A table without names says of no column what it is; the last words of a rank say something only beside the others.
REFUSED = {"hand_written/no_header.csv", "plain_text/crashing_rank.txt"}
# Our own guest writes it: its tests run a training and read what was recorded.
UNRECORDED = {"traindx-recording"}
MUTATIONS = 500
SECONDS = 2.0
SMALL, EVERY, CUTS = 4096, 16, 100


def relative(path: pathlib.Path) -> str:
    return path.relative_to(GOLDEN).as_posix()


def head_of(path: str, data: bytes) -> Head:
    return Head(path, data[:HEAD_BYTES], len(data) <= HEAD_BYTES)


def best(path: str, data: bytes) -> Unit:
    return choose(head_of(path, data))[0][0]


def read(unit: Unit, path: str, *pieces: bytes) -> list[Run]:
    """The runs of a file that comes in pieces; whoever asks in between changes nothing."""
    fold = unit.subject(head_of(path, pieces[0]))
    for piece in pieces:
        fold.feed(piece)
    runs: list[Run] = fold.runs()
    return runs


def attempt(unit: Unit, path: str, *pieces: bytes) -> tuple[list[Run], str]:
    """The runs, or the sentence that refuses them."""
    try:
        return read(unit, path, *pieces), ""
    except Refused as refusal:
        return [], f"{refusal.what}; {refusal.do}"


def claimed(unit: Unit) -> list[pathlib.Path]:
    return [path for path in FILES if relative(path) not in REFUSED
            and best(str(path), path.read_bytes()).id == unit.id]  # fmt: skip


# ----------------------------------------------------------- who claims what


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_each_golden_file_is_claimed_once(path: pathlib.Path) -> None:
    ranked = choose(head_of(str(path), path.read_bytes()))
    assert all(0 <= match.score <= 1 and match.reason for _, match in ranked)
    first, second = (match.score for _, match in ranked[:2])
    if relative(path) in REFUSED and first == 0:
        return
    assert first > second, f"{ranked[0][0].id} and {ranked[1][0].id} both claim it"


WRITERS = {
    r"keras/training.*\.[ct]sv": "keras-csv",
    r"keras/history.*\.json": "keras-history",
    r"lightning/.*/metrics\.csv": "lightning-csv",
    r"lightning/.*/hparams\.yaml": "settings-file",
    r"transformers/.*trainer_state\.json": "trainer-state",
    r"hand_written/(?!no_header).*\.[ct]sv": "csv-table",
    r"hand_written/.*\.jsonl|hand_written/pandas_records\.json": "json-lines",
    r"hand_written/(?!pandas).*\.json": "json-lists",
    r"tensorboard.*/.*tfevents.*": "tensorboard",
    r"wandb/.*\.wandb": "wandb",
    r"mlflow/mlflow\.db|trackio/.*": "tracking-database",
    r"mlflow/mlruns/.*/metrics/.*": "mlflow-metric",
    r"mlflow/mlruns/.*/(?:params/.*|tags/.*|meta\.yaml)": "mlflow-run",
    r"dvclive/.*\.tsv": "dvclive-metric",
    r"clearml/.*/metrics\.jsonl": "clearml-offline",
    r"clearml/.*/task\.json": "clearml-task",
    r"swanlab/.*\.swanlab": "swanlab-run",
    r"wandb_history/.*\.jsonl": "wandb-history",
    r"timm/.*": "csv-table",
    r"mmengine/.*|detectron2/.*": "json-lines",
    r"ultralytics/.*": "ultralytics-csv",
}


@pytest.mark.parametrize("path", FILES, ids=relative)
def test_each_golden_file_is_claimed_by_its_own(path: pathlib.Path) -> None:
    wanted = next((unit for pattern, unit in WRITERS.items() if re.fullmatch(pattern, relative(path))), None)
    if wanted is not None:
        assert best(str(path), path.read_bytes()).id.startswith(wanted)


# ---------------------------------------------------- what is known to be there


def known(folder: pathlib.Path) -> Iterator[tuple[pathlib.Path, dict[str, Any]]]:
    facts = json.loads((folder / "facts.json").read_text(encoding="utf-8"))["files"]
    for name, what in facts.items():
        if f"{folder.name}/{name}" not in REFUSED and what.get("series") and "printed" not in what:
            yield folder / name, what


EXACTLY = {"hand_written", "keras", "lightning", "transformers", "mlflow", "dvclive", "clearml", "timm", "swanlab",
           "wandb_history", "ultralytics", "detectron2"}  # fmt: skip
EXACT = [pair for folder in FORMATS if folder.name in EXACTLY
         for pair in known(folder) if pair[0].suffix != ".txt"]  # fmt: skip
# An index is no curve; what stands in the last row of a training is a fact; an epoch is the axis or follows it.
NO_CURVE = re.compile(r"|epoch|train_runtime|train_loss|train_\w+_per_second|total_flos")


@pytest.mark.parametrize(("path", "what"), EXACT, ids=[relative(path) for path, _ in EXACT])
def test_golden_values(path: pathlib.Path, what: dict[str, Any]) -> None:
    (run,) = gather([str(path)]).runs
    last_row = path.name == "trainer_state.json"
    for word, series in what["series"].items():
        if NO_CURVE.fullmatch(word) and (last_row or word in ("", "epoch")):
            continue
        name = word.replace(".", "/")
        ours = run.series.get(name) or run.series[series_name(name) or name]
        assert len(ours) == series["points"], word
        assert sum(not math.isfinite(value) for value in ours.values.tolist()) == series["non_finite"], word
        points = dict(zip(ours.steps.tolist(), ours.values.tolist(), strict=True))
        for step, value in series["some"]:
            # pandas writes ten decimals into JSON.
            assert points[step] == pytest.approx(float(value), rel=1e-9, nan_ok=True), word
    for name, value in what.get("settings", {}).items():
        if isinstance(value, (int, float, str)):
            assert value in run.settings.values(), name


# ----------------------------------------------------- read while it is written


APPENDED = [path for path in FILES if relative(path) not in REFUSED and path.stat().st_size
            and best(str(path), path.read_bytes()).declaration.appended]  # fmt: skip


@pytest.mark.parametrize("path", APPENDED, ids=relative)
def test_wherever_a_growing_file_is_cut_it_is_read_the_same(path: pathlib.Path) -> None:
    data = path.read_bytes()
    unit = best(str(path), data)
    whole = [compared(run) for run in read(unit, str(path), data)]
    chance = random.Random(len(data))
    # Small ones are cut at every byte by `make promises`.
    cuts = range(0, len(data) + 1, EVERY) if len(data) <= SMALL else sorted(chance.sample(range(len(data)), CUTS))
    for cut in cuts:
        fold = unit.subject(head_of(str(path), data[:cut]))
        fold.feed(data[:cut])
        fold.runs()
        count = chance.randint(1, 64)
        marks = sorted(chance.randint(cut, len(data)) for _ in range(count - 1))
        for first, last in zip([cut, *marks], [*marks, len(data)], strict=True):
            fold.feed(data[first:last])
        assert [compared(run) for run in fold.runs()] == whole, f"cut at {cut}"


def compared(run: Run) -> tuple[object, ...]:
    """A run in a form in which NaN equals NaN and the order of names is nothing. Series are equal when every bit is."""
    return (run.id, run.unit, run.steps_per_epoch, run.series, repr(run.facts), repr(sorted(run.settings.items())),
            repr(run.outcome))  # fmt: skip


DOCUMENTS = [path for path in FILES if relative(path) not in REFUSED
             and not best(str(path), path.read_bytes()).declaration.appended]  # fmt: skip


@pytest.mark.parametrize("path", DOCUMENTS, ids=relative)
def test_a_torn_document_is_refused_or_a_part_of_the_truth(path: pathlib.Path) -> None:
    data = path.read_bytes()
    unit = best(str(path), data)
    whole = {value for run in read(unit, str(path), data) for value in finite(run)}
    for cut in range(0, len(data), max(1, len(data) // 200)):
        runs, refusal = attempt(unit, str(path), data[:cut])
        assert "\n" not in refusal
        assert whole.issuperset(value for run in runs for value in finite(run))


def finite(run: Run) -> list[float]:
    return [value for one in run.series.values() for value in one.values.tolist() if math.isfinite(value)]


# --------------------------------------------------------------- broken files


MIRROR = pathlib.Path(__file__).parents[1] / "promises" / "readers.py"


@pytest.mark.parametrize("unit", READERS, ids=lambda unit: unit.id)
def test_broken_files_are_refused_or_read_truthfully(unit: Unit) -> None:
    """In a process of its own: the memory and the time are the reader's."""
    command = [sys.executable, str(MIRROR), "--child", unit.id, "0", str(MUTATIONS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["mutations"] == MUTATIONS
    assert not found["wrong"], f"make one again with: python tests/promises/readers.py --again {unit.id} NUMBER"
    assert found["peak_megabytes"] < 512


# --------------------------------------------------------------- hostile files


HOSTILE = {
    "nothing": b"",
    "brackets": b"[" * 100_000,
    "braces": b'{"a":' * 100_000,
    "digits": b'{"step": 1, "loss": ' + b"9" * 5000 + b"}\n",
    "digits in a table": b"step,loss\n1," + b"9" * 5000 + b"\n2,0.5\n",
    "a lone surrogate": b'{"step": 1, "loss": 2, "note": "\\ud800"}\n{"step": 2, "loss": 1, "\\ud800": 3}\n',
    "a long field": b'step,loss,note\n1,2,"' + b"x" * 131_073 + b'"\n2,1,y\n',
    "NUL": b"step,loss\0\n1,2\0\n\0\0\0\0",
    "no UTF-8": b"step,loss\n1,\xff\xfe\xfa\n2,0.5\n",
    "binary": bytes(range(256)) * 200,
    "a long line": b"loss " * 400_000,
    "quotes": b'step,loss\n"' * 20_000,
    "columns": b",".join(b"loss%d" % n for n in range(20_000)) + b"\n" + b"1," * 20_000 + b"\n",
    "anchors": b"a: &a [1]\n" + b"b: [*a, *a]\n" * 1000,
    "a bomb of names": b'{"loss": ' + b'{"loss": ' * 60 + b"[1, 2]" + b"}" * 61,
    "zeros": bytes(100_000),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("unit", READERS, ids=lambda unit: unit.id)
def test_hostile_files_are_refused_in_time(unit: Unit, name: str) -> None:
    data = HOSTILE[name]
    for path in ("log.csv", "log.json", "config.yaml"):
        began = time.perf_counter()
        match = unit.declaration.accepts(head_of(path, data))
        assert 0 <= match.score <= 1
        runs, refusal = attempt(unit, path, data)
        assert len(refusal) < 400
        assert time.perf_counter() - began < SECONDS
        json.dumps([list(run.series) for run in runs])


@pytest.mark.parametrize("unit", READERS, ids=lambda unit: unit.id)
def test_every_reader_has_a_golden_file(unit: Unit) -> None:
    assert bool(claimed(unit)) != (unit.id in UNRECORDED), "no golden file of its writer is there"
