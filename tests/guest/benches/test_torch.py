from __future__ import annotations

import copy
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional

from traindx.guards.refusal import Refused
from traindx.guest.benches.torch import bare
from traindx.guest.capture import Capture
from traindx.guest.unfit import Unfit
from traindx.schema import Run
from traindx.verbs.inspect import measured


class Tied(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(20, 8)
        self.head = nn.Linear(8, 20, bias=False)
        self.head.weight = self.table.weight
        self.unused = nn.Linear(3, 3)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.head(functional.gelu(self.table(tokens)))


def image_model() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 6, 3),
        nn.BatchNorm2d(6),
        nn.ReLU(inplace=True),
        nn.Flatten(),
        nn.Dropout(0.3),
        nn.Linear(6 * 36, 4),
    )


def images(seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    numbers = torch.Generator().manual_seed(seed)
    return torch.randn(16, 3, 8, 8, generator=numbers), torch.randint(0, 4, (16,), generator=numbers)


def columns(run: Run, what: str) -> dict[str, float]:
    return {key.removeprefix(what): float(one.values[-1]) for key, one in run.series.items() if key.startswith(what)}


def test_gradients_are_those_of_the_users_own_backward() -> None:
    torch.manual_seed(3)
    model = Tied()
    tokens, targets = torch.randint(0, 20, (4, 6)), torch.randint(0, 20, (4, 6))
    run = measured(model, (tokens, targets))
    functional.cross_entropy(model(tokens).movedim(-1, 1), targets).backward()
    norms = columns(run, "grad/norm/")
    assert set(norms) == {"table.weight"}, "one tensor for what is tied, none for what got no gradient"
    assert norms["table.weight"] == pytest.approx(float(model.table.weight.grad.norm()), rel=1e-5)
    assert columns(run, "grad/zeros/")["table.weight"] == int((model.table.weight.grad == 0).sum())


def test_everything_is_as_it_was() -> None:
    model = image_model()
    model[1].eval()
    x, y = images()
    functional.cross_entropy(model(x), y).backward()
    before = copy.deepcopy(model.state_dict())
    grads = [one.grad for one in model.parameters()]
    values = [one.clone() for one in grads]
    numbers = torch.random.get_rng_state()
    measured(model, (x, y))
    assert all(torch.equal(before[key], one) for key, one in model.state_dict().items())
    assert all(one.grad is grad and torch.equal(grad, value)
               for one, grad, value in zip(model.parameters(), grads, values, strict=True))  # fmt: skip
    assert [module.training for module in model] == [True, False, True, True, True, True]
    assert torch.equal(torch.random.get_rng_state(), numbers)
    assert not any(module._forward_hooks or module._forward_pre_hooks for module in model.modules())


def test_everything_is_as_it_was_when_the_loss_raises() -> None:
    model = image_model()
    before = copy.deepcopy(model.state_dict())

    def broken(outputs: Any, targets: Any) -> Any:
        raise RuntimeError("of the user's own")

    with pytest.raises(Refused, match="of the user's own"):
        measured(model, images(), broken)
    assert all(torch.equal(before[key], one) for key, one in model.state_dict().items())
    assert not any(module._forward_hooks for module in model.modules())


def test_activations_are_measured_where_they_leave() -> None:
    model = image_model()
    x, _ = images()
    run = measured(model, images())
    # The ReLU works in place on what the normalisation gave: that was measured before.
    normalized = functional.batch_norm(model[0](x), None, None, training=True).detach()
    assert columns(run, "act/mean/")["1"] == pytest.approx(float(normalized.mean()), abs=1e-5)
    assert columns(run, "act/min/")["1"] < 0
    assert columns(run, "act/zeros/")["2"] == int((normalized <= 0).sum())


def test_a_unit_that_a_later_batch_wakes_is_not_dead() -> None:
    model = nn.Sequential(nn.Linear(2, 2, bias=False), nn.ReLU(), nn.Linear(2, 1))
    with torch.no_grad():
        model[0].weight.copy_(torch.eye(2))
    one, other = torch.tensor([[1.0, -1.0]] * 8), torch.tensor([[-1.0, 1.0]] * 8)
    target = torch.zeros(8, 1)
    assert columns(measured(model, (one, target)), "act/dead/") == {"1": 0.5}
    run = measured(model, iter([(one, target), (other, target)]), batches=2)
    assert run.series["act/dead/1"].values.tolist() == [0.5, 0.0]
    assert run.series["act/dead/1"].window == 16


def test_half_precision_and_frozen_parts() -> None:
    model = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1)).to(torch.bfloat16)
    model[0].requires_grad_(False)
    run = measured(model, (torch.randn(8, 4, dtype=torch.bfloat16), torch.randn(8, 1, dtype=torch.bfloat16)))
    assert set(columns(run, "grad/norm/")) == {"2.weight", "2.bias"}
    assert [row["trainable"] for row in run.fact("tensors")] == [False, False, True, True]


@pytest.mark.parametrize(
    ("only", "there", "missing"),
    [(["gradients"], "grad/norm/", "act/mean/"), (["activations"], "act/mean/", "grad/norm/")],
)
def test_only_what_was_asked_for(only: list[str], there: str, missing: str) -> None:
    run = measured(image_model(), images(), only=only)
    assert columns(run, there)
    assert not columns(run, missing)


def test_a_model_without_numbers_is_refused() -> None:
    with torch.device("meta"):
        model = nn.Linear(2, 2)
    from traindx.guest.bench import look

    with pytest.raises(Unfit, match="meta device"):
        look(model, [(torch.ones(2, 2), torch.ones(2, 2))], None, Capture(lambda data: None))


def test_no_batch_is_refused() -> None:
    from traindx.guest.bench import look

    with pytest.raises(Unfit, match="no batch"):
        look(nn.Linear(2, 2), [], None, Capture(lambda data: None))


def test_the_model_itself_is_found() -> None:
    model = nn.Linear(2, 2)
    assert bare(nn.DataParallel(model)) is model
    assert bare(torch.compile(model, backend="eager")) is model


def test_whose_output_enters_whom() -> None:
    run = measured(image_model(), images())
    fed = {one["name"]: one["fed_by"] for one in run.fact("modules")}
    assert fed == {"0": None, "1": "0", "2": "1", "3": "2", "4": "3", "5": "4"}


class Skipping(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one, self.two, self.three = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = functional.relu(self.one(x), inplace=True)
        kept = self.two(h)
        kept += h
        return functional.softmax(self.three(kept), dim=-1)


def test_what_was_changed_on_the_way_is_not_the_same() -> None:
    run = measured(Skipping(), (torch.randn(4, 8), torch.randint(0, 8, (4,))), functional.cross_entropy)
    fed = {one["name"]: one.get("fed_by") for one in run.fact("modules")}
    assert (fed["two"], fed["three"]) == ("relu", None)
    assert run.fact("loss")["entered_from"] == "softmax"


def test_rows_that_are_alike() -> None:
    model, (x, y) = image_model().eval(), images()
    differ = columns(measured(model, (x, y)), "act/between/")
    alike = columns(measured(model, (x[:1].expand_as(x), y)), "act/between/")
    assert 0.1 < differ["0"] <= 1.0
    assert alike["0"] < 1e-10
    assert set(alike) == set(differ)


class LstmClassifier(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner, self.head = nn.LSTM(4, 5, batch_first=True), nn.Linear(5, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.inner(x)[0][:, -1])


def test_a_model_named_after_a_layer_is_none() -> None:
    run = measured(LstmClassifier(), (torch.randn(6, 7, 4), torch.randint(0, 3, (6,))))
    assert [one["name"] for one in run.fact("modules")] == ["inner", "head"]


def test_a_module_in_several_places() -> None:
    layer = nn.Linear(8, 8)
    run = measured(nn.Sequential(layer, nn.ReLU(), layer), (torch.randn(4, 8), torch.randint(0, 8, (4,))))
    assert run.fact("modules")[0]["places"] == ["0", "2"]


@pytest.mark.parametrize("training", [True, False])
def test_the_mode_is_that_of_the_user(training: bool) -> None:
    assert measured(image_model().train(training), images()).fact("model")["training"] is training
