"""What the commands share that look for problems: the options of an answer, and how it is given."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from traindx.doors.cli.commands import files

if TYPE_CHECKING:
    from traindx.verbs.diagnose import Answer
    from traindx.verbs.tell import Display

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json", "jsonl", "markdown", "html", "junit", "github"]),
        default="text",
        help="How to answer.",
    ),
    click.option("--brief", is_flag=True, help="A short JSON, for a reader with little room."),
    click.option("--full", is_flag=True, help="All that the 24 lines leave out."),
    click.option(
        "-o",
        "--output",
        metavar="FILE|DIR",
        shell_complete=files,
        help="Write the answer there; a folder gets reports and pictures.",
    ),
    click.option("--select", metavar="ID,...", help="Look for these findings or families only."),
    click.option("--ignore", metavar="ID,...", help="Do not look for these findings or families."),
    click.option("--min-probability", type=float, help="Leave out causes below this probability (0 to 1)."),
    click.option(
        "--fail-on", type=click.Choice(["problem", "inconclusive", "never"]), help="What makes the exit status 1."
    ),
    click.option(
        "--baseline",
        metavar="FILE",
        shell_complete=files,
        help="An earlier JSON answer: what it found does not fail again.",
    ),
    click.option("--quiet", is_flag=True, help="Say nothing beside the answer."),
    click.option("--no-color", is_flag=True, help="No colour, even on a terminal."),
    click.option("--schema", "show_schema", is_flag=True, help="Print the JSON Schema of the answer and exit."),
)


def answering(command: Command) -> Command:
    """Gives a command the options of an answer, behind its own."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def flags(options: dict[str, Any]) -> dict[str, Any]:
    """Those of the options that the configuration knows too."""
    return {name: options[name] for name in ("select", "ignore", "min_probability", "fail_on")}


def display(options: dict[str, Any]) -> Display:
    """What the screen can show."""
    from traindx.verbs.tell import Display

    shown = sys.stdout.isatty()
    return Display(
        width=shutil.get_terminal_size((80, 24)).columns if shown else _columns(),
        color=shown and not options["no_color"] and not os.environ.get("NO_COLOR"),
        unicode="utf" in (sys.stdout.encoding or "").lower(),
        full=options["full"],
    )


def waiting(options: dict[str, Any]) -> Any:
    """Where it is shown how far it has come: a terminal, or nowhere."""
    return sys.stderr if sys.stderr.isatty() and not options["quiet"] else None


def give(given: Answer, form: str, options: dict[str, Any], *, told: Collection[Any] = ()) -> NoReturn:
    """Says and writes the answer as was asked, and ends with its exit status."""
    from traindx.verbs.tell import say, summarize, tell, write

    output, quiet, brief = options["output"], options["quiet"], options["brief"]
    screen, form = display(options), "json" if options["brief"] else form
    for line in [*([] if quiet else given.notes), *given.refusals(full=options["full"])]:
        click.echo(f"traindx: {line}", err=True)
    if output is not None:
        for line in write(given, output, form=form, brief=brief, display=screen):
            if not quiet:
                click.echo(f"traindx: {line}", err=True)
    if output is None or (form == "text" and not quiet and _is_folder(output)):
        say(tell(given, form, brief=brief, display=screen, told=told))
    for line in summarize(given, os.environ.get("GITHUB_STEP_SUMMARY")) if form == "github" else ():
        click.echo(f"traindx: {line}", err=True)
    raise SystemExit(given.status)


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    return min(int(columns), 200) if columns.isdigit() and int(columns) >= 40 else 80


def _is_folder(output: str) -> bool:
    return os.path.isdir(output) or output.endswith("/") or not os.path.splitext(output)[1]
