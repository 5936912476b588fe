"""Autoencoders, generators, graphs and fields of the zoo: see bench_zoo.py."""

from __future__ import annotations

import math
from typing import Any

import torch
from bench_zoo import (
    CLASSES,
    Task,
    classed,
    curve,
    healthy,
    images,
    mlp,
    series,
)
from torch import nn
from torch.nn import functional as F


@healthy
def autoencoder() -> Task:
    basis = torch.randn(4, 32) / 2

    def draw() -> Any:
        x = torch.randn(64, 4) @ basis + 0.05 * torch.randn(64, 32)
        return x, x

    return Task(nn.Sequential(mlp([32, 32, 6]), mlp([6, 32, 32])), draw, lambda out, y: F.mse_loss(out, y))


@healthy
def autoencoder_images() -> Task:
    draw = images(channels=1)
    model = nn.Sequential(
        nn.Conv2d(1, 12, 3, 2, 1), nn.ReLU(), nn.Conv2d(12, 24, 3, 2, 1), nn.ReLU(),
        nn.ConvTranspose2d(24, 12, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(12, 1, 4, 2, 1), nn.Sigmoid(),
    )  # fmt: skip

    def pixels() -> Any:
        x = torch.sigmoid(draw()[0] * 2)
        return x, x

    return Task(model, pixels, lambda out, y: F.binary_cross_entropy(out, y))


@healthy
def vae() -> Task:
    class Variational(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body, self.mean, self.log_var = mlp([32, 48, 48]), nn.Linear(48, 6), nn.Linear(48, 6)
            self.decoder = mlp([6, 48, 32])

        def forward(self, x: torch.Tensor) -> Any:
            held = F.relu(self.body(x))
            mean, log_var = self.mean(held), self.log_var(held)
            return self.decoder(mean + torch.randn_like(mean) * (log_var / 2).exp()), mean, log_var

    basis = torch.randn(4, 32) / 2

    def draw() -> Any:
        x = torch.randn(64, 4) @ basis + 0.05 * torch.randn(64, 32)
        return x, x

    def bound(out: Any, x: torch.Tensor) -> torch.Tensor:
        said, mean, log_var = out
        kept = -0.5 * (1 + log_var - mean**2 - log_var.exp()).sum(-1)
        return (F.mse_loss(said, x, reduction="none").sum(-1) + kept).mean()

    return Task(Variational(), draw, bound)


def _discriminator() -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(1, 16, 4, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(16, 32, 4, 2, 1), nn.BatchNorm2d(32),
                         nn.LeakyReLU(0.2), nn.Flatten(), nn.Linear(32 * 16, 1))  # fmt: skip


@healthy
def gan_discriminator() -> Task:
    draw = images(channels=1)

    def both() -> Any:
        real = draw()[0]
        return torch.cat([real, torch.randn_like(real)]), torch.cat([torch.ones(32, 1), torch.zeros(32, 1)])

    return Task(_discriminator(), both, lambda out, y: F.binary_cross_entropy_with_logits(out, y), lr=2e-4)


@healthy
def gan_generator() -> Task:
    critic = _discriminator()
    model = nn.Sequential(nn.Linear(16, 32 * 16), nn.Unflatten(1, (32, 4, 4)), nn.BatchNorm2d(32), nn.ReLU(),
                          nn.ConvTranspose2d(32, 16, 4, 2, 1), nn.BatchNorm2d(16), nn.ReLU(),
                          nn.ConvTranspose2d(16, 1, 4, 2, 1), nn.Tanh())  # fmt: skip

    def fool(out: torch.Tensor) -> torch.Tensor:
        said = critic(out)
        return F.binary_cross_entropy_with_logits(said, torch.ones_like(said))

    return Task(model, lambda: torch.randn(32, 16), fool, lr=2e-4)


@healthy
def diffusion_denoiser() -> Task:
    class Denoise(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.time, self.into, self.body = mlp([16, 32, 32], nn.SiLU), nn.Linear(2, 32), mlp([32, 64, 32], nn.SiLU)
            self.out = nn.Linear(32, 2)
            nn.init.zeros_(self.out.weight)
            nn.init.zeros_(self.out.bias)

        def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
            waves = time[:, None] * torch.exp(torch.linspace(0, 4, 8))
            held = self.into(x) + self.time(torch.cat([waves.sin(), waves.cos()], -1))
            return self.out(F.silu(held + self.body(F.silu(held))))

    def draw() -> Any:
        turn, time, noise = torch.rand(64) * 6.283, torch.rand(64), torch.randn(64, 2)
        x = torch.stack([turn.cos(), turn.sin()], -1)
        return (1 - time[:, None]).sqrt() * x + time[:, None].sqrt() * noise, time, noise

    return Task(Denoise(), draw, lambda out, y: F.mse_loss(out, y))


@healthy
def coupling_flow() -> Task:
    class Flow(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.parts = nn.ModuleList([mlp([1, 32, 2]) for _ in range(4)])
            for part in self.parts:
                nn.init.zeros_(part[-1].weight)
                nn.init.zeros_(part[-1].bias)

        def forward(self, x: torch.Tensor) -> Any:
            grown = torch.zeros(len(x))
            for part in self.parts:
                scale, shift = part(x[:, :1]).chunk(2, -1)
                scale = torch.tanh(scale)
                x = torch.cat([x[:, 1:] * scale.exp() + shift, x[:, :1]], -1)
                grown = grown + scale[:, 0]
            return x, grown

    def draw() -> Any:
        x = torch.randn(128, 2)
        return torch.stack([x[:, 0], 0.5 * x[:, 0] ** 2 + 0.3 * x[:, 1]], -1)

    return Task(Flow(), draw, lambda out: (0.5 * out[0].pow(2).sum(-1) - out[1]).mean())


@healthy
def graph_convolution() -> Task:
    near = torch.rand(40, 40) < 0.1
    near = (near | near.T | torch.eye(40, dtype=torch.bool)).float()
    near = near / near.sum(1, keepdim=True)
    kinds = torch.randint(CLASSES, (40,))
    told = F.one_hot(kinds, CLASSES).float()

    class Graph(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two = nn.Linear(CLASSES + 8, 32), nn.Linear(32, CLASSES)
            self.register_buffer("near", near)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.near @ self.two(F.relu(self.near @ self.one(x)))

    def draw() -> Any:
        return torch.cat([told + 0.3 * torch.randn(40, CLASSES), torch.randn(40, 8)], 1), kinds

    return Task(Graph(), draw, classed, lr=0.01)


@healthy
def graph_attention() -> Task:
    class Attend(nn.Module):
        def __init__(self, into: int, out: int) -> None:
            super().__init__()
            self.change = nn.Linear(into, out, bias=False)
            self.a = nn.Parameter(torch.randn(2, out) * 0.1)

        def forward(self, x: torch.Tensor, near: torch.Tensor) -> torch.Tensor:
            x = self.change(x)
            score = F.leaky_relu((x @ self.a[0])[:, :, None] + (x @ self.a[1])[:, None, :], 0.2)
            return torch.softmax(score.masked_fill(near == 0, -1e9), -1) @ x

    class Molecule(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two, self.head = Attend(8, 32), Attend(32, 32), nn.Linear(32, 1)

        def forward(self, atoms: torch.Tensor, bonds: torch.Tensor) -> torch.Tensor:
            x = F.elu(self.two(F.elu(self.one(atoms, bonds)), bonds))
            return self.head(x.mean(1)).squeeze(-1)

    def draw() -> Any:
        atoms = F.one_hot(torch.randint(8, (32, 10)), 8).float()
        bonds = ((torch.rand(32, 10, 10) < 0.2) | torch.eye(10, dtype=torch.bool)).float()
        return atoms, bonds, (atoms[:, :, 0].mean(1) - 0.125) * 8

    return Task(Molecule(), draw, lambda out, y: F.mse_loss(out, y))


@healthy
def deep_sets() -> Task:
    class Sets(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.each, self.whole = mlp([2, 48, 48]), mlp([48, 48, 1])

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.whole(self.each(x).sum(1)).squeeze(-1)

    def draw() -> Any:
        x = torch.randn(64, 8, 2)
        return x, x.norm(dim=-1).amax(1)

    return Task(Sets(), draw, lambda out, y: F.mse_loss(out, y), lr=1e-3)


@healthy
def hypernetwork_implicit() -> Task:
    class Waves(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("waves", torch.randn(2, 32) * 3)
            self.body = mlp([64, 64, 64, 1])

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            turned = x @ self.waves
            return self.body(torch.cat([turned.sin(), turned.cos()], -1))

    def draw() -> Any:
        x = torch.rand(256, 2) * 2 - 1
        return x, torch.sin(4 * x[:, :1]) * torch.cos(3 * x[:, 1:])

    return Task(Waves(), draw, lambda out, y: F.mse_loss(out, y))


@healthy
def sine_siren() -> Task:
    class Sine(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.sin(30 * x) if x.shape[-1] else x

    layers: list[nn.Module] = []
    for into, out in ((2, 48), (48, 48)):
        layer = nn.Linear(into, out)
        bound = 1 / into if into == 2 else math.sqrt(6 / into) / 30
        nn.init.uniform_(layer.weight, -bound, bound)
        layers += [layer, Sine()]
    end = nn.Linear(48, 1)
    nn.init.uniform_(end.weight, -math.sqrt(6 / 48) / 30, math.sqrt(6 / 48) / 30)

    def draw() -> Any:
        x = torch.rand(256, 2) * 2 - 1
        return x, torch.sin(4 * x[:, :1]) * torch.cos(3 * x[:, 1:])

    return Task(nn.Sequential(*layers, end), draw, lambda out, y: F.mse_loss(out, y), lr=1e-4)


@healthy
def forecaster() -> Task:
    draw = series(width=1)

    def ahead() -> Any:
        x = draw()[0][..., 0]
        return x[:, :18], x[:, 18:]

    return Task(mlp([18, 64, 64, 6]), ahead, lambda out, y: F.l1_loss(out, y))


@healthy
def distilled_student() -> Task:
    teacher, source = mlp([8, 64, 64, 5]).eval().requires_grad_(False), curve()

    def distance(out: torch.Tensor, told: torch.Tensor) -> torch.Tensor:
        return F.kl_div(F.log_softmax(out / 2, -1), F.softmax(told / 2, -1), reduction="batchmean") * 4

    def draw() -> Any:
        x = source()[0] * 2
        return x, teacher(x) * 6

    return Task(mlp([8, 32, 5]), draw, distance)
