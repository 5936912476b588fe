"""The reader of free text: golden files, real-life dresses, what is no log, cuts, noise."""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.readers.free_text import FreeText, accepts
from traindx.schema import Head, Run

ROOT = pathlib.Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "plain_text"
Points = list[tuple[int, float]]
NAN = math.nan


def match(text: str | bytes, path: str = "log.txt"):
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return accepts(Head(path, data[:65536], len(data) < 65536))


def read(text: str | bytes, cuts: tuple[int, ...] = ()) -> list[Run]:
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    fold = FreeText(Head("log.txt", data[:65536], True))
    for first, last in itertools.pairwise((0, *cuts, len(data))):
        fold.feed(data[first:last])
    return fold.runs()


def curve(run: Run, key: str) -> Points:
    return list(zip(run.series[key].steps.tolist(), run.series[key].values.tolist(), strict=True))


# ------------------------------------------------------------------- golden

WORDS = {"loss": "train/loss", "Loss": "train/loss", "train_loss": "train/loss", "val_loss": "val/loss",
         "val loss": "val/loss", "valid loss": "val/loss", "acc": "train/metric/accuracy", "lr": "lr",
         "grad_norm": "grad/norm", "gnorm": "grad/norm", "Average loss": "test/loss",
         "train loss": "train loss", "mean_loss": "mean_loss"}  # fmt: skip
# Counted otherwise by the log than by its facts: samples, redraws, lines of an epoch among lines of steps.
VALUES_ONLY = {("progress_in_samples.txt", "Loss"), ("progress_in_samples.txt", "Average loss"),
               ("progress_bar.txt", "loss"), ("progress_bar.txt", "val_loss"),
               ("log_records.txt", "valid loss")}  # fmt: skip
FACTS = json.loads((GOLDEN / "facts.json").read_text())["files"]
FREE = [name for name, facts in FACTS.items() if "series" in facts and not name.startswith("table_")]


@pytest.mark.parametrize("name", FREE)
def test_golden(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    assert match(data).score >= 0.3
    (run,) = read(data)
    for word, facts in FACTS[name]["series"].items():
        points = curve(run, WORDS[word])
        if (name, word) not in VALUES_ONLY:
            assert len(points) == facts["points"]
        for step, value in facts["some"]:
            assert any(
                (place == step or (name, word) in VALUES_ONLY) and (said == float(value) or said != said)
                for place, said in points
            ), (word, step, value)
        assert sum(not math.isfinite(value) for _, value in points) == facts["non_finite"]
    for setting, value in FACTS[name].get("settings", {}).items():
        assert run.settings[setting] == value


def test_golden_ranks() -> None:
    (run,) = read((GOLDEN / "two_ranks.txt").read_bytes())
    for rank, mark in (("0", ""), ("1", "@1")):
        facts = FACTS["two_ranks.txt"]["ranks"][rank]["loss"]
        points = curve(run, f"train/loss{mark}")
        assert len(points) == facts["points"]
        assert {(step, value) for step, value in facts["some"]} <= set(points)


def test_golden_crash() -> None:
    (run,) = read((GOLDEN / "crashed.txt").read_bytes())
    assert run.outcome.state == "crashed"
    assert run.outcome.error is not None
    assert f"{run.outcome.error.type}: {run.outcome.error.message}" == FACTS["crashed.txt"]["outcome"]


# ------------------------------------------------------------------ dresses

L, V, A = "train/loss", "val/loss", "train/metric/accuracy"
DRESSES: list[tuple[str, str, dict[str, Points]]] = [
    ("epoch 1 loss 2.5\nepoch 2 loss 1.5\n", "epoch", {L: [(1, 2.5), (2, 1.5)]}),
    ("Epoch    :  5\nLOSS     :  24.5\n\nEpoch    :  6\nLOSS     :  nan\n", "epoch", {L: [(5, 24.5), (6, NAN)]}),
    ("Epoch 0:\nTrain loss 0.3\nValid loss: 5.1\nEpoch 1:\nTrain loss 0.2\nValid loss: 3.2\n", "epoch",
     {L: [(0, 0.3), (1, 0.2)], V: [(0, 5.1), (1, 3.2)]}),
    ("step 10, loss 1.5\nstep 20, loss 1.25\n", "step", {L: [(10, 1.5), (20, 1.25)]}),
    ("iter 0: loss 4.25, time 12.34ms, mfu 5.6%\nstep 5: train loss 4.5, val loss 4.75\niter 10: loss 3.5\n"
     "iter 15: loss 3.25\n", "step", {L: [(0, 4.25), (10, 3.5), (15, 3.25)], V: [(5, 4.75)]}),
    ("Epoch: [0][10/100]\tTime 0.1 (0.2)\tLoss 6.5 (6.75)\tPrec@1 1.0 (0.5)\n"
     "Epoch: [1][10/100]\tTime 0.1 (0.2)\tLoss 5.5 (5.75)\tPrec@1 2.0 (1.5)\n", "step",
     {L: [(10, 6.5), (110, 5.5)], "Loss (avg)": [(10, 6.75), (110, 5.75)], A: [(10, 1.0), (110, 2.0)]}),
    ("Epoch [1/2], Step [100/200], Loss: 0.5\nEpoch [2/2], Step [100/200], Loss: 0.25\n", "step",
     {L: [(100, 0.5), (300, 0.25)]}),
    ("[1,  2000] loss: 2.25\n[1,  4000] loss: 1.75\n[2,  2000] loss: 1.5\n", "step",
     {L: [(2000, 2.25), (4000, 1.75), (6000, 1.5)]}),
    ("iter: 20 / 700, total loss: 1.5\n >>> rpn_loss_cls: 0.5\n >>> lr: 0.01\n"
     "iter: 40 / 700, total loss: 1.25\n >>> rpn_loss_cls: 0.25\n >>> lr: 0.001\n", "step",
     {L: [(20, 1.5), (40, 1.25)], "train/loss/rpn_cls": [(20, 0.5), (40, 0.25)], "lr": [(20, 0.01), (40, 0.001)]}),
    ("I0425 10:12:49.611122  9167 solver.cpp:65] Iteration 100, loss = 2.5\n"
     "I0425 10:13:04.672341  9167 solver.cpp:208] Iteration 100, lr = 0.01\n"
     "I0425 10:13:04.672637  9167 solver.cpp:65] Iteration 200 (2.6 iter/s, 38s/100 iters), loss = nan\n", "step",
     {L: [(100, 2.5), (200, NAN)], "lr": [(100, 0.01)]}),
    ("I0520 22:56:57.9  8952 solver.cpp:337] Iteration 0, Testing net (#0)\n"
     "I0520 22:56:58.7  8952 solver.cpp:404]     Test net output #0: accuracy = 0.125\n"
     "I0520 22:56:58.7  8952 solver.cpp:404]     Test net output #1: loss = 78.5 (* 1 = 78.5 loss)\n"
     "I0520 22:56:58.8  8952 solver.cpp:228] Iteration 0, loss = 2.5\n"
     "I0520 22:57:04.0  8952 solver.cpp:228] Iteration 100, loss = 1.5\n", "step",
     {L: [(0, 2.5), (100, 1.5)], "test/loss": [(0, 78.5)], "test/metric/accuracy": [(0, 0.125)]}),
    ("INFO:root:Epoch[5] Batch [50]\tSpeed: 137.92 samples/sec\taccuracy=0.5\n"
     "INFO:root:Epoch[5] Batch [100]\tSpeed: 137.79 samples/sec\taccuracy=0.75\n"
     "INFO:root:Epoch[5] Validation-accuracy=0.25\n", "step",
     {A: [(50, 0.5), (100, 0.75)], "val/metric/accuracy": [(100, 0.25)]}),
    ("[11/01 20:14:15 d2.utils.events]: iter: 379  total_loss: 1.75  loss_cls: 1.25  lr: 0.5  max_mem: 3782M\n"
     "[11/01 20:14:19 d2.utils.events]: iter: 399  total_loss: 1.5  loss_cls: 1.0  lr: 0.25  max_mem: 3782M\n", "step",
     {L: [(379, 1.75), (399, 1.5)], "train/loss/cls": [(379, 1.25), (399, 1.0)], "lr": [(379, 0.5), (399, 0.25)]}),
    ("2021-07-14 13:54:46,784 - mmcls - INFO - Epoch [9][20/40]\tlr: 1.000e-03, eta: 0:05:06, loss: 0.5\n"
     "2021-07-14 13:54:53,784 - mmcls - INFO - Epoch(val) [9][2]\taccuracy_top-1: 20.0\n"
     "2021-07-14 13:54:56,784 - mmcls - INFO - Epoch [10][20/40]\tlr: 1.000e-03, eta: 0:05:06, loss: 0.25\n", "step",
     {L: [(20, 0.5), (60, 0.25)], "val/metric/accuracy": [(40, 20.0)]}),
    (" [2026-11-02 10:11:12] iteration  10/ 50 | elapsed time per iteration (ms): 209.5 | lm loss: 2.5E+00 |"
     " grad norm: 0.5 | number of nan iterations: 0 |\n [2026-11-02 10:12:12] iteration  20/ 50 |"
     " elapsed time per iteration (ms): 209.5 | lm loss: 1.5E+00 | grad norm: 0.25 | number of nan iterations: 0 |\n",
     "step", {L: [(10, 2.5), (20, 1.5)], "grad/norm": [(10, 0.5), (20, 0.25)],
              "time/step": [(10, 0.2095), (20, 0.2095)]}),
    ("Step 5350/50000; acc:  51.25; ppl:  8.5; xent: 2.25; lr: 0.5; 1320/1445 tok/s;  19995 sec\n"
     "Step 5400/50000; acc:  48.5; ppl:  nan; xent: nan; lr: 0.5; 1628/1740 tok/s;  20179 sec\n", "step",
     {A: [(5350, 51.25), (5400, 48.5)], "train/loss/xent": [(5350, 2.25), (5400, NAN)]}),
    ("Epoch 1 - avg_train_loss: 0.75  avg_val_loss: 0.5  time: 12s\n"
     "Epoch 2 - avg_train_loss: 0.5  avg_val_loss: 0.25  time: 12s\n", "epoch",
     {L: [(1, 0.75), (2, 0.5)], V: [(1, 0.5), (2, 0.25)]}),
    ("{'epoch': 1, 'train_loss': 2.5}\n{'epoch': 2, 'train_loss': inf}\n", "epoch", {L: [(1, 2.5), (2, math.inf)]}),
    ("epoch 1 loss tensor(2.5, device='cuda:0', grad_fn=<NllLossBackward0>)\n"
     "epoch 2 loss tensor(1.5, device='cuda:0', grad_fn=<NllLossBackward0>)\n", "epoch", {L: [(1, 2.5), (2, 1.5)]}),
    ("Epoch 1:  50%|#####     | 1/2 [00:01<00:01,  1.0it/s, loss=2.5]\rEpoch 1: 100%|##########| 2/2 [00:02<00:00,"
     "  1.0it/s, loss=1.5]\nEpoch 2:  50%|#####     | 1/2 [00:01<00:01,  1.0it/s, loss=1.25]\n", "step",
     {L: [(1, 2.5), (2, 1.5), (3, 1.25)]}),
    ("  0%|  | 1/100 [00:10<36:34, 10.1s/it, loss=2.5]\r  1%|  | 2/100 [00:20<36:34, 10.1s/it, loss=2.25]\r"
     "  1%|  | 2/100 [00:21<36:34, 10.1s/it, loss=2.0]\n", "step", {L: [(1, 2.5), (2, 2.0)]}),
    ("\x1b[32mstep: 10  \x1b[33mloss:  2.5  \x1b[36mtps: 1,010\x1b[39m\n\x1b[32mstep: 20  \x1b[33mloss:  1.5\x1b[39m\n",
     "step", {L: [(10, 2.5), (20, 1.5)]}),
    ("Epoch 1\nTraining...\nloss: 2.5\nValidating...\nloss: 3.5\nEpoch 2\nTraining...\nloss: 1.5\nValidating...\n"
     "loss: 2.5\n", "epoch", {L: [(1, 2.5), (2, 1.5)], V: [(1, 3.5), (2, 2.5)]}),
    ("Train Epoch: 1 [0/60 (0%)]\tLoss: 2.5\nTrain Epoch: 1 [32/60 (53%)]\tLoss: 1.5\n\n"
     "Test set: Average loss: 0.5, Accuracy: 54/60 (90%)\n\n", "step",
     {L: [(0, 2.5), (32, 1.5)], "test/loss": [(60, 0.5)], "test/metric/accuracy": [(60, 90.0)]}),
    ("train loss:1.5\ntrain loss:1.25\ntrain loss:nan\n", "row", {L: [(0, 1.5), (1, 1.25), (2, NAN)]}),
    ("round 0:[    5000] 21859 sec elapsed[1]  train-error:0.75\ttest-error:0.875\n"
     "round 1:[    5000] 44233 sec elapsed[2]  train-error:0.5\ttest-error:0.625\n", "epoch",
     {"train/metric/error": [(0, 0.75), (1, 0.5)], "test/metric/error": [(0, 0.875), (1, 0.625)]}),
    ("[default0]:step 1 loss 2.5\n[default1]:step 1 loss 3.5\n[default0]:step 2 loss 1.5\n[default1]:step 2 loss 2.5\n",
     "step", {L: [(1, 2.5), (2, 1.5)], f"{L}@1": [(1, 3.5), (2, 2.5)]}),
    ("step:0/20 val_loss:4.5 train_time:0ms\nstep:1/20 train_time:85ms step_avg:85.33ms\nstep:2/20 train_time:99ms\n"
     "step:10/20 val_loss:2.5 train_time:120ms\n", "step", {V: [(0, 4.5), (10, 2.5)]}),
    ("epoch 1, step 10, loss 2.5\r\nepoch 1, step 20, loss 1.5\r\n", "step", {L: [(10, 2.5), (20, 1.5)]}),
    ("text\nepoch     train_loss  valid_loss  time\n0         2.5    3.5    00:01\n1         1.5    2.5    00:01\n",
     "epoch", {L: [(0, 2.5), (1, 1.5)], V: [(0, 3.5), (1, 2.5)]}),
    ("Epoch 00001: | Train Loss: 0.5 | Val Loss: 0.75 | Val Acc: 12.5%\n"
     "Epoch 00002: | Train Loss: 0.25 | Val Loss: 0.5 | Val Acc: 25%\n", "epoch",
     {L: [(1, 0.5), (2, 0.25)], V: [(1, 0.75), (2, 0.5)], "val/metric/accuracy": [(1, 12.5), (2, 25.0)]}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "unit", "curves"), DRESSES)
def test_dress(text: str, unit: str, curves: dict[str, Points]) -> None:
    assert match(text).score > 0, match(text).reason
    (run,) = read(text)
    assert run.unit == unit
    for key, points in curves.items():
        assert repr(curve(run, key)) == repr(points), key
    ours = {key for key in run.series if "loss" in key.split("/")[:2] or "metric" in key.split("/")[:2]}
    assert ours <= curves.keys() | {"train/metric/perplexity"}, "a point was invented"


@pytest.mark.parametrize("text", [text for text, _, _ in DRESSES] + [(GOLDEN / name).read_text() for name in FREE])
def test_every_value_stands_in_the_text(text: str) -> None:
    plain = re.sub("\x1b\\[[0-9;]*m", "", text).replace(",", "")
    told = {float(word) for word in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", plain)}
    for run in read(text):
        for series in run.series.values():
            for value in series.values[np.isfinite(series.values)]:
                thousandth = any(math.isclose(value, one / 1000) for one in told)  # milliseconds
                assert value in told or (series.name.startswith("time/") and thousandth), (series.name, value)


def test_utf_16_as_a_shell_writes_it() -> None:
    (run,) = read("epoch 1 loss 2.5\r\nepoch 2 loss 1.5\r\n".encode("utf-16"))
    assert curve(run, L) == [(1, 2.5), (2, 1.5)]


def test_settings_come_from_the_head_and_nothing_that_varies_is_one() -> None:
    (run,) = read(
        "python train.py --lr 0.1 --batch-size=64\nNamespace(optimizer='adamw', weight_decay=0.01)\n"
        "num_classes: 10\nloss: 0.5 is no setting\n| dropout | 0.25 |\n"
        "step 1 loss 2.5 lr 0.01\nstep 2 loss 1.5 lr 0.02\n"
    )
    assert run.settings == {
        "lr": 0.1, "batch_size": 64, "optimizer": "adamw", "weight_decay": 0.01, "classes": 10, "dropout": 0.25,
    }  # fmt: skip
    assert curve(run, "lr") == [(1, 0.01), (2, 0.02)]


def test_a_script_that_prints_itself_makes_no_points() -> None:
    code = "import torch\nloss = 0\nfor step in range(10):\n    loss = 0.5\n    val_loss = 1e-3\n    step = 7\n"
    (run,) = read(code + "=" * 40 + "\nstep:0/20 val_loss:4.5\nstep:10/20 val_loss:2.5\n")
    assert set(run.series) == {V}
    assert curve(run, V) == [(0, 4.5), (10, 2.5)]


ENDS = [
    ("Traceback (most recent call last):\n  File \"train.py\", line 41, in <module>\n    loss.backward()\n"
     "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n", "crashed", "OutOfMemoryError"),
    ("RuntimeError: DataLoader worker (pid 12) exited unexpectedly\n", "crashed", "RuntimeError"),
    ("Traceback (most recent call last):\n  File \"train.py\", line 4, in <module>\nKeyboardInterrupt\n",
     "interrupted", None),
    ("Killed\n", "crashed", "Killed"),
    ("Training finished.\n", "completed", None),
    ("Traceback (most recent call last):\nValueError: caught\nstep 3 loss 1.5\n", "unknown", None),
    ("", "unknown", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "state", "error"), ENDS)
def test_the_outcome_is_that_of_the_last_lines(text: str, state: str, error: str | None) -> None:
    (run,) = read("step 1 loss 2.5\nstep 2 loss 1.5\n" + text)
    assert run.outcome.state == state
    assert (run.outcome.error.type if run.outcome.error else None) == error
    assert (run.outcome.out_of_scope is not None) == (error in ("OutOfMemoryError", "RuntimeError"))


def test_a_run_that_was_started_again_is_two() -> None:
    first, second = read("epoch 1 loss 3\nepoch 2 loss 2\nepoch 1 loss 2.5\nepoch 2 loss 1.5\nTraining complete\n")
    assert curve(second, L) == [(1, 2.5), (2, 1.5)]
    assert (first.outcome.state, second.outcome.state) == ("unknown", "completed")


# ------------------------------------------------------------------ no logs

MADE_UP = [
    "", "\n\n", "hello", "loss", "loss: 0.5", "0.5\n0.4\n0.3\n", "a,b,c\n1,2,3\n4,5,6\n",
    '127.0.0.1 - - [10/Oct/2026:13:55:36 +0000] "GET /loss?step=3 HTTP/1.1" 200 2326\n' * 30,
    "Nov  2 10:11:12 host systemd[1]: Started Session 12 of user root.\n" * 30,
    "Nov  2 10:11:12 host kernel: [12345.678] eth0: link loss detected, step 2\n" * 2 + "kernel: usb 1-1 reset\n" * 30,
    "Collecting torch\n  Downloading torch-2.9.0-cp311-none-manylinux.whl (619.9 MB)\n"
    "     ━━━━━━━━━━━━━━ 619.9/619.9 MB 2.1 MB/s eta 0:00:00\nSuccessfully installed torch-2.9.0\n",
    "tests/test_loss.py .....  [ 40%]\ntests/test_step.py ..  [100%]\n===== 7 passed in 0.12s =====\n",
    "commit 0123abcd\nAuthor: A <a@b.c>\nDate:   Mon Nov 2 10:11:12 2026\n\n    Fix the loss at step 3\n\n" * 10,
    "| model | params | acc |\n|---|---|---|\n| small | 12M | 76.1 |\n| large | 90M | 81.2 |\n",
    "# Results\n\nOur model reaches a loss of 0.5 and 81.2 accuracy after 300 epochs.\n\nSee the paper for more.\n",
    "@article{x2020,\n  title={On loss},\n  year={2020},\n  volume={3},\n  pages={1--10}\n}\n" * 5,
    "PING example.com: 64 bytes from 1.2.3.4: icmp_seq=1 ttl=54 time=10.1 ms\n--- 5 packets, 20% packet loss ---\n",
    "5 packets transmitted, 4 received, 20% packet loss, time 4005ms\nrtt min/avg/max = 1/2/3 ms\n",
    "Name     Stmts   Miss  Cover\nloss.py     10      2    80%\nTOTAL      100     20    80%\n",
    "test_loss_forward      12.3 us +- 0.4\ntest_loss_backward     45.6 us +- 0.8\n",
    "top - 10:11:12 up 3 days, load average: 0.5, 0.4, 0.3\n  PID USER %CPU %MEM\n 1234 root 99.9 12.5 python\n" * 5,
    "+-----------------+\n| NVIDIA-SMI 550.54 |\n| 0  H200  | 30C  120W / 700W | 1024MiB / 143771MiB | 3% |\n",
    "version: 3\nservices:\n  db:\n    image: postgres:16\n    ports: ['5432:5432']\n",
    "lr: 0.001\nbatch_size: 64\nepochs: 100\nloss: cross_entropy\noptimizer: adam\nseed: 1\n",
    "[tool.pytest]\naddopts = '-q'\nepoch = 1\n", "-----BEGIN CERTIFICATE-----\nMIIB12345\n-----END CERTIFICATE-----\n",
    "Dear all,\n\nin epoch 3 our profit loss was 12 percent, see page 7.\n\nBest\n",
    "Step 1: install it. Step 2: run it. Step 3: look at the loss.\n",
    "1. Clone the repository\n2. Run make\n3. Train for 10 epochs with lr 0.1\n",
    "id,age,hearing_loss\n1,30,0.5\n2,40,0.25\n3,50,0.75\n", "BEGIN;\nINSERT INTO t VALUES (1, 0.5);\nCOMMIT;\n",
    "10:11:12.345 DEBUG http GET /a 200 12ms\n" * 40, "ERROR 2026-11-02 code=3 retry=2 wait=1.5s\n" * 20,
    "make[1]: Entering directory\ngcc -O2 -c loss.c -o loss.o\nld: warning: 3 symbols\n",
    "remote: Counting objects: 100% (12/12), done.\nReceiving objects:  50% (6/12), 1.2 MiB | 3.4 MiB/s\n" * 5,
    "Get:1 http://packages.example.org stable InRelease [151 kB]\nFetched 8,123 kB in 2s (4,061 kB/s)\n",
    "Solving environment: done\nPreparing transaction: done\nExecuting transaction: done\n",
    "#EXTM3U\n#EXTINF:123,Sample\nsong.mp3\n", "<html><body><p>loss: 0.5 at step 3</p></body></html>\n",
    '{"cells": [{"cell_type": "code", "outputs": ["epoch 1 loss 0.5\\n"]}]}', "[1, 2, 3, 4]\n", "{}\n",
    "ATOM      1  N   MET A   1      11.104   6.134  -6.504  1.00  0.00           N\n" * 20,
    "0.1 0.2 0.3\n0.4 0.5 0.6\n" * 20, "x" * 100_000, "\0\1\2\3" * 1000,
    "%PDF-1.7\n%\xe2\n1 0 obj <</Type /Catalog>>\n",
    "Player score: 12\nGame over. Final score: 99, level 3\n", "Weight loss: 3 kg in week 1\n",
]  # fmt: skip


@pytest.mark.parametrize("text", MADE_UP)
def test_what_is_no_log_is_refused(text: str) -> None:
    found = match(text)
    assert found.score == 0
    assert found.reason


def installed(suffixes: tuple[str, ...], most: int) -> list[pathlib.Path]:
    """Files of the packages that the tests need anyway."""
    found = [
        pathlib.Path(str(file.locate()))
        for package in ("numpy", "click", "rich", "msgspec", "pytest", "hypothesis", "platformdirs")
        for file in importlib.metadata.files(package) or []
        if file.name.endswith(suffixes) or (not file.suffix and file.name.isupper())
    ]
    real = sorted(path for path in found if path.is_file())
    return real[:: max(1, len(real) // most)][:most]


OTHERS = [*installed(("METADATA", "RECORD", ".txt", ".md", ".rst"), 30), *installed((".py", ".pyi", ".toml"), 60),
          *sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]  # fmt: skip


def test_texts_that_lie_about_are_refused() -> None:
    assert len(OTHERS) > 60
    for path in OTHERS:
        data = path.read_bytes()
        assert match(data).score == 0, path
        assert match(data, path=path.name).score == 0, path


def test_source_code_is_refused_by_what_it_is_called() -> None:
    assert match("step 1 loss 2.5\nstep 2 loss 1.5\n", path="loss.py").score == 0


def test_commas_of_a_progress_bar_are_no_table() -> None:
    bars = "".join(
        f"\rEpoch {epoch}/3:  50%|##  | {batch}/4 [00:01<00:04, 1.2it/s, loss={2.5 - epoch / 2 - batch / 9:.4f}]"
        for epoch in range(1, 4)
        for batch in range(1, 5)
    )
    text = "Namespace(lr=0.05, batch_size=32, epochs=3)\n" + bars + "\n"  # as many commas as each bar has
    assert match(text).score > 0
    assert len(read(text)[0].series["train/loss"].values) == 12


# --------------------------------------------------------------------- noise

PIECES = ["step 3 ", "loss ", "loss: 2.5", "Epoch 1/3", "\n", "\r", "\b\b", "[10/20]", "nan", "1e999", "9" * 400,
          "val ",
          "Traceback (most recent call last):\n", "  File \"a.py\", line 3\n", "RuntimeError: x\n", "{'loss': ",
          "}", "'",
          "\x1b[32m", "Namespace(lr=0.1, ", "--lr 0.1 ", "\0", "\ufeff", "=", " | ", "Validation:\n",
          "12%|#| 3/9 ["]  # fmt: skip


PIECED = st.lists(st.sampled_from(PIECES), max_size=40).map(lambda pieces: "".join(pieces).encode())


@settings(deadline=None, max_examples=150)
@given(st.one_of(st.binary(max_size=300), PIECED), st.integers(0, 300))
def test_noise_neither_fails_nor_depends_on_where_it_is_cut(data: bytes, cut: int) -> None:
    accepts(Head("x", data, True))
    assert read(data, (min(cut, len(data)),)) == read(data)


@pytest.mark.parametrize(
    "unit", ["loss: ", "a ", "=", "([", "'", "{'loss': ", "--a ", "Epoch 1 ", "x.", 'File "', "- ", "a = ", "-"]
)
def test_hostile_lines_take_linear_time(unit: str) -> None:
    begun = time.process_time()
    read(unit * (200_000 // len(unit)) + "\n")
    assert time.process_time() - begun < 3


def test_a_long_line_without_blanks_is_looked_at_in_linear_time() -> None:
    head = Head("log.txt", b"step 1 loss 2\n" * 9 + b"[" + b"-" * 60_000 + b"\n", True)
    begun = time.process_time()
    accepts(head)
    assert time.process_time() - begun < 0.3


GROWTH = """
import sys
from traindx.readers.free_text import FreeText
from traindx.schema import Head

def most():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))

fold, step, told = FreeText(Head("log.txt", b"", False)), 0, []
for megabytes in (20, 60):
    while step < megabytes * 20_000:
        fold.feed(b"".join(b"step %d | loss: %.4f | lr %.2e | seconds: 0.25\\n" % (n, 2 + n % 97 / 97, 1 / (9 + n % 89))
                           for n in range(step, step + 20_000)))
        step += 20_000
    (run,) = fold.runs()
    told += [most(), sum(len(one.step_bytes) + len(one.value_bytes) for one in run.series.values())]
print(*told, len(run.series["train/loss"]), step)
"""


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="Linux alone tells how much it was")
def test_memory_grows_with_the_arrays_and_not_with_the_text() -> None:
    told = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True).stdout.split()
    before, arrays_before, after, arrays, points, steps = map(int, told)
    assert points == steps
    assert after - before <= 4 * (arrays - arrays_before)
