"""Log the loss of single steps."""

import pytest

from traindx.fixes.log_step_loss import log_step_loss


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "float(loss)"),
        ({"framework": "keras"}, "reset_metrics"),
    ],
)
def test_its_example(run, given, words):
    assert words in log_step_loss(run(**given)).example
