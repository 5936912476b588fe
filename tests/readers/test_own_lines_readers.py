"""What holds for every reader of lines that a framework or a script prints in its own way.

Each is asked about its golden files and about what its mirrored test holds at its top: TEXT is a log, SHOWN is how many
of its lines a document may show without being one, PIECES are what noise is made of.
"""

from __future__ import annotations

import json
import math
import pathlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.decoding.own_lines import OwnLines
from traindx.registry import units
from traindx.schema import Head

READERS = ("caffe", "darknet", "deepspeed", "fairseq", "llm_c", "megatron", "nanogpt", "stable_baselines3",
           "torchtitan", "torchtune")  # fmt: skip
GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
# They are written beside the lines, and are read as the tables that they are.
TABLES = {("stable_baselines3", "progress.csv"), ("stable_baselines3", "progress.json")}
FACTS = {
    (name, file): facts
    for name in READERS
    for file, facts in json.loads((GOLDEN / name / "facts.json").read_text())["files"].items()
    if (name, file) not in TABLES
}
DRESSES = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "colours": lambda text: text.replace("\n", "\x1b[0m\n\x1b[32m").encode(),
    "redraws": lambda text: text.replace("\n", "\rwaiting  1%|#  |\r\n").encode(),
}

every_reader = pytest.mark.parametrize("name", READERS)
every_file = pytest.mark.parametrize(("name", "file"), FACTS)


def test_every_reader_that_takes_lines_so_is_asked() -> None:
    head = Head("log.txt", b"", True)
    built_so = {unit.module.rpartition(".")[2] for unit in units("readers").values()
                if unit.declaration.takes == "bytes" and isinstance(unit.subject(head), OwnLines)}  # fmt: skip
    assert built_so
    assert built_so <= set(READERS)


@every_file
def test_golden(asked, curve, name: str, file: str) -> None:
    data, told = (GOLDEN / name / file).read_bytes(), FACTS[name, file]
    assert asked(name).match(data).score > 0.6
    (run,) = asked(name).read(data)
    for key, facts in told["series"].items():
        points = dict(curve(run, key))
        assert len(points) == facts["points"], key
        assert sum(not math.isfinite(value) for value in points.values()) == facts["non_finite"], key
        for step, value in facts["some"]:
            assert points[step] == pytest.approx(float(value), rel=1e-12, nan_ok=True), key
    for setting, value in told["settings"].items():
        assert run.settings[setting] == value


@every_file
def test_cut_anywhere_and_continued_it_reads_the_same(asked, name: str, file: str) -> None:
    data, read = (GOLDEN / name / file).read_bytes(), asked(name).read
    whole, choose = read(data), random.Random(file)
    for _ in range(25):
        assert repr(read(data, *(choose.randrange(len(data) + 1) for _ in range(choose.randint(1, 12))))) == repr(whole)


@every_reader
@pytest.mark.parametrize("dress", DRESSES)
def test_dress(asked, samples, name: str, dress: str) -> None:
    one, text = asked(name), samples(name)["TEXT"]
    data = DRESSES[dress](text)
    assert one.match(data).score == one.match(text).score > 0.6
    assert [run.series for run in one.read(data)] == [run.series for run in one.read(text)]


@every_reader
def test_a_document_that_shows_some_lines_is_refused(asked, samples, name: str) -> None:
    text, shown = samples(name)["TEXT"], samples(name)["SHOWN"]
    assert asked(name).match(text).score > 0.6
    assert asked(name).match("\n".join(text.split("\n")[:shown]) + "\nSome lines of text.\n" * 40).score == 0


@every_reader
@settings(deadline=None, max_examples=100)
@given(drawn=st.data(), cut=st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(asked, samples, name: str, drawn, cut: int) -> None:
    pieces = st.lists(st.sampled_from(samples(name)["PIECES"]), max_size=40).map(lambda some: "".join(some).encode())
    data = drawn.draw(st.one_of(st.binary(max_size=300), pieces))
    asked(name).match(data)
    assert repr(asked(name).read(data, min(cut, len(data)))) == repr(asked(name).read(data))
