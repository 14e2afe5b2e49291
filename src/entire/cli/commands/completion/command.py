"""`entire completion`"""

from __future__ import annotations

import os

import click

from entire.cli.ui import output
from entire.cli.ui.options import Command
from entire.core.errors import UsageError

SHELLS = ("bash", "zsh", "fish")
_EPILOG = """\b
Examples, with the file to add each line to:
  eval "$(entire completion bash)"      # ~/.bashrc
  eval "$(entire completion zsh)"       # ~/.zshrc
  entire completion fish | source       # ~/.config/fish/config.fish
"""


@click.command("completion", cls=Command, epilog=_EPILOG)
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.pass_context
def command(context: click.Context, shell: str | None) -> None:
    """Print a completion script for your shell: commands, options and ids.

    SHELL defaults to $SHELL.
    """
    from click.shell_completion import get_completion_class

    shell = shell or os.path.basename(os.environ.get("SHELL", ""))
    kind = get_completion_class(shell) if shell in SHELLS else None
    if kind is None:
        raise UsageError("missing shell name", f"one of {', '.join(SHELLS)}")
    top = context.find_root().command
    output.write_line(kind(top, {}, "entire", "_ENTIRE_COMPLETE").source())
