"""The events of a training loop, without a framework."""

import json
import math
import pathlib

from traindx.guest.loop import DENSE, Faults, Training, told


def training(folder: pathlib.Path) -> Training:
    one = Training(str(folder), Faults())
    one.capture.header(kind="run", framework=None, versions={})
    one.capture.table("tensors", ["a", "b"])
    return one


def rows(one: Training) -> list[dict]:
    return [
        json.loads(line) for line in (pathlib.Path(one.folder) / f"{one.number}-rank0.jsonl").read_text().splitlines()
    ]


def step(one: Training, norm: float, *, own: float = 0.0) -> int:
    close = one.close_look()
    number = one.step_ended(own, close=close)
    one.numbers(number, {"train/loss": 1.0, "grad/norm": norm}, [0, 1], [norm, 0.0], close=close)
    return number


def test_each_training_has_a_file_of_its_own(tmp_path: pathlib.Path) -> None:
    assert [training(tmp_path).number, training(tmp_path).number] == [1, 2]


def test_every_step_has_its_scalars_and_vectors_thin_out(tmp_path: pathlib.Path) -> None:
    one = training(tmp_path)
    for _ in range(300):
        step(one, 1.0, own=0.01)
    found = rows(one)
    assert [row["step"] for row in found if "train/loss" in row] == list(range(300))
    vectors = [row["step"] for row in found if "vector" in row]
    assert vectors[:DENSE] == list(range(DENSE))
    assert len(vectors) < 60


def test_a_number_that_is_none_is_an_alarm_with_what_came_before(tmp_path: pathlib.Path) -> None:
    one = training(tmp_path)
    for _ in range(200):
        step(one, 1.0, own=0.01)
    bad = step(one, math.nan)
    found = rows(one)
    assert {"fact": "alarm", "value": "nonfinite", "step": bad} in found
    assert {"fact": "first non-finite tensor", "value": 0, "step": bad} in found
    assert {row["step"] for row in found if "vector" in row} >= set(range(bad - 40, bad + 1))
    assert one.close_look()


def test_a_leap_is_an_alarm_and_a_steady_norm_is_none(tmp_path: pathlib.Path) -> None:
    one = training(tmp_path)
    for _ in range(50):
        step(one, 2.0)
    assert not [row for row in rows(one) if row.get("fact") == "alarm"]
    step(one, 40.0)
    assert [row["value"] for row in rows(one) if row.get("fact") == "alarm"] == ["leap"]


def test_the_parent_can_end_it(tmp_path: pathlib.Path) -> None:
    one = training(tmp_path)
    (tmp_path / "control.json").write_text('{"stop_after_step": 2}')
    step(one, 1.0)
    assert not one.asked_to_stop()
    step(one, 1.0)
    assert one.asked_to_stop()


def test_the_end_is_written_once_with_what_failed_in_us(tmp_path: pathlib.Path) -> None:
    one = training(tmp_path)
    one.faults.note(OSError())
    one.end("completed")
    one.end("crashed")
    assert rows(one)[-2:] == [
        {"fact": "watching failed", "value": {"times": 1, "last": "OSError"}},
        {"end": {"state": "completed"}},
    ]


def test_an_exception_is_told_without_its_secrets() -> None:
    try:
        raise ValueError("refused: password=hunter2secret")
    except ValueError as error:
        said = told(error)
    assert said["type"] == "ValueError"
    assert "hunter2" not in said["message"]
    assert ":" in said["where"]
