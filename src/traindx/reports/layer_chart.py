"""Pictures of the page of what was measured layer by layer: the gradient of each, and a heat map for each quantity.

They are still: each row and the ends of the colours say their numbers when the pointer rests on them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable

from traindx.guards.escaping import html as safe
from traindx.reports.chart import ticks
from traindx.reports.layers import QUANTITIES, Heat, Row, colours, flow, heats, kept, reach
from traindx.reports.page import tail
from traindx.reports.wording import compact, scientific
from traindx.schema import Run

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 720, 210, 14, 18, 22
ROW, LETTER = 14, 10
THIN, SMALL = 10, 8  # where there are many layers
MANY = 60
MOST = 150  # layers of a picture
LETTERS = 38
COLUMNS = 60  # of a heat map: a picture of 150 layers stays below 150 kB
# Viridis in sixteen steps: told apart by eyes of every kind of colour vision, on a light page and on a dark one.
MAP = ("#470d60", "#482374", "#453781", "#3e4989", "#375b8d", "#2f6b8e", "#297a8e", "#23898e", "#1f988b", "#22a785",
       "#32b67a", "#4ec36b", "#70cf57", "#98d83e", "#c2df23", "#ece51b")  # fmt: skip


def layer_pictures(run: Run, loud: Collection[str], *, detailed: bool = True) -> list[tuple[str, str]]:
    """Caption and SVG of each picture; `detailed`: with heat maps. `loud`: layers that a finding names."""
    found = [_flow(rows, loud)] if (rows := flow(run)) else []
    return found + [_heat(one, run.unit, loud) for one in (heats(run, COLUMNS) if detailed else ())]


def _flow(rows: list[Row], loud: Collection[str]) -> tuple[str, str]:
    places = kept([row.layer for row in rows], MOST, loud)
    shown = [rows[place] for place in places]
    low, high = reach(shown)
    tall = height_of(len(shown))

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(value) - math.log10(low)) / math.log10(high / low)

    parts = [_grid([(x(one), words_of(one)) for one in ticks(low, high, log=True)], tall)]
    for place, row in enumerate(shown):
        y = TOP + row_of(len(shown)) * (place + 0.5)
        known = [f"{word} {compact(one)}" for word, one in (("early", row.early), ("late", row.late)) if one == one]
        told = f"{row.layer}: {', '.join(known) or 'no number'}"
        told += f", zero at {row.zeros:.0%}" if row.zeros else ""
        told += f", not finite at {row.broken:.0%}" if row.broken else ""
        parts.append(f"<g><title>{safe(told)}</title>{label(row.layer, y, len(shown), loud)}{_marks(row, x, y)}</g>")
    moved = any(row.low != row.high for row in shown)
    words = "<b>gradient by layer</b> "
    words += "early in the run (ring), late (disc) and in between (bar), logarithmic" if moved else "logarithmic"
    if any(row.zeros for row in shown):
        words += "; ◂ zero, filled where it is so at the end"
    if any(row.broken for row in shown):
        words += '; <span class="bad">✕ not finite</span>'
    return words + part(len(shown), len(rows)), svg("gradient norm of each layer", tall, parts)


def _marks(row: Row, x: Callable[[float], float], y: float) -> str:
    marks = []
    if row.high > 0:
        marks.append(f'<path class="reach" d="M{x(row.low):.1f} {y:.1f}L{x(row.high):.1f} {y:.1f}"/>')
    if row.early > 0 and row.low != row.high:
        marks.append(f'<circle class="early" cx="{x(row.early):.1f}" cy="{y:.1f}" r="3.2"/>')
    if row.late > 0:
        marks.append(f'<circle class="late" cx="{x(row.late):.1f}" cy="{y:.1f}" r="3"/>')
    if row.zeros:
        end = "none at-end" if row.late == 0 else "none"
        marks.append(f'<path class="{end}" d="M{LEFT + 1} {y:.1f}l6 -3.5v7z"/>')
    if row.broken:
        right = WIDTH - RIGHT + 4
        marks.append(f'<path class="cross" d="M{right} {y - 3:.1f}l6 6m0 -6l-6 6"/>')
    return "".join(marks)


def _heat(heat: Heat, unit: str, loud: Collection[str]) -> tuple[str, str]:
    places = kept(heat.layers, MOST, loud)
    layers, values = [heat.layers[place] for place in places], heat.values[places]
    low, high = colours(heat)
    rows, tall = row_of(len(layers)), height_of(len(layers))
    wide = (WIDTH - LEFT - RIGHT) / values.shape[1]
    cells: dict[str, list[str]] = {}
    for place, line in enumerate(values.tolist()):
        y = TOP + rows * place
        for begin, end, shade in _stretches([_shade(one, low, high, log=heat.log) for one in line]):
            if shade:
                cell = f"M{LEFT + wide * begin:.1f} {y}h{wide * (end - begin):.1f}v{rows}h-{wide * (end - begin):.1f}z"
                cells.setdefault(shade, []).append(cell)
    parts = [f'<path {_paint(shade)} d="{"".join(cells[shade])}"/>' for shade in sorted(cells)]
    parts = [f'<g shape-rendering="crispEdges">{"".join(parts)}</g>']  # no seams between cells
    span = heat.steps[-1] - heat.steps[0]
    marks = [one for one in ticks(heat.steps[0], heat.steps[-1]) if one == round(one)]
    at = [(LEFT + (WIDTH - LEFT - RIGHT) * (one - heat.steps[0]) / span, f"{round(one):,}") for one in marks]
    parts.append(_grid(at, tall, lines=False))
    parts += [label(layer, TOP + rows * (place + 0.5), len(layers), loud) for place, layer in enumerate(layers)]
    words = f"<b>{QUANTITIES[heat.quantity][0]} by layer and {safe(unit)}</b> {_key(low, high)}"
    words += " logarithmic" if heat.log else ""
    words += "; grey: zero" if "zero" in cells else ""
    words += '; <span class="bad">red: not finite</span>' if "broken" in cells else ""
    title = f"{QUANTITIES[heat.quantity][0]} of each layer over the {unit}s"
    return words + part(len(layers), len(heat.layers)), svg(title, tall, parts)


def _shade(value: float, low: float, high: float, *, log: bool) -> str:
    """The colour of a cell: a place of the map, `zero`, `broken`, or nothing."""
    if math.isnan(value):
        return ""
    if math.isinf(value):
        return "broken"
    if log and value <= 0:
        return "zero"
    share = math.log(value / low) / math.log(high / low) if log else (value - low) / (high - low)
    return f"{min(len(MAP) - 1, max(0, int(share * len(MAP)))):02d}"


def _paint(shade: str) -> str:
    return f'fill="{MAP[int(shade)]}"' if shade.isdigit() else f'class="cell {shade}"'


def _stretches(shades: list[str]) -> Iterable[tuple[int, int, str]]:
    begin = 0
    for place in range(1, len(shades) + 1):
        if place == len(shades) or shades[place] != shades[begin]:
            yield begin, place, shades[begin]
            begin = place


def _key(low: float, high: float) -> str:
    """The colours from end to end, with the values of the ends."""
    cells = "".join(f'<rect x="{9 * at}" width="9" height="10" fill="{one}"/>' for at, one in enumerate(MAP))
    bar = f'<svg class="key" viewBox="0 0 {9 * len(MAP)} 10" aria-hidden="true">{cells}</svg>'
    return f"{safe(compact(low))} {bar} {safe(compact(high))}"


def row_of(layers: int) -> int:
    return THIN if layers > MANY else ROW


def height_of(layers: int) -> int:
    return TOP + BOTTOM + layers * row_of(layers)


def label(layer: str, y: float, layers: int, loud: Collection[str]) -> str:
    size = SMALL if layers > MANY else LETTER
    name = "name loud" if layer in loud else "name"
    text = safe(tail(layer, LETTERS))
    return (
        f'<text class="{name}" x="{LEFT - 6}" y="{y:.1f}" dy=".35em" font-size="{size}" text-anchor="end">{text}</text>'
    )


def _grid(at: list[tuple[float, str]], tall: int, *, lines: bool = True) -> str:
    parts = []
    for x, words in at:
        parts += [f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{tall - BOTTOM}"/>'] if lines else []
        parts.append(f'<text x="{x:.1f}" y="{tall - 6}" text-anchor="middle">{words}</text>')
    return f'<g class="grid">{"".join(parts)}</g>'


def words_of(value: float) -> str:
    return f"{value:g}" if 1e-3 <= value < 1e5 else scientific(value)


def part(shown: int, of: int) -> str:
    return f' <span class="dim">{shown} of {of} layers</span>' if shown < of else ""


def svg(title: str, tall: int, parts: list[str]) -> str:
    head = f'<svg class="layers" viewBox="0 0 {WIDTH} {tall}" role="img" aria-label="{safe(title)}">'
    return f"{head}{''.join(parts)}</svg>"
