from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from traindx.guest.measures.torch import (
    STATISTICS,
    in_storage_order,
    read,
    saturated_share,
    silent_share,
    spread,
    unit_axis,
    unit_peaks,
)


def measured(tensor: torch.Tensor) -> dict[str, float]:
    return dict(zip(STATISTICS, read([spread(tensor)])[0], strict=True))


def known(values: np.ndarray) -> dict[str, float]:
    flat = values.astype(np.float64).reshape(-1)
    counts = {"count": flat.size, "nonfinite": int((~np.isfinite(flat)).sum()), "zeros": int((flat == 0).sum())}
    return {**counts, "mean": flat.mean(), "std": flat.std(), "norm": np.linalg.norm(flat), "max": flat.max(),
            "min": flat.min()}  # fmt: skip


def agree(tensor: torch.Tensor, dense: torch.Tensor) -> None:
    found, wanted = measured(tensor), known(dense.detach().double().numpy())
    size = math.sqrt(np.mean(dense.detach().double().numpy() ** 2))
    for word in ("count", "nonfinite", "zeros"):
        assert found[word] == wanted[word], word
    for word in ("mean", "std", "max", "min"):
        assert found[word] == pytest.approx(wanted[word], abs=1e-5 * size), word
    assert found["norm"] == pytest.approx(wanted["norm"], rel=1e-5)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("shape", [(1,), (7, 300), (3, 4, 5, 6), ()])
def test_against_double_precision(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    torch.manual_seed(1)
    tensor = (torch.randn(shape) * 3 + 1).to(dtype)
    agree(tensor, tensor)


def test_a_far_mean_leaves_the_deviation_within_bounds() -> None:
    agree(*[torch.full((1000,), 1e4) + torch.linspace(0, 1e-1, 1000)] * 2)


def test_numbers_near_the_end_of_the_range_do_not_overflow() -> None:
    assert measured(torch.full((300,), 60000.0, dtype=torch.float16))["norm"] == pytest.approx(
        60000 * 300**0.5, rel=1e-3
    )
    assert measured(torch.full((300,), 1e30))["norm"] == pytest.approx(1e30 * 300**0.5, rel=1e-6)


def test_channels_last_and_cuts_are_counted_as_they_are() -> None:
    image = torch.relu(torch.randn(4, 3, 8, 8))
    agree(image.to(memory_format=torch.channels_last), image)
    agree(image[:, 1, ::2], image[:, 1, ::2])


def test_a_sparse_gradient_counts_the_zeros_that_it_leaves_out() -> None:
    table = torch.nn.Embedding(50, 4, sparse=True)
    table(torch.tensor([[3, 3, 7]])).pow(2).sum().backward()
    assert table.weight.grad is not None
    assert table.weight.grad.is_sparse
    agree(table.weight.grad, table.weight.grad.to_dense())
    empty = torch.sparse_coo_tensor(
        torch.empty(1, 0, dtype=torch.long), torch.empty(0, 4), (50, 4), check_invariants=True
    )
    assert measured(empty)["zeros"] == 200


def test_an_empty_tensor_has_counts_and_nothing_else() -> None:
    found = measured(torch.empty(0, 3))
    assert (found["count"], found["zeros"], found["norm"]) == (0, 0, 0)
    assert math.isnan(found["mean"])


def test_what_is_not_finite_is_counted_and_shows() -> None:
    found = measured(torch.tensor([1.0, math.nan, math.inf, 0.0]))
    assert (found["nonfinite"], found["zeros"]) == (2, 1)
    assert not math.isfinite(found["norm"])


def test_whole_numbers_and_truth_values_are_numbers_too() -> None:
    assert measured(torch.tensor([0, 5]))["mean"] == 2.5
    assert measured(torch.tensor([True, False]))["zeros"] == 1


def test_a_unit_is_silent_when_no_row_wakes_it() -> None:
    output = torch.relu(torch.tensor([[1.0, -1.0, 0.5], [2.0, -3.0, -1.0]]))
    peaks = unit_peaks(output, unit_axis(output, channels_first=False))
    assert peaks.tolist() == [2.0, 0.0, 0.5]
    assert float(silent_share(peaks, output.mean() * 0)) == pytest.approx(1 / 3)
    images = torch.zeros(2, 5, 4, 4)
    assert unit_peaks(images, unit_axis(images, channels_first=False)).shape == (5,)
    assert unit_axis(torch.zeros(2, 5, 4), channels_first=True) == 1
    assert unit_axis(torch.zeros(2, 5, 4), channels_first=False) == 2


def test_what_lies_at_a_bound_is_saturated() -> None:
    output = torch.tanh(torch.tensor([-10.0, -1.0, 0.0, 1.0, 10.0, 20.0]))
    assert float(saturated_share(output, -1.0, 1.0)) == pytest.approx(0.5)


def test_a_long_tensor_is_taken_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("traindx.guest.measures.torch.PIECE", 100)
    agree(*[torch.randn(7, 333) * 2 + 1] * 2)
    odd = torch.arange(250.0)
    odd[130] = math.nan
    found = measured(odd)
    assert (found["nonfinite"], found["zeros"]) == (1, 1)
    assert all(math.isnan(found[word]) for word in ("mean", "max", "min", "norm"))


def test_both_parts_of_complex_numbers_count() -> None:
    found = measured(torch.tensor([3 + 4j, 0 + 1j]))
    assert (found["count"], found["zeros"], found["max"], found["norm"]) == (4, 1, 4, pytest.approx(26**0.5))


def test_a_channels_last_tensor_is_not_copied() -> None:
    image = torch.randn(2, 3, 5, 5).to(memory_format=torch.channels_last)
    assert in_storage_order(image).data_ptr() == image.data_ptr()
    assert in_storage_order(image.expand(2, 3, 5, 5)).sum() == pytest.approx(float(image.sum()), abs=1e-4)


def test_whole_numbers_and_infinities() -> None:
    assert measured(torch.arange(5))["std"] == pytest.approx(2**0.5)
    found = measured(torch.tensor([1.0, math.inf, -math.inf]))
    assert (found["nonfinite"], found["max"], found["min"]) == (2, math.inf, -math.inf)
    assert math.isnan(found["mean"])
