"""The close look at a step."""

import json

import pytest

torch = pytest.importorskip("torch")
nn = torch.nn

from traindx.guest.loop import Faults, Training  # noqa: E402
from traindx.guest.probes.torch_closely import Closely  # noqa: E402
from traindx.guest.probes.torch_reading import Reader  # noqa: E402


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_layers_and_updates_of_one_step(tmp_path, dtype) -> None:
    model = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Tanh()).to(dtype)
    training, closely = Training(str(tmp_path), Faults()), Closely()
    training.capture.table("tensors", ["0.weight", "0.bias"])
    closely.model([model])
    parameters = list(model.parameters())
    before = closely.before(parameters)
    x = torch.randn(1200, 3, dtype=dtype)
    for module in model:
        x = module(x)
        closely.called(module, x)
    with torch.no_grad():
        parameters[0] *= 1.5
    closely.put(training, Reader(), 0, [0, 1], closely.after(parameters, before))
    rows = [json.loads(line) for line in (tmp_path / "1-rank0.jsonl").read_text().splitlines()]
    vectors = {row["vector"] for row in rows if "vector" in row}
    assert vectors >= {"weight/norm", "update/ratio", "act/norm", "act/std", "act/zeros", "act/dead", "act/saturated"}
    assert next(row for row in rows if row.get("vector") == "act/dead")["window"] == [1200]


def test_of_a_large_model_a_part_is_copied_each_time(monkeypatch) -> None:
    monkeypatch.setattr("traindx.guest.probes.torch_closely.SNAPSHOT", 40)
    parameters = [torch.zeros(10, requires_grad=True) for _ in range(3)]
    closely = Closely()
    assert [[place for place, _ in closely.before(parameters)] for _ in range(4)] == [[0], [1], [2], [0]]
