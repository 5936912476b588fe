"""Modules and their names, found among all living objects."""

import pytest

torch = pytest.importorskip("torch")
nn = torch.nn

from traindx.guest.probes.torch_naming import found, names, plain  # noqa: E402


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 2)


def test_the_model_is_what_holds_all_and_is_part_of_nothing() -> None:
    net = Net()
    assert found(net.parameters()) == [net]
    assert found(net.head.parameters()) == [net]


def test_out_of_what_spreads_it() -> None:
    net = Net()
    around = nn.DataParallel(net)
    assert found(around.parameters()) == [net]


def test_of_several_the_class_stands_in_front() -> None:
    one, other = Net(), nn.Linear(2, 2)
    both = [*one.parameters(), *other.parameters()]
    known = names(found(both), both)
    assert {known[id(part)] for part in both} >= {"Net.body.weight", "Linear.weight"}


def test_loose_parameters_have_names_too() -> None:
    loose = torch.zeros(2, requires_grad=True)
    assert names(found([loose]), [loose]) == {id(loose): "parameter.0"}


def test_what_wrappers_put_in_front_is_left_away() -> None:
    assert plain("module._orig_mod.layers.0.weight") == "layers.0.weight"
