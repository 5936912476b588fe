"""A slice of `benchmarks/patterns.py`: one curve of each pattern, one trained run, one look-alike of both kinds."""

from __future__ import annotations

import importlib.util
import pathlib

import pytest

from traindx.registry import units
from traindx.testing import HEALTHY, SICK

FILE = pathlib.Path(__file__).parents[2] / "benchmarks" / "patterns.py"
SPEC = importlib.util.spec_from_file_location("benchmark_patterns", FILE)
assert SPEC is not None
assert SPEC.loader is not None
patterns = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(patterns)

# Pattern: a shape and its granularity, a trained run.
SHOWN = {
    "loss divergence": ("climbs_from_its_best", "windows", "digits_mlp/b84aff09"),
    "overfitting": ("validation_turns", "epochs", "text_transformer/ab3d7a24"),
    "slow convergence": ("crawls_with_its_validation", "windows", "digits_cnn/d9622148"),
    "exploding gradients": ("norm_grows_with_loss", "lines", "digits_transformer/2dfff0b9"),
    "vanishing gradients, no progress": ("norm_dies_away", "steps", "digits_mlp/ac8956e0"),
    "NaN from the start": ("nan_at_once", "epochs", "diabetes_mlp/eecadb15"),
    "NaN after climbing": ("nan_after_a_climb", "lines", "digits_transformer/2dfff0b9"),
    "NaN out of the calm": ("nan_out_of_the_calm", "steps", "wine_mlp/f32577a7"),
    "flat from the start": ("stands_at_chance", "lines", "digits_mlp/8c28d816"),
    "oscillating": ("slow_waves", "steps", None),
    "spike then recover": ("one_spike", "steps", "text_lstm/dddc6c23"),
    "spike then NaN": ("spike_then_nan", "epochs", "digits_transformer/10b2b9f8"),
    "train and validation part": ("validation_stays_behind", "epochs", "digits_mlp/affbe131"),
    "plateau after falling": ("stands_for_its_rate_is_gone", "windows", "text_lstm/450e56ba"),
    "underfitting": ("both_rest_high", "epochs", "digits_mlp/39dbbac6"),
    "falls very slowly": ("crawls_with_its_validation", "steps", "text_transformer/440771b9"),
    "jumps and stays": ("jumps_and_stays", "windows", "digits_mlp/4c9c38fe"),
}
TRAINED = {name: folder for name, (_, _, folder) in SHOWN.items() if folder}


@pytest.mark.parametrize("name", SHOWN)
def test_a_drawn_curve_is_named(name):
    shape, grain, _ = SHOWN[name]
    found = patterns.diagnosis(patterns.drawn(getattr(patterns, shape), patterns.GRAINS[grain], 1))
    assert patterns.said(found) & patterns.PATTERNS[name].names
    assert found.verdict == "problem"


@pytest.mark.parametrize("name", TRAINED)
def test_a_trained_run_is_named(name):
    found = patterns.logged(TRAINED[name])
    assert patterns.said(found) & patterns.PATTERNS[name].names
    assert found.verdict == "problem"


@pytest.mark.parametrize("name", SHOWN)
def test_a_drawn_look_alike_is_left_alone(name):
    shape = patterns.PATTERNS[name].healthy[0]
    assert patterns.said(patterns.diagnosis(patterns.drawn(shape, patterns.GRAINS["windows"], 1))) == set()


@pytest.mark.parametrize("folder", sorted({one.healthy_trained[0] for one in patterns.PATTERNS.values()}))
def test_a_trained_look_alike_is_left_alone(folder):
    found = patterns.logged(folder)
    assert found is not None
    assert patterns.said(found) == set()


@pytest.mark.parametrize("name", patterns.PATTERNS)
def test_a_pattern_is_shown_from_several_sides(name):
    pattern = patterns.PATTERNS[name]
    assert name in SHOWN
    assert pattern.names <= set(units("detectors"))
    assert len(pattern.sick) >= 3
    assert len(pattern.healthy) >= 3
    assert len(pattern.trained) >= 2
    assert len(pattern.healthy_trained) >= 3
    assert set(pattern.healthy_trained) <= set(patterns.WELL)
    assert set(pattern.catalogue) <= set(SICK)
    assert set(pattern.look_alikes) <= set(HEALTHY)
    for folder in (*pattern.trained, *pattern.healthy_trained):
        assert any((patterns.RUNS / folder / log).exists() for log in patterns.LOGS), folder


def test_what_is_wrong_is_counted_and_named():
    well = patterns.Pattern({"flat-loss"}, (patterns.learns_well,), {}, (patterns.nan_at_once,), ())
    counts, wrong = patterns.judged(well)
    size = len(patterns.GRAINS) * len(patterns.SEEDS)
    assert counts == {True: [0, size], False: [size, size]}
    assert "missed learns_well/steps/11" in wrong[0]
    assert "accused nan_at_once/" in wrong[-1]
