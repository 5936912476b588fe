"""Next value of a series from its last twelve."""

from torch import nn


class Forecaster(nn.Module):
    def __init__(self, window=12, width=32):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(window, width), nn.ReLU(), nn.Linear(width, 1))
        self.skip = nn.Linear(window, 1, bias=False)

    def forward(self, x):
        return self.layers(x) + self.skip(x)
