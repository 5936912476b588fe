"""Whether the bench's numbers are right: python benchmarks/bench_numbers.py [--only NAME] [--no-keras]

Every network of the zoo, and tensors of odd kinds (half precision, double, complex, sparse, empty, without gradient, in
other memory orders), is sent through by `measured` and once more by the user's own backward pass, with copies of every
output taken by hooks of this file. The statistics of those copies are taken by NumPy in double precision. Bars: mean,
std, max and min within 1e-5 of the tensor's root mean square, the norm within 1e-5 of itself, counts exact. Keras does
the same on each backend in a process of its own (bench_numbers_keras.py).
"""

from __future__ import annotations

import argparse
import importlib
import math
import os
import pathlib
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy
import torch
from bench_healthy import PARTS, told
from bench_zoo import ZOO, Task, classed
from torch import nn

from traindx.guest.benches.torch_batches import first_tensor
from traindx.guest.benches.torch_modules import is_leaf
from traindx.schema import Run
from traindx.verbs.inspect import measured

BAR = 1e-5
COUNTS = ("count", "nonfinite", "zeros")
BACKENDS = ("tensorflow", "torch", "jax")


def known(values: Any) -> dict[str, float]:
    """The statistics of an array in double precision; of complex numbers, of their parts."""
    flat = numpy.asarray(values)
    flat = flat.reshape(-1).view(flat.real.dtype) if numpy.iscomplexobj(flat) else flat.reshape(-1)
    flat = flat.astype(numpy.float64)
    counts = {"count": flat.size, "nonfinite": int((~numpy.isfinite(flat)).sum()), "zeros": int((flat == 0).sum())}
    if not flat.size:
        return counts
    return {**counts, "mean": flat.mean(), "std": flat.std(), "norm": math.sqrt((flat**2).sum()), "max": flat.max(),
            "min": flat.min()}  # fmt: skip


def distance(run: Run, word: str, name: str, values: Any, step: int = 0) -> tuple[float, int]:
    """How far off the worst statistic of a tensor is, over its root mean square, and how many counts are wrong."""
    wanted = known(values)
    rms = wanted["norm"] / math.sqrt(wanted["count"]) if wanted["count"] else 0.0
    worst, wrong = 0.0, 0
    for statistic, value in wanted.items():
        series = run.series.get(f"{word}/{statistic}/{name}")
        if series is None:
            wrong += 1
            continue
        found = float(series.values[list(series.steps).index(step)])
        if statistic in COUNTS:
            wrong += found != value
        elif rms:
            scale = wanted["norm"] if statistic == "norm" else rms
            worst = max(worst, abs(found - value) / scale)
        else:
            wrong += found != value
    return worst, wrong


def array(tensor: torch.Tensor) -> Any:
    dense = tensor.detach().to_dense() if tensor.layout != torch.strided else tensor.detach()
    return (dense.double() if dense.is_floating_point() else dense).resolve_conj().numpy()


def own_pass(task: Task, batch: Any) -> dict[str, Any]:
    """A forward and a backward pass of the user's own, with a copy of what each leaf module gave last."""
    gave: dict[str, Any] = {}
    handles = []
    for name, module in task.model.named_modules():
        if is_leaf(module):

            def keep(_module: Any, _inputs: Any, output: Any, name: str = name) -> None:
                one = first_tensor(output)
                if one is not None and one.is_floating_point() and one.numel():
                    gave[name] = array(one.clone())

            handles.append(module.register_forward_hook(keep))
    task.model.zero_grad(set_to_none=True)
    try:
        loss = told(task, batch)
    finally:
        for handle in handles:
            handle.remove()
    loss.backward()
    return {"loss": float(loss.detach()), "outputs": gave,
            "gradients": {name: one.grad for name, one in task.model.named_parameters() if one.grad is not None},
            "weights": {name: array(one.clone()) for name, one in task.model.named_parameters()}}  # fmt: skip


def checked(task: Task, batches: int = 1) -> tuple[float, int, int]:
    """(the worst distance, wrong counts, tensors compared), over as many batches."""
    drawn = [task.draw() for _ in range(batches)]
    for one in task.model.parameters():  # what is left of a step before must not be added to
        one.grad = torch.ones_like(one)
    state, buffers = torch.random.get_rng_state(), [one.clone() for one in task.model.buffers()]
    run = measured(task.model, iter(drawn), task.loss, batches=batches)
    torch.random.set_rng_state(state)
    worst, wrong, compared = 0.0, 0, 0
    for step, batch in enumerate(drawn):
        own = own_pass(task, batch)
        loss = float(run.series["train/loss"].values[step])
        wrong += abs(loss - own["loss"]) > BAR * abs(own["loss"]) + 1e-7
        tables = [("grad", {name: array(one) for name, one in own["gradients"].items()}), ("act", own["outputs"])]
        for word, table in [*tables, *([("weight", own["weights"])] if not step else [])]:
            there = [key for key in run.series if key.startswith(f"{word}/count/") and ":" not in key]
            wrong += len(there) != len(table) if word == "grad" else 0  # a tensor without gradient has no row
            for name, values in table.items():
                far, off = distance(run, word, name, values, step)
                worst, wrong, compared = max(worst, far), wrong + off, compared + 1
    for one, before in zip(task.model.buffers(), buffers, strict=True):
        one.data.copy_(before)
    return worst, wrong, compared


# ---------------------------------------------------------------------- odd ones


class Odd(nn.Module):
    """A parameter without gradient, an empty one, a tied one, a sparse one."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.other = nn.Embedding(50, 8, sparse=True), nn.Embedding(30, 8)
        self.head = nn.Linear(8, 30, bias=False)
        self.head.weight = self.other.weight
        self.unused, self.empty = nn.Linear(3, 3), nn.Parameter(torch.empty(0, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(torch.relu(self.table(x).sum(1) + self.other(x % 30).sum(1))) + self.empty.sum()


class Spectrum(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.filter, self.head = nn.Parameter(torch.randn(17, dtype=torch.cfloat)), nn.Linear(32, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(torch.fft.irfft(torch.fft.rfft(x) * self.filter, n=32))


def odd() -> Iterator[tuple[str, Task, int]]:
    def words() -> Any:
        return torch.randint(50, (16, 3)), torch.randint(30, (16,))

    def wide(kind: torch.dtype) -> Any:
        return lambda: (torch.randn(16, 20, dtype=kind), torch.randint(4, (16,)))

    def mlp() -> nn.Module:
        return nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.LayerNorm(64), nn.Linear(64, 4))

    yield "tied, sparse, empty, unused", Task(Odd(), words, classed), 1
    yield "complex", Task(Spectrum(), lambda: (torch.randn(8, 32), torch.randint(4, (8,))), classed), 1
    yield "bfloat16", Task(mlp().bfloat16(), wide(torch.bfloat16), lambda o, y: classed(o.float(), y)), 1
    yield "float16", Task(mlp().half(), wide(torch.float16), lambda o, y: classed(o.float(), y)), 1
    yield "float64", Task(mlp().double(), wide(torch.float64), classed), 1
    yield "accumulated over three batches", Task(mlp(), wide(torch.float32), classed), 3
    far = mlp()
    with torch.no_grad():
        far[0].weight.add_(1e3)
    yield "weights far from zero", Task(far, wide(torch.float32), lambda o, y: classed(o, y) * 1e-12), 1
    long = nn.Sequential(nn.Linear(20, 30000), nn.ReLU(), nn.Linear(30000, 4))
    yield "a long tensor", Task(long, wide(torch.float32), classed), 1


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--no-keras", action="store_true")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    for part in PARTS:
        importlib.import_module(f"bench_zoo_{part}")  # fills ZOO
    began, worst, wrong, tensors, names = time.perf_counter(), 0.0, 0, 0, 0

    def cases() -> Iterator[tuple[str, Task, int]]:
        for place, (name, make) in enumerate(ZOO.items()):
            if asked.only in name:
                torch.manual_seed(place)
                yield name, make(), 1
        yield from odd()

    for name, task, batches in cases():
        far, off, compared = checked(task, batches)
        if far > BAR or off:
            print(f"{name}: {far:.2g} away, {off} wrong counts of {compared} tensors", flush=True)
        worst, wrong, tensors, names = max(worst, far), wrong + off, tensors + compared, names + 1
    print(f"torch: {names} architectures, {tensors} tensors: at most {worst:.1e} of the root mean square, "
          f"{wrong} wrong counts; {time.perf_counter() - began:.0f} s")  # fmt: skip
    good = worst <= BAR and not wrong
    for backend in () if asked.no_keras else BACKENDS:
        good = of_keras(backend) and good
    return int(not good)


def of_keras(backend: str) -> bool:
    path = pathlib.Path(__file__).with_name("bench_numbers_keras.py")
    environment = {**os.environ, "KERAS_BACKEND": backend, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment)
    print(done.stdout.strip() or done.stderr[-1500:])
    return not done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
