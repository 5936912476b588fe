"""The rows of the batch that was looked at, the worst losses first, as a picture needs them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.reports.wording import compact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.generic]

IMAGES, NUMBERS, TOKENS = 24, 12, 12  # rows that a picture has room for
SMALL = 8  # pixels: a table of fewer rows and columns is no image
WIDE = 512  # numbers of a row that are drawn
WORDS = 32  # tokens of a row that are shown
# An image keeps the range of all that are shown, but for the outer share of its pixels.
OUTER = (0.005, 0.995)


class Shown(NamedTuple):
    """What is shown: `rows` are images of height x width (x 3) from 0 to 1, lines of numbers, or lines of tokens."""

    kind: str  # images, numbers, tokens
    rows: list[Any]
    places: list[int]
    words: list[str]  # row, label and loss of each
    usual: Any  # the median of all rows, of numbers
    sorted: bool  # by loss
    of: int


def chosen(sample: Mapping[str, Array] | None) -> Shown | None:
    """The rows that say most; None where there is nothing that can be shown."""
    import numpy as np

    x = None if sample is None else sample.get("x")
    if sample is None or x is None or x.ndim < 2 or not x.size or x.dtype.kind not in "iufb":
        return None
    kind, images = _kind(x)
    losses = sample.get("losses")
    known = losses is not None and len(losses) == len(x)
    order = _worst(np.asarray(losses, dtype=np.float64)) if known else np.arange(len(x))
    places = [int(one) for one in order[: {"images": IMAGES, "numbers": NUMBERS, "tokens": TOKENS}[kind]]]
    words = [_words(sample, place, losses if known else None) for place in places]
    usual = None
    if kind == "images":
        rows = _scaled(images[places])
    else:
        flat = x.reshape(len(x), -1)[:, : WIDE if kind == "numbers" else WORDS]
        rows = [flat[place] for place in places]
        usual = np.median(flat.astype(np.float64), axis=0) if kind == "numbers" else None
    return Shown(kind, list(rows), places, words, usual, known, len(x))


def _kind(x: Any) -> tuple[str, Any]:
    """What the rows are, and as images with the colours last."""
    if x.ndim == 4 and min(x.shape[2:]) >= SMALL and x.shape[1] in (1, 3, 4):
        return "images", x.transpose(0, 2, 3, 1)
    if x.ndim == 4 and min(x.shape[1:3]) >= SMALL and x.shape[3] in (1, 3, 4):
        return "images", x
    if x.ndim == 3 and min(x.shape[1:]) >= SMALL and x.dtype.kind != "i":
        return "images", x[..., None]
    return ("tokens", None) if x.dtype.kind in "iu" and x.ndim == 2 else ("numbers", None)


def _worst(losses: Any) -> Any:
    """The order from the worst on: what is not a number first, as nothing is worse; rows without a loss of their own
    cannot be told from those."""
    import numpy as np

    return np.argsort(-np.where(np.isnan(losses), np.inf, losses), kind="stable")


def _scaled(images: Any) -> Any:
    """Grey or coloured images from 0 to 1, all by one scale for each colour."""
    import numpy as np

    shown = images[..., :3] if images.shape[-1] >= 3 else images[..., :1]
    shown = shown.astype(np.float64)
    finite = np.where(np.isfinite(shown), shown, np.nan)
    with np.errstate(all="ignore"):
        low, high = np.nanquantile(finite.reshape(-1, shown.shape[-1]), OUTER, axis=0)
    room = np.where(high > low, high - low, 1.0)
    scaled = np.clip(np.nan_to_num((shown - low) / room, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)
    return scaled[..., 0] if scaled.shape[-1] == 1 else scaled


def _words(sample: Mapping[str, Any], place: int, losses: Any) -> str:
    parts = [f"row {place}"]
    label = _label(sample["y"][place]) if "y" in sample and place < len(sample["y"]) else ""
    parts += [f"label {label}"] if label else []
    if losses is not None:
        loss = float(losses[place])
        parts.append("loss not a number" if math.isnan(loss) else f"loss {compact(loss)}")
    return ", ".join(parts)


def _label(value: Any) -> str:
    """A class, a number, or the place of the one that is set; nothing for what has no short word."""
    if value.ndim and value.size == 1:
        value = value.reshape(())
    if not value.ndim:
        return f"{int(value)}" if value.dtype.kind in "iub" else compact(float(value))
    if value.ndim == 1 and value.size > 1 and ((value == 0) | (value == 1)).all() and value.sum() == 1:
        return f"{int(value.argmax())}"
    return ", ".join(compact(float(one)) for one in value) if value.ndim == 1 and value.size <= 3 else ""
