"""Small networks of many trades on tasks that they can learn: what the benchmarks of the bench look at.

Each is a function that returns a `Task`: a model in its usual initialisation, a source of batches, its loss, a learning
rate that suits it. Nothing in it is wrong. The networks of the library transformers are in bench_zoo_transformers.py.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 4


@dataclasses.dataclass
class Task:
    """What is trained: `draw` gives a batch as a loader would, `loss` takes (outputs, targets)."""

    model: nn.Module
    draw: Callable[[], Any]
    loss: Callable[..., Any] | None = None
    lr: float = 3e-3
    optimizer: str = "adam"
    steps: int = 60


ZOO: dict[str, Callable[[], Task]] = {}


def healthy(make: Callable[[], Task]) -> Callable[[], Task]:
    ZOO[make.__name__] = make
    return make


# ---------------------------------------------------------------------- data


def rows(count: int = 64, width: int = 20, classes: int = CLASSES) -> Callable[[], Any]:
    """Standardised columns around the centre of each class."""
    centres = torch.randn(classes, width)

    def draw() -> Any:
        labels = torch.randint(classes, (count,))
        x = centres[labels] + torch.randn(count, width)
        return (x - x.mean(0)) / x.std(0), labels

    return draw


def images(count: int = 32, channels: int = 3, size: int = 16, classes: int = CLASSES) -> Callable[[], Any]:
    shapes = F.interpolate(torch.randn(classes, channels, 4, 4), size=size, mode="bilinear")

    def draw() -> Any:
        labels = torch.randint(classes, (count,))
        return shapes[labels] + 0.5 * torch.randn(count, channels, size, size), labels

    return draw


def series(count: int = 32, length: int = 24, width: int = 6, classes: int = CLASSES) -> Callable[[], Any]:
    """Waves whose frequency tells the class."""

    def draw() -> Any:
        labels = torch.randint(classes, (count,))
        time = torch.arange(length) / length * 2 * math.pi
        phase = torch.rand(count, 1, width) * 0.5 + torch.arange(width) * 0.3
        return torch.sin((labels[:, None, None] + 1) * time[None, :, None] + phase) + 0.1 * torch.randn(
            count, length, width
        ), labels

    return draw


def walks(count: int = 16, length: int = 24, words: int = 48) -> torch.Tensor:
    """Sentences in which the next word mostly follows from the last."""
    text = torch.randint(words, (count, 1))
    for _ in range(length - 1):
        usual = (text[:, -1:] * 5 + 7) % words
        text = torch.cat([text, torch.where(torch.rand(count, 1) < 0.1, torch.randint(words, (count, 1)), usual)], 1)
    return text


def next_words(count: int = 16, length: int = 24, words: int = 48) -> Callable[[], Any]:
    def draw() -> Any:
        text = walks(count, length + 1, words)
        return text[:, :-1], text[:, 1:]

    return draw


def labelled_words(count: int = 32, length: int = 16, words: int = 48) -> Callable[[], Any]:
    """Sentences of a class use the words of their class more often."""

    def draw() -> Any:
        labels = torch.randint(CLASSES, (count,))
        text = torch.randint(words, (count, length))
        own = labels[:, None] + CLASSES * torch.randint(words // CLASSES, (count, length))
        return torch.where(torch.rand(count, length) < 0.5, own, text), labels

    return draw


def curve(count: int = 64, width: int = 8) -> Callable[[], Any]:
    slope = torch.randn(width, 1) / math.sqrt(width)

    def draw() -> Any:
        x = torch.randn(count, width)
        return x, torch.sin(x @ slope) + 0.1 * torch.randn(count, 1)

    return draw


def classed(outputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(outputs, labels)


def worded(outputs: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(outputs.reshape(-1, outputs.shape[-1]), labels.reshape(-1))


def mlp(sizes: list[int], activation: type[nn.Module] = nn.ReLU, *between: Callable[[int], nn.Module]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for into, out in itertools.pairwise(sizes[:-1]):
        layers += [nn.Linear(into, out), *[make(out) for make in between], activation()]
    return nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))
