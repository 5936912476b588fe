from __future__ import annotations

import base64
import json
import math
import stat
import struct
from typing import Any

import pytest

from traindx.guest.capture import Capture, to_file


def rows(pieces: list[bytes]) -> list[dict[str, Any]]:
    assert all(piece.endswith(b"\n") and piece.count(b"\n") == 1 for piece in pieces)
    return [json.loads(piece, parse_constant=pytest.fail) for piece in pieces]


def test_numbers_that_json_lacks_are_words() -> None:
    pieces: list[bytes] = []
    Capture(pieces.append).scalars(3, {"train/loss": math.nan, "lr": math.inf, "grad/norm": -math.inf, "epoch": 1.5})
    assert rows(pieces) == [
        {"step": 3, "train/loss": "NaN", "lr": "Infinity", "grad/norm": "-Infinity", "epoch": 1.5},
    ]


def test_a_table_is_said_once_and_anew_when_it_changed() -> None:
    pieces: list[bytes] = []
    capture = Capture(pieces.append)
    for names in (["a", "b"], ["a", "b"], ["a"]):
        capture.table("tensors", names)
        capture.vector(0, "grad/norm", "tensors", [1.0] * len(names))
    assert [row["version"] for row in rows(pieces)] == [1, 1, 1, 2, 2]
    assert [row["names"] for row in rows(pieces) if "names" in row] == [["a", "b"], ["a"]]


def test_a_vector_is_little_endian_doubles() -> None:
    pieces: list[bytes] = []
    capture = Capture(pieces.append)
    capture.table("modules", ["one", "two", "three"])
    capture.vector(7, "act/norm", "modules", [0.1, math.nan], at=[0, 2])
    row = rows(pieces)[1]
    first, second = struct.unpack("<2d", base64.b64decode(row["f8"]))
    assert first == 0.1
    assert math.isnan(second)
    assert row["at"] == [0, 2]


def test_a_fact_holds_whatever_it_is_given() -> None:
    pieces: list[bytes] = []
    value = {1: (math.inf, {"deep": math.nan}), "object": complex(1, 2)}
    Capture(pieces.append).fact("model", value, where="model.py:3")
    (row,) = rows(pieces)
    assert row["value"] == {"1": ["Infinity", {"deep": "NaN"}], "object": "(1+2j)"}
    assert row["where"] == "model.py:3"
    assert "step" not in row


def test_a_file_is_new_and_its_owners_alone(tmp_path) -> None:
    path = tmp_path / "0-rank0.jsonl"
    capture, close = to_file(str(path))
    capture.header(kind="run", framework=None, versions={})
    capture.end("completed", exit=0)
    close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [*map(json.loads, path.read_text().splitlines())][-1] == {"end": {"state": "completed", "exit": 0}}
    with pytest.raises(FileExistsError):
        to_file(str(path))
