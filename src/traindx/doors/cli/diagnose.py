"""`traindx diagnose`."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import click

from traindx.doors.cli.commands import files


@click.command(short_help="Say what is wrong with a training, from any log of it.")
@click.argument("paths", nargs=-1, metavar="PATH...", shell_complete=files)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "markdown", "html", "junit", "github"]),
    default="text",
    help="How to answer.",
)
@click.option("--follow", is_flag=True, help="Keep reading a growing log; q leaves, with the answer.")
@click.option("--brief", is_flag=True, help="A short JSON, for a reader with little room.")
@click.option("--full", is_flag=True, help="All that the 24 lines leave out.")
@click.option(
    "-o",
    "--output",
    metavar="FILE|DIR",
    shell_complete=files,
    help="Write the answer there; a folder gets reports and pictures.",
)
@click.option("--select", metavar="ID,...", help="Look for these findings or families only.")
@click.option("--ignore", metavar="ID,...", help="Do not look for these findings or families.")
@click.option("--min-probability", type=float, help="Leave out causes below this probability (0 to 1).")
@click.option(
    "--fail-on", type=click.Choice(["problem", "inconclusive", "never"]), help="What makes the exit status 1."
)
@click.option(
    "--baseline",
    metavar="FILE",
    shell_complete=files,
    help="An earlier JSON answer: what it found does not fail again.",
)
@click.option("--quiet", is_flag=True, help="Say nothing beside the answer.")
@click.option("--no-color", is_flag=True, help="No colour, even on a terminal.")
@click.option("--schema", "show_schema", is_flag=True, help="Print the JSON Schema of the answer and exit.")
def diagnose(paths: tuple[str, ...], form: str, brief: bool, show_schema: bool, **options: Any) -> None:
    """Say what is wrong with a training, from any log of it.

    PATH is a log, a folder of logs, a pattern, or - for standard input.

    \b
    Examples:
      traindx diagnose lightning_logs/version_3
      python train.py 2>&1 | tee log.txt | traindx diagnose -
      traindx diagnose --follow runs/exp7
      traindx diagnose runs/ --format json --fail-on never

    Exit status: 0 no problem, 1 a problem, 2 nothing could be looked at.
    """
    if show_schema:
        from traindx.verbs.explain import schema

        click.echo(schema("diagnose"))
        return
    if not paths and not options["follow"]:
        raise click.UsageError("no path is given; name a log or a folder of logs, or - for standard input")
    from traindx.verbs.tell import Display, say, summarize, tell, write

    output, quiet = options["output"], options["quiet"]
    display = Display(
        width=shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else _columns(),
        color=_colored(no_color=options["no_color"]),
        unicode="utf" in (sys.stdout.encoding or "").lower(),
        full=options["full"],
    )
    flags = {name: options[name] for name in ("select", "ignore", "min_probability", "fail_on")}
    if options["follow"]:
        from traindx.doors.cli.following import followed

        given, told = followed(paths, form, display, flags=flags, baseline_file=options["baseline"])
    else:
        from traindx.verbs.diagnose import answer

        waiting = sys.stderr if sys.stderr.isatty() and not quiet else None
        given, told = answer(paths, flags=flags, baseline_file=options["baseline"], terminal=waiting), set()
    for line in [*([] if quiet else given.notes), *given.refusals(full=options["full"])]:
        click.echo(f"traindx: {line}", err=True)
    if output is not None:
        for line in write(given, output, form="json" if brief else form, brief=brief, display=display):
            if not quiet:
                click.echo(f"traindx: {line}", err=True)
    if output is None or (form == "text" and not brief and not quiet and _is_folder(output)):
        say(tell(given, "json" if brief else form, brief=brief, display=display, told=told))
    for line in summarize(given, os.environ.get("GITHUB_STEP_SUMMARY")) if form == "github" else ():
        click.echo(f"traindx: {line}", err=True)
    raise SystemExit(given.status)


def _colored(*, no_color: bool) -> bool:
    return sys.stdout.isatty() and not no_color and not os.environ.get("NO_COLOR")


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return min(int(columns), 200) if columns.isdigit() and int(columns) >= 40 else 80


def _is_folder(output: str) -> bool:
    return os.path.isdir(output) or output.endswith("/") or not os.path.splitext(output)[1]
