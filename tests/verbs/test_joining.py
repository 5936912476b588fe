from __future__ import annotations

import json
import pathlib
import shutil
from typing import Any

import numpy as np
import pytest

from traindx.schema import Run, Series
from traindx.verbs.joining import joined
from traindx.verbs.read import gather

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
VERSION = GOLDEN / "lightning" / "healthy" / "lightning_logs" / "version_0"


def table(path: pathlib.Path, name: str = "loss", *, first: int = 0, shift: float = 0.0, count: int = 10) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = "".join(f"{n},{10 - n + shift}\n" for n in range(first, first + count))
    path.write_text(f"step,{name}\n{rows}")
    return str(path)


def one(*paths: Any) -> Run:
    harvest = gather([str(path) for path in paths])
    assert not harvest.troubles
    (run,) = harvest.runs
    return run


# ----------------------------------------------------------- parts of one run


@pytest.mark.parametrize(
    ("first", "second"),
    [("log_rank0.csv", "log_rank1.csv"), ("rank_0/log.csv", "rank_1/log.csv"), ("worker-3.csv", "worker-7.csv")],
)
def test_ranks_in_files_of_their_own(tmp_path: pathlib.Path, first: str, second: str) -> None:
    table(tmp_path / first)
    table(tmp_path / second, shift=0.5)
    run = one(tmp_path)
    assert len(run.series) == 2
    assert run.series["train/loss"].values[0] == 10
    (other,) = (series for series in run.series.values() if series.rank is not None)
    assert other.values[0] == 10.5


@pytest.mark.parametrize(
    ("first", "second"),
    [("train.csv", "val.csv"), ("log_train.csv", "log_valid.csv"), ("train/log.csv", "eval/log.csv")],
)
def test_splits_in_files_of_their_own(tmp_path: pathlib.Path, first: str, second: str) -> None:
    table(tmp_path / "run" / first)
    table(tmp_path / "run" / second, shift=1)
    run = one(tmp_path / "run" / first, tmp_path / "run" / second)
    assert set(run.series) == {"train/loss", "val/loss"}
    assert run.series["val/loss"].values[0] == 11
    assert run.series["val/loss"].per == "evaluation"
    assert run.source == str(tmp_path / "run")


def test_what_was_named_from_here_keeps_its_name_from_here(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("", "run"):
        table(tmp_path / place / "train.csv")
        table(tmp_path / place / "val.csv", shift=1)
    monkeypatch.chdir(tmp_path)
    assert one("run/train.csv", "run/val.csv").source == "run"
    assert one("train.csv", "./val.csv").source == "."


def test_a_word_for_a_split_alone_changes_nothing(tmp_path: pathlib.Path) -> None:
    assert set(one(table(tmp_path / "test_run.csv")).series) == {"train/loss"}


def test_files_with_names_of_their_own_are_runs_of_their_own(tmp_path: pathlib.Path) -> None:
    for name in ("a.csv", "b.csv", "seed1.csv", "seed2.csv"):
        table(tmp_path / name)
    assert len(gather([str(tmp_path)]).runs) == 4


def test_trainings_in_one_file_have_names_of_their_own(tmp_path: pathlib.Path) -> None:
    rows = "".join(f"{n % 5},0.5,{10 - n}\n" for n in range(20))
    (tmp_path / "training.csv").write_text(f"epoch,accuracy,loss\n{rows}")
    runs = gather([str(tmp_path)]).runs
    assert [run.series["train/loss"].values[0] for run in runs] == [10, 5, 0, -5]
    assert len({run.id for run in runs}) == 4


def test_checkpoints_and_the_output_folder_are_one_run() -> None:
    run = one(GOLDEN / "transformers" / "checkpoints")
    assert run.series["train/loss"].steps.tolist() == list(range(2, 25, 2))
    assert run.outcome.state == "completed"
    alone = one(GOLDEN / "transformers" / "checkpoints" / "checkpoint-16")
    assert alone.series["train/loss"].steps.tolist()[-1] == 16


def test_a_checkpoint_from_which_training_went_on_supersedes(tmp_path: pathlib.Path) -> None:
    for last, loss in ((30, 1.0), (40, 2.0)):
        folder = tmp_path / f"checkpoint-{last}"
        folder.mkdir()
        rows = [{"step": step, "loss": loss} for step in range(20 if loss > 1 else 10, last + 1, 10)]
        state = {"log_history": rows, "global_step": last, "max_steps": 100}
        (folder / "trainer_state.json").write_text(json.dumps(state))
    run = one(tmp_path)
    assert run.series["train/loss"].steps.tolist() == [10, 20, 30, 40]
    assert run.series["train/loss"].values.tolist() == [1, 2, 2, 2]


# ------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    "paths", [(VERSION,), (VERSION / "metrics.csv", VERSION / "hparams.yaml"), (VERSION / "metrics.csv",)]
)
def test_settings_go_to_the_log_beside_them(paths: tuple[pathlib.Path, ...]) -> None:
    run = one(*paths)
    assert run.settings["lr"] == 0.003
    assert run.settings["optimizer"] == "AdamW"


def test_the_settings_that_lie_nearest_have_the_first_word(tmp_path: pathlib.Path) -> None:
    for name, lr in (("a", 0.1), ("b", 0.2)):
        table(tmp_path / name / "log.csv")
        (tmp_path / name / "config.yaml").write_text(f"lr: {lr}\nbatch_size: 4\n")
    (tmp_path / "config.yaml").write_text("lr: 0.5\nepochs: 3\n")
    runs = {pathlib.Path(run.source).parent.name: run.settings for run in gather([str(tmp_path)]).runs}
    assert runs == {"a": {"lr": 0.1, "batch_size": 4, "epochs": 3}, "b": {"lr": 0.2, "batch_size": 4, "epochs": 3}}


def test_what_the_log_says_has_the_last_word(tmp_path: pathlib.Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"config": {"lr": 0.3}}\n{"step": 1, "loss": 2}\n{"step": 2, "loss": 1}\n')
    (tmp_path / "config.yaml").write_text("lr: 0.5\nepochs: 3\n")
    assert one(tmp_path).settings == {"lr": 0.3, "epochs": 3}


# --------------------------------------------------------- a run logged twice


def test_one_training_in_two_formats_is_one_run(tmp_path: pathlib.Path) -> None:
    shutil.copytree(VERSION, tmp_path / "csv" / "version_0")
    source = one(VERSION).series
    (tmp_path / "out").mkdir()
    rows = [{"step": step, "loss": round(value, 4)} for step, value in
            zip(source["train/loss"].steps.tolist(), source["train/loss"].values.tolist(), strict=True)]  # fmt: skip
    (tmp_path / "out" / "log.jsonl").write_text("".join(json.dumps({**row, "tokens": 5}) + "\n" for row in rows))
    run = one(tmp_path)
    assert run.framework == "lightning"
    assert run.source == str(tmp_path / "csv" / "version_0" / "metrics.csv")
    assert run.fact("also logged as") == "json-lines"
    assert "tokens" in run.series
    np.testing.assert_array_equal(run.series["train/loss"].values, source["train/loss"].values)


def test_other_values_are_another_run(tmp_path: pathlib.Path) -> None:
    table(tmp_path / "a.csv")
    (tmp_path / "b.jsonl").write_text("".join(json.dumps({"step": n, "loss": 9.5 - n}) + "\n" for n in range(10)))
    assert len(gather([str(tmp_path)]).runs) == 2


def test_the_same_values_in_one_format_are_two_runs(tmp_path: pathlib.Path) -> None:
    table(tmp_path / "seed1" / "log.csv")
    table(tmp_path / "seed2" / "log.csv")
    assert len(gather([str(tmp_path)]).runs) == 2


def part(form: str, key: str, values: list[float], unit: str = "step") -> Run:
    series = Series.of("train/loss", range(len(values)), values)
    return Run(id=key, source=f"{key}/{form}", format=form, unit=unit, series={"train/loss": series})


def test_constant_values_say_nothing() -> None:
    assert len(joined([part("a", "x", [0.0] * 9), part("b", "y", [0.0] * 9)])) == 2


def test_files_of_one_folder_by_two_writers_keep_the_fuller_curve() -> None:
    (run,) = joined([part("a", "x", [3, 2]), part("b", "x", [3, 2, 1])])
    assert len(run.series["train/loss"]) == 3


def test_a_key_is_the_same_however_it_is_written() -> None:
    (run,) = joined([part("a", "x/../y", [3, 2]), part("a", "y", [3, 2])])
    assert len(run.series["train/loss"]) == 2


def test_of_two_writers_the_one_with_the_better_axis_tells_the_run() -> None:
    (run,) = joined([part("a", "x", [3.111, 2.222, 1.333], "row"), part("b", "y", [3.1114, 2.2221, 1.3332])])
    assert run.format == "b"
    assert run.unit == "step"
    (run,) = joined([part("a", "x", [3.111, 2.222, 1.333]), part("b", "y", [3.1114, 2.2221, 1.3332])])
    assert run.series["train/loss"].values[0] == 3.1114


def test_a_run_is_joined_with_one_of_each_format_at_most() -> None:
    parts = [part(form, key, [3.5, 2.5, 1.5]) for form, key in (("a", "x"), ("b", "y"), ("a", "z"))]
    assert sorted(len(run.facts) for run in joined(parts)) == [0, 1]


def test_among_many_runs_twins_are_found_by_where_they_begin() -> None:
    parts = [part(form, f"{form}/{n}", [2.5 + n / 100, 2.0, 1.5]) for form in "ab" for n in range(150)]
    assert len(joined(parts)) == 150
