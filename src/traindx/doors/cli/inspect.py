"""`traindx inspect`."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import click

from traindx.doors.cli.commands import files


@click.command(short_help="Look at a model and its data on a bench, before training.")
@click.argument("model", metavar="MODEL")
@click.option("--data", required=True, metavar="DATA", help="A factory of a batch or a loader, or a file of arrays.")
@click.option("--weights", metavar="FILE", shell_complete=files, help="Numbers to put into the model.")
@click.option("--loss", metavar="LOSS", help="The loss function; else the usual one of such targets.")
@click.option("--batches", type=click.IntRange(1), default=1, show_default=True, help="How many batches to look at.")
@click.option("--only", metavar="PART,...", help="Of gradients, activations, data, architecture.")
@click.option("--python", metavar="PATH", shell_complete=files, help="The Python that the model lives in.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "jsonl", "markdown", "html", "junit", "github"]),
    default="text",
    help="How to answer.",
)
@click.option("--brief", is_flag=True, help="A short JSON, for a reader with little room.")
@click.option("--full", is_flag=True, help="All that the 24 lines leave out.")
@click.option("-o", "--output", metavar="FILE|DIR", shell_complete=files, help="Write the answer or the set there.")
@click.option("--select", metavar="ID,...", help="Look for these findings or families only.")
@click.option("--ignore", metavar="ID,...", help="Do not look for these findings or families.")
@click.option("--min-probability", type=float, help="Leave out causes below this probability (0 to 1).")
@click.option(
    "--fail-on", type=click.Choice(["problem", "inconclusive", "never"]), help="What makes the exit status 1."
)
@click.option("--quiet", is_flag=True, help="Say nothing beside the answer.")
@click.option("--no-color", is_flag=True, help="No colour, even on a terminal.")
def inspect(model: str, form: str, brief: bool, **options: Any) -> None:
    """Look at a model and its data on a bench, before training.

    One batch goes forward and backward, and everything is left as it was.

    MODEL and the others are written pkg.mod:name and found from the working directory. They run in the
    Python of the model, where traindx need not be installed: the active environment, or --python.

    \b
    Examples:
      traindx inspect model:make_model --data data:make_loader
      traindx inspect nets:Net --weights net.safetensors --data batch.npz -o out/

    Exit status: 0 no problem, 1 a problem, 2 it could not be looked at.
    """
    from traindx.verbs.inspect import Request, inspected
    from traindx.verbs.tell import Display, say, tell, write

    named = {word: options[word] for word in ("data", "weights", "loss", "batches", "python")}
    only = tuple(part.strip() for part in (options["only"] or "").split(",") if part.strip())
    flags = {name: options[name] for name in ("select", "ignore", "min_probability", "fail_on")}
    given = inspected(Request(model=model, only=only, **named), flags=flags)
    display = Display(
        width=shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80,
        color=sys.stdout.isatty() and not options["no_color"] and not os.environ.get("NO_COLOR"),
        unicode="utf" in (sys.stdout.encoding or "").lower(),
        full=options["full"],
    )
    form = "json" if brief else form
    if options["output"] is not None:
        for line in write(given, options["output"], form=form, brief=brief, display=display):
            if not options["quiet"]:
                click.echo(f"traindx: {line}", err=True)
    else:
        say(tell(given, form, brief=brief, display=display))
    raise SystemExit(given.status)
