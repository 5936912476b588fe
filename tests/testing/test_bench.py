from traindx.testing import SICK
from traindx.testing.bench import bench, loss, modules


def test_a_look_is_a_run_on_the_bench() -> None:
    run = bench({"grad/norm/a": 2.0}, {"samples": 3}, loss=loss("mse_loss", [4], [4]), per_sample_loss=[1.0])
    assert run.on_bench
    assert run.fact("per-sample-loss") == [1.0]
    assert run.series["grad/norm/a"].values.tolist() == [2.0]
    assert run.settings == {"samples": 3}


def test_modules_are_a_chain() -> None:
    assert [one.get("activation") for one in modules("relu", None)] == [None, "relu", None]


def test_the_sick_ones_are_known() -> None:
    assert "a_softmax_before_the_cross_entropy" in SICK["loss-input-sums-to-one"]
