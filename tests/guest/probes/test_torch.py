"""Where the probe listens, in a process of its own: what it replaces stays what it was to the program."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("torch")
ENTRY = pathlib.Path(__file__).parents[3] / "src" / "traindx" / "guest" / "entry"
PROGRAM = """
import inspect, pickle, torch
from torch import nn
from torch.nn.functional import cross_entropy
assert "_traindx_guest" in __import__("sys").modules
assert pickle.loads(pickle.dumps(cross_entropy)) is cross_entropy
assert list(inspect.signature(cross_entropy).parameters)[:2] == ["input", "target"]
assert inspect.signature(nn.Module.__call__) is not None

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(4, 3)
    def forward(self, x, y):
        return torch.nn.functional.cross_entropy(self.last(x), y)

x, y = torch.randn(8, 4), torch.randint(0, 3, (8,))
model = Net()
scripted = torch.jit.script(model)
assert torch.equal(scripted(x, y), model(x, y))
traced = torch.jit.trace(model, (x, y))
compiled = torch.compile(model, backend="eager", fullgraph=True)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for one in (model, scripted, traced, compiled):
    for n in range(3):
        optimizer.zero_grad()
        one(x, y).backward()
        optimizer.step()
try:
    model(x[:3], y)
except ValueError as error:
    frames = []
    where = error.__traceback__
    while where is not None:
        frames.append(where.tb_frame.f_code.co_filename)
        where = where.tb_next
    assert not [one for one in frames if "guest" in one], frames
print("through")
"""


def test_compilers_tracers_and_pickles_are_not_disturbed(tmp_path: pathlib.Path) -> None:
    environment = {"PYTHONPATH": str(ENTRY), "TRAINDX_RUN": str(tmp_path), "PATH": "/usr/bin:/bin"}
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run([sys.executable, str(program)], env=environment, capture_output=True, text=True)
    assert done.stdout == "through\n", done.stderr
    assert "watching failed" not in (tmp_path / "1-rank0.jsonl").read_text()
    assert (tmp_path / "1-rank0.jsonl").read_text().count('"train/loss"') == 12
