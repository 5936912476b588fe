"""Learning to learn: inner steps by autograd.grad on copies of the weights, outer steps by Adam."""

import torch
from torch import nn
from torch.func import functional_call

torch.manual_seed(36)
torch.set_num_threads(1)
net = nn.Sequential(nn.Linear(1, 20), nn.ReLU(), nn.Linear(20, 1))
meta = torch.optim.Adam(net.parameters(), lr=5e-3)
for iteration in range(25):
    meta.zero_grad()
    outer = 0.0
    for _task in range(4):
        phase, x = torch.rand(()) * 3, torch.rand(20, 1) * 4 - 2
        y = torch.sin(x + phase)
        weights = dict(net.named_parameters())
        inner = nn.functional.mse_loss(functional_call(net, weights, (x[:10],)), y[:10])
        grads = torch.autograd.grad(inner, list(weights.values()), create_graph=True)
        fast = {name: w - 0.05 * g for (name, w), g in zip(weights.items(), grads, strict=True)}
        outer = outer + nn.functional.mse_loss(functional_call(net, fast, (x[10:],)), y[10:]) / 4
    outer.backward()
    meta.step()
    if iteration % 5 == 4:
        print(f"meta-iteration {iteration + 1}: outer loss {outer.item():.4f}")
