"""The reader of Keras' progress: golden files, old and new dresses, unfinished epochs, cuts, noise."""

from __future__ import annotations

import itertools
import json
import math
import pathlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.keras_progress import KerasProgress, accepts
from traindx.schema import Head, Match, Run

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "keras"
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]
FILES = sorted(name for name in FACTS if name.startswith("stdout"))
KEYS = {"loss": "train/loss", "accuracy": "train/metric/accuracy", "val_loss": "val/loss",
        "val_accuracy": "val/metric/accuracy", "learning_rate": "lr"}  # fmt: skip


def match(data: bytes | str) -> Match:
    raw = data.encode() if isinstance(data, str) else data
    return accepts(Head("log.txt", raw, True))


def read(data: bytes | str, *cuts: int) -> list[Run]:
    raw = data.encode() if isinstance(data, str) else data
    fold = KerasProgress(Head("log.txt", raw, True))
    for first, last in itertools.pairwise((0, *sorted(cuts), len(raw))):
        fold.feed(raw[first:last])
    return fold.runs()


def curve(run: Run, key: str) -> list[tuple[int, float]]:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


@pytest.mark.parametrize("name", FILES)
def test_golden(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    assert match(data).score > 0.9
    (run,) = read(data)
    assert (run.unit, run.framework, run.settings) == ("epoch", "keras", {"epochs": 5})
    for word, facts in FACTS[name]["series"].items():
        series = run.series[KEYS[word]]
        assert series.per == ("evaluation" if word.startswith("val_") else "epoch")
        points = dict(curve(run, KEYS[word]))
        assert len(points) == facts["points"]
        for epoch, value in facts["some"]:  # epochs are printed from 1
            said = points[epoch + 1]
            assert math.isclose(said, float(value), abs_tol=5e-5) or (said != said and value == "NaN")
        assert sum(not math.isfinite(value) for value in points.values()) == facts["non_finite"]


BAR = "[==============================]"
DRESSES = [
    f"Epoch 1/2\n960/960 {BAR} - 3s 3ms/step - loss: 2.5 - val_loss: 3.5\nEpoch 2/2\n"
    f"960/960 {BAR} - 3s 3ms/step - loss: 1.5 - val_loss: 2.5\n",
    "Epoch 1/2\n - 3s - loss: 2.5 - val_loss: 3.5\nEpoch 2/2\n - 3s - loss: 1.5 - val_loss: 2.5\n",
    "Epoch 1/2\n3s - loss: 2.5 - val_loss: 3.5\nEpoch 2/2\n3s - loss: 1.5 - val_loss: 2.5\n",
    "Epoch 1/2\n8/8 - 0s - 41ms/step - loss: 2.5 - val_loss: 3.5\nEpoch 2/2\n"
    "8/8 - 0s - 41ms/step - loss: 1.5 - val_loss: 2.5\n",
    "Epoch 1/2\n8/8 - 0s - loss: 2.5 - val_loss: 3.5 - 12s/epoch - 40ms/step\nEpoch 2/2\n"
    "8/8 - 0s - loss: 1.5 - val_loss: 2.5 - 12s/epoch - 40ms/step\n",
    "Epoch 1/2\n 1/8 [==>...........] - ETA: 3s - loss: 9.5\b\b\b\b\r"
    f"8/8 {BAR} - 1s 3ms/step - loss: 2.5 - val_loss: 3.5\n"
    "Epoch 2/2\n 1/8 [==>...........] - ETA: 3s - loss: 8.5\b\b\b\b\r"
    f"8/8 {BAR} - 1s 3ms/step - loss: 1.5 - val_loss: 2.5\n",
    f"Epoch 1/2\n8/8 {BAR} - ETA: 0s - loss: 2.75\r8/8 {BAR} - 1s 3ms/step - loss: 2.5 - val_loss: 3.5\n"
    "Epoch 1: val_loss improved from inf to 3.5, saving model to a.keras\n"
    f"Epoch 2/2\n8/8 {BAR} - ETA: 0s - loss: 1.75\r8/8 {BAR} - 1s 3ms/step - loss: 1.5 - val_loss: 2.5\n",
    "Epoch 1/2\n\x1b[1m8/8\x1b[0m \x1b[32m━━━━━━━━━━━━━━━━━━━━\x1b[0m\x1b[37m\x1b[0m "
    "\x1b[1m0s\x1b[0m 41ms/step - loss: 2.5 - val_loss: 3.5\n"
    "Epoch 2/2\n8/8 ━━━━━━━━━━━━━━━━━━━━ 0s 41ms/step - loss: 1.5 - val_loss: 2.5\n",
    f"8/8 {BAR} - 1s 3ms/step - loss: 2.5 - val_loss: 3.5\nEpoch 2/2\n"
    f"8/8 {BAR} - 1s 3ms/step - loss: 1.5 - val_loss: 2.5\n",
]  # fmt: skip


@pytest.mark.parametrize("text", DRESSES)
def test_dress(text: str) -> None:
    assert match(text).score > 0.9
    (run,) = read(text)
    assert run.unit == "epoch"
    assert curve(run, "train/loss") == [(1, 2.5), (2, 1.5)]
    assert curve(run, "val/loss") == [(1, 3.5), (2, 2.5)]


def test_within_the_first_epoch_running_means_are_all_there_is() -> None:
    (run,) = read("Epoch 1/9\n" + "\r".join(f"{n}/8 [==>....] - ETA: 3s - loss: {9 - n}.5" for n in (1, 2, 3)) + "\n")
    assert (run.unit, run.steps_per_epoch) == ("step", 8)
    assert run.series["train/loss"].per == "running"
    assert curve(run, "train/loss") == [(1, 8.5), (2, 7.5), (3, 6.5)]


ENDED = "".join(f"Epoch {n}/9\n8/8 {BAR} - 1s 3ms/step - loss: {9 - n}.5\n" for n in (1, 2))


@pytest.mark.parametrize(("loss", "points"), [("3.5", 2), ("nan", 3), ("inf", 3)])
def test_an_epoch_that_never_ended_counts_where_its_mean_is_certain(loss: str, points: int) -> None:
    (run,) = read(ENDED + f"Epoch 3/9\n1/8 [==>....] - ETA: 3s - loss: 4.5\r2/8 [==>....] - ETA: 3s - loss: {loss}\n")
    assert len(curve(run, "train/loss")) == points
    assert run.fact("running means within the epochs") == 2


def test_a_bar_behind_the_last_epoch_is_an_evaluation() -> None:
    (run,) = read(ENDED + f"313/313 {BAR} - 1s 2ms/step - loss: 0.25 - accuracy: 0.75\n10/10 {BAR} - 1s 2ms/step\n")
    assert curve(run, "train/loss") == [(1, 8.5), (2, 7.5)]
    assert (run.fact("evaluated loss"), run.fact("evaluated accuracy")) == (0.25, 0.75)


def test_settings_and_outcome() -> None:
    (run,) = read(
        "learning rate: 0.1\nbatch_size=64\n" + ENDED + "Traceback (most recent call last):\nKeyboardInterrupt\n"
    )
    assert run.settings == {"lr": 0.1, "batch_size": 64, "epochs": 9}
    assert run.outcome.state == "interrupted"


def test_fitting_again_is_another_run() -> None:
    first, second = read(ENDED + ENDED)
    assert curve(first, "train/loss") == curve(second, "train/loss") == [(1, 8.5), (2, 7.5)]


@pytest.mark.parametrize("text", [
    "", "hello", "Epoch 1/2\n", "Epoch 1/2\nloss: 0.5\n", f"10/10 {BAR} - 1s 2ms/step\n", "3/4 - a: 0.5\n",
    f"12/12 {BAR} - 1s 2ms/step - price: 3\n", "step 1 - loss: 2.5\n", "Downloading 10/12 [====>] 3s - eta: 4\n",
    "Epoch 1:  50%|#####     | 1/2 [00:01<00:01,  1.0it/s, loss=2.5]\n",
])  # fmt: skip
def test_what_keras_does_not_print_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "Keras" in found.reason


def test_a_document_that_shows_some_bars_is_refused() -> None:
    assert match(ENDED).score > 0.9
    assert match(ENDED + "Some lines of text.\n" * 30).score == 0


PIECES = ["Epoch 1/3", "Epoch 2/3", "\n", "\r", "\b\b", "1/8 ", "8/8 ", BAR, "[==>...]", " - ETA: 3s", " - 0s",
          " 41ms/step",
          " - loss: ", "nan", "2.5", " - val_loss: 3.5", "━━━", "/Unknown", "Killed", "\x1b[1m", "\0"]  # fmt: skip
PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    match(data)
    assert repr(read(data, min(cut, len(data)))) == repr(read(data))
