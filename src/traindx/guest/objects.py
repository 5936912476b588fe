"""Gets a model, data and a loss for the bench: by name from the user's own modules, or from files that hold numbers.

No file is opened in a way that could run code: arrays without objects, tensors without pickled classes.
"""

from __future__ import annotations

import importlib
import json
import mmap
import os
import sys
import zipfile
from collections.abc import Mapping
from typing import Any

from .unfit import Unfit, raised

# Before 2.6 weights_only could be got round (CVE-2025-32434).
SAFE_TORCH = (2, 6)
# A zip of some kilobytes can hold gigabytes. Photographs and sentences pack two to ten times, drawings up to a hundred.
SPREAD, LARGE = 100, 256 << 20
BATCH = 32  # rows of a data set or of arrays that make one batch
NUMBERS = (".npz", ".npy", ".pt", ".pth", ".safetensors")
REFUSED = (".pkl", ".pickle", ".joblib", ".dill", ".bin", ".ckpt")
HIDDEN = ("torch", "keras", "tensorflow", "jax", "numpy")  # that a file of the same name would stand in for
STATE_DICT = (
    "save its numbers alone: model = torch.load(path, weights_only=False)  # where you trust the file; "
    "torch.save(model.state_dict(), 'weights.pt'); and hand over the code that builds it with --weights weights.pt"
)
# What the numbers of a safetensors file are, as PyTorch calls them.
SAFETENSORS = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
    "I16": "int16", "I8": "int8", "U8": "uint8", "BOOL": "bool",
}  # fmt: skip


def named(spec: str, what: str) -> Any:
    """The object that `pkg.mod:name` names, found from the working directory."""
    _must_be_a_name(spec, what)
    module, colon, name = spec.partition(":")
    if not colon or not module or not name:
        raise Unfit(f"{spec} names no {what}", "write it as pkg.mod:name, the module as Python imports it")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    _must_not_hide()
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and not (module + ".").startswith(error.name + "."):
            raise Unfit(
                f"{module} imports {error.name}, which this Python does not have",
                f"choose another with --python; this one is {sys.executable}",
            ) from error
        raise Unfit(
            f"there is no module {module} in {os.getcwd()} nor in this Python",
            f"run traindx from the folder that holds it, or choose another Python than {sys.executable} with --python",
        ) from error
    except SystemExit as error:
        raise Unfit(
            f"importing {module} ended the program ({error.code})",
            "put what trains or reads arguments behind if __name__ == '__main__'",
        ) from error
    except Exception as error:
        raise raised(f"importing {module}", error, _remedy(error, "run it by itself to see the traceback")) from error
    for part in name.split("."):
        if not hasattr(found, part):
            given = [one for one in getattr(found, "__dict__", ()) if not one.startswith("_")]
            near = [one for one in given if callable(getattr(found, one, None))]
            raise Unfit(f"{module} has no {name}", f"it has: {', '.join(near[:8])}" if near else "look at its spelling")
        found = getattr(found, part)
    return found


def _must_be_a_name(spec: str, what: str) -> None:
    """A file in the place of a name: what to write instead."""
    path, colon, name = spec.rpartition(":")
    path, name = (path, name) if colon and path.endswith(".py") else (spec, what)
    if spec.lower().endswith((*NUMBERS, *REFUSED, ".h5", ".keras")):
        raise Unfit(
            f"{spec} holds numbers, or a pickled model, and no code that builds the {what}",
            f"hand over the code as pkg.mod:name and the numbers with --weights; {STATE_DICT}",
        )
    if path.endswith(".py"):
        module = os.path.splitext(path.replace("\\", "/").removeprefix("./"))[0].strip("/").replace("/", ".")
        raise Unfit(f"{spec} names a file and no {what} in it", f"write it as {module}:{name}")


def _must_not_hide() -> None:
    """A file of the user's that stands in for a framework."""
    for one in HIDDEN:
        if os.path.isfile(f"{one}.py") and one not in sys.modules:
            raise Unfit(
                f"the file {one}.py in {os.getcwd()} stands in for the package {one}",
                "give it another name, or run traindx from another folder",
            )


def _remedy(error: BaseException, usual: str) -> str:
    said = str(error).lower()
    absent = "cuda" in said or "nvidia" in said
    return "build it on the CPU where there is no such device" if absent else usual


def model(spec: str, weights: str | None) -> Any:
    """The model that a factory, a class or a name gives, with the numbers of a file."""
    built = _called(named(spec, "model"), spec)
    if weights is not None:
        _load(built, weights)
    return built


def data(spec: str) -> Any:
    """A batch or a loader of batches: from a factory, or from the arrays of a file."""
    if spec.lower().endswith((*NUMBERS, *REFUSED)) or (os.path.exists(spec) and ":" not in spec):
        return _arrays(spec)
    found = _called(named(spec, "data"), spec)
    # A data set gives one row at a time; what iterates already gives batches.
    if hasattr(found, "__getitem__") and hasattr(found, "__len__") and not _is_batch(found):
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(found, torch.utils.data.Dataset):
            return torch.utils.data.DataLoader(found, batch_size=BATCH)
    return found


def _is_batch(value: Any) -> bool:
    return isinstance(value, (tuple, list, Mapping)) or hasattr(value, "shape") or hasattr(value, "keys")


def _called(found: Any, spec: str) -> Any:
    """What a factory makes; a model or data that stand there already are taken as they are."""
    torch = sys.modules.get("torch")
    built = torch is not None and isinstance(found, (torch.nn.Module, torch.Tensor))
    ready = built or not callable(found) or _is_batch(found) or type(found).__module__.startswith("keras")
    if ready and not isinstance(found, type):
        return found
    try:
        return found()
    except SystemExit as error:
        raise Unfit(f"{spec} ended the program ({error.code})", "let it return what it builds") from error
    except Exception as error:
        raise raised(spec, error, _remedy(error, "let it take no arguments and return it")) from error


# ------------------------------------------------------------------- files


def tensors(path: str) -> Any:
    """The numbers that a file holds: a mapping of names, or one array."""
    suffix = os.path.splitext(path)[1].lower()
    if not os.path.exists(path):
        raise Unfit(f"there is no file {path}", "look at its spelling, from the working directory")
    if suffix in REFUSED:
        raise Unfit(f"{path} is pickled, and reading it can run code", "save tensors: .safetensors, .npz or .pt")
    _unpacks_to_little(path)
    if suffix in (".npz", ".npy"):
        return _numpy(path)
    if suffix == ".safetensors":
        return _safetensors(path)
    if suffix in (".pt", ".pth"):
        return _torch(path)
    raise Unfit(f"{path} is of no kind that is read", f"hand over one of {', '.join(NUMBERS)}")


def _unpacks_to_little(path: str) -> None:
    if not os.path.isfile(path) or not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        size = sum(member.file_size for member in archive.infolist())
    if size > LARGE and size > SPREAD * os.path.getsize(path):
        raise Unfit(f"{path} would unpack to {size >> 20} MiB", "save the numbers unpacked, as numpy.savez does")


def _numpy(path: str) -> Any:
    try:
        import numpy
    except ImportError as error:
        raise Unfit(
            f"{path} needs NumPy, which this Python does not have", "save it as .safetensors, or name another --python"
        ) from error
    try:
        held = numpy.load(path, allow_pickle=False)
        found = {name: held[name] for name in held.files} if hasattr(held, "files") else {"": held}
    except Exception as error:
        if "pickle" in str(error).lower():
            raise Unfit(f"{path} holds Python objects, and reading them can run code", "save plain numbers") from error
        raise raised(f"reading {path}", error, "check whether it was written to its end") from error
    odd = next((name for name, one in found.items() if not hasattr(one, "dtype")), None)
    if odd is not None:
        raise Unfit(f"{odd} in {path} is no array", "save plain numbers, as numpy.savez does")
    return found.get("", found)


def _torch(path: str) -> Any:
    import torch

    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < SAFE_TORCH:
        raise Unfit(
            f"{path} would be read by torch {torch.__version__}, whose weights_only can be got round",
            "save it as .safetensors, or use torch 2.6 or newer",
        )
    try:
        return torch.load(path, weights_only=True, map_location="cpu", mmap=_is_zip(path))
    except Exception as error:
        if "weights_only" in str(error) or "Unsupported" in str(error):
            raise Unfit(f"{path} holds more than tensors, and reading that can run code", STATE_DICT) from error
        raise raised(f"reading {path}", error, "check whether it was written to its end") from error


def _is_zip(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(4) == b"PK\x03\x04"


def _safetensors(path: str) -> dict[str, Any]:
    """A length, a JSON header that names dtype, shape and place of each tensor, then the numbers."""
    import torch

    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            size = int.from_bytes(whole[:8], "little")
            header = json.loads(whole[8 : 8 + size])
            found = {}
            for name, one in header.items():
                if name == "__metadata__":
                    continue
                begin, end = one["data_offsets"]
                numbers = bytearray(whole[8 + size + begin : 8 + size + end])
                kind = getattr(torch, SAFETENSORS[one["dtype"]])
                flat = torch.frombuffer(numbers, dtype=kind) if numbers else torch.empty(0, dtype=kind)
                found[name] = flat.reshape(one["shape"])
            return found
    except Exception as error:
        raise raised(f"reading {path}", error, "check whether it was written to its end") from error


def _arrays(path: str) -> Any:
    """Batches of the arrays of a file: x and y by their names, else in their order."""
    held = tensors(path)
    if isinstance(held, Mapping):
        names = {str(name).lower(): name for name in held}
        first = next(
            (names[word] for word in ("x", "inputs", "input", "data", "images", "features") if word in names), None
        )
        last = next((names[word] for word in ("y", "labels", "targets", "target", "label") if word in names), None)
        if first is None and len(held) <= 2:
            order = list(held)
            first, last = order[0], order[1] if len(order) > 1 else None
        if first is None:
            raise Unfit(f"{path} holds {', '.join(map(str, held))}", "name the inputs x and the targets y")
        held = [held[first]] if last is None else [held[first], held[last]]
    parts = list(held) if isinstance(held, (list, tuple)) else [held]
    lengths = {len(one) for one in parts}
    if len(lengths) > 1:
        raise Unfit(f"{path} holds arrays of {' and '.join(map(str, sorted(lengths)))} rows", "give each as many rows")
    return [tuple(one[begin : begin + BATCH] for one in parts) for begin in range(0, max(lengths), BATCH)]


def _load(built: Any, path: str) -> None:
    """The numbers of a file into a model, each in its place."""
    if hasattr(built, "load_weights"):  # of Keras; on PyTorch it has load_state_dict too
        _load_keras(built, path)
        return
    if not hasattr(built, "load_state_dict"):
        raise Unfit(f"{path} does not fit a {type(built).__name__}", "hand over .weights.h5 for a Keras model")
    import torch

    held = tensors(path)
    while isinstance(held, Mapping) and isinstance(held.get("state_dict", held.get("model")), Mapping):
        held = held.get("state_dict", held.get("model"))
    if not isinstance(held, Mapping):
        raise Unfit(f"{path} holds no parameters by name", "save model.state_dict()")
    state = {str(name): torch.as_tensor(one) for name, one in held.items()}
    try:
        built.load_state_dict(state)
    except RuntimeError as error:
        said = " ".join(str(error).split())
        raise Unfit(
            f"the weights of {path} do not fit the model: {said[:300]}", "build the model that they are of"
        ) from error


def _load_keras(built: Any, path: str) -> None:
    """The numbers alone of a Keras file: what it says of layers and functions is never read."""
    if not path.endswith((".weights.h5", ".h5", ".keras")):
        raise Unfit(f"{path} does not fit a Keras model", "hand over .weights.h5, as model.save_weights writes it")
    if not os.path.isfile(path):  # Keras would fetch an address
        raise Unfit(f"there is no file {path}", "look at its spelling, from the working directory")
    _unpacks_to_little(path)
    try:
        built.load_weights(path)
    except Exception as error:
        raise raised(
            f"reading the weights of {path}", error, "build the model that they are of, and save it as .weights.h5"
        ) from error
