import numpy as np

from traindx.decoding.event_log import Points
from traindx.decoding.tag_curves import Curves, Told
from traindx.schema import Run


def points(steps, wall=None):
    count = len(steps)
    return Points(np.array(steps, dtype="<i8"), np.ones(count), np.array(range(count) if wall is None else wall) * 1.0)


def made(**tags):
    found = {tag: one for tag, (one, _) in tags.items()}
    return Curves(found, {tag: told for tag, (_, told) in tags.items()}).onto(Run(id="r", source="f", format="x"))


def test_the_longest_has_the_name_and_a_word_that_is_no_quantity_none():
    run = made(
        loss=(points(range(3)), Told("loss", "loss")),
        total=(points(range(9)), Told("total_loss", "total")),
        aside=(points(range(30)), Told("", "aside")),
    )
    assert {name: len(one) for name, one in run.series.items()} == {"train/loss": 9, "loss": 3, "aside": 30}


def test_epochs_without_steps_are_the_axis():
    run = made(
        a=(points(range(3)), Told("loss", "a", "val", "epoch")),
        b=(points([4, 8, 12]), Told("loss", "b", "val", "evaluation")),
    )
    assert (run.unit, run.steps_per_epoch, list(run.series)) == ("epoch", 4.0, ["val/loss"])


def test_epochs_beside_steps_go_where_the_training_stood():
    run = made(
        a=(points(range(10)), Told("loss", "a", "train", "batch", "running")),
        b=(points([0, 1], wall=[4.5, 9.5]), Told("lr", "b", "train", "epoch")),
    )
    assert (run.unit, run.steps_per_epoch, run.series["lr"].steps.tolist()) == ("step", 5.0, [4, 9])
    assert run.fact("epochs replaced by the steps of the training") == "b"
