"""The reader of what DeepSpeed logs: the losses of the script, overflows, ranks."""

from __future__ import annotations

import pytest

REPORT = (
    "[2023-04-28 06:59:46,878] [INFO] [logging.py:96:log_dist] [Rank 0] step={0}, skipped={1}, lr=[{2}], "
    "mom=[(0.9, 0.95)]\n"
)
OVER = (
    "[2023-04-28 06:51:30,648] [INFO] [loss_scaler.py:181:update_scale] [deepspeed] OVERFLOW! Rank {} Skipping step. "
    "Attempted loss scale: {}, reducing to {}\n"
)
TIMER = (
    "[2023-04-28 06:59:46,880] [INFO] [timer.py:199:stop] epoch=0/micro_step=40/global_step=10, "
    "RunningAvgSamplesPerSec=10.5, MemAllocated=4.5GB\n"
)
TEXT = (
    "step 10 loss 7.5\n" + REPORT.format(10, 0, 1e-05) + TIMER + OVER.format(0, 65536, 32768)
    + "step 20 loss nan\n" + REPORT.format(20, 1, 2e-05) + TIMER
)  # fmt: skip
SHOWN = 3  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "[Rank 0] step=5, skipped=0, lr=[0.1], mom=[0.9]",
    "[Rank 0] step=6, skipped=1, lr=[",
    "nan]",
    "OVERFLOW! Rank 0 ",
    "Skipping step. Attempted loss scale: 64, ",
    "reducing to 32",
    "step 5 loss 2",
    "\n",
    "\r",
    "\0",
    "[INFO] [a.py:1:b]",
]


def test_the_losses_are_those_that_the_script_prints(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(10, 7.5), (20, nan)]"
    assert curve(run, "lr") == [(10, 1e-05), (20, 2e-05)]
    assert curve(run, "amp/skipped/total") == [(10, 0), (20, 1)]
    assert curve(run, "amp/scale") == [(10, 32768)]
    assert run.fact("overflows that skipped a step") == 1
    assert run.settings == {"momentum": 0.9, "beta2": 0.95}


def test_without_a_loss_there_is_still_the_rate(read, curve) -> None:
    (run,) = read("".join(REPORT.format(n, 0, f"{n}e-05, {n}e-06") for n in (10, 20)))
    assert curve(run, "lr") == [(10, 1e-4), (20, 2e-4)]
    assert curve(run, "lr/1") == [(10, 1e-5), (20, 2e-5)]


def test_a_script_that_counts_otherwise_keeps_its_own_count(read, curve) -> None:
    text = "".join(
        "".join(f"step {4 * n + k} loss {n}.5\n" for k in range(4)) + REPORT.format(n, 0, n / 10) for n in (1, 2, 3)
    )
    (run,) = read(text)
    assert [step for step, _ in curve(run, "train/loss")] == list(range(4, 16))
    assert curve(run, "lr") == [(7, 0.1), (11, 0.2), (15, 0.3)]


@pytest.mark.parametrize(("line", "scale"), [
    (OVER.format(0, 65536, 32768), 32768),
    ("[deepspeed] fp16 dynamic loss scale overflow! Skipping step. Attempted loss scale: 64.0, reducing to 32.0\n", 32),
    ("[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, but hysteresis is 2. Reducing\n", 65536),
])  # fmt: skip
def test_spellings_of_an_overflow(read, curve, line: str, scale: float) -> None:
    (run,) = read(REPORT.format(10, 0, 0.1) + line + REPORT.format(20, 1, 0.1))
    assert curve(run, "amp/scale") == [(10, scale)]


def test_an_overflow_without_a_scale_counts_too(read) -> None:
    (run,) = read(
        REPORT.format(10, 0, 0.1) + "[deepspeed] OVERFLOW! Rank 0 Skipping step.\n" + REPORT.format(20, 1, 0.1)
    )
    assert run.fact("overflows that skipped a step") == 1
    assert "amp/scale" not in run.series


def test_of_several_ranks_one_counts(read) -> None:
    (run,) = read(REPORT.format(10, 0, 0.1) + OVER.format(1, 64, 32) + OVER.format(0, 64, 32) + OVER.format(1, 32, 16))
    assert run.fact("overflows that skipped a step") == 2


def test_what_comes_before_any_step_stands_at_the_first_that_is_named(read, curve) -> None:
    (run,) = read(OVER.format(0, 64, 32) + "step 1 loss 3.5\nstep 2 loss 3.25\n" + REPORT.format(2, 1, 0.1))
    assert curve(run, "amp/scale") == [(2, 32)]
    assert curve(run, "train/loss") == [(1, 3.5), (2, 3.25)]


def test_settings_and_how_it_ended(read) -> None:
    config = "[2023-04-28 06:50:00,000] [INFO] [config.py:957:print]   train_batch_size ............. 16\n"
    (run,) = read("learning rate: 0.5\n" + config + TEXT + "Traceback (most recent call last):\nValueError: no\n")
    assert run.settings["lr"] == 0.5
    assert run.outcome.state == "crashed"


def test_resumed_from_a_checkpoint_it_repeats_steps(read, curve) -> None:
    (run,) = read("".join(REPORT.format(n, 0, 0.1) for n in (10, 20, 30, 20, 30, 40)))
    assert [step for step, _ in curve(run, "lr")] == [10, 20, 30, 40]
    assert run.fact("resumed") == 20


@pytest.mark.parametrize("text", ["", "step=5, skipped=0\n", "[Rank 0] step=5\n", TIMER, "step 5 loss 2.5\n",
                                  "gradient overflow\n"])  # fmt: skip
def test_what_deepspeed_does_not_log_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "[Rank 0]" in found.reason
