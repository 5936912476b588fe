from __future__ import annotations

import json
import pathlib
from typing import Any

from traindx.readers.clearml_offline import ClearmlOffline, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "clearml"


def event(metric: str, variant: str, at: int, value: Any, kind: str = "training_stats_scalar") -> dict[str, Any]:
    return {"timestamp": 1000 * at, "type": kind, "task": "t", "iter": at, "metric": metric, "variant": variant,
            "value": value, "method": "get"}  # fmt: skip


def read(*lines: Any) -> Run:
    data = b"".join(json.dumps(line).encode() + b"\r\n" for line in lines)
    head = Head("offline-1/metrics.jsonl", data, True)
    assert accepts(head).score > 0.9
    fold = ClearmlOffline(head)
    fold.feed(data)
    (run,) = fold.runs()
    return run


def test_a_zero_that_stands_for_nan_stays_zero_and_is_told() -> None:
    (run,) = gather([str(GOLDEN)]).runs
    one = run.series["train/loss"]
    assert len(one) == 16
    assert one.values[13:].tolist() == [0.0, 0.0, 0.0]
    fact = next(fact for fact in run.facts if fact.name == "zeros that may stand for NaN or infinity")
    assert (fact.value, fact.step, fact.where) == (3, 13, "loss/train")
    assert run.settings == {"lr": 0.05, "batch_size": 32}
    assert run.fact("run name") == "broken"


def test_title_and_curve_make_the_name() -> None:
    run = read(
        [event("loss", "val", 0, 1), event("loss", "val", 1, 2)],
        [event("accuracy", "accuracy", 1, 0.5)],
        [event("loss", "val", 2, 3, kind="plot")],
        [event(":monitor:gpu", "gpu_0_utilization", 1, 7)],
    )
    assert run.series["val/loss"].values.tolist() == [1, 2]
    assert run.series["val/loss"].wall.tolist() == [0, 1]
    assert set(run.series) == {"val/loss", "train/metric/accuracy"}


def test_iterations_that_were_reported_again() -> None:
    run = read(*([event("loss", "train", at, value)] for value, at in enumerate((0, 1, 2, 3, 1, 2))))
    assert run.series["train/loss"].values.tolist() == [0, 4, 5]


def test_a_line_that_is_longer_than_others_may_be() -> None:
    run = read([event("loss", "train", at, 1) for at in range(10_000)])
    assert len(run.series["train/loss"]) == 10_000


def test_the_beginning_of_a_long_line_is_enough() -> None:
    data = json.dumps([event("loss", "train", at, 1) for at in range(1000)]).encode()
    assert accepts(Head("metrics.jsonl", data[:65536], False)).score > 0.9


def test_other_lines_are_left_alone() -> None:
    for data in (b'{"iter": 1, "loss": 2}\n', b"[1, 2]\n", b'[{"type": "log"}]\n', b"", b"[" * 1000):
        assert accepts(Head("metrics.jsonl", data, True)).score == 0
