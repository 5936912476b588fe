from __future__ import annotations

import json
import math
import pathlib
import random
import struct
import zlib

import pytest

from traindx.readers.swanlab_run import HEADER, SwanlabRun, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "swanlab"
(FILE,) = GOLDEN.glob("*/*.swanlab")
OURS = {"train/loss": "train/loss", "lr": "lr", "val/loss": "val/loss", "val/acc": "val/metric/accuracy"}


def varint(value: int) -> bytes:
    octets = []
    value &= 2**64 - 1
    while value > 127:
        octets.append(value & 127 | 128)
        value >>= 7
    return bytes([*octets, value])


def part(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def whole(number: int, value: int) -> bytes:
    return varint(number << 3) + varint(value) if value else b""


def scalar(key: str, step: int, value: float) -> bytes:
    number = b"\x09" + struct.pack("<d", value) if value else b""
    clock = whole(1, 1580137778) + whole(2, 500_000_000)
    return part(13, part(1, key.encode()) + whole(2, step) + whole(3, 1) + part(4, clock) + part(5, number))


def file_of(*records: bytes) -> bytes:
    out = bytearray(HEADER)
    for number, record in enumerate(records):
        data = whole(1, number + 1) + record
        out += struct.pack("<IHB", zlib.crc32(b"\x01" + data), len(data), 1) + data
    return bytes(out)


def fold_of(data: bytes) -> SwanlabRun:
    fold = SwanlabRun(Head("swanlog/run-1-abc/run-abc.swanlab", data, True))
    fold.feed(data)
    return fold


def run_of(*records: bytes) -> Run:
    (run,) = fold_of(file_of(*records)).runs()
    return run


def test_golden_values_and_the_settings_beside_them() -> None:
    (run,) = gather([str(FILE)]).runs
    facts = json.loads((GOLDEN / "facts.json").read_text())["files"]
    known = facts[FILE.relative_to(GOLDEN).as_posix()]["series"]
    assert run.series.keys() == {OURS[name] for name in known}
    for name, what in known.items():
        one = run.series[OURS[name]]
        assert len(one) == what["points"]
        assert sum(not math.isfinite(value) for value in one.values.tolist()) == what["non_finite"]
        points = dict(zip(one.steps.tolist(), one.values.tolist(), strict=True))
        assert all(points[step] == float(value) or math.isnan(points[step]) for step, value in what["some"])
        assert min(one.wall) > 1.7e9
    assert run.series["train/loss"].values[12] == 0.0
    assert {name: run.settings[name] for name in ("lr", "batch_size", "dropout")} == {
        "lr": 0.05, "batch_size": 32, "dropout": 0.1}  # fmt: skip
    assert (run.fact("run name"), run.outcome.state) == ("broken", "completed")


def test_zeros_that_are_left_out_and_the_clock() -> None:
    run = run_of(scalar("loss", 0, 0.0), scalar("loss", 1, -1.5))
    one = run.series["train/loss"]
    assert (one.steps.tolist(), one.values.tolist(), one.wall.tolist()) == ([0, 1], [0, -1.5], [1580137778.5] * 2)


def test_what_is_measured_of_the_machine_is_left_out() -> None:
    column = part(12, whole(1, 2) + whole(2, 1) + part(3, b"__swanlab__.cpu.pct"))
    run = run_of(column, scalar("__swanlab__.cpu.pct", 0, 5.0), scalar("loss", 0, 1.0))
    assert set(run.series) == {"train/loss"}


@pytest.mark.parametrize(("code", "state"), [(1, "completed"), (2, "crashed"), (3, "interrupted"), (0, "unknown")])
def test_how_it_ended(code: int, state: str) -> None:
    run = run_of(part(10, part(4, b"name") + part(10, b"abc")), scalar("loss", 0, 1.0), part(11, whole(1, code)))
    assert (run.outcome.state, run.id, run.fact("run name")) == (state, "abc", "name")


def test_a_resumed_run_supersedes_what_it_logged_again() -> None:
    run = run_of(*(scalar("loss", at, value) for value, at in enumerate((0, 1, 2, 3, 1, 2))))
    assert run.series["train/loss"].values.tolist() == [0, 4, 5]


def test_damage_ends_the_reading_and_is_told() -> None:
    data = bytearray(file_of(*(scalar("loss", at, 1.0) for at in range(9))))
    data[-20] ^= 1
    (run,) = fold_of(bytes(data)).runs()
    assert len(run.series["train/loss"]) == 8
    assert "checksum" in run.fact("damaged")


def test_mutations_raise_nothing() -> None:
    chance = random.Random(5)
    record = scalar("loss", 3, 0.5) + part(10, part(4, b"n")) + part(12, whole(1, 2))
    for _ in range(300):
        broken = bytearray(record)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        fold_of(file_of(bytes(broken), scalar("loss", 4, 1.0))).runs()


def test_accepts_by_the_header() -> None:
    assert accepts(Head("any", HEADER, True)).score > 0.9
    assert 0 < accepts(Head("any", HEADER[:-1] + b"\x01", True)).score < 0.9
    assert accepts(Head("run.swanlab", b":SWL", True)).score == 0
    older = SwanlabRun(Head("any", b"", True))
    older.feed(HEADER[:-1] + b"\x01")
    assert "version 1 of the .swanlab format" in str(older.blocks.damaged)
    assert older.runs() == []
