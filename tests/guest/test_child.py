from __future__ import annotations

import json
import pathlib
import sys

import pytest

from traindx.guest.child import main
from traindx.schema import Run
from traindx.verbs.inspect import recorded

MODULE = """
import torch
def model():
    torch.manual_seed(0)
    return torch.nn.Linear(3, 2)
def batch(): return torch.ones(4, 3), torch.tensor([0, 1, 0, 1])
def pair(): return [torch.ones(4, 3), torch.tensor([0, 1, 0, 1])]
def batches(): return [batch(), batch(), batch()]
def wide(): return torch.ones(4, 3), torch.tensor([0, 1, 2, 1])
def narrow(): return torch.ones(4, 5), torch.tensor([0, 1, 0, 1])
def nothing(outputs, targets): return None
loss = torch.nn.CrossEntropyLoss
"""


@pytest.fixture
def ask(tmp_path, monkeypatch):
    (tmp_path / "own_child.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_child", raising=False)

    def asked(**more: object) -> Run:
        recording = tmp_path / f"recording-{len([*tmp_path.iterdir()])}.jsonl"
        request = {"model": "own_child:model", "data": "own_child:batch", "recording": str(recording), **more}
        pathlib.Path("request.json").write_text(json.dumps(request))
        main("request.json")
        return recorded(recording.read_bytes(), "m")

    return asked


def test_a_request_becomes_a_recording(ask) -> None:
    run = ask(loss="own_child:loss")
    assert run.outcome.state == "completed"
    assert run.fact("loss")["chosen_by"] == "user"
    assert ask(data="own_child:pair").series["train/loss"].values.tolist() == run.series["train/loss"].values.tolist()


def test_as_many_batches_as_asked(ask) -> None:
    assert len(ask(data="own_child:batches", batches=2).series["train/loss"]) == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"data": "own_child:wide"}, "labels go from 0 to 2, but the model has 2 outputs"),
        ({"data": "own_child:narrow"}, "the model raised RuntimeError"),
        ({"loss": "own_child:nothing"}, "the loss is a NoneType"),
        ({"model": "own_child:nothing"}, "raised TypeError"),
        ({"model": "own_child:batch"}, "no PyTorch module"),
        ({"weights": "missing.pt"}, "there is no file missing.pt"),
    ],
)
def test_what_does_not_fit_ends_the_recording(ask, more: dict[str, str], said: str) -> None:
    run = ask(**more)
    assert run.outcome.state == "refused"
    assert run.outcome.error is not None
    assert said in run.outcome.error.message
    assert run.outcome.error.where
