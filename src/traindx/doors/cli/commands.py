"""The group of commands, each loaded when it is called."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from traindx import __version__
from traindx.doors.cli import COMPLETE

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "diagnose": "Say what is wrong with a training, from any log of it.",
    "run": "Watch a training, without a change to its code.",
    "inspect": "Look at a model and its data on a bench, before training.",
    "plot": "Draw the curves: sparklines, pictures, or the data.",
    "explain": "Show the manual of a finding, a cause, a fix or a setting.",
}


class LazyGroup(click.Group):
    """Knows its commands by name, so that the help of one does not import the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a shell is completing: there is nobody to tell
                return None
            near = difflib.get_close_matches(cmd_name, COMMANDS, n=1)
            if near:
                ctx.fail(f"{cmd_name!r} is no command; did you mean {near[0]!r}?")
            if os.path.lexists(cmd_name):
                ctx.fail(f"{cmd_name!r} is no command; to look at that file: traindx diagnose {cmd_name}")
            return None
        module = importlib.import_module(f"traindx.doors.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=None,
    help="""Finds out why a neural network does not train as it should.

    \b
    Example:

    \b
      traindx diagnose runs/exp7
    """,
)
@click.version_option(__version__, message="traindx %(version)s")
def group() -> None:
    pass


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Lets the shell complete a path."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def run() -> None:
    """Runs the command; what a user can cause ends in one line and exit status 2."""
    try:
        group.main(prog_name="traindx", complete_var=COMPLETE, standalone_mode=False)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except click.UsageError as error:
        where = f" {error.ctx.info_name}" if error.ctx is not None and error.ctx.parent is not None else ""
        click.echo(f"traindx{where}: {error.format_message()}", err=True)
        sys.exit(2)
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:  # `traindx ... | head`: whoever read us has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if not _ours(error):
            raise
        click.echo(f"traindx: {error}", err=True)
        sys.exit(2)


def _ours(error: Any) -> bool:
    """A sentence for the user, and no fault of traindx."""
    return type(error).__module__.startswith("traindx.") or isinstance(error, click.ClickException)
