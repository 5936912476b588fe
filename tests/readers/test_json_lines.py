from __future__ import annotations

import json
import pathlib
import random
from typing import Any

import pytest

from traindx.readers.json_lines import JsonLines, accepts
from traindx.schema import Head, Run
from traindx.verbs.read import gather


def lines(*rows: Any) -> bytes:
    return b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)


def read(*rows: Any) -> list[Run]:
    data = lines(*rows)
    fold = JsonLines(Head("log.jsonl", data, True))
    fold.feed(data)
    return fold.runs()


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


def test_rows_of_several_kinds() -> None:
    (run,) = read(
        {"config": {"learning_rate": 0.1, "password": "hunter2hunter2"}},
        {"step": 1, "loss": 3, "lr": 0.1},
        {"step": 2, "loss": float("nan"), "lr": 0.1},
        {"step": 2, "val": {"loss": 4}},
        b"warning: something",
        {"step": 3, "loss": 1, "note": "x"},
    )
    assert run.settings == {"lr": 0.1, "password": "[redacted]"}
    assert run.series["train/loss"].steps.tolist() == [1, 2, 3]
    assert curve(run, "val/loss") == [(2, 4)]
    assert run.fact("rows refused") == 1


def test_the_mode_says_whose_a_row_is() -> None:
    (run,) = read(*({"mode": mode, "epoch": epoch, "loss": 1} for epoch in (1, 2) for mode in ("train", "val")))
    assert run.unit == "epoch"
    assert set(run.series) == {"train/loss", "val/loss"}


def test_rows_of_name_and_value() -> None:
    (run,) = read(*({"step": n, "name": name, "value": n} for n in (1, 2) for name in ("train/loss", "val/loss")))
    assert curve(run, "train/loss") == [(1, 1), (2, 2)]
    assert curve(run, "val/loss") == [(1, 1), (2, 2)]


def test_runs_and_ranks_are_kept_apart() -> None:
    first, second = read(*({"run": run, "rank": rank, "step": n, "loss": rank}
                           for run in "ab" for n in (1, 2) for rank in (0, 1)))  # fmt: skip
    assert set(first.series) == {"train/loss", "train/loss@1"}
    assert curve(second, "train/loss@1") == [(1, 1), (2, 1)]


def test_a_word_that_never_changes_is_a_setting() -> None:
    (run,) = read(*({"step": n, "loss": n, "batch_size": 8, "seed": n} for n in (1, 2)))
    assert run.settings == {"batch_size": 8}


def test_an_evaluation_of_mmengine_has_no_rate() -> None:
    (run,) = read(
        {"lr": 0.1, "data_time": 0.1, "loss": 3, "time": 0.2, "epoch": 1, "iter": 10, "step": 10},
        {"mIoU": 0.5, "data_time": 0.1, "time": 0.2, "step": 10},
        {"lr": 0.1, "data_time": 0.1, "loss": 2, "time": 0.2, "epoch": 2, "iter": 20, "step": 20},
    )
    assert run.framework == "mmengine"
    assert curve(run, "val/metric/miou") == [(10, 0.5)]


def test_an_evaluation_of_mmengine_that_counts_epochs_stands_behind_the_training() -> None:
    path = pathlib.Path(__file__).parents[1] / "golden" / "mmengine" / "scalars.json"
    (run,) = gather([str(path)]).runs
    known = json.loads((path.parent / "facts.json").read_text())["files"][path.name]
    assert run.series["val/metric/mae"].steps.tolist() == [12, 24, 36, 48, 60]
    one = run.series["train/loss"]
    assert (one.per, one.window, len(one)) == ("window", known["window"], known["series"]["loss"]["points"])
    assert sum(value != value for value in one.values.tolist()) == known["series"]["loss"]["non_finite"]
    assert curve(run, "train/loss")[0] == tuple(known["series"]["loss"]["some"][0])


def test_detectron_after_a_restart_with_what_its_evaluators_measured() -> None:
    def of(at: int, loss: float) -> bytes:
        row = {"data_time": 0.1, "iteration": at, "loss_cls": loss, "lr": 0.02, "time": 0.3, "total_loss": loss}
        return json.dumps(row).encode() + b"\r"

    ap = {"bbox/AP": 30.5, "bbox/AP50": 50.25, "coco_val/segm/AP75": 20.5}
    (run,) = read(of(19, 5), of(39, 4), {**ap, "iteration": 39}, of(59, 3), {**ap, "bbox/APl": 9, "iteration": 59},
                  of(39, 8), of(59, float("nan")))  # fmt: skip
    assert curve(run, "train/loss")[:2] == [(19, 5), (39, 8)]
    assert run.series["train/loss"].values[2] != run.series["train/loss"].values[2]
    assert run.fact("resumed") == 39
    assert not any("ap" in key.lower() for key in run.series)  # all of it stood behind the restart
    (run,) = read(of(19, 5), of(39, 4), {**ap, "iteration": 39}, of(59, 3))
    assert curve(run, "val/metric/bbox_ap50") == [(39, 50.25)]
    assert run.series["val/metric/bbox_ap50"].per == "evaluation"


def test_detectron_writes_medians() -> None:
    (run,) = read(*({"iteration": n, "total_loss": 1, "lr": 0.1, "data_time": 0.1} for n in (19, 39)))
    assert run.framework == "detectron2"
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("smoothed", 20)


def test_a_torn_line_counts_when_it_is_whole() -> None:
    data = lines({"step": 1, "loss": 3}, {"step": 2, "loss": 2})
    fold = JsonLines(Head("log.jsonl", data, True))
    fold.feed(data[:-8])
    assert len(fold.runs()[0].series["train/loss"]) == 1
    fold.feed(data[-8:-1])
    assert len(fold.runs()[0].series["train/loss"]) == 2
    fold.feed(data[-1:])
    assert len(fold.runs()[0].series["train/loss"]) == 2
    assert fold.runs()[0].fact("rows refused") is None


def test_means_over_the_steps_between_rows() -> None:
    (run,) = read(*({"current_steps": n, "total_steps": 30, "loss": 1, "learning_rate": 0.1, "percentage": n}
                    for n in (10, 20, 30)))  # fmt: skip
    assert run.framework == "transformers"
    assert (run.series["train/loss"].per, run.series["train/loss"].window) == ("window", 10)
    assert run.series["lr"].per == "step"
    assert run.settings["steps_total"] == 30


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (lines({"id": 1, "text": "a"}, {"id": 2, "text": "b"}), "loss or a metric"),
        (lines({"id": 1, "loss": 2.5, "age": 3}, {"id": 2, "loss": 3, "age": 4}), "counts steps"),
        (b"epoch,loss\n1,2\n", "JSON objects"),
        (b'{"loss": [1, 2]}', "one JSON object"),
        (b"", "JSON objects"),
    ],
)
def test_what_is_no_log_is_refused_with_its_reason(data: bytes, word: str) -> None:
    match = accepts(Head("data.json", data, True))
    assert match.score == 0
    assert word in match.reason


def made(seed: int) -> bytes:
    """Rows of a training with an odd one now and then."""
    draw = random.Random(seed)
    odd = [b'{"step": 3, "loss": "0.5"}', b"text", b"", b'{"step": 5, "val_loss": null}', b'{"note": "x", "loss": 2}',
           b'{"loss": -Infinity, "step": 9}', b'{"step": 7, "loss": 1, "new": NaN}',
           b'{"step": 2, "iter": 1}']  # fmt: skip
    found = []
    for step in range(draw.choice([30, 400])):
        row = {"step": step, "loss": draw.random(), "lr": 0.1, "batch_size": 32, "time": f"00:{step}"}
        found.append(json.dumps({"step": step, "val_loss": 1.5} if step % 10 == 9 else row).encode())
        if draw.random() < 0.02:
            found.append(draw.choice(odd))
    return b"\n".join(found) + draw.choice([b"", b"\n"])


@pytest.mark.parametrize("seed", range(20))
def test_many_rows_at_once_make_the_run_that_they_make_one_by_one(seed: int) -> None:
    data = made(seed)
    whole, parts = JsonLines(Head("log.jsonl", data, True)), JsonLines(Head("log.jsonl", data, True))
    whole.feed(data)
    for line in data.splitlines(keepends=True):
        parts.feed(line)
    assert whole.runs() == parts.runs()
    assert [list(run.series) for run in whole.runs()] == [list(run.series) for run in parts.runs()]


def test_a_setting_stays_the_number_that_was_written() -> None:
    (run,) = read(*({"step": n, "loss": n / 7, "batch_size": 8} for n in range(100)))
    assert repr(run.settings) == "{'batch_size': 8}"
