"""`traindx inspect`."""

from __future__ import annotations

from typing import Any

import click

from traindx.doors.cli.answering import answering
from traindx.doors.cli.commands import files


@click.command(short_help="Look at a model and its data on a bench, before training.")
@click.argument("model", metavar="MODEL", required=False)
@click.option("--data", metavar="DATA", help="A factory of a batch or a loader, or a file of arrays.")
@click.option("--weights", metavar="FILE", shell_complete=files, help="Numbers to put into the model.")
@click.option("--loss", metavar="LOSS", help="The loss function; else the usual one of such targets.")
@click.option("--batches", type=click.IntRange(1), default=1, show_default=True, help="How many batches to look at.")
@click.option("--only", metavar="PART,...", help="Of gradients, activations, data, architecture.")
@click.option("--python", metavar="PATH", shell_complete=files, help="The Python that the model lives in.")
@answering
def inspect(model: str | None, form: str, show_schema: bool, **options: Any) -> None:
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
    if show_schema:
        from traindx.verbs.explain import schema

        click.echo(schema("inspect"))
        return
    if model is None:
        raise click.UsageError("no model is named; write it as pkg.mod:name, as in: traindx inspect model:make_model")
    if options["data"] is None:
        raise click.UsageError("no data are named; give --data pkg.mod:name, or a file of arrays such as batch.npz")
    from traindx.doors.cli.answering import flags, give, waiting
    from traindx.verbs.inspect import Request, inspected

    named = {word: options[word] for word in ("data", "weights", "loss", "batches", "python")}
    parts = (options["only"] or "").split(",")
    asked = Request(model=model, only=tuple(part.strip() for part in parts if part.strip()), **named)
    given = inspected(asked, flags=flags(options), baseline_file=options["baseline"], terminal=waiting(options))
    give(given, form, options)
