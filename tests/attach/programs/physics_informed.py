"""A differential equation as the loss: derivatives of the output by the input inside it."""

import torch
from torch import nn

torch.manual_seed(64)
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)
net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for it in range(80):
    t = torch.rand(50, 1, requires_grad=True) * 2
    u = net(t)
    (du,) = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
    residual = ((du + u) ** 2).mean()
    start = (net(torch.zeros(1, 1)) - 1).pow(2).mean()
    loss = residual + start
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if it % 20 == 19:
        print(f"It: {it + 1}, Loss: {loss.item():.3e}, PDE: {residual.item():.3e}")
