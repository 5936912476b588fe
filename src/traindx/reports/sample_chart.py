"""The rows of the batch on the page, the worst losses first: images, lines of numbers or tokens."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Mapping
from typing import Any

from traindx.guards.escaping import html as safe
from traindx.reports.samples import Shown, chosen

WIDE, TALL = 220, 56  # of a line of numbers
# An image of more pixels on a side keeps every so many: the page stays small.
PIXELS = 96
BREAK, TOGETHER = ", loss ", ", loss&nbsp;"


def sample_picture(sample: Mapping[str, Any] | None) -> str:
    """The figure as HTML; empty where there is nothing that can be shown."""
    shown = chosen(sample)
    if shown is None:
        return ""
    draw = {"images": _image, "numbers": _numbers, "tokens": _tokens}[shown.kind]
    cells = [
        f"<div>{draw(shown, place)}<br><span>{safe(words).replace(BREAK, TOGETHER)}</span></div>"
        for place, words in enumerate(shown.words)
    ]
    order = "the worst losses first" if shown.sorted else "as they come: no loss is known row by row"
    usual = "; dashed: the median of all rows" if shown.kind == "numbers" else ""
    caption = f"<b>rows of the batch</b> {len(shown.rows)} of {shown.of}, {order}{usual}"
    return (
        f'<figure><figcaption>{caption}</figcaption><div class="samples {shown.kind}">{"".join(cells)}</div></figure>'
    )


def _image(shown: Shown, place: int) -> str:
    import numpy as np

    image = shown.rows[place]
    step = max(1, math.ceil(max(image.shape[:2]) / PIXELS))
    pixels = np.round(image[::step, ::step] * 255).astype(np.uint8)
    return f'<img alt="" src="data:image/png;base64,{base64.b64encode(png(pixels)).decode()}">'


def png(pixels: Any) -> bytes:
    """Grey values or colours of a byte each as a PNG."""
    high, wide = pixels.shape[:2]
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    head = struct.pack(">IIBBBBB", wide, high, 8, 2 if pixels.ndim == 3 else 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def _numbers(shown: Shown, place: int) -> str:
    import numpy as np

    rows = np.asarray(shown.rows, dtype=np.float64)
    known = np.concatenate([rows.ravel(), np.asarray(shown.usual).ravel()])
    known = known[np.isfinite(known)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    lines = ((shown.usual, "usual"), (rows[place], "raw"))
    paths = [f'<path class="{name}" d="{_path(values, low, high)}"/>' for values, name in lines]
    return f'<svg viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="numbers of a row">{"".join(paths)}</svg>'


def _path(values: Any, low: float, high: float) -> str:
    """A line with a gap where a value is not finite."""
    reach = (high - low) or 1.0
    parts, pen = [], False
    for place, value in enumerate(values.tolist()):
        if math.isfinite(value):
            x = 3 + (WIDE - 6) * place / max(1, len(values) - 1)
            parts.append(f"{'L' if pen else 'M'}{x:.1f} {3 + (TALL - 6) * (1 - (value - low) / reach):.1f}")
        pen = math.isfinite(value)
    return "".join(parts)


def _tokens(shown: Shown, place: int) -> str:
    return f"<code>{safe(' '.join(str(one) for one in shown.rows[place]))}</code>"
