"""The numbers of one step."""

import math

import pytest

torch = pytest.importorskip("torch")

from traindx.guest.probes.torch_facts import norms, whole_norm  # noqa: E402
from traindx.guest.probes.torch_roles import Role, gradient, rates  # noqa: E402


def test_only_tensors_with_a_gradient_are_measured() -> None:
    one, other = torch.zeros(3, requires_grad=True), torch.zeros(4, requires_grad=True)
    other.grad = torch.full((4,), 2.0)
    role = Role(None, [one, other])
    role.places = [5, 7]
    at, measured = role.norms()
    assert (at, [float(norm) for norm in measured]) == ([7], [4.0])


def test_half_precision_does_not_overflow() -> None:
    (norm,) = norms([torch.full((70_000,), 300.0, dtype=torch.float16)])
    assert float(norm) == pytest.approx(300 * math.sqrt(70_000), rel=1e-3)


def test_a_gradient_that_is_none_is_not_hidden_by_an_infinite_one() -> None:
    assert math.isnan(whole_norm([math.nan, math.inf]))
    assert whole_norm([3.0, 4.0]) == 5.0


def test_what_was_clipped_is_told_as_it_was_before() -> None:
    scalars: dict[str, float] = {}
    measured = [0.6, 0.8]
    gradient(scalars, measured, 10.0, whole=True)
    assert scalars == {"grad/norm": 10.0, "grad/norm/clipped": pytest.approx(1.0)}
    assert measured == pytest.approx([6.0, 8.0])


def test_rates_of_groups() -> None:
    scalars: dict[str, float] = {}
    rates(scalars, [0.1, 0.01], "")
    assert scalars == {"lr": 0.1, "lr/0": 0.1, "lr/1": 0.01}
