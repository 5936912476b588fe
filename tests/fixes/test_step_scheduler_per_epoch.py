"""Step the scheduler as its schedule counts."""

import pytest

from traindx.fixes.step_scheduler_per_epoch import step_scheduler_per_epoch


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "scheduler.step()"),
    ],
)
def test_its_example(run, given, words):
    assert words in step_scheduler_per_epoch(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"framework": "keras"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert step_scheduler_per_epoch(run(**given)) is None
