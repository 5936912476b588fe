from __future__ import annotations

import pytest
import torch
from torch import nn

from traindx.guest.benches.torch_modules import activation_of, fans, is_leaf, kind_of, role, tensors, unregistered


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        (nn.Linear(2, 2), "linear"),
        (nn.Conv1d(1, 1, 1), "convolution"),
        (nn.ConvTranspose2d(1, 1, 1), "convolution"),
        (nn.BatchNorm2d(2), "normalization"),
        (nn.LayerNorm(2), "normalization"),
        (nn.RMSNorm(2), "normalization"),
        (nn.GroupNorm(1, 2), "normalization"),
        (nn.Dropout2d(), "dropout"),
        (nn.Embedding(3, 2), "embedding"),
        (nn.LSTM(2, 2), "recurrent"),
        (nn.MultiheadAttention(2, 1), "attention"),
        (nn.AdaptiveAvgPool2d(1), "pooling"),
        (nn.GELU(), "activation"),
        (nn.PReLU(), "activation"),
        (nn.Flatten(), "other"),
        (nn.CrossEntropyLoss(), "other"),
    ],
)
def test_kinds(module: nn.Module, kind: str) -> None:
    assert kind_of(module) == kind


def test_a_matrix_under_an_unknown_name_is_linear() -> None:
    class Mixing(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.matrix = nn.Parameter(torch.randn(4, 3))

    assert kind_of(Mixing()) == "linear"
    assert role(Mixing(), "matrix", Mixing().matrix) == "weight"


def test_what_is_looked_at_as_a_whole() -> None:
    assert is_leaf(nn.MultiheadAttention(4, 2))
    assert not is_leaf(nn.Sequential(nn.Linear(2, 2)))


def test_activations_have_names() -> None:
    assert [activation_of(one) for one in (nn.LeakyReLU(), nn.Tanh(), nn.Linear(1, 1))] == ["leakyrelu", "tanh", None]


@pytest.mark.parametrize(
    ("module", "fan"),
    [(nn.Linear(3, 5), (3, 5)), (nn.Conv2d(3, 5, 3), (27, 45)), (nn.ConvTranspose2d(3, 5, 2), (12, 20))],
)
def test_fans(module: nn.Module, fan: tuple[int, int]) -> None:
    # What enters and leaves: of a transposed convolution the axes are turned.
    into, out = fans(module, module.weight)
    assert (into, out) == (fan if not isinstance(module, nn.ConvTranspose2d) else (5 * 4, 3 * 4)) or (into, out) == fan


def test_parameters_tell_their_role() -> None:
    model = nn.ModuleDict(
        {"e": nn.Embedding(3, 4), "r": nn.GRU(4, 4), "n": nn.LayerNorm(4), "l": nn.Linear(4, 3, bias=False)}
    )
    model["l"].weight = model["e"].weight
    rows = {row["name"]: row for row in tensors(model, torch.optim.SGD(model["r"].parameters(), 0.1))}
    assert {name: row["role"] for name, row in rows.items()} == {
        "e.weight": "embedding", "r.weight_ih_l0": "weight", "r.weight_hh_l0": "recurrent", "r.bias_ih_l0": "bias",
        "r.bias_hh_l0": "bias", "n.weight": "gain", "n.bias": "bias",
    }  # fmt: skip
    assert rows["e.weight"]["tied"] == ["l.weight"]
    assert [name for name, row in rows.items() if not row["optimized"]] == ["e.weight", "n.weight", "n.bias"]


def test_what_a_list_hides_is_found_and_nothing_else() -> None:
    class Hiding(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.known = nn.ModuleList([nn.Linear(2, 2)])
            self.again = [self.known[0]]
            self.sizes = [1, 2, 3]
            self.acts = [nn.ReLU()]
            self.hidden = [nn.Linear(2, 2), nn.Linear(2, 2)]
            self.by_name = {"a": nn.Parameter(torch.ones(2))}

    found = unregistered(nn.Sequential(Hiding()))
    assert found == [{"where": "0.hidden", "type": "Linear"}, {"where": "0.by_name", "type": "Parameter"}]
