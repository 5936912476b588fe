from __future__ import annotations

from traindx.reports.looks import looked_at, loss_told, out_of_sight
from traindx.reports.text import text
from traindx.schema import Run
from traindx.testing.bench import bench, loss, modules
from traindx.verbs.diagnose import diagnosis


def looked() -> Run:
    return bench(
        {"act/mean/0": 0.1, "grad/norm/0.weight": 0.2},
        {"batch_size": 64},
        model={"class": "Net", "parameters": 12345},
        loss={**loss("cross_entropy", [64, 10], [64]), "chosen_by": "traindx"},
        modules=modules("relu", None),
    )


def test_what_was_looked_at() -> None:
    assert looked_at(looked()) == "Net (torch), 12,345 parameters; 1 batch of 64 rows"
    assert loss_told(looked()) == "loss 2.3 (cross_entropy, taken because none was named)"
    assert loss_told(bench(loss={"function": "mse_loss", "chosen_by": "user"})) == "loss 2.3 (mse_loss)"


def test_what_was_left_out_is_said() -> None:
    assert out_of_sight(looked()).startswith("data; how the training goes")


def test_the_screen_speaks_of_a_model_not_of_a_log() -> None:
    screen = text(diagnosis(looked(), why="inspect"))
    assert "12,345 parameters; 1 batch" in screen
    assert "log," not in screen.splitlines()[0]
    assert max(map(len, screen.splitlines())) <= 80
    assert "the same command with --full" in screen
