"""The networks of the ward, and the ways in which they can be initialised wrongly."""

from __future__ import annotations

import torch
from settings import Settings
from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "gelu": nn.GELU}


def mlp(inputs: int, outputs: int, settings: Settings) -> nn.Module:
    """`depth` linear layers."""
    layers: list[nn.Module] = [nn.Flatten()]
    for _ in range(settings.depth - 1):
        layers += [nn.Linear(inputs, settings.width), ACTIVATIONS[settings.activation]()]
        if settings.dropout:
            layers.append(nn.Dropout(settings.dropout))
        inputs = settings.width
    return nn.Sequential(*layers, nn.Linear(inputs, outputs))


def cnn(outputs: int, settings: Settings, side: int = 8) -> nn.Module:
    """Two convolutions with batch norm on square images."""
    wide, activation = max(1, settings.width // 2), ACTIVATIONS[settings.activation]
    return nn.Sequential(
        nn.Unflatten(1, (1, side, side)),
        nn.Conv2d(1, wide, 3, padding=1), nn.BatchNorm2d(wide), activation(), nn.MaxPool2d(2),
        nn.Conv2d(wide, 2 * wide, 3, padding=1), nn.BatchNorm2d(2 * wide), activation(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(settings.dropout), nn.Linear(side**2 // 8 * wide, outputs),
    )  # fmt: skip


class Transformer(nn.Module):
    """A causal transformer over characters; `norm_first` off, as in the first papers, so that warm-up matters."""

    def __init__(self, letters: int, context: int, settings: Settings, norm_first: bool = False) -> None:
        super().__init__()
        self.embed = nn.Embedding(letters, settings.width)
        self.place = nn.Parameter(torch.randn(context, settings.width) * 0.02)
        layer = nn.TransformerEncoderLayer(
            settings.width, 2, 2 * settings.width, settings.dropout, batch_first=True, norm_first=norm_first
        )
        self.layers = nn.TransformerEncoder(layer, settings.depth, enable_nested_tensor=False)
        self.head = nn.Linear(settings.width, letters)
        self.register_buffer("mask", nn.Transformer.generate_square_subsequent_mask(context))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(self.embed(x) + self.place, mask=self.mask, is_causal=True))


class Rows(nn.Module):
    """A transformer over the eight rows of an image, the mean of its outputs classified."""

    def __init__(self, classes: int, settings: Settings) -> None:
        super().__init__()
        self.embed = nn.Linear(8, settings.width)
        self.place = nn.Parameter(torch.randn(8, settings.width) * 0.02)
        layer = nn.TransformerEncoderLayer(
            settings.width, 2, 2 * settings.width, settings.dropout, batch_first=True, norm_first=False
        )
        self.layers = nn.TransformerEncoder(layer, settings.depth, enable_nested_tensor=False)
        self.head = nn.Linear(settings.width, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(self.embed(x.view(-1, 8, 8)) + self.place).mean(1))


class Recurrent(nn.Module):
    """An LSTM over characters."""

    def __init__(self, letters: int, settings: Settings) -> None:
        super().__init__()
        self.embed = nn.Embedding(letters, settings.width)
        self.cell = nn.LSTM(settings.width, settings.width, settings.depth, batch_first=True)
        self.drop = nn.Dropout(settings.dropout)
        self.head = nn.Linear(settings.width, letters)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.cell(self.embed(x))[0]))


class Plain(Recurrent):
    """The same with a plain cell of ReLUs, whose gradients explode if one lets them."""

    def __init__(self, letters: int, settings: Settings) -> None:
        super().__init__(letters, settings)
        self.cell = nn.RNN(settings.width, settings.width, settings.depth, nonlinearity="relu", batch_first=True)
        with torch.no_grad():
            nn.init.orthogonal_(self.cell.weight_hh_l0, 1.1)


class Embedded(nn.Module):
    """Codes embedded, the embeddings averaged over pairs of neighbours or joined, then `depth` linear layers."""

    def __init__(self, letters: int, places: int, outputs: int, settings: Settings, joined: bool) -> None:
        super().__init__()
        self.embed = nn.Embedding(letters * (1 if joined else letters), 8 if joined else 24)
        self.letters, self.joined = letters, joined
        self.rest = mlp(8 * places if joined else 24, outputs, settings)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.joined:
            return self.rest(self.embed(x).flatten(1))
        return self.rest(self.embed(x[:, 1:] * self.letters + x[:, :-1]).mean(1))


class Tagger(nn.Module):
    """A GRU that reads in both directions and gives a tag to every character."""

    def __init__(self, letters: int, outputs: int, settings: Settings) -> None:
        super().__init__()
        self.embed = nn.Embedding(letters, settings.width)
        self.cell = nn.GRU(settings.width, settings.width, settings.depth, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(settings.dropout)
        self.head = nn.Linear(2 * settings.width, outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.cell(self.embed(x))[0]))


class Forecaster(nn.Module):
    """A GRU that reads a stretch of a series; its last state tells the next value."""

    def __init__(self, outputs: int, settings: Settings) -> None:
        super().__init__()
        self.cell = nn.GRU(1, settings.width, settings.depth, batch_first=True)
        self.drop = nn.Dropout(settings.dropout)
        self.head = nn.Linear(settings.width, outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.drop(self.cell(x.unsqueeze(-1))[0][:, -1]))


class Block(nn.Module):
    """A linear layer with batch norm, added to what goes in."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        wide = settings.width
        self.inside = nn.Sequential(
            nn.Linear(wide, wide),
            nn.BatchNorm1d(wide),
            ACTIVATIONS[settings.activation](),
            nn.Dropout(settings.dropout),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.inside(x)


def residual(inputs: int, outputs: int, settings: Settings) -> nn.Module:
    """`depth` blocks that add to what goes in."""
    blocks = [Block(settings) for _ in range(settings.depth)]
    return nn.Sequential(nn.Linear(inputs, settings.width), *blocks, nn.Linear(settings.width, outputs))


class Pairs(nn.Module):
    """Upper and lower half of an image through one network each: how alike each half is to each of the batch."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.upper, self.lower = mlp(32, 16, settings), mlp(32, 16, settings)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        one, other = self.upper(x[:, :32]), self.lower(x[:, 32:])
        one, other = nn.functional.normalize(one, dim=-1), nn.functional.normalize(other, dim=-1)
        return one @ other.T / 0.15


def initialised(model: nn.Module, how: str) -> nn.Module:
    """Change the initial weights as told."""
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if how == "zero":
                weight.zero_()
            elif how == "constant":
                weight.fill_(0.05)
            elif how == "small" and weight.ndim > 1:
                weight.mul_(0.01)
            elif how == "large" and weight.ndim > 1:
                weight.mul_(10)
            elif how == "negative biases" and name.endswith("bias") and weight is not list(model.parameters())[-1]:
                weight.fill_(-12)
    return model
