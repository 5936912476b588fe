from __future__ import annotations

import sys

import pytest
import torch
from torch import nn

from traindx.guards.refusal import Refused
from traindx.verbs.inspect import Request, each, inspected, is_loader, judged, measured, with_data
from traindx.verbs.tell import tell


def test_a_batch_in_this_process_becomes_a_run() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
    x, y = torch.randn(40, 8), torch.randint(0, 3, (40,))
    run = measured(model, (x, y), nn.CrossEntropyLoss())
    nn.functional.cross_entropy(model(x), y).backward()
    for name, one in model.named_parameters():
        assert one.grad is not None
        assert run.series[f"grad/norm/{name}"].values[-1] == pytest.approx(float(one.grad.norm()), rel=1e-5)
    assert run.framework == "torch"
    assert run.settings["batch_size"] == 40


def test_several_batches_of_a_loader_are_several_steps() -> None:
    data = torch.utils.data.TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
    loader = torch.utils.data.DataLoader(data, batch_size=16)
    run = measured(nn.Linear(4, 1), loader, nn.MSELoss(), batches=3)
    assert run.series["train/loss"].steps.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (nn.CrossEntropyLoss(reduction="none"), "not one number"),
        (lambda outputs, targets: 3.0, "float"),
        (lambda outputs, targets: outputs.detach().sum(), "does not depend"),
    ],
)
def test_what_does_not_fit_is_said_in_one_sentence(loss, said: str) -> None:
    with pytest.raises(Refused) as refused:
        measured(nn.Linear(4, 3), (torch.randn(8, 4), torch.randint(0, 3, (8,))), loss)
    assert said in refused.value.what
    assert refused.value.do


def test_what_is_a_loader() -> None:
    tensor = torch.zeros(3, 2)
    assert not any(map(is_loader, [tensor, (tensor, tensor), [tensor], {"x": tensor}, tensor.numpy()]))
    assert is_loader([(tensor, tensor), (tensor, tensor)])
    assert not is_loader([[tensor, tensor], tensor])
    assert is_loader(batch for batch in [(tensor, tensor)])
    assert len([*each(((tensor, tensor) for _ in range(9)), 2)]) == 2


NETS = """
import torch
print("what the user's module prints")
def model(): return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))
def loader():
    torch.manual_seed(3)
    for place in range(4):
        x = torch.randn(30, 4)
        if place == 2:
            x[10, 2] = 1e5
        yield x, torch.randint(0, 3, (30,))

def batch(): return torch.randn(64, 4), torch.randint(0, 3, (64,))
def summed(): return torch.nn.Sequential(model(), torch.nn.Softmax(-1))
def crash():
    import os
    os._exit(7)
"""


@pytest.fixture
def nets(tmp_path, monkeypatch):
    (tmp_path / "own_inspected.py").write_text(NETS)
    monkeypatch.chdir(tmp_path)


def test_a_child_in_the_environment_of_the_model(nets, capfd) -> None:
    request = Request(model="own_inspected:model", data="own_inspected:batch", python=sys.executable)
    (one,) = inspected(request, flags={}).diagnoses
    assert one.run.fact("model")["class"] == "Sequential"
    assert "grad/norm/0.weight" in one.run.series
    printed = capfd.readouterr()
    assert "what the user's module prints" in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"model": "own_inspected:crash"}, r"did not come to its end \(exit status 7\)"),
        ({"model": "own_inspected:other"}, "has no other"),
        ({"python": "no-such-python"}, "no Python that can be started"),
        ({"only": ("colours",)}, "no part of the bench"),
    ],
)
def test_what_goes_wrong_is_one_sentence(nets, more, said: str) -> None:
    given = {"model": "own_inspected:model", "data": "own_inspected:batch", "python": sys.executable, **more}
    with pytest.raises(Refused, match=said):
        inspected(Request(**given), flags={})


def test_a_part_that_is_misspelt_is_recognised(nets) -> None:
    with pytest.raises(Refused, match="did you mean gradients"):
        inspected(Request(model="own_inspected:model", data="own_inspected:batch", only=("gradient",)), flags={})


def test_what_an_earlier_answer_knew_fails_nothing(nets, tmp_path) -> None:
    request = Request(model="own_inspected:summed", data="own_inspected:batch", python=sys.executable)
    first = inspected(request, flags={})
    assert first.status == 1
    earlier = tmp_path / "earlier.json"
    earlier.write_text(tell(first, "json"))
    again = inspected(request, flags={}, baseline_file=str(earlier))
    assert again.status == 0
    assert "left out of account" in again.notes[0]


def test_the_rows_of_the_batch_stay_out_of_what_is_told(nets) -> None:
    given = inspected(Request(model="own_inspected:model", data="own_inspected:batch", python=sys.executable), flags={})
    assert given.sample is not None
    assert given.sample["x"].shape == (64, 4)
    (one,) = given.diagnoses
    assert one.run.fact("sample") is None
    assert "sample.npz" not in tell(given, "json")


def test_the_rows_are_looked_at_as_data() -> None:
    torch.manual_seed(0)
    x, y = torch.randn(80, 4), torch.randint(0, 3, (80,))
    run = measured(nn.Linear(4, 3), (100 * x, y))
    whole = with_data(run, {"x": 100 * x.numpy(), "y": y.numpy(), "earlier_x": x.numpy(), "earlier_y": y.numpy()})
    assert whole.fact("data")["rows"] == 160
    assert whole.fact("data")["columns"]["max"][0] == pytest.approx(100 * x[:, 0].max().item())
    broken = x.clone()
    broken[3, 1] = float("nan")
    alone = with_data(measured(nn.Linear(4, 3), (broken, y)), None)  # no rows came: the batch as it was told
    assert alone.fact("data")["columns"]["missing"] == [1]
    assert alone.fact("data")["target"]["kind"] == "classes"
    assert [one.kind for one in judged(alone, ("data",)).findings] == ["missing"]


def test_sick_data_are_named_by_the_child(nets) -> None:
    asked = Request(model="own_inspected:model", data="own_inspected:loader", batches=4, python=sys.executable)
    (answer,) = inspected(asked, flags={}).diagnoses
    (far,) = [one for one in answer.findings if one.id == "outlier-samples"]
    assert (far.evidence["values"][0]["row"], far.evidence["values"][0]["column"]) == (70, "2")
    without = Request(model=asked.model, data=asked.data, python=asked.python, only=("gradients",))
    assert inspected(without, flags={}).diagnoses[0].run.fact("data") is None
