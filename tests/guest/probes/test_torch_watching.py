"""What is made of what is heard; whole programs stand in the tests of the verb."""

import json
import os

import pytest

torch = pytest.importorskip("torch")
nn = torch.nn

from traindx.guest.probes.torch_watching import Watching  # noqa: E402


def trained(watching: Watching, model, optimizer, steps: int) -> None:
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(torch.ones(2, 3)).pow(2).mean()
        watching.guarded(watching.backward_begins, (loss,), {})
        loss.backward()
        watching.guarded(watching.backward_ended)
        watching.guarded(watching.step_begins, optimizer, False)
        optimizer.step()
        watching.guarded(watching.step_ended, optimizer)


def rows(folder, name: str = "1-rank0.jsonl") -> list[dict]:
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def test_an_optimizer_made_anew_goes_on_and_other_parameters_begin_anew(tmp_path) -> None:
    watching = Watching(str(tmp_path))
    watching.registered = True
    model = nn.Linear(3, 1)
    for _ in range(2):
        optimizer = torch.optim.SGD(model.parameters(), 0.01)
        watching.optimizer_made(optimizer)
        trained(watching, model, optimizer, 3)
    other = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(other.parameters(), 0.01)
    watching.optimizer_made(optimizer)
    trained(watching, other, optimizer, 4)
    watching._over("completed")
    assert watching.faults.count == 0
    assert [row["step"] for row in rows(tmp_path) if "train/loss" in row] == list(range(6))
    assert len([row for row in rows(tmp_path, "2-rank0.jsonl") if "train/loss" in row]) == 4


def test_gradients_that_were_thrown_away_are_of_no_step(tmp_path) -> None:
    watching = Watching(str(tmp_path))
    watching.registered = True
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.0)
    trained(watching, model, optimizer, 2)
    wild = model(torch.full((2, 3), 1e6)).pow(2).mean()
    watching.backward_begins((wild,), {})
    wild.backward()
    trained(watching, model, optimizer, 1)  # begins with zero_grad
    losses = [row["train/loss"] for row in rows(tmp_path) if "train/loss" in row]
    assert losses[2] == pytest.approx(losses[1])


def test_after_too_many_faults_the_guest_leaves(tmp_path) -> None:
    watching = Watching(str(tmp_path))

    def fails() -> None:
        raise OSError

    for _ in range(100):
        watching.guarded(fails)
    assert watching.left
    assert watching.faults.count == 50


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_child_is_silent(tmp_path) -> None:
    watching = Watching(str(tmp_path))
    watching.registered = True
    model = nn.Linear(3, 1)
    trained(watching, model, torch.optim.SGD(model.parameters(), 0.01), 2)
    size = (tmp_path / "1-rank0.jsonl").stat().st_size
    training = watching.training
    watching.forked()
    assert watching.training is None
    with pytest.raises(OSError):
        training.put(b"x")
    assert (tmp_path / "1-rank0.jsonl").stat().st_size == size
