"""The close look at a step: weights and their updates, and what each layer put out.

Only on steps that the training can afford. Nothing is left in a module, and no number is read from a device here.
"""

from __future__ import annotations

import weakref
from typing import Any

from ..benches import torch_modules
from ..loop import Training
from ..measures import torch as measures
from . import torch_facts
from .torch_naming import plain
from .torch_reading import Reader

# A snapshot for the size of the updates may take so many bytes; of larger models a part at a time.
SNAPSHOT = 50_000_000
ROWS = 1000  # over which a unit must stay silent to count as dead
UNITS = ("relu", "relu6", "prelu", "leakyrelu", "threshold")
WHOLE = 1 << 24  # elements of an output, above which it is left out
LAYERS = 512
COLUMNS = ("norm", "mean", "std", "max", "min", "zeros", "nonfinite", "count")


class Closely:
    """What one model showed when it was looked at closely."""

    def __init__(self) -> None:
        self.root: Any = None
        self.names: dict[int, tuple[str, str | None]] = {}
        self.table: dict[str, int] = {}
        self.outputs: dict[str, tuple[Any, int]] = {}
        self.peaks: dict[str, tuple[Any, int]] = {}
        self.saturated: dict[str, Any] = {}
        self.begin = 0

    def model(self, modules: list[Any]) -> None:
        """Which modules are listened to."""
        self.root = weakref.ref(modules[0]) if len(modules) == 1 else None
        self.names, self.table = {}, {}
        for place, module in enumerate(modules):
            front = f"{type(module).__name__}{place or ''}." if len(modules) > 1 else ""
            for name, one in module.named_modules():
                if torch_modules.is_leaf(one) and len(self.names) < LAYERS:
                    word = front + (plain(name) or type(one).__name__)
                    self.names[id(one)] = (word, torch_modules.activation_of(one))

    def affordable(self) -> bool:
        return bool(self.names)

    # ------------------------------------------------------------- layers

    def called(self, module: Any, output: Any) -> None:
        """A module answered: what is measured of it, at once, for its output may not live long."""
        import torch

        known = self.names.get(id(module))
        if isinstance(output, (tuple, list)) and output:
            output = output[0]
        if known is None or not isinstance(output, torch.Tensor) or not torch.is_grad_enabled():
            return
        if output.is_meta or not output.is_floating_point() or not 0 < output.numel() <= WHOLE:
            return
        if torch.jit.is_tracing() or output.layout != torch.strided:
            return
        name, activation = known
        with torch.no_grad():
            self.outputs[name] = (_outline(output), self.table.setdefault(name, len(self.table)))
            if activation in UNITS and output.dim() > 1:
                self._peaks(name, output)
            if activation in torch_modules.BOUNDS:
                self.saturated[name] = measures.saturated_share(output, *torch_modules.BOUNDS[activation])

    def _peaks(self, name: str, output: Any) -> None:
        import torch

        axis = measures.unit_axis(output, channels_first=False)
        peaks = measures.unit_peaks(output, axis)
        rows = output.numel() // max(output.shape[axis], 1)
        before = self.peaks.get(name)
        if before is not None and before[0].shape == peaks.shape:
            peaks, rows = torch.maximum(before[0], peaks), rows + before[1]
        self.peaks[name] = (peaks, rows)

    # ------------------------------------------------------------ weights

    def before(self, parameters: list[Any]) -> list[tuple[int, Any]]:
        """Copies of as many tensors as there is room for, others each time."""
        kept: list[tuple[int, Any]] = []
        room, count = SNAPSHOT, len(parameters)
        for order in range(count):
            place = (self.begin + order) % count
            one = parameters[place]
            size = one.numel() * one.element_size()
            if size > room or hasattr(one, "to_local"):
                break
            room -= size
            if one.requires_grad:
                kept.append((place, one.detach().clone()))
        self.begin = (self.begin + max(len(kept), 1)) % max(count, 1)
        return kept

    def after(self, parameters: list[Any], kept: list[tuple[int, Any]]) -> dict[str, Any]:
        """The norms of those tensors and of what was done to them."""
        places = [place for place, _ in kept]
        moved = [parameters[place].detach() - old for place, old in kept]
        return {
            "places": places,
            "weights": torch_facts.norms([old for _, old in kept]),
            "updates": torch_facts.norms(moved),
        }

    # ------------------------------------------------------------ writing

    def put(self, training: Training, reader: Reader, step: int, places: list[int], weights: Any) -> None:
        """Hands over all that was measured of this step."""
        if weights and weights["places"]:
            self._put_weights(training, reader, step, [places[one] for one in weights["places"]], weights)
        if not self.outputs:
            return
        outputs, self.outputs = self.outputs, {}
        saturated, self.saturated = self.saturated, {}
        ripe = {name: one for name, one in self.peaks.items() if one[1] >= ROWS}
        for name in ripe:
            del self.peaks[name]
        shares = [measures.silent_share(one[0], one[0].new_zeros(())) for one in ripe.values()]
        capture, table = training.capture, list(self.table)
        at = [place for _, place in outputs.values()]

        def write(rows: list[list[float]]) -> None:
            capture.table("modules", table)
            spreads, rest = rows[: len(at)], rows[len(at) :]
            for which, column in enumerate(COLUMNS):
                capture.vector(step, f"act/{column}", "modules", [one[which] for one in spreads], at)
            dead, near = rest[: len(ripe)], rest[len(ripe) :]
            if dead:
                seen = [one[1] for one in ripe.values()]
                where = [table.index(name) for name in ripe]
                capture.vector(step, "act/dead", "modules", [one[0] for one in dead], where, seen)
            if near:
                where = [table.index(name) for name in saturated]
                capture.vector(step, "act/saturated", "modules", [one[0] for one in near], where)

        reader.later([*(one for one, _ in outputs.values()), *shares, *saturated.values()], write, wait=True)

    @staticmethod
    def _put_weights(training: Training, reader: Reader, step: int, at: list[int], weights: Any) -> None:
        capture = training.capture

        def write(rows: list[list[float]]) -> None:
            size = [one[0] for one in rows[: len(at)]]
            moved = [one[0] for one in rows[len(at) :]]
            capture.vector(step, "weight/norm", "tensors", size, at)
            known = [place for place, one in enumerate(size) if one > 0]
            ratios = [moved[place] / size[place] for place in known]
            if known:
                capture.vector(step, "update/ratio", "tensors", ratios, [at[place] for place in known])

        reader.later([*weights["weights"], *weights["updates"]], write, wait=True)


def _outline(output: Any) -> Any:
    """The COLUMNS of one output as one small tensor: less exact than the bench's, for it lies in the way of a step."""
    import torch

    output = output.detach()
    count, wide = output.numel(), torch.float64 if output.dtype == torch.float64 else torch.float32
    low, high = torch.aminmax(output)
    mean = output.mean(dtype=wide)
    norm = torch.linalg.vector_norm(output, dtype=wide)
    std = (norm * norm / count - mean * mean).clamp_min(0).sqrt()
    zeros = count - torch.count_nonzero(output)
    nonfinite = count - torch.count_nonzero(torch.isfinite(output))
    sizes = torch.full_like(mean, float(count))
    return torch.stack([one.to(wide) for one in (norm, mean, std, high, low, zeros, nonfinite, sizes)])
