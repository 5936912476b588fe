"""`traindx plot`."""

from __future__ import annotations

import os
import shutil
import sys

import click

from traindx.doors.cli.commands import files


@click.command(short_help="Draw the curves: sparklines, pictures, or the data.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=files)
@click.option(
    "-o",
    "--output",
    metavar="FILE|DIR",
    shell_complete=files,
    help="A picture (.png or .svg), or a folder for all of them.",
)
@click.option(
    "--data", metavar="FILE", shell_complete=files, help="Write the points instead, by suffix: .csv or .jsonl."
)
@click.option("--series", metavar="NAME,...", help="These series only; patterns such as 'val/*' are allowed.")
def plot(paths: tuple[str, ...], output: str | None, data: str | None, series: str | None) -> None:
    """Draw the curves: sparklines, pictures, or the data.

    \b
    Examples:
      traindx plot runs/exp7
      traindx plot runs/exp7 -o loss.png
      traindx plot runs/exp7 --data points.csv
    """
    from traindx.verbs.plot import draw, export, sparklines
    from traindx.verbs.tell import say

    names = tuple(series.split(",")) if series else ()
    if data is not None:
        for line in export(paths, data, names):
            click.echo(f"traindx: {line}", err=True)
    if output is not None:
        for line in draw(paths, output, names):
            click.echo(f"traindx: {line}", err=True)
    if data is None and output is None:
        columns = os.environ.get("COLUMNS", "")
        width = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else int(columns or 80)
        say(sparklines(paths, names, width=width, unicode="utf" in (sys.stdout.encoding or "").lower()))
