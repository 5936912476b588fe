from __future__ import annotations

import pytest

from traindx.decoding.log_ending import Ending

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 23.70 GiB total capacity)"


def ended(*lines: str) -> Ending:
    ending = Ending()
    for line in lines:
        ending.take(line)
    return ending


@pytest.mark.parametrize(("line", "state", "kind"), [
    (OOM, "crashed", "RuntimeError"),
    ("torch.OutOfMemoryError: CUDA out of memory.", "crashed", "OutOfMemoryError"),
    ("[rank1]: AssertionError: found NaN", "crashed", "AssertionError"),
    ("2026-11-02 10:11:12,123 ValueError: x", "crashed", "ValueError"),
    ("KeyboardInterrupt", "interrupted", None),
    ("^CTraceback", "interrupted", None),
    ("Killed", "crashed", "Killed"),
    ("run.sh: line 3: 1234 Killed                  python train.py", "crashed", "Killed"),
    ("Segmentation fault (core dumped)", "crashed", "Segmentation fault"),
    ("Training completed. Do not forget to share your model on huggingface.co/models =)", "completed", None),
    ("I0421 04:02:32.219269 11150 solver.cpp:322] Optimization Done.", "completed", None),
    ("Finished Training", "completed", None),
    ("`Trainer.fit` stopped: `max_epochs=3` reached.", "completed", None),
    ("training done", "completed", None),
    ("Training will be finished after epoch 3", "unknown", None),
    ("Epoch 3 training complete", "unknown", None),
    ("early stopping kills the noise", "unknown", None),
    ("the error of the model: 0.5", "unknown", None),
    ("Mean Absolute Error: 0.5", "unknown", None),
    ("TestError: 12", "crashed", "TestError"),
    ("train_error=0.5", "unknown", None),
    ("loss 0.5", "unknown", None),
])  # fmt: skip
def test_lines_that_end_a_log(line: str, state: str, kind: str | None) -> None:
    outcome = ended(line).outcome
    assert (outcome.state, outcome.error.type if outcome.error else None) == (state, kind)


def test_a_traceback_tells_where_it_happened() -> None:
    ending = Ending()
    lines = ["Traceback (most recent call last):", '  File "/home/x/train.py", line 41, in <module>', "    step()",
             '  File "/home/x/lib/model.py", line 7, in step', "    raise ValueError(1)",
             "ValueError: shape 3 != 4"]  # fmt: skip
    assert all(ending.take(line) for line in lines)
    error = ending.outcome.error
    assert error is not None
    assert (error.type, error.message, error.where) == ("ValueError", "shape 3 != 4", "model.py:7")


def test_what_a_launcher_repeats_does_not_replace_it() -> None:
    traceback = ["Traceback (most recent call last):", '  File "a.py", line 4, in f', "ValueError: x"]
    error = ended(*traceback, "subprocess.CalledProcessError: Command died").outcome.error
    assert error is not None
    assert error.type == "ValueError"


@pytest.mark.parametrize(("line", "word"), [
    (OOM, "memory of the GPU"),
    ("RuntimeError: DataLoader worker (pid(s) 12, 13) exited unexpectedly", "num_workers=0"),
    ("DataLoader worker (pid 12) is killed by signal: Bus error.", "num_workers=0"),
    ("ValueError: x", None),
])  # fmt: skip
def test_what_is_not_the_trainings_own_is_out_of_scope(line: str, word: str | None) -> None:
    said = ended(line).outcome.out_of_scope
    assert (said is None) == (word is None)
    assert word is None or word in str(said)


def test_what_goes_on_has_not_ended() -> None:
    ending = ended("ValueError: x")
    ending.went_on()
    assert ending.outcome.state == "unknown"
    assert not ending.take("loss 0.5")


def test_secrets_are_taken_out_of_messages() -> None:
    error = ended("ValueError: bad password=hunter2 given").outcome.error
    assert error is not None
    assert "hunter2" not in error.message
