"""`entire agent`"""

from __future__ import annotations

import click

from entire.agent.registry import DEFAULT
from entire.cli.ui.group import Group

_COMMANDS = {
    "list": "entire.cli.commands.agent.list_command",
    "add": "entire.cli.commands.agent.add_command",
    "remove": "entire.cli.commands.agent.remove_command",
    "check": "entire.cli.commands.agent.check_command",
    "new": "entire.cli.commands.agent.new_command",
}


@click.group(
    "agent",
    cls=Group,
    modules=_COMMANDS,
    invoke_without_command=True,
    epilog=f"Examples: entire agent · entire agent add {DEFAULT} · entire agent check",
)
@click.pass_context
def command(context: click.Context) -> None:
    """List, add, remove, check and write agents; without a subcommand, list them."""
    if context.invoked_subcommand is None:
        from entire.cli.commands.agent.list_command import command as listing

        context.invoke(listing)
