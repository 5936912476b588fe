"""`traindx explain`."""

from __future__ import annotations

import click


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """What can be explained, for a shell that completes the name."""
    from traindx.verbs.explain import names

    return sorted(name for name in {"config", *names()} if name.startswith(incomplete))


@click.command(short_help="Show the manual of a finding, a cause, a fix or a setting.")
@click.argument("name", required=False, shell_complete=_names)
@click.option("--list", "list_", is_flag=True, help="List what can be explained; with NAME: of that kind only.")
def explain(name: str | None, list_: bool) -> None:
    """Show the manual of a finding, a cause, a fix or a setting.

    \b
    Examples:
      traindx explain loss-spike
      traindx explain settings
      traindx explain learning-rate-scheduling
      traindx explain --list causes
    """
    from traindx.verbs.explain import explanation, listing
    from traindx.verbs.tell import say

    if list_ or name is None:
        say(listing(name))
    else:
        say(explanation(name))
