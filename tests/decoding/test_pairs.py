"""Lines as trainings print them, and what they say; hostile lines in linear time."""

from __future__ import annotations

import contextlib
import math
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.pairs import pairs, rank

NAN, INF = math.nan, math.inf

LINES: list[tuple[str, list[tuple[str, float]]]] = [
    ("loss=0.3", [("loss", 0.3)]),
    ("loss: 0.3", [("loss", 0.3)]),
    ("loss 0.3", [("loss", 0.3)]),
    (
        "[1]\ttrain's binary_logloss: 0.607\tvalid's binary_logloss: 0.62",
        [("train binary_logloss", 0.607), ("valid binary_logloss", 0.62)],
    ),
    ("Loss = 3e-4", [("Loss", 3e-4)]),
    ("Epoch    :  5", [("Epoch", 5)]),
    ("{'loss': 0.3, 'grad_norm': nan, 'learning_rate': '1e-5'}",
     [("loss", 0.3), ("grad_norm", NAN), ("learning_rate", 1e-5)]),
    ("{\u2018loss\u2019: 1.453, \u2018epoch\u2019: 0.19}", [("loss", 1.453), ("epoch", 0.19)]),
    ('{"loss": NaN, "eval_loss": null, "reward": -Infinity}', [("loss", NAN), ("reward", -INF)]),
    ("| loss | 0.3 |", [("loss", 0.3)]),
    ("|    rollout/ep_rew_mean |   21.4  |", [("rollout/ep_rew_mean", 21.4)]),
    ("step 250: train loss 2.1, val loss 2.2", [("step", 250), ("train loss", 2.1), ("val loss", 2.2)]),
    ("Epoch 3/10", [("Epoch", 3), ("Epoch/total", 10)]),
    ("Epoch 3 of 10: loss 0.3", [("Epoch", 3), ("Epoch/total", 10), ("loss", 0.3)]),
    ("[3/10]", [("progress", 3), ("progress/total", 10)]),
    ("Epoch: [3][100/500]  Loss 0.4 (0.5)",
     [("Epoch", 3), ("batch", 100), ("batch/total", 500), ("Loss", 0.4), ("Loss (avg)", 0.5)]),
    ("Epoch: [0][   10/400]\tTime  0.018 ( 0.114)\tAcc@1 100.00 ( 81.82)",
     [("Epoch", 0), ("batch", 10), ("batch/total", 400), ("Time", 0.018), ("Time (avg)", 0.114), ("Acc@1", 100),
      ("Acc@1 (avg)", 81.82)]),
    ("step 10 | loss:1.2 | lr 3e-4", [("step", 10), ("loss", 1.2), ("lr", 3e-4)]),
    ("Epoch 3: 41%|####  | 1412/3440 [02:14<03:09, 10.7it/s, loss=1.98]",
     [("Epoch", 3), ("batch", 1412), ("batch/total", 3440), ("loss", 1.98)]),
    ("  1%|\u258f         | 1/160 [00:08<21:09,  7.98s/it]{'loss': nan}",
     [("progress", 1), ("progress/total", 160), ("loss", NAN)]),
    ("loss: 12.3%", [("loss", 12.3)]),
    ("tokens: 1,234,567 | loss 1,234.5", [("tokens", 1234567), ("loss", 1234.5)]),
    ("iter 100: loss 3.1234, time 12.34ms, mfu 5.6%",
     [("iter", 100), ("loss", 3.1234), ("time (ms)", 12.34), ("mfu", 5.6)]),
    ("step: 10  loss:  7.12  grad_norm:  1.2  memory: 12.34GiB(56.78%)  tps: 1,234  mfu: 12.3%",
     [("step", 10), ("loss", 7.12), ("grad_norm", 1.2), ("memory (GiB)", 12.34), ("tps", 1234), ("mfu", 12.3)]),
    ("8/8 - 0s - 41ms/step - loss: 3.2197 - val_loss: 3.6057",
     [("progress", 8), ("progress/total", 8), ("loss", 3.2197), ("val_loss", 3.6057)]),
    ("178/178 [====>.....] - 0s 74us/step - loss: 0.0122 - val_acc: 0.0000e+00",
     [("progress", 178), ("progress/total", 178), ("loss", 0.0122), ("val_acc", 0)]),
    ("[rank3]: step 4 loss 2.0", [("step", 4), ("loss", 2)]),
    ("(Runner pid=12) loss: 3.0", [("loss", 3)]),
    ("(RayTrainWorker pid=123, ip=10.0.0.1) loss: 3.0", [("loss", 3)]),
    ("[1,0]<stdout>:loss: 3.0", [("loss", 3)]),
    ("2026-11-02 10:11:12,123 INFO Saving checkpoint", []),
    ("2026-11-02T10:11:12.123Z train.py:12 step=3 loss=2.3", [("step", 3), ("loss", 2.3)]),
    ("[2026-11-02 10:11:12,123] [INFO] [logging.py:96:log_dist] [Rank 0] step=2, lr=[2e-09, 2e-09], mom=[[0.9, 0.95]]",
     [("step", 2), ("lr", 2e-9), ("mom", 0.9)]),
    ("[11/01 20:14:15 events]:  eta: 3:12:46  iter: 379  total_loss: 1.707  lr: 0.003796  max_mem: 3782M",
     [("iter", 379), ("total_loss", 1.707), ("lr", 0.003796), ("max_mem (M)", 3782)]),
    ("I0705 14:57:14.980687   320 solver.cpp:218] Iteration 44 (2.6 iter/s, 0.38s/1 iters), loss = 0.26",
     [("Iteration", 44), ("loss", 0.26)]),
    ("I0705 14:57:14.980741   320 solver.cpp:237]     Train net output #0: loss = 2.3 (* 1 = 2.3 loss)",
     [("loss", 2.3)]),
    ("round        0:[    5000] 21859 sec elapsed[1]  train-error:0.98\ttrain-rec@1:0.01",
     [("round", 0), ("train-error", 0.98), ("train-rec@1", 0.01)]),
    ("Epoch[5] Batch [4]\tSpeed: 137.92 samples/sec\tTrain-accuracy=0.051562",
     [("Epoch", 5), ("Batch", 4), ("Speed", 137.92), ("Train-accuracy", 0.051562)]),
    ("step 664 - loss 99.1 - moving ave loss 99.2", [("step", 664), ("loss", 99.1), ("moving ave loss", 99.2)]),
    ("Epoch 10 ; Iter 50/213 ; LR 1.0000 ; Target tokens/s 2135 ; PPL nan ;",
     [("Epoch", 10), ("Iter", 50), ("Iter/total", 213), ("LR", 1), ("Target tokens/s", 2135), ("PPL", NAN)]),
    ("iter: 20 / 70000, total loss: nan", [("iter", 20), ("iter/total", 70000), ("total loss", NAN)]),
    ("Epoch  1,    50/21692; acc:   0.41; 3324 src tok/s;     22 s elapsed",
     [("Epoch", 1), ("batch", 50), ("batch/total", 21692), ("acc", 0.41)]),
    ("Epoch(train) [165][300/351] lr: 2.3e-03 eta: 5 days, 22:27:01 time: 0.99 loss: nan",
     [("Epoch", 165), ("batch", 300), ("batch/total", 351), ("lr", 2.3e-3), ("time", 0.99), ("loss", NAN)]),
    (" iteration  1/   5500 | elapsed time per iteration (ms): 18806.7 | learning rate: 1.2E-09 | lm_loss: 2.2E+00"
     " | number of skipped iterations:   0 | number of nan iterations:   0 |",
     [("iteration", 1), ("iteration/total", 5500), ("elapsed time per iteration (ms)", 18806.7),
      ("learning rate", 1.2e-9), ("lm_loss", 2.2), ("number of skipped iterations", 0),
      ("number of nan iterations", 0)]),
    ("epoch 1/30 using 598.653s. lr=0.00025", [("epoch", 1), ("epoch/total", 30), ("lr", 0.00025)]),
    ("train loss=2.09418. test loss=2.06644", [("train loss", 2.09418), ("test loss", 2.06644)]),
    ("step   10/1000 | loss 7.12 (+1.23z)| norm 1.2 (+0.4z)| lr 3.00e-04 | 45.6% bf16 MFU",
     [("step", 10), ("step/total", 1000), ("loss", 7.12), ("norm", 1.2), ("lr", 3e-4)]),
    ("[1,  2000] loss: 2.187", [("epoch", 1), ("batch", 2000), ("loss", 2.187)]),
    ("Loss [1, 100](epoch, minibatch):  11.67", [("epoch", 1), ("minibatch", 100), ("Loss", 11.67)]),
    ("[INFO|2026-12-08 01:09:59] train.callbacks:157 >> {'loss': 0.0}", [("loss", 0)]),
    ("Train Epoch: 1 [640/60000 (1%)]\tLoss: 2.131721",
     [("Train Epoch", 1), ("batch", 640), ("batch/total", 60000), ("Loss", 2.131721)]),
    ("Test set: Average loss: 0.0512, Accuracy: 9836/10000 (98%)", [("Average loss", 0.0512), ("Accuracy", 98)]),
    ("Training loss (for 1 batch) at step 200: 0.9332", [("step", 200), ("Training loss", 0.9332)]),
    ("test loss=2.06, acc=5401/10000", [("test loss", 2.06), ("acc", 0.5401)]),
    ("Correct: 54/60", [("Correct", 54), ("Correct (total)", 60)]),
    ("Correct: 54/60 (90%)", [("Correct", 90)]),
    ("Loss after mini-batch   500: 2.3", [("mini-batch", 500), ("Loss", 2.3)]),
    ("[0/20][100/782] Loss_D: 0.54", [("epoch", 0), ("epoch/total", 20), ("batch", 100), ("batch/total", 782),
                                      ("Loss_D", 0.54)]),
    (" Val. Loss: 0.300 |  Val. Acc: 89.0%", [("Val. Loss", 0.3), ("Val. Acc", 89)]),
    ("loss -> 0.3 acc=>0.4", [("loss", 0.3), ("acc", 0.4)]),
    ("Loss: 0,345 lr: 12,34", []),
    ("[Train] loss=0.1 acc=0.9 | [Valid] loss=0.2 acc=0.8",
     [("Train loss", 0.1), ("Train acc", 0.9), ("Valid loss", 0.2), ("Valid acc", 0.8)]),
    ("epoch 3 train: loss 0.1 lr 1e-3; val: loss 0.2",
     [("epoch", 3), ("train loss", 0.1), ("lr", 1e-3), ("val loss", 0.2)]),
    ("train: 0.5 val: 0.6", [("train", 0.5), ("val", 0.6)]),
    ("[train] [INFO] loss 0.3", [("loss", 0.3)]),
    ("Cost after iteration 100: 0.693", [("iteration", 100), ("Cost", 0.693)]),
    (" * Acc@1 76.130 Acc@5 92.862", [("Acc@1", 76.13), ("Acc@5", 92.862)]),
    ("loss: tensor(0.3, device='cuda:0') lr: np.float64(0.1)", [("loss", 0.3), ("lr", 0.1)]),
    ("| epoch 003 | loss 2.343 | ppl 4.9 | wps 1234 | num_updates 400 | gnorm 0.5",
     [("epoch", 3), ("loss", 2.343), ("ppl", 4.9), ("wps", 1234), ("num_updates", 400), ("gnorm", 0.5)]),
    ("epoch: 3442 loss: 0.2105", [("epoch", 3442), ("loss", 0.2105)]),
    ("top-1: 20.0 block.0.weight grad: 0.3", [("top-1", 20), ("block.0.weight grad", 0.3)]),
    ("WARNING: loss is nan", [("loss", NAN)]),
    ("loss -0.5 lr +1e-3 reward -inf", [("loss", -0.5), ("lr", 1e-3), ("reward", -INF)]),
    ("Epoch 00001: val_loss improved from inf to 0.5, saving model", [("Epoch", 1)]),
    ("Saving checkpoint at 9 epochs", []),
    ("Using GPUs 1", []),
    ("nothing was found in 3x3 v1.2.3 at 192.168.0.1:8080", []),
    ("nan", []),
    ("loss: 1_000 lr: \u0661\u0662", []),
    ("Copyright 2026 The Authors", []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), LINES)
def test_what_a_line_says(line: str, said: list[tuple[str, float]]) -> None:
    assert repr(pairs(line)) == repr([(name, float(value)) for name, value in said])


@pytest.mark.parametrize(("line", "number"), [
    ("[rank3]: loss", 3), ("[Rank 13] step=1", 13), ("[default2]:loss", 2), ("[1,7]<stdout>:loss", 7),
    ("rank 2: loss 3", 2), ("[2026-11-02 10:11:12] [INFO] [Rank 0] step=2", 0), ("(Runner pid=12) loss", None),
    ("loss: 3", None), ("PageRank 7", None), ("", None),
])  # fmt: skip
def test_rank(line: str, number: int | None) -> None:
    assert rank(line) == number


PIECES = ["loss", "Epoch", " ", ": ", "=", "0.3", "nan", "/", "(", ")", "[", "]", "|", "%", "ms", "1,234", "\t", ", ",
          "step", "'", "-", "of", "at", "1e5", "2026-11-02", "10:11:12", "  "]  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=20).map("".join)))
def test_every_value_is_a_number_of_the_line(line: str) -> None:
    numbers = set()
    for token in re.findall(r"[-+]?(?:[0-9][0-9,]*\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?", line):
        groups = token.split(",")  # thousands or a list
        for first in range(len(groups)):
            for last in range(first, len(groups)):
                with contextlib.suppress(ValueError):
                    numbers.add(float("".join(groups[first : last + 1])))
    for name, value in pairs(line):
        assert name.strip()
        assert value in numbers or not math.isfinite(value)
    assert rank(line) is None or rank(line) >= 0  # type: ignore[operator]


DRESSES = st.sampled_from(["loss={}", "step 3 | loss: {} | lr 1", "{{'loss': {}}}"])


@given(st.floats(allow_nan=False, allow_infinity=False), DRESSES)
def test_values_are_not_changed(value: float, dress: str) -> None:
    assert ("loss", value) in pairs(dress.format(repr(value)))


UNITS = ["a a a ", "(((((", "loss: ", "loss ", "1 ", "1/", "1,111", "nan ", "1.1.", "a/", "-", "] [", "|", "step 1 ",
         "0:00 ", "loss (1) ", "(for a", "(x pid=1", "a.py", "a-", "1:1", "2026-11-02 ", "1 days ", "[rank", "1e", "=",
         "tensor(", "\x1f", "in step 1 ", "[1, 1](", "a:1 ",
         "train: a 1 val: a 1 ", "train: loss 1 val: loss "]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_hostile_lines_take_linear_time(unit: str) -> None:
    size = 200_000
    begun = time.process_time()
    pairs((unit * size)[:size])
    rank((unit * size)[:size])
    assert time.process_time() - begun < 3
