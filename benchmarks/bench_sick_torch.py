"""PyTorch models with one thing wrong each, for `bench_sick.py`: five architectures and what can be done to them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

Case = tuple[nn.Module, Any, Any]  # model, batch, loss
F = nn.functional


class Mlp(nn.Module):
    def __init__(self, act: Any = nn.ReLU, depth: int = 2, norm: bool = False, out: int = 10, drop: float = 0.0):
        super().__init__()
        parts: list[nn.Module] = []
        for place in range(depth):
            parts += [nn.Linear(20 if place == 0 else 64, 64), *([nn.BatchNorm1d(64)] if norm else []), act()]
            parts += [nn.Dropout(drop)] if drop else []
        self.body, self.head = nn.Sequential(*parts), nn.Linear(64, out)

    def features(self, x: Any) -> Any:
        return self.body(x)

    def forward(self, x: Any) -> Any:
        return self.head(self.features(x))


class Cnn(Mlp):
    def __init__(self, act: Any = nn.ReLU, depth: int = 2, norm: bool = False, out: int = 10, drop: float = 0.0):
        nn.Module.__init__(self)
        parts: list[nn.Module] = []
        for place in range(depth):
            parts += [nn.Conv2d(3 if place == 0 else 24, 24, 3, padding=1), *([nn.BatchNorm2d(24)] if norm else [])]
            parts += [act(), *([nn.AvgPool2d(2)] if place < 2 else []), *([nn.Dropout(drop)] if drop else [])]
        self.body = nn.Sequential(*parts, nn.AdaptiveAvgPool2d(2), nn.Flatten())
        self.head = nn.Linear(96, out)


class Gru(Mlp):
    def __init__(self, act: Any = nn.ReLU, depth: int = 1, norm: bool = False, out: int = 10, drop: float = 0.0):
        nn.Module.__init__(self)
        self.table, self.rnn = nn.Embedding(50, 32), nn.GRU(32, 48, batch_first=True)
        parts: list[nn.Module] = []
        for _ in range(max(depth - 1, 1)):
            parts += [nn.Linear(48, 48), *([nn.BatchNorm1d(48)] if norm else []), act()]
            parts += [nn.Dropout(drop)] if drop else []
        self.body, self.head = nn.Sequential(*parts), nn.Linear(48, out)

    def features(self, x: Any) -> Any:
        return self.body(self.rnn(self.table(x))[0][:, -1])


class Block(nn.Module):
    def __init__(self, act: Any, drop: float, norm: bool, skip: bool):
        super().__init__()
        make = (lambda: nn.LayerNorm(32)) if norm else nn.Identity
        self.one, self.two, self.skip = make(), make(), skip
        self.mix = nn.MultiheadAttention(32, 4, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(32, 128), act(), nn.Linear(128, 32), nn.Dropout(drop))

    def forward(self, x: Any, mask: Any = None) -> Any:
        h = self.one(x)
        h = self.mix(h, h, h, need_weights=False, attn_mask=mask)[0]
        x = x + h if self.skip else h
        h = self.mlp(self.two(x))
        return x + h if self.skip else h


class Transformer(Mlp):
    def __init__(self, act: Any = nn.GELU, depth: int = 2, norm: bool = True, out: int = 10, drop: float = 0.0,
                 skip: bool = True):  # fmt: skip
        nn.Module.__init__(self)
        self.table, self.places = nn.Embedding(50, 32), nn.Parameter(0.02 * torch.randn(24, 32))
        self.body = nn.ModuleList([Block(act, drop, norm, skip) for _ in range(depth)])
        self.last, self.head = nn.LayerNorm(32) if norm else nn.Identity(), nn.Linear(32, out)
        self.mask: Any = None
        self.pool = True

    def features(self, x: Any) -> Any:
        h = self.table(x) + self.places[: x.shape[1]]
        for block in self.body:
            h = block(h, self.mask)
        h = self.last(h)
        return h.mean(1) if self.pool else h


class Rest(nn.Module):
    def __init__(self, act: Any, drop: float):
        super().__init__()
        self.a, self.an, self.one = nn.Conv2d(24, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), act()
        self.b, self.bn, self.two = nn.Conv2d(24, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), act()
        self.drop = nn.Dropout(drop)

    def forward(self, x: Any) -> Any:
        return self.two(x + self.bn(self.b(self.drop(self.one(self.an(self.a(x)))))))


class Resnet(Mlp):
    def __init__(self, act: Any = nn.ReLU, depth: int = 3, norm: bool = True, out: int = 10, drop: float = 0.0):
        nn.Module.__init__(self)
        stem = [nn.Conv2d(3, 24, 3, stride=2, padding=1), nn.BatchNorm2d(24), act()]
        rest = [Rest(act, drop) for _ in range(depth)]
        self.body = nn.Sequential(*stem, *rest, nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = nn.Linear(24, out)


BUILD: dict[str, Callable[..., Any]] = {
    "mlp": Mlp, "cnn": Cnn, "gru": Gru, "transformer": Transformer, "resnet": Resnet
}  # fmt: skip
PLAIN = ("mlp", "cnn", "gru")
NORMED = ("mlp", "cnn", "resnet")


def inputs(name: str, rows: int = 64) -> Any:
    if name == "mlp":
        return torch.randn(rows, 20)
    return torch.randn(rows, 3, 16, 16) if name in ("cnn", "resnet") else torch.randint(0, 50, (rows, 24))


def labels(rows: int = 64, classes: int = 10) -> Any:
    return torch.randint(0, classes, (rows,))


def made(name: str, *, loss: Any = F.cross_entropy, rows: int = 64, **how: Any) -> Case:
    return BUILD[name](**how), (inputs(name, rows), labels(rows)), loss


def matrices(model: nn.Module) -> list[Any]:
    return [one for one in model.parameters() if one.dim() >= 2]


@torch.no_grad()
def scaled(model: nn.Module, factor: float) -> None:
    for one in matrices(model):
        one.mul_(factor)


class Ending(nn.Module):
    """A model with something behind its head."""

    def __init__(self, model: nn.Module, end: Any):
        super().__init__()
        self.model, self.end = model, end

    def forward(self, x: Any) -> Any:
        return self.end(self.model(x))


def ended(name: str, end: Any, **how: Any) -> Case:
    model, batch, loss = made(name, **how)
    return Ending(model, end), batch, loss


# ------------------------------------------------------------------- healthy


def healthy(name: str) -> Case:
    return made(name)


def healthy_regression(name: str) -> Case:
    return made(name, out=1)[0], (inputs(name), torch.randn(64, 1)), F.mse_loss


def healthy_binary(name: str) -> Case:
    model = made(name, out=1)[0]
    return model, (inputs(name), labels(64, 2)[:, None].float()), F.binary_cross_entropy_with_logits


# ---------------------------------------------------------------------- sick


def zero_init(name: str) -> Case:
    case = made(name)
    scaled(case[0], 0.0)
    return case


@torch.no_grad()
def constant_init(name: str) -> Case:
    case = made(name)
    for one in matrices(case[0]):
        one.fill_(0.05)
    return case


def init_too_large(name: str) -> Case:
    case = made(name)
    scaled(case[0], 30.0)
    return case


def init_too_small(name: str) -> Case:
    case = made(name, depth=4)
    scaled(case[0], 0.01)
    with torch.no_grad():
        for key, one in case[0].named_parameters():
            if one.dim() < 2 and "bias" in key:
                one.zero_()
    return case


def saturated(name: str) -> Case:
    case = made(name, act=nn.Tanh, depth=3)
    scaled(case[0].body, 25.0)
    return case


@torch.no_grad()
def dead_relu(name: str) -> Case:
    case = made(name, act=nn.ReLU)
    for module in case[0].body.modules():
        if isinstance(module, (nn.Linear, nn.Conv2d, nn.BatchNorm1d, nn.BatchNorm2d)) and module.bias is not None:
            module.bias.fill_(-30.0)
    return case


def deep_sigmoid(name: str) -> Case:
    return made(name, act=nn.Sigmoid, depth=14)


def deep_plain(name: str) -> Case:
    return made(name, depth=40, **({"norm": False, "skip": False} if name == "transformer" else {}))


def softmax_before_loss(name: str) -> Case:
    return ended(name, nn.Softmax(dim=-1))


def softmax_over_batch(name: str) -> Case:
    return ended(name, nn.Softmax(dim=0))


def sigmoid_before_loss(name: str) -> Case:
    model, batch, loss = healthy_binary(name)
    return Ending(model, nn.Sigmoid()), batch, loss


def relu_on_logits(name: str) -> Case:
    return ended(name, nn.ReLU())


def tanh_on_logits(name: str) -> Case:
    return ended(name, torch.tanh)


def no_activation(name: str) -> Case:
    return made(name, act=nn.Identity, depth=3)


def column_meets_row(name: str) -> Case:
    return made(name, out=1)[0], (inputs(name), torch.randn(64)), F.mse_loss


class Cut(nn.Module):
    def __init__(self, model: Any):
        super().__init__()
        self.model = model

    def forward(self, x: Any) -> Any:
        return self.model.head(self.model.features(x).detach())


def detached(name: str) -> Case:
    model, batch, loss = made(name)
    return Cut(model), batch, loss


def frozen(name: str) -> Case:
    model, batch, loss = made(name)
    for key, one in model.named_parameters():
        one.requires_grad_(key.startswith("head"))
    return model, batch, loss


class Listed(nn.Module):
    """Keeps two further layers in a plain list."""

    def __init__(self, model: Any):
        super().__init__()
        self.model = model
        self.further = [nn.Linear(10, 32), nn.Linear(32, 10)]

    def forward(self, x: Any) -> Any:
        return self.further[1](torch.relu(self.further[0](self.model(x))))


def in_a_list(name: str) -> Case:
    model, batch, loss = made(name)
    return Listed(model), batch, loss


class Repeated(nn.Module):
    def __init__(self, model: Any):
        super().__init__()
        self.model = model
        self.further = nn.ModuleList([nn.Linear(10, 10)] * 4)

    def forward(self, x: Any) -> Any:
        x = self.model(x)
        for one in self.further:
            x = torch.relu(x) + one(x)
        return x


def one_layer_many_times(name: str) -> Case:
    model, batch, loss = made(name)
    return Repeated(model), batch, loss


class Mixed(nn.Module):
    def __init__(self, model: Any):
        super().__init__()
        self.model = model

    def forward(self, x: Any) -> Any:
        features = self.model.features(x)
        return self.model.head(features.t().reshape(features.shape))


def rows_mixed(name: str) -> Case:
    model, batch, loss = made(name)
    return Mixed(model), batch, loss


def no_mask(name: str) -> Case:
    """A reader of text that sees the word which it is to say."""
    tokens = torch.randint(0, 50, (32, 25))
    model: Any
    if name == "transformer":
        model = Transformer(out=50)
        model.pool = False
    else:
        model = TwoWays() if name == "gru" else Windowed()
    return model, (tokens[:, :-1], tokens[:, 1:]), lambda out, y: F.cross_entropy(out.transpose(1, 2), y)


class TwoWays(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table, self.rnn = nn.Embedding(50, 32), nn.GRU(32, 32, batch_first=True, bidirectional=True)
        self.head = nn.Linear(64, 50)

    def forward(self, x: Any) -> Any:
        return self.head(self.rnn(self.table(x))[0])


class Windowed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table, self.conv, self.head = nn.Embedding(50, 32), nn.Conv1d(32, 64, 5, padding=2), nn.Linear(64, 50)

    def forward(self, x: Any) -> Any:
        return self.head(torch.relu(self.conv(self.table(x).transpose(1, 2))).transpose(1, 2))


def statistics_of_two(name: str) -> Case:
    return made(name, norm=True, rows=2)


def nan_in_a_layer(name: str) -> Case:
    class Root(nn.Module):
        def forward(self, x: Any) -> Any:
            return torch.sqrt(x - x.mean())

    model, batch, loss = made(name)
    return nn.Sequential(Ending(model, Root()), nn.Linear(10, 10)), batch, loss


@torch.no_grad()
def nan_weight(name: str) -> Case:
    case = made(name)
    matrices(case[0])[1].view(-1)[3] = math.nan
    return case


def summed(name: str) -> Case:
    return made(name, loss=lambda out, y: F.cross_entropy(out, y, reduction="sum"))


def too_much_dropout(name: str) -> Case:
    return made(name, drop=0.95)


def dropped_logits(name: str) -> Case:
    return ended(name, nn.Dropout(0.5))


def constant_rows(name: str) -> Case:
    model, (x, y), loss = made(name)
    return model, (x[:1].expand_as(x).clone(), y), loss


def targets_out_of_reach(name: str) -> Case:
    return Ending(made(name, out=1)[0], nn.Sigmoid()), (inputs(name), 50 + 20 * torch.randn(64, 1)), F.mse_loss


EVERY = tuple(BUILD)
HEALTHY = {one.__name__: one for one in (healthy, healthy_regression, healthy_binary)}
# What is done, to which architectures, and the causes that name it.
SICK: tuple[tuple[Callable[[str], Case], tuple[str, ...], tuple[str, ...]], ...] = (
    (zero_init, EVERY, ("zero-init",)),
    (constant_init, EVERY, ("constant-init",)),
    (init_too_large, EVERY, ("init-too-large",)),
    (init_too_small, PLAIN, ("init-too-small",)),
    (saturated, ("mlp", "cnn", "gru"), ("saturated-activations", "init-too-large")),
    (dead_relu, EVERY, ("dead-relu",)),
    (deep_sigmoid, PLAIN, ("saturated-activations", "too-deep-without-skips")),
    (deep_plain, ("mlp", "cnn", "gru", "transformer"), ("too-deep-without-skips",)),
    (softmax_before_loss, EVERY, ("softmax-before-cross-entropy",)),
    (softmax_over_batch, EVERY, ("softmax-over-wrong-dim",)),
    (sigmoid_before_loss, EVERY, ("sigmoid-before-bce-with-logits",)),
    (relu_on_logits, EVERY, ("activation-on-logits",)),
    (tanh_on_logits, EVERY, ("activation-on-logits",)),
    (no_activation, ("mlp", "cnn", "transformer", "resnet"), ("missing-nonlinearity",)),
    (column_meets_row, EVERY, ("loss-broadcasts-shapes",)),
    (detached, EVERY, ("graph-detached",)),
    (frozen, EVERY, ("parameters-frozen",)),
    (in_a_list, EVERY, ("unregistered-modules",)),
    (one_layer_many_times, EVERY, ("module-shared-by-accident",)),
    (rows_mixed, EVERY, ("batch-mixed-with-features",)),
    (no_mask, ("cnn", "gru", "transformer"), ("causal-mask-missing",)),
    (statistics_of_two, NORMED, ("batchnorm-tiny-batch",)),
    (nan_in_a_layer, EVERY, ("undefined-math",)),
    (nan_weight, EVERY, ("undefined-math", "fp16-overflow")),
    (summed, EVERY, ("loss-summed-not-averaged",)),
    (too_much_dropout, EVERY, ("dropout-too-high",)),
    (dropped_logits, EVERY, ("dropout-too-high",)),
    (constant_rows, EVERY, ("constant-input",)),
    (targets_out_of_reach, EVERY, ("activation-on-logits", "target-not-scaled")),
)  # fmt: skip


def case(pathology: str, name: str, seed: int) -> Case:
    torch.manual_seed(seed)
    table = {one.__name__: one for one, _, _ in SICK} | HEALTHY
    return table[pathology](name)
