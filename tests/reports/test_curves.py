import numpy as np
import pytest

from traindx.reports.curves import again, chosen, history, main, ordered, seen
from traindx.schema import Series


def of(name, values):
    return Series.of(name, range(10, 10 + len(values)), values)


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("train/loss", [2.31, 1.92, 3.87], "2.31 -> 1.92 (best, step 11) -> 3.87"),
        ("train/loss", [2.0, 3.0, 4.0], "2.00 (best) -> 4.00"),
        ("train/loss", [3.0, 2.0, 1.0], "3.00 -> 1.00"),
        ("train/loss", [3.0, 1.0, np.nan], "3.00 -> 1.00 (best, step 11) -> NaN"),
        ("train/loss", [np.nan, np.nan], "NaN -> NaN"),
        ("train/loss", [2.3], "2.30"),
        ("train/loss", [], "-"),
        ("val/metric/accuracy", [0.1, 0.9, 0.5], "0.1 -> 0.9 (best, step 11) -> 0.5"),
        ("grad/norm", [1.0, 9.0, 2.0], "1.00 -> 2.00"),
    ],
)
def test_a_history_in_words(name, values, told):
    assert history(of(name, values), "step") == told


def test_the_luckiest_point_of_a_noisy_curve_is_no_news():
    noisy = np.full(3000, 2.3) + np.random.default_rng(0).normal(0, 0.01, 3000)
    assert "best" not in history(of("train/loss", noisy), "step")


def test_the_loss_and_the_validation_are_what_a_run_is_told_by(make):
    a, b, c, d = of("train/loss/a", [1]), of("val/metric/accuracy", [1]), of("lr", [1]), of("own", [1])
    assert list(main(make["a_run"](series={"lr": c, "own": d, "val/metric/accuracy": b, "train/loss/a": a}))) == [
        "train/loss/a",
        "val/metric/accuracy",
    ]
    assert list(main(make["a_run"](series={"lr": c, "own": d}))) == ["own"]
    assert list(main(make["a_run"](series={"lr": c}))) == ["lr"]
    assert main(make["a_run"](series={"train/loss": of("train/loss", [])})) == {}


def test_the_loss_stands_before_its_terms_wherever_it_stands_in_the_log(make):
    terms, whole = of("train/loss/entropy", [1]), of("train/loss", [1])
    assert list(main(make["a_run"](series={"train/loss/entropy": terms, "train/loss": whole}))) == ["train/loss"]


def test_an_agent_is_told_by_what_it_earns(make):
    loss, earned = of("train/loss", [1, 2]), of("rollout/ep_rew_mean", [1, 2])
    run = make["a_run"](series={"rollout/ep_rew_mean": earned, "train/loss": loss})
    assert list(main(run)) == ["train/loss", "rollout/ep_rew_mean"]


def test_curves_that_a_finding_speaks_of_join_them(make):
    assert [key for key, _ in chosen(make["a_problem"](), 4)] == ["train/loss", "grad/norm"]
    loud = make["a_finding"]("lr-zero", "warning", "the rate is zero", series="lr")
    assert [key for key, _ in chosen(make["a_problem"](findings=[loud]), 2)] == ["train/loss", "lr"]


def test_the_worst_stands_first_then_what_speaks_for_the_headline(make):
    early = make["a_finding"]("other", "error", "something early", first_step=1)
    ids = [one.id for one in ordered(make["a_problem"](findings=[early, *make["FINDINGS"]]))]
    assert ids == ["loss-spike"] * 3 + ["diverging-loss", "other", "gradient-spike", "no-lr-decay"]


def test_the_same_of_other_places_is_told_once(make):
    assert [len(group) for group in seen(make["a_problem"](), 9)] == [3, 1, 1, 1]
    layers = [make["a_finding"]("vanishing-gradients", "warning", f"layer {place}", series=f"grad/norm/{place}",
                                layer=str(place)) for place in range(5)]  # fmt: skip
    groups = seen(make["a_problem"](findings=layers), 9)
    assert [len(group) for group in groups] == [5]
    assert again(groups[0]) == ", and in 4 more layers"
    sets = [
        make["a_finding"]("overfitting", "warning", f"set {place}", series=f"val/loss/{place}") for place in range(4)
    ]
    assert [again(group) for group in seen(make["a_problem"](findings=sets), 9)] == [", and so in 3 more series"]
    assert [len(group) for group in seen(make["a_problem"](findings=sets[:2]), 9)] == [1, 1]


def test_of_several_validation_sets_the_one_that_is_spoken_of_is_drawn(make):
    series = {name: of(name, [3, 2, 1]) for name in ("train/loss", "val/loss/a", "val/loss/b")}
    finding = make["a_finding"]("overfitting", "warning", "x", series="val/loss/b")
    answer = make["a_problem"](run=make["a_run"](series=series), findings=[finding])
    assert [key for key, _ in chosen(answer, 4)] == ["train/loss", "val/loss/b"]
