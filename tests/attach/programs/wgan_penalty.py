"""A critic with a gradient penalty, five of its steps to one of the generator."""

import torch
from torch import nn

torch.manual_seed(14)
torch.set_num_threads(1)
generator = nn.Sequential(nn.Linear(4, 24), nn.ReLU(), nn.Linear(24, 2))
critic = nn.Sequential(nn.Linear(2, 24), nn.ReLU(), nn.Linear(24, 1))
opt_g = torch.optim.RMSprop(generator.parameters(), lr=5e-4)
opt_c = torch.optim.RMSprop(critic.parameters(), lr=1e-3)
for step in range(20):
    for _ in range(5):
        real = torch.rand(48, 2)
        fake = generator(torch.randn(48, 4)).detach()
        mix = (real * 0.5 + fake * 0.5).requires_grad_()
        (grad,) = torch.autograd.grad(critic(mix).sum(), mix, create_graph=True)
        penalty = ((grad.norm(dim=1) - 1) ** 2).mean()
        loss_c = critic(fake).mean() - critic(real).mean() + 10 * penalty
        opt_c.zero_grad()
        loss_c.backward()
        opt_c.step()
    loss_g = -critic(generator(torch.randn(48, 4))).mean()
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    if step % 5 == 4:
        print(f"gen_iterations: {step + 1} Loss_C: {loss_c.item():.4f} Loss_G: {loss_g.item():.4f}")
