"""What was handed over as data - arrays, frames, tensors, lists - as a table of numbers, and its labels as codes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from traindx.guards.refusal import Refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

COLUMNS = 4096  # of a row that are looked at: of larger ones as many, evenly spread
CELLS = 20_000_000  # numbers that are held at once: 160 MB
CHANNELS = (1, 3, 4)
CLASSES = 100  # whole numbers from 0 or 1 on, or so few that they are names of classes
NAMED_BY = ("input_ids", "pixel_values", "x", "inputs", "input", "image", "images", "features")
LABELLED_BY = ("labels", "label", "targets", "target", "y")
IGNORED = -100  # the usual mark of a label that does not count
TITLE = "hand over an array, a DataFrame, a tensor, a batch (x, y) or a loader of them"


class Given(msgspec.Struct, frozen=True):
    """A table with its names; `values` keeps the shape that it came in."""

    kind: str  # columns, images, tokens, text, values
    dtype: str
    values: Any
    table: Any  # float64, a row each
    names: list[str]
    named: frozenset[int] = frozenset()  # columns whose numbers are only names

    def __len__(self) -> int:
        return len(self.table)


class Target(msgspec.Struct, frozen=True):
    """Labels: codes of classes with their names, or numbers."""

    kind: str  # classes, numbers, several
    codes: Any  # of classes from 0, of numbers themselves
    labels: list[Any]  # the name of each code
    values: Any  # as they came
    missing: int = 0


def given(x: Any) -> Given:
    """The inputs as a table."""
    import numpy as np

    if _is_frame(x):
        return _of_frame(x)
    values = array(x)
    if values.ndim == 0:
        raise Refused(f"a {type(x).__name__} holds no rows", TITLE)
    if values.dtype.kind in "OUS":
        frame = values.reshape(len(values), -1)
        codes = [_codes(frame[:, place]) for place in range(frame.shape[1])]
        table = np.column_stack([one for one, _ in codes]) if codes else np.zeros((len(values), 0))
        words = all(name for _, name in codes)
        names = _numbered(frame.shape[1])
        named = frozenset(place for place, (_, name) in enumerate(codes) if name)
        return Given("text" if words else "columns", "text", values, table, names, named)
    flat = values.reshape(len(values), -1) if values.size else np.zeros((len(values), 0))
    kind = _kind(values)
    if flat.shape[1] > COLUMNS:
        flat = flat[:, np.linspace(0, flat.shape[1] - 1, COLUMNS).astype(int)]
    flat = flat[: max(1, CELLS // max(1, flat.shape[1]))]
    return Given(kind, str(values.dtype), values, flat.astype(np.float64), _numbered(flat.shape[1]))


def _numbered(count: int) -> list[str]:
    return [str(place) for place in range(count)]


def _kind(values: Array) -> str:
    if values.ndim == 4 and (values.shape[1] in CHANNELS or values.shape[-1] in CHANNELS):
        return "images"
    if values.ndim == 3 and min(values.shape[1:]) >= 8 and values.dtype.kind == "u":
        return "images"
    if values.dtype.kind in "iu" and values.dtype.itemsize > 1 and values.ndim == 2:
        return "tokens" if values.shape[1] > 1 and (values.size == 0 or values.min() >= 0) else "columns"
    return "columns" if values.ndim <= 2 else "values"


def _of_frame(frame: Any) -> Given:
    import numpy as np

    columns, named = [], set()
    for place in range(frame.shape[1]):
        column = frame.iloc[:, place]
        numbers, name = _codes(np.asarray(column.array if hasattr(column, "array") else column))
        columns.append(numbers)
        if name:
            named.add(place)
    table = np.column_stack(columns) if columns else np.zeros((len(frame), 0))
    names = [str(one) for one in frame.columns]
    return Given("columns", "frame", table, table, names, frozenset(named))


def _codes(column: Array) -> tuple[Array, bool]:
    """A column as numbers, and whether these are only names for its values."""
    import numpy as np

    if column.dtype.kind in "iufb":
        return column.astype(np.float64), False
    if column.dtype.kind in "mM":
        return np.where(np.isnat(column), np.nan, column.astype("int64").astype(float)), False
    gone = np.array([one is None or one != one for one in column.tolist()], dtype=bool)
    with contextlib.suppress(TypeError, ValueError):
        return np.array([np.nan if lost else float(one) for one, lost in zip(column, gone, strict=True)]), False
    codes = np.unique(column.astype(str), return_inverse=True)[1].ravel().astype(np.float64)
    codes[gone] = np.nan
    return codes, True


def target(y: Any) -> Target:
    """The labels: whether they are classes, and which."""
    import numpy as np

    values = np.asarray(y.array if hasattr(y, "array") else y) if _is_frame(y) or hasattr(y, "iloc") else array(y)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim == 2 and values.shape[1] > 1 and _one_hot(values):
        return Target("classes", values.argmax(axis=1), list(range(values.shape[1])), values)
    if values.ndim != 1:
        return Target("several", values, [], values)
    if values.dtype.kind not in "iufb":
        gone = np.array([one is None or one != one for one in values.tolist()], dtype=bool)
        numbers, words = _codes(values)
        if words or values.dtype.kind != "O":
            names, codes = np.unique(values[~gone].astype(str), return_inverse=True)
            return _classes(codes.ravel(), names.tolist(), values, gone)
        values = numbers
    gone = ~np.isfinite(values.astype(np.float64))
    if values.dtype.kind in "iu":
        gone = gone | (values == IGNORED)
    names, codes = np.unique(values[~gone], return_inverse=True)
    if _are_classes(values, names):
        return _classes(codes.ravel(), [one.item() for one in names], values, gone)
    return Target("numbers", values.astype(np.float64), [], values, int(gone.sum()))


def _classes(codes: Array, names: list[Any], values: Array, gone: Array) -> Target:
    """Codes for all rows; a label that is not there has the code -1."""
    import numpy as np

    filled = np.full(len(values), -1, dtype=np.int64)
    filled[~gone] = codes
    missing = int(gone.sum()) if values.dtype.kind not in "iu" else 0  # a mark of labels that do not count is meant
    return Target("classes", filled, names, values, missing)


def _one_hot(values: Array) -> bool:
    return bool(((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all())


def _are_classes(values: Array, names: Array) -> bool:
    import numpy as np

    if values.dtype.kind == "b":
        return True
    if not len(names) or not (names == np.floor(names)).all():
        return False
    if values.dtype.kind == "f":
        return len(names) <= 2 or (len(names) <= 20 and len(names) == names[-1] - names[0] + 1 and names[0] in (0, 1))
    dense = names[-1] - names[0] + 1 <= 1.2 * len(names) and len(names) <= len(values) / 3
    return (dense and len(names) <= CLASSES) or len(names) <= 20 or (dense and len(names) <= 1000 and names[0] == 0)


def array(value: Any) -> Array:
    """The numbers of whatever holds numbers, on this machine's memory."""
    import numpy as np

    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        value = value.detach().cpu()
        value = value.float() if value.is_floating_point() and value.dtype != torch.float64 else value
        return np.asarray(value.numpy())
    try:
        made = np.asarray(value)
    except (TypeError, ValueError) as error:
        raise Refused(f"a {type(value).__name__} cannot be made an array ({error})", TITLE) from None
    if made.dtype.kind not in "iufbOUSmM":
        raise Refused(f"numbers of the type {made.dtype} are not looked at", TITLE)
    if made.dtype.kind == "O" and made.ndim == 0:
        raise Refused(f"a {type(value).__name__} is no data", TITLE)
    return made


def parted(batch: Any) -> tuple[Any, Any]:
    """The inputs and the labels of a batch."""
    if isinstance(batch, Mapping):
        inputs = next((batch[word] for word in NAMED_BY if word in batch), None)
        labels = next((batch[word] for word in LABELLED_BY if word in batch), None)
        if inputs is None:
            rest = [one for key, one in batch.items() if key not in LABELLED_BY]
            inputs = rest[0] if rest else None
        return inputs, labels
    if isinstance(batch, (tuple, list)) and batch and all(hasattr(one, "shape") for one in batch):
        return batch[0], batch[1] if len(batch) > 1 else None
    return batch, None


def _is_frame(value: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)
