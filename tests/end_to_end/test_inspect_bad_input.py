"""Whatever is wrong with what `traindx inspect` is given: one sentence that says what and what to do, exit status 2, no
traceback, and nothing left behind."""

from __future__ import annotations

import os
import pathlib
import pickle
import signal
import subprocess
import sys

import numpy as np
import pytest

PROGRAM = "from traindx.doors.cli import main; main()"

# Without a framework, so that most cases take no longer than an interpreter.
PLAIN = """
import os, signal, sys
def raises(): raise KeyError("no such table\\x1b[2J")
def leaves(): sys.exit("usage: train.py --lr LR")
def killed(): os.kill(os.getpid(), signal.SIGKILL)
def crashes(): os.kill(os.getpid(), signal.SIGSEGV)
def number(): return 3
def none(): return None
nested = {"a": 1}
"""
NETS = """
import sys
import torch
from torch import nn

def net(): return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
def loud():
    print("noise " * 20_000)
    sys.stdout.close()
    return net()
def frozen(): return net().requires_grad_(False)
def meta(): return nn.Linear(4, 3, device="meta")
def cuda(): return net().to("cuda:7")
def broken():
    class Net(nn.Module):
        def __init__(self): super().__init__(); self.fc = nn.Linear(4, 3)
        def forward(self, x): raise RuntimeError("shape\\nmismatch")
    return Net()
def batch(): return torch.randn(16, 4), torch.randint(0, 3, (16,))
def wide(): return torch.randn(16, 9), torch.randint(0, 3, (16,))
def beyond(): return torch.randn(16, 4), torch.randint(3, 6, (16,))
def words(): return ["a", "b"], ["c", "d"]
def empty(): return iter(())
def spread(outputs, targets): return (outputs.sum(1) - targets) ** 2
def detached(outputs, targets): return outputs.sum().detach()
"""


@pytest.fixture
def here(tmp_path) -> pathlib.Path:
    """A working directory with a space and letters of other scripts in its name, and a temporary folder beside it."""
    folder = tmp_path / "my nets \u043c\u043e\u0434\u0435\u043b\u044c"
    folder.mkdir()
    (tmp_path / "temporary").mkdir()
    (folder / "plain.py").write_text(PLAIN)
    (folder / "nets.py").write_text(NETS)
    return folder


def inspect(here: pathlib.Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    temporary = here.parent / "temporary"
    given = {**os.environ, "TMPDIR": str(temporary), "COLUMNS": "80", **environment}
    python = [] if "--python" in arguments else ["--python", sys.executable]
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, "inspect", *arguments, *python],
        cwd=here, env=given, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert list(temporary.iterdir()) == []
    return done


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that says what is wrong and what to do."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("traindx")]
    assert len(said) == 1, done.stderr
    assert ";" in said[0], "what is wrong, then what to do"
    return said[0]


@pytest.mark.parametrize(
    ("model", "data", "said"),
    [
        ("plain:raises", "plain:number", "plain:raises raised KeyError"),
        ("plain:leaves", "plain:number", "plain:leaves ended the program (usage: train.py"),
        ("plain:killed", "plain:number", "ended by SIGKILL); memory may have run out"),
        ("plain:crashes", "plain:number", "ended by SIGSEGV"),
        ("plain:nothing", "plain:number", "plain has no nothing"),
        ("plain:number", "plain:number", "gives a int, which is no batch and no loader"),
        ("plain:number", "plain:nested", "is no PyTorch module and no Keras model"),
        ("plain:nested.a", "plain:number", "plain has no nested.a"),
        ("nowhere:net", "plain:number", "there is no module nowhere"),
        ("plain", "plain:number", "plain names no model; write it as pkg.mod:name"),
        ("plain.py", "plain:number", "write it as plain:"),
        ("sub/plain.py:number", "plain:number", "write it as sub.plain:number"),
        ("model.pt", "plain:number", "no code that builds the model"),
        ("C:\\nets\\model.pkl", "plain:number", "no code that builds the model"),
        ("plain:number", "C:\\data\\batch.npz", "there is no file"),
        ("plain:number", "missing.npy", "there is no file missing.npy"),
        ("plain:number", "rows.pkl", "is pickled, and reading it can run code"),
        ("plain:number", "objects.npy", "holds Python objects"),
        ("plain:number", "broken.npz", "broken.npz"),
    ],
)
def test_without_a_framework(here, model: str, data: str, said: str) -> None:
    (here / "rows.pkl").write_bytes(pickle.dumps([1]))
    np.save(here / "objects.npy", np.array([{}], dtype=object))
    (here / "broken.npz").write_bytes(b"PK\x03\x04 and no more")
    assert said in refused(inspect(here, model, "--data", data))


@pytest.mark.parametrize(
    ("model", "data", "more", "said"),
    [
        ("nets:net", "nets:wide", (), "the model raised RuntimeError"),
        ("nets:net", "nets:beyond", (), "the labels go from"),
        ("nets:net", "nets:words", (), "raised"),
        ("nets:net", "nets:empty", (), "hold no batch"),
        ("nets:net", "nets:batch", ("--loss", "nets:spread"), "not one number"),
        ("nets:net", "nets:batch", ("--loss", "nets:detached"), "does not depend on any parameter"),
        ("nets:frozen", "nets:batch", (), "does not depend on any parameter"),
        ("nets:meta", "nets:batch", (), "on the meta device"),
        ("nets:cuda", "nets:batch", (), "build it on the CPU where there is no such device"),
        ("nets:broken", "nets:batch", (), "shape mismatch"),
    ],
)
def test_what_does_not_fit_together(here, model: str, data: str, more: tuple[str, ...], said: str) -> None:
    assert said in refused(inspect(here, model, "--data", data, *more))


def test_a_model_that_prints_much_and_closes_its_output(here) -> None:
    done = inspect(here, "nets:loud", "--data", "nets:batch", "--format", "json")
    assert done.returncode == 0, done.stderr[-500:]
    assert done.stdout.startswith("{")
    assert "noise noise" in done.stderr


def test_modules_called_like_ours_are_the_users(here) -> None:
    for name in ("loop", "capture", "bench", "objects", "child", "json"):
        (here / f"{name}.py").write_text("raise RuntimeError('taken for another')")
    assert "has no nothing" in refused(inspect(here, "plain:nothing", "--data", "plain:number"))


def test_a_file_that_stands_in_for_a_framework(here) -> None:
    (here / "torch.py").write_text("")
    assert "stands in for the package torch; give it another name" in refused(
        inspect(here, "nets:net", "--data", "nets:batch")
    )


def test_a_python_without_the_framework(here, tmp_path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True)
    bare = str(tmp_path / "bare" / "bin" / "python")
    said = refused(inspect(here, "nets:net", "--data", "nets:batch", "--python", bare))
    assert "nets imports torch, which this Python does not have; choose another with --python" in said


@pytest.mark.parametrize("python", ["/no/such/python", "/bin/false", "."])
def test_what_is_no_python(here, python: str) -> None:
    refused(inspect(here, "nets:net", "--data", "nets:batch", "--python", python))


def test_nowhere_to_write(here) -> None:
    done = inspect(here, "plain:nothing", "--data", "plain:number", "-o", str(here / "plain.py" / "out"))
    assert "has no nothing" in refused(done)


def test_parts_and_numbers_that_do_not_exist(here) -> None:
    said = inspect(here, "nets:net", "--data", "nets:batch", "--only", "gradient")
    assert "did you mean gradients?" in said.stderr
    assert said.returncode == 2
    assert inspect(here, "nets:net", "--data", "nets:batch", "--batches", "0").returncode == 2
    assert inspect(here, "nets:net", "--data", "nets:batch", "--select", "loss-spikes").returncode == 2


def test_a_child_that_is_out_of_memory_is_not_taken_for_a_fault_of_ours(here) -> None:
    done = inspect(here, "plain:killed", "--data", "plain:number")
    assert signal.SIGKILL.name in refused(done)
    assert "smaller batch" in done.stderr
