"""What the further healthy curves are made of: courses of a training at three grains, and losses under a schedule.

Nothing here is shared with `traindx.testing`: losses under a schedule come from a noisy quadratic (many directions of
different curvature, each going down by its own rate and held up by the noise of the gradient), so that warm-up, decay
and restart show in them as they do in a training, and not as a formula that somebody had in mind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Columns = dict[str, Any]  # by the writer's word: one value a point, or what `Course.at` gives for fewer places
Shape = Callable[["Course"], Columns]
SHAPES: dict[str, tuple[Shape, tuple[str, ...]]] = {}


class Grain(NamedTuple):
    """What a point is: how many there are, the steps between two, and what is left of the noise of one step."""

    least: int
    most: int
    every: tuple[int, ...]
    noise: float


GRAINS = {
    "step": Grain(200, 2000, (1,), 1.0),
    "window": Grain(30, 400, (10, 25, 50, 100), 0.3),
    "epoch": Grain(20, 120, (1,), 0.12),
}


class Course:
    """One training at one grain: its random numbers, the share of it that is over at each point, and its noise."""

    def __init__(self, grain: str, name: str, seed: int) -> None:
        self.grain = grain
        self.rng = np.random.default_rng([seed, *name.encode(), *grain.encode()])
        kind = GRAINS[grain]
        self.n = int(np.exp(self.rng.uniform(np.log(kind.least), np.log(kind.most))))
        self.every = int(self.rng.choice(kind.every))
        self.calm = kind.noise
        self.t = (np.arange(self.n) + 1.0) / self.n
        self.settings: dict[str, Any] = {}
        self.start = 0

    def u(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def log(self, low: float, high: float) -> float:
        return float(np.exp(self.rng.uniform(np.log(low), np.log(high))))

    def noise(self, sd: float, r: float = 0.0, size: int | None = None, full: bool = False) -> Floats:
        """Noise of the size that is left at this grain (`full`: of its own size, as an evaluation has it)."""
        size = self.n if size is None else size
        fresh = self.rng.normal(0.0, 1.0, size)
        if r:
            for place in range(1, size):
                fresh[place] = r * fresh[place - 1] + np.sqrt(1.0 - r * r) * fresh[place]
        return sd * (1.0 if full else self.calm) * fresh

    def skewed(self, sd: float) -> Floats:
        """Factors around one as a mean over a batch of skewed losses has them."""
        shape = 1.0 / max(1e-6, (sd * self.calm) ** 2)
        return self.rng.gamma(shape, 1.0 / shape, self.n)

    def at(self, values: Floats, *, noise: float = 0.0, add: float = 0.0) -> tuple[NDArray[np.int64], Floats]:
        """A validation: at every epoch, or at 8 to 40 places of a log of steps."""
        if self.grain == "epoch":
            places = np.arange(self.n)
        else:
            count = int(self.rng.integers(8, max(9, min(40, self.n // 4))))
            places = np.unique(np.linspace(self.n / count, self.n, count).astype(int) - 1)
        made = values[places] * np.exp(self.rng.normal(0.0, noise, places.size) if noise else 0.0)
        return places, made + (self.rng.normal(0.0, add, places.size) if add else 0.0)


def shape(*grains: str) -> Callable[[Shape], Shape]:
    """Adds a shape, at these grains or at all three."""

    def add(made: Shape) -> Shape:
        SHAPES[made.__name__] = (made, grains or tuple(GRAINS))
        return made

    return add


def quadratic(rates: Floats, *, speed: float, noise: float, tail: float = 1.2, directions: int = 60) -> Floats:
    """The expected loss of a noisy quadratic, from one downwards, under rates whose highest is taken for one.

    `speed` is how many times the slow directions could be gone through, `noise` what the highest rate holds it up by.
    """
    rates = np.asarray(rates, dtype=np.float64) / max(float(np.max(rates)), 1e-300)
    curve = np.arange(1, directions + 1) ** -tail  # a spectrum that falls off as a power
    size = curve**-0.4 / np.sum(curve**0.6)  # what each direction has of the first loss
    inner = max(1, int(np.ceil(400 / rates.size)))
    loss = np.empty(rates.size)
    per = speed * 30.0 / (rates.size * inner)
    for place, rate in enumerate(rates):
        for _ in range(inner):
            keep = np.exp(-2.0 * per * rate * curve)
            held = noise * rate / directions / curve
            size = keep * size + (1.0 - keep) * held
        loss[place] = float(curve @ size)
    return loss


def fall(t: Floats, start: float, floor: float, pace: float, power: float | None = None) -> Floats:
    """From `start` to `floor`: exponentially, or as a power, `pace` times over in the whole training."""
    gone = np.exp(-pace * t) if power is None else (1.0 + pace * t) ** -power
    return floor + (start - floor) * gone


def sigmoid(t: Floats, middle: float, width: float) -> Floats:
    return 1.0 / (1.0 + np.exp(-(t - middle) / width))
