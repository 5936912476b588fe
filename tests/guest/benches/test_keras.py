from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import pytest

LOOKS = pathlib.Path(__file__).with_name("keras_looks.py")


@pytest.fixture(scope="module", params=["tensorflow", "torch", "jax"])
def told(request: pytest.FixtureRequest) -> dict[str, Any]:
    done = subprocess.run([sys.executable, str(LOOKS), request.param], capture_output=True, text=True)
    said = [line for line in done.stdout.splitlines() if line.startswith("TOLD ")]
    assert said, done.stderr[-3000:]
    return json.loads(said[-1][5:])


def test_gradients_are_those_of_the_backend(told) -> None:
    assert set(told["measured"]) == set(told["expected"])
    for name, (norm, mean, zeros) in told["expected"].items():
        assert told["measured"][name][0] == pytest.approx(norm, rel=1e-4), name
        assert told["measured"][name][1] == pytest.approx(mean, abs=1e-5 * norm), name
        assert told["measured"][name][2] == zeros, name


def test_everything_is_as_it_was(told) -> None:
    assert told["kept"]
    assert told["wrapped"] == []


def test_layers_are_told_in_the_words_of_every_framework(told) -> None:
    assert told["modules"] == [
        ["first", "linear", "relu"],
        ["norm", "normalization", None],
        ["drop", "dropout", None],
        ["second", "linear", None],
        ["bend", "activation", "tanh"],
        ["last", "linear", "softmax"],
    ]
    assert told["depth"] == 3
    assert told["order"] == ["table", "mix", "memory", "head"], "in the order of the call"


def test_the_loss_says_what_it_takes(told) -> None:
    assert told["loss"]["function"] == "cross_entropy_of_probabilities"
    assert told["loss"]["input"]["row_sum_min"] == pytest.approx(1, abs=1e-5)
    assert told["loss"]["target"]["classes"] == 3


def test_whose_output_enters_whom_and_how_rows_differ(told) -> None:
    assert told["fed"] == [None, "first", "norm", "drop", "second", "bend"]
    assert told["loss"]["entered_from"] == "softmax"
    assert all(0 < one < 1.001 for one in told["between"])


def test_units_and_rows(told) -> None:
    assert told["independence"]["batch"] < 1e-5
    assert list(told["dead"]) == ["act/dead/first"]
    assert {"act/mean", "act/saturated", "grad", "weight", "train"} <= set(told["series"])
    measured, wanted = told["table"]
    assert measured == wanted, "rows of a table that no token asked for have no gradient"


def test_settings_come_from_the_compiled_optimizer(told) -> None:
    assert told["settings"]["optimizer"] == "Adam"
    assert told["settings"]["lr"] == pytest.approx(1e-3)
    assert told["settings"]["batch_size"] == 9


def test_what_does_not_fit_is_said(told) -> None:
    first, second, third = told["refused"]
    assert first.startswith("the labels go from 1 to 3, but the model has 3 outputs")
    assert second.startswith("the model raised ValueError")
    assert "no targets and no loss" in third
