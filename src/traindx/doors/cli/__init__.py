"""The command line: parse, call one verb, print."""

from __future__ import annotations

import os
import sys

# A shell that completes a command line asks in this variable, and gives no argument.
COMPLETE = "_TRAINDX_COMPLETE"
# Answered before click is imported, which alone costs four times a bare interpreter; a test keeps it equal to click's.
HELP = """\
Usage: traindx [OPTIONS] COMMAND [ARGS]...

  Finds out why a neural network does not train as it should.

  Example:

    traindx diagnose runs/exp7

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit.

Commands:
  diagnose  Say what is wrong with a training, from any log of it.
  run       Watch a training, without a change to its code.
  inspect   Look at a model and its data on a bench, before training.
  plot      Draw the curves: sparklines, pictures, or the data.
  explain   Show the manual of a finding, a cause, a fix or a setting.
"""


def main() -> None:
    """The entry point."""
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        sys.stdout.write(HELP)
        return
    if arguments == ["--version"]:
        from traindx import __version__

        sys.stdout.write(f"traindx {__version__}\n")
        return
    if not arguments and COMPLETE not in os.environ:
        from traindx.verbs.around import around

        sys.stdout.write(around(".") or HELP)
        return
    from traindx.doors.cli.commands import run

    run()
