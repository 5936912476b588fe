import numpy as np
import pytest

from traindx.signals.classifying import standardized, told


def test_probabilities_come_from_other_rows() -> None:
    """Labels that were drawn cannot be told, however many columns there are to learn them by heart with."""
    draw = np.random.default_rng(0)
    answer = told(standardized(draw.normal(size=(300, 400))), draw.integers(0, 2, 300))
    assert answer.agreement < 0.62
    np.testing.assert_allclose(answer.probabilities.sum(axis=1), 1.0)


def test_leave_one_out_is_what_refitting_without_the_row_gives() -> None:
    from traindx.signals.classifying import RIDGES, _ridge

    draw = np.random.default_rng(1)
    x, wanted = draw.normal(size=(40, 3)), np.eye(2)[draw.integers(0, 2, 40)]
    kernel = x @ x.T + 1.0
    answers = list(_ridge(kernel, wanted))[RIDGES.index(1.0)]
    ridge = np.linalg.eigvalsh(kernel).sum() / 40
    centre, kept = wanted.mean(axis=0), np.arange(40) != 7
    weights = np.linalg.solve(kernel[np.ix_(kept, kept)] + ridge * np.eye(39), wanted[kept] - centre)
    np.testing.assert_allclose(answers[7], centre + kernel[7, kept] @ weights, atol=1e-9)


@pytest.mark.parametrize("shape", ["line", "ring", "islands"])
def test_each_shape_has_its_classifier(shape: str) -> None:
    draw = np.random.default_rng(2)
    x = draw.normal(size=(600, 2))
    labels = {
        "line": x[:, 0] > 0,
        "ring": (x**2).sum(axis=1) > 1.4,
        "islands": (np.floor(x[:, 0]) + np.floor(x[:, 1])) % 2 > 0,
    }[shape]
    assert told(standardized(x), labels.astype(int)).agreement > 0.88


def test_standardized_holds_what_is_wild_and_missing() -> None:
    table = np.array([[1.0, np.nan, 3.0], [2.0, 5.0, 3.0], [3.0, np.inf, 3.0], [1e300, 6.0, 3.0]])
    made = standardized(table)
    assert np.isfinite(made).all()
    assert np.abs(made).max() <= 8.0
    assert (made[:, 2] == 0).all()
