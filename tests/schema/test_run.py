import numpy as np
import pytest

from traindx.schema import Fact, Outcome, Run, Series


def test_equal_when_every_bit_is() -> None:
    nan = float("nan")
    assert Series.of("train/loss", [1, 2], [nan, 1.0]) == Series.of(
        "train/loss", np.array([1, 2]), np.array([nan, 1.0])
    )
    assert Series.of("train/loss", [1, 2], [nan, 1.0]) != Series.of("train/loss", [1, 2], [nan, 1.5])


def test_views_cannot_be_written() -> None:
    series = Series.of("train/loss", [1, 2], [0.5, 0.25], wall=[10.0, 20.0])
    with pytest.raises(ValueError, match="read-only"):
        series.values[0] = 1.0
    assert series.wall is not None
    assert series.wall.tolist() == [10.0, 20.0]


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="2 steps but 1 values"):
        Series.of("train/loss", [1, 2], [0.5])


def test_until_keeps_what_was_known() -> None:
    loss = Series.of("train/loss", [1, 2, 3], [3.0, 2.0, 1.0], wall=[1.0, 2.0, 3.0], per="step")
    late = Series.of("val/loss", [3], [1.0])
    facts = [Fact("resumed", 2, step=2), Fact("resumed", 3, step=3), Fact("host", "a")]
    run = Run(
        "a", "a.csv", "csv", series={"train/loss": loss, "val/loss": late}, facts=facts, outcome=Outcome("completed")
    )
    early = run.until(2)
    assert early.series["train/loss"] == Series.of("train/loss", [1, 2], [3.0, 2.0], wall=[1.0, 2.0], per="step")
    assert "val/loss" not in early.series
    assert [fact.value for fact in early.facts] == [2, "a"]
    assert early.outcome.state == "running"


def test_the_rank_is_part_of_the_key() -> None:
    assert Series.of("train/loss", [1], [1.0], rank=3).key == "train/loss@3"
    assert Series.of("train/loss", [1], [1.0]).key == "train/loss"


def test_repr_is_for_people() -> None:
    assert (
        repr(Series.of("train/loss", [0, 10], [2.5, 0.5])) == "Series('train/loss', 2 points, steps 0-10, 2.5 -> 0.5)"
    )
    assert repr(Series.of("train/loss", [], [])) == "Series('train/loss', empty)"


def test_the_last_fact_counts() -> None:
    run = Run("a", "a", "csv", facts=[Fact("resumed", 1), Fact("resumed", 2)])
    assert run.fact("resumed") == 2
    assert run.fact("nothing") is None


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3.0), ("3e-4", 3e-4), (True, None), ("auto", None), (float("nan"), None), (None, None), ([1], None)],
)
def test_a_setting_as_a_number(value: object, number: float | None) -> None:
    assert Run("a", "a.csv", "csv", settings={"lr": value}).number("lr") == number


@pytest.mark.parametrize(("value", "count"), [(-1, None), (0, None), ("500", 500.0), (None, None)])
def test_a_count_is_positive_or_unknown(value: object, count: float | None) -> None:
    assert Run("a", "a.csv", "csv", settings={"steps_total": value}).count("steps_total") == count


def test_the_peak_rate_is_the_logged_one_before_the_one_that_was_set() -> None:
    logged = Series.of("lr", [1, 2, 3], [0.0, 0.2, float("nan")])
    assert Run("a", "a.csv", "csv", series={"lr": logged}, settings={"lr": 0.5}).peak_rate == 0.2
    assert Run("a", "a.csv", "csv", settings={"lr": 0.5}).peak_rate == 0.5
    assert Run("a", "a.csv", "csv").peak_rate is None


def test_the_last_step_is_that_of_the_longest_series() -> None:
    series = {"train/loss": Series.of("train/loss", [1, 2], [2.0, 1.0]), "val/loss": Series.of("val/loss", [9], [1.0])}
    assert Run("a", "a.csv", "csv", series=series).last_step == 9
    assert Run("a", "a.csv", "csv").last_step is None


@pytest.mark.parametrize(
    ("settings", "call"),
    [
        ({"optimizer": "sgd", "momentum": 0.9}, "SGD(model.parameters(), lr=0.1, momentum=0.9)"),
        ({"optimizer": "adamw_torch", "momentum": 0.9}, "AdamW(model.parameters(), lr=0.1)"),
        (
            {"optimizer": "torch.optim.Adam", "weight_decay": "1e-4"},
            "Adam(model.parameters(), lr=0.1, weight_decay=0.0001)",
        ),
        (
            {"optimizer": "SGD", "momentum": 0.9, "weight_decay": 0.001},
            "SGD(\n    model.parameters(), lr=0.1, momentum=0.9, weight_decay=0.001\n)",
        ),
        ({"optimizer": "lion"}, "AdamW(model.parameters(), lr=0.1)"),
        ({}, "AdamW(model.parameters(), lr=0.1)"),
    ],
)
def test_the_optimizer_as_torch_makes_it(settings, call) -> None:
    assert Run("a", "a", "csv", settings=settings).torch_optimizer(0.1) == f"torch.optim.{call}"


def test_layers_of_a_run():
    names = (
        "grad/norm",
        "grad/norm/clipped",
        "grad/norm/fc.0",
        "grad/norm/fc.10",
        "grad/norm/fc.2",
        "weight/norm/fc.0",
    )
    series = {name: Series.of(name, [0], [1.0]) for name in names}
    run = Run("r", "r.csv", "csv", series=series)
    assert list(run.layers("grad/norm")) == ["fc.0", "fc.2", "fc.10"]
    assert [one.layer for one in series.values()] == [None, None, "fc.0", "fc.10", "fc.2", "fc.0"]
    assert Series.of("train/loss/cls", [0], [1.0]).layer is None


def test_ranks_of_a_run():
    made = [Series.of("lr", [0], [0.1], rank=rank) for rank in (None, 1, 2)]
    run = Run("r", "r.csv", "csv", series={one.key: one for one in made})
    assert list(run.ranks("lr")) == [None, 1, 2]
    assert run.layers("lr") == {}
