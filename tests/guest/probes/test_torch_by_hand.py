"""Steps without an optimizer."""

import json

import pytest

torch = pytest.importorskip("torch")

from traindx.guest.probes.torch_watching import Watching  # noqa: E402


def test_a_change_between_two_backwards_is_a_step_and_none_is_none(tmp_path) -> None:
    watching = Watching(str(tmp_path))
    watching.registered = True
    weight = torch.ones(3, requires_grad=True)
    for n in range(6):
        loss = (weight**2).mean()
        watching.backward_begins((loss,), {})
        loss.backward()
        watching.backward_ended()
        if n % 2:  # the gradients of two backwards
            with torch.no_grad():
                weight -= 0.1 * weight.grad
            weight.grad = None
    watching._over("completed")
    rows = [json.loads(line) for line in (tmp_path / "1-rank0.jsonl").read_text().splitlines()]
    assert [row["step"] for row in rows if "train/loss" in row] == [0, 1, 2]
    assert watching.faults.count == 0
