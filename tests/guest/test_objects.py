from __future__ import annotations

import io
import json
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

from traindx.guest import objects
from traindx.guest.unfit import Unfit

MODULE = """
import torch

def make():
    return torch.nn.Linear(3, 2)

def broken():
    raise RuntimeError("no CUDA GPUs are available")

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 2)

ready = torch.nn.Linear(3, 2)
batch = (torch.ones(4, 3), torch.zeros(4))

class Rows(torch.utils.data.Dataset):
    def __len__(self):
        return 70
    def __getitem__(self, place):
        return torch.ones(3), 0
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "own_nets.py").write_text(MODULE)
    (tmp_path / "own_typo.py").write_text("import not_there_at_all")
    (tmp_path / "own_bad.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("own_nets", "own_typo", "own_bad"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.parametrize("spec", ["own_nets:make", "own_nets:ready", "own_nets:Net"])
def test_a_model_is_found_in_the_working_directory(here, spec: str) -> None:
    assert isinstance(objects.model(spec, None), torch.nn.Module)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("own_nets", "names no model"),
        ("own_nets:", "names no model"),
        ("no_such_module:make", "there is no module no_such_module"),
        ("own_nets:mkae", "own_nets has no mkae"),
        ("own_typo:make", "imports not_there_at_all"),
        ("own_bad:make", "ZeroDivisionError at"),
        ("own_nets:broken", "own_nets:broken raised RuntimeError"),
    ],
)
def test_what_cannot_be_found_is_said(here, spec: str, said: str) -> None:
    with pytest.raises(Unfit) as error:
        objects.model(spec, None)
    assert said in error.value.what
    assert error.value.do


def test_data_are_a_batch_or_give_batches(here) -> None:
    assert len(objects.data("own_nets:batch")) == 2
    assert [len(x) for x, _ in objects.data("own_nets:Rows")] == [32, 32, 6]


def test_arrays_of_a_file_make_batches(here) -> None:
    np.savez("arrays.npz", y=np.arange(40), X=np.ones((40, 3)))
    batches = objects.data("arrays.npz")
    assert [len(x) for x, _ in batches] == [32, 8]
    assert batches[1][1].tolist() == list(range(32, 40))
    np.savez("uneven.npz", x=np.ones(4), y=np.ones(5))
    with pytest.raises(Unfit, match="4 and 5 rows"):
        objects.data("uneven.npz")


def safetensors(path: str, tensors: dict[str, torch.Tensor]) -> None:
    header, numbers = {"__metadata__": {"format": "pt"}}, b""
    for name, one in tensors.items():
        raw = one.contiguous().view(torch.uint8).numpy().tobytes()
        kind = {torch.float32: "F32", torch.bfloat16: "BF16"}[one.dtype]
        header[name] = {
            "dtype": kind,
            "shape": list(one.shape),
            "data_offsets": [len(numbers), len(numbers) + len(raw)],
        }
        numbers += raw
    text = json.dumps(header).encode()
    Path(path).write_bytes(struct.pack("<Q", len(text)) + text + numbers)


def test_weights_come_from_every_kind_of_file(here) -> None:
    state = {"weight": torch.randn(2, 3), "bias": torch.randn(2)}
    torch.save(state, "w.pt")
    torch.save({"state_dict": state, "epoch": 3}, "nested.pth")
    np.savez("w.npz", **{name: one.numpy() for name, one in state.items()})
    safetensors("w.safetensors", state)
    for file in ("w.pt", "nested.pth", "w.npz", "w.safetensors"):
        loaded = objects.model("own_nets:make", file)
        assert torch.equal(loaded.weight, state["weight"]), file


def test_safetensors_agrees_with_the_format_s_own_library(here) -> None:
    library = pytest.importorskip("safetensors.torch")
    state = {"a": torch.randn(3, 4).bfloat16(), "b": torch.arange(5), "empty": torch.empty(0, 2)}
    library.save_file(state, "own.safetensors")
    found = objects.tensors("own.safetensors")
    assert set(found) == set(state)
    assert all(torch.equal(found[name], one) and found[name].dtype == one.dtype for name, one in state.items())


def test_weights_that_do_not_fit_are_said(here) -> None:
    torch.save({"weight": torch.randn(5, 3), "bias": torch.randn(2)}, "other.pt")
    with pytest.raises(Unfit, match="do not fit the model"):
        objects.model("own_nets:make", "other.pt")


class Trap:
    """Unpickling it leaves a file behind."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


def traps(folder: Path) -> list[str]:
    """Files that run code in whoever unpickles them, in each dress."""
    trap = Trap(str(folder / "sprung"))
    for name in ("a.pkl", "a.pickle", "a.joblib", "a.bin", "a.ckpt", "plain.pt", "plain.pth"):
        (folder / name).write_bytes(pickle.dumps(trap))
    torch.save({"weight": trap}, folder / "zip.pt")
    torch.save({"weight": trap}, folder / "legacy.pt", _use_new_zipfile_serialization=False)
    torch.save(torch.nn.Linear(2, 2), folder / "whole_model.pt")
    np.save(folder / "objects.npy", np.array([trap], dtype=object), allow_pickle=True)
    np.savez(folder / "objects.npz", x=np.array([trap], dtype=object))
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("x.npy", pickle.dumps(trap))
    (folder / "not_an_array.npz").write_bytes(inner.getvalue())
    (folder / "a.safetensors").write_bytes(pickle.dumps(trap))
    return sorted(path.name for path in folder.iterdir() if path.suffix != ".py" and path.is_file())


def test_no_file_runs_code(here) -> None:
    names = traps(here)
    assert len(names) >= 13
    for name in names:
        with pytest.raises(Unfit) as error:
            objects.tensors(name)
        assert error.value.do, name
        assert not (here / "sprung").exists(), name


def test_a_torch_that_can_be_got_round_is_not_asked(here, monkeypatch) -> None:
    torch.save({"weight": torch.ones(2)}, "w.pt")
    monkeypatch.setattr(torch, "__version__", "2.5.1+cpu")
    with pytest.raises(Unfit, match=r"torch 2\.5\.1"):
        objects.tensors("w.pt")


def test_a_whole_model_is_answered_with_how_to_save_its_numbers(here) -> None:
    torch.save(torch.nn.Linear(2, 2), "whole.pt")
    with pytest.raises(Unfit) as error:
        objects.tensors("whole.pt")
    assert "state_dict" in error.value.do


def test_a_zip_that_unpacks_to_gigabytes_is_refused(here: Path) -> None:
    head = (
        b"\x93NUMPY\x01\x00v\x00"
        + b"{'descr': '<f8', 'fortran_order': False, 'shape': (40000000,), }".ljust(117)
        + b"\n"
    )
    for name in ("bomb.npz", "bomb.pt"):
        with zipfile.ZipFile(here / name, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("x.npy", "w") as file:
            file.write(head)
            for _ in range(20):
                file.write(bytes(16_000_000))
        with pytest.raises(Unfit, match="would unpack to 305 MiB"):
            objects.data(str(here / name))


KERAS = """
import os, sys
os.environ["KERAS_BACKEND"], os.environ["TF_CPP_MIN_LOG_LEVEL"] = sys.argv[1], "3"
import keras, numpy
from pathlib import Path
from traindx.guest import objects
from traindx.guest.unfit import Unfit

def net(*more):
    return keras.Sequential([keras.Input((3,)), keras.layers.Dense(2), *more])

Path("own_keras.py").write_text("import keras\\nmake = lambda: keras.Sequential([keras.Input((3,)), "
                               "keras.layers.Dense(2)])")
model = net()
model.save_weights("w.weights.h5")
model.save("w.keras")
for name in ("w.weights.h5", "w.keras"):
    loaded = objects.model("own_keras:make", name)
    assert (numpy.asarray(keras.ops.convert_to_numpy(loaded.layers[0].kernel)) ==
            keras.ops.convert_to_numpy(model.layers[0].kernel)).all(), name
trapped = net(keras.layers.Lambda(
    lambda x: (__import__("os").path.exists("armed") and __import__("os").mkdir("sprung"), x)[1]))
for name in ("lambda.keras", "lambda.h5"):
    trapped.save(name)
Path("armed").write_text("")
Path("pickled.weights.h5").write_bytes(b"cos\\nmkdir\\n(S'sprung'\\ntR.")
Path("pickled.keras").write_bytes(b"cos\\nmkdir\\n(S'sprung'\\ntR.")
refused = 0
for name in ("lambda.keras", "lambda.h5", "pickled.weights.h5", "pickled.keras", "gs://somewhere/w.keras", "w.pkl",
             "not_there.keras"):
    try:
        objects.model("own_keras:make", name)
    except Unfit as error:
        assert error.what and error.do
        refused += 1
    assert not Path("sprung").exists(), name
assert refused >= 5, refused
print("NOTHING RAN", refused)
"""


@pytest.mark.parametrize("backend", ["tensorflow", "torch"])
def test_no_keras_file_runs_code(here: Path, backend: str) -> None:
    done = subprocess.run([sys.executable, "-c", KERAS, backend], capture_output=True, text=True, cwd=here)
    assert "NOTHING RAN" in done.stdout, done.stderr[-2000:]


def test_arrays_without_numpy_are_answered_with_another_kind_of_file(here, monkeypatch) -> None:
    np.savez("arrays.npz", x=np.ones(4))
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unfit, match="needs NumPy") as error:
        objects.tensors("arrays.npz")
    assert "safetensors" in error.value.do
