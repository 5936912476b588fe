import math

import pytest

from traindx.reports.wording import (
    by_interest,
    compact,
    counted,
    ended,
    format_words,
    listed,
    message,
    missing_words,
    named,
    out_of_sight,
    plain,
    scope_words,
    span,
    unseen_words,
    with_values,
)
from traindx.schema import Failure, Outcome, Series, Unseen
from traindx.schema.names import SERIES


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (3e-4, "3e-4"), (1.234e-5, "1.23e-5"), (0.001, "0.001"), (0.2134, "0.213"), (0.21, "0.21"), (2.005, "2.00"),
        (2.0149, "2.01"), (9.996, "10.0"), (19.0, "19.0"), (99.96, "100"), (214.4, "214"), (999.6, "1,000"),
        (1410.0, "1,410"), (99_999.4, "99,999"), (123_456.0, "1.23e5"), (0.0, "0"), (-2.5, "-2.50"), (7, "7"),
        (1_200_000, "1,200,000"), (10**400, "1e300"), (math.nan, "NaN"), (math.inf, "Inf"), (-math.inf, "-Inf"),
        (None, "-"), (5e-324, "4.94e-324"), (1.797e308, "1.8e308"), (0.99996, "1.00"),
    ],
)  # fmt: skip
def test_measurements_in_three_digits(value, told):
    assert compact(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (3e-4, "3e-4"), (0.001, "0.001"), (0.00125, "0.00125"), (1.0, "1"), (8, "8"), (12345678, "12345678"),
        (1e-8, "1e-8"), (2.5e10, "2.5e10"), (True, "True"), (None, "None"), ("adam", "adam"), ([1, "a"], '[1, "a"]'),
        (math.inf, "Inf"), ({"a": object}, '{"a": "<class \'object\'>"}'),
    ],
)  # fmt: skip
def test_settings_as_they_were_written(value, told):
    assert plain(value) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("train/loss", "training loss"),
        ("val/loss/second", "validation loss second"),
        ("val/metric/accuracy", "validation accuracy"),
        ("val/metric/*", "validation metric"),
        ("grad/norm", "gradient norm"),
        ("grad/norm/fc1", "gradient norm of fc1"),
        ("grad/norm/*", "gradient norm of layers"),
        ("lr@3", "learning rate (rank 3)"),
        ("something/own", "something/own"),
        ("", ""),
    ],
)
def test_series_in_words(name, told):
    assert named(name) == told


def test_every_series_of_ours_has_words():
    assert [name for name in SERIES if named(name) == name and name not in ("epoch", "tokens")] == []


def test_counts_and_lists():
    assert counted(1, "point") == "1 point"
    assert counted(1200, "point") == "1,200 points"
    assert counted(2, "series", "series") == "2 series"
    assert [listed([]), listed("a"), listed("ab"), listed("abc")] == ["", "a", "a and b", "a, b and c"]


def test_how_a_run_ended(make):
    states = {"completed": "finished", "running": "still running", "unknown": "how it ended is not in the log"}
    for state, told in states.items():
        assert ended(make["a_run"](outcome=Outcome(state))) == told
    assert ended(make["a_run"](outcome=Outcome("crashed", error=Failure("KeyError")))) == "crashed (KeyError)"


@pytest.mark.parametrize(
    ("format", "told"),
    [("transformers", "transformers log"), ("lightning_csv", "lightning CSV"), ("csv-table", "CSV table"),
     ("keras-history", "keras history"), ("text", "text"), ("", "unknown format")],
)  # fmt: skip
def test_formats_in_words(make, format, told):
    assert format_words(make["a_run"](format=format)) == told


def test_the_span_of_a_run(make):
    assert span(make["a_run"]()) == (10, 5000)
    assert span(make["a_run"](series={})) is None
    assert span(make["a_run"](series={"a": Series.of("a", [], []), "b": Series.of("b", [9, 3], [1, 2])})) == (3, 9)


def test_health_speaks_only_of_what_was_there(make):
    assert scope_words(make["a_healthy"]()) == "loss, validation, rate and gradient norm"
    assert scope_words(make["a_problem"](scope=["loss", "generalization"])) == "loss"
    assert scope_words(make["a_problem"](scope=[])) == "nothing"
    assert scope_words(make["a_problem"](scope=["loss", "own"])) == "loss and own"


def test_the_gaps_in_one_sentence(make):
    assert unseen_words(make["a_problem"]()) == (
        "overfitting (no validation); layers, speed, data, the loop itself (seldom in a log); "
        "trends (training loss is too short); the level of chance (classes not known)"
    )
    unseen = [Unseen("a", [], "failed: ValueError: x"), Unseen("b", [], "failed: KeyError"), Unseen("c", [], "because")]
    assert unseen_words(make["a_problem"](unseen=unseen, access=["log", "code"])) == (
        "2 looks that failed (--full says why); c (because)"
    )
    # Validation is there, only not this measure of it: a detail for the long form.
    unseen = [Unseen("val-at-chance", ["val/metric/accuracy"], "the log has no validation accuracy")]
    assert "validation" not in unseen_words(make["a_healthy"](unseen=unseen))


def test_what_few_logs_hold_is_no_gap(make):
    unseen = [Unseen("input-bound", ["time/data"], "the log has no time/data"), Unseen("x", ["grad/norm/*"], "none")]
    assert unseen_words(make["a_healthy"](unseen=unseen)).startswith("layers, speed, data, the loop itself")
    unseen = [Unseen("loss-shapes-differ", ["loss"], "not in the log: loss")]
    assert unseen_words(make["a_healthy"](unseen=unseen)) == "layers, speed, data, the loop itself (seldom in a log)"
    series = {name: Series.of(name, [1, 2], [1.0, 2.0]) for name in ("train/loss", "grad/norm/a", "time/step")}
    assert out_of_sight(make["a_run"](series=series)) == ["data", "the loop itself"]


def test_messages_in_the_words_of_the_log(make):
    said = "lr falls to 0 at step 7, between steps 3 and 9, lr/a stays"
    finding = make["a_finding"]("lr-zero", "error", said, series="lr")
    run = make["a_run"]()
    assert message(finding, run) == "learning rate falls to 0 at step 7, between steps 3 and 9, lr/a stays"
    epochs = make["a_run"](unit="epoch")
    assert message(finding, epochs) == "learning rate falls to 0 at epoch 7, between epochs 3 and 9, lr/a stays"
    odd = make["a_finding"]("x", "error", r"\g<0> (a+)+$ at step 1", series="(a+)+$")
    assert message(odd, run) == r"\g<0> (a+)+$ at step 1"


def test_what_is_missing_in_words(make):
    assert missing_words(make["a_problem"](missing=["lr", "val/loss", "classes"])) == [
        "learning rate",
        "validation loss",
        "number of classes",
    ]


def test_values_stand_behind_a_fix_that_does_not_say_them():
    assert with_values("lower the rate", 3e-4, 1e-4) == "lower the rate (3e-4 -> 1e-4)"
    assert with_values("lower the rate from 0.0003 to 0.0001", 3e-4, 1e-4) == "lower the rate from 0.0003 to 0.0001"
    assert with_values("warm up", None, 200) == "warm up (200)"
    assert with_values("clip", None, None) == "clip"
    assert with_values("switch on", False, True) == "switch on"


def test_what_only_the_writer_knows_stands_behind_what_everybody_knows(make):
    names = ["epoch", "own", "lr", "val/metric/f1", "val/loss", "train/loss"]
    run = make["a_run"](series={name: Series.of(name, [1], [2]) for name in names})
    assert list(by_interest(run)) == ["train/loss", "val/loss", "val/metric/f1", "lr", "own", "epoch"]
