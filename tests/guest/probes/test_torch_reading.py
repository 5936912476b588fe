"""Small tensors are read in their order."""

import math

import pytest

torch = pytest.importorskip("torch")

from traindx.guest.probes.torch_reading import Reader  # noqa: E402


def test_on_the_cpu_they_are_read_at_once() -> None:
    seen: list = []
    Reader().later([torch.tensor(1.5), torch.tensor([2.0, math.inf]), torch.tensor(3)], seen.append)
    assert seen == [[[1.5], [2.0, math.inf], [3.0]]]


def test_nothing_to_read_is_told_as_nothing() -> None:
    seen: list = []
    Reader().later([], seen.append)
    assert seen == [[]]
