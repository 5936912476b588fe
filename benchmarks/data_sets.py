"""How often data sets that are healthy but odd are accused.

    PYTHONPATH=data python benchmarks/data_sets.py [SEEDS]

Each is handed to `traindx.data_stats`; those that a network would be given as they are also with a network, whose first
layer does not normalise. Real ones come from scikit-learn and, where they are on the path, from the packages that
`real_data` names; the others are drawn. Every finding of warning or error counts as an accusation.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from intervals import upper_bound
from real_data import SETS

import traindx
from traindx.testing.bench import bench, modules
from traindx.verbs.data_facts import data_facts
from traindx.verbs.given_data import given, target
from traindx.verbs.inspect import judged

Draw = np.random.Generator
Made = dict[str, Any]
ROWS = 800
DRAWN: dict[str, Callable[[Draw], Made]] = {}
RAW = set()  # such that nobody would hand them to a network before scaling


def drawn(make: Callable[[Draw], Made]) -> Callable[[Draw], Made]:
    DRAWN[make.__name__] = make
    return make


def raw(make: Callable[[Draw], Made]) -> Callable[[Draw], Made]:
    RAW.add(make.__name__)
    return drawn(make)


def _coin(draw: Draw, share: float = 0.5) -> np.ndarray:
    return (draw.random(ROWS) < share).astype(int)


def _told(draw: Draw, x: np.ndarray, classes: int = 3, softness: float = 1.0) -> np.ndarray:
    """Labels that the columns tell in part."""
    z = (x - x.mean(axis=0)) / np.where(x.std(axis=0) > 0, x.std(axis=0), 1)
    scores = z @ draw.normal(size=(x.shape[1], classes)) + softness * draw.gumbel(size=(len(x), classes))
    return scores.argmax(axis=1)


def _imbalanced(share: float) -> Callable[[Draw], Made]:
    def make(draw: Draw) -> Made:
        labels = _coin(draw, share)
        return {"x": draw.normal(size=(ROWS, 8)) + 2.0 * labels[:, None] * (np.arange(8) < 2), "y": labels}

    return make


def _tail(name: str) -> Callable[[Draw], Made]:
    def make(draw: Draw) -> Made:
        size = (ROWS, 12)
        x = {
            "lognormal": lambda: draw.lognormal(0, 1, size), "wide lognormal": lambda: draw.lognormal(0, 2.0, size),
            "pareto": lambda: draw.pareto(1.5, size), "cauchy": lambda: draw.standard_cauchy(size),
            "t2": lambda: draw.standard_t(2, size), "t4": lambda: draw.standard_t(4, size),
            "laplace": lambda: draw.laplace(size=size), "exponential": lambda: draw.exponential(size=size),
            "gamma": lambda: draw.gamma(0.5, size=size), "weibull": lambda: draw.weibull(0.6, size),
            "gumbel": lambda: draw.gumbel(size=size), "beta": lambda: draw.beta(0.3, 0.3, size),
            "uniform": lambda: draw.random(size), "normal": lambda: draw.normal(size=size),
        }[name]()  # fmt: skip
        return {"x": x, "y": _told(draw, np.log1p(np.abs(x)), 2)}

    return make


for share in (0.5, 0.3, 0.2, 0.1, 0.07):
    DRAWN[f"a class of {share:.0%}"] = _imbalanced(share)
for name in ("lognormal", "wide lognormal", "pareto", "cauchy", "t2", "t4", "laplace", "exponential", "gamma",
             "weibull", "gumbel", "beta", "uniform", "normal"):  # fmt: skip
    DRAWN[f"tails: {name}"] = _tail(name)


@drawn
def sparse_counts(draw: Draw) -> Made:
    return {"x": draw.poisson(0.05, (ROWS, 300)).astype(float), "y": _coin(draw)}


@drawn
def bag_of_words(draw: Draw) -> Made:
    rates = draw.pareto(1.0, 400) * 0.05
    x = draw.poisson(np.minimum(rates, 3.0), (ROWS, 400)).astype(float)
    return {"x": x, "y": _told(draw, x[:, :20], 4)}


@drawn
def word_shares(draw: Draw) -> Made:
    x = draw.poisson(0.2, (ROWS, 200)) * draw.exponential(2.0, 200)
    return {"x": x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-9), "y": _coin(draw)}


@drawn
def one_hot_columns(draw: Draw) -> Made:
    parts = [np.eye(k)[draw.integers(0, k, ROWS)] for k in (3, 5, 12, 40)]
    x = np.concatenate(parts, axis=1)
    return {"x": x, "y": _told(draw, x, 2)}


@drawn
def rare_flags(draw: Draw) -> Made:
    return {"x": (draw.random((ROWS, 60)) < 0.01).astype(float), "y": draw.normal(size=ROWS)}


@drawn
def a_questionnaire(draw: Draw) -> Made:
    return {"x": draw.integers(1, 6, (ROWS, 10)).astype(float), "y": _coin(draw)}


@drawn
def four_possible_rows(draw: Draw) -> Made:
    x = draw.integers(0, 2, (ROWS, 2)).astype(float)
    return {"x": x, "y": (x.sum(axis=1) == 1).astype(int), "val": (x[:90], (x[:90].sum(axis=1) == 1).astype(int))}


@drawn
def repeated_measurements(draw: Draw) -> Made:
    x = np.repeat(draw.random((80, 3)), 10, axis=0)
    return {"x": x, "y": x.sum(axis=1) + 0.2 * draw.normal(size=ROWS)}


@drawn
def doses(draw: Draw) -> Made:
    x = np.repeat([0.0, 0.1, 0.3, 1.0, 3.0], ROWS // 5)[:, None]
    return {"x": np.column_stack([x, draw.normal(size=ROWS)]), "y": (draw.random(ROWS) < x[:, 0] / 4).astype(int)}


@drawn
def pixels_with_dark_edges(draw: Draw) -> Made:
    x = np.zeros((ROWS, 1, 16, 16))
    x[:, :, 3:13, 3:13] = draw.random((ROWS, 1, 10, 10)) ** 2
    return {"x": x, "y": draw.integers(0, 10, ROWS)}


@drawn
def binary_images(draw: Draw) -> Made:
    return {"x": (draw.random((ROWS, 1, 12, 12)) < 0.2).astype(np.float32), "y": draw.integers(0, 10, ROWS)}


@drawn
def bytes_of_images(draw: Draw) -> Made:
    return {"x": draw.integers(0, 256, (200, 3, 16, 16)).astype(np.uint8), "y": draw.integers(0, 10, 200)}


@drawn
def standardized_images(draw: Draw) -> Made:
    x = draw.normal(size=(200, 3, 16, 16)) + draw.normal(size=(200, 3, 1, 1))
    return {"x": (x - x.mean()) / x.std(), "y": draw.integers(0, 5, 200)}


@drawn
def grey_bytes(draw: Draw) -> Made:
    return {"x": draw.integers(0, 256, (300, 28, 28)).astype(np.uint8), "y": draw.integers(0, 10, 300)}


@drawn
def a_photograph_that_is_blank(draw: Draw) -> Made:
    x = draw.random((200, 3, 16, 16))
    x[17] = 0.0
    return {"x": x, "y": draw.integers(0, 5, 200)}


@drawn
def tokens(draw: Draw) -> Made:
    x = np.minimum(draw.zipf(1.3, (ROWS, 48)), 50_000)
    return {"x": x, "y": np.roll(x, -1, axis=1)}


@drawn
def padded_tokens(draw: Draw) -> Made:
    x = np.minimum(draw.zipf(1.3, (ROWS, 48)), 30_000)
    x[np.arange(48)[None, :] > draw.integers(5, 48, ROWS)[:, None]] = 0
    return {"x": x, "y": _coin(draw)}


@drawn
def masked_labels(draw: Draw) -> Made:
    x = draw.integers(0, 900, (ROWS, 20))
    return {"x": x, "y": np.where(draw.random((ROWS, 20)) < 0.15, x, -100)}


@drawn
def texts(draw: Draw) -> Made:
    words = np.array(["loss", "falls", "and", "rises", "again", "slowly", "never", "often"])
    return {"x": [" ".join(draw.choice(words, 12)) for _ in range(ROWS)], "y": _coin(draw)}


@drawn
def embeddings(draw: Draw) -> Made:
    x = 0.04 * draw.normal(size=(ROWS, 128))
    return {"x": x, "y": _told(draw, x, 5)}


@drawn
def unit_vectors(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 64))
    return {"x": x / np.linalg.norm(x, axis=1, keepdims=True), "y": draw.integers(0, 4, ROWS)}


@drawn
def random_walks(draw: Draw) -> Made:
    return {"x": 0.1 * draw.normal(size=(ROWS, 60)).cumsum(axis=1), "y": draw.normal(size=ROWS)}


@drawn
def waves(draw: Draw) -> Made:
    places = np.linspace(0, 6, 50)
    labels = draw.integers(1, 4, ROWS)
    return {
        "x": np.sin(places * labels[:, None] + draw.random((ROWS, 1))) + 0.3 * draw.normal(size=(ROWS, 50)),
        "y": labels - 1,
    }


@drawn
def channels_over_time(draw: Draw) -> Made:
    return {"x": draw.normal(size=(ROWS, 20, 6)).cumsum(axis=1) / 5, "y": _coin(draw)}


@drawn
def collinear_columns(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 1)) + 0.01 * draw.normal(size=(ROWS, 10))
    return {"x": x, "y": (x[:, 0] > 0).astype(int)}


@drawn
def an_easy_task(draw: Draw) -> Made:
    labels = _coin(draw)
    return {"x": draw.normal(size=(ROWS, 6)) + 6.0 * labels[:, None], "y": labels}


@drawn
def a_physical_law(draw: Draw) -> Made:
    x = draw.random((ROWS, 3)) + 0.5
    return {"x": x, "y": x[:, 0] * x[:, 1] / x[:, 2]}


@drawn
def classes_that_overlap(draw: Draw) -> Made:
    labels = draw.integers(0, 3, ROWS)
    return {"x": draw.normal(size=(ROWS, 5)) + 1.2 * np.eye(5)[labels], "y": labels}


@drawn
def labels_at_random(draw: Draw) -> Made:
    return {"x": draw.normal(size=(ROWS, 10)), "y": draw.integers(0, 4, ROWS)}


@drawn
def many_classes_of_few(draw: Draw) -> Made:
    labels = np.arange(ROWS) % 160
    return {"x": draw.normal(size=(160, 20))[labels] + 0.3 * draw.normal(size=(ROWS, 20)), "y": labels}


@drawn
def a_long_tail_of_classes(draw: Draw) -> Made:
    labels = np.minimum(draw.zipf(1.5, ROWS), 30) - 1
    return {"x": draw.normal(size=(30, 10))[labels] + draw.normal(size=(ROWS, 10)), "y": labels}


@drawn
def sorted_by_class(draw: Draw) -> Made:
    labels = np.sort(draw.integers(0, 3, ROWS))
    return {"x": draw.normal(size=(ROWS, 5)) + 2.0 * np.eye(5)[labels], "y": labels}


@drawn
def ordered_grades(draw: Draw) -> Made:
    score = draw.normal(size=ROWS)
    x = score[:, None] + draw.normal(size=(ROWS, 5))
    return {"x": x, "y": np.digitize(score, (-1.2, -0.4, 0.4, 1.2))}


@drawn
def signs_for_a_hinge(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 5))
    return {"x": x, "y": np.where(x.sum(axis=1) + draw.normal(size=ROWS) > 0, 1.0, -1.0)}


@drawn
def many_labels_at_once(draw: Draw) -> Made:
    return {"x": draw.normal(size=(ROWS, 12)), "y": (draw.random((ROWS, 7)) < 0.1).astype(np.float32)}


@drawn
def one_hot_labels(draw: Draw) -> Made:
    return {"x": draw.normal(size=(ROWS, 12)), "y": np.eye(4)[draw.integers(0, 4, ROWS)]}


@drawn
def waiting_times(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 4))
    return {"x": x, "y": np.exp(x[:, 0]) * draw.exponential(1, ROWS)}


@drawn
def counted_targets(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 4))
    return {"x": x, "y": draw.poisson(np.exp(1 + 0.5 * x[:, 0]))}


@drawn
def an_autoencoder(draw: Draw) -> Made:
    x = draw.random((ROWS, 20))
    return {"x": x, "y": x}


@drawn
def two_clusters_far_apart(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 6)) + 8.0 * _coin(draw, 0.03)[:, None]
    return {"x": x, "y": draw.normal(size=ROWS)}


@drawn
def rounded_measurements(draw: Draw) -> Made:
    return {"x": np.round(draw.normal(size=(ROWS, 4)), 1), "y": draw.normal(size=ROWS)}


@drawn
def hours_as_waves(draw: Draw) -> Made:
    hours = draw.integers(0, 24, ROWS) * np.pi / 12
    return {"x": np.column_stack([np.sin(hours), np.cos(hours)]), "y": draw.gamma(2.0, 1.0, ROWS)}


@drawn
def a_later_half(draw: Draw) -> Made:
    x = draw.normal(size=(ROWS, 10))
    later = draw.normal(size=(300, 10)) + np.r_[0.6, 0.4, np.zeros(8)]
    return {"x": x, "y": _told(draw, x), "val": (later, _told(draw, later))}


@drawn
def a_small_validation_set(draw: Draw) -> Made:
    x = draw.lognormal(0, 1, (ROWS, 30))
    return {"x": x, "y": _coin(draw), "val": (draw.lognormal(0, 1, (40, 30)), _coin(draw)[:40])}


@drawn
def half_precision(draw: Draw) -> Made:
    return {"x": draw.normal(size=(ROWS, 40)).astype(np.float16), "y": _coin(draw)}


@drawn
def few_rows(draw: Draw) -> Made:
    return {"x": draw.normal(size=(25, 6)), "y": np.arange(25) % 2}


@drawn
def more_columns_than_rows(draw: Draw) -> Made:
    return {"x": draw.normal(size=(60, 3000)), "y": np.arange(60) % 2}


@raw
def people(draw: Draw) -> Made:
    frame = pd.DataFrame({"age": draw.integers(18, 90, ROWS), "income": draw.lognormal(10, 0.7, ROWS)})
    frame["town"] = draw.choice(list("abcde"), ROWS)
    frame["member"] = draw.random(ROWS) < 0.3
    frame["since"] = pd.to_datetime("2020-01-01") + pd.to_timedelta(draw.integers(0, 900, ROWS), "D")
    return {"x": frame, "y": pd.Series(draw.choice(["stays", "leaves"], ROWS))}


@raw
def names_with_gaps(draw: Draw) -> Made:
    frame = pd.DataFrame(
        {"town": draw.choice(np.array(["a", "b", None], dtype=object), ROWS), "size": draw.random(ROWS)}
    )
    return {"x": frame, "y": draw.normal(size=ROWS)}


@raw
def numbered_rows(draw: Draw) -> Made:
    return {"x": np.column_stack([np.arange(ROWS), draw.normal(size=(ROWS, 4))]), "y": _coin(draw)}


@raw
def years_and_prices(draw: Draw) -> Made:
    x = np.column_stack([draw.integers(1990, 2025, ROWS), draw.gamma(2, 40, ROWS)]).astype(float)
    return {"x": x, "y": 1e5 * draw.lognormal(1, 0.4, ROWS)}


def _real() -> dict[str, Callable[[Draw], Made]]:
    from sklearn import datasets

    sets: dict[str, Callable[[Draw], Made]] = {}
    for load in (datasets.load_iris, datasets.load_wine, datasets.load_breast_cancer, datasets.load_diabetes,
                 datasets.load_digits):  # fmt: skip
        sets[load.__name__] = lambda draw, load=load: dict(zip(("x", "y"), load(return_X_y=True), strict=True))
    for name, get in SETS.items():

        def one(draw: Draw, get: Any = get) -> Made:
            x, y = get()
            rows = draw.permutation(len(y))[:ROWS]
            return {"x": x[rows], "y": y[rows]}

        try:
            get()
        except (FileNotFoundError, ImportError):
            continue
        sets[f"real: {name}"] = one
    return sets


def accused(made: Made, network: bool) -> list[str]:
    """The problems that are told of a set, alone or before a network."""
    if not network:
        return [f"{one.id}: {one.message}" for one in traindx.data_stats(**made).problems]
    val = made.get("val")
    fact = data_facts(given(made["x"]), target(made["y"]), val=None if val is None else given(val[0]),
                      val_y=None if val is None else target(val[1]))  # fmt: skip
    chain = modules("relu", "relu", None)
    chain[-1] = {**chain[-1], "out": 2000}
    return [f"{one.id}: {one.message}" for one in judged(bench(data=fact, modules=chain), ("data",)).problems]


def main(seeds: int) -> None:
    real = _real()
    asked, hit = 0, []
    for name, make in {**DRAWN, **real}.items():
        for seed in range(seeds if name in DRAWN else 1):
            made = make(np.random.default_rng((seed, 11)))
            for network in (False, True) if name in DRAWN and name not in RAW else (False,):
                asked += 1
                told = accused(made, network)
                if told:
                    hit.append(name)
                    print(f"{name}, seed {seed}{', with a network' if network else ''}: {'; '.join(told)}", flush=True)
    sets, guilty = len(DRAWN) + len(real), len(set(hit))
    print(f"{sets} sets ({len(real)} real), accused at least once: {guilty}, at most {upper_bound(guilty, sets):.1%}")
    print(f"{asked} looks, accused {len(hit)} = {len(hit) / asked:.2%}, at most {upper_bound(len(hit), asked):.2%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
