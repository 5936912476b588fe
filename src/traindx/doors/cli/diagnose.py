"""`traindx diagnose`."""

from __future__ import annotations

from typing import Any

import click

from traindx.doors.cli.answering import answering
from traindx.doors.cli.commands import files


@click.command(short_help="Say what is wrong with a training, from any log of it.")
@click.argument("paths", nargs=-1, metavar="PATH...", shell_complete=files)
@click.option("--follow", is_flag=True, help="Keep reading a growing log; q leaves, with the answer.")
@answering
def diagnose(paths: tuple[str, ...], form: str, follow: bool, show_schema: bool, **options: Any) -> None:
    """Say what is wrong with a training, from any log of it.

    PATH is a log, a folder of logs, a pattern, or - for standard input; without one, the last run that
    was watched with traindx run.

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
    if not paths:
        from traindx.verbs.watch import last_run

        last = last_run(growing=follow)
        paths = () if last is None else (last,)
    if not paths and not follow:
        raise click.UsageError(
            "no path is given and no run was watched here; name a log or a folder of logs, or - for standard input"
        )
    from traindx.doors.cli.answering import display, flags, give, waiting

    if follow:
        from traindx.doors.cli.following import followed

        given, told = followed(paths, form, display(options), flags=flags(options), baseline_file=options["baseline"])
    else:
        from traindx.verbs.diagnose import answer

        given = answer(paths, flags=flags(options), baseline_file=options["baseline"], terminal=waiting(options))
        told = set()
    give(given, form, options, told=told)
