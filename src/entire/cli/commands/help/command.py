"""`entire help`"""

from __future__ import annotations

from collections.abc import Iterator

import click

from entire.cli.ui import output
from entire.cli.ui.options import Command, flag


@click.command("help", cls=Command, epilog="Example: entire help session list")
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@flag("--tree", "-t", help="Print all commands as a tree.", hidden=True)
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], tree: bool) -> None:
    """Show help for entire or a command."""
    top = context.find_root()
    if tree:
        output.write_line("\n".join([top.command_path, *_tree(top)]))
        return
    output.write_line(_named(top, words).get_help())


def _named(context: click.Context, words: tuple[str, ...]) -> click.Context:
    """The context of a command, for its help."""
    for at, word in enumerate(words):
        group = context.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f'`{context.command_path}` has no subcommand "{word[:60]}"', context)
        _, found, _ = group.resolve_command(context, list(words[at:]))
        assert found is not None
        context = click.Context(found, parent=context, info_name=word)
    return context


def _tree(context: click.Context, indent: str = "") -> Iterator[str]:
    group = context.command
    if not isinstance(group, click.Group):
        return
    found = {name: group.get_command(context, name) for name in sorted(group.list_commands(context))}
    shown = [(name, command) for name, command in found.items() if command and not command.hidden]
    for number, (name, command) in enumerate(shown, 1):
        last = number == len(shown)
        yield f"{indent}{'└── ' if last else '├── '}{name}"
        below = click.Context(command, parent=context, info_name=name)
        yield from _tree(below, indent + ("    " if last else "│   "))
