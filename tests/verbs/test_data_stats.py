import numpy as np
import pandas as pd
import pytest
import torch

import traindx
from traindx.guards.refusal import Refused

DRAW = np.random.default_rng(0)
LABELS = DRAW.integers(0, 3, 300)
X = DRAW.normal(size=(300, 4)) + 4 * np.eye(4)[LABELS]


def test_a_row_for_each_column() -> None:
    stats = traindx.data_stats(pd.DataFrame(X, columns=list("abcd")), LABELS)
    assert list(stats) == list("abcd")
    assert stats["b"]["mean"] == pytest.approx(X[:, 1].mean())
    assert stats["b"]["std"] == pytest.approx(X[:, 1].std())
    assert stats.summary["rows"] == 300
    assert stats.problems == []
    assert "300" in repr(stats)
    assert "<table" in stats._repr_html_()


def test_a_row_for_each_channel_of_images() -> None:
    images = DRAW.integers(0, 256, (20, 3, 8, 8)).astype(np.uint8)
    stats = traindx.data_stats(torch.from_numpy(images))
    assert list(stats) == ["channel 0", "channel 1", "channel 2"]
    assert stats["channel 1"]["mean"] == pytest.approx(images[:, 1].mean())
    assert list(traindx.data_stats(images.transpose(0, 2, 3, 1))) == list(stats)


def test_what_is_wrong_is_named_with_its_place() -> None:
    sick = X.copy()
    sick[5, 2] = np.nan
    sick[7, 1] = 1e7
    problems = {one.id: one for one in traindx.data_stats(sick, LABELS).problems}
    assert set(problems) == {"nan-inputs", "outlier-samples"}
    assert problems["outlier-samples"].evidence["values"][0]["row"] == 7


def test_a_batch_a_loader_and_tensors_are_the_same() -> None:
    pairs = torch.utils.data.TensorDataset(torch.tensor(X), torch.tensor(LABELS))
    loader = torch.utils.data.DataLoader(pairs, batch_size=64)
    whole = traindx.data_stats(X, LABELS)
    assert traindx.data_stats((X, LABELS)).rows == whole.rows
    assert traindx.data_stats(loader).rows == whole.rows
    assert traindx.data_stats(torch.tensor(X), torch.tensor(LABELS)).summary == whole.summary
    assert traindx.data_stats(loader, rows=100).summary["rows"] == 128


def test_validation_and_model() -> None:
    norm_first = torch.nn.Sequential(torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 3))
    bare = torch.nn.Sequential(torch.nn.Linear(4, 3))
    assert traindx.data_stats(300 * X, LABELS, model=norm_first).problems == []
    assert [one.id for one in traindx.data_stats(300 * X, LABELS, model=bare).problems] == ["inputs-off-scale"]
    found = traindx.data_stats(X, LABELS, val=(X[:60], LABELS[:60]))
    assert [one.id for one in found.problems] == ["train-val-overlap"]
    assert found.diagnosis.causes[0].id == "train-val-leakage"


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused, match="300 rows of inputs but 299 labels"):
        traindx.data_stats(X, LABELS[:-1])
    with pytest.raises(Refused, match="no batch"):
        traindx.data_stats(iter([]))
    with pytest.raises(Refused):
        traindx.data_stats(None)
