"""Trains in a thread, as programs with a window do; the main thread waits."""

import queue
import threading

import torch
from torch import nn

news = queue.Queue()


def train():
    torch.manual_seed(70)
    torch.set_num_threads(1)
    x = torch.randn(96, 4)
    y = x.prod(1, keepdim=True)
    model = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(60):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if step % 15 == 14:
            news.put((step + 1, loss.item()))
    news.put(None)


thread = threading.Thread(target=train)
thread.start()
while (row := news.get()) is not None:
    print("progress: step %d loss %.4f" % row)
thread.join()
