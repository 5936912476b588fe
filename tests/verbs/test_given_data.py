import numpy as np
import pandas as pd
import pytest
import torch

from traindx.guards.refusal import Refused
from traindx.verbs.given_data import given, parted, target


def test_a_frame_keeps_its_names_and_knows_what_is_only_named() -> None:
    frame = pd.DataFrame({"age": [1, 2, 3], "town": ["x", None, "y"], "when": pd.to_datetime(["2020", "2021", "2022"])})
    made = given(frame)
    assert made.names == ["age", "town", "when"]
    assert made.named == {1}
    assert np.isnan(made.table[1, 1])
    assert made.table[:, 2].tolist() == sorted(made.table[:, 2])


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (np.zeros((4, 3, 8, 8)), "images"),
        (np.zeros((4, 8, 8), dtype=np.uint8), "images"),
        (np.zeros((4, 16), dtype=np.int64), "tokens"),
        (np.zeros((4, 16)), "columns"),
        (np.zeros(4), "columns"),
        (np.zeros((4, 10, 6)), "values"),
        (np.array(["a text", "another"]), "text"),
        (torch.zeros(4, 3, dtype=torch.bfloat16), "columns"),
    ],
)
def test_kinds(values, kind: str) -> None:
    made = given(values)
    assert made.kind == kind
    assert made.table.dtype == np.float64
    assert len(made) == len(values)


def test_wide_rows_are_thinned() -> None:
    assert given(np.zeros((2, 3, 224, 224), dtype=np.uint8)).table.shape == (2, 4096)


@pytest.mark.parametrize("value", [3.0, object(), np.array([1 + 2j])])
def test_what_is_no_data_is_refused(value) -> None:
    with pytest.raises(Refused):
        given(value)


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (np.arange(60) % 3, "classes"),
        (np.arange(60) % 2.0, "classes"),
        (np.linspace(0, 1, 60), "numbers"),
        (np.arange(60) * 7, "numbers"),
        (np.array(["cat", "dog"] * 30), "classes"),
        (np.eye(3)[np.arange(60) % 3], "classes"),
        (np.zeros((60, 5)), "several"),
        (pd.Series([True, False] * 30), "classes"),
        (torch.arange(60).reshape(60, 1) % 4, "classes"),
        (np.repeat([18000, 25000, 31000], 20), "classes"),
    ],
)
def test_labels(labels, kind: str) -> None:
    assert target(labels).kind == kind


def test_labels_that_do_not_count() -> None:
    made = target(np.array([0, 1, -100] * 20))
    assert made.labels == [0, 1]
    assert made.missing == 0
    assert (made.codes == -1).sum() == 20
    assert target(pd.Series(["a", None, "b"] * 20)).missing == 20


def test_batches_come_apart() -> None:
    x, y = np.zeros((2, 3)), np.ones(2)
    assert parted((x, y))[1] is y
    assert parted({"input_ids": x, "labels": y}) == (x, y) or parted({"input_ids": x, "labels": y})[0] is x
    assert parted([[1.0, 2.0], [3.0, 4.0]]) == ([[1.0, 2.0], [3.0, 4.0]], None)
