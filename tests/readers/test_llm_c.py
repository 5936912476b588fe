"""The reader of what llm.c writes and prints: both layouts, small rates."""

from __future__ import annotations

import pytest

TEXT = (
    "s:0 tel:11.0095\ns:0 trl:11.0116 lr:0.000001 norm:14.96\ns:1 trl:10.9586 lr:0.000002 norm:15.18\n"
    "s:2 trl:nan lr:0.000002 norm:nan\ns:2 tel:10.5\ns:2 eval:0.2512\n"
)
PRINTED = (
    "val loss 11.009500\n"
    "step    1/19552 | loss 11.011600 (+nanz)| norm 14.9600 (+nanz)| lr 8.57e-07 | 5803.09 ms | -100.0% bf16 MFU | "
    "90 tok/s\n"
    "step    2/19552 | loss 10.958600 (+0.10z)| norm 15.1800 (-0.20z)| lr 1.71e-06 | 5803.50 ms | 45.0% bf16 MFU | "
    "90 tok/s\n"
    "val loss 10.500000\nHellaSwag: 2523/10042 = 0.251245\n"
)
SHOWN = 2  # TEXT, SHOWN and PIECES are for test_own_lines_readers.py too
PIECES = [
    "s:5",
    "s:6 ",
    " tel:",
    "3.5",
    "nan",
    " trl:2.5",
    " lr:0.1",
    " norm:1",
    "\n",
    "\r",
    "step    1/9",
    " | loss ",
    "2.0 ",
    "(+0.1z)",
    "| norm 3.0 ",
    "| lr 1e-3 ",
    "| 3 ms |",
    "val loss 3",
    "HellaSwag: 1/2 = 0.5",
    "\0",
]


def test_the_file_counts_from_zero(read, curve) -> None:
    (run,) = read(TEXT)
    assert run.unit == "step"
    assert repr(curve(run, "train/loss")) == "[(0, 11.0116), (1, 10.9586), (2, nan)]"
    assert curve(run, "val/loss") == [(0, 11.0095), (2, 10.5)]
    assert curve(run, "lr")[0] == (0, 0.000001)
    assert curve(run, "val/metric/hellaswag_accuracy") == [(2, 0.2512)]
    assert (run.series["train/loss"].per, run.series["val/loss"].per) == ("step", "evaluation")


def test_the_printed_lines_count_from_one(match, read, curve) -> None:
    assert match(PRINTED).score > 0.6
    (run,) = read(PRINTED)
    assert curve(run, "train/loss") == [(1, 11.0116), (2, 10.9586)]
    assert curve(run, "grad/norm") == [(1, 14.96), (2, 15.18)]
    assert curve(run, "lr") == [(1, 8.57e-07), (2, 1.71e-06)]
    assert curve(run, "val/loss") == [(1, 11.0095), (2, 10.5)]
    assert curve(run, "val/metric/hellaswag_accuracy") == [(2, 0.251245)]
    assert curve(run, "time/step") == [(1, 5803.09 * 1e-3), (2, 5803.5 * 1e-3)]
    assert run.settings["steps_total"] == 19552


def test_the_python_script_prints_nearly_the_same(read, curve) -> None:
    (run,) = read("step    1/10 | train loss 10.95 | norm 15.1 | lr 1.71e-06 | (58.0 ms | 90 tok/s)\nval loss 10.5\n")
    assert curve(run, "train/loss") == [(1, 10.95)]
    assert curve(run, "grad/norm") == [(1, 15.1)]


def test_a_counter_may_pass_its_total(read, curve) -> None:
    (run,) = read("".join(f"step {n:4d}/2 | loss {n}.5 (+0.1z)| norm 1.0 (+0.1z)| lr 1e-3 | 3 ms\n" for n in (1, 2, 3)))
    assert [step for step, _ in curve(run, "train/loss")] == [1, 2, 3]


def test_zeros_of_a_rate_are_kept_and_counted(read, curve) -> None:
    rates = ("0.000001", "0.000000", "0.000000")
    (run,) = read("".join(f"s:{n} trl:3.{n} lr:{rate} norm:1.00\n" for n, rate in enumerate(rates)))
    assert curve(run, "lr") == [(0, 1e-6), (1, 0.0), (2, 0.0)]
    (fact,) = [fact for fact in run.facts if fact.name.startswith("zeros")]
    assert (fact.value, fact.step, fact.where) == (2, 1, "lr")


def test_resumed_it_appends_to_the_same_file(read, curve) -> None:
    lines = [f"s:{n} trl:{n}.5 lr:0.000100 norm:1.00\n" for n in range(6)]
    (run,) = read("".join(lines[:5] + lines[3:]))
    assert [step for step, _ in curve(run, "train/loss")] == [0, 1, 2, 3, 4, 5]
    assert run.fact("resumed") == 3


@pytest.mark.parametrize(
    "text", ["", "val loss 3.5\n", "s:1\n", "s:x trl:3\n", "step 5 | loss 2\n", "loss 2 | norm 3\n"]
)
def test_what_llm_c_does_not_write_is_refused(match, text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert "trl" in found.reason
