from __future__ import annotations

from typing import Any

import pytest

from traindx.decoding.printed_settings import LINES, PrintedSettings, printed_settings

SAID: list[tuple[str, dict[str, Any]]] = [
    ("Namespace(lr=0.05, batch_size=64, optimizer='sgd', resume=None)",
     {"lr": 0.05, "batch_size": 64, "optimizer": "sgd"}),
    ("python train.py --learning-rate 3e-4 --epochs=90 --seed 1", {"lr": 3e-4, "epochs": 90, "seed": 1}),
    ("Config: {'optimizer': 'AdamW', 'lr': 3e-4, 'betas': [0.9, 0.95]}", {"optimizer": "AdamW", "lr": 3e-4}),
    ("learning_rate: 0.001", {"lr": 0.001}),
    ("  batch size = 64", {"batch_size": 64}),
    ("  num_classes ...................... 1000", {"classes": 1000}),
    ("| weight_decay | 0.01 |", {"weight_decay": 0.01}),
    ("2026-11-19 21:31:18,107 - train - INFO - Starting: lr=0.05 momentum=0.9", {"lr": 0.05, "momentum": 0.9}),
    ("number of parameters: 123.5M", {"parameters": 123.5e6}),
    ("Total params: 11,689,512", {"parameters": 11_689_512}),
    ("criterion: CrossEntropyLoss", {"loss": "CrossEntropyLoss"}),
    ("loss: 0.5", {}), ("optimizer: 3", {}), ("lr: fast", {}), ("dropout=False", {}), ("lr: nan", {}),
    ("a sentence about the learning rate of 0.5", {}), ("https://a.b/c?lr=", {}), ("", {}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), SAID)
def test_what_a_line_says_of_the_settings(line: str, said: dict[str, Any]) -> None:
    found = printed_settings(line)
    assert {name: found.get(name) for name in said} == said
    assert said or not found


def test_the_first_mention_counts() -> None:
    head = PrintedSettings()
    assert head.take("lr: 0.1")
    assert head.take("lr: 0.2")
    assert not head.take("nothing")
    assert head.told == {"lr": 0.1}


def test_a_long_head_is_not_read_to_its_end() -> None:
    head = PrintedSettings()
    for _ in range(LINES):
        head.take("x")
    assert not head.take("lr: 0.1")
