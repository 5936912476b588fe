from __future__ import annotations

import torch
from torch import nn

import traindx


def deep(activation: type[nn.Module], layers: int) -> nn.Sequential:
    torch.manual_seed(0)
    body = [part for _ in range(layers) for part in (nn.Linear(32, 32), activation())]
    return nn.Sequential(*body, nn.Linear(32, 3))


def look(model: nn.Module, scale: float = 1.0):
    numbers = torch.Generator().manual_seed(1)
    x, y = torch.randn(256, 32, generator=numbers) * scale, torch.randint(0, 3, (256,), generator=numbers)
    return traindx.diagnose_gradients(traindx.gradient_stats(model, (x, y), nn.CrossEntropyLoss()))


def test_a_healthy_net_has_no_problem() -> None:
    assert look(deep(nn.ReLU, 2)).problems == []


def test_a_gradient_that_fades_on_its_way_is_one() -> None:
    assert "gradient-imbalance" in {one.id for one in look(deep(nn.Sigmoid, 12)).problems}


def test_called_again_and_again_inside_a_loop() -> None:
    """The quick integration: every few epochs, beside the user's own training, whose course stays as it was."""

    def train(watched: bool) -> list[float]:
        model = deep(nn.ReLU, 2)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        torch.manual_seed(2)
        losses = []
        for epoch in range(6):
            x = torch.randn(64, 32)
            y = (x[:, :3]).argmax(-1)
            if watched and epoch % 2 == 0:
                stats = traindx.gradient_stats(model, (x, y), nn.CrossEntropyLoss())
                assert traindx.diagnose_gradients(stats).problems == []
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    assert train(watched=True) == train(watched=False)


def test_a_report_in_a_loop_names_errors_and_what_to_do(tmp_path) -> None:
    """The same in a loop that goes wrong: what is wrong is told by severity, with what to do and a picture."""
    model = deep(nn.Sigmoid, 12)
    numbers = torch.Generator().manual_seed(1)
    loader = [(torch.randn(64, 32, generator=numbers), torch.randint(0, 3, (64,), generator=numbers)) for _ in range(4)]
    optimizer, told = torch.optim.SGD(model.parameters(), lr=0.01), []
    for epoch in range(3):
        stats = traindx.gradient_stats(model, loader, nn.CrossEntropyLoss(), batches=2)
        diagnosis = traindx.diagnose_gradients(stats)
        told.append({one.severity for one in diagnosis.problems})
        if diagnosis.verdict == "problem":
            assert [fix.title for cause in diagnosis.causes for fix in cause.fixes]
            assert stats.plot(tmp_path / f"gradients_{epoch}.png") == str(tmp_path / f"gradients_{epoch}.png")
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    assert all(told)
    assert len(list(tmp_path.iterdir())) == 3
