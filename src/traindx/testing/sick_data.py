"""Data as the bench tells of them: sets that something is wrong with, and odd ones that nothing is wrong with."""

from __future__ import annotations

from typing import Any

import numpy as np

from traindx.schema import Run
from traindx.testing.bench import bench, modules
from traindx.testing.making import Floats, healthy, sick, vary
from traindx.verbs.data_facts import data_facts
from traindx.verbs.given_data import given, target

ROWS = 400
WIDTH = 64  # inputs of the chain of linear layers that stands for a model
CHAIN = modules("relu", "relu", None)


def looked_at(x: Any, y: Any = None, *, val: Any = None, val_y: Any = None, **facts: Any) -> Run:
    """A look at data through the same measuring as `traindx.data_stats`; a model of linear layers takes them."""
    fact = data_facts(
        given(x),
        None if y is None else target(y),
        val=None if val is None else given(val),
        val_y=None if val_y is None else target(val_y),
    )
    return bench(data=fact, **{"modules": CHAIN, **facts})


def heaps(seed: int, rows: int = ROWS, classes: int = 3, distance: float = 5.0) -> tuple[Floats, Any]:
    """Round heaps, one a class, that lie apart."""
    draw = vary(seed)
    labels = draw.integers(0, classes, rows)
    return draw.normal(size=(rows, 6)) + distance * np.eye(6)[labels], labels


@healthy
def standardized_classes(seed: int) -> Run:
    x, labels = heaps(seed, distance=2.0)
    return looked_at((x - x.mean(axis=0)) / x.std(axis=0), labels, val=(x[:90] + 0.1 * vary(seed).normal(size=(90, 6))))


@healthy
def sparse_counts(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.poisson(0.2, (ROWS, 80)).astype(float), draw.integers(0, 2, ROWS))


@healthy
def heavy_tails(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.lognormal(0, 1.5, (ROWS, 12)), draw.normal(size=ROWS))


@healthy
def uneven_classes(seed: int) -> Run:
    draw = vary(seed)
    labels = draw.choice(4, ROWS, p=(0.8, 0.12, 0.05, 0.03))
    return looked_at(draw.normal(size=(ROWS, 5)) + np.eye(5)[labels], labels)


@healthy
def tokens_of_a_vocabulary(seed: int) -> Run:
    draw = vary(seed)
    tokens = np.minimum(draw.zipf(1.3, (ROWS, 32)), 30_000)
    return looked_at(tokens, np.roll(tokens, -1, axis=1))


@healthy
def bytes_of_images(seed: int) -> Run:
    draw = vary(seed)
    images = draw.integers(0, 256, (200, 3, 12, 12)).astype(np.uint8)
    images[:, :, :2] = 0  # an edge that is always dark
    return looked_at(images, draw.integers(0, 10, 200))


@healthy
def questionnaire(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.integers(1, 6, (ROWS, 4)).astype(float), draw.integers(0, 2, ROWS))


@healthy
def repeated_measurements(seed: int) -> Run:
    draw = vary(seed)
    doses = np.repeat([[0.1, 1.0], [0.2, 1.0], [0.5, 2.0], [1.0, 2.0]], ROWS // 4, axis=0)
    return looked_at(doses, doses.sum(axis=1) + 0.3 * draw.normal(size=ROWS))


@healthy
def classes_that_overlap(seed: int) -> Run:
    x, labels = heaps(seed, distance=1.0)
    return looked_at(x, labels)


@sick("inputs-off-scale")
def bytes_as_floats(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.integers(0, 256, (ROWS, 30)).astype(np.float32), draw.integers(0, 2, ROWS))


@sick("inputs-off-scale")
def an_income_beside_ratios(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(np.column_stack([draw.normal(size=(ROWS, 8)), draw.lognormal(10, 0.5, ROWS)]))


@sick("nan-inputs")
def gaps_in_a_column(seed: int) -> Run:
    x, labels = heaps(seed)
    x[vary(seed).random(ROWS) < 0.05, 2] = np.nan
    return looked_at(x, labels)


@sick("constant-inputs")
def a_loader_that_repeats_one_row(seed: int) -> Run:
    x, labels = heaps(seed)
    return looked_at(np.repeat(x[:1], ROWS, axis=0), labels)


@sick("imbalanced-classes")
def one_class_of_nearly_all(seed: int) -> Run:
    x, _ = heaps(seed)
    return looked_at(x, (vary(seed).random(ROWS) < 0.02).astype(int))


@sick("labels-out-of-range")
def labels_that_begin_at_one(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.normal(size=(640, 5)), 1 + np.arange(640) % WIDTH)


@sick("duplicate-samples")
def a_fifth_of_copies(seed: int) -> Run:
    x, labels = heaps(seed)
    x[:80], labels[:80] = x[80:160], labels[80:160]
    return looked_at(x, labels)


@sick("duplicate-samples")
def copies_that_contradict_each_other(seed: int) -> Run:
    x, labels = heaps(seed)
    x[:80], labels[:80] = x[80:160], (labels[80:160] + 1) % 3
    return looked_at(x, labels)


@sick("train-val-overlap")
def a_split_after_copying(seed: int) -> Run:
    x, labels = heaps(seed)
    return looked_at(x, labels, val=np.concatenate([x[:30], heaps(seed + 1)[0][:70]]))


@sick("val-inputs-differ")
def a_validation_set_that_was_not_divided(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.random((ROWS, 20)), val=255.0 * draw.random((100, 20)))


@sick("val-inputs-differ")
def a_validation_set_that_was_not_centred(seed: int) -> Run:
    draw = vary(seed)
    return looked_at(draw.normal(size=(ROWS, 20)), val=draw.normal(2.0, 1.0, size=(100, 20)))


@sick("outlier-samples")
def a_slip_of_the_unit(seed: int) -> Run:
    x, labels = heaps(seed)
    x[37, 4] = 8000.0
    return looked_at(x, labels)


@sick("noisy-labels")
def a_fifth_of_wrong_labels(seed: int) -> Run:
    x, labels = heaps(seed, rows=800)
    draw = np.random.default_rng((seed, 1))
    return looked_at(x, np.where(draw.random(800) < 0.2, (labels + draw.integers(1, 3, 800)) % 3, labels))


@sick("leaking-feature")
def a_column_filled_in_afterwards(seed: int) -> Run:
    x, labels = heaps(seed, distance=0.5)
    return looked_at(np.column_stack([x, 2.0 * labels - 1.0]), labels)


@sick("leaking-feature")
def a_number_of_sorted_rows(seed: int) -> Run:
    x, labels = heaps(seed, distance=0.5)
    order = np.argsort(labels, kind="stable")
    return looked_at(np.column_stack([np.arange(ROWS) + 1.0, x[order]]), labels[order])


@sick("targets-off-scale")
def prices_in_full(seed: int) -> Run:
    draw = vary(seed)
    x = draw.normal(size=(ROWS, 5))
    return looked_at(x, 3e5 + 8e4 * x[:, 0] + 4e4 * draw.normal(size=ROWS))
