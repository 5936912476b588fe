"""What holds for every detector: silence where there is nothing to see, and one answer in every longer prefix."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from traindx.configuration import Configuration
from traindx.registry import units
from traindx.schema import Finding, Run, Series, Unseen, Watch
from traindx.testing import HEALTHY, SICK, descent, examine, noise, run
from traindx.verbs.looking import look

DETECTORS = units("detectors")
EVENTS = [id for id, unit in DETECTORS.items() if unit.declaration.when == "event"]
# What a series of one value, or of none that is finite, is the very subject of.
SHARES = {"dead-relu-units", "saturated-units"}  # seven tenths of the units are what they look for
SUBJECTS = {
    "constant": {"constant-loss", "lr-zero", "val-at-chance", "train-at-chance", "unchanged-weights", "huge-updates",
                 "input-bound", *SHARES},
    "zero": {"zero-loss", "lr-zero", "constant-loss", "vanishing-gradients", "zero-gradients", "unchanged-weights"},
    "all NaN": {"nan-loss", "nan-gradient", "nan-weights", "nan-activation"},
    "one point": SHARES,
    "two points": SHARES,
}  # fmt: skip


@functools.cache
def watched() -> tuple[str, ...]:
    """A name for every series that some detector watches."""
    found = {name for unit in DETECTORS.values() for need in unit.declaration.needs if need.kind == "series"
             for name in need.names}  # fmt: skip
    return tuple(sorted(name.replace("*", "one") for name in found))


def whole(values, steps=None, per="step", **more) -> Run:
    """A run in which every watched series has these values."""
    values = np.asarray(values, dtype=np.float64)
    steps = np.arange(values.size) if steps is None else steps
    return run({name: Series.of(name, steps, values, per=per) for name in watched()}, **more)


def loud(answer: list[Finding] | Unseen) -> list[Finding]:
    if isinstance(answer, Unseen):
        assert not answer.reason.startswith("failed"), f"{answer.id} {answer.reason}"
        return []
    return [one for one in answer if one.severity != "info"]


@pytest.mark.parametrize("id", DETECTORS)
@pytest.mark.parametrize(
    ("what", "values"),
    [("constant", [0.7312] * 60), ("zero", [0.0] * 60), ("all NaN", [float("nan")] * 60), ("empty", []),
     ("one point", [0.7]), ("two points", [0.7, 0.69])],
)  # fmt: skip
def test_nothing_is_seen_where_nothing_is(id, what, values):
    answer = loud(examine(id, whole(values)))
    assert answer == [] or id in SUBJECTS.get(what, ())


@pytest.mark.parametrize("id", DETECTORS)
def test_the_order_of_lines_and_repeated_steps_do_not_matter(id):
    order = np.random.default_rng(3).permutation(200)
    falling = descent(200, 2.3, 0.9, power=0.8) * np.exp(noise(1, 200, 0.02))
    loss = {
        "train/loss": Series.of("train/loss", order, falling[order]),
        "val/loss": Series.of("val/loss", order, falling[order]),
    }
    assert loud(examine(id, run(loss))) == []
    twice = np.repeat(np.arange(200), 2)
    loss = {name: Series.of(name, twice, np.repeat(falling, 2)) for name in loss}
    assert loud(examine(id, run(loss))) == []
    loss = {name: Series.of(name, np.zeros(200, dtype=int), falling) for name in loss}
    assert loud(examine(id, run(loss))) == []


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.floats(width=64), max_size=80),
    st.sampled_from(["rising", "random", "same", "huge"]),
    st.randoms(use_true_random=False),
    st.sampled_from([{}, {"classes": 10}, {"classes": "2", "loss": "CrossEntropyLoss", "batch_size": 32},
                     {"steps_per_epoch": 7.0, "lr": 0.1, "classes": 3.5}]),
)  # fmt: skip
def test_no_detector_fails_whatever_the_numbers_are(values, places, random, more):
    steps = {
        "rising": np.arange(len(values)),
        "random": np.array([random.randrange(1000) for _ in values], dtype=np.int64),
        "same": np.full(len(values), 5),
        "huge": np.array([random.randrange(-(2**62), 2**62) for _ in values], dtype=np.int64),
    }[places]
    _, unseen = look(whole(values, steps, **more), Configuration())
    assert [one for one in unseen if one.reason.startswith("failed")] == []


CURVES = {f"{id}-{name}": (id, curve) for id, curves in SICK.items() for name, curve in curves.items() if id in EVENTS}


@pytest.mark.parametrize("name", CURVES)
def test_an_event_keeps_its_place_in_every_longer_prefix(name):
    id, curve = CURVES[name]
    whole_run = curve(1)
    final = examine(id, whole_run)
    assert isinstance(final, list)
    last = max(int(series.steps[-1]) for series in whole_run.series.values())
    for found in final:
        known = found.known_step
        assert known is not None
        assert found.first_step is not None
        assert found.first_step <= known
        for step in sorted({known, known + 1, known + 3, *range(known, last, max(1, (last - known) // 12))}):
            early = examine(id, whole_run.until(step))
            assert isinstance(early, list), f"blind at {step}"
            places = [(one.series, one.layer, one.first_step) for one in early]
            assert (found.series, found.layer, found.first_step) in places, f"lost at {step}"


@pytest.mark.parametrize("id", EVENTS)
def test_what_a_prefix_has_said_stays_said(id):
    for name in ("curriculum", "warm_restarts", "heavy_tails", "gaussian_likelihood"):
        whole_run = HEALTHY[name](2)
        last = int(whole_run.series["train/loss"].steps[-1])
        said: set[tuple[object, ...]] = set()
        for step in range(10, last + 1, max(1, last // 25)):
            answer = examine(id, whole_run.until(step))
            now = {(one.series, one.layer, one.first_step) for one in answer} if isinstance(answer, list) else set()
            assert said <= now, f"{name}: taken back at {step}"
            said = now


SEGMENTS = st.lists(
    st.tuples(st.floats(-3.0, 4.0), st.integers(1, 60), st.sampled_from([0.0, 0.01, 0.1, 0.5])), min_size=1, max_size=6
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(SEGMENTS, st.integers(0, 1000), st.booleans(), st.floats(0.1, 0.95), st.sampled_from(["step", "window"]))
def test_what_was_said_of_any_curve_stays_said(segments, seed, signed, share, per):
    parts = [level + noise(seed + place, length, sd) for place, (level, length, sd) in enumerate(segments)]
    values = np.concatenate(parts)
    whole_run = whole(values if signed else np.exp(values), per=per)
    early = whole_run.until(int(share * values.size))
    events = Configuration(select=tuple(EVENTS))
    said, stays = ({(one.id, one.series, one.layer, one.first_step) for one in look(part, events)[0]} for part in
                   (early, whole_run))  # fmt: skip
    assert said <= stays


def test_every_detector_says_what_it_watches():
    parts = ("What it means:", "Why it matters:", "Not to be confused with:", "Blind spots:")
    for unit in DETECTORS.values():
        assert isinstance(unit.declaration, Watch), unit.id
        assert all(part in unit.manual for part in parts), unit.id
