from __future__ import annotations

import json

import pytest

from traindx.guards.refusal import Refused
from traindx.readers.clearml_task import ClearmlTask, accepts
from traindx.schema import Head, Run


def read(data: bytes) -> list[Run]:
    head = Head("offline-1/task.json", data, True)
    fold = ClearmlTask(head)
    fold.feed(data)
    return fold.runs()


def test_parameters_of_all_sections() -> None:
    told = {"General": {"lr": {"value": "0.1"}, "deep/depth": {"value": "3"}}, "Other": {"note": {"value": "x"}},
            "Bad": [1], "Args": {"batch_size": {"value": None}, "seed": 7}}  # fmt: skip
    data = json.dumps({"id": "offline-1", "name": "first", "hyperparams": told}).encode()
    assert accepts(Head("offline-1/task.json", data, True)).score > 0.9
    (run,) = read(data)
    assert run.settings == {"lr": 0.1, "deep.depth": 3, "Other.note": "x"}
    assert (run.id, run.fact("run name")) == ("offline-1", "first")


def test_what_is_no_task() -> None:
    with pytest.raises(Refused, match="no JSON object"):
        read(b"[1]")
    assert accepts(Head("task.json", b'{"name": "x"}', True)).score == 0
    assert accepts(Head("other.json", b'{"hyperparams": {}}', True)).score == 0
