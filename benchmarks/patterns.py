"""Does the diagnosis name the patterns that a person sees in a curve? python benchmarks/patterns.py [-v] [PATTERN ...]

For each pattern `PATTERNS` lists the findings that name it, synthetic curves and really trained runs that show it, and
healthy curves and runs that look like it at first sight. A synthetic shape is drawn at four granularities (raw steps,
means over windows, epochs, a dozen printed lines), each with three seeds. The whole diagnosis is run.

Found: one of the pattern's findings stands at warning or error. Accused: anything at all stands at warning or error on
a healthy look-alike. Exits with 1 when a sick one is missed or a look-alike accused; -v tells which, and what was said.
The trained runs are those of `ward/runs`, chosen by how they came out and by looking at the curve; why stands beside.
"""

from __future__ import annotations

import math
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from traindx import testing
from traindx.schema import Diagnosis, Run, Series
from traindx.testing import HEALTHY, SICK, Floats, noise
from traindx.verbs.diagnose import answer, diagnosis

RUNS = pathlib.Path(__file__).parents[1] / "ward" / "runs"
LOGS = ("metrics.csv", "log.jsonl", "train.log")
SEEDS = (11, 12, 13)  # not those of the tests
CHANCE = math.log(10)
Shape = Callable[[Floats], dict]


class Grain(NamedTuple):
    """What a point is, how many there are, and how much they scatter."""

    points: int
    every: int
    per: str
    sd: float
    r: float = 0.0


GRAINS = {
    "steps": Grain(600, 1, "step", 0.08, 0.3),
    "windows": Grain(80, 50, "window", 0.03),
    "epochs": Grain(16, 1, "epoch", 0.015),
    "lines": Grain(14, 100, "step", 0.04),
}


def drawn(shape: Shape, grain: Grain, seed: int) -> Run:
    """A shape over the share of the run that has passed, as a log of this granularity tells it."""
    share = np.linspace(0.0, 1.0, grain.points)
    settings = shape(share)
    series = {key: settings.pop(key) for key in list(settings) if key == "lr" or "/" in key}
    if grain.per == "epoch":
        settings.pop("steps_per_epoch", None)
        settings["unit"] = "epoch"
    elif "steps_per_epoch" in settings:  # given as a share of the run
        settings["steps_per_epoch"] *= grain.points * grain.every
    made = {}
    for number, (name, values) in enumerate(series.items()):
        spread = {"lr": 0.0, "grad": 3.0, "val": 0.5}.get(name.split("/")[0], 1.0) * grain.sd
        if name.startswith("val/"):
            spread = min(spread, 0.02)
        wander = noise(seed + 1000 * number, grain.points, spread, r=grain.r)
        steps = grain.every * np.arange(grain.points)
        if "metric" in name:
            values = np.clip(values + np.clip(wander, -0.02, 0.02), 0.0, 1.0)
        else:
            values = values * np.exp(wander)
        keep = slice(None, None, max(1, grain.points // 25) if name.startswith("val/") else 1)
        per = "evaluation" if name.startswith("val/") and grain.per != "epoch" else grain.per
        made[name] = Series.of(name, steps[keep], np.asarray(values, dtype=np.float64)[keep], per=per)
    return testing.run(made, **settings)


def falls(x: Floats, start: float = CHANCE, floor: float = 0.3, pace: float = 0.12) -> Floats:
    return floor + (start - floor) * np.exp(-x / pace)


def at(x: Floats, share: float) -> int:
    return int(share * x.size)


def hit(x: Floats, share: float, times: tuple[float, ...]) -> Floats:
    """Ones, and a spike with its decay, drawn out where the points lie dense."""
    result = np.ones(x.size)
    factors = np.repeat(times, max(1, x.size // 200))[: max(1, x.size // 20)]
    result[at(x, share) : at(x, share) + factors.size] = factors[: x.size - at(x, share)]
    return result


# ------------------------------------------------------------------- shapes of sick curves


def climbs_above_its_start(x: Floats) -> dict:
    return {"train/loss": CHANCE * np.exp(3.0 * np.clip(x - 0.15, 0, None)), "classes": 10}


def climbs_from_its_best(x: Floats) -> dict:
    return {"train/loss": falls(x) * np.exp(2.2 * np.clip((x - 0.5) / 0.4, 0, 1)), "classes": 10}


def explodes_at_the_end(x: Floats) -> dict:
    up = np.exp(14.0 * np.clip(x - 0.7, 0, None) / 0.3)
    return {"train/loss": falls(x) * up, "val/loss": falls(x, floor=0.4) * up}


def validation_turns(x: Floats) -> dict:
    val = falls(x, floor=0.7, pace=0.08) + 0.6 * np.clip(x - 0.3, 0, None)
    return {"train/loss": falls(x, floor=0.02, pace=0.2), "val/loss": val, "classes": 10}


def validation_ends_above_its_start(x: Floats) -> dict:
    val = falls(x, floor=1.3, pace=0.05) + 2.5 * np.clip(x - 0.15, 0, None)
    return {"train/loss": falls(x, floor=0.005, pace=0.12), "val/loss": val, "classes": 10}


def accuracies_part(x: Floats) -> dict:
    train, val = 0.99 - 0.7 * np.exp(-x / 0.2), 0.62 - 0.35 * np.exp(-x / 0.1)
    return {
        "train/loss": falls(x, floor=0.03),
        "train/metric/accuracy": train,
        "val/metric/accuracy": val,
        "classes": 10,
    }


def validation_stays_behind(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.05), "val/loss": 2.6 + 1.2 * x, "classes": 10}


def crawls_in_a_line(x: Floats) -> dict:
    return {"train/loss": CHANCE - 0.16 * x, "classes": 10}


def crawls_with_its_validation(x: Floats) -> dict:
    return {"train/loss": CHANCE - 0.25 * x, "val/loss": CHANCE - 0.25 * x, "classes": 10, "steps_per_epoch": 0.05}


def crawls_over_many_passes(x: Floats) -> dict:
    return {"train/loss": 0.95 - 0.12 * x, "steps_per_epoch": 0.06}


def falls_a_little_and_crawls(x: Floats) -> dict:
    loss = 1.85 + 0.4 * np.exp(-x / 0.1) - 0.05 * x
    return {"train/loss": loss, "classes": 10, "steps_per_epoch": 0.06}


def norm_grows_with_loss(x: Floats) -> dict:
    up = np.exp(9.0 * np.clip(x - 0.4, 0, None) / 0.6)
    return {"train/loss": falls(x) * up**0.5, "grad/norm": up}


def norm_leaps_and_stays(x: Floats) -> dict:
    after = x > 0.5
    return {"train/loss": falls(x) + 4.0 * after, "grad/norm": np.where(after, 800.0, 1.2)}


def norm_grows_to_nan(x: Floats) -> dict:
    up = np.exp(11.0 * np.clip(x - 0.3, 0, None) / 0.5)
    up[at(x, 0.85) :] = np.nan
    return {"train/loss": falls(x) * up**0.5, "grad/norm": up}


def norm_is_nothing(x: Floats) -> dict:
    return {"train/loss": CHANCE + 0.0 * x, "grad/norm": 1e-9 + 0.0 * x, "classes": 10}


def norm_dies_away(x: Floats) -> dict:
    return {"train/loss": CHANCE - 0.02 * x, "grad/norm": np.exp(-12.0 * np.clip(x / 0.5, 0, 1)), "classes": 10}


def first_layers_get_nothing(x: Floats) -> dict:
    layers = {f"grad/norm/layer{place}": 10.0 ** (3.0 * (place - 3)) + 0.0 * x for place in range(4)}
    return {"train/loss": CHANCE - 0.01 * x, "grad/norm": 1.0 + 0.0 * x, **layers, "classes": 10}


def nan_at_once(x: Floats) -> dict:
    return {"train/loss": np.full(x.size, np.nan)}


def nan_within_the_first_points(x: Floats) -> dict:
    return {"train/loss": np.where(np.arange(x.size) < 2, CHANCE, np.nan), "classes": 10}


def nan_at_once_in_all(x: Floats) -> dict:
    nothing = np.full(x.size, np.nan)
    return {"train/loss": nothing, "val/loss": nothing, "grad/norm": nothing}


def nan_after_a_climb(x: Floats) -> dict:
    return {"train/loss": _until(x, 0.8, falls(x) * np.exp(8.0 * np.clip(x - 0.55, 0, None) / 0.25))}


def nan_after_a_climb_from_the_start(x: Floats) -> dict:
    return {"train/loss": _until(x, 0.5, CHANCE * np.exp(10.0 * x))}


def infinite_after_a_climb(x: Floats) -> dict:
    loss = falls(x) * np.exp(20.0 * np.clip(x - 0.4, 0, None))
    return {"train/loss": np.where(np.arange(x.size) < at(x, 0.75), loss, np.inf), "val/loss": falls(x)}


def nan_out_of_the_calm(x: Floats) -> dict:
    return {"train/loss": _until(x, 0.6, falls(x))}


def nan_in_both_out_of_the_calm(x: Floats) -> dict:
    return {"train/loss": _until(x, 0.4, falls(x)), "val/loss": _until(x, 0.4, falls(x, floor=0.4))}


def infinite_out_of_the_calm(x: Floats) -> dict:
    return {"train/loss": np.where(np.arange(x.size) < at(x, 0.7), falls(x), np.inf), "grad/norm": 1.0 + 0.0 * x}


def _until(x: Floats, share: float, values: Floats) -> Floats:
    return np.where(np.arange(x.size) < at(x, share), values, np.nan)


def stands_at_chance(x: Floats) -> dict:
    return {"train/loss": CHANCE + 0.0 * x, "val/loss": CHANCE + 0.0 * x, "classes": 10}


def stands_somewhere(x: Floats) -> dict:
    return {"train/loss": 1.43 + 0.0 * x, "steps_per_epoch": 0.06}


def regression_stands(x: Floats) -> dict:
    return {"train/loss": 1.0 + 0.0 * x, "val/loss": 1.02 + 0.0 * x, "loss": "mse", "steps_per_epoch": 0.06}


def slow_waves(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.9) * np.exp(0.6 * np.sin(2.0 * np.pi * x * min(6.0, x.size / 4.0)))}


def zigzag(x: Floats) -> dict:
    return {"train/loss": 1.4 * np.exp(0.45 * (-1.0) ** np.arange(x.size))}


def swings_that_grow(x: Floats) -> dict:
    swing = np.sin(2.0 * np.pi * x * min(9.0, x.size / 3.0)) * (0.2 + 0.8 * x)
    return {"train/loss": falls(x, floor=0.9) * np.exp(swing)}


def one_spike(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.5, pace=0.15) * hit(x, 0.6, (9.0, 5.0, 3.0, 2.0, 1.4))}


def spikes_again(x: Floats) -> dict:
    spikes = hit(x, 0.35, (8.0, 4.0, 2.0)) * hit(x, 0.6, (12.0, 5.0, 2.0)) * hit(x, 0.85, (8.0, 3.0, 2.0))
    return {"train/loss": falls(x, floor=0.5, pace=0.15) * spikes}


def a_spike_in_loss_and_norm(x: Floats) -> dict:
    return {
        "train/loss": falls(x, floor=0.5, pace=0.15) * hit(x, 0.5, (6.0, 3.0, 2.0)),
        "grad/norm": hit(x, 0.5, (60.0, 9.0, 2.0)),
    }


def spike_then_nan(x: Floats) -> dict:
    return {"train/loss": _until(x, 0.63, falls(x) * hit(x, 0.6, (9.0, 20.0, 60.0)))}


def spike_then_infinity(x: Floats) -> dict:
    loss = _until(x, 0.75, falls(x) * hit(x, 0.7, (30.0, 100.0, 1e4)))
    return {"train/loss": np.where(np.isnan(loss), np.inf, loss), "grad/norm": hit(x, 0.7, (100.0, 1e3, 1e5))}


def recovers_then_spikes_to_nan(x: Floats) -> dict:
    loss = falls(x) * hit(x, 0.4, (8.0, 3.0)) * hit(x, 0.75, (15.0, 40.0))
    return {"train/loss": _until(x, 0.79, loss)}


def stands_after_falling(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=1.7, pace=0.04), "classes": 10, "steps_per_epoch": 0.05}


def stands_with_its_validation(x: Floats) -> dict:
    low = falls(x, 1.0, 0.8, 0.04)
    return {"train/loss": low, "val/loss": low + 0.01, "steps_per_epoch": 0.05}


def stands_for_its_rate_is_gone(x: Floats) -> dict:
    rate = np.where(x < 0.25, 1e-3 * np.exp(-x / 0.04), 0.0)
    return {"train/loss": falls(x, floor=1.5, pace=0.06), "lr": rate, "classes": 10}


def both_rest_high(x: Floats) -> dict:
    both = falls(x, floor=1.8, pace=0.08)
    return {"train/loss": both, "val/loss": both + 0.02, "classes": 10}


def both_accuracies_rest_low(x: Floats) -> dict:
    right = 0.38 - 0.25 * np.exp(-x / 0.08)
    low = falls(x, floor=1.65, pace=0.08)
    return {"train/loss": low, "val/loss": low + 0.03, "train/metric/accuracy": right, "val/metric/accuracy": right,
            "classes": 10}  # fmt: skip


def both_rest_high_of_a_vocabulary(x: Floats) -> dict:
    both = falls(x, math.log(65), 3.2, 0.05)
    return {"train/loss": both, "val/loss": both + 0.02, "vocabulary": 65, "steps_per_epoch": 0.1}


def jumps_and_stays(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.5, pace=0.1) * np.where(x > 0.6, 3.0, 1.0)}


def jumps_with_its_validation(x: Floats) -> dict:
    up = np.where(x > 0.5, 2.5, 1.0)
    return {"train/loss": falls(x, floor=0.5, pace=0.1) * up, "val/loss": falls(x, floor=0.6, pace=0.1) * up}


def jumps_with_the_rate(x: Floats) -> dict:
    rate = np.where(x < 0.6, 1e-3 * (1.0 - x), 1e-2)
    return {"train/loss": falls(x, floor=0.5, pace=0.1) * np.where(x > 0.6, 3.0, 1.0), "lr": rate}


# ------------------------------------------------------------- shapes of healthy look-alikes


def learns_well(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.1, pace=0.18), "val/loss": falls(x, floor=0.14, pace=0.18), "classes": 10}


def ends_a_little_higher(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.3, pace=0.1) * (1.0 + 0.06 * np.clip(x - 0.6, 0, None) / 0.4)}


def warms_up_over_a_hump(x: Floats) -> dict:
    return {"train/loss": falls(x, 2.5, 0.4, 0.2) + 0.9 * np.exp(-0.5 * ((x - 0.04) / 0.02) ** 2)}


def term_is_annealed(x: Floats) -> dict:
    return {"train/loss": 90.0 + 110.0 * np.exp(-x / 0.05) + 12.0 * np.clip(x / 0.5, 0, 1)}


def gap_that_does_not_widen(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.25, pace=0.1), "val/loss": falls(x, floor=0.85, pace=0.09), "classes": 10}


def rises_by_a_hair(x: Floats) -> dict:
    val = falls(x, floor=0.5, pace=0.1) * (1.0 + 0.03 * np.clip(x - 0.5, 0, None) / 0.5)
    return {"train/loss": falls(x, floor=0.3, pace=0.15), "val/loss": val, "classes": 10}


def surer_and_still_better(x: Floats) -> dict:
    val = falls(x, floor=0.5, pace=0.08) + 0.07 * np.clip(x - 0.4, 0, None)
    return {"train/loss": falls(x, floor=0.1, pace=0.15), "val/loss": val, "classes": 10,
            "train/metric/accuracy": 0.97 - 0.8 * np.exp(-x / 0.15),
            "val/metric/accuracy": 0.84 + 0.04 * x - 0.6 * np.exp(-x / 0.1)}  # fmt: skip


def fine_tunes_near_its_floor(x: Floats) -> dict:
    return {"train/loss": 0.42 - 0.05 * x, "val/loss": 0.45 - 0.04 * x, "lr": 2e-5 * (1.0 - x)}


def language_model_late(x: Floats) -> dict:
    return {"train/loss": 3.4 - 0.25 * x, "vocabulary": 50257}


def converges_and_stays(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.04, pace=0.06), "val/loss": falls(x, floor=0.06, pace=0.06), "classes": 10}


def starts_late(x: Floats) -> dict:
    return {"train/loss": 0.2 + 2.1 / (1.0 + np.exp(np.clip((x - 0.25) / 0.03, -60, 60))), "classes": 10}


def norm_grows_while_it_learns(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.05, pace=0.2), "grad/norm": np.exp(1.5 * x)}


def norm_begins_high(x: Floats) -> dict:
    return {"train/loss": falls(x, 40.0, 0.5, 0.08), "grad/norm": 1.0 + 5e3 * np.exp(-x / 0.05), "loss": "mse"}


def norm_of_a_transformer(x: Floats) -> dict:
    return {"train/loss": falls(x, 9.0, 3.2, 0.15), "grad/norm": 25.0 + 0.0 * x}


def norm_vanishes_with_the_loss(x: Floats) -> dict:
    loss = falls(x, floor=1e-3, pace=0.08)
    return {"train/loss": loss, "grad/norm": 3.0 * loss, "classes": 10}


def small_norm_that_learns(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.3, pace=0.2), "grad/norm": 2e-4 + 0.0 * x, "classes": 10}


def layers_of_unlike_size(x: Floats) -> dict:
    layers = {f"grad/norm/layer{place}": 10.0 ** (place - 2) + 0.0 * x for place in range(4)}
    return {"train/loss": falls(x, floor=0.2, pace=0.2), "grad/norm": 10.0 + 0.0 * x, **layers, "classes": 10}


def ends_early(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.3, pace=0.4), "val/loss": falls(x, floor=0.4, pace=0.4)}


def large_numbers(x: Floats) -> dict:
    return {"train/loss": 1e6 * np.exp(-x / 0.09) + 20.0, "loss": "mse"}


def restarts_of_the_rate(x: Floats) -> dict:
    rate = 5e-4 * (1.0 + np.cos(np.pi * (4.0 * x % 1.0)))
    return {"train/loss": falls(x, floor=0.3, pace=0.15) * (1.0 + 250.0 * rate), "lr": rate}


def a_hard_batch_each_epoch(x: Floats) -> dict:
    return {
        "train/loss": falls(x, floor=0.3, pace=0.15) * np.where(np.arange(x.size) % 10 == 9, 1.2, 1.0),
        "steps_per_epoch": 10.0 / x.size,
    }


def ripples(x: Floats) -> dict:
    return {"train/loss": falls(x, floor=0.3, pace=0.2) * np.exp(0.04 * np.sin(2.0 * np.pi * 6.0 * x))}


def steps_down_with_the_rate(x: Floats) -> dict:
    level = np.where(x < 0.4, 0.8, np.where(x < 0.7, 0.4, 0.28))
    rate = np.where(x < 0.4, 1e-1, np.where(x < 0.7, 1e-2, 1e-3))
    return {"train/loss": level + 1.5 * np.exp(-x / 0.06), "lr": rate, "classes": 10}


def good_and_close(x: Floats) -> dict:
    right = 0.97 - 0.85 * np.exp(-x / 0.1)
    low = falls(x, floor=0.1, pace=0.1)
    return {"train/loss": low, "val/loss": low + 0.01, "train/metric/accuracy": right, "val/metric/accuracy": right,
            "classes": 10}  # fmt: skip


def both_high_and_still_falling(x: Floats) -> dict:
    both = falls(x, floor=0.4, pace=0.9)
    return {"train/loss": both, "val/loss": both + 0.02, "classes": 10}


def language_model_at_its_entropy(x: Floats) -> dict:
    both = falls(x, math.log(50257), 3.0, 0.12) - 0.1 * x
    return {"train/loss": both, "val/loss": both + 0.03, "vocabulary": 50257}


# ------------------------------------------------------------------------------ the table

HIGH_RATE = "the rate is so high that "
WELL = {  # healthy runs of the ward, and what they might be taken for
    "text_transformer/70a641c6": "warm restarts: the loss rises with the rate, three times",
    "diabetes_mlp/d9cc2ea5": "batches of eight: every point lies elsewhere, the level falls by half",
    "digits_cnn/3d5512e8": "every step of a good run",
    "text_lstm/c224e6d2": "every step of a good run, whose floor is far from zero",
    "digits_mlp/2f8c4af1": "good, and the last points lie above the best ones",
    "text_transformer/4bf97110": "validation turns by two hundredths, training goes on",
    "text_lstm/ae8836a2": "twice as far from validation as training, and neither turns",
    "digits_mlp/a1020966": "dropout: validation lies below training",
    "text_lstm/a75b589d": "fine-tuned: there is little to gain",
    "diabetes_mlp/acb7083b": "fine-tuned: falls by a third in all",
    "cancer_mlp/f84c2d71": "fine-tuned: starts low",
    "text_transformer/3906f388": "stands from the middle on, for the rate goes down in steps",
    "diabetes_mlp/0b1a9c6f": "a regression at the floor of its noise, R2 near one half",
    "text_rnn/3a0ee6cd": "thirteen points that come to rest at half of where they began",
    "digits_mlp/7f076922": "a small rate to the end: slow, and it arrives",
    "wine_mlp/9553a0a2": "fifteen epochs",
}


class Pattern(NamedTuple):
    """What names it, what shows it, and what only looks like it."""

    names: set[str]
    sick: tuple[Shape, ...]
    trained: dict[str, str]  # folder in the ward: what is to be seen there
    healthy: tuple[Shape, ...]
    healthy_trained: tuple[str, ...]  # of WELL
    catalogue: tuple[str, ...] = ()  # findings whose curves of `testing.SICK` show it as well
    look_alikes: tuple[str, ...] = ()  # curves of `testing.HEALTHY`


APART = Pattern(
    names={"overfitting", "large-gap-from-start", "val-at-chance"},
    sick=(validation_stays_behind, validation_turns, validation_ends_above_its_start),
    trained={
        "text_lstm/f64f8caa": "training 4.1 to 1.7, validation 4.3 to 5.6",
        "digits_mlp/affbe131": "training 2.3 to .07, validation 2.7 to 9.2",
        "text_rnn/619f5ca1": "training 4.2 to 1.7, validation never below 3.6",
        "text_rnn/82856215": "twenty samples: training .02, validation 7.9",
    },
    healthy=(gap_that_does_not_widen, rises_by_a_hair, learns_well),
    healthy_trained=("text_transformer/4bf97110", "text_lstm/ae8836a2", "digits_mlp/a1020966"),
    catalogue=("large-gap-from-start",),
    look_alikes=("grokking", "epoch_means"),
)
PATTERNS: dict[str, Pattern] = {
    "loss divergence": Pattern(
        names={"diverging-loss", "nan-loss", "loss-level-shift"},
        sick=(climbs_above_its_start, climbs_from_its_best, explodes_at_the_end),
        trained={
            "digits_transformer/2dfff0b9": HIGH_RATE + "it climbs from step 12 to infinity",
            "digits_mlp/b84aff09": "gradients add up: 2.3 becomes 450",
            "diabetes_mlp/d1a6b8a1": HIGH_RATE + ".6 becomes 4, 1, 3, 48, NaN",
            "text_transformer/f4f22102": HIGH_RATE + "4 becomes 294",
        },
        healthy=(ends_a_little_higher, warms_up_over_a_hump, term_is_annealed),
        healthy_trained=("text_transformer/70a641c6", "diabetes_mlp/d9cc2ea5", "digits_mlp/2f8c4af1"),
        catalogue=("diverging-loss",),
        look_alikes=("adversarial", "curriculum"),
    ),
    "overfitting": Pattern(
        names={"overfitting"},
        sick=(validation_turns, validation_ends_above_its_start, accuracies_part),
        trained={
            "diabetes_mlp/a6095093": "validation .58 to 1.08 while training goes on to .05",
            "text_transformer/ab3d7a24": "validation 2.7 to 6.1 while training goes on to .14",
            "text_lstm/1cecf769": "validation 2.5 to 3.9 while training goes on to .16",
            "friedman_mlp/dd157c3e": "validation .46 to .89 while training goes on to 1e-5",
        },
        healthy=(gap_that_does_not_widen, rises_by_a_hair, surer_and_still_better),
        healthy_trained=("text_transformer/4bf97110", "text_lstm/ae8836a2", "digits_mlp/a1020966"),
        catalogue=("overfitting",),
        look_alikes=("grokking", "epoch_means"),
    ),
    "slow convergence": Pattern(
        names={"slow-descent", "plateau", "underfitting"},
        sick=(falls_a_little_and_crawls, crawls_with_its_validation, crawls_over_many_passes),
        trained={
            "digits_cnn/d9622148": "2.7 to 2.08 in twelve epochs, at ten classes",
            "digits_mlp/3b65e43a": "2.3 to 2.06 in twenty epochs",
            "text_lstm/f56edc18": "4.1 to 3.75 in ten epochs",
            "wine_mlp/8a319a38": "1.09 to .99 in fifteen epochs",
        },
        healthy=(converges_and_stays, fine_tunes_near_its_floor, ends_early),
        healthy_trained=("text_lstm/a75b589d", "diabetes_mlp/acb7083b", "digits_mlp/7f076922"),
        look_alikes=("fine_tuning_at_its_floor", "converged"),
    ),
    "exploding gradients": Pattern(
        names={"exploding-gradients", "gradient-spike", "nan-gradient"},
        sick=(norm_grows_with_loss, norm_leaps_and_stays, norm_grows_to_nan),
        trained={
            "text_rnn/4ecc2ab8": HIGH_RATE + "the norm leaps by many decades about step 50",
            "digits_transformer/2dfff0b9": HIGH_RATE + "the norm grows over twenty steps",
            "text_transformer/f4f22102": HIGH_RATE + "the norm grows from 1.6 to 115, the loss from 4 to 294",
            "digits_transformer/10b2b9f8": "summed loss: the norm is 130, 116, 6e7, NaN",
        },
        healthy=(norm_grows_while_it_learns, norm_begins_high, norm_of_a_transformer),
        healthy_trained=("text_transformer/70a641c6", "digits_cnn/3d5512e8", "text_lstm/c224e6d2"),
        catalogue=("exploding-gradients",),
    ),
    "vanishing gradients, no progress": Pattern(
        names={"vanishing-gradients", "flat-loss", "train-at-chance", "constant-loss"},
        sick=(norm_is_nothing, norm_dies_away, first_layers_get_nothing),
        trained={
            "digits_mlp/ac8956e0": "eight layers of sigmoids: at chance to the end",
            "digits_mlp/04c25a71": "dead units: at chance to the end",
            "digits_cnn/cb024928": "dead units: at chance to the end",
            "wine_mlp/54a0a202": "all weights zero: at chance to the end",
        },
        healthy=(norm_vanishes_with_the_loss, small_norm_that_learns, layers_of_unlike_size),
        healthy_trained=("digits_cnn/3d5512e8", "text_lstm/a75b589d", "cancer_mlp/f84c2d71"),
        catalogue=("vanishing-gradients",),
        look_alikes=("late_start",),
    ),
    "NaN from the start": Pattern(
        names={"nan-loss"},
        sick=(nan_at_once, nan_within_the_first_points, nan_at_once_in_all),
        trained={
            "diabetes_mlp/eecadb15": "the logarithm of zero at the first step",
            "friedman_mlp/f165eb51": "the logarithm of zero at the first step",
            "text_rnn/bcda7737": "one finite point, then NaN",
        },
        healthy=(learns_well, starts_late, large_numbers),
        healthy_trained=("wine_mlp/9553a0a2", "text_rnn/3a0ee6cd", "digits_cnn/3d5512e8"),
    ),
    "NaN after climbing": Pattern(
        names={"nan-loss"},
        sick=(nan_after_a_climb, nan_after_a_climb_from_the_start, infinite_after_a_climb),
        trained={
            "digits_transformer/2dfff0b9": HIGH_RATE + "it climbs from step 12 to infinity",
            "diabetes_mlp/d1a6b8a1": HIGH_RATE + ".6 becomes 4, 1, 3, 48, NaN",
            "text_rnn/f582ce10": HIGH_RATE + "4 becomes 12, 2e22, NaN",
        },
        healthy=(ends_a_little_higher, term_is_annealed, large_numbers),
        healthy_trained=("digits_mlp/2f8c4af1", "text_transformer/70a641c6", "diabetes_mlp/d9cc2ea5"),
    ),
    "NaN out of the calm": Pattern(
        names={"nan-loss"},
        sick=(nan_out_of_the_calm, nan_in_both_out_of_the_calm, infinite_out_of_the_calm),
        trained={
            "wine_mlp/f32577a7": "a logarithm of zero after a good descent",
            "digits_transformer/b85544ae": "a logarithm of zero after a good descent",
            "cancer_mlp/1111b0f8": "a logarithm of zero after a good descent",
        },
        healthy=(learns_well, large_numbers, converges_and_stays),
        healthy_trained=("digits_cnn/3d5512e8", "text_lstm/c224e6d2", "wine_mlp/9553a0a2"),
        catalogue=("nan-loss",),
    ),
    "flat from the start": Pattern(
        names={"flat-loss", "train-at-chance", "constant-loss"},
        sick=(stands_at_chance, stands_somewhere, regression_stands),
        trained={
            "digits_mlp/8c28d816": "the input never changes: 2.30 throughout",
            "text_transformer/5c91e9c1": "no step is taken: 4.3 throughout",
            "cancer_mlp/cc2402ed": "rate far too low: .63 throughout",
            "diabetes_mlp/e8a090b9": "no step is taken: a noisy regression at 1.0",
        },
        healthy=(starts_late, fine_tunes_near_its_floor, converges_and_stays),
        healthy_trained=("text_lstm/a75b589d", "diabetes_mlp/acb7083b", "cancer_mlp/f84c2d71"),
        catalogue=("flat-loss",),
        look_alikes=("late_start", "fine_tuning_at_its_floor"),
    ),
    "oscillating": Pattern(
        names={"oscillating-loss", "loss-spike", "periodic-loss"},
        sick=(slow_waves, zigzag, swings_that_grow),
        trained={
            "digits_mlp/cfec00bf": "momentum .999: .2 at step 50, then swings up to 2 for 500 steps",
            "digits_mlp/81f4f8e4": "momentum .999: swings between .2 and 2.4",
            "wine_mlp/75dfe188": "gradients add up: leaps from next to nothing to 1.2 and more, six times",
            "diabetes_mlp/ff0a8078": "a bad batch an epoch: .5, .8, 1.3, again and again",
        },
        healthy=(restarts_of_the_rate, a_hard_batch_each_epoch, ripples),
        healthy_trained=("text_transformer/70a641c6", "diabetes_mlp/d9cc2ea5", "digits_cnn/3d5512e8"),
        catalogue=("oscillating-loss",),
        look_alikes=("warm_restarts", "small_batches", "correlated_noise"),
    ),
    "spike then recover": Pattern(
        names={"loss-spike", "gradient-spike", "periodic-loss"},
        sick=(one_spike, spikes_again, a_spike_in_loss_and_norm),
        trained={
            "text_rnn/4ecc2ab8": HIGH_RATE + "3 becomes 7e6 and 3e15 about step 50, and 3 again",
            "text_lstm/dddc6c23": "a bad batch an epoch: 2 becomes 6 for one step",
            "text_transformer/a61d63ac": "a bad batch: 2.3 becomes 5.7 at two points",
            "digits_transformer/2818f707": "a bad batch an epoch: .1 becomes 2.5",
        },
        healthy=(warms_up_over_a_hump, a_hard_batch_each_epoch, steps_down_with_the_rate),
        healthy_trained=("diabetes_mlp/d9cc2ea5", "text_lstm/c224e6d2", "digits_cnn/3d5512e8"),
        catalogue=("loss-spike", "gradient-spike"),
        look_alikes=("heavy_tails", "small_batches"),
    ),
    "spike then NaN": Pattern(
        names={"nan-loss"},
        sick=(spike_then_nan, spike_then_infinity, recovers_then_spikes_to_nan),
        trained={
            "digits_transformer/10b2b9f8": "124, 146, 1e8, NaN",
            "diabetes_mlp/d1a6b8a1": ".6 becomes 4, 1, 3, 48, NaN",
        },
        healthy=(warms_up_over_a_hump, large_numbers, a_hard_batch_each_epoch),
        healthy_trained=("diabetes_mlp/d9cc2ea5", "text_lstm/c224e6d2", "digits_mlp/2f8c4af1"),
    ),
    "train and validation part": APART,
    "plateau after falling": Pattern(
        names={"plateau", "loss-stuck-at-known-floor", "lr-zero"},
        sick=(stands_after_falling, stands_with_its_validation, stands_for_its_rate_is_gone),
        trained={
            "digits_mlp/f38ee747": "the rate is gone at a twelfth: 1.25 from there on",
            "text_lstm/450e56ba": "the rate is gone at a quarter: 2.3 from there on",
            "text_transformer/16b2fa2f": "no warm-up: 3.1 after the first epoch and ever",
            "text_lstm/c7cbe4b8": "all weights zero: 3.2 after the first epoch and ever",
        },
        healthy=(converges_and_stays, steps_down_with_the_rate, language_model_at_its_entropy),
        healthy_trained=("text_transformer/3906f388", "diabetes_mlp/0b1a9c6f", "text_rnn/3a0ee6cd"),
        catalogue=("plateau",),
        look_alikes=("converged", "step_decay"),
    ),
    "underfitting": Pattern(
        names={"underfitting", "plateau"},
        sick=(both_rest_high, both_accuracies_rest_low, both_rest_high_of_a_vocabulary),
        trained={
            "digits_mlp/39dbbac6": "width 2: both at 1.73, accuracy .29",
            "text_rnn/80e7674b": "width 2: both at 2.92, log 61 is 4.1",
            "text_rnn/db6cc81d": "weight decay .3: both at 3.49, accuracy .2",
            "text_transformer/9c84e230": "started too large: both at 3.2, accuracy .2",
        },
        healthy=(good_and_close, both_high_and_still_falling, language_model_at_its_entropy),
        healthy_trained=("diabetes_mlp/0b1a9c6f", "text_rnn/3a0ee6cd", "text_transformer/3906f388"),
        catalogue=("underfitting",),
        look_alikes=("language_model",),
    ),
    "falls very slowly": Pattern(
        names={"slow-descent", "underfitting"},
        sick=(crawls_in_a_line, crawls_with_its_validation, crawls_over_many_passes),
        trained={
            "text_transformer/440771b9": "4.2 to 3.73 in twenty epochs",
            "digits_transformer/4bfccb68": "2.6 to 2.4 in twenty epochs, ten classes",
            "diabetes_mlp/eca16a1b": "validation 1.29 to 1.07 in twenty epochs, a tenth of what there is to gain",
        },
        healthy=(fine_tunes_near_its_floor, language_model_late, ends_early),
        healthy_trained=("text_lstm/a75b589d", "diabetes_mlp/acb7083b", "digits_mlp/7f076922"),
        catalogue=("slow-descent",),
        look_alikes=("fine_tuning_at_its_floor",),
    ),
    "jumps and stays": Pattern(
        names={"loss-level-shift", "diverging-loss", "lr-jump", "loss-spike"},
        sick=(jumps_and_stays, jumps_with_its_validation, jumps_with_the_rate),
        trained={
            "digits_mlp/4c9c38fe": "the rate begins anew at .85 of the run: .02 becomes .3",
            "text_rnn/b5dcfaa4": "the rate begins anew at .85 of the run: 1.7 becomes 2.1",
        },
        healthy=(restarts_of_the_rate, steps_down_with_the_rate, term_is_annealed),
        healthy_trained=("text_transformer/70a641c6", "digits_mlp/2f8c4af1", "diabetes_mlp/d9cc2ea5"),
        catalogue=("loss-level-shift",),
        look_alikes=("curriculum", "warm_restarts"),
    ),
}


# ----------------------------------------------------------------------------- the figures


class Case(NamedTuple):
    """One curve, what it is called, and whether it is sick."""

    what: str
    sick: bool
    diagnose: Callable[[], Diagnosis | None]


def logged(folder: str) -> Diagnosis | None:
    """The diagnosis of a run of the ward, read from its log."""
    path = next(RUNS / folder / name for name in LOGS if (RUNS / folder / name).exists())
    found = answer([str(path)], flags={"fail_on": "never"}).diagnoses
    return found[0] if found else None


def _of(curve: Callable[..., Run], *given: Any) -> Diagnosis:
    return diagnosis(curve(*given))


def cases(pattern: Pattern, seeds: tuple[int, ...] = SEEDS) -> Iterator[Case]:
    """Every curve of a pattern."""
    for sick, shapes in ((True, pattern.sick), (False, pattern.healthy)):
        for shape in shapes:
            for name, grain in GRAINS.items():
                for seed in seeds:
                    yield Case(f"{shape.__name__}/{name}/{seed}", sick, partial(_of, drawn, shape, grain, seed))
    for sick, folders in ((True, tuple(pattern.trained)), (False, pattern.healthy_trained)):
        for folder in folders:
            yield Case(folder, sick, partial(logged, folder))
    known = [(True, f"SICK {name}", curve) for id in pattern.catalogue for name, curve in SICK[id].items()]
    known += [(False, f"HEALTHY {name}", HEALTHY[name]) for name in pattern.look_alikes]
    for sick, name, curve in known:
        for seed in seeds:
            yield Case(f"{name}/{seed}", sick, partial(_of, curve, seed))


def said(found: Diagnosis | None) -> set[str]:
    """What somebody would act on."""
    return {one.id for one in found.problems} if found else set()


def holds(case: Case, names: set[str]) -> tuple[bool, str]:
    """Whether a sick curve is named or a healthy one left alone, and what was said of it."""
    found = case.diagnose()
    loud = said(found)
    told = " ".join(sorted(loud)) or (f"nothing, {found.verdict}" if found else "unread")
    return (bool(loud & names) if case.sick else found is not None and not loud), told


def judged(pattern: Pattern) -> tuple[dict[bool, list[int]], list[str]]:
    """How many of the sick and of the healthy curves were called sick, of how many; and which wrongly."""
    counts, wrong = {True: [0, 0], False: [0, 0]}, []
    for case in cases(pattern):
        right, told = holds(case, pattern.names)
        counts[case.sick][0] += right == case.sick
        counts[case.sick][1] += 1
        if not right:
            wrong.append(f"    {'missed' if case.sick else 'accused'} {case.what}: {told}")
    return counts, wrong


def main() -> int:
    asked = [one for one in sys.argv[1:] if not one.startswith("-")]
    began, wrong = time.perf_counter(), 0
    for name, pattern in PATTERNS.items():
        if asked and name not in asked:
            continue
        counts, failed = judged(pattern)
        wrong += len(failed)
        (found, sick), (accused, well) = counts[True], counts[False]
        print(f"{name:33s} found {found:3d}/{sick:<3d}  look-alikes accused {accused}/{well}")
        if "-v" in sys.argv and failed:
            print(*failed, sep="\n")
    print(f"{wrong} wrong, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
