"""The reader of what torchtune's loggers write: bars, tensors, resumption."""

from __future__ import annotations

import pytest

TEXT = (
    "Step 1 | loss:2.085338592529297 lr:2e-05 tokens_per_second_per_gpu:57.828881833956174 \n"
    "Step 2 | loss:1.8718312978744507 lr:2e-05 tokens_per_second_per_gpu:405.044978758513 \n"
    "Step 3 | loss:nan lr:2e-05 tokens_per_second_per_gpu:405.044978758513 \n"
)
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "Step 5",
    "Step 6 | ",
    "loss:",
    "3.5 ",
    "nan ",
    "lr:2e-5 ",
    "tensor(",
    "2.5)",
    "\n",
    "\r",
    "1|2|Loss: 2: ",
    "\0",
    "grad_norm:1 ",
    "1e999 ",
]


def test_every_name_is_a_series(read, curve) -> None:
    (run,) = read(TEXT)
    assert (run.unit, run.framework) == ("step", "torch")
    assert repr(curve(run, "train/loss")) == "[(1, 2.085338592529297), (2, 1.8718312978744507), (3, nan)]"
    assert curve(run, "lr") == [(1, 2e-05), (2, 2e-05), (3, 2e-05)]
    assert len(run.series["throughput/tokens"]) == 3
    assert run.series["train/loss"].per == "step"


def test_validation_and_tensors(read, curve) -> None:
    (run,) = read("Step 4 | loss:tensor(1.5, device='cuda:0') grad_norm:tensor(0.5) \nStep 4 | val_loss:1.75 \n")
    assert curve(run, "train/loss") == [(4, 1.5)]
    assert curve(run, "grad/norm") == [(4, 0.5)]
    assert curve(run, "val/loss") == [(4, 1.75)]


def test_bars_beside_the_rows_are_none(read, curve) -> None:
    bar = "\r1|{}|Loss: 9.5:  10%|#    | {}/10 [00:05<00:30,  2.5s/it]"
    (run,) = read("".join(bar.format(n, n) + f"Step {n} | loss:{n}.5 lr:0.1 \n" for n in range(1, 9)))
    assert curve(run, "train/loss") == [(n, n + 0.5) for n in range(1, 9)]
    assert run.series.keys() == {"train/loss", "lr"}


def test_a_log_that_is_appended_to_by_another_run(read, curve) -> None:
    lines = [f"Step {n} | loss:{n}.5 lr:0.1 \n" for n in range(1, 5)]
    first, second = read("".join(lines + lines))
    assert curve(first, "train/loss") == curve(second, "train/loss")
    (run,) = read("".join(lines + lines[2:]))
    assert run.fact("resumed") == 3


@pytest.mark.parametrize("text", ["", "Step 1\n", "Step 1 | loss 2.0\n", "Step x | loss:2\n", "MyStep 1 | loss:2.0\n",
                                  "Step 1 | name:text \n"])  # fmt: skip
def test_what_torchtune_does_not_write_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "Step 1" in found.reason
