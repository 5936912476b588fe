"""A slice of the benchmarks of the bench: right numbers, nobody accused, everything left as it was."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
for part in ("columns", "images", "sequences"):
    importlib.import_module(f"bench_zoo_{part}")
bench_healthy, bench_numbers = importlib.import_module("bench_healthy"), importlib.import_module("bench_numbers")
ZOO = importlib.import_module("bench_zoo").ZOO

NAMES = ("recommender_sparse", "resnet_channels_last", "lstm_language_tied")


@pytest.mark.parametrize("name", [one for one in NAMES if one in ZOO])
def test_a_healthy_network(name: str) -> None:
    torch.manual_seed(0)
    task = ZOO[name]()
    optimizer = bench_healthy.trainer(task)
    bench_healthy.trained(task, optimizer)
    answer, same = bench_healthy.looked(task, optimizer, task.draw())
    assert (answer.verdict, answer.problems, same) == ("healthy", [], True)
    worst, wrong, compared = bench_numbers.checked(task)
    assert worst <= bench_numbers.BAR
    assert not wrong
    assert compared > 2
