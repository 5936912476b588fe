"""The reader of what the transformers Trainer prints: golden files, debris around rows, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.trainer_stdout import TrainerStdout, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
FILES = [("transformers", "stdout.txt"), ("transformers", "loss_becomes_nan/stdout.txt"),
         ("transformers_4", "stdout.txt"), ("transformers_4", "stdout_nan.txt")]  # fmt: skip
KEYS = {
    "loss": ("train/loss", 2),
    "grad_norm": ("grad/norm", 2),
    "learning_rate": ("lr", 2),
    "eval_loss": ("val/loss", 8),
}


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = TrainerStdout(Head("log.txt", raw, True))
    for first, last in itertools.pairwise((0, *sorted(cuts), len(raw))):
        fold.feed(raw[first:last])
    return fold.runs()


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


@pytest.mark.parametrize(("folder", "name"), FILES)
def test_golden(folder: str, name: str) -> None:
    facts = json.loads((GOLDEN / folder / "facts.json").read_text())["files"][name]
    data = (GOLDEN / folder / name).read_bytes()
    assert match(data).score >= 0.9
    (run,) = read(data)
    for word, (key, every) in KEYS.items():
        if word not in facts["series"]:
            continue
        points = curve(run, key)
        assert len(points) == facts["series"][word]["points"]
        for step, value in facts["series"][word]["some"]:  # the step is not printed: a row every so many steps
            said = points[step // every - 1][1]
            assert math.isclose(said, float(value), rel_tol=1e-3) or (said != said and value == "NaN")
        assert sum(not math.isfinite(value) for _, value in points) == facts["series"][word]["non_finite"]
    assert (run.unit, run.outcome.state, run.framework) == ("row", "completed", "transformers")
    assert run.series["train/loss"].per == "window"
    assert run.series["epoch"].values[-1] == 3


def test_the_bar_in_front_of_a_row_tells_the_step() -> None:
    bar = "\r {}%|#  | {}/100 [00:10<01:00,  1.0it/s]"
    text = "".join(
        bar.format(n, n) + " " * 30 + f"\r{{'loss': {n}.5, 'learning_rate': 0.1, 'epoch': 0.{n}}}\n"
        for n in (10, 20, 30)
    )
    (run,) = read(text)
    assert run.unit == "step"
    assert curve(run, "train/loss") == [(10, 10.5), (20, 20.5), (30, 30.5)]
    assert (run.series["train/loss"].window, run.series["lr"].window) == (10, None)


def test_the_bar_of_an_evaluation_is_none_of_the_training() -> None:
    text = (" 10/100 [00:10<01:00]\n{'loss': 2.5, 'epoch': 0.1}\n 5/8 [00:01<00:02]\n{'eval_loss': 3.5, 'epoch': 0.1}\n"
            " 20/100 [00:10<01:00]\n{'loss': 1.5, 'epoch': 0.2}\n")  # fmt: skip
    (run,) = read(text)
    assert curve(run, "train/loss") == [(10, 2.5), (20, 1.5)]
    assert curve(run, "val/loss") == [(10, 3.5)]


@pytest.mark.parametrize("text", [
    "{'loss': 2.5, 'epoch': 0.1}\n 20/100 [00:10<01:00]{'loss': 1.5, 'epoch': 0.2}\n",  # no bar in front of the first
    " 5/9 [00:10<01:00]\n{'loss': 2.5, 'epoch': 0.1}\n{'loss': 1.5, 'epoch': 0.2}\n",  # it stands still
])  # fmt: skip
def test_a_bar_that_does_not_tell_every_step_tells_none(text: str) -> None:
    (run,) = read(text)
    assert run.unit == "row"
    assert curve(run, "train/loss") == [(0, 2.5), (1, 1.5)]


def test_a_step_in_the_row_counts() -> None:
    (run,) = read("{'loss': 2.5, 'epoch': 0.5, 'step': 10}\n{'loss': 1.5, 'epoch': 1.0, 'step': 20}\n")
    assert (run.unit, run.steps_per_epoch) == ("step", 20)
    assert curve(run, "train/loss") == [(10, 2.5), (20, 1.5)]


@pytest.mark.parametrize("text", [
    "{‘loss’: 2.5, ‘epoch’: 0.1}\n{‘loss’: 1.5, ‘epoch’: 0.2}\n",
    "{\n    'loss': 2.5,\n    'epoch': 0.1\n}\n{\n    'loss': 1.5,\n    'epoch': 0.2\n}\n",
    "[INFO|2026-01-02 03:04:05] trainer.py:12 >> {'loss': 2.5, 'epoch': 0.1}\n{'loss': '1.5', 'epoch': '0.2'}\n",
    "[x.callbacks:1] >> {'loss': 2.5, 'learning_rate': 1, 'epoch': 0.1}\n"
    "{'loss': 2.50, 'learning_rate': 1, 'epoch': 0.1}\n"
    "[x.callbacks:1] >> {'loss': 1.5, 'learning_rate': 1, 'epoch': 0.2}\n"
    "{'loss': 1.50, 'learning_rate': 1, 'epoch': 0.2}\n",
])  # fmt: skip
def test_dresses(text: str) -> None:
    assert match(text).score >= 0.9
    (run,) = read(text)
    assert [value for _, value in curve(run, "train/loss")] == [2.5, 1.5]


def test_json_and_documents_that_show_some_rows_are_refused() -> None:
    assert match('{"loss": 2.5, "epoch": 0.1}\n' * 30).score == 0
    assert match("{'loss': 2.5, 'epoch': 0.1}\n" * 3 + "Some lines of text.\n" * 30).score == 0


def test_hosts_stand_beside_each_other() -> None:
    (run,) = read(
        "".join(f"host{host}: {{'loss': {step}.5, 'epoch': 0.{step}}}\n" for step in (3, 2) for host in (7, 4))
    )
    assert [value for _, value in curve(run, "train/loss")] == [3.5, 2.5]
    assert [value for _, value in curve(run, "train/loss@1")] == [3.5, 2.5]


def test_settings_zeros_and_a_crash() -> None:
    (run,) = read(
        "TrainingArguments(learning_rate=0.001, per_device_train_batch_size=8)\n{'loss': 2.5, 'epoch': 0.1}\n"
        "{'loss': 0.0, 'epoch': 0.2}\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n"
        "ValueError: x\n"
    )
    assert (run.settings["lr"], run.settings["batch_size"]) == (0.001, 8)
    assert run.fact("zeros that may stand for NaN") == 1
    assert run.outcome.state == "crashed"


@pytest.mark.parametrize("text", [
    "", "hello", "{'loss': 0.5}", "{'a': 1, 'epoch': 2}\n",
    "{'loss': 'cross_entropy', 'lr': 1}",
    "def f():\n    return {'loss': loss, 'epoch': epoch}\n", "{'train_loss': 2.5, 'val_loss': 3, 'epoch': 1}\n",
    "epoch 1 loss 2.5\nepoch 2 loss 1.5\n",
])  # fmt: skip
def test_what_the_trainer_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "dictionary" in found.reason


PIECES = ["{'loss': ", "2.5", "nan", ", 'epoch': ", "}", "\n", "\r", "{", "'", " 3/9 [00:01<00:02]", "eval_",
          "train_runtime': 3", ">> ", "host3: ", "[rank1]", "Killed\n", "\0", "‘loss’", "(", "]"]  # fmt: skip
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
