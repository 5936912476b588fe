"""Bound how much a layer can stretch its input."""

import pytest

from traindx.fixes.spectral_norm import spectral_norm


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "spectral_norm"),
        ({"framework": "keras"}, "SpectralNormalization"),
    ],
)
def test_its_example(run, given, words):
    assert words in spectral_norm(run(**given)).example
