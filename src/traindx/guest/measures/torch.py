"""Statistics of live PyTorch tensors: a small tensor for each large one, left on its device until somebody reads it.

Nothing here synchronises. Sums are taken in double precision where the device has it, so that a norm neither
overflows nor loses what one float32 accumulator would.
"""

from __future__ import annotations

import math
from typing import Any

STATISTICS = ("count", "nonfinite", "zeros", "mean", "std", "norm", "max", "min")
# A smooth activation such as GELU never gives an exact zero: below this share of the layer's mean size it is silent.
SILENT = 1e-3


def spread(tensor: Any) -> Any:
    """The STATISTICS of one tensor as a tensor of eight; of a sparse one as if it were dense."""
    import torch

    tensor = tensor.detach()
    count = tensor.numel()
    if tensor.layout != torch.strided:
        tensor = tensor.coalesce().values() if tensor.layout == torch.sparse_coo else tensor.values()
    if hasattr(tensor, "to_local"):
        tensor = tensor.to_local()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor)
    wide = torch.float32 if tensor.device.type == "mps" else torch.float64
    if not tensor.numel():
        nothing = [0.0, 0.0, 0.0, math.nan, math.nan, 0.0, math.nan, math.nan]
        return torch.tensor([float(count), 0.0, float(count), *([0.0] * 5)] if count else nothing, dtype=wide)
    if not tensor.is_floating_point() or tensor.element_size() < 2:
        tensor = tensor.to(torch.float32)
    implicit = count - tensor.numel()  # the zeros that a sparse tensor leaves out
    low, high = torch.aminmax(tensor)
    mean = tensor.sum(dtype=wide) / count
    norm = torch.linalg.vector_norm(tensor, dtype=wide)
    std = (norm * norm / count - mean * mean).clamp_min(0).sqrt()
    zeros = tensor.numel() - torch.count_nonzero(tensor) + implicit
    nonfinite = tensor.numel() - torch.count_nonzero(torch.isfinite(tensor))
    if implicit:
        low, high = low.clamp_max(0), high.clamp_min(0)
    sizes = torch.full_like(mean, float(count))
    return torch.stack([one.to(wide) for one in (sizes, nonfinite, zeros, mean, std, norm, high, low)])


def read(small: list[Any]) -> list[list[float]]:
    """The numbers of many small tensors, by one copy from each device: here and only here the device is waited for."""
    import torch

    rows: list[list[float]] = [[] for _ in small]
    devices: dict[Any, list[int]] = {}
    for place, one in enumerate(small):
        devices.setdefault(one.device, []).append(place)
    for places in devices.values():
        lengths = [small[place].numel() for place in places]
        wide = torch.float32 if small[places[0]].device.type == "mps" else torch.float64
        flat = torch.cat([small[place].reshape(-1).to(wide) for place in places]).tolist()
        begin = 0
        for place, length in zip(places, lengths):
            rows[place] = flat[begin : begin + length]
            begin += length
    return rows


def unit_axis(output: Any, *, channels_first: bool) -> int:
    """The axis along which the units of a layer lie: channels of images and of convolved series, else the last."""
    return 1 if output.dim() >= 4 or (output.dim() == 3 and channels_first) else output.dim() - 1


def unit_peaks(output: Any, axis: int) -> Any:
    """The largest size that each unit reached over all rows."""
    import torch

    others = [one for one in range(output.dim()) if one != axis]
    peaks = output.detach().abs()
    return torch.amax(peaks, dim=others) if others else peaks


def silent_share(peaks: Any, mean_size: Any) -> Any:
    """The share of units that never spoke up: at zero, or for smooth activations far below the layer's mean size."""
    return (peaks <= SILENT * mean_size).to(mean_size.dtype).mean()


def saturated_share(output: Any, low: float, high: float) -> Any:
    """The share of entries within a hundredth of the range from a bound."""
    import torch

    margin = (high - low) / 100
    near = (output.detach() <= low + margin) | (output.detach() >= high - margin)
    return torch.count_nonzero(near) / max(output.numel(), 1)


def between(output: Any, spread_of: Any) -> Any:
    """The share of the mean square of an output that differs from row to row: zero where all rows are alike."""
    import torch

    away = torch.var(output.detach(), dim=0, correction=0).sum(dtype=spread_of.dtype) * output.shape[0]
    return away / spread_of[STATISTICS.index("norm")] ** 2
