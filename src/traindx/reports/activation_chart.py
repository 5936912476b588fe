"""The picture of the page of what each layer says on a batch; each row says its numbers where the pointer rests."""

from __future__ import annotations

import math
from collections.abc import Collection

from traindx.guards.escaping import html as safe
from traindx.reports.chart import ticks
from traindx.reports.layer_chart import BOTTOM, LEFT, MOST, TOP, WIDTH, height_of, label, part, row_of, svg, words_of
from traindx.reports.layers import kept
from traindx.reports.outputs import Output, outputs, reach
from traindx.reports.wording import compact
from traindx.schema import Run

MIDDLE, SHARES, END = 480, 510, WIDTH - 24  # where the sizes end, and from where to where the shares go


def activation_picture(run: Run, loud: Collection[str]) -> list[tuple[str, str]]:
    """Caption and SVG; nothing where no output was measured."""
    rows = outputs(run)
    shown = [rows[place] for place in kept([row.layer for row in rows], MOST, loud)]
    if not shown:
        return []
    low, high = reach(shown)
    tall = height_of(len(shown))

    def x(value: float) -> float:
        place = (math.log10(min(value, high)) - math.log10(low)) / math.log10(high / low)
        return LEFT + (MIDDLE - LEFT) * place

    parts = [_grid([(x(one), words_of(one)) for one in ticks(low, high, log=True)], tall)]
    parts.append(_grid([(_share(one), f"{one:.0%}") for one in (0.0, 0.5, 1.0)], tall))
    for place, row in enumerate(shown):
        y = TOP + row_of(len(shown)) * (place + 0.5)
        sizes = [(name, x(size)) for name, size in (("early", abs(row.mean)), ("late", row.std)) if size > low]
        reached = f'<path class="reach" d="M{sizes[0][1]:.1f} {y:.1f}L{sizes[1][1]:.1f} {y:.1f}"/>' if sizes[1:] else ""
        discs = "".join(f'<circle class="{name}" cx="{at:.1f}" cy="{y:.1f}" r="3"/>' for name, at in sizes)
        marks = f"{label(row.layer, y, len(shown), loud)}{reached}{discs}{_shares(row, y)}"
        parts.append(f"<g><title>{safe(_told(row))}</title>{marks}</g>")
    words = (
        "<b>output by layer</b> its mean (ring) and spread (disc), logarithmic; at the right the share of zeros (bar)"
    )
    words += ", of units silent on all rows (✕)" if any(row.dead == row.dead for row in shown) else ""
    words += " and of entries at a bound (◂)" if any(row.saturated == row.saturated for row in shown) else ""
    return [(words + part(len(shown), len(rows)), svg("output of each layer", tall, parts))]


def _shares(row: Output, y: float) -> str:
    marks = []
    if row.zeros > 0:
        marks.append(f'<path class="reach" d="M{SHARES} {y:.1f}L{_share(row.zeros):.1f} {y:.1f}"/>')
    if row.dead == row.dead:
        marks.append(f'<path class="cross" d="M{_share(row.dead) - 3:.1f} {y - 3:.1f}l6 6m0 -6l-6 6"/>')
    if row.saturated == row.saturated:
        marks.append(f'<path class="none at-end" d="M{_share(row.saturated):.1f} {y:.1f}l6 -3.5v7z"/>')
    if row.broken > 0:
        marks.append(f'<path class="cross" d="M{MIDDLE + 4} {y - 3:.1f}l6 6m0 -6l-6 6"/>')
    return "".join(marks)


def _share(value: float) -> float:
    return SHARES + (END - SHARES) * min(1.0, max(0.0, value))


def _told(row: Output) -> str:
    told = [f"{row.layer}: mean {compact(row.mean)}, spread {compact(row.std)}"]
    for word, share in (("zero", row.zeros), ("silent", row.dead), ("at a bound", row.saturated)):
        told += [f"{share:.0%} {word}"] if share == share else []
    told += [f"{row.broken:.0%} not finite"] if row.broken > 0 else []
    return ", ".join(told)


def _grid(at: list[tuple[float, str]], tall: int) -> str:
    lines = [
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{tall - BOTTOM}"/>'
        f'<text x="{x:.1f}" y="{tall - 6}" text-anchor="middle">{words}</text>'
        for x, words in at
    ]
    return f'<g class="grid">{"".join(lines)}</g>'
