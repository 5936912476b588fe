"""The loop of the package; what it has to say goes to a logger."""

import logging

import torch
from torch.utils.data import DataLoader, TensorDataset

from .network import Forecaster

log = logging.getLogger(__name__)


def data():
    sales = torch.sin(torch.arange(320) / 5) + torch.arange(320) / 200 + 0.1 * torch.randn(320)
    windows = sales.unfold(0, 13, 1)
    return TensorDataset(windows[:240, :12], windows[:240, 12:]), TensorDataset(windows[240:, :12], windows[240:, 12:])


def fit(epochs):
    torch.manual_seed(46)
    torch.set_num_threads(1)
    train, held_out = data()
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        for x, y in DataLoader(train, batch_size=20, shuffle=True):
            loss = torch.nn.functional.mse_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            val = torch.nn.functional.mse_loss(*(f(held_out.tensors) for f in (lambda t: model(t[0]), lambda t: t[1])))
        log.info("epoch %d: loss %.4f, held out %.4f", epoch, loss.item(), val.item())
