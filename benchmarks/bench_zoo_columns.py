"""Networks of columns of numbers of the zoo, and heads and losses of many kinds: see bench_zoo.py."""

from __future__ import annotations

from typing import Any

import torch
from bench_zoo import (
    CLASSES,
    Task,
    classed,
    curve,
    healthy,
    mlp,
    rows,
)
from torch import nn
from torch.nn import functional as F


@healthy
def linear_model() -> Task:
    return Task(nn.Linear(20, CLASSES), rows(), classed, lr=0.05)


@healthy
def mlp_small() -> Task:
    return Task(mlp([20, 64, 64, CLASSES]), rows(), classed)


@healthy
def mlp_six_layers() -> Task:
    return Task(mlp([20, 64, 64, 64, 64, 64, CLASSES]), rows(), classed, lr=1e-3)


@healthy
def mlp_he() -> Task:
    model = mlp([20, 128, 128, 128, CLASSES])
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
    return Task(model, rows(), classed, lr=1e-3)


@healthy
def mlp_tanh() -> Task:
    model = mlp([20, 64, 64, CLASSES], nn.Tanh)
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.xavier_uniform_(layer.weight)
    return Task(model, rows(), classed)


@healthy
def mlp_sigmoid_hidden() -> Task:
    return Task(mlp([20, 32, CLASSES], nn.Sigmoid), rows(), classed, lr=0.01)


@healthy
def mlp_batchnorm_dropout() -> Task:
    return Task(mlp([20, 64, 64, CLASSES], nn.ReLU, nn.BatchNorm1d, lambda _: nn.Dropout(0.3)), rows(), classed)


@healthy
def mlp_layernorm_gelu_ten() -> Task:
    return Task(mlp([20, *[48] * 10, CLASSES], nn.GELU, nn.LayerNorm), rows(), classed, lr=1e-3)


@healthy
def mlp_selu() -> Task:
    model = mlp([20, 64, 64, 64, CLASSES], nn.SELU)
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="linear")
            nn.init.zeros_(layer.bias)
    return Task(model, rows(), classed, lr=1e-3)


@healthy
def mlp_wide_sgd() -> Task:
    return Task(mlp([20, 512, CLASSES]), rows(), classed, lr=0.05, optimizer="sgd")


@healthy
def mlp_weight_norm() -> Task:
    from torch.nn.utils.parametrizations import weight_norm

    return Task(
        nn.Sequential(
            weight_norm(nn.Linear(20, 64)), nn.ReLU(), weight_norm(nn.Linear(64, 64)), nn.ReLU(), nn.Linear(64, CLASSES)
        ),
        rows(),
        classed,
    )


@healthy
def mlp_spectral_norm() -> Task:
    from torch.nn.utils.parametrizations import spectral_norm

    return Task(
        nn.Sequential(
            spectral_norm(nn.Linear(20, 64)), nn.LeakyReLU(0.2), spectral_norm(nn.Linear(64, 64)), nn.LeakyReLU(0.2),
            nn.Linear(64, CLASSES),
        ),
        rows(), classed,
    )  # fmt: skip


@healthy
def mlp_regression() -> Task:
    return Task(mlp([8, 64, 64, 1]), curve(), lambda out, y: F.mse_loss(out, y))


@healthy
def mlp_regression_huber() -> Task:
    return Task(mlp([8, 64, 1], nn.SiLU), curve(), lambda out, y: F.huber_loss(out, y))


@healthy
def mlp_binary() -> Task:
    slope = torch.randn(10)

    def draw() -> Any:
        x = torch.randn(64, 10)
        return x, (x @ slope > 0).float()[:, None]

    return Task(mlp([10, 32, 1]), draw, lambda out, y: F.binary_cross_entropy_with_logits(out, y))


@healthy
def mlp_binary_sigmoid_head() -> Task:
    slope = torch.randn(10)

    def draw() -> Any:
        x = torch.randn(64, 10)
        return x, (x @ slope > 0.5).float()

    class Head(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = mlp([10, 32, 1])

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(self.body(x)).squeeze(-1)

    return Task(Head(), draw, lambda out, y: F.binary_cross_entropy(out, y))


@healthy
def mlp_many_labels() -> Task:
    slope = torch.randn(16, 7)

    def draw() -> Any:
        x = torch.randn(64, 16)
        return x, ((x @ slope) > 3).float()  # most labels are absent

    return Task(mlp([16, 64, 7]), draw, lambda out, y: F.binary_cross_entropy_with_logits(out, y))


@healthy
def mlp_log_softmax_nll() -> Task:
    return Task(
        nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, CLASSES), nn.LogSoftmax(dim=-1)),
        rows(), lambda out, y: F.nll_loss(out, y),
    )  # fmt: skip


@healthy
def mlp_quantiles() -> Task:
    levels = torch.tensor([0.1, 0.5, 0.9])

    def pinball(out: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        away = y - out
        return torch.maximum(levels * away, (levels - 1) * away).mean()

    return Task(mlp([8, 64, 3]), curve(), pinball)


@healthy
def mlp_counts() -> Task:
    slope = torch.randn(8) / 3

    def draw() -> Any:
        x = torch.randn(64, 8)
        return x, torch.poisson((x @ slope).exp())[:, None]

    return Task(mlp([8, 32, 1]), draw, lambda out, y: F.poisson_nll_loss(out, y))


@healthy
def mlp_residual_twelve() -> Task:
    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm, self.one, self.two = nn.LayerNorm(48), nn.Linear(48, 96), nn.Linear(96, 48)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.two(F.relu(self.one(self.norm(x))))

    return Task(
        nn.Sequential(nn.Linear(20, 48), *[Block() for _ in range(12)], nn.LayerNorm(48), nn.Linear(48, CLASSES)),
        rows(), classed, lr=1e-3,
    )  # fmt: skip


@healthy
def rezero_residual() -> Task:
    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.one, self.two = nn.Linear(48, 48), nn.Linear(48, 48)
            self.scale = nn.Parameter(torch.zeros(1))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.scale * self.two(F.relu(self.one(x)))

    return Task(nn.Sequential(nn.Linear(20, 48), *[Block() for _ in range(6)], nn.Linear(48, CLASSES)), rows(), classed)


@healthy
def mlp_mixture_density() -> Task:
    class Mixture(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body, self.share = nn.Sequential(nn.Linear(8, 48), nn.Tanh()), nn.Linear(48, 3)
            self.mean, self.log_std = nn.Linear(48, 3), nn.Linear(48, 3)

        def forward(self, x: torch.Tensor) -> Any:
            x = self.body(x)
            return self.share(x), self.mean(x), self.log_std(x).clamp(-5, 3)

    def likelihood(out: Any, y: torch.Tensor) -> torch.Tensor:
        share, mean, log_std = out
        each = -0.5 * ((y - mean) / log_std.exp()) ** 2 - log_std
        return -torch.logsumexp(F.log_softmax(share, -1) + each, -1).mean()

    return Task(Mixture(), curve(), likelihood)


@healthy
def tabular_embeddings() -> Task:
    class Columns(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tables = nn.ModuleList([nn.Embedding(size, 6) for size in (12, 40, 300)])
            self.norm, self.head = nn.BatchNorm1d(5), mlp([18 + 5, 64, 32, 2])

        def forward(self, numbers: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
            told = [table(kinds[:, place]) for place, table in enumerate(self.tables)]
            return self.head(torch.cat([*told, self.norm(numbers)], -1))

    def draw() -> Any:
        numbers = torch.randn(64, 5)
        kinds = torch.stack([torch.randint(size, (64,)) for size in (12, 40, 300)], 1)
        return numbers, kinds, ((numbers[:, 0] + (kinds[:, 0] % 2) * 2 - 1) > 0).long()

    return Task(Columns(), draw, classed)


@healthy
def recommender_sparse() -> Task:
    class Taste(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.users, self.items = nn.Embedding(500, 8, sparse=True), nn.Embedding(800, 8, sparse=True)

        def forward(self, users: torch.Tensor, items: torch.Tensor) -> torch.Tensor:
            return (self.users(users) * self.items(items)).sum(-1)

    def draw() -> Any:
        users, items = torch.randint(500, (128,)), torch.randint(800, (128,))
        return users, items, ((users + items) % 2).float()

    return Task(
        Taste(), draw, lambda out, y: F.binary_cross_entropy_with_logits(out, y), lr=0.01, optimizer="sparseadam"
    )


@healthy
def factorization_machine() -> Task:
    class Machine(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear, self.table = nn.EmbeddingBag(200, 1, mode="sum"), nn.Embedding(200, 8)
            nn.init.normal_(self.table.weight, std=0.01)

        def forward(self, kinds: torch.Tensor) -> torch.Tensor:
            held = self.table(kinds)
            pairs = 0.5 * (held.sum(1) ** 2 - (held**2).sum(1)).sum(-1)
            return self.linear(kinds).squeeze(-1) + pairs

    def draw() -> Any:
        kinds = torch.stack([torch.randint(50, (128,)) + 50 * place for place in range(4)], 1)
        return kinds, (kinds[:, 0] % 2).float()

    return Task(Machine(), draw, lambda out, y: F.binary_cross_entropy_with_logits(out, y), lr=0.01)


@healthy
def lora_head() -> Task:
    class Adapted(nn.Module):
        def __init__(self, inner: nn.Linear) -> None:
            super().__init__()
            self.inner = inner.requires_grad_(False)
            self.lora_A = nn.Linear(inner.in_features, 4, bias=False)
            self.lora_B = nn.Linear(4, inner.out_features, bias=False)
            nn.init.zeros_(self.lora_B.weight)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.inner(x) + self.lora_B(self.lora_A(x))

    return Task(
        nn.Sequential(
            Adapted(nn.Linear(20, 64)), nn.ReLU(), Adapted(nn.Linear(64, 64)), nn.ReLU(), nn.Linear(64, CLASSES)
        ),
        rows(),
        classed,
    )


@healthy
def frozen_backbone() -> Task:
    model = mlp([20, 128, 128, CLASSES])
    for layer in list(model)[:-1]:
        layer.requires_grad_(False)
    return Task(model, rows(), classed, lr=0.01)


@healthy
def siamese_contrastive() -> Task:
    encoder = mlp([20, 64, 16])
    centres = torch.randn(8, 20)

    class Twins(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = encoder

        def forward(self, one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
            return (self.encoder(one) - self.encoder(other)).pow(2).sum(-1).add(1e-8).sqrt()

    def draw() -> Any:
        labels = torch.randint(8, (64, 2))
        labels[:32, 1] = labels[:32, 0]
        same = (labels[:, 0] == labels[:, 1]).float()
        return (
            centres[labels[:, 0]] + 0.3 * torch.randn(64, 20),
            centres[labels[:, 1]] + 0.3 * torch.randn(64, 20),
            same,
        )

    def contrast(apart: torch.Tensor, same: torch.Tensor) -> torch.Tensor:
        return (same * apart**2 + (1 - same) * F.relu(1 - apart) ** 2).mean()

    return Task(Twins(), draw, contrast, lr=1e-3)


@healthy
def simclr_pairs() -> Task:
    class Views(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder, self.head = mlp([20, 64, 32]), mlp([32, 32, 16])

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return F.normalize(self.head(F.relu(self.encoder(x))), dim=-1)

    centres = torch.randn(64, 20)

    def draw() -> Any:
        x = centres[torch.randperm(64)[:32]]
        return torch.cat([x + 0.2 * torch.randn(32, 20), x + 0.2 * torch.randn(32, 20)])

    def info_nce(z: torch.Tensor) -> torch.Tensor:
        alike = (z @ z.T / 0.2).masked_fill(torch.eye(len(z), dtype=torch.bool), -1e9)
        return F.cross_entropy(alike, torch.arange(len(z)).roll(len(z) // 2))

    return Task(Views(), draw, info_nce)


@healthy
def triplet_embedding() -> Task:
    class Three(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = mlp([20, 64, 16])

        def forward(self, one: torch.Tensor, near: torch.Tensor, far: torch.Tensor) -> Any:
            return self.encoder(one), self.encoder(near), self.encoder(far)

    centres = torch.randn(8, 20)

    def draw() -> Any:
        label = torch.randint(8, (64,))
        other = (label + torch.randint(1, 8, (64,))) % 8
        return {word: centres[one] + 0.5 * torch.randn(64, 20)
                for word, one in (("one", label), ("near", label), ("far", other))}  # fmt: skip

    return Task(Three(), draw, lambda out: F.triplet_margin_loss(*out))


@healthy
def policy_and_value() -> Task:
    class Agent(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body, self.policy, self.value = mlp([8, 64, 64], nn.Tanh), nn.Linear(64, 3), nn.Linear(64, 1)
            for module in self.modules():
                if isinstance(module, nn.Linear):
                    nn.init.orthogonal_(module.weight, gain=0.01 if module is self.policy else 2**0.5)

        def forward(self, state: torch.Tensor) -> Any:
            x = torch.tanh(self.body(state))
            return self.policy(x), self.value(x).squeeze(-1)

    def draw() -> Any:
        state = torch.randn(128, 8)
        action = torch.randint(3, (128,))
        return state, torch.stack([action.float(), (action == (state[:, 0] > 0).long()).float()], 1)

    def actor_critic(out: Any, known: torch.Tensor) -> torch.Tensor:
        policy, value = out
        won = known[:, 1]
        chosen = F.log_softmax(policy, -1).gather(1, known[:, :1].long()).squeeze(-1)
        return -(chosen * (won - value.detach())).mean() + 0.5 * F.mse_loss(value, won)

    return Task(Agent(), draw, actor_critic, lr=1e-3)
