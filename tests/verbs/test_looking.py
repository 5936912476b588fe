import pytest

from traindx.configuration import Configuration
from traindx.registry import Unit, units
from traindx.schema import Finding, Run, Series, detector, effective, fact, points, series, setting, whole_run
from traindx.verbs import looking


def run(**curves: list[float]) -> Run:
    made = {name.replace("_", "/"): Series.of(name.replace("_", "/"), range(len(values)), values, per="epoch")
            for name, values in curves.items()}  # fmt: skip
    return Run("x", "x.csv", "csv", series=made, settings={"classes": 10})


@pytest.fixture
def only(monkeypatch):
    """Makes one function the only detector there is."""

    def make(function):
        unit = Unit("example", "detectors", "loss", "here", "", function, function.declaration)
        monkeypatch.setattr(looking, "units", lambda stage, plugins=(): {"example": unit})
        return lambda run, **config: looking.look(run, Configuration(**config))

    return make


def found(message: str = "x", **more) -> Finding:
    return Finding(severity="warning", message=message, **more)


def test_what_is_declared_is_given(only) -> None:
    got = []

    @detector(series("train/loss"), setting("classes"), fact("resumed", optional=True), whole_run(),
              series("lr", optional=True), at_least=points(2), when="event")  # fmt: skip
    def example(*given):
        got.append(given)
        yield found()

    findings, unseen = only(example)(run(train_loss=[1.0, 2.0]))
    assert [(one.id, one.when) for one in findings] == [("example", "event")]
    assert unseen == []
    loss, classes, resumed, whole, rate = got[0]
    assert (loss.name, classes, resumed, whole.id, rate) == ("train/loss", 10, None, "x", None)


def test_each_series_is_a_call(only) -> None:
    @detector(series("train/loss"), series("val/loss", "val/loss/*", each=True), at_least=points(1), when="end")
    def example(train, held_out):
        yield found(held_out.name)

    curves = run(train_loss=[1.0], val_loss=[1.0], val_loss_a=[1.0], val_metric_x=[1.0])
    assert [one.message for one in only(example)(curves)[0]] == ["val/loss", "val/loss/a"]


@pytest.mark.parametrize(
    ("curves", "reason"),
    [
        ({}, "the log has no training loss"),
        ({"train_loss": [1.0] * 4}, "training loss is too short: 4 points, 10 are needed"),
    ],
)
def test_blindness_says_why(only, curves, reason) -> None:
    @detector(series("train/loss"), at_least=effective(10), when="end")
    def example(loss):
        yield found()

    findings, unseen = only(example)(run(**curves))
    assert findings == []
    assert [(one.id, one.reason) for one in unseen] == [("example", reason)]


def test_correlated_steps_count_less(only) -> None:
    @detector(series("train/loss"), at_least=effective(10), when="end")
    def example(loss):
        yield found()

    walk, level = [], 0.0
    for n in range(40):
        level += 0.3 if (n // 8) % 2 else -0.3
        walk.append(level)
    raw = Series.of("train/loss", range(40), walk, per="step")
    mean = Series.of("train/loss", range(40), walk, per="epoch")
    look = only(example)
    assert "independent point" in look(Run("x", "x", "csv", series={"train/loss": raw}))[1][0].reason
    assert look(Run("x", "x", "csv", series={"train/loss": mean}))[0]


def test_a_detector_that_raises_does_not_take_the_answer_with_it(only) -> None:
    @detector(series("train/loss"), at_least=points(1), when="end")
    def example(loss):
        yield found()
        raise ZeroDivisionError("by nothing")

    findings, unseen = only(example)(run(train_loss=[1.0]))
    assert findings == []
    assert unseen[0].reason == "failed: ZeroDivisionError: by nothing"


def test_the_user_sets_parameters(only) -> None:
    @detector(series("train/loss"), at_least=points(1), when="end")
    def example(loss, *, limit=1.0):
        yield found(f"{limit}")

    findings, _ = only(example)(run(train_loss=[1.0]), units={"example": {"limit": 3}})
    assert findings[0].message == "3"


def test_unwanted_detectors_are_not_asked() -> None:
    nan = run(train_loss=[1.0, float("nan")])
    assert {one.id for one in looking.look(nan, Configuration(select=("nan-loss",)))[0]} == {"nan-loss"}
    assert "nan-loss" not in {one.id for one in looking.look(nan, Configuration(ignore=("loss",)))[0]}
    assert len(units("detectors")) > 1


def test_a_metric_that_is_a_loss_stands_in_where_no_loss_is_logged(only) -> None:
    @detector(series("train/loss"), at_least=points(1), when="end")
    def example(loss):
        yield found(loss.name)

    logged = run(train_metric_mse=[1.0], train_metric_accuracy=[0.5])
    assert [one.message for one in only(example)(logged)[0]] == ["train/metric/mse"]
    logged = run(train_metric_mse=[1.0], train_loss=[2.0])
    assert [one.message for one in only(example)(logged)[0]] == ["train/loss"]


@pytest.mark.parametrize(("losses", "blind"), [([1.0, 2.0, 3.0], []), ([1.0], ["example"])])
def test_of_a_run_that_goes_on_the_end_is_not_judged(monkeypatch, losses, blind) -> None:
    @detector(series("train/loss"), at_least=points(2), when="end")
    def example(loss):
        raise AssertionError("it was asked")
        yield

    unit = Unit("example", "detectors", "loss", "here", "", example, example.declaration)
    monkeypatch.setattr(looking, "units", lambda stage, plugins=(): {"example": unit})
    findings, unseen = looking.look(run(train_loss=losses), Configuration(), ended=False)
    assert findings == []
    assert [one.id for one in unseen] == blind
