"""What a training left behind: its series, facts and settings, as every stage speaks of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from traindx.schema.display import display

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

# What one point of a series stands for. "window": the mean over `window` steps; "running": the mean since the epoch
# began; "smoothed": an exponential or median smoothing; "evaluation": one pass over a held-out set.
PER = ("step", "window", "epoch", "running", "smoothed", "evaluation", "unknown")


class Series(msgspec.Struct, frozen=True):
    """One quantity over the training. Held as bytes, so that two series are equal when every bit is, NaN included."""

    name: str
    step_bytes: bytes
    value_bytes: bytes
    wall_bytes: bytes | None = None
    per: str = "unknown"
    window: int | None = None
    rank: int | None = None

    @classmethod
    def of(
        cls,
        name: str,
        steps: Iterable[int],
        values: Iterable[float],
        *,
        wall: Iterable[float] | None = None,
        per: str = "unknown",
        window: int | None = None,
        rank: int | None = None,
    ) -> Series:
        """A series from anything that NumPy can turn into arrays."""
        import numpy as np

        def packed(numbers: Iterable[float], dtype: str) -> bytes:
            array = numbers if isinstance(numbers, np.ndarray) else list(numbers)
            return np.ascontiguousarray(array, dtype=dtype).tobytes()

        step_bytes, value_bytes = packed(steps, "<i8"), packed(values, "<f8")
        if len(step_bytes) != len(value_bytes):
            raise ValueError(f"{name}: {len(step_bytes) // 8} steps but {len(value_bytes) // 8} values")
        return cls(name, step_bytes, value_bytes, None if wall is None else packed(wall, "<f8"), per, window, rank)

    @property
    def steps(self) -> Integers:
        import numpy as np

        return np.frombuffer(self.step_bytes, dtype="<i8")

    @property
    def values(self) -> Floats:
        import numpy as np

        return np.frombuffer(self.value_bytes, dtype="<f8")

    @property
    def wall(self) -> Floats | None:
        import numpy as np

        return None if self.wall_bytes is None else np.frombuffer(self.wall_bytes, dtype="<f8")

    @property
    def key(self) -> str:
        """Where the series stands in `Run.series`: its name, with the rank behind it where there are several."""
        return self.name if self.rank is None else f"{self.name}@{self.rank}"

    @property
    def layer(self) -> str | None:
        """The layer that a series is of: of "grad/norm/fc1" it is "fc1"."""
        from traindx.schema.names import SERIES

        kind, _, rest = self.name.partition("/")
        if kind not in ("grad", "weight", "update", "act") or self.name in SERIES:
            return None
        return rest.partition("/")[2] or None

    @property
    def independent(self) -> bool:
        """Whether its points count one each: means over a window or an epoch, lines printed ten steps apart or more."""
        if self.per in ("epoch", "evaluation", "window", "running"):
            return True
        steps = self.steps
        return len(steps) > 1 and float(steps[-1] - steps[0]) / (len(steps) - 1) >= 10

    def __len__(self) -> int:
        return len(self.value_bytes) // 8

    def __repr__(self) -> str:
        if not len(self):
            return f"Series({self.key!r}, empty)"
        steps, values = self.steps, self.values
        ends = f"steps {steps[0]}-{steps[-1]}, {values[0]:.4g} -> {values[-1]:.4g}"
        return f"Series({self.key!r}, {len(self)} points, {ends})"

    def until(self, step: int) -> Series:
        """The part that was known when training stood at `step`."""
        kept = self.steps <= step
        if kept.all():
            return self
        wall = self.wall
        return Series.of(
            self.name,
            self.steps[kept],
            self.values[kept],
            wall=None if wall is None else wall[kept],
            per=self.per,
            window=self.window,
            rank=self.rank,
        )


class Fact(msgspec.Struct, frozen=True):
    """Something that is known about a run and is not a series."""

    name: str
    value: Any
    step: int | None = None
    where: str | None = None


class Failure(msgspec.Struct, frozen=True):
    """The exception that ended a run."""

    type: str = ""
    message: str = ""
    where: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a run ended."""

    state: str = "unknown"  # completed, crashed, interrupted, stopped, running, unknown
    exit: int | None = None
    error: Failure | None = None
    out_of_scope: str | None = None


class Run(msgspec.Struct, frozen=True):
    """One training. A reader leaves in `id` what tells the files of one run from those of another."""

    id: str
    source: str
    format: str
    framework: str | None = None
    unit: str = "step"  # step, epoch, row: what the axis counts
    steps_per_epoch: float | None = None
    series: dict[str, Series] = {}
    facts: list[Fact] = []
    settings: dict[str, Any] = {}
    outcome: Outcome = Outcome()

    def __repr__(self) -> str:
        return display(self, "text") or f"Run({self.id!r}, {len(self.series)} series)"

    def _repr_html_(self) -> str | None:
        return display(self, "html")

    def until(self, step: int) -> Run:
        """The run as it was known at `step`: how it ended is not."""
        series = {key: part for key, whole in self.series.items() if len(part := whole.until(step))}
        facts = [fact for fact in self.facts if fact.step is None or fact.step <= step]
        return msgspec.structs.replace(self, series=series, facts=facts, outcome=Outcome(state="running"))

    def epochs_between(self, first: int, last: int) -> float | None:
        """How many passes over the training data lie between two places of the axis; None where nothing tells."""
        if self.unit == "epoch":
            return float(last - first)
        if self.steps_per_epoch:
            return (last - first) / self.steps_per_epoch
        epochs = self.series.get("epoch")
        if epochs is None or len(epochs) < 2:
            return None
        within = epochs.values[(epochs.steps >= first) & (epochs.steps <= last)]
        return float(within[-1] - within[0]) if len(within) > 1 else None

    def layers(self, name: str) -> dict[str, Series]:
        """The series of each layer below a name, by layer, in the order of the model as far as the log keeps it."""
        from traindx.schema.layers import in_order
        from traindx.schema.names import SERIES

        start = f"{name}/"
        keys = [key for key, one in self.series.items() if key.startswith(start) and "@" not in key and len(one)]
        found = {key.removeprefix(start): self.series[key] for key in keys if key not in SERIES}
        return {layer: found[layer] for layer in in_order(found)}

    def ranks(self, name: str) -> dict[int | None, Series]:
        """One series as each rank logged it; the lowest rank is None."""
        return {one.rank: one for one in self.series.values() if one.name == name and len(one)}

    def fact(self, name: str) -> Any:
        """The last value of a fact, or None."""
        return next((fact.value for fact in reversed(self.facts) if fact.name == name), None)

    def number(self, setting: str) -> float | None:
        """A setting as a finite number, also where the writer put it down as text; else None."""
        value = self.settings.get(setting)
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            return None
        try:
            number = float(value)
        except ValueError:
            return None
        return number if math.isfinite(number) else None

    def count(self, setting: str) -> float | None:
        """A setting that counts something: some writers say -1 or 0 where they mean that it was not set."""
        number = self.number(setting)
        return number if number is not None and number > 0 else None

    @property
    def peak_rate(self) -> float | None:
        """The highest learning rate: as it was logged, else as it was set."""
        import numpy as np

        logged = self.series.get("lr")
        finite = None if logged is None else logged.values[np.isfinite(logged.values)]
        return float(finite.max()) if finite is not None and len(finite) else self.number("lr")

    @property
    def last_step(self) -> int | None:
        """The last place of the axis at which anything is known."""
        return max((int(one.steps.max()) for one in self.series.values() if len(one)), default=None)

    def torch_optimizer(self, lr: float) -> str:
        """The optimizer of this run with another rate, as PyTorch makes it; AdamW where it is not known."""
        word = str(self.settings.get("optimizer", "")).lower().rpartition(".")[2].partition("_")[0]
        named = {name.lower(): name for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "NAdam", "RAdam")}
        name = named.get(word, "AdamW")
        kept = ("momentum", "weight_decay") if name == "SGD" else ("weight_decay",)
        extras = [f", {word}={value:g}" for word in kept if word in self.settings and (value := self.number(word))]
        arguments = f"model.parameters(), lr={lr:g}{''.join(extras)}"
        return f"torch.optim.{name}(\n    {arguments}\n)" if extras[1:] else f"torch.optim.{name}({arguments})"

    @property
    def on_bench(self) -> bool:
        """Whether it is no training but a look at a model on the bench, a batch or a few."""
        return bool(self.fact("recording") == "bench")

    @property
    def is_keras(self) -> bool:
        """Whether code for it is written with Keras."""
        return self.framework in ("keras", "tensorflow")
