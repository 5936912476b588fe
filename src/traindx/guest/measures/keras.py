"""Statistics of live Keras tensors on every backend: a small tensor for each large one, read once at the end.

TensorFlow and PyTorch sum in double precision. JAX has none by default: there sums are taken in two stages and
deviations from the mean, so that single precision keeps five digits.
"""

from __future__ import annotations

from typing import Any

from .torch import SILENT, STATISTICS

__all__ = [
    "SILENT",
    "STATISTICS",
    "between",
    "dense_count",
    "read",
    "saturated_share",
    "silent_share",
    "spread",
    "unit_peaks",
]
BLOCK = 1024  # numbers that are summed one after the other


def spread(tensor: Any, count: int | None = None) -> Any:
    """The STATISTICS of one tensor as a tensor of eight; `count` is how many it would have if it were not sparse."""
    from keras import backend, ops

    wide = "float32" if backend.backend() == "jax" else "float64"
    values = ops.reshape(ops.cast(_detached(tensor), wide), (-1,))
    held = int(values.shape[0])
    count = held if count is None else count
    if not held:
        nothing = [0.0, 0.0, 0.0, float("nan"), float("nan"), 0.0, float("nan"), float("nan")]
        return ops.convert_to_tensor([float(count), 0.0, float(count), *[0.0] * 5] if count else nothing, dtype=wide)
    largest = ops.max(ops.abs(values))
    scale = ops.where(ops.isfinite(largest) & (largest > 0), largest, ops.ones_like(largest))
    mean = _sum(values) / count
    norm = scale * ops.sqrt(_sum(ops.square(values / scale)))
    implicit = count - held  # the zeros that a sparse tensor leaves out
    away = _sum(ops.square((values - mean) / scale)) + implicit * ops.square(mean / scale)
    std = scale * ops.sqrt(away / count)
    zeros = _sum(ops.cast(ops.equal(values, 0), wide)) + implicit
    nonfinite = _sum(ops.cast(ops.logical_not(ops.isfinite(values)), wide))
    high, low = ops.max(values), ops.min(values)
    if implicit:
        high, low = ops.maximum(high, 0), ops.minimum(low, 0)
    sizes = ops.ones_like(mean) * count
    return ops.stack([ops.cast(one, wide) for one in (sizes, nonfinite, zeros, mean, std, norm, high, low)])


def _sum(values: Any) -> Any:
    """In two stages: a long row of single-precision numbers added one after the other loses digits."""
    from keras import ops

    length = int(values.shape[0])
    whole = length - length % BLOCK
    if not whole:
        return ops.sum(values)
    return ops.sum(ops.sum(ops.reshape(values[:whole], (-1, BLOCK)), axis=1)) + ops.sum(values[whole:])


def dense_count(gradient: Any, shape: Any) -> tuple[Any, int | None]:
    """The values of a gradient, and how many numbers it stands for where it is sparse."""
    if type(gradient).__name__ == "IndexedSlices":  # of TensorFlow; rows may repeat
        import tensorflow

        rows, places = tensorflow.unique(gradient.indices)
        summed = tensorflow.math.unsorted_segment_sum(gradient.values, places, tensorflow.size(rows))
        total = 1
        for length in shape:
            total *= int(length)
        return summed, total
    return gradient, None


def read(small: list[Any]) -> list[list[float]]:
    """The numbers of many small tensors, by one copy from the device."""
    from keras import ops

    if not small:
        return []
    wide = "float32" if all("float32" in str(one.dtype) for one in small) else "float64"
    flat = ops.convert_to_numpy(ops.concatenate([ops.reshape(ops.cast(one, wide), (-1,)) for one in small])).tolist()
    rows, begin = [], 0
    for one in small:
        length = 1
        for axis in one.shape:
            length *= int(axis)
        rows.append(flat[begin : begin + length])
        begin += length
    return rows


def unit_peaks(output: Any) -> Any:
    """The largest size that each unit reached over all rows; Keras keeps units and channels on the last axis."""
    from keras import ops

    return ops.max(ops.abs(_detached(output)), axis=list(range(len(output.shape) - 1)))


def mean_size(output: Any) -> Any:
    """The mean of what a layer says, without its sign."""
    from keras import ops

    return ops.mean(ops.abs(_detached(output)))


def silent_share(peaks: Any, size: Any) -> Any:
    """The share of units that never spoke up: at zero, or for smooth activations far below the layer's mean size."""
    from keras import ops

    return ops.mean(ops.cast(peaks <= SILENT * size, "float32"))


def saturated_share(output: Any, low: float, high: float) -> Any:
    """The share of entries within a hundredth of the range from a bound."""
    from keras import ops

    margin = (high - low) / 100
    values = _detached(output)
    return ops.mean(ops.cast((values <= low + margin) | (values >= high - margin), "float32"))


def _detached(tensor: Any) -> Any:
    return tensor.detach() if hasattr(tensor, "detach") else tensor


def between(output: Any, spread_of: Any) -> Any:
    """The share of the mean square of an output that differs from row to row: zero where all rows are alike."""
    from keras import ops

    values = ops.cast(_detached(output), spread_of.dtype)
    return ops.sum(ops.var(values, axis=0)) * int(output.shape[0]) / ops.square(spread_of[STATISTICS.index("norm")])
