"""`entire session`"""

from __future__ import annotations

import click

from entire.cli.ui.group import Group

_COMMANDS = {
    "list": "entire.cli.commands.session.list_command",
    "show": "entire.cli.commands.session.show_command",
    "attach": "entire.cli.commands.session.attach_command",
    "stop": "entire.cli.commands.session.stop_command",
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
    """List, show, attach and stop sessions; without a subcommand, list them."""
    if context.invoked_subcommand is None:
        from entire.cli.commands.session.list_command import command as listing

        context.invoke(listing)
