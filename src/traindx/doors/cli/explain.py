"""`traindx explain`."""

from __future__ import annotations

import click


@click.command(short_help="Show the manual of a finding, a cause, a fix or a setting.")
@click.argument("name", required=False)
@click.option("--list", "list_", is_flag=True, help="List what can be explained; with NAME: of that kind only.")
def explain(name: str | None, list_: bool) -> None:
    """Show the manual of a finding, a cause, a fix or a setting.

    \b
    Examples:
      traindx explain loss-spike
      traindx explain settings
      traindx explain --list causes
    """
    from traindx.verbs.explain import explanation, listing
    from traindx.verbs.tell import say

    if list_ or name is None:
        say(listing(name))
    else:
        say(explanation(name))
