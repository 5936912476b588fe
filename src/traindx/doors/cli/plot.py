"""`traindx plot`."""

from __future__ import annotations

import os
import shutil
import sys

import click

from traindx.doors.cli.commands import files


@click.command(short_help="Draw the curves: sparklines, pictures, or the data.")
@click.argument("paths", nargs=-1, metavar="PATH...", shell_complete=files)
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
@click.option("--before", metavar="PATH", shell_complete=files, help="The run before a change; with --after.")
@click.option("--after", metavar="PATH", shell_complete=files, help="The run after it: both in one picture.")
def plot(
    paths: tuple[str, ...],
    output: str | None,
    data: str | None,
    series: str | None,
    before: str | None,
    after: str | None,
) -> None:
    """Draw the curves: sparklines, pictures, or the data.

    \b
    Examples:
      traindx plot runs/exp7
      traindx plot runs/exp7 -o loss.png
      traindx plot runs/exp7 --data points.csv
      traindx plot --before runs/exp7 --after runs/exp8 -o training_comparison.png
    """
    names = tuple(series.split(",")) if series else ()
    if before is not None or after is not None:
        _two(paths, before, after, output, data, names)
        return
    if not paths:
        raise click.UsageError("no run is named; give a PATH, or two runs with --before and --after")
    from traindx.verbs.plot import draw, export, sparklines
    from traindx.verbs.tell import say

    if data is not None:
        for line in export(paths, data, names):
            click.echo(f"traindx: {line}", err=True)
    if output is not None:
        for line in draw(paths, output, names):
            click.echo(f"traindx: {line}", err=True)
    if data is None and output is None:
        say(sparklines(paths, names, width=_width(), unicode=_unicode()))


def _two(
    paths: tuple[str, ...],
    before: str | None,
    after: str | None,
    output: str | None,
    data: str | None,
    names: tuple[str, ...],
) -> None:
    """Both runs in one picture, or one above the other in lines."""
    if before is None or after is None:
        given, absent = ("--after", "--before") if before is None else ("--before", "--after")
        raise click.UsageError(f"{given} stands alone; name the other run with {absent}")
    if paths:
        raise click.UsageError(f"{paths[0]} is a third run; leave it out: --before and --after name both")
    if data is not None:
        raise click.UsageError("--data writes the points of a PATH; leave out --before and --after")
    if output is not None and names:
        raise click.UsageError("--series does not choose what is in the picture of two runs; leave it or -o out")
    from traindx.verbs.plot import draw_two, lines_of_two
    from traindx.verbs.tell import say

    if output is None:
        say(lines_of_two(before, after, names, width=_width(), unicode=_unicode()))
        return
    for line in draw_two(before, after, output):
        click.echo(f"traindx: {line}", err=True)


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else int(columns or 80)


def _unicode() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()
