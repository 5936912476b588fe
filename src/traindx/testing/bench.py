"""Looks at models on the bench, healthy and sick, as the recording tells them: facts and the series of one batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from traindx.schema import Fact, Run, Series
from traindx.testing.making import healthy, sick, vary

LAYERS = ("0", "2", "4")


def bench(
    series: dict[str, float] | None = None,
    settings: dict[str, Any] | None = None,
    seed: int | None = None,
    **facts: Any,
) -> Run:
    """A look at one batch; of the facts a `_` in a name stands for a dash. A seed moves the size of the gradient."""
    size = 1.0 if seed is None else float(np.exp(vary(seed).normal(0, 0.2)))
    known = {"train/loss": 2.3, "grad/norm": size, **(series or {})}
    told = [Fact(name.replace("_", "-"), value) for name, value in {"recording": "bench", **facts}.items()]
    made = {name: Series.of(name, [0], [value], per="step") for name, value in known.items()}
    return Run(
        "bench", "bench", "traindx-recording", framework="torch", series=made, facts=told, settings=settings or {}
    )


def loss(function: str, shape: list[int], target: list[int], **into: float) -> dict[str, Any]:
    """What entered a loss, as the bench tells it."""
    usual = {"min": -2.0, "max": 2.5, "mean": 0.0, "std": 1.0, "negative": 0.5, "row_sum_min": -3.0, "row_sum_max": 4.0,
             "column_sum_min": -9.0, "column_sum_max": 11.0}  # fmt: skip
    return {"function": function, "elements": 1, "reduction": "mean", "value": 2.3,
            "input": {"shape": shape, "dtype": "float32", **usual, **into}, "target": {"shape": target}}  # fmt: skip


def modules(*activations: str | None) -> list[dict[str, Any]]:
    """A chain of linear layers, each with its activation."""
    rows: list[dict[str, Any]] = []
    for place, activation in enumerate(activations):
        rows.append({"name": f"{2 * place}", "type": "Linear", "kind": "linear", "calls": 1, "parameters": 4160,
                     "trainable": 4160, "in": 64, "out": 64, "shape_out": [64, 64]})  # fmt: skip
        if activation:
            rows.append({"name": f"{2 * place + 1}", "type": activation, "kind": "activation", "calls": 1,
                         "parameters": 0, "trainable": 0, "activation": activation, "shape_out": [64, 64]})  # fmt: skip
    return rows


@healthy
def a_classifier_on_the_bench(seed: int) -> Run:
    numbers = vary(seed)
    norms = {f"grad/norm/{name}.weight": float(np.exp(numbers.normal(0, 0.7))) for name in LAYERS}
    return bench(
        norms,
        seed=seed,
        loss=loss("cross_entropy", [64, 10], [64]),
        modules=modules("relu", "relu", None),
        independence={"mode": "eval", "batch": 1e-7, "repeat": 0.0},
    )


@healthy
def a_log_softmax_before_the_loss(seed: int) -> Run:
    entering = loss("nll_loss", [64, 10], [64], min=-6.0, max=-0.01, row_sum_min=-40.0, row_sum_max=-22.0, negative=1.0)
    return bench(seed=seed, loss=entering, modules=modules("relu", "logsoftmax"))


@healthy
def logits_that_lie_between_zero_and_one(seed: int) -> Run:
    entering = loss("binary_cross_entropy_with_logits", [32, 1], [32, 1], min=0.1, max=0.6, negative=0.0)
    return bench(seed=seed, loss=entering, modules=modules("relu", None))


@healthy
def a_reader_of_both_ways(seed: int) -> Run:
    return bench(
        seed=seed, independence={"mode": "eval", "batch": 1e-7, "future": 0.8, "next_token": False, "repeat": 0.0}
    )


@healthy
def dropout_that_never_rests(seed: int) -> Run:
    return bench(
        seed=seed, independence={"mode": "eval", "batch": 0.4, "future": 0.4, "next_token": True, "repeat": 0.3}
    )


@sick("loss-input-sums-to-one")
def a_softmax_before_the_cross_entropy(seed: int) -> Run:
    entering = loss(
        "cross_entropy", [64, 10], [64], min=0.01, max=0.4, row_sum_min=0.9999, row_sum_max=1.0001, negative=0.0
    )
    return bench(seed=seed, loss=entering, modules=modules("relu", "softmax"))


@sick("loss-shapes-differ")
def a_column_meets_a_row(seed: int) -> Run:
    return bench(seed=seed, loss=loss("mse_loss", [64, 1], [64]))


@sick("output-depends-on-batch")
def a_view_that_mixes_rows(seed: int) -> Run:
    return bench(seed=seed, independence={"mode": "eval", "batch": 0.7, "repeat": 0.0}, modules=modules("relu", None))


@sick("output-depends-on-future")
def a_mask_that_is_missing(seed: int) -> Run:
    return bench(
        seed=seed, independence={"mode": "eval", "batch": 1e-7, "future": 0.2, "next_token": True, "repeat": 0.0}
    )
