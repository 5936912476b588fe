"""What a look costs: python benchmarks/bench_cost.py [--device cuda] [--pairs N] [--only NAME]

A look at a batch against plain forward and backward passes of the same batch, interleaved, as the median ratio with its
interval; beside it a plain pass against a plain pass (A/A). Memory: the peak of a look over the peak of a plain
training step with AdamW, on a device by its allocator, on a processor by the resident set of a child of its own.
Bars: at most 3 passes, at most the step's memory and a tenth. Nothing of traindx but its guest is imported, so that
it runs wherever
PyTorch is.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F

GUEST = pathlib.Path(__file__).parents[1] / "src" / "traindx" / "guest"
PASSES, MORE_MEMORY = 3.0, 1.10


def guest() -> Any:
    """The guest alone, loaded by path as in the environment of a model."""
    spec = importlib.util.spec_from_file_location(
        "_traindx_guest", GUEST / "__init__.py", submodule_search_locations=[str(GUEST)]
    )
    sys.modules["_traindx_guest"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    from _traindx_guest.bench import look
    from _traindx_guest.capture import Capture

    return look, Capture


class Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.norm1, self.norm2 = heads, nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = (one.unflatten(-1, (self.heads, -1)).transpose(1, 2) for one in self.qkv(self.norm1(x)).chunk(3, -1))
        x = x + self.out(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class GPT(nn.Module):
    """The shape of GPT-2: width 768, 12 layers and 50,257 words are 124 M parameters, the head tied."""

    def __init__(self, width: int, layers: int, heads: int, words: int, places: int) -> None:
        super().__init__()
        self.wte, self.wpe = nn.Embedding(words, width), nn.Embedding(places, width)
        self.h = nn.Sequential(*[Block(width, heads) for _ in range(layers)])
        self.ln_f, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)
        self.head.weight = self.wte.weight
        for one in self.parameters():
            if one.dim() > 1:
                nn.init.normal_(one, std=0.02)

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        x = self.wte(text) + self.wpe(torch.arange(text.shape[1], device=text.device))
        return self.head(self.ln_f(self.h(x)))


class Residual(nn.Module):
    def __init__(self, into: int, out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(into, out // 4, 1, bias=False), nn.BatchNorm2d(out // 4), nn.ReLU(inplace=True),
            nn.Conv2d(out // 4, out // 4, 3, stride, 1, bias=False), nn.BatchNorm2d(out // 4), nn.ReLU(inplace=True),
            nn.Conv2d(out // 4, out, 1, bias=False), nn.BatchNorm2d(out),
        )  # fmt: skip
        same = into == out and stride == 1
        self.short = nn.Identity() if same else nn.Sequential(nn.Conv2d(into, out, 1, stride, bias=False),
                                                              nn.BatchNorm2d(out))  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.body(x) + self.short(x))


def resnet(depths: tuple[int, ...], width: int) -> nn.Module:
    layers: list[nn.Module] = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True),
                               nn.MaxPool2d(3, 2, 1)]  # fmt: skip
    into = 64
    for stage, depth in enumerate(depths):
        for place in range(depth):
            layers.append(Residual(into, width << stage, 2 if stage and not place else 1))
            into = width << stage
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(into, 1000))


class Words(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embed, self.body, self.head = (
            nn.Embedding(1000, 128),
            nn.LSTM(128, 128, 2, batch_first=True),
            nn.Linear(128, 1000),
        )

    def forward(self, text: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(self.embed(text))[0])


def worded(out: torch.Tensor, text: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(out.flatten(0, 1), text.flatten())


def tokens(rows: int, length: int, words: int) -> Any:
    text = torch.randint(words, (rows, length + 1))
    return text[:, :-1].contiguous(), text[:, 1:].contiguous()


def mlp() -> Any:
    layers = [part for _ in range(20) for part in (nn.Linear(256, 256), nn.ReLU())]
    return (
        nn.Sequential(*layers, nn.Linear(256, 10)),
        (torch.randn(256, 256), torch.randint(10, (256,))),
        F.cross_entropy,
    )


def pictures(depths: tuple[int, ...], width: int, rows: int, size: int) -> Any:
    batch = torch.randn(rows, 3, size, size), torch.randint(1000, (rows,))
    return resnet(depths, width), batch, F.cross_entropy


CASES: dict[str, dict[str, Callable[[], Any]]] = {
    "cpu": {
        "MLP of 20 x 256": mlp,
        "ResNet-26, 8 images of 64": lambda: pictures((2, 2, 2, 2), 256, 8, 64),
        "LSTM 2 x 128": lambda: (Words(), tokens(32, 32, 1000), worded),
        "GPT 6 x 256": lambda: (GPT(256, 6, 8, 4000, 128), tokens(8, 128, 4000), worded),
    },
    "cuda": {
        "MLP of 20 x 256": mlp,
        "ResNet-50, 128 images of 224": lambda: pictures((3, 4, 6, 3), 256, 128, 224),
        "GPT-2 124M, 16 x 1024 words": lambda: (GPT(768, 12, 12, 50257, 1024), tokens(16, 1024, 50257), worded),
    },
}


def plain(model: nn.Module, batch: Any, loss: Any) -> None:
    model.zero_grad(set_to_none=True)
    loss(model(batch[0]), batch[1]).backward()


def timed(work: Callable[[], object], device: str) -> float:
    if device == "cuda":
        torch.cuda.synchronize()
    began = time.perf_counter() if device == "cuda" else time.process_time()
    work()
    if device == "cuda":
        torch.cuda.synchronize()
    return (time.perf_counter() if device == "cuda" else time.process_time()) - began


def prepared(name: str, device: str) -> Any:
    torch.manual_seed(0)
    model, batch, loss = CASES[device][name]()
    return model.to(device), tuple(one.to(device) for one in batch), loss


def peak(work: Callable[[], object]) -> int:
    """The most that the device's allocator held while it ran."""
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    work()
    torch.cuda.synchronize()
    return int(torch.cuda.max_memory_allocated())


def stepped(model: nn.Module, batch: Any, loss: Any) -> None:
    """A training step with its optimizer, as training takes it."""
    plain(model, batch, loss)
    torch.optim.AdamW(model.parameters()).step()
    model.zero_grad(set_to_none=True)


def resident(name: str, what: str) -> int:
    """The peak of the resident set of a child that does one thing, in KiB beyond what it began with."""
    command = [sys.executable, __file__, "--only", name, "--child", what]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def child(name: str, what: str) -> None:
    look, capture = guest()
    model, batch, loss = prepared(name, "cpu")
    # Every library that a pass loads is loaded before.
    small = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    look(small, [(torch.randn(4, 4), torch.randint(4, (4,)))], F.cross_entropy, capture(lambda _: None))
    stepped(small, (torch.randn(4, 4), torch.randint(4, (4,))), F.cross_entropy)
    gc.collect()
    pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    before = _status("VmRSS")
    stepped(model, batch, loss) if what == "step" else look(model, [batch], loss, capture(lambda _: None))
    print(_status("VmHWM") - before)


def _status(word: str) -> int:
    lines = pathlib.Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(word)))


def interval(values: list[float]) -> tuple[float, float]:
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(1000))
    return medians[24], medians[974]


def one(name: str, device: str, pairs: int) -> bool:
    look, capture = guest()
    model, batch, loss = prepared(name, device)

    def looking() -> None:
        look(model, [batch], loss, capture(lambda _: None))

    def passing() -> None:
        plain(model, batch, loss)

    for _ in range(3):
        passing()
        looking()
    looks, same, passes = [], [], []
    for _ in range(pairs):
        first, seen, second = timed(passing, device), timed(looking, device), timed(passing, device)
        passes.append(first)
        looks.append(seen / statistics.mean((first, second)))
        same.append(second / first)
    low, high = interval(looks)
    quiet = interval(same)
    if device == "cuda":
        model.zero_grad(set_to_none=True)
        step, held = peak(lambda: stepped(model, batch, loss)), peak(looking)
    else:
        step, held = resident(name, "step") << 10, resident(name, "look") << 10
    more = held / step
    print(f"{name} ({device}): a look costs {statistics.median(looks):.2f} passes ({low:.2f} to {high:.2f}) of "
          f"{1e3 * statistics.median(passes):.1f} ms; A/A {statistics.median(same):.3f} "
          f"({quiet[0]:.3f} to {quiet[1]:.3f}); memory {held >> 20} MiB against {step >> 20} MiB of a step "
          f"= {more:.2f}", flush=True)  # fmt: skip
    return high <= PASSES and more <= MORE_MEMORY


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--child")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if asked.child:
        child(asked.only, asked.child)
        return 0
    good = [one(name, asked.device, asked.pairs) for name in CASES[asked.device] if asked.only in name]
    return int(not all(good))


if __name__ == "__main__":
    raise SystemExit(main())
