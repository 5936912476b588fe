"""Pre-training of an encoder, then a classifier upon it: two trainings in one script."""

import torch
from torch import nn


def pretrain(encoder, x):
    decoder = nn.Linear(6, 14)
    auto = nn.Sequential(encoder, decoder)
    opt = torch.optim.Adam(auto.parameters(), lr=5e-3)
    for step in range(40):
        loss = nn.functional.mse_loss(auto(x), x)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"stage 1 done after {step + 1} steps, reconstruction {loss.item():.4f}")


def classify(encoder, x, y):
    model = nn.Sequential(encoder, nn.ReLU(), nn.Linear(6, 3))
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(50):
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"stage 2 done after {step + 1} steps, cross entropy {loss.item():.4f}")


torch.manual_seed(16)
torch.set_num_threads(1)
x = torch.randn(128, 14)
y = x[:, :3].argmax(1)
encoder = nn.Linear(14, 6)
pretrain(encoder, x)
classify(encoder, x, y)
