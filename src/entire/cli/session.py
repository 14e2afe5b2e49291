"""`entire session`"""

from __future__ import annotations

import click

from entire.cli.group import Group

_COMMANDS = {
    "list": "entire.cli.session_list",
    "show": "entire.cli.session_show",
    "stop": "entire.cli.session_stop",
}


@click.group(
    "session",
    cls=Group,
    modules=_COMMANDS,
    invoke_without_command=True,
    epilog="Examples: entire session · entire session show 8f76 · entire session stop 8f76",
)
@click.pass_context
def command(context: click.Context) -> None:
    """Show the sessions of agents in this repository; without a command, list them."""
    if context.invoked_subcommand is None:
        from entire.cli.session_list import command as listing

        context.invoke(listing)
