from __future__ import annotations

from traindx.decoding.records import Records


def records(*rows: dict[str, object]) -> Records:
    made = Records()
    for row in rows:
        made.add(row)
    return made


def test_a_row_that_counts_nothing_and_measures_nothing_is_settings() -> None:
    made = records({"lr_scheduler": "cosine", "args": {"batch_size": 8}}, {"step": 1, "loss": 2})
    assert made.known_settings() == {"schedule": "cosine", "batch_size": 8}


def test_a_setting_that_changes_is_none() -> None:
    assert records({"step": 1, "loss": 2, "seed": 1}, {"step": 2, "loss": 2, "seed": 2}).known_settings() == {}


def test_runs_are_kept_apart() -> None:
    made = records({"run": "a", "step": 1, "loss": 2}, {"run": "b", "step": 1, "loss": 3})
    assert [run for run, _ in made.gathered()] == ["a", "b"]


def test_one_point_a_row() -> None:
    ((_, one),) = records({"tag": "val/loss", "step": 3, "value": 2}).gathered()
    assert one.series["val/loss"].steps.tolist() == [3]
