"""What a training is made of."""

import pytest

torch = pytest.importorskip("torch")

from traindx.guest.probes.torch_facts import fingerprints, leaves, loss  # noqa: E402


def test_the_tensors_that_a_tape_leads_to() -> None:
    one, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    torch.ones(2, requires_grad=True)
    found = leaves(((one * 2 + other) ** 2).sum().grad_fn)
    assert {id(leaf) for leaf in found} == {id(one), id(other)}


def test_a_change_is_seen_also_where_autograd_is_passed_by() -> None:
    one = torch.ones(2, requires_grad=True)
    before = fingerprints([one])
    assert fingerprints([one]) == before
    one.data -= 1
    assert fingerprints([one]) != before


def test_a_loss_of_shapes_that_differ_is_told() -> None:
    told = loss("mse_loss", torch.zeros(8, 1), torch.zeros(8), {}, torch.tensor(0.0))
    assert told["fact"]["input"]["shape"] == [8, 1]
    assert told["fact"]["target"]["shape"] == [8]


def test_class_counts_of_the_first_batch() -> None:
    told = loss("cross_entropy", torch.zeros(4, 2), torch.tensor([0, 1, 1, -100]), {}, torch.tensor(0.7))
    assert told["fact"]["target"]["classes"] == 2
    assert told["fact"]["target"]["ignored"] == 0.25
