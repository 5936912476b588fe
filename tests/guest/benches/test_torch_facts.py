from __future__ import annotations

import math
import stat

import numpy as np
import pytest
import torch
from torch import nn

from traindx.guest.bench import look
from traindx.guest.capture import Capture
from traindx.schema import Run
from traindx.verbs.inspect import measured, recorded


def classifier(classes: int = 5) -> nn.Module:
    return nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.Dropout(0.2), nn.ReLU(), nn.Linear(8, classes))


def run_of(model: nn.Module, *, loss=None, optimizer=None) -> Run:
    numbers = torch.Generator().manual_seed(0)
    x, y = torch.randn(50, 6, generator=numbers), torch.randint(0, 5, (50,), generator=numbers)
    return measured(model, (x, y), loss, optimizer=optimizer)


def test_what_the_model_is_made_of() -> None:
    model = classifier()
    run = run_of(model, optimizer=torch.optim.Adam(model.parameters(), lr=0.01))
    assert [row["kind"] for row in run.fact("modules")] == [
        "linear",
        "normalization",
        "dropout",
        "activation",
        "linear",
    ]
    assert (run.fact("depth"), run.fact("skips"), run.fact("unregistered")) == (2, 0, [])
    assert run.fact("model")["trainable"] == sum(one.numel() for one in model.parameters())
    assert run.settings == {"parameters": 117, "batch_size": 50, "optimizer": "Adam", "lr": 0.01,
                            "loss": "cross_entropy", "classes": 5}  # fmt: skip
    first = run.fact("tensors")[0]
    assert (first["fan_in"], first["fan_out"], first["activation"], first["optimized"]) == (6, 8, "relu", True)


def test_constant_and_equal_weights_are_told() -> None:
    model = classifier()
    nn.init.constant_(model[0].weight, 0.3)
    with torch.no_grad():
        model[4].weight[:] = model[4].weight[:1].clone()
    rows = {row["name"]: row for row in run_of(model).fact("tensors")}
    assert rows["0.weight"]["constant"]
    assert not rows["4.weight"]["constant"]
    assert rows["4.weight"]["equal_rows"] == pytest.approx(0.8)


def test_what_entered_the_loss() -> None:
    loss = run_of(nn.Sequential(classifier(), nn.Softmax(-1)), loss=nn.CrossEntropyLoss()).fact("loss")
    assert loss["function"] == "cross_entropy"
    assert loss["chosen_by"] == "user"
    assert loss["input"]["row_sum_min"] == pytest.approx(1)
    assert loss["input"]["negative"] == 0
    assert 0 < loss["target"]["entropy"] <= math.log(5)
    assert loss["target"]["classes"] == 5


def test_what_the_batch_holds() -> None:
    x = torch.randn(20, 2, 4) * torch.tensor([1.0, 100.0])[None, :, None]
    x[3, 0, 0] = math.nan
    batch = measured(nn.Sequential(nn.Flatten(), nn.Linear(8, 1)), (x, torch.ones(20, 1))).fact("batch")
    (given,) = batch["inputs"]
    assert (given["nan"], given["inf"], given["shape"]) == (1, 0, [20, 2, 4])
    assert given["channels"][1]["std"] > 50
    assert batch["targets"][0]["binary"] is True


def test_a_sample_is_the_users_own_file(tmp_path) -> None:
    pieces: list[bytes] = []
    path = str(tmp_path / "sample.npz")
    x, y = torch.randn(12, 6), torch.randint(0, 5, (12,))
    look(classifier(), [(x, y)], None, Capture(pieces.append), sample=path)
    assert recorded(b"".join(pieces), "m").fact("sample") == path
    with np.load(path) as held:
        assert np.array_equal(held["x"], x.numpy())
        assert np.array_equal(held["y"], y.numpy())
    assert stat.S_IMODE((tmp_path / "sample.npz").stat().st_mode) == 0o600


def test_rows_of_earlier_batches_stand_beside_those_of_the_last(tmp_path) -> None:
    path = str(tmp_path / "sample.npz")
    batches = [(torch.randn(rows, 6), torch.randint(0, 5, (rows,))) for rows in (7, 5, 3)]
    look(classifier(), batches, None, Capture([].append), sample=path)
    with np.load(path) as held:
        assert np.array_equal(held["x"], batches[2][0].numpy())
        assert np.array_equal(held["earlier_x"], torch.cat([x for x, _ in batches[:2]]).numpy())
        assert np.array_equal(held["earlier_y"], torch.cat([y for _, y in batches[:2]]).numpy())
