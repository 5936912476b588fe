"""Convolutions of the zoo: see bench_zoo.py."""

from __future__ import annotations

import math
from typing import Any

import torch
from bench_zoo import (
    CLASSES,
    Task,
    classed,
    healthy,
    images,
    series,
)
from torch import nn
from torch.nn import functional as F


def _head(width: int, classes: int = CLASSES) -> list[nn.Module]:
    return [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, classes)]


@healthy
def cnn_plain() -> Task:
    return Task(
        nn.Sequential(
            nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, CLASSES),
        ),
        images(), classed, lr=1e-3,
    )  # fmt: skip


@healthy
def lenet() -> Task:
    return Task(
        nn.Sequential(
            nn.Conv2d(1, 6, 5, padding=2), nn.Tanh(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5, padding=2), nn.Tanh(),
            nn.AvgPool2d(2), nn.Flatten(), nn.Linear(16 * 16, 120), nn.Tanh(), nn.Linear(120, 84), nn.Tanh(),
            nn.Linear(84, CLASSES),
        ),
        images(channels=1), classed, lr=1e-3,
    )  # fmt: skip


@healthy
def cnn_batchnorm() -> Task:
    layers: list[nn.Module] = []
    for into, out in ((3, 16), (16, 32), (32, 32)):
        layers += [nn.Conv2d(into, out, 3, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU(), nn.MaxPool2d(2)]
    return Task(nn.Sequential(*layers, *_head(32)), images(), classed)


@healthy
def vgg_without_normalization() -> Task:
    layers: list[nn.Module] = []
    for into, out in ((3, 16), (16, 16), (16, 32), (32, 32), (32, 32), (32, 32)):
        layers += [nn.Conv2d(into, out, 3, padding=1), nn.ReLU(inplace=True)]
    for layer in layers:
        if isinstance(layer, nn.Conv2d):
            nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
            nn.init.zeros_(layer.bias)
    return Task(nn.Sequential(*layers, *_head(32)), images(size=8), classed, lr=1e-3)


class Residual(nn.Module):
    def __init__(self, into: int, out: int, stride: int = 1) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
        self.conv2, self.bn2 = nn.Conv2d(out, out, 3, 1, 1, bias=False), nn.BatchNorm2d(out)
        self.relu = nn.ReLU(inplace=True)
        same = stride == 1 and into == out
        self.short = nn.Identity() if same else nn.Sequential(nn.Conv2d(into, out, 1, stride, bias=False),
                                                              nn.BatchNorm2d(out))  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
        out += self.short(x)
        return self.relu(out)


def resnet() -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True),
        Residual(16, 16), Residual(16, 16), Residual(16, 32, 2), Residual(32, 32), *_head(32),
    )  # fmt: skip


@healthy
def resnet_small() -> Task:
    return Task(resnet(), images(), classed, lr=0.05, optimizer="sgd")


@healthy
def resnet_zero_last_gain() -> Task:
    model = resnet()
    for module in model.modules():
        if isinstance(module, Residual):
            nn.init.zeros_(module.bn2.weight)
    return Task(model, images(), classed, lr=0.05, optimizer="sgd")


@healthy
def resnet_channels_last() -> Task:
    draw = images()

    def turned() -> Any:
        x, y = draw()
        return x.to(memory_format=torch.channels_last), y

    return Task(resnet().to(memory_format=torch.channels_last), turned, classed, lr=0.05, optimizer="sgd")


@healthy
def resnet_frozen_but_head() -> Task:
    model = resnet()
    for layer in list(model)[:-1]:
        layer.requires_grad_(False)
    return Task(model, images(), classed, lr=0.01)


@healthy
def resnet_groupnorm() -> Task:
    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(
                nn.GroupNorm(4, 24), nn.SiLU(), nn.Conv2d(24, 24, 3, padding=1),
                nn.GroupNorm(4, 24), nn.SiLU(), nn.Conv2d(24, 24, 3, padding=1),
            )  # fmt: skip

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + self.body(x)

    return Task(
        nn.Sequential(nn.Conv2d(3, 24, 3, 2, 1), Block(), Block(), Block(), *_head(24)), images(), classed, lr=1e-3
    )


@healthy
def densenet() -> Task:
    class Grown(nn.Module):
        def __init__(self, into: int) -> None:
            super().__init__()
            self.norm, self.conv = nn.BatchNorm2d(into), nn.Conv2d(into, 8, 3, padding=1, bias=False)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.cat([x, self.conv(F.relu(self.norm(x)))], 1)

    return Task(nn.Sequential(nn.Conv2d(3, 16, 3, 2, 1), *[Grown(16 + 8 * k) for k in range(4)], *_head(48)), images(),
                classed)  # fmt: skip


@healthy
def mobilenet_separable() -> Task:
    def part(into: int, out: int, stride: int) -> list[nn.Module]:
        return [nn.Conv2d(into, into, 3, stride, 1, groups=into, bias=False), nn.BatchNorm2d(into), nn.ReLU6(),
                nn.Conv2d(into, out, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU6()]  # fmt: skip

    return Task(
        nn.Sequential(nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU6(), *part(16, 32, 2),
                      *part(32, 32, 1), *part(32, 48, 2), *_head(48)),
        images(), classed,
    )  # fmt: skip


@healthy
def squeeze_and_excite() -> Task:
    class Gate(nn.Module):
        def __init__(self, width: int) -> None:
            super().__init__()
            self.one, self.two = nn.Conv2d(width, width // 4, 1), nn.Conv2d(width // 4, width, 1)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * torch.sigmoid(self.two(F.relu(self.one(x.mean((2, 3), keepdim=True)))))

    return Task(
        nn.Sequential(nn.Conv2d(3, 24, 3, 2, 1), nn.BatchNorm2d(24), nn.ReLU(), Gate(24), nn.Conv2d(24, 32, 3, 1, 1),
                      nn.BatchNorm2d(32), nn.ReLU(), Gate(32), *_head(32)),
        images(), classed,
    )  # fmt: skip


@healthy
def convnext() -> Task:
    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.dwconv, self.norm = nn.Conv2d(24, 24, 7, padding=3, groups=24), nn.LayerNorm(24)
            self.pwconv1, self.pwconv2 = nn.Linear(24, 96), nn.Linear(96, 24)
            self.gamma = nn.Parameter(1e-6 * torch.ones(24))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            held = self.dwconv(x).permute(0, 2, 3, 1)
            held = self.gamma * self.pwconv2(F.gelu(self.pwconv1(self.norm(held))))
            return x + held.permute(0, 3, 1, 2)

    return Task(
        nn.Sequential(nn.Conv2d(3, 24, 4, 4), Block(), Block(), Block(), *_head(24)), images(), classed, lr=2e-3
    )


@healthy
def mixer() -> Task:
    class Block(nn.Module):
        def __init__(self, places: int, width: int) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.tokens = nn.Sequential(nn.Linear(places, 32), nn.GELU(), nn.Linear(32, places))
            self.channels = nn.Sequential(nn.Linear(width, 64), nn.GELU(), nn.Linear(64, width))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = x + self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
            return x + self.channels(self.norm2(x))

    class Mixer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Conv2d(3, 32, 4, 4)
            self.blocks = nn.Sequential(*[Block(16, 32) for _ in range(4)])
            self.norm, self.head = nn.LayerNorm(32), nn.Linear(32, CLASSES)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = self.stem(x).flatten(2).transpose(1, 2)
            return self.head(self.norm(self.blocks(x)).mean(1))

    return Task(Mixer(), images(), classed, lr=1e-3)


@healthy
def unet_segmentation() -> Task:
    def twice(into: int, out: int) -> nn.Sequential:
        return nn.Sequential(nn.Conv2d(into, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU(),
                             nn.Conv2d(out, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU())  # fmt: skip

    class UNet(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.down1, self.down2, self.middle = twice(1, 8), twice(8, 16), twice(16, 32)
            self.up2, self.up1 = nn.ConvTranspose2d(32, 16, 2, 2), nn.ConvTranspose2d(16, 8, 2, 2)
            self.merge2, self.merge1, self.out = twice(32, 16), twice(16, 8), nn.Conv2d(8, 3, 1)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            one = self.down1(x)
            two = self.down2(F.max_pool2d(one, 2))
            x = self.up2(self.middle(F.max_pool2d(two, 2)))
            x = self.up1(self.merge2(torch.cat([x, two], 1)))
            return self.out(self.merge1(torch.cat([x, one], 1)))

    def draw() -> Any:
        x = F.interpolate(torch.randn(16, 1, 5, 5), size=16, mode="bilinear")
        return x + 0.1 * torch.randn_like(x), (x[:, 0] > 0.5).long() + (x[:, 0] > -0.5).long()

    return Task(UNet(), draw, classed)


@healthy
def dilated_tcn() -> Task:
    layers: list[nn.Module] = []
    for into, step in ((6, 1), (24, 2), (24, 4)):
        layers += [nn.Conv1d(into, 24, 3, padding=step, dilation=step), nn.BatchNorm1d(24), nn.ReLU()]

    class Last(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body, self.head = nn.Sequential(*layers), nn.Linear(24, CLASSES)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.head(self.body(x.transpose(1, 2)).mean(-1))

    return Task(Last(), series(), classed)


@healthy
def detector_heads() -> Task:
    class Boxes(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.body = nn.Sequential(nn.Conv2d(1, 16, 3, 2, 1), nn.BatchNorm2d(16), nn.ReLU(),
                                      nn.Conv2d(16, 32, 3, 2, 1), nn.BatchNorm2d(32), nn.ReLU())  # fmt: skip
            self.there, self.box = nn.Conv2d(32, 1, 1), nn.Conv2d(32, 4, 1)
            nn.init.constant_(self.there.bias, -math.log(99))  # of a focal loss: few places hold anything

        def forward(self, x: torch.Tensor) -> Any:
            x = self.body(x)
            return self.there(x), self.box(x)

    def draw() -> Any:
        there = (torch.rand(16, 1, 4, 4) < 0.1).float()
        x = F.interpolate(there, scale_factor=4) + 0.2 * torch.randn(16, 1, 16, 16)
        return x, torch.cat([there, torch.ones(16, 4, 4, 4) * 0.5 * there], 1)

    def focal(out: Any, known: torch.Tensor) -> torch.Tensor:
        there, box = out
        hit = known[:, :1]
        each = F.binary_cross_entropy_with_logits(there, hit, reduction="none")
        sure = torch.sigmoid(there) * hit + (1 - torch.sigmoid(there)) * (1 - hit)
        return ((1 - sure) ** 2 * each).sum() / hit.sum().clamp_min(1) + (hit * (box - known[:, 1:]).abs()).mean()

    return Task(Boxes(), draw, focal)
