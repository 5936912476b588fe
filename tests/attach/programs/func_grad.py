"""Training without a tape: gradients by torch.func, weights as a dictionary that is replaced."""

import torch
from torch import nn
from torch.func import functional_call, grad_and_value

torch.manual_seed(35)
torch.set_num_threads(1)
net = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
params = {name: p.detach() for name, p in net.named_parameters()}
x = torch.randn(128, 4)
y = x.sum(1, keepdim=True).sin()


def loss_fn(params, x, y):
    return nn.functional.mse_loss(functional_call(net, params, (x,)), y)


step = grad_and_value(loss_fn)
for i in range(60):
    grads, value = step(params, x, y)
    params = {name: p - 0.1 * grads[name] for name, p in params.items()}
    if i % 15 == 14:
        print(f"step {i + 1} loss {value.item():.4f}")
