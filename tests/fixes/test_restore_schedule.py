"""Load the scheduler when resuming."""

import pytest

from traindx.fixes.restore_schedule import restore_schedule


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "scheduler.load_state_dict"),
        ({"framework": "keras"}, "BackupAndRestore"),
    ],
)
def test_its_example(run, given, words):
    assert words in restore_schedule(run(**given)).example
