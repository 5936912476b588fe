"""Reads small tensors when their device has computed them, without waiting for it.

On the CPU they are read at once. On a CUDA device they are copied into pinned memory behind the work that makes them,
and read when the device says that it is done: a call that waits would cost more than all the arithmetic.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Callable

RING = 256  # reads under way; where a device lags further behind, numbers are left out and counted


class Reader:
    """Small tensors in, lists of numbers out, in the order they were handed in."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[Any, Any, list[int], Callable[[list[list[float]]], None]]] = deque()
        self.free: dict[int, list[Any]] = {}
        self.dropped = 0

    def later(self, small: list[Any], then: Callable[[list[list[float]]], None], *, wait: bool = False) -> None:
        """Calls `then` with the numbers of each tensor, now or when they are known."""
        import torch

        lengths = [one.numel() for one in small]
        device = next((one.device for one in small if one.device.type != "cpu"), None)
        if device is None:
            flat = torch.cat([one.reshape(-1).to(torch.float64) for one in small]).tolist() if small else []
            then(_parted(flat, lengths))
        elif device.type == "cuda":
            self._behind(small, lengths, device, then)
        elif wait:  # a device that has no such memory: only where waiting was allowed
            then(_parted(torch.cat([one.reshape(-1).float().cpu() for one in small]).tolist(), lengths))
        else:
            self.dropped += 1

    def _behind(self, small: list[Any], lengths: list[int], device: Any, then: Any) -> None:
        import torch

        if len(self.waiting) >= RING:
            self.poll()
        if len(self.waiting) >= RING:
            self.dropped += 1
            return
        placed = [one.reshape(-1).to(device=device, dtype=torch.float32, non_blocking=True) for one in small]
        flat = torch.cat(placed)
        size = 1 << max(flat.numel() - 1, 0).bit_length()
        kept = self.free.get(size)
        pinned = kept.pop() if kept else torch.empty(size, dtype=torch.float32, pin_memory=True)
        pinned[: flat.numel()].copy_(flat, non_blocking=True)
        event = torch.cuda.Event()
        event.record(torch.cuda.current_stream(device))
        self.waiting.append((event, pinned, lengths, then))

    def poll(self) -> None:
        """Hands out what is known by now."""
        while self.waiting and self.waiting[0][0].query():
            self._hand_out()

    def drain(self) -> None:
        """Waits for the rest: only where the training is over."""
        while self.waiting:
            self.waiting[0][0].synchronize()
            self._hand_out()

    def _hand_out(self) -> None:
        _, pinned, lengths, then = self.waiting.popleft()
        numbers = pinned[: sum(lengths)].tolist()
        self.free.setdefault(pinned.numel(), []).append(pinned)
        then(_parted(numbers, lengths))


def _parted(flat: list[float], lengths: list[int]) -> list[list[float]]:
    rows, begin = [], 0
    for length in lengths:
        rows.append(flat[begin : begin + length])
        begin += length
    return rows
