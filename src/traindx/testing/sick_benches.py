"""Looks at models on the bench that show what is wrong with weights, activations and architecture."""

from __future__ import annotations

from typing import Any

from traindx.schema import Run
from traindx.testing.bench import bench, loss, modules
from traindx.testing.making import healthy, sick, vary


def looked(
    seed: int, series: dict[str, float] | None = None, settings: dict[str, Any] | None = None, **facts: Any
) -> Run:
    """A look whose gradient has a size of its own."""
    return bench(series, settings, seed=seed, **facts)


def tensors(*, layers: int = 4, **changes: Any) -> list[dict[str, Any]]:
    """The weights of a chain of linear layers as facts."""
    usual = {"kind": "linear", "role": "weight", "shape": [64, 64], "trainable": True, "fan_in": 64, "fan_out": 64,
             "optimized": None, "constant": False, "equal_rows": 0.0, **changes}  # fmt: skip
    return [{"name": f"{2 * place}.weight", "module": f"{2 * place}", **usual} for place in range(layers)]


def numbers(word: str, values: list[float], ending: str = "") -> dict[str, float]:
    """One series of each layer of the chain."""
    return {f"{word}/{2 * place}{ending}": value for place, value in enumerate(values)}


def sizes(values: list[float]) -> dict[str, float]:
    """Outputs of such a root mean square."""
    return {**numbers("act/norm", [64 * one for one in values]), **numbers("act/count", [4096.0] * len(values))}


def weights(std: float, *, zeros: float = 0.0, layers: int = 4) -> dict[str, float]:
    """Weights of such a spread."""
    ends = {"std": std, "max": 1.7 * std, "zeros": zeros, "count": 4096.0}
    return {key: value for word, one in ends.items()
            for key, value in numbers(f"weight/{word}", [one] * layers, ".weight").items()}  # fmt: skip


CHAIN = modules("relu", "relu", "relu", None)


@healthy
def a_usual_start(seed: int) -> Run:
    drawn = vary(seed)
    between = numbers("act/between", [float(one) for one in drawn.uniform(0.05, 1.0, 4)])
    gradients = numbers("grad/norm", [float(one) for one in drawn.uniform(0.2, 2.0, 4)], ".weight")
    shown = {**sizes([0.6, 0.5, 0.4, 0.3]), **weights(float(drawn.uniform(0.07, 0.18))), **between, **gradients}
    return looked(seed, shown, {"classes": 10, "samples": 50_000}, modules=CHAIN, tensors=tensors(optimized=True),
                  skips=0, model={"training": True, "trainable": 16640}, unregistered=[],
                  loss=loss("cross_entropy", [64, 10], [64]))  # fmt: skip


@healthy
def a_head_and_branches_that_begin_at_zero(seed: int) -> Run:
    shown = {**weights(0.1, layers=3), "weight/std/6.weight": 0.0, "weight/zeros/6.weight": 4096.0,
             "weight/count/6.weight": 4096.0}  # fmt: skip
    rows = tensors()
    rows[3].update(constant=True, equal_rows=1 - 1 / 64)
    gradients = numbers("grad/norm", [0.0, 0.0, 0.0, 1.0 + 0.1 * seed], ".weight")
    between = numbers("act/between", [0.9, 0.6, 0.5])
    return looked(seed, {**shown, **gradients, **between}, modules=CHAIN, tensors=rows)


@healthy
def a_trained_model_of_large_weights(seed: int) -> Run:
    shown = {**weights(1.0 + 0.1 * seed), **sizes([3.0, 5.0, 9.0, 12.0]), "train/loss": 0.2}
    return looked(seed, shown, {"classes": 10}, modules=CHAIN, tensors=tensors())


@sick("collapsed-activations")
def rows_that_grow_alike(seed: int) -> Run:
    return looked(seed, numbers("act/between", [0.9, 1e-4, 1e-9, 1e-13 * (seed + 1)]), modules=CHAIN)


@sick("exploding-activations")
def outputs_that_multiply(seed: int) -> Run:
    return looked(
        seed, sizes([1.0, 20.0 + seed, 400.0, 8000.0, 1.0]), modules=modules("relu", "relu", "relu", "relu", None)
    )


@sick("fading-activations")
def outputs_that_vanish(seed: int) -> Run:
    return looked(seed, sizes([0.1, 1e-3, 1e-6 / (seed + 1), 1e-8]), modules=CHAIN)


@sick("nan-activation")
def a_module_that_breaks(seed: int) -> Run:
    return looked(
        seed, {**numbers("act/nonfinite", [0.0, 3.0 + seed, 64.0, 64.0]), "train/loss": float("nan")}, modules=CHAIN
    )


@sick("zero-weights")
def nothing_but_zeros(seed: int) -> Run:
    shown = {**weights(0.0, zeros=4096.0), **numbers("grad/norm", [0.0] * 4, ".weight"), "train/loss": 2.3 + 0.1 * seed}
    return looked(seed, shown, modules=CHAIN, tensors=tensors(constant=True, equal_rows=1 - 1 / 64))


@sick("symmetric-weights")
def one_number_everywhere(seed: int) -> Run:
    return looked(seed, weights(0.0), tensors=tensors(constant=True, equal_rows=1 - 1 / 64), modules=CHAIN)


@sick("init-scale-off")
def weights_of_thirty_times(seed: int) -> Run:
    shown = {**weights(3.0 + 0.1 * seed), "train/loss": 900.0}
    return looked(seed, shown, {"classes": 10}, tensors=tensors(), modules=CHAIN)


@sick("output-is-cut-off")
def a_rectifier_behind_the_last_layer(seed: int) -> Run:
    return looked(seed, loss={**loss("cross_entropy", [64, 10], [64], min=0.0, negative=0.0), "entered_from": "relu"})


@sick("linear-layers-in-a-row")
def no_activation_at_all(seed: int) -> Run:
    rows = modules(None, None, None)
    for place in (1, 2):
        rows[place]["fed_by"] = rows[place - 1]["name"]
    return looked(seed, modules=rows)


@sick("unregistered-parameters")
def layers_in_a_plain_list(seed: int) -> Run:
    return looked(seed, unregistered=[{"where": "body.further", "type": "Linear"}])


@sick("frozen-parameters")
def nothing_is_trained(seed: int) -> Run:
    return looked(seed, tensors=tensors(trainable=False))


@sick("module-repeated")
def one_layer_in_six_places(seed: int) -> Run:
    rows = modules("relu", None)
    rows[0]["places"] = [f"layers.{place}" for place in range(6)]
    return looked(seed, modules=rows)


@sick("dropout-too-strong")
def nearly_all_is_dropped(seed: int) -> Run:
    row = {"name": "1", "type": "Dropout", "kind": "dropout", "calls": 1, "p": 0.9, "parameters": 0}
    return looked(seed, modules=[*modules("relu"), row, {**modules(None)[0], "name": "9"}])


@sick("statistics-of-few-rows")
def a_batch_of_two(seed: int) -> Run:
    row = {"name": "1", "type": "BatchNorm1d", "kind": "normalization", "calls": 1, "shape_out": [2, 64]}
    return looked(seed, modules=[*modules("relu"), row], model={"training": True})


@sick("deep-without-normalization")
def forty_plain_layers(seed: int) -> Run:
    rows = modules(*["relu"] * 40, None)
    return looked(seed, numbers("act/between", [0.1**place for place in range(41)]), modules=rows, skips=0)


@sick("bounded-activations")
def ten_sigmoids(seed: int) -> Run:
    return looked(seed, modules=modules(*["sigmoid"] * 10, None), skips=0)


@sick("model-in-eval-mode")
def a_model_that_does_not_train(seed: int) -> Run:
    row = {"name": "1", "type": "Dropout", "kind": "dropout", "calls": 1, "p": 0.2}
    return looked(seed, modules=[*modules("relu"), row], model={"training": False})


@sick("parameters-not-optimized")
def an_optimizer_of_another_model(seed: int) -> Run:
    return looked(seed, tensors=tensors(optimized=False))


@sick("more-parameters-than-samples", "no-regularization")
def a_large_net_for_few_samples(seed: int) -> Run:
    return looked(
        seed, None, {"samples": 100}, modules=CHAIN, tensors=tensors(), model={"training": True, "trainable": 16640}
    )
