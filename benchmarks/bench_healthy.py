"""How often healthy models are accused by the bench: python benchmarks/bench_healthy.py [-v] [--only NAME] [--no-keras]

Every network of the zoo is looked at as `traindx inspect` does (measured, all detectors, the verdict), at its usual
initialisation and after a short training on a task that it can learn. Accused = the verdict is `problem`, or a finding
of warning or error. Beside that it is checked of every look that the model, its gradients, flags, buffers, random
numbers and the optimizer's state are as before, also when the loss raises in the middle. Keras has a process of its own
(bench_healthy_keras.py). Bar: accused at most 2 %.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import importlib
import json
import os
import pathlib
import random
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy
import torch
from bench_zoo import ZOO, Task
from intervals import upper_bound

from traindx.configuration import configuration
from traindx.guards.refusal import Refused
from traindx.schema import Diagnosis
from traindx.verbs.diagnose import diagnosis
from traindx.verbs.inspect import measured

BAR = 0.02
PARTS = ("columns", "images", "sequences", "generators", "transformers")


def trainer(task: Task) -> torch.optim.Optimizer:
    learned = [one for one in task.model.parameters() if one.requires_grad]
    if task.optimizer == "sgd":
        return torch.optim.SGD(learned, lr=task.lr, momentum=0.9)
    if task.optimizer == "sparseadam":
        return torch.optim.SparseAdam(learned, lr=task.lr)
    return torch.optim.AdamW(learned, lr=task.lr)


def told(task: Task, batch: Any) -> torch.Tensor:
    """The loss of a batch, as a training loop computes it."""
    if isinstance(batch, dict):
        out = task.model(**batch)
        return out.loss if task.loss is None else task.loss(out)
    if isinstance(batch, tuple):
        return task.loss(task.model(*batch[:-1]), batch[-1])
    return task.loss(task.model(batch))


def trained(task: Task, optimizer: torch.optim.Optimizer) -> tuple[float, float]:
    """Its first and its last loss."""
    task.model.train()
    losses = []
    for _ in range(task.steps):
        optimizer.zero_grad()
        loss = told(task, task.draw())
        loss.backward()
        if task.optimizer != "sparseadam":
            torch.nn.utils.clip_grad_norm_(task.model.parameters(), 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
    return sum(losses[:5]) / 5, sum(losses[-5:]) / 5


def everything(task: Task, optimizer: torch.optim.Optimizer) -> str:
    """A digest of all that a look must leave alone."""
    model, seen = task.model, hashlib.sha256()

    def put(value: Any) -> None:
        if isinstance(value, torch.Tensor):
            seen.update(f"{value.dtype}{tuple(value.shape)}{value.stride() if not value.is_sparse else ''}".encode())
            dense = value.detach().to_dense() if value.is_sparse else value.detach()
            seen.update(dense.contiguous().reshape(-1).view(torch.uint8).numpy().tobytes() if dense.numel() else b"")
        elif isinstance(value, dict):
            for key in value:
                put(str(key))
                put(value[key])
        elif isinstance(value, (list, tuple)):
            for one in value:
                put(one)
        else:
            seen.update(repr(value).encode())

    for name, one in model.named_parameters():
        put([name, id(one), one.requires_grad, one, id(one.grad), one.grad])
    for name, one in model.named_buffers():
        put([name, id(one), one])
    for name, module in model.named_modules():
        put([name, module.training, len(module._forward_hooks), len(module._forward_pre_hooks),
             len(module._backward_hooks), sorted(vars(module))])  # fmt: skip
    put(optimizer.state_dict())
    put([torch.random.get_rng_state(), random.getstate(), str(numpy.random.get_state()), torch.is_grad_enabled()])
    return seen.hexdigest()


def looked(task: Task, optimizer: torch.optim.Optimizer, batch: Any) -> tuple[Diagnosis, bool]:
    """What is said of a look, and whether it left everything as it was, also when the loss raises."""
    before = everything(task, optimizer)
    run = measured(task.model, batch, task.loss, optimizer=optimizer)
    same = everything(task, optimizer) == before

    def raising(*_: Any) -> Any:
        raise ZeroDivisionError("in the middle")

    try:
        measured(task.model, batch, raising, optimizer=optimizer)
        same = False
    except Refused:
        same = same and everything(task, optimizer) == before
    return diagnosis(run, config=configuration({}), why="inspect"), same


def looks(only: str) -> Iterator[dict[str, Any]]:
    """Each network at its initialisation and after training, with .grad of the last step left standing."""
    for place, (name, make) in enumerate(ZOO.items()):
        if only not in name:
            continue
        torch.manual_seed(place)
        task = make()
        optimizer = trainer(task)
        for state in ("initial", "trained"):
            if name.startswith("hf_"):
                with torch.no_grad():
                    told(task, task.draw())  # the library writes down in the model that it has been called
            learned = trained(task, optimizer) if state == "trained" else None
            answer, same = looked(task, optimizer, task.draw())
            yield {"name": name, "state": state, "unchanged": same, "losses": learned, **summary(answer)}


def summary(answer: Diagnosis) -> dict[str, Any]:
    loud = [one for one in answer.findings if one.severity in ("warning", "error")]
    return {
        "verdict": answer.verdict,
        "loud": [f"{one.id}: {one.message}" for one in loud],
        "ids": [one.id for one in loud],
        "failed": [f"{one.id}: {one.reason}" for one in answer.unseen if "failed" in (one.reason or "")],
        "causes": [one.id for one in answer.causes[:3]],
        "reason": answer.reason,
    }


def of_keras() -> list[dict[str, Any]]:
    """The same of Keras, in a process of its own."""
    here = pathlib.Path(__file__).parent
    environment = {**os.environ, "KERAS_BACKEND": "tensorflow", "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, str(here / "bench_healthy_keras.py")], capture_output=True, text=True, env=environment
    )
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("-v", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--no-keras", action="store_true")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    for part in PARTS:
        importlib.import_module(f"bench_zoo_{part}")  # fills ZOO
    began, rows = time.perf_counter(), []
    for row in looks(asked.only):
        rows.append(row)
        show(row, verbose=asked.v)
    if not asked.no_keras:
        for row in of_keras():
            rows.append(row)
            show(row, verbose=asked.v)
    return summed(rows, time.perf_counter() - began)


def show(row: dict[str, Any], *, verbose: bool) -> None:
    if row["loud"] or row["verdict"] != "healthy" or not row["unchanged"] or row["failed"]:
        print(f"{row['name']} ({row['state']}): {row['verdict']} {'' if row['unchanged'] else 'CHANGED '}", flush=True)
        for line in [*row["loud"], *row["failed"], *([] if row["verdict"] == "healthy" else [row["reason"] or ""])]:
            print(f"    {line}", flush=True)
    elif verbose:
        print(f"{row['name']} ({row['state']}): healthy {row['losses'] or ''}", flush=True)


def summed(rows: list[dict[str, Any]], seconds: float) -> int:
    accused = [one for one in rows if one["loud"] or one["verdict"] == "problem"]
    verdicts = collections.Counter(one["verdict"] for one in rows)
    for finding, count in collections.Counter(word for one in rows for word in set(one["ids"])).most_common():
        print(f"{count:4d}  {finding}")
    unmoved = [one["name"] for one in rows if one["losses"] and one["losses"][1] > 0.95 * one["losses"][0]]
    print(f"did not learn in their short training: {', '.join(unmoved) or 'none'}")
    bound = upper_bound(len(accused), len(rows))
    names = len({one["name"] for one in rows})
    print(f"{names} architectures, {len(rows)} looks in {seconds:.0f} s: accused {len(accused)}"
          f" = {len(accused) / max(len(rows), 1):.1%}, at most {bound:.1%}; verdicts {dict(verdicts)};"
          f" left unchanged {sum(one['unchanged'] for one in rows)}")  # fmt: skip
    return int(len(accused) > BAR * len(rows) or not all(one["unchanged"] for one in rows))


if __name__ == "__main__":
    raise SystemExit(main())
