"""Beside it lie modules of its own with names that others use too: loop, capture, probes, measures."""

import torch
from capture import Capture
from loop import loop
from torch import nn

torch.manual_seed(48)
torch.set_num_threads(1)
capture = Capture()
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
loop(model, torch.optim.Adam(model.parameters(), lr=0.01), capture, steps=60)
print("last:", capture.last)
