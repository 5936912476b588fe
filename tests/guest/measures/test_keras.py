"""Each backend in a process of its own, against double precision."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHECK = """
import os, sys, math
os.environ["KERAS_BACKEND"], os.environ["TF_CPP_MIN_LOG_LEVEL"] = sys.argv[1], "3"
import keras, numpy as np
from keras import ops
from traindx.guest.measures.keras import STATISTICS, dense_count, read, saturated_share, silent_share
from traindx.guest.measures.keras import spread, unit_peaks

numbers = np.random.default_rng(0)
arrays = [numbers.normal(3, 1, (700, 1500)), numbers.normal(size=(5,)) * 1e-20, np.full((300,), 1e30),
          np.maximum(numbers.normal(size=(40, 3, 50)), 0), np.full((3000,), 1e4) + np.linspace(0, .1, 3000)]
for array in (one.astype("float32") for one in arrays):
    got = dict(zip(STATISTICS, read([spread(ops.convert_to_tensor(array))])[0]))
    wide = array.astype("float64")
    rms = math.sqrt((wide ** 2).mean())
    want = {"mean": wide.mean(), "std": wide.std(), "norm": np.linalg.norm(wide.ravel()),
            "max": wide.max(), "min": wide.min()}
    for word, value in want.items():
        scale = rms * (math.sqrt(wide.size) if word == "norm" else 1)
        assert abs(got[word] - value) <= 1e-5 * scale, (word, got[word], value, array.shape)
    assert (got["count"], got["zeros"], got["nonfinite"]) == (array.size, (array == 0).sum(), 0)
odd = dict(zip(STATISTICS, read([spread(ops.convert_to_tensor(np.array([1, np.nan, np.inf, 0], "float32")))])[0]))
assert (odd["nonfinite"], odd["zeros"]) == (2, 1)
empty = dict(zip(STATISTICS, read([spread(ops.convert_to_tensor(np.ones((0, 3), "float32")))])[0]))
assert (empty["count"], empty["norm"]) == (0, 0)
output = ops.convert_to_tensor(np.array([[1, 0, .5], [2, 0, 0]], "float32"))
peaks = unit_peaks(output)
assert abs(float(silent_share(peaks, ops.mean(output) * 0)) - 1 / 3) < 1e-6
assert abs(float(saturated_share(ops.convert_to_tensor(np.array([-1, 0, .999, .5], "float32")), -1.0, 1.0)) - .5) < 1e-6
if sys.argv[1] == "tensorflow":
    import tensorflow as tf
    rows = tf.IndexedSlices(tf.constant([[1., 2.], [1., 2.], [0., 4.]]), tf.constant([3, 3, 7]), tf.constant([50, 2]))
    got = dict(zip(STATISTICS, read([spread(*dense_count(rows, (50, 2)))])[0]))
    dense = tf.convert_to_tensor(rows).numpy().astype("float64")
    assert got["count"] == 100 and got["zeros"] == (dense == 0).sum(), got
    assert abs(got["norm"] - np.linalg.norm(dense)) < 1e-6 and abs(got["std"] - dense.std()) < 1e-6, got
print("ALL RIGHT")
"""


@pytest.mark.parametrize("backend", ["tensorflow", "torch", "jax"])
def test_against_double_precision(backend: str) -> None:
    done = subprocess.run([sys.executable, "-c", CHECK, backend], capture_output=True, text=True)
    assert "ALL RIGHT" in done.stdout, done.stderr[-2000:]
