"""Statistics of live PyTorch tensors: a small tensor for each large one, left on its device until somebody reads it.

Nothing here synchronises. Sums are taken in double precision where the device has it, so that a norm neither
overflows nor loses what one float32 accumulator would; they are taken piece by piece, so that copies in double
precision stay small.
"""

from __future__ import annotations

import math
import threading
from typing import Any

STATISTICS = ("count", "nonfinite", "zeros", "mean", "std", "norm", "max", "min")
# A smooth activation such as GELU never gives an exact zero: below this share of the layer's mean size it is silent.
SILENT = 1e-3
ROWS = 16  # of an output that are compared with one another: enough to tell rows that are alike
# Numbers that are widened at a time: what a processor keeps near, and what keeps a device busy in 256 MiB.
PIECE, LARGE_PIECE = 1 << 17, 1 << 25
# A processor widens into the same memory always: pieces taken anew would leave holes between what the model keeps.
WIDENED = threading.local()


class Spread:
    """What is known of one tensor: six small numbers for each piece of it, left on its device until they are read."""

    def __init__(self, count: int, held: int, parts: list[tuple[Any, ...]]) -> None:
        self.count, self.held, self.parts = count, held, parts

    def __getitem__(self, place: int) -> Any:
        """One of the STATISTICS as a small tensor, for further arithmetic on the device: the norm."""
        if STATISTICS[place] != "norm":
            raise KeyError(STATISTICS[place])
        return sum(one[3] for one in self.parts) ** 0.5

    @property
    def dtype(self) -> Any:
        return self.parts[0][3].dtype

    def numbers(self, read: list[list[float]]) -> list[float]:
        """The STATISTICS, out of what was read of the pieces; the zeros that a sparse tensor leaves out are counted."""
        if not self.held:
            return _nothing(self.count)
        columns = list(zip(*read))
        filled, nonfinite, total, squares = (sum(column) for column in columns[:4])
        high, low = _largest(columns[4]), -_largest([-one for one in columns[5]])
        if self.count > self.held:
            high, low = _largest([high, 0.0]), -_largest([-low, 0.0])
        mean = total / self.count
        std = math.sqrt(max(squares / self.count - mean * mean, 0.0)) if math.isfinite(squares) else math.nan
        norm = math.sqrt(squares) if squares == squares else math.nan
        return [float(self.count), nonfinite, self.count - filled, mean, std, norm, high, low]


def _nothing(count: int) -> list[float]:
    """Of no numbers, or of none but the zeros that a sparse tensor leaves out."""
    return [float(count), 0.0, float(count), *([0.0] * 5 if count else [math.nan, math.nan, 0.0, math.nan, math.nan])]


def _largest(values: Any) -> float:
    """The maximum, NaN where there is one."""
    return math.nan if any(one != one for one in values) else max(values)


def spread(tensor: Any) -> Spread:
    """The STATISTICS of one tensor, to be read later: of a sparse one as if dense, of a complex one both parts."""
    import torch

    tensor = tensor.detach()
    if hasattr(tensor, "to_local"):
        tensor = tensor.to_local()
    count = tensor.numel()
    if tensor.layout != torch.strided:
        tensor = tensor.coalesce().values() if tensor.layout == torch.sparse_coo else tensor.values()
    if tensor.is_complex():
        tensor, count = torch.view_as_real(tensor.resolve_conj()), 2 * count
    piece = PIECE if tensor.device.type == "cpu" else LARGE_PIECE
    parts = [_piece(one) for one in in_storage_order(tensor).split(piece)] if tensor.numel() else []
    return Spread(count, tensor.numel(), parts)


def in_storage_order(tensor: Any) -> Any:
    """All numbers in one row, without a copy where they lie next to each other: channels-last is turned, not moved."""
    if not tensor.is_contiguous():
        turned = tensor.permute(sorted(range(tensor.dim()), key=lambda axis: -tensor.stride(axis)))
        tensor = turned if turned.is_contiguous() else tensor
    return tensor.reshape(-1)


def _piece(values: Any) -> tuple[Any, ...]:
    """(not zero, not finite, sum, sum of squares, largest, least) of a row of numbers."""
    import torch

    wide = _widened(values)
    if values.dtype not in (torch.float32, torch.float64):
        values = wide
    squares = torch.dot(wide, wide)
    low, high = torch.aminmax(values)
    # On a processor a number can be asked for at once; a device would be waited for.
    sound = values.device.type == "cpu" and math.isfinite(squares.item())
    # A finite number times zero is zero, any other is NaN, which counts as not zero.
    nonfinite = 0.0 if sound else torch.count_nonzero(values * 0)
    return torch.count_nonzero(values), nonfinite, wide.sum(), squares, high, low


def _widened(values: Any) -> Any:
    """A copy in double precision where the device has it."""
    import torch

    if values.device.type != "cpu":
        return values.to(torch.float32 if values.device.type == "mps" else torch.float64)
    if values.dtype == torch.float64:
        return values
    return _room(values, torch.float64).copy_(values)


def read(small: list[Any]) -> list[list[float]]:
    """The numbers of many small tensors and spreads, by one copy from each device: only here it is waited for."""
    pieces = [part for one in small for part in (one.parts if isinstance(one, Spread) else [(one,)])]
    waiting = [one for piece in pieces for one in piece if hasattr(one, "device")]
    known = dict(zip(map(id, waiting), _fetched(waiting)))
    rows, place = [], 0
    for one in small:
        if isinstance(one, Spread):
            held = pieces[place : place + len(one.parts)]
            place += len(held)
            rows.append(one.numbers([[known[id(x)][0] if id(x) in known else x for x in piece] for piece in held]))
        else:
            rows.append(known[id(one)])
            place += 1
    return rows


def _fetched(small: list[Any]) -> list[list[float]]:
    """Small tensors as lists of floats: of one kind first side by side, then all as one row, then one copy."""
    import torch

    rows: list[list[float]] = [[] for _ in small]
    groups: dict[Any, dict[Any, list[int]]] = {}
    for place, one in enumerate(small):
        groups.setdefault(one.device, {}).setdefault(one.dtype, []).append(place)
    for device, kinds in groups.items():
        wide = torch.float32 if device.type == "mps" else torch.float64
        flat = [torch.cat([small[place].reshape(-1) for place in places]).to(wide) for places in kinds.values()]
        numbers, begin = torch.cat(flat).tolist(), 0
        for place in (place for places in kinds.values() for place in places):
            rows[place] = numbers[begin : begin + small[place].numel()]
            begin += small[place].numel()
    return rows


def unit_axis(output: Any, *, channels_first: bool) -> int:
    """The axis along which the units of a layer lie: channels of images and of convolved series, else the last."""
    return 1 if output.dim() >= 4 or (output.dim() == 3 and channels_first) else output.dim() - 1


def unit_peaks(output: Any, axis: int) -> Any:
    """The largest size that each unit reached over all rows."""
    import torch

    output = output.detach()
    others = [one for one in range(output.dim()) if one != axis]
    if not others:
        return output.abs()
    return torch.maximum(torch.amax(output, dim=others), -torch.amin(output, dim=others))  # abs() would copy all of it


def mean_size(output: Any) -> Any:
    """The mean of what a layer says, without its sign."""
    import torch

    return torch.linalg.vector_norm(output.detach(), ord=1, dtype=torch.float32) / max(output.numel(), 1)


def silent_share(peaks: Any, mean_size: Any) -> Any:
    """The share of units that never spoke up: at zero, or for smooth activations far below the layer's mean size."""
    import torch

    return torch.count_nonzero(peaks <= SILENT * mean_size) / max(peaks.numel(), 1)


def saturated_share(output: Any, low: float, high: float) -> Any:
    """The share of entries within a hundredth of the range from a bound."""
    import torch

    margin = (high - low) / 100
    near = (output.detach() <= low + margin) | (output.detach() >= high - margin)
    return torch.count_nonzero(near) / max(output.numel(), 1)


def between(output: Any) -> Any:
    """The share of the mean square of an output that differs from row to row: zero where all rows are alike."""
    import torch

    rows = output.detach()[:ROWS]
    # By differences from one row, so that next to nothing is still told from nothing; two rows differ by twice that.
    away = torch.linalg.vector_norm(rows - rows[:1], dtype=torch.float32) ** 2 / (2 * (len(rows) - 1))
    whole = torch.linalg.vector_norm(rows, dtype=torch.float32) ** 2 / len(rows)
    return (away / whole).clamp_max(1)


def _room(part: Any, kind: Any) -> Any:
    """Where the distances of some rows are written: on a processor into the memory that is there for it already."""
    import torch

    if part.device.type != "cpu" or kind not in (torch.float32, torch.float64):
        return None
    count = part.numel() if kind == torch.float64 else (part.numel() + 1) // 2
    room = getattr(WIDENED, "room", None)
    if room is None or len(room) < count:
        room = WIDENED.room = torch.empty(max(PIECE, count), dtype=torch.float64)
    return room[:count].view(kind)[: part.numel()].view(part.shape)
