"""An endless stream of rows, read through `iter` and `next`."""

import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset


class Stream(IterableDataset):
    def __iter__(self):
        generator = torch.Generator().manual_seed(67)
        while True:
            x = torch.randn(5, generator=generator)
            yield {"x": x, "y": x.abs().sum().unsqueeze(0)}


torch.manual_seed(67)
torch.set_num_threads(1)
stream = iter(DataLoader(Stream(), batch_size=32))
model = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = torch.optim.RAdam(model.parameters(), lr=0.02)
step = 0
while step < 70:
    batch = next(stream)
    loss = nn.functional.mse_loss(model(batch["x"]), batch["y"])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    step += 1
    if step % 14 == 0:
        print(f"step {step:>4} | loss {loss.item():.4f}")
