"""`traindx run`."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any, NoReturn

import click

from traindx.doors.cli.answering import OPTIONS

OURS = 125
SHARED = [one for one in OPTIONS if one is not OPTIONS[-1]]  # every option of an answer but --schema


def answered(command: Any) -> Any:
    """Gives the command the options of an answer."""
    for option in reversed(SHARED):
        command = option(command)
    return command


class Run(click.Command):
    """Mistakes in our own options have a status that no command gives."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            _fail(error.format_message(), OURS)


@click.command(
    cls=Run,
    short_help="Watch a training, without a change to its code.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("words", nargs=-1, metavar="CMD...", type=click.UNPROCESSED)
@click.option("--steps", type=click.IntRange(1), help="End the training after so many steps.")
@click.option("--stop-on", metavar="FINDING", help="End the training when this is found, such as nan-loss.")
@click.option("--strict", is_flag=True, help="Exit status 1 where a training that ended well has a problem.")
@answered
def run(
    words: tuple[str, ...], form: str, steps: int | None, stop_on: str | None, strict: bool, **options: Any
) -> None:
    """Watch a training, without a change to its code.

    CMD is started as it is, with your terminal. Plain PyTorch loops are watched, in any environment:
    nothing need be installed there. traindx writes to standard error only.

    \b
    Examples:
      traindx run python train.py --lr 3e-4
      traindx run --stop-on nan-loss -- python -m pkg.train
      traindx run --steps 200 --strict python train.py

    Exit status: that of CMD, 128+n where signal n ended it, 125 where traindx failed, 126 where CMD cannot
    be run, 127 where it is not found.
    """
    try:
        _run(words, form, options, steps=steps, stop_on=stop_on, strict=strict)
    except click.UsageError as error:
        _fail(error.format_message(), OURS)


def _run(words: tuple[str, ...], form: str, options: dict[str, Any], **asked: Any) -> None:
    from traindx.doors.cli.answering import display, flags
    from traindx.verbs.watch import Command, NotStarted, watch

    if not words:
        raise click.UsageError("no command is given; write it behind, as in: traindx run python train.py")
    if form != "text" and options["output"] is None:
        raise click.UsageError(f"--format {form} needs -o FILE, for standard output belongs to the command")
    strict = asked.pop("strict")
    command = Command(words=words, baseline_file=options["baseline"], **asked)
    say = _quiet if options["quiet"] else _say
    try:
        watched = watch(command, say, flags=flags(options))
    except NotStarted as error:
        _fail(str(error), error.status)
    except Exception as error:
        if not type(error).__module__.startswith("traindx."):
            raise
        _fail(str(error), OURS)
    _tell(watched.answer, form, options, display(options))
    _leave(watched, strict=strict)


def _say(line: str) -> None:
    try:
        sys.stderr.write(f"traindx: {line}\n")
        sys.stderr.flush()
    except OSError:  # whoever read it has left: the training goes on
        return


def _quiet(line: str) -> None:
    return None


def _tell(answer: Any, form: str, options: dict[str, Any], screen: Any) -> None:
    """The answer, on standard error or in files."""
    from traindx.verbs.tell import tell, write

    said: list[str] = list(answer.notes)
    if options["output"] is not None:
        said += write(answer, options["output"], form=form, brief=options["brief"], display=screen)
    for line in () if options["quiet"] else said:
        _say(line)
    if form == "text" and answer.diagnoses and not options["quiet"]:
        text = tell(answer, "text", brief=False, display=screen)
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()


def _leave(watched: Any, *, strict: bool) -> NoReturn:
    """The exit status of the command; an interrupted one ends us by the same signal, so that a shell's loop stops."""
    if watched.interrupted:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    failing = strict and watched.status == 0 and any(one.verdict == "problem" for one in watched.answer.diagnoses)
    raise SystemExit(1 if failing else watched.status)


def _fail(what: str, status: int) -> NoReturn:
    _say(what)
    raise SystemExit(status)
