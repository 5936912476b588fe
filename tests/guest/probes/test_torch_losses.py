"""Which loss a backward is called on, and what is of an evaluation."""

import pytest

torch = pytest.importorskip("torch")

from traindx.guest.probes.torch_losses import FOLDED, Losses  # noqa: E402

F = torch.nn.functional


def called(losses: Losses, x, y, *, mode: bool = True):
    result = F.mse_loss(x, y)
    losses.called("mse_loss", (x, y), {}, result, mode=mode, first=True)
    return result


def test_a_scaled_and_divided_loss_is_known_by_its_call() -> None:
    losses = Losses()
    x = torch.randn(4, requires_grad=True)
    result = called(losses, x, torch.zeros(4))
    source = losses.source((result * 65536.0 / 4).grad_fn)
    assert source is not None
    assert float(source["value"]) == pytest.approx(float(result.detach()))


def test_of_a_sum_of_terms_no_single_call_is_the_loss() -> None:
    losses = Losses()
    x = torch.randn(4, requires_grad=True)
    result = called(losses, x, torch.zeros(4)) + (x**2).sum()
    assert losses.source(result.grad_fn) is None


def test_without_gradients_it_is_an_evaluation_unless_the_targets_are_those_of_the_training() -> None:
    losses = Losses()
    x, y = torch.randn(4, requires_grad=True), torch.zeros(4)
    called(losses, x, y)
    with torch.no_grad():
        called(losses, x, y)
        assert losses.evaluated == []
        called(losses, x, torch.ones(4))
    assert len(losses.evaluation()) == 1
    assert losses.evaluated == []


def test_a_loss_with_a_gradient_that_nobody_asked_for_in_evaluation_mode_is_one_too() -> None:
    losses = Losses()
    x = torch.randn(4, requires_grad=True)
    called(losses, x, torch.ones(4), mode=False)
    source = losses.source(called(losses, x, torch.zeros(4)).grad_fn)
    losses.asked_for(source)
    assert len(losses.evaluated) == 1


def test_a_long_evaluation_is_kept_as_one_sum() -> None:
    losses = Losses()
    with torch.no_grad():
        for n in range(FOLDED):
            called(losses, torch.full((2,), float(n)), torch.zeros(2))
    ((value, rows),) = losses.evaluated
    assert rows == 2 * FOLDED
    assert float(value) == pytest.approx(sum(n * n for n in range(FOLDED)) / FOLDED)


def test_what_enters_the_first_loss_is_told() -> None:
    losses = Losses()
    x, y = torch.rand(6, 3, requires_grad=True).softmax(1), torch.tensor([0, 1, 2, 0, 1, 2])
    losses.called("cross_entropy", (x, y), {}, F.cross_entropy(x, y), mode=True, first=True)
    assert losses.first["settings"] == {"loss": "cross_entropy", "batch_size": 6, "classes": 3}
    assert losses.first["fact"]["input"]["row_sum_min"] == pytest.approx(1, abs=1e-5)
